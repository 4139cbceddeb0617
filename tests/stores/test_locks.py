"""One writer at a time, by name: who waits, who is told, and that nothing is left beside the library."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from belegg.errors import StoreBusy
from belegg.stores.engine.roles import AT_ONCE, ROLES, WRITER, Patience
from belegg.stores.sqlite import SqliteStore
from belegg.stores.sqlite.lock import only_one
from belegg.testing import incoming


def left(path: Path) -> list[str]:
    """What lies beside the library, without its name."""
    return sorted(f.name.removeprefix(path.name) for f in path.parent.iterdir() if f != path)


@pytest.mark.req("ING-12")
def test_a_second_ingest_is_told_whom_it_waits_for_and_then_what_to_do(path: Path) -> None:
    first, said = SqliteStore(path), list[str]()
    second = Patience(0.05, said.append, tell_after_s=0)

    with (
        first.ingesting("ingest handbook"),
        pytest.raises(StoreBusy, match=r"0\.05 s; run this again when it has ended, or wait longer"),
        only_one(path, "ingest", "ingest wiki", second),
    ):
        pytest.fail("two ingests ran at once")

    assert said == [
        f"`{path}` is being written to by `ingest handbook` (process {os.getpid()}); waiting for it, "
        "0.05 s at most"
    ]
    with SqliteStore(path, wait_s=0).ingesting("ingest wiki"):
        pass


def test_who_gets_the_lock_at_once_is_told_nothing(path: Path) -> None:
    said: list[str] = []
    with only_one(path, WRITER, "test", Patience(1.0, said.append, tell_after_s=0)):
        pass

    assert said == []


def test_a_closed_library_has_nothing_beside_it(path: Path) -> None:
    store = SqliteStore(path)
    with store.ingesting("test"), store.writing("test") as writer:
        writer.add(incoming("r/a", "word"))
        assert "-writer" in left(path)
        assert "-ingest" in left(path)
    store.compact()
    assert {f"-{role}" for role in ROLES}.isdisjoint(left(path))
    store.close()

    assert left(path) == []


@pytest.mark.req("ING-12")
def test_one_that_is_stopped_by_the_keyboard_leaves_nothing_beside_the_library(path: Path) -> None:
    script = """
import signal, sys, os
from pathlib import Path
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming
signal.signal(signal.SIGINT, signal.default_int_handler)
store = SqliteStore(Path(sys.argv[1]))
try:
    with store.ingesting("test"), store.writing("test") as writer:
        writer.add(incoming("r/a", "word"))
        print("writing", flush=True)
        signal.pause()
finally:
    store.close()
"""
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"writing\n"
        process.send_signal(signal.SIGINT)
        process.wait()

    assert left(path) == []


def test_threads_and_files_that_come_and_go_never_let_two_in(path: Path) -> None:
    inside: list[int] = []
    most: list[int] = []
    turns: list[int] = []

    def take_turns(number: int) -> None:
        for _ in range(60):
            with only_one(path, WRITER, f"turn {number}", Patience(60.0)):
                inside.append(number)
                most.append(len(inside))
                inside.remove(number)
                turns.append(number)

    threads = [threading.Thread(target=take_turns, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (max(most), len(turns)) == (1, 240)
    assert left(path) == []


def test_a_lock_whose_file_somebody_deleted_does_not_delete_the_next_ones(path: Path) -> None:
    file = path.with_name("library.db-writer")
    with only_one(path, WRITER, "first", AT_ONCE):
        file.unlink()
        with only_one(path, WRITER, "second", AT_ONCE):
            pass
        file.write_text("a third one's")

    assert file.read_text() == "a third one's"


def test_a_link_in_the_place_of_the_lock_is_not_followed(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("not ours")
    path.with_name("library.db-writer").symlink_to(other)

    with pytest.raises(Exception, match="cannot be written to"), only_one(path, WRITER, "test", AT_ONCE):
        pytest.fail("a link was followed")

    assert other.read_text() == "not ours"
