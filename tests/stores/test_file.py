"""The one file: copied whole, open to its owner alone, changed by no reading, read where no one can write."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from belegg.errors import StoreReadOnly
from belegg.stores.sqlite import SqliteStore
from belegg.stores.sqlite.connection import to_write
from stores.library_file import EVERYTHING, WORD, add, found, made


@pytest.mark.req("FAC-5")
def test_a_library_is_one_file_that_can_be_copied(path: Path, tmp_path: Path) -> None:
    made(path)
    assert not path.with_name("library.db-wal").exists()

    copy = tmp_path / "elsewhere" / "copy.db"
    copy.parent.mkdir()
    copy.write_bytes(path.read_bytes())

    assert found(SqliteStore(copy)) == 1


def bare_copy(path: Path, folder: Path) -> SqliteStore:
    """The one file, copied without what lies beside it."""
    folder.mkdir()
    copy = folder / "copy.db"
    copy.write_bytes(path.read_bytes())
    return SqliteStore(copy)


@pytest.mark.req("FAC-5")
def test_a_settled_file_is_whole_alone_though_others_have_it_open(path: Path, tmp_path: Path) -> None:
    writing, other = SqliteStore(path), SqliteStore(path)
    add(writing, "r/a", "r/b")
    before = found(bare_copy(path, tmp_path / "before"))

    assert writing.settle()

    assert before == 0
    assert path.with_name("library.db-wal").stat().st_size == 0
    assert found(bare_copy(path, tmp_path / "after")) == found(other) == 2


@pytest.mark.req("FAC-5")
def test_an_ingest_and_an_embedding_leave_the_file_settled(path: Path, tmp_path: Path) -> None:
    writing, _other = SqliteStore(path), SqliteStore(path)

    with writing.ingesting("test"):
        add(writing, "r/a")
    with writing.embedding("test"):
        add(writing, "r/b")

    assert found(bare_copy(path, tmp_path / "after")) == 2


def test_settling_gives_way_to_who_reads_and_to_who_writes(path: Path) -> None:
    writing, other = SqliteStore(path), SqliteStore(path)
    add(writing, "r/a")

    with other.reading(EVERYTHING):
        add(writing, "r/b")
        while_read = writing.settle()
    with other.writing("test"):
        while_written = writing.settle()

    assert (while_read, while_written) == (False, False)
    assert writing.settle()
    assert found(writing) == 2


def test_only_the_owner_of_the_file_may_read_it(path: Path) -> None:
    old = os.umask(0)
    try:
        store = SqliteStore(path)
        add(store, "r/a")
    finally:
        os.umask(old)

    beside = list(path.parent.iterdir())
    assert len(beside) >= 3
    assert {stat.S_IMODE(file.stat().st_mode) for file in beside} == {0o600}


def test_reading_changes_no_byte(path: Path) -> None:
    made(path)
    before = path.read_bytes()
    store = SqliteStore(path)
    with store.reading(EVERYTHING) as reader:
        keys = reader.matching(["en:word"])
        reader.by_words(WORD, 10)
        reader.sequences(keys)
        reader.passages(keys)
        reader.similar_terms("en:words", 0.3, 5)
        list(reader.heads())
    assert all(checked.sound for checked in store.health())
    store.close()

    assert path.read_bytes() == before
    assert not path.with_name("library.db-writer").exists()


def test_a_folder_that_is_not_there_is_one_plain_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreReadOnly, match="nowhere"):
        SqliteStore(tmp_path / "nowhere" / "library.db")


def test_the_writing_connection_waits_for_the_disk_at_each_commit(path: Path) -> None:
    made(path)
    connection = to_write(path)

    assert connection.pragma("synchronous") == 2
    assert connection.pragma("journal_mode") == "wal"
    assert connection.pragma("trusted_schema") == 0


def test_a_read_only_file_system_can_be_searched_and_not_written_to(small_disk: Path) -> None:
    made(small_disk / "library.db")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)

    store = SqliteStore(small_disk / "library.db")
    assert found(store) == 1
    assert all(checked.sound for checked in store.health())
    with pytest.raises(StoreReadOnly, match="cannot be written to"):
        add(store, "r/b")
    store.close()


def test_unfinished_writes_on_a_read_only_file_system_are_not_passed_over(small_disk: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from belegg.stores.sqlite import SqliteStore\n"
        "from belegg.testing import incoming\n"
        "with SqliteStore(Path(sys.argv[1])).writing('other') as w: w.add(incoming('r/a', 'word'))\n"
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", script, str(small_disk / "library.db")], check=True)
    (small_disk / "library.db-shm").unlink()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)

    with pytest.raises(StoreReadOnly, match="copy all of its files"):
        SqliteStore(small_disk / "library.db")
