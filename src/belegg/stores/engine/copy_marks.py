"""
How far a copy has come, kept in the library that it makes: with each batch, in that batch's transaction.

While the mark is there the library opens for the copy alone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final

from belegg.errors import UnfinishedCopy
from belegg.stores.engine import statements
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.copied_tables import MARK
from belegg.stores.engine.digests import Digest, Row

KEPT: Final = statements.put("settings", ("name",), ("value",))
FOUND: Final = f"SELECT value FROM settings WHERE name = '{MARK}'"


@dataclass(frozen=True, slots=True)
class Reached:
    """Of one table: what was copied, and the key of the last row of it."""

    held: Digest = field(default_factory=Digest)
    last: Row = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """Of a copy: of which library, begun when (ISO 8601, UTC), and how far each table is."""

    source: str
    begun: str
    tables: dict[str, Reached]

    @classmethod
    def new(cls, source: str) -> Mark:
        return cls(source, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), {})

    def of(self, table: str) -> Reached:
        return self.tables.get(table, Reached())

    def after(self, table: str, reached: Reached) -> Mark:
        return replace(self, tables=self.tables | {table: reached})

    def keep(self, connection: Connection) -> None:
        tables = {name: _told(reached) for name, reached in self.tables.items()}
        told = {"source": self.source, "begun": self.begun, "tables": tables}
        connection.execute(KEPT, (MARK, json.dumps(told)))


def kept(connection: Connection) -> Mark | None:
    """The mark of the copy that has not come to its end; None in a library that is whole."""
    row = statements.row(connection, FOUND)
    if row is None:
        return None
    told = json.loads(row[0])
    return Mark(
        told["source"], told["begun"], {name: _reached(each) for name, each in told["tables"].items()}
    )


def remove(connection: Connection) -> None:
    connection.execute(f"DELETE FROM settings WHERE name = '{MARK}'")


def refuse_unfinished(connection: Connection, name: str, given_up: str) -> None:
    """Raises UnfinishedCopy where the mark is. `given_up`: how one takes away what is there."""
    mark = kept(connection)
    if mark is not None:
        raise UnfinishedCopy(
            f"`{name}` is a copy of `{mark.source}`, begun {mark.begun}, that has not come to its end; "
            f"`belegg copy {mark.source} {name}` goes on where it stopped. To give it up, {given_up}"
        )


def _told(reached: Reached) -> list[Any]:
    last = [{"hex": key.hex()} if isinstance(key, bytes) else key for key in reached.last]
    return [reached.held.rows, reached.held.size_bytes, f"{reached.held.sum:x}", last]


def _reached(told: list[Any]) -> Reached:
    rows, size_bytes, total, last = told
    keys = tuple(bytes.fromhex(key["hex"]) if isinstance(key, dict) else key for key in last)
    return Reached(Digest(rows, size_bytes, int(total, 16)), keys)
