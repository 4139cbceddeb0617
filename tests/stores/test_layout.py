"""The layout of the file: frozen, brought forward by migrations, refused when it is another."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from belegg.errors import MigrationNeeded, NotALibrary
from belegg.records import OWNER, Pack, Scope, document_id
from belegg.records.turns import Turn, TurnHead
from belegg.stores.engine.database import nothing
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.roles import Patience
from belegg.stores.engine.sizes import Sizes
from belegg.stores.sqlite import SqliteStore, migrations
from belegg.stores.sqlite.file import LibraryFile
from belegg.testing import fetched, incoming
from stores.library_file import made, of_layout
from stores.stocked import STAFF, found, named
from stores.vectored import add, begin, keys, nearest, row, vector

FROZEN = (
    "0f1e8d2257502d0d317d0623246fb8d8a104cdaa7d26385f03b4ab47240a4bac",
    "3514e76dde842cda28485babeff1ee697004a5e3b75e6d29d791c925e9e3f2c5",
    "a7906589b77d05f67b6c28311ad0567bbe515899fbf8361d2edfcdc121f19060",
    "542d3bf8c589b5079f8c37b86b7069f125621c3af635b43130060dc86dfa194f",
    "44a672f412edd5608d5c36b8c0474181886b84a6abf6ddf598b5558d6817a73b",
    "3e872cb81ee5d116f3a2051606780ccc3bf5a41c69b753aec3070bcdb1e558a3",
    "aefcf8eeddfe809cf82e5b0a19d0dbed324ead95d941476ceb106c02a256e47d",
    "a5151e7a77cbabcc7e2dc6bf0272e126058882214e7662a8c0476b50def27c3c",
    "ea19afec920b77e77cc99a11e36153db3ad62a0a6b02f3ac23997de9910ed4c2",
    "6dfa6b67f1efa04277285d87804daf488aa3f6a01385cb511e6a4bac326826df",
)
"""SHA-256 of each migration that a library of somebody's may have been made with."""

FIRST = "CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1)"
SECOND = "CREATE TABLE b (x INTEGER) STRICT; INSERT INTO b SELECT x + 1 FROM a"
BROKEN = "DROP TABLE a; CREATE TABLE c (x INTEGER) STRICT; SELECT no_such_column FROM c"
NEXT = """
CREATE TABLE marks (document INTEGER PRIMARY KEY, mark TEXT NOT NULL) STRICT;
ALTER TABLE documents ADD COLUMN mark TEXT;
INSERT INTO marks SELECT number, 'marked' FROM documents;
"""


def opened(path: Path, *added: str) -> LibraryFile:
    """The library as a version of Belegg with more migrations opens it."""
    return LibraryFile(path, Patience(1.0), Formula(), Sizes(), nothing, (*migrations.packaged(), *added))


def test_a_layout_that_was_given_out_is_changed_by_a_new_migration_only() -> None:
    found = tuple(hashlib.sha256(sql.encode()).hexdigest() for sql in migrations.packaged())

    assert found == FROZEN, "never change a migration in place: write the next one, and add its digest here"


def test_migrations_run_forward_and_each_once(path: Path) -> None:
    connection = apsw.Connection(str(path))
    migrations.bring_forward(connection, [FIRST])
    migrations.bring_forward(connection, [FIRST, SECOND])
    migrations.bring_forward(connection, [FIRST, SECOND])

    assert migrations.version_of(connection) == 2
    assert connection.execute("SELECT x FROM b").fetchall() == [(2,)]
    migrations.check_schema(path, connection, (FIRST, SECOND))
    with pytest.raises(MigrationNeeded):
        migrations.check_schema(path, connection, (FIRST,))


def test_a_migration_that_fails_leaves_the_version_before_it(path: Path) -> None:
    connection = apsw.Connection(str(path))

    with pytest.raises(apsw.SQLError):
        migrations.bring_forward(connection, [FIRST, BROKEN])

    assert migrations.version_of(connection) == 1
    assert connection.execute("SELECT x FROM a").fetchall() == [(1,)]
    migrations.check_schema(path, connection, (FIRST, BROKEN))


def test_opening_a_library_of_the_layout_before_brings_it_forward_with_all_it_holds(path: Path) -> None:
    made(path)

    file = opened(path, NEXT)

    assert file.rows("SELECT d.id, m.mark FROM documents AS d CROSS JOIN marks AS m") == [
        (document_id("documents", "r/a"), "marked")
    ]
    file.close()
    again = opened(path, NEXT)
    newest = len(FROZEN) + 1
    assert again.rows("PRAGMA user_version") == [(newest,)]
    again.close()
    with pytest.raises(MigrationNeeded, match=f"layout {newest}, this one knows {newest - 1}"):
        SqliteStore(path)


@pytest.mark.req("ING-12")
def test_a_library_of_the_first_layout_keeps_all_it_holds_and_takes_packs(path: Path) -> None:
    with of_layout(path, 1) as (writer, _):
        for source, text in (("r/a", "old word"), ("r/a", "new word"), ("r/b", "hidden word")):
            writer.add(incoming(source, text, access=["staff"] if source == "r/a" else [], names=[source]))
        writer.set_root("r", "/somewhere")
        writer.set_setting("analyser", "one")

    store = SqliteStore(path)

    assert (store.packs(), store.roots(), store.settings()) == ({}, {"r": "/somewhere"}, {"analyser": "one"})
    assert found(store, "word", STAFF) == [named("r/a")]
    assert found(store, "word") == [named("r/a"), named("r/b")]
    with store.reading(STAFF) as reader:
        document = document_id("documents", "r/a")
        texts = [reader.text(document, version) for version in (1, 2)]
        assert [text.text if text else None for text in texts] == ["old word", "new word"]
        assert reader.named(["r/a"]) == {"r/a": [document]}
    with store.writing("test") as packs:
        packs.set_pack(Pack("documents", on=False))
    assert found(store, "word") == []
    assert all(checked.sound for checked in store.health())
    store.close()


