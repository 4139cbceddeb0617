"""The golden set of the demo company: what it names stands there, and can be read by who asks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from belegg.library.library import Library
from belegg.records import OWNER, Passage, Principal

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CLASSES = {"single", "synthesis", "same_language", "unanswerable", "temporal"}
LANGUAGES = {"nb", "en", "sv", "fi"}

pytestmark = pytest.mark.req("EVA-1")


def lines_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EXAMPLES / name).read_text(encoding="utf-8").splitlines()]


GOLDEN = lines_of("company.golden.jsonl")
WITH_GOLD = [question for question in GOLDEN if question["class"] != "unanswerable"]
by_id = pytest.mark.parametrize("question", WITH_GOLD, ids=[each["id"] for each in WITH_GOLD])


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, company: Path) -> Iterator[Library]:
    file = tmp_path_factory.mktemp("golden") / "company.db"
    with Library.open(file, create=True) as opened:
        opened.ingest(company, access=EXAMPLES / "company.access.tsv")
        yield opened


def asker(question: dict[str, Any]) -> Principal:
    return Principal.signed_in(question["id"], question["asker"])


def passages(library: Library, document: str, principal: Principal) -> list[Passage]:
    """What the principal may read of a document; nothing when it is hidden."""
    scope = library.scope(principal)
    found = [head.id for head in library.documents(scope) if head.source == f"company/{document}"]
    with library.store.reading(scope) as reader:
        return [passage for id in found for passage in reader.passages_of(id)]


def test_forty_questions_are_balanced_by_class_and_language() -> None:
    cells = Counter((question["class"], question["language"]) for question in GOLDEN)

    assert len({question["id"] for question in GOLDEN}) == len(GOLDEN) == 40
    assert cells == {(each, language): 2 for each in CLASSES for language in LANGUAGES}


def test_no_question_is_one_of_the_other_file() -> None:
    others = {question["question"] for question in lines_of("company.questions.jsonl")}

    assert not others & {question["question"] for question in GOLDEN}


def test_those_without_an_answer_have_no_gold_and_lie_near_the_subject_and_far_from_it() -> None:
    unanswerable = [question for question in GOLDEN if question["class"] == "unanswerable"]
    kinds = Counter(question["kind"] for question in unanswerable)

    assert not any("gold" in question or "points" in question for question in unanswerable)
    assert set(kinds) == {"near_topic", "off_topic"}
    assert min(kinds.values()) >= 3


@by_id
def test_a_gold_quotation_stands_word_for_word_where_the_set_says(
    question: dict[str, Any], library: Library
) -> None:
    for gold in question["gold"]:
        holding = [p for p in passages(library, gold["document"], OWNER) if gold["quote"] in p.text]

        assert len(holding) == 1, gold["quote"]
        if "page" in gold:
            assert holding[0].pages == (gold["page"], gold["page"])
        else:
            where = (*holding[0].path, holding[0].section or "", *holding[0].text.splitlines())
            assert gold["section"] in where


@by_id
def test_a_gold_document_is_readable_to_the_asker_and_to_those_named(
    question: dict[str, Any], library: Library
) -> None:
    heads = {head.source: head for head in library.documents(library.scope(OWNER))}
    for gold in question["gold"]:
        assert passages(library, gold["document"], asker(question))
        assert heads[f"company/{gold['document']}"].access == set(gold["groups"])


@by_id
def test_each_class_keeps_what_it_promises(question: dict[str, Any], library: Library) -> None:
    languages = {head.source: head.language for head in library.documents(library.scope(OWNER))}
    documents = {gold["document"] for gold in question["gold"]}

    assert question["points"]
    assert (len(documents) > 1) == (question["class"] == "synthesis")
    if question["class"] == "same_language":
        assert {languages[f"company/{each}"] for each in documents} == {question["language"]}


def test_what_only_others_may_read_is_unanswerable_for_the_asker(library: Library) -> None:
    asked = next(question for question in GOLDEN if "pay range" in question["question"])

    assert passages(library, "policies/lonnstrinn.md", Principal.signed_in("solveig", ["hr"]))
    assert not passages(library, "policies/lonnstrinn.md", asker(asked))
