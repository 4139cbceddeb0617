"""What every store promises of golden sets and runs: kept as given, and gone when they are let go."""

from __future__ import annotations

import pytest

from belegg.errors import BadInput
from belegg.records.measuring import KeptRun
from belegg.seams import Store, Writer

pytestmark = pytest.mark.req("EVA-1")


def failing_after(writer: Writer) -> None:
    writer.set_golden_set("law", "{}")
    writer.add_run("law", "{}")
    raise BadInput("something else was wrong")


def test_sets_come_back_by_name_as_they_were_kept_last(store: Store) -> None:
    with store.writing("test") as writer:
        writer.set_golden_set("wiki", '{"question": "Who?"}\n')
        writer.set_golden_set("law", "one\n")
    with store.writing("test") as writer:
        writer.set_golden_set("law", "två\u2028\n")

    assert list(store.golden_sets().items()) == [("law", "två\u2028\n"), ("wiki", '{"question": "Who?"}\n')]


def test_runs_are_numbered_as_they_come(store: Store) -> None:
    with store.writing("test") as writer:
        numbers = [writer.add_run("law", "{}"), writer.add_run("wiki", '{"when": "now"}')]
    with store.writing("test") as writer:
        numbers.append(writer.add_run("law", "[]"))

    assert numbers == [1, 2, 3]
    assert store.runs() == [
        KeptRun(1, "law", "{}"),
        KeptRun(2, "wiki", '{"when": "now"}'),
        KeptRun(3, "law", "[]"),
    ]


def test_a_run_is_kept_anew_under_its_number(store: Store) -> None:
    with store.writing("test") as writer:
        numbers = [writer.add_run("law", "half"), writer.add_run("law", "[]")]
        writer.set_run(numbers[0], "whole")
        writer.set_run(99, "nothing")

    assert store.runs() == [KeptRun(1, "law", "whole"), KeptRun(2, "law", "[]")]


def test_a_number_is_not_given_again_while_a_later_run_is_kept(store: Store) -> None:
    with store.writing("test") as writer:
        for _ in range(3):
            writer.add_run("law", "{}")
        writer.remove_run(2)
        new = writer.add_run("law", "{}")

    assert new == 4
    assert [run.number for run in store.runs()] == [1, 3, 4]


def test_a_set_that_is_let_go_takes_its_runs_along(store: Store) -> None:
    with store.writing("test") as writer:
        for name in ("law", "wiki"):
            writer.set_golden_set(name, "{}\n")
            writer.add_run(name, "{}")
        writer.remove_golden_set("law")
        writer.remove_golden_set("never there")

    assert (list(store.golden_sets()), [run.golden_set for run in store.runs()]) == (["wiki"], ["wiki"])


def test_a_transaction_that_fails_keeps_neither_set_nor_run(store: Store) -> None:
    with pytest.raises(BadInput), store.writing("test") as writer:
        failing_after(writer)

    assert (store.golden_sets(), list(store.runs())) == ({}, [])
