"""What was fetched for one question, in the file: packed, backed up, whole after a crash, gone for good."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import apsw
import pytest

from belegg.records import Principal, Scope
from belegg.records.runs import Touched
from belegg.records.turns import Turn, TurnHead
from belegg.seams import Store
from belegg.stores.sqlite import SqliteStore
from belegg.testing import fetched
from stores.library_file import EVERYTHING, add, found
from stores.test_backups_and_erasing import CANARY, all_bytes
from stores.test_crash import Interrupted, stopping_at

pytestmark = pytest.mark.req("STA-4")

FIGURES = fetched(
    f"statistics/ssb/{CANARY}",
    f"{CANARY}: 131.8",
    question=f"{CANARY}-question",
    asker=f"{CANARY}-anna",
    title=CANARY,
    access=[CANARY],
    record=f'{{"table": "{CANARY}"}}',
    bodies=[CANARY.encode(), b"131.8, 136.0\n" * 10_000],
)
ID = FIGURES.document.id


def fetch(store: Store) -> None:
    with store.keeping("test") as keeper:
        keeper.keep_fetched(FIGURES)


def test_a_body_takes_the_room_that_is_left_of_it_when_it_is_packed(path: Path) -> None:
    store = SqliteStore(path)
    before = path.stat().st_size

    fetch(store)
    store.settle()

    assert store.fetched()[0].size_bytes > 130_000
    assert path.stat().st_size - before < 40_000


def test_a_backup_holds_it_whole(path: Path, tmp_path: Path) -> None:
    store = SqliteStore(path)
    fetch(store)
    store.backup(tmp_path / "backup.db")

    with SqliteStore(tmp_path / "backup.db").reading(EVERYTHING) as reader:
        assert reader.fetched(ID) == FIGURES


def test_compact_keeps_it_and_the_list_that_opens_it(path: Path) -> None:
    store = SqliteStore(path)
    fetch(store)
    store.compact()

    with store.reading(Scope(Principal(FIGURES.asker, frozenset({CANARY})))) as reader:
        assert reader.fetched(ID) == FIGURES


@pytest.mark.parametrize("leave", ["forget", "sweep", "its run goes"])
def test_no_byte_of_it_is_left_when_it_goes(path: Path, leave: str) -> None:
    store = SqliteStore(path)
    add(store, *(f"r/{n}" for n in range(30)))
    fetch(store)
    assert CANARY.encode() in all_bytes(path)

    if leave == "forget":
        store.forget(ID)
    elif leave == "sweep":
        with store.keeping("test") as keeper:
            assert keeper.sweep_fetched("2027") == 1
        store.settle()
    else:
        head = TurnHead("a", "c", 0, "", "2026-01-01T00:00:00Z", "Why?", "verified", None, "")
        with store.keeping("test") as keeper:
            keeper.keep(Turn(head, "{}", (Touched(ID, 1, True),)))
            assert keeper.sweep_fetched("2027") == 0
            keeper.keep_newest(0)
        store.settle()

    assert CANARY.encode() not in all_bytes(path)
    assert found(store) == 30
    assert all(checked.sound for checked in store.health())


@pytest.mark.parametrize("step", ["before commit", "after commit"])
def test_who_dies_while_it_is_kept_leaves_all_of_it_or_nothing(path: Path, step: str) -> None:
    SqliteStore(path).close()
    stopped = SqliteStore(path, step=stopping_at(step))
    with pytest.raises(Interrupted):
        fetch(stopped)
    stopped.close()

    store = SqliteStore(path)

    with store.reading(EVERYTHING) as reader:
        assert reader.fetched(ID) == (FIGURES if step == "after commit" else None)
    assert all(checked.sound for checked in store.health())


def test_it_is_kept_while_an_ingest_writes(path: Path) -> None:
    store = SqliteStore(path)
    add(store, "r/a")
    with store.ingesting("ingest"):
        fetch(SqliteStore(path, wait_s=0.1))

    with store.reading(EVERYTHING) as reader:
        assert reader.fetched(ID) == FIGURES


def test_bodies_that_belong_to_nothing_are_told_by_health(path: Path) -> None:
    store = SqliteStore(path)
    fetch(store)
    with closing(apsw.Connection(str(path))) as damaged:
        damaged.execute("DELETE FROM fetched")

    unsound = [checked for checked in store.health() if not checked.sound]

    assert [checked.text for checked in unsound] == ["2 bodies without what was fetched"]


def test_a_question_does_not_make_the_scope_anew(path: Path) -> None:
    """What was summed over all documents for one question serves the next."""
    store = SqliteStore(path)
    add(store, "r/a")
    numbers = count()

    for question in ("one", "two"):
        with store.reading(replace(EVERYTHING, question=question)) as reader:
            assert reader.once("a number", lambda: next(numbers)) == 0
