"""
What is looked at before a statement is given to its database: that it is exactly one SELECT, of tables that
are there. This is a filter, and no wall: what it lets through meets the database's rights.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from belegg.errors import StatementRefused
from belegg.sources.tables.names import folded, no_table

MOST_CHARACTERS = 10_000
ONLY = "write exactly one SELECT (WITH … SELECT and UNION are SELECTs too)"


@dataclass(frozen=True, slots=True)
class Dialect:
    """
    How a database writes SQL: what sqlglot calls it, and which name an identifier is to it; `known` does that
    to the names of tables. `also_no` are kinds of SELECT that do more than read.
    """

    name: str
    spelled: Callable[[exp.Identifier], str]
    known: Callable[[str], str]
    also_no: tuple[type[exp.Expr], ...] = ()


def as_sqlite(identifier: exp.Identifier) -> str:
    return folded(identifier.name)


def as_postgres(identifier: exp.Identifier) -> str:
    """A name in "double" marks is as it stands there, any other in small letters."""
    return identifier.name if identifier.args.get("quoted") else folded(identifier.name)


SQLITE: Final = Dialect("sqlite", as_sqlite, folded)
POSTGRES: Final = Dialect("postgres", as_postgres, str, (exp.Into, exp.Lock))


class NotUnderstood(Exception):
    """The statement is no SQL to the one that looks at it here; its database has its own words for that."""


def no_such(name: str, tables: Collection[str]) -> StatementRefused:
    return StatementRefused(no_table(name, tables))


def refuse_odd(statement: str) -> None:
    """Raises StatementRefused for what is no statement at all."""
    if not statement.strip():
        raise StatementRefused(f"the statement is empty; {ONLY}")
    if len(statement) > MOST_CHARACTERS:
        raise StatementRefused(
            f"the statement has {len(statement):,} characters, and {MOST_CHARACTERS:,} are the most; ask for "
            "less at once"
        )
    if "\0" in statement:
        raise StatementRefused("the statement holds a NUL character; write it without")


def refuse_other(
    statement: str,
    tables: Collection[str],
    dialect: Dialect = SQLITE,
    unknown: Callable[[str, Collection[str]], StatementRefused] = no_such,
) -> list[str]:
    """
    The tables that the statement names, as it spells them. Raises StatementRefused when it is anything but
    one SELECT of the tables that are seen, NotUnderstood when that cannot be told.
    """
    try:
        found = [each for each in sqlglot.parse(statement, dialect=dialect.name) if each is not None]
    except (SqlglotError, RecursionError, ValueError) as error:
        raise NotUnderstood from error
    if len(found) != 1:
        many = f"there are {len(found)} statements" if found else "there is no statement"
        raise StatementRefused(f"{many}; {ONLY}")
    tree = found[0]
    if not isinstance(tree, exp.Query) or tree.find(
        exp.DDL, exp.DML, exp.Command, exp.Pragma, *dialect.also_no
    ):
        kind = "this" if isinstance(tree, exp.Query | exp.Command | exp.Alias) else f"`{tree.key.upper()}`"
        raise StatementRefused(f"{kind} is no SELECT; {ONLY}, for nothing else is run here")
    for placeholder in tree.find_all(exp.Placeholder, exp.Parameter):
        shown = placeholder.sql(dialect=dialect.name)[:40]
        raise StatementRefused(f"`{shown}` stands for a value that nobody gives; write the value")
    return named(tree, tables, dialect, unknown)


def named(
    tree: exp.Query,
    tables: Collection[str],
    dialect: Dialect,
    unknown: Callable[[str, Collection[str]], StatementRefused],
) -> list[str]:
    """The tables of the statement that it does not define itself. Raises StatementRefused."""
    defined = {dialect.spelled(each.args["alias"].this) for each in tree.find_all(exp.CTE)}
    known = set(map(dialect.known, tables))
    names: list[str] = []
    for table in tree.find_all(exp.Table):
        if not isinstance(table.this, exp.Identifier):
            raise StatementRefused(
                f"`{table.sql(dialect=dialect.name)[:60]}` is no table; rows come from tables alone"
            )
        if table.db:
            raise StatementRefused(f"write `{table.name}` alone, without `{table.db}.` before it")
        name = dialect.spelled(table.this)
        if name in defined:
            continue
        if name not in known:
            raise unknown(table.name, tables)
        names.append(table.name if dialect is SQLITE else name)
    return names
