"""A schema of a PostgreSQL database as an `Engine`: every question goes to a process of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, Final

from belegg.errors import MissingExtra, StatementRefused, StatementStopped
from belegg.sources.tables.engine import FoundColumn, FoundTable, Seen, Selected
from belegg.sources.tables.process import Silent, answered

MOST_S: Final = 6.0
"""For being let in (3 s), looking and asking; then the process is killed. The server stops before that."""

SLOW: Final = "did not answer in time; ask for less, or again later"


@dataclass(frozen=True, slots=True)
class PostgresEngine:
    """
    `name` is what the database is called in the settings, `conninfo` says where and as whom, with the
    password; it goes to the process through its input. `command` runs `worker.main`.
    """

    name: str
    conninfo: str = field(repr=False)
    schema: str
    command: tuple[str, ...]

    def tables(self) -> tuple[FoundTable, ...]:
        return tuple(
            FoundTable(
                table["name"],
                tuple(FoundColumn(name, kind) for name, kind in table["columns"]),
                table["rows"],
                table["is_view"],
            )
            for table in self._asked({"what": "tables"})["tables"]
        )

    def examples(self, table: str, columns: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        found = self._asked({"what": "examples", "table": table, "columns": list(columns)})["examples"]
        return {column: tuple(values) for column, values in found.items()}

    def select(self, statement: str, seen: Seen) -> Selected:
        if find_spec("sqlglot") is None:
            raise MissingExtra("`sqlglot` is not installed; run `pip install 'belegg[tables,postgres]'`")
        # Half a surrogate pair is no text that could travel; PostgreSQL would not take it either.
        asked = {"what": "select", "statement": statement.encode("utf-8", "replace").decode()}
        found = self._asked({**asked, "seen": {table: list(columns) for table, columns in seen.items()}})
        rows = tuple(tuple(row) for row in found["rows"])
        return Selected(
            tuple(found["columns"]), rows, found["more"], found["uncounted"], tuple(found["tables"])
        )

    def faults(self) -> tuple[str, ...]:
        """
        What its role may do besides reading, each with the statement that takes it away. Owner's view: a
        server that cannot be reached is told with its own words. Raises StatementStopped.
        """
        return tuple(self._asked({"what": "faults"})["faults"])

    def _asked(self, question: dict[str, Any]) -> dict[str, Any]:
        if find_spec("psycopg") is None:
            raise MissingExtra(
                f"`{self.name}` is in PostgreSQL, and `psycopg` is not installed; run `pip install "
                "'belegg[tables,postgres]'`"
            )
        asked = {**question, "conninfo": self.conninfo, "schema": self.schema}
        try:
            found = answered(self.command, asked, MOST_S, room=self.conninfo)
        except Silent as silent:
            why = SLOW if silent.killed else "could not be asked: the process that asks it ended"
            raise StatementStopped(f"`{self.name}` {why}") from None
        if "refused" in found:
            raise StatementRefused(found["refused"])
        if "stopped" in found:
            why = f" ({found['why']})" if "why" in found else ""
            raise StatementStopped(f"`{self.name}` {found['stopped']}{why}")
        return found
