"""What every store promises of stored runs: whose they are, what goes with a document, which are kept."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from belegg.errors import UnknownRun
from belegg.records import DocumentId, Principal, Scope, document_id
from belegg.records.runs import Touched
from belegg.records.turns import KeptGap, Turn, TurnHead
from belegg.seams import Store
from belegg.testing import incoming
from stores.stocked import EVERYTHING, put

pytestmark = pytest.mark.req("AGE-9")

ANNA, BERIT = (Scope(Principal.signed_in(name, ["staff"])) for name in ("anna", "berit"))
OPEN, SECRET = (document_id("documents", source) for source in ("r/open", "r/secret"))


def turn(
    id: str, conversation: str = "c", asker: str = "anna", gap: str = "", shown: Sequence[DocumentId] = ()
) -> Turn:
    head = TurnHead(id, conversation, 0, asker, "2026-01-01T00:00:00Z", "Why?", "verified", None, "m", gap)
    return Turn(head, f"record {id}", tuple(Touched(document, 1, True) for document in shown))


def keep(store: Store, *turns: Turn) -> list[int]:
    with store.keeping("test") as keeper:
        return [keeper.keep(each) for each in turns]


def ids(store: Store, scope: Scope = EVERYTHING, conversation: str | None = None) -> list[str]:
    with store.reading(scope) as reader:
        return [head.id for head in reader.turns(conversation)]


def record(store: Store, id: str, scope: Scope = EVERYTHING) -> str | None:
    with store.reading(scope) as reader:
        found = reader.turn(id)
    return found.record if found else None


def test_turns_are_numbered_in_their_conversation_and_come_back_as_they_were_kept(store: Store) -> None:
    put(store, incoming("r/open", "word"))
    assert keep(store, turn("a", shown=[OPEN]), turn("b"), turn("x", "d"), turn("c")) == [1, 2, 1, 3]

    with store.reading(EVERYTHING) as reader:
        found = reader.turn("a")

    assert found is not None
    assert (found.head.number, found.head.question, found.record) == (1, "Why?", "record a")
    assert found.touched == (Touched(OPEN, 1, True),)
    assert (ids(store), ids(store, conversation="c")) == (["c", "x", "b", "a"], ["c", "b", "a"])
    assert store.touched() == [("a", Touched(OPEN, 1, True))]


@pytest.mark.req("FAC-6")
def test_the_owner_sees_all_runs_and_others_their_own(store: Store) -> None:
    keep(store, turn("a"), turn("b", "d", "berit"), turn("o", "e", ""), turn("n", "f", "anonymous"))

    assert ids(store) == ["n", "o", "b", "a"]
    assert (ids(store, ANNA), ids(store, BERIT)) == (["a"], ["b"])
    assert (record(store, "b", ANNA), record(store, "b", BERIT)) == (None, "record b")
    for nobody in (Principal.anonymous(), Principal.signed_in("", []), Principal.signed_in("anonymous", [])):
        assert ids(store, Scope(nobody)) == []
        assert record(store, "n", Scope(nobody)) is None


@pytest.mark.req("FAC-6")
def test_a_conversation_is_gone_on_with_by_who_began_it_alone(store: Store) -> None:
    keep(store, turn("a"))

    with pytest.raises(UnknownRun):
        keep(store, turn("b", asker="berit"))
    with pytest.raises(UnknownRun):
        keep(store, turn("c", asker=""))

    assert ids(store) == ["a"]


def test_what_is_not_held_is_told_before_anything_of_it_is_kept(store: Store) -> None:
    put(store, incoming("r/open", "word"))
    with store.writing("test") as writer:
        writer.retire(OPEN)

    with store.keeping("test") as keeper:
        assert keeper.not_held([OPEN, SECRET]) == {SECRET}


def test_a_forgotten_document_is_taken_out_of_the_runs_that_were_shown_it(store: Store) -> None:
    put(store, incoming("r/open", "word"), incoming("r/secret", "word"))
    keep(store, turn("a", shown=[SECRET, OPEN]), turn("b", shown=[OPEN]), turn("c", shown=[SECRET]))
    asked: list[str] = []

    def without(record: str) -> tuple[str, int] | None:
        asked.append(record)
        return None if record == "record c" else (record.upper(), 2)

    forgotten = store.forget(SECRET, without)

    assert (sorted(asked), forgotten.quotations) == (["record a", "record c"], 2)
    assert [record(store, id) for id in "abc"] == ["RECORD A", "record b", None]
    assert store.touched() == [("a", Touched(OPEN, 1, True)), ("b", Touched(OPEN, 1, True))]


def test_a_run_goes_whole_with_a_document_when_nothing_takes_that_out(store: Store) -> None:
    put(store, incoming("r/open", "word"))
    keep(store, turn("a", shown=[OPEN], gap="g"), turn("b"))

    store.forget(OPEN)

    assert (ids(store), list(store.gaps()), list(store.touched())) == (["b"], [], [])


def test_the_newest_are_kept_and_the_last_of_each_open_gap(store: Store) -> None:
    keep(store, *(turn(id, id, gap="g" if id in "ab" else "h" if id == "c" else "") for id in "abcdef"))
    with store.keeping("test") as keeper:
        assert keeper.close_gap(2, "2026-01-02T00:00:00Z")
        assert not keeper.close_gap(9, "2026-01-02T00:00:00Z")
        assert keeper.keep_newest(2) == 3

    assert ids(store) == ["f", "e", "b"]
    assert list(store.gaps()) == [KeptGap(1, "g", "")]


def test_a_closed_gap_opens_when_its_question_is_left_open_again(store: Store) -> None:
    keep(store, turn("a", gap="g"))
    with store.keeping("test") as keeper:
        keeper.close_gap(1, "2026-01-02T00:00:00Z")
    assert list(store.gaps()) == [KeptGap(1, "g", "2026-01-02T00:00:00Z")]

    keep(store, turn("b", gap="g"))

    assert list(store.gaps()) == [KeptGap(1, "g", "")]


def test_runs_that_are_let_go_take_their_gaps_and_what_they_were_shown_along(store: Store) -> None:
    put(store, incoming("r/open", "word"))
    keep(store, turn("a", shown=[OPEN], gap="g"), turn("b", gap="g"), turn("c", gap="h"))

    with store.keeping("test") as keeper:
        assert keeper.remove(["a", "c", "nowhere"]) == 2

    assert (ids(store), store.touched()) == (["b"], [])
    assert list(store.gaps()) == [KeptGap(1, "g", "")]


def test_a_transaction_that_fails_keeps_no_run(store: Store) -> None:
    with pytest.raises(UnknownRun):
        keep(store, turn("a"), turn("b", asker="berit"))

    assert ids(store) == []
