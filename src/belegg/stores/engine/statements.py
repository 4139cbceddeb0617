"""Rows with the types that the caller knows them to have, for any text that a user may type."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from belegg.stores.engine.connection import Executing


def rows(connection: Executing, sql: str, bindings: tuple[object, ...] = ()) -> list[Any]:
    """All rows of a query, as tuples."""
    try:
        return connection.execute(sql, bindings).fetchall()
    except UnicodeEncodeError:
        return []  # half a surrogate pair: no stored text can equal it


def row(connection: Executing, sql: str, bindings: tuple[object, ...] = ()) -> Any:
    """The first row of a query as a tuple, or None."""
    found = rows(connection, sql, bindings)
    return found[0] if found else None


@cache
def put(table: str, keys: tuple[str, ...], others: tuple[str, ...]) -> str:
    """The statement that keeps a row in the place of the one with the same keys, if any; keys come first."""
    columns = (*keys, *others)
    anew = ", ".join(f"{column} = excluded.{column}" for column in others)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))}) "
        f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {anew}"
    )


def one_of(column: str, values: Iterable[str]) -> tuple[str, list[str]]:
    """A condition and its bindings; values that no stored text can equal are left out."""
    possible = [value for value in values if is_text(value)]
    return (f"{column} IN ({', '.join('?' * len(possible))})" if possible else "1 = 0"), possible


def is_text(value: str) -> bool:
    """Whether a text can be stored: it holds no half of a surrogate pair."""
    return value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value)


def is_id(value: str) -> bool:
    """Whether a text can be an id: it can be stored, and looked for among others in one statement."""
    return "\0" not in value and is_text(value)
