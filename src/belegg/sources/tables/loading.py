"""
A SQLite file made of files of rows: written whole beside the one there is, and put in its place at once, so
that whoever asks meets the old rows or the new ones.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

import apsw

from belegg.errors import StatementStopped
from belegg.sources.tables.names import quoted

ENDINGS: Final = frozenset({".csv", ".tsv", ".tab", ".xlsx", ".xlsm"})
LARGEST_BYTES: Final = 200_000_000
"""Of one file."""

_LOADED: Final = '"belegg:loaded"'
_FORM: Final = "2"
"""Of how rows are loaded; another one loads all folders anew."""


@dataclass(frozen=True, slots=True)
class Column:
    """
    `kind` is what the column is declared as: INTEGER, REAL(15,2), TEXT. `heading` is what stands above it,
    `note` what is to be known of its values.
    """

    name: str
    kind: str
    heading: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows under one head. `name` is the name of a table."""

    name: str
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[str | int | float | None]]


@dataclass(frozen=True, slots=True)
class Loaded:
    """
    What a file was made of: when, of which files in what state, and what was left out of them. By table and
    column: what stands above it, and what is to be known of its values.
    """

    at: str
    signature: str
    notes: tuple[str, ...]
    headings: dict[str, dict[str, str]]
    said: dict[str, dict[str, str]]


def files_of(folder: Path) -> tuple[list[Path], list[str]]:
    """The files of rows in a folder, by name, and the names of others there. Raises OSError."""
    entries = sorted(each for each in folder.iterdir() if each.is_file() and each.name[0] not in ".~")
    rows = [each for each in entries if each.suffix.lower() in ENDINGS]
    return rows, [each.name for each in entries if each not in rows]


def signature(files: Sequence[Path]) -> str:
    """What changes when a file does: its name, its size, its time. Raises OSError."""
    told = [(each.name, each.stat().st_size, each.stat().st_mtime_ns) for each in files]
    return sha256(json.dumps([_FORM, told]).encode()).hexdigest()


def loaded(target: Path) -> Loaded | None:
    """What a file of ours says of itself; None when it is not there, or of another form."""
    if not target.exists():
        return None
    try:
        with closing(apsw.Connection(str(target), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
            [(told,)] = connection.execute(f"SELECT told FROM {_LOADED}").fetchall()
        kept = json.loads(str(told))
        notes = tuple(kept["notes"])
        return Loaded(kept["at"], kept["signature"], notes, kept["headings"], kept["said"])
    except (apsw.Error, ValueError, KeyError):
        return None


def load(sheets: Sequence[Sheet], target: Path, of: str, notes: Sequence[str]) -> None:
    """Write the sheets as tables. `of` is the signature of the files. Raises StatementStopped."""
    unfinished = target.with_name(f"{target.name}-{secrets.token_hex(4)}")
    told = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "signature": of,
        "notes": list(notes),
        "headings": {s.name: {c.name: c.heading for c in s.columns if c.heading} for s in sheets},
        "said": {s.name: {c.name: c.note for c in s.columns if c.note} for s in sheets},
    }
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with closing(apsw.Connection(str(unfinished))) as connection, connection:
            for sheet in sheets:
                _fill(connection, sheet)
            connection.execute(f"CREATE TABLE {_LOADED} (told TEXT)")
            connection.execute(f"INSERT INTO {_LOADED} VALUES (?)", (json.dumps(told),))
        unfinished.replace(target)
    except (apsw.Error, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else "the disk may be full"
        raise StatementStopped(
            f"could not be loaded: a file beside the library cannot be written ({why})"
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)


def _fill(connection: apsw.Connection, sheet: Sheet) -> None:
    columns = ", ".join(f"{quoted(column.name)} {column.kind}" for column in sheet.columns)
    connection.execute(f"CREATE TABLE {quoted(sheet.name)} ({columns})")
    places = ", ".join("?" * len(sheet.columns))
    connection.executemany(f"INSERT INTO {quoted(sheet.name)} VALUES ({places})", sheet.rows)
