"""What each kind of database gives: its tables, examples of one, and the rows of one statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

MOST_ROWS = 200
MOST_BYTES = 1_000_000
"""Of the rows of one statement, as text."""

Seen = Mapping[str, Sequence[str]]
"""What whoever asks may read: tables, each with its columns. Nothing else is there for a statement."""


@dataclass(frozen=True, slots=True)
class FoundColumn:
    """`type` as the table declares it; empty where it declares none."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table or view as the database has it. `rows` is None where counting takes too long."""

    name: str
    columns: tuple[FoundColumn, ...]
    rows: int | None = None
    is_view: bool = False


@dataclass(frozen=True, slots=True)
class Selected:
    """
    The rows of a statement. A value is text as the database has it, None where it is missing (NULL).

    `more` counts rows that came after the last one shown; with `uncounted` there are still more than that.
    `tables` are those that were read.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    more: int = 0
    uncounted: bool = False
    tables: tuple[str, ...] = ()


class Engine(Protocol):
    """
    One database. It is opened for reading alone, for each call anew, and nothing of it runs in this process.

    Raises StatementStopped when it takes too long or the database does not answer; no message names a path or
    what is not in `seen`.
    """

    def tables(self) -> tuple[FoundTable, ...]:
        """Every table and view that can be asked, by name. Owner's view."""

    def examples(self, table: str, columns: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """Up to three different values of each column, as text."""

    def select(self, statement: str, seen: Seen) -> Selected:
        """The rows of exactly one SELECT. Raises StatementRefused with what is to be mended."""
