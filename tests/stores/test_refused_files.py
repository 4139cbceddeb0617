"""A file that is no library, or no longer a whole one, is refused in words and left as it is."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import apsw
import pytest

from belegg.errors import MigrationNeeded, NotALibrary, StoreError, StoreUnhealthy
from belegg.stores.sqlite import SqliteStore
from stores.library_file import EVERYTHING, add, found, made


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


@pytest.mark.parametrize("damage", ["pages", "postings"])
def test_damage_is_noticed_and_named(path: Path, damage: str) -> None:
    store = SqliteStore(path)
    add(store, *(f"r/{n}" for n in range(200)), text="word " * 500)
    store.compact()
    store.close()
    if damage == "pages":
        said = f"`{path}` is damaged; restore a backup"
        data = bytearray(path.read_bytes())
        data[20 * 4096 : 60 * 4096] = Random(7).randbytes(40 * 4096)
        path.write_bytes(data)
    else:
        said = "a posting list has the wrong size; `belegg reanalyse` builds the index anew"
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

    with pytest.raises(StoreUnhealthy, match=re.escape(said)):
        use()
