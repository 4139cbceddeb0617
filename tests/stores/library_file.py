"""Libraries in a file, with a word in each document, for the tests of that file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw

from belegg.records import OWNER, Alternative, Concept, Scope
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.database import nothing
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.roles import Patience
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.writer import EngineWriter
from belegg.stores.sqlite import SqliteStore, migrations
from belegg.stores.sqlite.file import LibraryFile
from belegg.testing import incoming

EVERYTHING = Scope(OWNER)
LAYOUT_OF_LINES = 9
WORD = [Concept("word", (Alternative(("en:word",), 1.0),))]


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


@contextmanager
def of_layout(path: Path, number: int) -> Iterator[tuple[EngineWriter, Connection]]:
    """A library of an older layout: written as today, then without all that later layouts brought."""
    file = LibraryFile(path, Patience(1.0), Formula(), Sizes(), nothing)
    with file.transaction("test") as (connection, state):
        writer = EngineWriter(connection, state, file.index(connection, state), nothing, Sizes())
        yield writer, connection
        writer.finish(Sizes().most_fresh)
    file.close()
    with closing(apsw.Connection(str(path))) as made_today:
        then = migrations.expected_schema(migrations.packaged()[:number])
        later = {(kind, name) for kind, name, _ in migrations.schema_of(made_today) - then}
        for kind, name in sorted(later - {(kind, name) for kind, name, _ in then}):
            if not name.startswith("sqlite_"):  # those go with their table
                made_today.execute(f"DROP {kind} IF EXISTS {name}")
        if number < LAYOUT_OF_LINES:
            made_today.execute("ALTER TABLE passages DROP COLUMN enriched")
        made_today.pragma("user_version", number)
        migrations.check_schema(path, made_today, migrations.packaged()[:number])
