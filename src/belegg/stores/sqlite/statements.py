"""Rows with the types that the caller knows them to have."""

from __future__ import annotations

from typing import Any

import apsw


def rows(connection: apsw.Connection, sql: str, bindings: tuple[object, ...] = ()) -> list[Any]:
    """All rows of a query, as tuples."""
    return connection.execute(sql, bindings).fetchall()


def row(connection: apsw.Connection, sql: str, bindings: tuple[object, ...] = ()) -> Any:
    """The first row of a query as a tuple, or None."""
    return connection.execute(sql, bindings).fetchone()
