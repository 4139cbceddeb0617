"""The one file: who may read it, what is refused, waiting writers, threads, backups, erasing."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from belegg.errors import (
    BadInput,
    MigrationNeeded,
    NotALibrary,
    StoreBusy,
    StoreError,
    StoreReadOnly,
    StoreUnhealthy,
)
from belegg.records import OWNER, Alternative, Concept, Principal, Scope, document_id
from belegg.stores.sqlite import SqliteStore
from belegg.stores.sqlite.connection import to_write
from belegg.stores.sqlite.sizes import Sizes
from belegg.testing import incoming

EVERYTHING = Scope(OWNER)
WORD = [Concept("word", (Alternative(("en:word",), 1.0),))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.db"


def add(store: SqliteStore, *sources: str, text: str = "word") -> None:
    with store.writing("test") as writer:
        for source in sources:
            writer.add(incoming(source, text))


def made(path: Path) -> Path:
    """A closed library of one document."""
    store = SqliteStore(path)
    add(store, "r/a")
    store.close()
    return path


def found(store: SqliteStore) -> int:
    with store.reading(EVERYTHING) as reader:
        return len(reader.by_words(WORD, 1_000))


# ---------------------------------------------------------------- the file


@pytest.mark.req("FAC-5")
def test_a_library_is_one_file_that_can_be_copied(path: Path, tmp_path: Path) -> None:
    made(path)
    assert not path.with_name("library.db-wal").exists()

    copy = tmp_path / "elsewhere" / "copy.db"
    copy.parent.mkdir()
    copy.write_bytes(path.read_bytes())

    assert found(SqliteStore(copy)) == 1


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


def refused(path: Path) -> StoreError:
    """Open what must not be opened; it is left as it was."""
    before = path.read_bytes()
    with pytest.raises(StoreError) as error:
        SqliteStore(path)
    assert path.read_bytes() == before
    return error.value


@pytest.mark.parametrize(
    "content", [b"", b"# A text", b"SQLite format 3\0", b"SQLite format 3\0" + b"\0" * 5_000, b"\xff" * 8_192]
)
def test_a_file_that_is_no_library_is_refused_unchanged(path: Path, content: bytes) -> None:
    path.write_bytes(content)

    assert isinstance(refused(path), NotALibrary)


def test_another_programs_database_is_refused_unchanged(path: Path) -> None:
    other = apsw.Connection(str(path))
    other.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    other.close()

    assert isinstance(refused(path), NotALibrary)


@pytest.mark.parametrize(
    "code",
    [
        "CREATE TRIGGER t AFTER INSERT ON documents BEGIN DELETE FROM versions; END",
        "CREATE VIEW v AS SELECT * FROM documents",
        "CREATE TABLE extra (x)",
        "CREATE VIRTUAL TABLE f USING fts5(x)",
        "DROP INDEX names_by_document",
        "ALTER TABLE documents ADD COLUMN more TEXT",
        "CREATE INDEX i ON documents (abs(number))",
    ],
)
def test_a_library_with_foreign_structure_is_refused_unchanged(path: Path, code: str) -> None:
    made(path)
    other = apsw.Connection(str(path))
    other.execute(code)
    other.close()

    assert isinstance(refused(path), NotALibrary)


def test_a_library_of_a_newer_version_is_refused_unchanged(path: Path) -> None:
    made(path)
    newer = apsw.Connection(str(path))
    newer.pragma("user_version", 99)
    newer.close()

    error = refused(path)
    assert isinstance(error, MigrationNeeded)
    assert "99" in str(error)


def test_a_folder_that_is_not_there_is_one_plain_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreReadOnly, match="nowhere"):
        SqliteStore(tmp_path / "nowhere" / "library.db")


@pytest.mark.parametrize("damage", ["pages", "postings"])
def test_damage_is_noticed_and_named(path: Path, damage: str) -> None:
    store = SqliteStore(path)
    add(store, *(f"r/{n}" for n in range(200)), text="word " * 500)
    store.compact()
    store.close()
    if damage == "pages":
        data = bytearray(path.read_bytes())
        data[20 * 4096 : 60 * 4096] = os.urandom(40 * 4096)
        path.write_bytes(data)
    else:
        other = apsw.Connection(str(path))
        other.execute("UPDATE long_lists_0 SET data = zeroblob(length(data) + 1)")
        other.close()

    def use() -> None:
        opened = SqliteStore(path)
        assert not all(checked.sound for checked in opened.health())
        found(opened)
        with opened.reading(EVERYTHING) as reader:
            list(reader.heads())
            reader.passages(reader.matching(["en:word"]))

    with pytest.raises(StoreUnhealthy):
        use()


# ---------------------------------------------------------------- writers and readers


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
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)

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
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            try:
                with store.reading(EVERYTHING) as reader:
                    keys = [candidate.key for candidate in reader.by_words(WORD, 1_000)]
                    same = (len(keys), reader.collection().passages, len(reader.passages(keys)))
                if len(set(same)) != 1 or same[0] % 3:
                    wrong.append(same)
            except BaseException as error:  # noqa: BLE001 - a thread's error would be lost otherwise
                wrong.append(error)

    threads = [threading.Thread(target=read) for _ in range(6)]
    for thread in threads:
        thread.start()
    for number in range(40):
        add(store, *(f"r/{(number * 3 + n) % 60}" for n in range(3)))
    done.set()
    for thread in threads:
        thread.join()

    assert wrong == []


def test_readers_may_be_nested_in_one_thread(path: Path) -> None:
    store = SqliteStore(path)
    add(store, "r/a")

    with store.reading(EVERYTHING) as outer, store.reading(Scope(Principal("x", frozenset()))) as inner:
        assert len(outer.by_words(WORD, 10)) == 1
        assert len(inner.by_words(WORD, 10)) == 0


# ---------------------------------------------------------------- read-only


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


# ---------------------------------------------------------------- backup, compact, forget


def test_a_backup_under_writing_is_whole_and_verified(path: Path, tmp_path: Path) -> None:
    store = SqliteStore(path)
    add(store, "r/a")
    with store.writing("test") as writer:
        writer.add(incoming("r/b", "word"))
        size = SqliteStore(path).backup(tmp_path / "backup.db")
    copy = SqliteStore(tmp_path / "backup.db")

    assert size == (tmp_path / "backup.db").stat().st_size
    assert found(copy) == 1
    assert all(checked.sound for checked in copy.health())
    assert stat.S_IMODE((tmp_path / "backup.db").stat().st_mode) == 0o600


def test_a_backup_never_replaces_a_file_unasked(path: Path, tmp_path: Path) -> None:
    store = SqliteStore(path)
    target = tmp_path / "precious"
    target.write_text("do not touch")

    with pytest.raises(BadInput, match="precious"):
        store.backup(target)
    assert target.read_text() == "do not touch"
    with pytest.raises(BadInput):
        store.backup(path)

    store.backup(target, replace=True)
    assert found(SqliteStore(target)) == 0


def test_compact_gives_space_back_and_changes_no_answer(path: Path) -> None:
    store = SqliteStore(path)
    for version in range(5):
        add(store, *(f"r/{n}" for n in range(40)), text=f"word and many others {version}" * 50)
    with store.reading(EVERYTHING) as reader:
        scores = reader.by_words(WORD, 100)

    before, after = store.compact()

    assert after < before
    with store.reading(EVERYTHING) as reader:
        assert reader.by_words(WORD, 100) == scores
        assert reader.text(document_id("documents", "r/3"), 2) is not None


CANARY = "kanarifuglen"


@pytest.mark.parametrize("prepare", ["fresh", "folded", "older version", "retired", "moved by others"])
def test_no_byte_of_a_forgotten_document_is_left_in_the_files(path: Path, prepare: str) -> None:
    store = SqliteStore(path)
    add(store, *(f"r/{n}" for n in range(30)), text=f"word others kanari {'x' * 300}")
    secret = incoming(
        "r/kanarifuglen-1",
        f"word {CANARY} synger",
        title=CANARY,
        headings=[CANARY],
        access=[CANARY],
        facts=[("organisation", CANARY)],
        names=[CANARY],
    )
    with store.writing("test") as writer:
        writer.add(secret)
    prepared: dict[str, Callable[[], object]] = {
        "folded": store.compact,
        "older version": lambda: add(store, "r/kanarifuglen-1", text="nothing here"),
        "moved by others": lambda: add_many(store),
        "retired": lambda: retire(store, "r/kanarifuglen-1"),
    }
    prepared.get(prepare, lambda: None)()
    assert CANARY.encode() in all_bytes(path)

    store.forget(secret.document.id)

    assert CANARY.encode() not in all_bytes(path)
    assert all(checked.sound for checked in store.health())
    assert found(store) == (90 if prepare == "moved by others" else 30) - (prepare == "moved by others")


def add_many(store: SqliteStore) -> None:
    for number in range(60):
        add(store, f"s/{number}", text=f"word {number} " * number)


def retire(store: SqliteStore, source: str) -> None:
    with store.writing("test") as writer:
        writer.retire(document_id("documents", source))


def all_bytes(path: Path) -> bytes:
    return b"".join(
        file.read_bytes() for file in path.parent.iterdir() if file.name.startswith(path.name)
    ).lower()


def test_the_writing_connection_waits_for_the_disk_at_each_commit(path: Path) -> None:
    made(path)
    connection = to_write(path)

    assert connection.pragma("synchronous") == 2
    assert connection.pragma("journal_mode") == "wal"
    assert connection.pragma("trusted_schema") == 0
