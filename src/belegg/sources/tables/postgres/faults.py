"""What PostgreSQL refused or could not do, in words by which a statement can be mended."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

import psycopg
from psycopg import errors

from belegg.errors import StatementRefused
from belegg.sources.tables.engine import Seen
from belegg.sources.tables.names import listed, no_column, no_table
from belegg.sources.tables.statement import ONLY

SLOW: Final = "took too long; ask for less: fewer tables, a condition in WHERE, a narrower JOIN"
_NAMED = re.compile(r'"((?:[^"]|"")*)"')
_MOST_TOLD = 300


class Stopped(Exception):
    """The statement was ended before it was done; the words come after the database's name."""


def in_words(error: psycopg.Error, seen: Seen, tables: Sequence[str], secret: str) -> Exception:
    """The error of a statement in our words. `tables` are those that the statement names."""
    told = message(error).replace(secret, "")
    match error:
        case errors.QueryCanceled() | errors.LockNotAvailable():
            return Stopped(SLOW)
        case errors.UndefinedColumn():
            columns = [(table, seen[table]) for table in tables if table in seen]
            return StatementRefused(no_column(_name(told, "column "), columns) + _quoting(told, columns))
        case errors.InsufficientPrivilege() | errors.UndefinedTable() | errors.InvalidSchemaName():
            return not_there(seen)
        case errors.ReadOnlySqlTransaction() | errors.FeatureNotSupported():
            return StatementRefused(f"this does more than read; {ONLY}, for nothing else is run here")
        case errors.ProgramLimitExceeded() | errors.StatementTooComplex() | errors.OutOfMemory():
            return StatementRefused("the statement or a value of it grows too large; ask for less at once")
        case errors.AmbiguousColumn():
            return StatementRefused(
                f"`{_name(told, '')}` stands in several tables of the statement; write the table before it"
            )
        case errors.UndefinedFunction() if told.startswith("operator"):
            return StatementRefused(f"{told}; cast one side, such as CAST(… AS numeric)")
        case psycopg.OperationalError() if not isinstance(error, errors.QueryCanceled):
            return Stopped("did not answer to the end; ask again")
    return StatementRefused(f"PostgreSQL says: {told}")


def not_there(seen: Seen) -> StatementRefused:
    """One answer for what does not exist, what may not be read, and what is not the company's."""
    if not seen:
        return StatementRefused("there is no such table, and no other that may be asked")
    return StatementRefused(
        f"there is no such table; the tables, each by its bare name: {listed(sorted(seen))}"
    )


def unanswered(error: psycopg.Error | OSError) -> str:
    """Why a server let nobody in, without its place; whoever looks after it sees that in `health`."""
    if isinstance(error, errors.TooManyConnections):
        return "has no connection left; ask again"
    told = str(error)
    if isinstance(error, errors.InvalidPassword | errors.InvalidAuthorizationSpecification) or (
        "authentication failed" in told or "no password supplied" in told
    ):
        return "does not let Belegg's role in"
    if isinstance(error, errors.InvalidCatalogName) or "does not exist" in told:
        return "is not where the settings say"
    if isinstance(error, errors.QueryCanceled):
        return SLOW
    return "cannot be reached; ask again when its server runs"


def message(error: psycopg.Error) -> str:
    """The server's sentence, on one line."""
    told = error.diag.message_primary or str(error)
    return " ".join(told.split())[:_MOST_TOLD]


def _name(told: str, before: str) -> str:
    """The name in `column "x" does not exist` and in `column t.x does not exist`."""
    if found := _NAMED.search(told):
        return found[1]
    return told.removeprefix(before).split(" does not exist")[0]


def _quoting(told: str, columns: Sequence[tuple[str, Sequence[str]]]) -> str:
    """What to know of a name that is there in other letters, or of a text between "double" marks."""
    name = _name(told, "column ").rpartition(".")[2]
    alike = [each for _, of in columns for each in of if each != name and each.lower() == name.lower()]
    if alike:
        return f' (write it between "double" marks, as it is: "{alike[0]}")'
    return " (a text stands between 'single' marks)" if told.count('"') >= 2 and name != name.lower() else ""


def unknown(name: str, seen: Collection[str]) -> StatementRefused:
    """No table of that name; one in other letters is told with its marks."""
    alike = [each for each in seen if each.lower() == name.lower()]
    meant = f'; write it between "double" marks, as it is: "{alike[0]}"' if alike else ""
    return StatementRefused(no_table(name, seen) + meant)
