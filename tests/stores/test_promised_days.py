"""What every store promises of a scope's day: what was not valid on it is absent as by any other filter."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from belegg.records import OWNER, OnTheDay, Pack, Scope
from belegg.seams import Incoming, Store
from belegg.testing import incoming
from stores.stocked import STAFF, put, sources

DAY = "2025-06-01"
TODAY = datetime.now(UTC).date()
YESTERDAY, TOMORROW = ((TODAY + timedelta(days=n)).isoformat() for n in (-1, 1))


def dated(source: str, *facts: tuple[str, str], text: str = "word", pack: str = "documents") -> Incoming:
    return incoming(source, text, facts=facts, pack=pack)


def valid(store: Store, day: str, **filters: tuple[str, ...]) -> list[str]:
    """The sources that a list names on a day; a search must find the same."""
    with store.reading(Scope(OWNER, as_of=day, **filters)) as reader:  # type: ignore[arg-type]
        listed = sources(reader)
        keys = reader.matching(["en:word"])
        found = reader.heads_of(reader.documents_of(keys))
    assert sorted(head.source for head in found.values()) == listed
    return listed


def told(store: Store, day: str, scope: Scope = Scope(OWNER)) -> OnTheDay:  # noqa: B008 - a frozen value
    with store.reading(Scope(scope.principal, packs=scope.packs, as_of=day)) as reader:
        outcome = reader.on_the_day()
    assert outcome is not None
    return outcome


@pytest.mark.req("ING-3", "SEA-6")
@pytest.mark.parametrize(
    ("facts", "is_valid"),
    [
        ([("in_force", "2025-06-01")], True),
        ([("in_force", "2025-06-02")], False),
        ([("in_force", "2025-07-01"), ("published", "2025-01-01")], False),
        ([("published", "2025-06-01")], True),
        ([("published", "2025-06-02")], False),
        ([("in_force", "2020-01-01"), ("updated", "2026-01-01")], True),
        ([("in_force", "2020-01-01"), ("valid_to", "2025-06-01")], True),
        ([("in_force", "2020-01-01"), ("valid_to", "2025-05-31")], False),
        ([("in_force", "2020-01-01"), ("repealed", "2025-06-01")], False),
        ([("in_force", "2020-01-01"), ("repealed", "2025-06-02")], True),
        ([("valid_to", "2025-05-31")], False),
        ([("valid_to_as_written", "until further notice")], True),
        ([("published", "2025-01-01"), ("in_force_as_written", "Kongen bestemmer")], False),
        ([("published", "2020-01-01"), ("status", "Erstattet")], True),
        ([], True),
    ],
)
def test_a_document_is_valid_from_its_first_day_to_its_last(
    store: Store, facts: list[tuple[str, str]], is_valid: bool
) -> None:
    put(store, dated("r/a", *facts), dated("r/b", ("published", "2024-01-01")))

    assert valid(store, DAY) == (["r/a", "r/b"] if is_valid else ["r/b"])


def test_what_its_status_calls_replaced_is_over_from_the_day_it_was_taken_in(store: Store) -> None:
    put(store, dated("r/a", ("published", "2020-01-01"), ("status", "repealed")))

    assert valid(store, YESTERDAY) == ["r/a"]
    assert valid(store, TODAY.isoformat()) == []


def test_documents_without_a_date_take_part_and_are_counted(store: Store) -> None:
    put(
        store,
        dated("r/a"),
        dated("r/b", ("updated", "2026-01-01")),
        dated("r/c", ("published", "2024-01-01")),
    )

    assert valid(store, DAY) == ["r/a", "r/b", "r/c"]
    assert told(store, DAY) == OnTheDay(DAY, 2, ())


@pytest.mark.req("ING-12")
def test_a_document_that_had_an_earlier_text_that_day_is_left_out_and_named(store: Store) -> None:
    put(store, dated("r/a", ("published", "2024-01-01"), text="word one"))
    put(store, dated("r/a", ("published", "2025-01-01"), text="word two"))
    put(store, dated("r/a", ("published", "2026-01-01"), text="word three"))

    assert valid(store, DAY) == []
    assert [(one.source, one.version) for one in told(store, DAY).left_out] == [("r/a", 2)]
    assert [(one.source, one.version) for one in told(store, "2024-12-31").left_out] == [("r/a", 1)]
    assert valid(store, "2026-01-01") == ["r/a"]
    assert told(store, "2023-01-01").left_out == ()


@pytest.mark.req("ING-12")
def test_versions_without_a_date_count_from_the_day_they_were_taken_in(store: Store) -> None:
    put(store, dated("r/a", text="word one"))
    put(store, dated("r/a", text="word two"))

    assert valid(store, TOMORROW) == ["r/a"]
    assert valid(store, YESTERDAY) == []
    assert [(one.source, one.version) for one in told(store, YESTERDAY).left_out] == [("r/a", 1)]


@pytest.mark.req("ING-12", "SEA-4")
def test_a_version_that_the_asker_may_not_read_is_as_if_it_had_never_been(store: Store) -> None:
    put(store, incoming("r/a", "word one", access=["board"], facts=[("published", "2024-01-01")]))
    put(store, incoming("r/a", "word two", access=["staff"], facts=[("published", "2026-01-01")]))

    assert told(store, DAY, STAFF) == OnTheDay(DAY, 0, ())
    assert [one.version for one in told(store, DAY).left_out] == [1]


def test_what_comes_into_force_on_no_day_is_left_out_and_named_with_its_words(store: Store) -> None:
    words = ("in_force_as_written", "Kongen bestemmer")
    put(store, dated("r/a", words), dated("r/b", words, ("published", "2025-06-02")))

    assert valid(store, DAY) == []
    assert [(o.source, o.version, o.starts) for o in told(store, DAY).left_out] == [
        ("r/a", None, "Kongen bestemmer")
    ]


@pytest.mark.req("SEA-4")
def test_only_what_the_asker_may_read_and_the_other_filters_leave_is_told(store: Store) -> None:
    put(store, dated("r/a"), dated("r/b", pack="other"), incoming("r/c", "word", access=["staff"]))
    with store.writing("test") as writer:
        writer.set_pack(Pack("other", on=False))

    assert told(store, DAY).undated == 2
    assert told(store, DAY, STAFF).undated == 1
    assert told(store, DAY, Scope(OWNER, packs=("documents",))).undated == 2


def test_a_scope_without_a_day_tells_of_none(store: Store) -> None:
    put(store, dated("r/a"))

    with store.reading(Scope(OWNER)) as reader:
        assert reader.on_the_day() is None
