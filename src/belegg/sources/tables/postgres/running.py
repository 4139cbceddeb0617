"""One question to a company's server answered, in the process that is there for it alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any, Final

import psycopg
from psycopg import pq

from belegg.errors import StatementRefused
from belegg.sources.tables.engine import MOST_BYTES, MOST_ROWS, Seen
from belegg.sources.tables.names import quoted
from belegg.sources.tables.postgres import words
from belegg.sources.tables.postgres.faults import Stopped, in_words, message, not_there, unanswered, unknown
from belegg.sources.tables.postgres.role import too_much
from belegg.sources.tables.postgres.session import Raw, opened
from belegg.sources.tables.postgres.shown import Before, There, as_values, before, mentioned, shown
from belegg.sources.tables.postgres.tokens import one_statement
from belegg.sources.tables.values import as_text, names_of

UNSEEN: Final = "the statement could not be looked through; write it more plainly, in the SQL that all have"
UNUSED: Final = "is not asked: its role may do more than read; `belegg health` says what"
WITHIN_S: Final = 1.5
COUNTING_S: Final = 0.5
"""Rows beyond those that are shown are counted until then."""

COUNTED_MS: Final = 200
"""How long the rows of one table are counted when tables are listed."""

MOST_COUNTED: Final = 1_000_000
MOST_TABLES: Final = 500
_LOOKED_AT = 1_000
_EXAMPLES = 3
_TABLES = """
SELECT c.relname, c.relkind, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
  CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition
  AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
  AND pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')
ORDER BY pg_catalog.lower(c.relname), c.relname, a.attnum
"""
Columns = dict[str, tuple[str, int]]
"""Of each column its type, as it is declared and as its number."""


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question as JSON; what it could not do stands in it under a name of its own."""
    try:
        with opened(asked["conninfo"]) as connection:
            much = too_much(connection)
            if asked["what"] == "faults":
                return {"faults": [str(each) for each in much]}
            if much:
                return {"stopped": UNUSED}
            match asked["what"]:
                case "tables":
                    return {"tables": tables(connection, asked["schema"])}
                case "examples":
                    return {
                        "examples": examples(connection, asked["schema"], asked["table"], asked["columns"])
                    }
                case _:
                    return selected(connection, asked["schema"], asked["statement"], asked["seen"])
    except StatementRefused as error:
        return {"refused": str(error)}
    except Stopped as error:
        cause = error.__cause__
        why = (
            {"why": message(cause)} if isinstance(cause, psycopg.Error) and asked["what"] == "faults" else {}
        )
        return {"stopped": str(error), **why}
    except (psycopg.Error, OSError) as error:
        return {"stopped": unanswered(error)}
    except MemoryError:
        return {"stopped": "needed more memory than it may have"}


def found_in(connection: Raw, schema: str) -> dict[str, tuple[bool, Columns]]:
    """The tables of a schema that the role may read, by name: whether it is a view, and its columns."""
    cursor = psycopg.RawCursor(connection)
    tables: dict[str, tuple[bool, Columns]] = {}
    for name, kind, column, told, number in cursor.execute(_TABLES, (schema,)):
        tables.setdefault(name, (kind == "v", {}))[1][column] = (told, number)
    return tables


def tables(connection: Raw, schema: str) -> list[dict[str, Any]]:
    """Every table for the answer, its rows counted while there is time for it."""
    until = monotonic() + WITHIN_S
    told = []
    for name, (is_view, columns) in list(found_in(connection, schema).items())[:MOST_TABLES]:
        rows = counted(connection, schema, name) if monotonic() < until else None
        shown_columns = [[column, kind] for column, (kind, _) in columns.items()]
        told.append({"name": name, "columns": shown_columns, "rows": rows, "is_view": is_view})
    return told


def counted(connection: Raw, schema: str, table: str) -> int | None:
    """How many rows there are; None where counting takes too long, or the role may not."""
    connection.execute("SAVEPOINT counting")
    try:
        connection.execute(f"SET LOCAL statement_timeout = {COUNTED_MS}".encode())
        cursor = connection.execute(f"SELECT count(*) FROM {quoted(schema)}.{quoted(table)}".encode())
        return int(cursor.fetchall()[0][0])
    except (psycopg.errors.QueryCanceled, psycopg.errors.LockNotAvailable, psycopg.ProgrammingError):
        return None
    except psycopg.DataError:  # a view that cannot be worked out
        return None
    finally:
        connection.execute("ROLLBACK TO SAVEPOINT counting")


