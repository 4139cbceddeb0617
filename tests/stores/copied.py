"""
A file with rows in every table that a copy takes over, and a copy that a test can end at a step.

    python tests/stores/copied.py SOURCE TARGET KILLED_AT

copies and kills itself at the step of that number.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from itertools import count
from pathlib import Path

from belegg.stores.engine import statements
from belegg.stores.engine.copied_tables import COPIED, Table
from belegg.stores.engine.copying import Copied
from belegg.stores.engine.database import Step, nothing
from belegg.stores.engine.digests import Digest
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.roles import Patience
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.store import EngineStore
from belegg.stores.sqlite import SqliteStore
from belegg.stores.sqlite.connection import SqliteConnection, to_write
from belegg.stores.sqlite.file import LibraryFile

ROWS = 7
TEXTS = ("", "a", "blåbær\n", "nul\0in it", "\U0010ffff0", "\U0001f600 " * 40, "'\"\\")


def unheard(stage: str, table: str, amount: Digest) -> None:
    """Nobody watches."""


def file_at(path: Path) -> LibraryFile:
    return LibraryFile(path, Patience(0.05), Formula(), Sizes(), nothing, unfinished=True)


def in_postgres(place: str) -> bool:
    return "dbname=" in place


def opened(place: str, step: Step = nothing) -> EngineStore:
    """The store at a path or an address, also one that an unfinished copy is in."""
    if in_postgres(place):
        from belegg.stores.postgres import PostgresStore

        return PostgresStore(place, wait_s=5, step=step, unfinished=True)
    return SqliteStore(Path(place), wait_s=5, step=step, unfinished=True)


def copied(source: str, target: str, step: Step = nothing) -> Copied:
    here, there = opened(source), opened(target, step)
    try:
        return there.take_over(here, "a database" if in_postgres(source) else source, unheard)
    finally:
        here.close()
        there.close()


def fill(path: Path, seed: int = 1) -> None:
    """Make a file whose every table says something, also what is odd: NUL, noncharacters, no value."""
    database = file_at(path)
    chance = random.Random(seed)
    with database.whole_state() as connection:
        columns = database.columns(connection)
    database.close()
    writing = to_write(path)
    writing.execute("BEGIN")
    for table in COPIED:
        optional = {
            row[1]
            for row in statements.rows(writing, f"PRAGMA table_info({table.name})")
            if not row[3] and not row[5]
        }
        if not table.kept:
            for number in range(1, ROWS + 1):
                row = tuple(
                    '["all"]'
                    if (name, kind) == ("access", "text")  # the second fence reads it
                    else _value(kind, name in table.keys, name in optional, number, chance)
                    for name, kind in columns[table.name].items()
                )
                writing.fill(table.name, columns[table.name], [row])
    writing.execute("UPDATE state SET generation = 5, next_key = 8, folded_key = 8")
    writing.execute("COMMIT")
    writing.close()


def _value(kind: str, key: bool, optional: bool, number: int, chance: random.Random) -> object:
    if optional and chance.random() < 0.4:
        return None
    match kind:
        case "number":
            return number if key else number * chance.choice([1, -3, 1_000_003])
        case "real":
            return chance.choice([0.1, -1e300, 5e-324])
        case "text":
            return f"{number}{chance.choice(TEXTS)}"
    return b"%d" % number + chance.randbytes(16 if key else chance.choice([0, 1, 300, 70_000]))


def change(path: Path, sql: str) -> None:
    """Somebody else writes to a file."""
    connection = SqliteConnection(str(path))
    connection.execute(sql)
    connection.close()


def rows_of(path: Path, table: Table) -> list[tuple[object, ...]]:
    connection = SqliteConnection(str(path))
    found = statements.rows(
        connection, f"SELECT * FROM {table.name} WHERE {table.only} ORDER BY {', '.join(table.keys)}"
    )
    connection.close()
    return found


if __name__ == "__main__":
    steps = count(1)

    def reached(name: str) -> None:
        if next(steps) == int(sys.argv[3]):
            os.kill(os.getpid(), signal.SIGKILL)

    copied(sys.argv[1], sys.argv[2], reached)