@pytest.mark.req("HYB-1")
def test_a_library_of_the_layout_before_vectors_takes_them(path: Path) -> None:
    with of_layout(path, 4) as (writer, _):
        writer.add(incoming("r/a", "word"))

    store = SqliteStore(path)

    assert store.vector_models() == []
    begin(store)
    assert add(store, row(keys(store)["word"], vector(1, 0, 0, 0))) == 1
    assert nearest(store, vector(1, 0, 0, 0)) == ["word"]
    assert all(checked.sound for checked in store.health())
    store.close()


@pytest.mark.req("ING-12")
def test_documents_that_were_removed_before_their_day_was_kept_are_read_again(path: Path) -> None:
    with of_layout(path, 5) as (writer, connection):
        writer.add(incoming("r/a", "word", access=["staff"]))
        connection.execute("UPDATE documents SET current = 0, passages = 0")
        connection.execute("UPDATE sources SET listed = 0")
        connection.execute("DELETE FROM passages")

    store = SqliteStore(path)

    with store.reading(STAFF) as reader:
        assert [(head.source, head.removed_at) for head in reader.removed()] == [("r/a", "")]
        text = reader.text(document_id("documents", "r/a"))
    assert text is not None
    assert text.text == "word"
    store.close()


@pytest.mark.req("AGE-9")
def test_a_library_of_the_layout_before_runs_takes_them(path: Path) -> None:
    with of_layout(path, 7) as (writer, _):
        writer.add(incoming("r/a", "word"))

    store = SqliteStore(path)

    assert (list(store.touched()), list(store.gaps())) == ([], [])
    head = TurnHead("a", "c", 0, "", "2026-01-01T00:00:00Z", "Why?", "verified", None, "")
    with store.keeping("test") as keeper:
        assert keeper.keep(Turn(head, "{}", ())) == 1
    with store.reading(Scope(OWNER)) as reader:
        assert [each.id for each in reader.turns()] == ["a"]
        assert [each.source for each in reader.heads()] == ["r/a"]
    assert all(checked.sound for checked in store.health())
    store.close()


@pytest.mark.req("ING-10")
def test_a_library_of_the_layout_before_enrichment_takes_it(path: Path) -> None:
    with of_layout(path, 8) as (writer, _):
        writer.add(incoming("r/a", "word"))

    store = SqliteStore(path)

    assert store.enriched() == {}
    document = document_id("documents", "r/a")
    ((_, (passage,)),) = store.stored_passages([document])
    assert passage.enriched == ""
    with store.writing("test") as kept:
        kept.keep_said(document, b"text", {b"one": "a line"})
    assert store.said(document, b"text", [b"one"]) == {b"one": "a line"}
    assert all(checked.sound for checked in store.health())
    store.close()


@pytest.mark.req("STA-4")
def test_a_library_of_the_layout_before_figures_takes_what_is_fetched(path: Path) -> None:
    with of_layout(path, 9) as (writer, _):
        writer.add(incoming("r/a", "word"))

    store = SqliteStore(path)

    assert store.fetched() == []
    kept = fetched("statistics/ssb/1", "5 kr")
    with store.keeping("test") as keeper:
        keeper.keep_fetched(kept)
    with store.reading(Scope(OWNER)) as reader:
        assert reader.fetched(kept.document.id) == kept
        assert [each.source for each in reader.heads()] == ["r/a"]
    assert all(checked.sound for checked in store.health())
    store.close()


def test_a_process_that_dies_inside_a_migration_leaves_the_layout_before_it(path: Path) -> None:
    made(path)
    script = """
import os, sys
from pathlib import Path
from belegg.stores.sqlite import migrations
from belegg.stores.sqlite.connection import to_write

connection = to_write(Path(sys.argv[1]))
connection.create_scalar_function("die", lambda: os._exit(9), 0)
migrations.bring_forward(connection, (*migrations.packaged(), sys.argv[2] + "; SELECT die()"))
"""
    died = subprocess.run([sys.executable, "-c", script, str(path), NEXT], check=False)
    assert died.returncode == 9

    store = SqliteStore(path)
    with store.reading(Scope(OWNER)) as reader:
        assert [head.source for head in reader.heads()] == ["r/a"]
    assert all(checked.sound for checked in store.health())
    store.close()
    opened(path, NEXT).close()


def test_a_library_of_another_build_is_refused_with_the_way_on(path: Path) -> None:
    made(path)
    other = apsw.Connection(str(path))
    other.execute("ALTER TABLE documents ADD COLUMN colour TEXT")
    other.close()
    before = path.read_bytes()

    with pytest.raises(NotALibrary) as refused:
        SqliteStore(path)

    said = str(refused.value)
    assert f"its table `documents` is not that of layout {len(migrations.packaged())}" in said
    assert "left as it was, with the originals in it" in said
    assert "`belegg ingest FOLDER --library new-library.db`" in said
    assert path.read_bytes() == before
