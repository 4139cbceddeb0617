"""What SQLite refused or could not do, in words by which a statement can be mended; of nobody's files."""

from __future__ import annotations

import re
from collections.abc import Sequence

import apsw

from belegg.errors import StatementRefused
from belegg.sources.tables.engine import Seen
from belegg.sources.tables.names import folded, listed, nearest, no_column, no_table
from belegg.sources.tables.sqlite.rights import FUNCTIONS, REFUSED_ACTION, Rights

_NO_TABLE = re.compile(r"no such table: (?:main\.|temp\.|[0-9a-f]{32}\.)?(.+)", re.DOTALL)
_NO_COLUMN = re.compile(r"no such column: (.+?)(?: - should this be a string literal in single-quotes\?)?$")
_NO_FUNCTION = re.compile(r"no such function: (.+)", re.DOTALL)
_TWICE = re.compile(r"ambiguous column name: (.+)", re.DOTALL)
_TOO_LARGE = ("too many", "too large", "too big", "parser stack overflow", "maximum depth", "too complex")
SLOW = "took too long; ask for less: fewer tables, a condition in WHERE, a narrower JOIN"


class Stopped(Exception):
    """The statement was ended before it was done; the words come after the database's name."""


def refused_by_sqlite(
    error: BaseException, rights: Rights, seen: Seen, tables: Sequence[str], base: str
) -> Exception:
    """The error in our words. `tables` are those of the statement, as it spells them."""
    if isinstance(error, apsw.InterruptError):
        return Stopped(SLOW)
    if isinstance(error, MemoryError | apsw.NoMemError):
        return Stopped("needed more memory than a statement has; ask for less")
    if isinstance(error, apsw.TooBigError):
        return StatementRefused("a value of the statement grows too large; ask for less of it")
    if (
        isinstance(error, apsw.BindingsError)
        or "SQL variables" in str(error)
        or "variable number" in str(error)
    ):
        return StatementRefused("the statement leaves a value open (`?`, `:name`); write the value")
    if rights.refused is not None:
        return not_allowed(*rights.refused, seen, tables)
    if isinstance(error, apsw.SQLError | apsw.MismatchError | apsw.RangeError):
        return misread(str(error).replace(base, ""), seen, tables)
    return error if isinstance(error, Exception) else Stopped(SLOW)


def not_allowed(kind: str, name: str, seen: Seen, tables: Sequence[str]) -> StatementRefused:
    """What the rights refused: a name that is not there for this asker, or a thing that nobody may do."""
    if kind == "table":
        return StatementRefused(no_table(folded(name), seen))
    if kind == "column":
        return StatementRefused(no_column(name, columns_of(tables, seen)))
    if kind == "function":
        return no_function(name)
    if kind == "recursive":
        return StatementRefused("WITH may not refer to itself here; write the steps out, or join the tables")
    return StatementRefused(REFUSED_ACTION)


def misread(message: str, seen: Seen, tables: Sequence[str]) -> StatementRefused:
    """What SQLite says of a statement that it does not understand, or that comes to no value."""
    if found := _NO_TABLE.fullmatch(message):
        return StatementRefused(no_table(folded(found[1]), seen))
    if found := _NO_COLUMN.match(message):
        name = found[1]
        text = no_column(name.strip('"'), columns_of(tables, seen))
        meant = " (a text stands between 'single' marks)" if name.startswith('"') else ""
        return StatementRefused(text + meant)
    if found := _NO_FUNCTION.fullmatch(message):
        return no_function(found[1])
    if found := _TWICE.fullmatch(message):
        return StatementRefused(
            f"`{found[1]}` stands in several tables of the statement; write the table before it"
        )
    if any(sign in message for sign in _TOO_LARGE):
        return StatementRefused(f"the statement is too large ({message}); ask for less at once")
    return StatementRefused(f"SQLite says: {message}")


def no_function(name: str) -> StatementRefused:
    """One answer for a function that does not exist and one that may not be called."""
    near = nearest(name, sorted(FUNCTIONS))
    meant = f"; nearest: {listed(near)}" if near else ""
    return StatementRefused(f"there is no function `{name}` here{meant}")


def columns_of(tables: Sequence[str], seen: Seen) -> list[tuple[str, Sequence[str]]]:
    by_fold = {folded(table): (table, columns) for table, columns in seen.items()}
    return [by_fold[each] for each in dict.fromkeys(map(folded, tables)) if each in by_fold]


def unanswered(error: Exception) -> str:
    """Why a database did not answer, without its place; whoever looks after it sees that in `health`."""
    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return "is being written; ask again"
    if isinstance(error, apsw.NotADBError):
        return "is no SQLite file"
    if isinstance(error, apsw.CorruptError):
        return "is damaged"
    if isinstance(error, apsw.InterruptError):
        return SLOW
    if isinstance(error, MemoryError | apsw.NoMemError):
        return "needed more memory than it may have"
    if isinstance(error, apsw.SQLError):
        return "has other tables than a moment ago; ask again"
    if isinstance(error, FileNotFoundError):
        return "is not where the settings say"
    return "cannot be opened"
