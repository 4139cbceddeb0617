"""Golden sets are read with their classes, earlier files too, and a slip is told with its line and remedy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BadInput
from belegg.evaluation.golden import (
    CLASSES,
    Gold,
    GoldenQuestion,
    as_lines,
    questions_in,
    read_questions,
    unknown_keys,
)

pytestmark = pytest.mark.req("EVA-1")


def written(folder: Path, *rows: object) -> Path:
    file = folder / "questions.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


def test_a_question_is_read_with_all_that_may_be_said_of_it(tmp_path: Path) -> None:
    row = {
        "id": "x-1",
        "class": "temporal",
        "kind": "lay",
        "language": "en",
        "question": "How long is the notice?",
        "gold": [
            {"document": "rules.md", "page": 3, "quote": "thirty days", "groups": ["hr", "staff"]},
            {"document": "rules.md", "section": "Notice", "quote": "or thirty-one"},
        ],
        "points": ["thirty days, or 30"],
        "asker": ["staff"],
        "as_of": "2024-05-12",
        "note": "changed in June",
    }

    (question,) = read_questions(written(tmp_path, row))

    assert question == GoldenQuestion(
        id="x-1",
        text="How long is the notice?",
        question_class="temporal",
        gold=(
            Gold("rules.md", "thirty days", 3, ("hr", "staff")),
            Gold("rules.md", "or thirty-one", section="Notice"),
        ),
        kind="lay",
        language="en",
        points=("thirty days, or 30",),
        asker=("staff",),
        as_of="2024-05-12",
        note="changed in June",
    )


def test_earlier_files_are_read_with_the_class_that_their_words_mean(tmp_path: Path) -> None:
    gold = {"file": "a.md", "quote": "thirty days", "readable_by": "hr,staff", "ref": "§ 1"}
    other = {"file": "b.md", "quote": "forty days"}
    rows = [
        {
            "id": "x-1",
            "kind": "lay",
            "lang": "en",
            "question": "How long?",
            "answerable": True,
            "gold": [gold],
        },
        {"question": "Who?", "answerable": False, "gold": [], "trap": "no such man"},
        {"question": "Which?", "answerable": True, "gold": [gold, other]},
        {"question": "What?", "class": "lookup", "answerable": True, "gold": [gold]},
        {"question": "Is it so?", "class": "conflicting", "gold": [gold, other]},
        {"question": "Whose salmon?", "class": "near_topic"},
    ]

    questions = read_questions(written(tmp_path, *rows))

    assert [q.question_class for q in questions] == [
        "single", "unanswerable", "synthesis", "single", "synthesis", "unanswerable",
    ]  # fmt: skip
    assert [q.kind for q in questions] == ["lay", "", "", "lookup", "conflicting", "near_topic"]
    assert [q.id for q in questions] == ["x-1", "1", "2", "3", "4", "5"]
    assert (questions[0].language, questions[1].note) == ("en", "no such man")
    assert questions[0].gold == (Gold("a.md", "thirty days", None, ("hr", "staff"), "§ 1"),)


def test_financebench_names_its_document_beside_and_counts_pages_from_nothing(tmp_path: Path) -> None:
    row = {
        "question": "Which margin?",
        "answer": "34.6%",
        "doc": "ADOBE_2022_10K",
        "evidence": [{"page_index0": 53, "text": "Total revenue\n17,606"}],
    }

    (question,) = read_questions(written(tmp_path, row))

    assert question.gold == (Gold("ADOBE_2022_10K", "Total revenue\n17,606", 54),)
    assert (question.answerable, question.note) == (True, "34.6%")


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ([1], "line 1: `\\[1\\]` is no question"),
        ({"id": "x", "answerable": True}, "line 1: a question without words"),
        ({"question": "Who?", "class": "lokup"}, "no class `lokup`; use one of single, synthesis"),
        ({"question": "Who?", "class": "single", "answerable": False}, "contradict"),
        ({"question": "Who?", "answerable": "no"}, "write true or false"),
        ({"question": "Who?", "gold": {"document": "a"}}, "no list of objects"),
        ({"question": "Who?", "gold": [{"quote": "it is"}]}, "gold without a document"),
        ({"question": "Who?", "gold": [{"document": "a.md"}]}, "gold in `a.md` without words"),
        ({"question": "Who?", "gold": [{"document": "a", "quote": "b", "page": 0}]}, "counted from 1"),
        ({"question": "Who?", "points": [3]}, "write a list of texts"),
        ({"question": "Who?", "language": 3}, "`language` is `3`"),
        (
            {"question": "Who?", "class": "unanswerable", "gold": [{"document": "a", "quote": "b"}]},
            "nothing answers it and yet gold is given",
        ),
    ],
)
def test_a_slip_is_told_with_its_line_and_remedy(row: object, told: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=told):
        read_questions(written(tmp_path, row))


def test_an_id_given_twice_is_told_with_both_lines(tmp_path: Path) -> None:
    rows = [{"id": "x", "question": "Who?"}, {"id": "y", "question": "Who?"}, {"id": "x", "question": "Why?"}]

    with pytest.raises(BadInput, match="line 3: the id `x` is that of line 1 too"):
        read_questions(written(tmp_path, *rows))


def test_a_set_without_questions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="holds no question"):
        read_questions(written(tmp_path))


def test_keys_that_nothing_reads_are_told(tmp_path: Path) -> None:
    row = {"question": "Who?", "qoute": "he", "gold": [{"document": "a", "quote": "b", "pgae": 3}]}

    told = unknown_keys(written(tmp_path, row))

    assert [line.partition(";")[0] for line in told] == [
        "line 1: nothing reads `qoute`",
        "line 1: nothing reads `pgae`",
    ]


WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).map(str.strip).filter(bool)


@given(
    st.builds(
        GoldenQuestion,
        id=WORDS,
        text=WORDS,
        question_class=st.sampled_from([c for c in CLASSES if c != "unanswerable"]),
        gold=st.lists(
            st.builds(Gold, WORDS, WORDS, st.none() | st.integers(1, 900), st.lists(WORDS).map(tuple)),
            max_size=3,
        ).map(tuple),
        points=st.lists(WORDS, max_size=2).map(tuple),
        asker=st.none() | st.lists(WORDS, max_size=2).map(tuple),
        note=WORDS,
    )
)
def test_what_is_exported_is_read_as_it_was(question: GoldenQuestion) -> None:
    assert questions_in("a set", as_lines([question])) == [question]


def test_a_gold_document_is_the_end_of_a_source() -> None:
    gold = Gold("lover/lov-1.md", "x")

    assert gold.is_source("lover/lov-1.md")
    assert gold.is_source("law/no/lover/lov-1.md")
    assert not gold.is_source("law/no/lover/lov-11.md")
    assert not gold.is_source("xlover/lov-1.md")


@pytest.mark.parametrize(
    ("name", "count", "with_gold"),
    [
        ("law/no", 24, 20),
        ("wiki", 8, 7),
        ("un-reports", 14, 12),
        ("financebench", 19, 19),
        ("gate/answerable.jsonl", 18, 0),
        ("gate/off_topic.jsonl", 12, 0),
    ],
)
def test_the_shared_questions_can_be_read(shared: Path, name: str, count: int, with_gold: int) -> None:
    file = shared / "data" / (name if name.endswith(".jsonl") else f"{name}/questions.jsonl")

    questions = read_questions(file)

    assert (len(questions), sum(bool(q.gold) for q in questions)) == (count, with_gold)
    assert unknown_keys(file) == []
