"""A run asks every query, measures what comes back, and suspects a bug where nothing is found."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from belegg.evaluation import questions, retrieval
from belegg.evaluation.retrieval import percentile
from belegg.evaluation.sets import Gold, GoldenQuestion, RetrievalSet, SetQuery
from belegg.records import Hit
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
    return GoldenQuestion(text, text, kind, bool(gold), gold)


@pytest.fixture
def asked(shelf_of_rules: Shelf) -> questions.QuestionsRun:
    def search(text: str) -> Sequence[Hit]:
        return shelf_of_rules.search(text, limit=100).hits

    return questions.run(
        search,
        lambda text: "zebra" in text or "refused" in text,
        [
            question("notice period", Gold("rules.md", "The notice period is 30 days.")),
            question("leave refused", Gold("rules.md", "Leave is five\nweeks."), kind="refused"),
            question("period", Gold("other.md", "The notice period is 30 days.")),
            question("zebra", kind="unanswerable"),
            question("notice in Sweden", kind="unanswerable"),
        ],
    )


@pytest.fixture
def shelf_of_rules() -> Shelf:
    shelf = Shelf()
    shelf.put("handbook/rules.md", "The notice period is 30 days.", "Leave is five weeks.")
    shelf.put("handbook/notes.md", "A period of calm, a period of rest.")
    return shelf


def test_a_hit_is_a_passage_of_the_gold_source_that_holds_the_gold_quotation(
    asked: questions.QuestionsRun,
) -> None:
    assert [outcome.rank for outcome in asked.outcomes] == [1, 1, None, None, None]


def test_a_questions_run_reports_the_fields_that_others_rely_on(asked: questions.QuestionsRun) -> None:
    record = asked.as_json()

    one_found = {"hit@1": 1, "hit@5": 1, "hit@10": 1, "hit@12": 1, "hit@100": 1}
    assert record == {
        "questions": 5,
        "answerable": {"n": 3, "hit@1": 2, "hit@5": 2, "hit@10": 2, "hit@12": 2, "hit@100": 2},
        "unanswerable": {"n": 2, "abstained": 1},
        "false_refusals": 1,
        "by_kind": {
            "lay": {"n": 2, **one_found, "abstained": 0},
            "refused": {"n": 1, **one_found, "abstained": 1},
            "unanswerable": {"n": 2, "abstained": 1},
        },
        "warnings": [],
    }


def test_gold_that_is_never_found_is_reported_as_a_suspected_bug(shelf_of_rules: Shelf) -> None:
    outcome = questions.run(
        lambda text: shelf_of_rules.search(text).hits,
        lambda text: False,
        [question("notice", Gold("rules.md", "No such words anywhere."))],
    )

    assert "suspect a bug" in str(outcome.as_json()["warnings"])
