"""One question about a SQLite file answered, in the process that is there for it alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import apsw

from belegg.errors import StatementRefused
from belegg.sources.tables.engine import MOST_BYTES, MOST_ROWS, FoundTable, Seen
from belegg.sources.tables.names import quoted
from belegg.sources.tables.sqlite.faults import Stopped, refused_by_sqlite, unanswered
from belegg.sources.tables.sqlite.opening import Opened, Written, columns_of, narrowed, opened, tables_of
from belegg.sources.tables.sqlite.rights import Rights
from belegg.sources.tables.values import as_declared, names_of

UNSEEN = "the statement could not be looked through; write it more plainly, in the SQL that all have"
WITHIN_S = 1.5
COUNTING_S = 0.5
"""Rows beyond those that are shown are counted until then."""

MOST_COUNTED = 1_000_000
_LOOKED_AT = 1_000
_EXAMPLES = 3


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question as JSON; what it could not do stands in it under a name of its own."""
    try:
        with opened(Path(asked["path"]), WITHIN_S) as found:
            match asked["what"]:
                case "tables":
                    return {"tables": [told(found, table) for table in tables_of(found)]}
                case "examples":
                    return {"examples": examples(found, asked["table"], asked["columns"])}
                case _:
                    return selected(found, asked["statement"], asked["seen"])
    except StatementRefused as error:
        return {"refused": str(error)}
    except Stopped as error:
        return {"stopped": str(error)}
    except Written:
        return {"stopped": "was being written while it was read; ask again"}
    except (apsw.Error, OSError, MemoryError) as error:
        return {"stopped": unanswered(error)}


def told(found: Opened, table: FoundTable) -> dict[str, Any]:
    """A table for the answer, its rows counted while there is time for it."""
    rows: int | None = None
    if table.columns and not found.late():
        try:
            name = f"{quoted(found.base)}.{quoted(table.name)}"
            [(rows,)] = found.connection.execute(f"SELECT count(*) FROM {name}")
        except apsw.InterruptError:
            rows = None
        except apsw.SQLError:  # a view of what is not there any more
            return {"name": table.name, "columns": [], "rows": None, "is_view": table.is_view}
    columns = [[column.name, column.type] for column in table.columns]
    return {"name": table.name, "columns": columns, "rows": rows, "is_view": table.is_view}


def examples(found: Opened, table: str, columns: Sequence[str]) -> dict[str, list[str]]:
    """Of each column some values, different ones, out of the first rows."""
    shown = ", ".join(map(quoted, columns))
    rows = found.connection.execute(
        f"SELECT {shown} FROM {quoted(found.base)}.{quoted(table)} LIMIT {_LOOKED_AT}"
    ).fetchall()
    declared = {column.name: column.type for column in columns_of(found, table)}
    values: dict[str, list[str]] = {column: [] for column in columns}
    for row in rows:
        for column, value in zip(columns, row, strict=True):
            text = as_declared(value, declared.get(column))
            if text and len(values[column]) < _EXAMPLES and text not in values[column]:
                values[column].append(text)
    return values


def selected(found: Opened, statement: str, seen: Seen, *, look_first: bool = True) -> dict[str, Any]:
    """
    The rows of a statement. `look_first` False leaves the database's rights alone with it, as a test does.

    Raises StatementRefused and Stopped, and apsw.Error for what is no fault of the statement.
    """
    from belegg.sources.tables import statement as looked

    looked.refuse_odd(statement)
    names: Sequence[str] | None = None
    if look_first:
        try:
            names = looked.refuse_other(statement, seen)
        except looked.NotUnderstood:
            names = None
    rights = narrowed(found, statement, seen)
    try:
        if look_first and names is None:
            refuse_misunderstood(found, statement)
        rows = rows_of(found, statement)
        if look_first:
            refuse_texts(found, statement, rights)
        return rows | {"tables": sorted(rights.read)}
    except (apsw.Error, MemoryError) as error:
        of = list(names) if names is not None else list(seen)
        raise refused_by_sqlite(error, rights, seen, of, found.base) from error


def refuse_misunderstood(found: Opened, statement: str) -> None:
    """
    Refuse a statement that SQLite alone may understand: in SQLite's words if it does not understand it
    either. Nothing of it is run.
    """

    def stop(*_: object) -> bool:
        raise StatementRefused(UNSEEN)

    cursor = found.connection.cursor()
    cursor.exec_trace = stop
    cursor.execute(statement)


def refuse_texts(found: Opened, statement: str, rights: Rights) -> None:
    """
    Refuse a statement by which SQLite made a number of a text that is none, in rows that are shown or on the
    way to them.
    """
    from belegg.sources.tables.sqlite.guards import Guards

    guards = Guards()
    looking = guards.written(statement)
    if looking is None:
        return
    guards.register(found.connection)
    rights.looks = guards.names
    try:
        for number, _ in enumerate(found.connection.execute(looking), start=1):
            if number == MOST_ROWS:
                break
    except apsw.SQLError as error:
        if rights.refused is not None:
            raise
        raise StatementRefused(UNSEEN) from error


def rows_of(found: Opened, statement: str) -> dict[str, Any]:
    """Up to so many rows and bytes, and how many come after them."""
    cursor = found.connection.cursor()
    columns: list[str] = []
    declared: list[str | None] = []

    def described(of: apsw.Cursor, *_: object) -> bool:
        if columns or not of.is_readonly:
            raise StatementRefused("only one SELECT is run here")
        declared.extend(each[1] for each in of.description_full)
        columns.extend(names_of([each[0] for each in of.get_description()]))
        return True

    cursor.exec_trace = described
    until = monotonic() + COUNTING_S
    rows: list[list[str | None]] = []
    size = more = 0
    full = uncounted = False
    for row in cursor.execute(statement):
        if not full:
            values = [as_declared(value, kind) for value, kind in zip(row, declared, strict=True)]
            size += sum(len((value or "").encode()) for value in values)
            full = size > MOST_BYTES or len(rows) == MOST_ROWS
        if not full:
            rows.append(values)
            continue
        more += 1
        if more >= MOST_COUNTED or (more % 256 == 0 and monotonic() > until):
            uncounted = True
            break
    return {"columns": columns, "rows": rows, "more": more, "uncounted": uncounted}
