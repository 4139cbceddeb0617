"""Killed at any moment: nothing acknowledged is lost, nothing is half there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from belegg.errors import StoreFull
from belegg.records import OWNER, Scope, document_id
from belegg.stores.engine.sizes import Sizes
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming
from belegg.testing.postgres_server import OTHER_SERVER, installed
from extras import needs
from stores.stocked import analysing

HARNESS = Path(__file__).with_name("crash_harness.py")
SMALL = Sizes(most_fresh=2, inverted=3, merged=2, smallest_tier=4, slice_postings=40, cleared_rows=7)


class Interrupted(Exception):
    """What a step raises here in the place of the end of the process."""


def stopping_at(step: str, occurrence: int = 1) -> Callable[[str], None]:
    seen = 0

    def reached(name: str) -> None:
        nonlocal seen
        seen += name == step
        if name == step and seen == occurrence:
            raise Interrupted(step)

    return reached


def filled(path: Path) -> SqliteStore:
    store = SqliteStore(path, sizes=SMALL)
    for number in range(9):
        with store.writing("test") as writer:
            writer.add(incoming(f"r/{number}", f"word{number} word", "more words", names=[f"name {number}"]))
    return store


def words_found(store: SqliteStore) -> int:
    with store.reading(Scope(OWNER)) as reader:
        return len(reader.matching(["en:word"]))


def unsound(store: SqliteStore) -> list[str]:
    return [checked.name for checked in store.health() if not checked.sound]


def killed(folder: Path, kills: int, *options: str, dsn: str = "") -> dict[str, Any]:
    command = [sys.executable, str(HARNESS), str(folder), "--kills", str(kills), *options]
    given = os.environ | ({"BELEGG_CRASH_DSN": dsn} if dsn else {})
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=given)
    assert done.stdout, done.stderr
    outcome: dict[str, Any] = json.loads(done.stdout)
    return outcome


@pytest.mark.req("FAC-5", "ING-12")
def test_25_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    outcome = killed(tmp_path, 25)

    assert outcome["wrong"] == []
    assert outcome["kills"] == 25
    assert outcome["acknowledged"] > 25


@pytest.mark.req("FAC-5", "ING-12")
def test_kills_lose_nothing_that_postgresql_acknowledged(tmp_path: Path, postgres: Callable[[], str]) -> None:
    outcome = killed(tmp_path, 8, "--postgres", dsn=postgres())

    assert (outcome["wrong"], outcome["kills"]) == ([], 8)


@pytest.mark.req("FAC-5", "ING-12")
def test_servers_that_die_under_a_process_lose_nothing_that_it_was_told_is_kept(tmp_path: Path) -> None:
    needs("postgres")
    if os.environ.get(OTHER_SERVER) or installed() is None:
        pytest.skip("only a server that the test started itself is killed")
    outcome = killed(tmp_path, 3, "--postgres", "--server")

    assert (outcome["wrong"], outcome["kills"]) == ([], 3)
    assert outcome["acknowledged"] > 3


def test_an_interrupted_forget_says_that_traces_may_be_left_and_compact_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    filled(path).close()
    stopped = SqliteStore(path, sizes=SMALL, step=stopping_at("after commit"))
    with pytest.raises(Interrupted):
        stopped.forget(document_id("documents", "r/3"))
    stopped.close()

    store = SqliteStore(path, sizes=SMALL)

    assert words_found(store) == 8
    assert unsound(store) == ["traces"]
    store.compact()
    assert unsound(store) == []
    assert words_found(store) == 8
    assert b"word3" not in path.read_bytes()


@pytest.mark.parametrize("occurrence", range(1, 9))
def test_an_interrupted_analysis_leaves_the_old_index_or_the_new_one(tmp_path: Path, occurrence: int) -> None:
    path = tmp_path / "library.db"
    filled(path).close()

    stopped = SqliteStore(path, sizes=SMALL, step=stopping_at("before commit", occurrence))
    try:
        stopped.replace_terms(analysing(stopped, "nb"))
    except Interrupted:
        assert unsound(stopped) == []
    stopped.close()

    store = SqliteStore(path, sizes=SMALL)
    assert unsound(store) == []
    with store.reading(Scope(OWNER)) as reader:
        assert sorted((len(reader.matching(["en:word"])), len(reader.matching(["no:word"])))) == [0, 9]
    assert store.replace_terms(analysing(store, "nb")) == 18
    with store.reading(Scope(OWNER)) as reader:
        assert len(reader.matching(["no:word"])) == 9


@pytest.mark.parametrize("occurrence", [1, 2, 3, 5])
def test_an_interrupted_merge_is_done_again(tmp_path: Path, occurrence: int) -> None:
    path = tmp_path / "library.db"
    first = SqliteStore(path, sizes=SMALL)
    with first.writing("test") as writer:
        writer.add(incoming("r/a", "word", "word", "word", "word"))
    first.close()

    stopped = SqliteStore(path, sizes=SMALL, step=stopping_at("slice merged", occurrence))
    try:
        for number in range(4):
            with stopped.writing("test") as writer:
                writer.add(incoming(f"r/{number}", "word", "word", "word"))
    except Interrupted:
        pass
    stopped.close()

    store = SqliteStore(path, sizes=SMALL)
    before = words_found(store)
    assert unsound(store) == []
    store.compact()
    assert unsound(store) == []
    assert words_found(store) == before


def test_a_backup_that_was_interrupted_leaves_no_file(tmp_path: Path) -> None:
    filled(tmp_path / "library.db").close()
    stopped = SqliteStore(tmp_path / "library.db", step=stopping_at("library copied"))

    with pytest.raises(Interrupted):
        stopped.backup(tmp_path / "backup.db")

    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("backup")] == []


FULL = """
import resource, sys
from pathlib import Path
from belegg.errors import StoreFull
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming

store = SqliteStore(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
for number in range(10_000):
    try:
        with store.writing("test") as writer:
            writer.add(incoming(f"r/{number}", *[f"word{number} some text {n}" * 20 for n in range(20)]))
    except StoreFull as full:
        print(number, full)
        break
"""


@pytest.mark.parametrize("limit", [500_000, 700_001, 1_500_000])
def test_a_full_disk_is_one_plain_sentence_and_loses_nothing(tmp_path: Path, limit: int) -> None:
    path = tmp_path / "library.db"
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(path), str(limit)], capture_output=True, text=True, check=True
    )
    stored, sentence = done.stdout.split(" ", 1)

    assert int(stored) > 3
    assert sentence.count("\n") == 1
    assert "disk" in sentence
    assert "nothing that was acknowledged is lost" in sentence
    store = SqliteStore(path)
    assert unsound(store) == []
    with store.reading(Scope(OWNER)) as reader:
        assert len(list(reader.heads())) == int(stored)
    with store.writing("test") as writer:
        writer.add(incoming("r/after", "word"))


def test_a_small_disk_that_is_full_is_one_plain_sentence_and_loses_nothing(small_disk: Path) -> None:
    store = SqliteStore(small_disk / "library.db")
    stored = 0

    def store_more() -> None:
        nonlocal stored
        for number in range(10_000):
            with store.writing("test") as writer:
                writer.add(incoming(f"r/{number}", *["word some text" * 50 for _ in range(20)]))
            stored += 1

    with pytest.raises(StoreFull, match="nothing that was acknowledged is lost"):
        store_more()
    store.close()

    again = SqliteStore(small_disk / "library.db")
    assert unsound(again) == []
    with again.reading(Scope(OWNER)) as reader:
        assert len(list(reader.heads())) == stored
    again.close()
