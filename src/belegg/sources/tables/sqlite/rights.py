"""
What a statement may do: SQLite asks here before it compiles each step of it.

This is the wall. Whatever a statement looks like, it reads the columns it may read and calls the functions
named here; it writes nothing, opens nothing, sets nothing, and goes round in no circle.
"""

from __future__ import annotations

from typing import Final

import apsw

from belegg.sources.tables.engine import Seen
from belegg.sources.tables.names import folded

_NUMBERS = """
abs ceil ceiling floor round sign trunc mod exp ln log log10 log2 pow power sqrt pi max min random degrees
radians sin cos tan asin acos atan atan2
"""
_TEXT = """
length lower upper trim ltrim rtrim replace substr substring instr concat concat_ws format printf char
unicode hex like glob quote octet_length
"""
_VALUES = "coalesce ifnull nullif iif if typeof likely unlikely likelihood"
_DAYS = """
date time datetime julianday strftime unixepoch timediff current_date current_time current_timestamp
"""
_OVER_ROWS = """
count sum total avg median percentile percentile_cont percentile_disc group_concat string_agg row_number
rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
"""
_JSON = """
json json_extract json_array_length json_type json_valid -> ->> json_object json_array json_group_array
json_group_object
"""
FUNCTIONS: Final = frozenset(" ".join((_NUMBERS, _TEXT, _VALUES, _DAYS, _OVER_ROWS, _JSON)).split())
"""The functions that a statement may call. None reads a file, loads code, or says what runs here."""

REFUSED_ACTION: Final = "only one SELECT is run here: nothing is written, set, attached or explained"


class Rights:
    """
    The authorizer. `base` is the name of the database's schema, which nobody can guess; `own` are views and
    tables that stand for what is seen, by their folded names, with the tables that they show.

    `looks` are functions of our own (`guards`), by names that nobody can guess.
    `refused` is the first thing that was not allowed: `("function", "readfile")`. `read` collects tables.
    """

    def __init__(self, base: str, seen: Seen) -> None:
        self._base = base
        self._seen = {folded(table): frozenset(map(folded, columns)) for table, columns in seen.items()}
        self._spelled = {folded(table): table for table in seen}
        self.own: dict[str, str] = {}
        self.looks: frozenset[str] = frozenset()
        self.refused: tuple[str, str] | None = None
        self.read: set[str] = set()

    def __call__(
        self, action: int, first: str | None, second: str | None, schema: str | None, inside: str | None
    ) -> int:
        if action == apsw.SQLITE_SELECT:
            return apsw.SQLITE_OK
        if action == apsw.SQLITE_READ:
            return self._reading(first or "", second or "", schema)
        if action == apsw.SQLITE_FUNCTION:
            name = folded(second or "")
            return (
                apsw.SQLITE_OK
                if name in FUNCTIONS or name in self.looks
                else self._refuse("function", second or "")
            )
        if action == apsw.SQLITE_RECURSIVE:
            return self._refuse("recursive", "")
        return self._refuse("action", "")

    def _reading(self, table: str, column: str, schema: str | None) -> int:
        """
        A column of a table. Where the rows alone are wanted the column is empty, and the schema is what the
        statement wrote before the name: nothing, and then it may be a table that the statement defines. What
        is not seen lies behind a view of that name then (`opening`), and is not met here.
        """
        name = folded(table)
        if not column and schema is None and not name.startswith(("sqlite_", "pragma_")):
            self.read.update(filter(None, (self.own.get(name) or self._spelled.get(name),)))
            return apsw.SQLITE_OK
        if name in self.own and schema == "temp":
            self.read.add(self.own[name])
            return apsw.SQLITE_OK
        if name not in self._seen or schema != self._base:
            return self._refuse("table", table)
        if column and column != "ROWID" and folded(column) not in self._seen[name]:
            return self._refuse("column", column)
        self.read.add(self._spelled[name])
        return apsw.SQLITE_OK

    def _refuse(self, kind: str, name: str) -> int:
        if self.refused is None:
            self.refused = (kind, name)
        return apsw.SQLITE_DENY
