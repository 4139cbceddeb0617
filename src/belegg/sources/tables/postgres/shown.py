"""
What stands before a statement: each table that whoever asks may see, by its name and with its columns.

The server then finds nothing else by a bare name, for its own search path is empty. Before the statement is
run the server is asked what it would read (EXPLAIN): each place must be one that stands here, told by a name
that is drawn anew each time.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from belegg.sources.tables.names import quoted
from belegg.sources.tables.values import LONGEST

CUT_AT: Final = LONGEST - 100
"""Characters of a value; what is said of a cut stands behind them and in the rest."""

MONEY: Final = 790
BYTES: Final = 17
_NUMBERS: Final = frozenset((16, 20, 21, 23, 26, 700, 701, 1700, 1082, 1083, 1114, 1184, 1186, 1266, 2950))
"""Types whose values are short: numbers, truth, days, times, uuid."""


@dataclass(frozen=True, slots=True)
class There:
    """A table of the database with the columns that may be read."""

    name: str
    columns: tuple[str, ...]
    is_view: bool


@dataclass(frozen=True, slots=True)
class Before:
    """`text` stands before the statement; `secret` begins the names of all that it reads: of `tables`."""

    text: str
    secret: str
    tables: tuple[str, ...]

    def around(self, statement: str) -> str:
        """The statement as it would be described: as the only place that rows come from."""
        return f"{self.text}SELECT * FROM (\n{statement}\n) AS {quoted(self.secret)}"

    def read(self, plan: object) -> tuple[str, ...] | None:
        """The tables that a plan reads, sorted; None where it reads anything that does not stand here."""
        found = set()
        for node in _nodes(plan, self.secret):
            if "Relations" in node or "Function Name" in node or "Table Function Name" in node:
                return None
            if node.get("CTE Name", "").startswith(self.secret):
                found.add(int(node["CTE Name"].removeprefix(self.secret)))
            if "Relation Name" in node:
                number = re.fullmatch(rf"{self.secret}(\d+)(?:_\d+)?", node.get("Alias", ""))
                if number is None:
                    return None
                found.add(int(number[1]))
        return tuple(sorted(self.tables[number] for number in found))


def before(tables: Sequence[There], schema: str) -> Before:
    """
    What stands before a statement that may read these tables of a schema. A view is worked out whole: a
    condition of the statement must not meet rows that the view leaves out.
    """
    secret = f"b{secrets.token_hex(8)}n"
    parts = []
    for number, table in enumerate(tables):
        own = quoted(f"{secret}{number}")
        columns = ", ".join(map(quoted, table.columns))
        source = f"SELECT {columns} FROM {quoted(schema)}.{quoted(table.name)} AS {own}"
        if table.is_view:
            parts.append(f"{own} AS MATERIALIZED ({source})")
            source = f"SELECT {columns} FROM {own}"
        parts.append(f"{quoted(table.name)} AS NOT MATERIALIZED ({source})")
    text = f"WITH {', '.join(parts)} " if parts else ""
    return Before(text, secret, tuple(table.name for table in tables))


def as_values(stated: Before, statement: str, types: Sequence[int]) -> str:
    """
    The statement with each value as text of a length that has an end. Types are their numbers in the
    server's catalogue.
    """
    names = [quoted(f"c{number}") for number in range(len(types))]
    values = ", ".join(shown(name, kind) for name, kind in zip(names, types, strict=True))
    of = f"{quoted(stated.secret)}({', '.join(names)})"
    return f"{stated.text}SELECT {values} FROM (\n{statement}\n) AS {of}"


def shown(column: str, kind: int) -> str:
    """An expression for a column as text. Longer ones are cut behind CUT_AT characters, and say so."""
    if kind == MONEY:  # without the sign of a currency, which is the server's and not the row's
        return f"CAST(CAST({column} AS numeric) AS text)"
    if kind == BYTES:
        return f"'(bytes, ' || octet_length({column}) || ' of them, not shown)'"
    text = f"CAST({column} AS text)"
    if kind in _NUMBERS:
        return text
    cut = f"left({text}, {CUT_AT}) || '… (cut; ' || char_length({text}) || ' characters)'"
    return f"CASE WHEN char_length({text}) > {CUT_AT} THEN {cut} ELSE {text} END"


def mentioned(there: Collection[There], words: Collection[str]) -> list[There]:
    """The tables whose name is a name of the statement."""
    return [table for table in there if table.name in words]


def _nodes(plan: object, secret: str) -> Iterator[Mapping[str, Any]]:
    """Every step of a plan but those by which a view of ours is worked out."""
    if isinstance(plan, list):
        for each in plan:
            yield from _nodes(each, secret)
    elif isinstance(plan, dict):
        if str(plan.get("Subplan Name", "")).startswith(f"CTE {secret}"):
            return
        if "Node Type" in plan:
            yield plan
        for each in plan.values():
            yield from _nodes(each, secret)
