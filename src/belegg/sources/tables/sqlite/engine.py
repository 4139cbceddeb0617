"""A SQLite file as an `Engine`: every question goes to a process of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from belegg.errors import MissingExtra, StatementRefused, StatementStopped
from belegg.sources.tables.engine import FoundColumn, FoundTable, Seen, Selected
from belegg.sources.tables.process import Silent, answered
from belegg.sources.tables.sqlite.faults import SLOW


class SqliteEngine:
    """`name` is what the database is called in the settings; `command` runs `worker.run`."""

    def __init__(self, name: str, path: Path, command: Sequence[str]) -> None:
        self._name = name
        self._path = path
        self._command = tuple(command)

    def tables(self) -> tuple[FoundTable, ...]:
        return tuple(
            FoundTable(
                table["name"],
                tuple(FoundColumn(name, kind) for name, kind in table["columns"]),
                table["rows"],
                table["is_view"],
            )
            for table in self._asked({"what": "tables"})["tables"]
            if table["columns"]
        )

    def examples(self, table: str, columns: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        found = self._asked({"what": "examples", "table": table, "columns": list(columns)})["examples"]
        return {column: tuple(values) for column, values in found.items()}

    def select(self, statement: str, seen: Seen) -> Selected:
        if find_spec("sqlglot") is None:
            raise MissingExtra("`sqlglot` is not installed; run `pip install 'belegg[tables]'`")
        # Half a surrogate pair is no text that could travel; SQLite would not take it either.
        asked = {"what": "select", "statement": statement.encode("utf-8", "replace").decode()}
        found = self._asked({**asked, "seen": {table: list(columns) for table, columns in seen.items()}})
        rows = tuple(tuple(row) for row in found["rows"])
        return Selected(
            tuple(found["columns"]), rows, found["more"], found["uncounted"], tuple(found["tables"])
        )

    def _asked(self, question: dict[str, Any]) -> dict[str, Any]:
        try:
            found = answered(self._command, {**question, "path": str(self._path)})
        except Silent as silent:
            why = SLOW if silent.killed else "could not be asked: the process that asks it ended"
            raise StatementStopped(f"`{self._name}` {why}") from None
        if "refused" in found:
            raise StatementRefused(found["refused"])
        if "stopped" in found:
            raise StatementStopped(f"`{self._name}` {found['stopped']}")
        return found
