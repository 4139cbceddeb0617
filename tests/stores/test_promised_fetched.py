"""What every store promises of what was fetched for one question: read by its id, found by nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belegg.errors import UnknownDocument, UnknownRun
from belegg.records import (
    DocumentId,
    Page,
    Principal,
    Scope,
    Span,
    document_id,
)
from belegg.records.fetched import Fetched, FetchedHead
from belegg.seams import Store
from belegg.testing import fetched, incoming
from stores.stocked import EVERYTHING, put
from stores.test_promised_turns import keep, record, turn

pytestmark = pytest.mark.req("STA-4")

ANNA, BERIT = (Scope(Principal.signed_in(name, ["staff"])) for name in ("anna", "berit"))
NAMELESS = [Principal.anonymous(), Principal.signed_in("", []), Principal.signed_in("anonymous", [])]
PRICES = fetched(
    "statistics/ssb/14700",
    "2024: 131.8",
    "2025: 136.0",
    question="q1",
    asker="anna",
    title="Prices",
    record='{"table": "14700"}',
    bodies=[b'{"value": [131.8, 136.0]}', b"", bytes(range(256)) * 40],
)
ID = PRICES.document.id


def fetch(store: Store, *every: Fetched) -> None:
    with store.keeping("test") as keeper:
        for each in every:
            keeper.keep_fetched(each)


def gives(store: Store, scope: Scope, document: DocumentId = ID) -> list[str]:
    """Which reads by its id give something of it."""
    with store.reading(scope) as reader:
        given = {
            "head": reader.head(document),
            "heads_of": reader.heads_of([document]),
            "text": reader.text(document),
            "version": reader.text(document, 1),
            "passages_of": reader.passages_of(document),
            "fetched": reader.fetched(document),
        }
    return [name for name, value in given.items() if value]


WHOLE = ["head", "heads_of", "text", "version", "passages_of", "fetched"]


def test_it_comes_back_as_it_was_kept(store: Store) -> None:
    page = Page(1, "i", Span(0, 11), 595.0, 842.0, b"layout")
    kept = replace(PRICES, document=replace(PRICES.document, pages=(page,), furniture=("A line",)))
    fetch(store, kept)

    with store.reading(ANNA) as reader:
        head, text, passages = reader.head(ID), reader.text(ID), reader.passages_of(ID)
        found, layout, original = reader.fetched(ID), reader.page_layout(ID, 1), reader.original(ID)

    without_layout = replace(page, layout=b"")
    assert found == replace(kept, document=replace(kept.document, pages=(without_layout,)))
    assert head is not None
    assert (head.id, head.source, head.pack, head.title) == (
        ID,
        "statistics/ssb/14700",
        "statistics",
        "Prices",
    )
    assert (head.version, head.passages, head.pages, head.ingested_at) == (1, 2, 1, PRICES.fetched_at)
    assert (head.organisation, head.language, head.access) == ("Statistics", "en", PRICES.document.access)
    assert text is not None
    assert (text.head, text.version, text.current, text.text) == (head, 1, True, PRICES.document.text)
    assert (text.pages, text.furniture) == ((without_layout,), ("A line",))
    assert tuple(passages) == PRICES.passages
    assert [text.text[p.span.start : p.span.end] for p in passages] == ["2024: 131.8", "2025: 136.0"]
    assert (layout, original) == (None, None)


def test_its_question_reads_it_and_no_other_does(store: Store) -> None:
    fetch(store, PRICES)

    assert gives(store, replace(ANNA, question="q1")) == WHOLE
    assert gives(store, replace(ANNA, question="q2")) == []
    assert gives(store, replace(ANNA, question="")) == []


def test_whoever_asked_reads_it_at_a_door_and_so_does_the_owner_and_nobody_else(store: Store) -> None:
    of_nobody = [
        fetched(
            f"statistics/ssb/{n}", "5 kr", asker=who.id, access=[*PRICES.document.access, "anonymous", ""]
        )
        for n, who in enumerate(NAMELESS)
    ]
    fetch(store, PRICES, *of_nobody)

    assert (gives(store, ANNA), gives(store, EVERYTHING)) == (WHOLE, WHOLE)
    assert gives(store, BERIT) == gives(store, replace(BERIT, question="q1")) == []
    for each in of_nobody:
        assert gives(store, EVERYTHING, each.document.id) == WHOLE
        assert [gives(store, Scope(who), each.document.id) for who in NAMELESS] == [[], [], []]


def test_the_owners_own_question_reads_only_what_it_fetched(store: Store) -> None:
    fetch(store, PRICES)

    assert gives(store, replace(EVERYTHING, question="q1")) == WHOLE
    assert gives(store, replace(EVERYTHING, question="q2")) == []


def test_filters_of_a_question_leave_it_readable(store: Store) -> None:
    """They are about what a search may find; nobody finds this."""
    fetch(store, PRICES)
    narrow = replace(ANNA, packs=("hr",), languages=("nb",), since="2030", as_of="1999-01-01")

    assert gives(store, narrow) == WHOLE


def test_nothing_finds_lists_or_counts_it(store: Store) -> None:
    put(store, incoming("r/open", "prices 2024", access=["staff"]))
    scopes = (ANNA, EVERYTHING, replace(ANNA, question="q1"))

    def told() -> list[object]:
        seen: list[object] = []
        for scope in scopes:
            with store.reading(scope) as reader:
                seen += [
                    list(reader.heads()),
                    list(reader.removed()),
                    list(reader.reports()),
                    reader.packs(),
                    dict(reader.pack_sizes()),
                    reader.collection(),
                    reader.languages(),
                    reader.embedded(),
                    reader.document_frequencies(["en:prices", "=2024", "=2024:"]),
                    reader.named(["prices", "statistics/ssb/14700", "14700"]),
                    reader.matching(["en:prices", "=2024"]),
                    reader.keys_of(ID),
                ]
        return [*seen, dict(store.known("statistics")), dict(store.packs()), list(store.stored_passages([]))]

    before = told()
    fetch(store, PRICES)

    assert told() == before


def test_only_its_one_version_is_there(store: Store) -> None:
    fetch(store, PRICES)

    with store.reading(ANNA) as reader:
        assert [reader.text(ID, version) is not None for version in (None, 0, 1, 2)] == [
            True,
            False,
            True,
            False,
        ]


def test_documents_and_what_was_fetched_are_read_by_id_together(store: Store) -> None:
    put(store, incoming("r/open", "word", access=["staff"]), incoming("r/shut", "word", access=["hr"]))
    opened, shut = (document_id("documents", source) for source in ("r/open", "r/shut"))
    fetch(store, PRICES)

    with store.reading(ANNA) as reader:
        found = reader.heads_of(
            [opened, ID, shut, DocumentId("nowhere"), DocumentId("\udcff"), DocumentId("\0")]
        )

    assert sorted(found) == sorted([opened, ID])


def test_an_access_list_that_is_narrowed_closes_it_to_whoever_fetched_it(store: Store) -> None:
    deals = fetched("tables/deals/1", "5 kr", asker="anna", access=["staff"], kind="table")
    other = fetched("tables/dealsmen/1", "5 kr", asker="anna", access=["staff"], kind="table")
    fetch(store, deals, other)

    with store.keeping("test") as keeper:
        assert keeper.narrow_fetched("tables/deals/", frozenset({"hr"})) == 1
        assert keeper.narrow_fetched("tables/deals/", frozenset({"hr"})) == 0

    assert gives(store, ANNA, deals.document.id) == []
    assert (gives(store, EVERYTHING, deals.document.id), gives(store, ANNA, other.document.id)) == (
        WHOLE,
        WHOLE,
    )
    assert gives(store, Scope(Principal.signed_in("anna", ["hr"])), deals.document.id) == WHOLE
    assert gives(store, Scope(Principal.signed_in("berit", ["hr"])), deals.document.id) == []


def test_what_is_kept_already_stays_as_it_is(store: Store) -> None:
    fetch(store, PRICES, replace(PRICES, asker="berit", record="changed", bodies=(b"new",)))

    with store.reading(EVERYTHING) as reader:
        assert reader.fetched(ID) == PRICES


def test_the_owner_is_told_what_is_kept_the_oldest_first(store: Store) -> None:
    deals = fetched("tables/deals/1", "5 kr", kind="table", at="2025-12-31T00:00:00Z", title="Deals")
    fetch(store, PRICES, deals)

    first, second = store.fetched()

    assert (first.id, first.kind, first.title, first.size_bytes) == (deals.document.id, "table", "Deals", 6)
    size = len(PRICES.document.text) + len(PRICES.record) + sum(map(len, PRICES.bodies))
    assert second == FetchedHead(
        ID, "statistics", "statistics/ssb/14700", "Prices", "q1", "anna", PRICES.fetched_at, size
    )


def test_a_sweep_keeps_what_is_newer_and_what_a_stored_run_was_shown(store: Store) -> None:
    old, quoted, new = (
        fetched(f"statistics/ssb/{name}", "5 kr", at=at)
        for name, at in (("old", "2026-01-01"), ("quoted", "2026-01-01"), ("new", "2026-02-01T00:00:00Z"))
    )
    fetch(store, old, quoted, new)
    keep(store, turn("a", shown=[quoted.document.id]))

    with store.keeping("test") as keeper:
        assert keeper.sweep_fetched("2026-02-01T00:00:00Z") == 1
        assert keeper.sweep_fetched("2026-02-01T00:00:00Z") == 0

    assert {each.source for each in store.fetched()} == {quoted.document.source, new.document.source}
    assert gives(store, EVERYTHING, old.document.id) == []


def test_it_is_held_for_runs_and_goes_with_the_last_one_that_was_shown_it(store: Store) -> None:
    fetch(store, PRICES)
    with store.keeping("test") as keeper:
        assert keeper.not_held([ID, DocumentId("nowhere")]) == {"nowhere"}
    keep(store, turn("a", shown=[ID]), turn("b", "d", shown=[ID]), turn("c", "e"))

    with store.keeping("test") as keeper:
        keeper.remove(["a", "c"])
    assert gives(store, ANNA) == WHOLE
    keep(store, turn("f", "f"))
    with store.keeping("test") as keeper:
        keeper.keep_newest(1)

    assert gives(store, EVERYTHING) == []
    assert list(store.fetched()) == []


def test_a_run_that_goes_whole_with_a_document_takes_what_it_alone_was_shown_along(store: Store) -> None:
    put(store, incoming("r/open", "word"))
    opened = document_id("documents", "r/open")
    fetch(store, PRICES)
    keep(store, turn("a", shown=[opened, ID]))

    store.forget(opened)

    assert list(store.fetched()) == []


def test_what_no_run_was_shown_stays_when_runs_go(store: Store) -> None:
    fetch(store, PRICES)
    keep(store, turn("a"))

    with store.keeping("test") as keeper:
        keeper.remove(["a"])

    assert gives(store, ANNA) == WHOLE


def test_it_is_forgotten_as_a_document_is(store: Store) -> None:
    fetch(store, PRICES)
    keep(store, turn("a", shown=[ID]), turn("b", "d"))

    forgotten = store.forget(ID, lambda record: (record.upper(), 2))

    assert (forgotten.document, forgotten.versions, forgotten.passages, forgotten.quotations) == (ID, 1, 2, 2)
    assert [record(store, id) for id in "ab"] == ["RECORD A", "record b"]
    assert (list(store.touched()), list(store.fetched()), gives(store, EVERYTHING)) == ([], [], [])
    with pytest.raises(UnknownDocument):
        store.forget(ID)


def test_a_transaction_that_fails_keeps_nothing_of_it(store: Store) -> None:
    keep(store, turn("a", asker="berit"))

    def fails() -> None:
        with store.keeping("test") as keeper:
            keeper.keep_fetched(PRICES)
            keeper.keep(turn("b", asker="anna"))

    with pytest.raises(UnknownRun):
        fails()

    assert list(store.fetched()) == []
