"""
What the engine needs of a database: one connection, inside a transaction that somebody else began.

The engine's SQL is plain enough for SQLite and PostgreSQL alike. `?` stands for the next binding, `?3` for
the third. `carray(?)` is a table with the column `value`: the many values of one binding, made by `array`.
Rows come in no order that was not asked for. Text is compared by its code points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from belegg.stores.engine.arrays import Keys


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
