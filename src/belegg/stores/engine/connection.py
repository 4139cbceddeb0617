"""
What the engine needs of a database: one connection, inside a transaction that somebody else began.

The engine's SQL is plain enough for SQLite and PostgreSQL alike. `?` stands for the next binding, `?3` for
the third. `carray(?)` is a table with the column `value`: the many values of one binding, made by `array`.
Rows come in no order that was not asked for. Text is compared by its code points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol

from belegg.stores.engine.arrays import Keys

Kind = Literal["number", "real", "text", "bytes"]
"""What a column holds, in every database."""


class Rows(Protocol):
    """The rows of a statement, each a tuple."""

    def __iter__(self) -> Iterator[Any]: ...

    def fetchall(self) -> list[Any]: ...


class Executing(Protocol):
    """Whatever runs a statement. Raises UnicodeEncodeError for text that no database stores."""

    def execute(self, sql: str, bindings: tuple[object, ...] = ..., /) -> Rows: ...


class Connection(Executing, Protocol):
    """One connection to a library's database."""

    def executemany(self, sql: str, bindings: Iterable[tuple[object, ...]], /) -> object:
        """The statement once for each of the bindings."""

    def changes(self) -> int:
        """How many rows the last statement added, changed or removed."""

    def array(self, values: Keys | Sequence[str], /) -> object:
        """Many values as one binding, for `carray(?)`. Texts must be ids (`statements.is_id`)."""

    def overwrite(self) -> None:
        """Whatever is removed from here on is overwritten, where the database can do that."""

    def stream(self, sql: str, bindings: tuple[object, ...] = (), /) -> Iterator[tuple[object, ...]]:
        """The rows of a statement one after another, never all of them at once."""

    def fill(self, table: str, columns: Mapping[str, Kind], rows: Sequence[tuple[object, ...]], /) -> None:
        """Add new rows to a table, with values in the order of the columns."""
