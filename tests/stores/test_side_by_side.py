"""Readers and writers side by side: who waits, who is told, and what each of them sees."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from belegg.errors import StoreBusy
from belegg.records import Principal, Scope
from belegg.stores.engine.sizes import Sizes
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming
from stores.library_file import EVERYTHING, WORD, add, found


def test_a_second_writer_waits_and_is_then_told_who_writes(path: Path) -> None:
    first, second = SqliteStore(path), SqliteStore(path, wait_s=0.05)

    with first.writing("ingest handbook"):
        with pytest.raises(StoreBusy, match=rf"by `ingest handbook` \(process {os.getpid()}\)"):
            add(second, "r/b")
        assert found(second) == 0
    add(second, "r/b")

    assert found(first) == 1


def test_a_writer_that_waits_long_enough_gets_its_turn(path: Path) -> None:
    first, second = SqliteStore(path), SqliteStore(path, wait_s=30)
    waiting = threading.Thread(target=add, args=(second, "r/b"))

    with first.writing("test") as writer:
        waiting.start()
        writer.add(incoming("r/a", "word"))
    waiting.join()

    assert found(first) == 2


def test_a_writer_that_died_holds_nobody_up(path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from belegg.stores.sqlite import SqliteStore\n"
        "with SqliteStore(Path(sys.argv[1])).writing('dying'): os._exit(9)"
    )
    died = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert died.returncode == 9

    add(SqliteStore(path, wait_s=0), "r/a")


def test_what_one_process_wrote_another_one_sees(path: Path) -> None:
    store = SqliteStore(path)
    assert found(store) == 0
    script = (
        "import sys; from pathlib import Path; from belegg.stores.sqlite import SqliteStore\n"
        "from belegg.testing import incoming\n"
        "with SqliteStore(Path(sys.argv[1])).writing('other') as w: w.add(incoming('r/a', 'word'))"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=True)

    assert found(store) == 1
    add(store, "r/b")
    assert found(store) == 2


def test_many_threads_read_while_one_writes(path: Path) -> None:
    small = Sizes(most_fresh=8, inverted=16, merged=2, smallest_tier=16, slice_postings=50, cleared_rows=50)
    store = SqliteStore(path, sizes=small)
    wrong: list[object] = []
    states: set[int] = set()
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            try:
                with store.reading(EVERYTHING) as reader:
                    keys = [candidate.key for candidate in reader.by_words(WORD, 1_000)]
                    same = (len(keys), reader.collection().passages, len(reader.passages(keys)))
                states.add(same[0])
                if len(set(same)) != 1 or same[0] % 3:
                    wrong.append(same)
            except BaseException as error:  # noqa: BLE001 - a thread's error would be lost otherwise
                wrong.append(error)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(40):
        add(store, *(f"r/{(number * 3 + n) % 60}" for n in range(3)))
    done.set()
    for thread in threads:
        thread.join()

    assert wrong == []
    assert len(states) > 3, "nothing was read between the writes"


def test_readers_may_be_nested_in_one_thread(path: Path) -> None:
    store = SqliteStore(path)
    add(store, "r/a")

    with store.reading(EVERYTHING) as outer, store.reading(Scope(Principal("x", frozenset()))) as inner:
        assert len(outer.by_words(WORD, 10)) == 1
        assert len(inner.by_words(WORD, 10)) == 0
