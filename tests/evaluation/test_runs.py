"""A run asks every query, measures what comes back, and suspects a bug where nothing is found."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from belegg.evaluation import questions, retrieval
from belegg.evaluation.golden import Gold, GoldenQuestion
from belegg.evaluation.retrieval import percentile
from belegg.evaluation.sets import RetrievalSet, SetQuery
from belegg.records import Abstained, Hit
from belegg.testing.desk import Desk
from belegg.testing.shelf import Shelf

pytestmark = pytest.mark.req("EVA-2")

GOLDEN = RetrievalSet("tiny", (SetQuery("1", "one", {"a": 1}), SetQuery("2", "two", {"b": 1})))


def test_a_retrieval_run_reports_the_fields_that_others_rely_on() -> None:
    answers = {"one": ["a", "x"], "two": ["x", "b"]}

    record = retrieval.run(lambda query: answers[query], GOLDEN, index_seconds=1.5).as_json()

    assert list(record) == [
        "set", "queries", "ndcg@10", "recall@100", "mrr@10", "hit@1", "hit@5", "hit@10",
        "index_seconds", "query_ms", "warnings",
    ]  # fmt: skip
    assert record["queries"] == 2
    assert record["mrr@10"] == 0.75
    assert record["hit@1"] == 0.5
    assert record["recall@100"] == 1.0
    assert record["index_seconds"] == 1.5
    assert record["warnings"] == []


def test_values_of_single_queries_are_kept_for_paired_comparisons() -> None:
    outcome = retrieval.run(lambda query: ["a"], GOLDEN)

    assert outcome.values["hit@1"] == (1.0, 0.0)


def test_a_recall_of_nothing_is_reported_as_a_suspected_bug() -> None:
    outcome = retrieval.run(lambda query: ["root/a"], GOLDEN)

    assert outcome.mean("recall@100") == 0
    assert "suspect a bug" in outcome.warnings[0]


def test_percentiles_are_values_that_occurred() -> None:
    values = [5.0, 1.0, 4.0, 2.0, 3.0]

    assert percentile(values, 50) == 3.0
    assert percentile(values, 95) == 5.0
    assert percentile(values, 20) == 1.0
    assert percentile([7.0], 95) == 7.0


def question(text: str, *gold: Gold, kind: str = "lay") -> GoldenQuestion:
    return GoldenQuestion(text, text, "single" if gold else "unanswerable", gold, kind)


def run_on(desk: Desk, *asked: GoldenQuestion) -> questions.QuestionsRun:
    def search(text: str) -> Sequence[Hit]:
        return desk.shelf.search(text, limit=100).hits

    return questions.run(search, search, desk.ask, asked, ["handbook/rules.md", "handbook/notes.md"])


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.put("handbook/rules.md", "# Rules\n\n## Notice\n\nThe **notice period** is 30 days.\n")
    desk.put("handbook/notes.md", "# Calm\n\nA period of calm, a period of rest.\n")
    return desk


@pytest.fixture
def asked(desk: Desk) -> questions.QuestionsRun:
    return run_on(
        desk,
        question("How long is the notice period?", Gold("rules.md", "The notice period is 30 days.")),
        question(
            "Which zeppelin engineer repaired Volkov's notice?", Gold("rules.md", "30 days"), kind="odd"
        ),
        question("period", Gold("notes.md", "The notice period is 30 days.")),
        question("Who repairs the zeppelin?", kind="unanswerable"),
        question("How long is the period of rest?", kind="unanswerable"),
    )


def test_a_hit_is_a_passage_of_the_gold_source_that_holds_the_gold_quotation(
    asked: questions.QuestionsRun,
) -> None:
    assert [outcome.rank for outcome in asked.outcomes] == [1, 1, None, None, None]


def test_a_questions_run_reports_the_fields_that_others_rely_on(asked: questions.QuestionsRun) -> None:
    record = asked.as_json()

    one_found = {"hit@1": 1, "hit@5": 1, "hit@10": 1, "hit@12": 1, "hit@100": 1}
    assert record == {
        "questions": 5,
        "answerable": {"n": 3, "hit@1": 2, "hit@5": 2, "hit@10": 2, "hit@12": 2, "hit@100": 2, "shown": 1},
        "unanswerable": {"n": 2, "abstained": 1},
        "false_refusals": 1,
        "by_kind": {
            "lay": {"n": 2, **one_found, "shown": 1, "abstained": 0},
            "odd": {"n": 1, **one_found, "shown": 0, "abstained": 1},
            "unanswerable": {"n": 2, "abstained": 1},
        },
        "missed": [{"id": "period", "question": "period", "document_rank": 1}],
        "warnings": [],
    }


def test_an_answer_shows_the_gold_when_a_quotation_of_its_source_holds_it(desk: Desk) -> None:
    answer = desk.ask("How long is the notice period?")

    assert questions.shows(answer, [Gold("rules.md", "notice period is 30 days")])
    assert not questions.shows(answer, [Gold("notes.md", "notice period is 30 days")])
    assert not questions.shows(answer, [Gold("rules.md", "notice period is 31 days")])
    assert not questions.shows(desk.ask("Who repairs the zeppelin?"), [Gold("rules.md", "30 days")])


def test_marks_of_markdown_in_the_passage_or_in_the_gold_hide_no_hit(desk: Desk) -> None:
    hits = desk.shelf.search("notice period").hits

    assert questions.first_answer(hits, [Gold("rules.md", "The [notice period](notice.md) is `30` days")])
    assert questions.first_answer(hits, [Gold("rules.md", "The notice […] is 30 days")])


def test_gold_that_is_never_found_is_reported_as_a_suspected_bug(desk: Desk) -> None:
    outcome = run_on(desk, question("notice", Gold("rules.md", "No such words anywhere.")))

    assert "suspect a bug" in str(outcome.as_json()["warnings"])


def test_gold_files_that_the_library_does_not_hold_are_named(desk: Desk) -> None:
    outcome = run_on(
        desk,
        question("notice", Gold("rules.md", "notice period")),
        question("pay", Gold("pay/salaries.md", "Salaries are paid on the 12th.")),
    )

    assert outcome.as_json()["warnings"] == [
        "the library holds no document `pay/salaries.md`, so questions about it cannot be answered"
    ]


def test_the_first_hundred_are_of_the_ranking_before_the_cap_per_document() -> None:
    shelf = Shelf()
    shelf.put("rules.md", "Leave leave leave.", "Leave and leave.", "Leave lasts five weeks, for all ages.")

    def uncapped(text: str) -> Sequence[Hit]:
        return shelf.search(text, limit=100, per_document=100).hits

    asked = [question("leave", Gold("rules.md", "Leave lasts five weeks"))]
    outcome = questions.run(
        lambda text: shelf.search(text, limit=10).hits,
        uncapped,
        lambda text: Abstained(text, "not_covered", "", (), (), ()),
        asked,
    )

    (one,) = outcome.outcomes
    assert (one.rank, one.uncapped_rank) == (None, 3)
    assert outcome.as_json()["missed"] == []