def examples(connection: Raw, schema: str, table: str, columns: Sequence[str]) -> dict[str, list[str]]:
    """Of each column some values, different ones, out of the first rows."""
    _, known = found_in(connection, schema).get(table, (False, {}))
    there = [column for column in columns if column in known]
    if not there:
        return {}
    chosen = ", ".join(shown(quoted(column), known[column][1]) for column in there)
    inner = f"SELECT {', '.join(map(quoted, there))} FROM {quoted(schema)}.{quoted(table)} LIMIT {_LOOKED_AT}"
    values: dict[str, list[str]] = {column: [] for column in there}
    for row in connection.execute(f"SELECT {chosen} FROM ({inner}) AS t".encode()):
        for column, value in zip(there, row, strict=True):
            text = as_text(value)
            if text and len(values[column]) < _EXAMPLES and text not in values[column]:
                values[column].append(text)
    return values


def selected(
    connection: Raw,
    schema: str,
    statement: str,
    seen: Mapping[str, Sequence[str]],
    *,
    look_first: bool = True,
) -> dict[str, Any]:
    """
    The rows of a statement. `look_first` False leaves it to its words, what stands before it, and the
    server, as a test does. Raises StatementRefused and Stopped.
    """
    from belegg.sources.tables import statement as looked

    looked.refuse_odd(statement)
    names: Sequence[str] | None = None
    if look_first:
        try:
            names = looked.refuse_other(statement, seen, looked.POSTGRES, unknown)
        except looked.NotUnderstood:
            names = None
    body, tokens = one_statement(statement)
    words.refuse_beyond(tokens, {*seen, *(column for columns in seen.values() for column in columns)})
    there = visible(connection, schema, seen)
    stated = before(mentioned(there, {token.text for token in tokens if token.is_name}), schema)
    try:
        described = columns_of(connection, stated, body)
        if look_first and names is None:
            raise StatementRefused(UNSEEN)
        if not described:
            raise StatementRefused("the statement selects no column")
        text = as_values(stated, body, [kind for _, kind in described])
        read = stated.read(plan_of(connection, text))
        if read is None:
            raise not_there(seen)
        rows = rows_of(connection, text)
    except psycopg.Error as error:
        raise in_words(error, seen, list(names or stated.tables), stated.secret) from error
    own = {"columns": names_of([name for name, _ in described])}
    return own | rows | {"tables": sorted({*read, *(names or stated.tables)})}


def visible(connection: Raw, schema: str, seen: Seen) -> list[There]:
    """What is seen and is there now, with the columns that are both."""
    found = []
    for name, (is_view, columns) in found_in(connection, schema).items():
        shown_columns = tuple(column for column in seen.get(name, ()) if column in columns)
        if shown_columns:
            found.append(There(name, shown_columns, is_view))
    return found


def columns_of(connection: Raw, stated: Before, statement: str) -> list[tuple[str, int]]:
    """The names and types of a statement's columns, which is read for that and not run."""
    server = connection.pgconn
    _completed(connection, server.prepare(b"", stated.around(statement).encode()))
    described = _completed(connection, server.describe_prepared(b""))
    return [
        ((described.fname(number) or b"").decode("utf-8", "replace"), described.ftype(number))
        for number in range(described.nfields)
    ]


def plan_of(connection: Raw, text: str) -> object:
    """What the server would do; nothing is run."""
    query = f"EXPLAIN (FORMAT JSON, COSTS OFF) {text}".encode()
    result = _completed(connection, connection.pgconn.exec_params(query, None))
    return json.loads(result.get_value(0, 0) or b"null")


def rows_of(connection: Raw, text: str) -> dict[str, Any]:
    """Up to so many rows and bytes, one by one as the server has them, and how many come after them."""
    until = monotonic() + COUNTING_S
    rows: list[list[str | None]] = []
    size = more = 0
    full = uncounted = False
    with connection.cursor() as cursor:
        for row in cursor.stream(text.encode()):
            if not full:
                values = [as_text(value) for value in row]
                size += sum(len((value or "").encode()) for value in values)
                full = size > MOST_BYTES or len(rows) == MOST_ROWS
            if not full:
                rows.append(values)
                continue
            more += 1
            if more >= MOST_COUNTED or (more % 256 == 0 and monotonic() > until):
                uncounted = True
                break
    return {"rows": rows, "more": more, "uncounted": uncounted}


def _completed(connection: Raw, result: pq.abc.PGresult) -> pq.abc.PGresult:
    """The result, where the server did what it was asked. Raises psycopg.Error."""
    if result.status in (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK):
        return result
    raise psycopg.errors.error_from_result(result, encoding="utf-8")
