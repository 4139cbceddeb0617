"""What was done for figures is told in the words of whoever watches, at every door alike."""

from __future__ import annotations

import pytest

from belegg.answering.ending import step_of
from belegg.records import Step
from belegg.records.runs import Used
from belegg.serving.cli.events_told import told
from belegg.serving.cli.tracing import traced
from belegg.serving.doing import doing
from belegg.serving.http.live_files import LiveEvent
from belegg.serving.web.catalogue import catalogue
from belegg.serving.web.steps import steps_of

FETCHED = Used(
    3, "get_statistics", "ssb 14700: Tid=last(3)", "3 figures from Statistics Norway (SSB), table 14700"
)
FAILED = Used(3, "get_statistics", '{"table": "14700"}', "Eurostat did not answer. No figure was fetched.")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            Used(1, "find_statistics", "population", "4 tables"),
            "looked for statistics: population → 4 tables",
        ),
        (FETCHED, "fetched 3 figures from Statistics Norway (SSB), table 14700"),
        (Used(2, "query_table", "deals: SELECT 1", "1 row"), "asked the table: deals: SELECT 1 → 1 row"),
        (Used(2, "list_tables", "", "2 tables"), "looked which tables of the company there are → 2 tables"),
        (FAILED, 'fetched nothing of {"table": "14700"} → Eurostat did not answer. No figure was fetched.'),
        (Used(1, "find_documents", "leave", "2 documents"), "used: find_documents leave → 2 documents"),
    ],
)  # fmt: skip
def test_a_call_for_figures_is_a_line_of_the_trace(event: Used, line: str) -> None:
    assert traced(event) == f"{event.round} {line}"


def test_the_same_is_told_while_it_goes_on_and_of_a_kept_run() -> None:
    assert doing(FETCHED) == (
        "fetched 3 figures from Statistics Norway (SSB), table 14700; the model is at work"
    )
    assert told(FETCHED) == ["Fetched 3 figures from Statistics Norway (SSB), table 14700"]
    assert step_of(FETCHED) == Step(
        "fetched", "ssb 14700: Tid=last(3)", "3 figures from Statistics Norway (SSB), table 14700"
    )


@pytest.mark.parametrize(("language", "action"), [("en", "Fetched figures"), ("nb", "Hentet tall")])
def test_a_page_says_it_in_its_readers_language(language: str, action: str) -> None:
    data = {"round": 3, "tool": "get_statistics", "arguments": "ssb 14700", "outcome": "3 figures"}

    (step,) = steps_of([LiveEvent(1, "used", data)], catalogue(language))

    assert (step.action, step.query, step.detail) == (action, "ssb 14700", "3 figures")
