"""Backups, space given back, and forgetting to the last byte."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from belegg.errors import BadInput
from belegg.records import document_id
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming
from stores.library_file import EVERYTHING, WORD, add, found


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
    assert found(store) == (30 + 59 if prepare == "moved by others" else 30)


def add_many(store: SqliteStore) -> None:
    for number in range(1, 60):
        add(store, f"s/{number}", text=f"word {number} " * number)


def retire(store: SqliteStore, source: str) -> None:
    with store.writing("test") as writer:
        writer.retire(document_id("documents", source))


def all_bytes(path: Path) -> bytes:
    return b"".join(
        file.read_bytes() for file in path.parent.iterdir() if file.name.startswith(path.name)
    ).lower()
