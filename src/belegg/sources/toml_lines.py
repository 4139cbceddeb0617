"""
Where in a TOML file a value stands. Python's reader gives values without their lines, and a message about a
file of a thousand synonyms is of no use without one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

Place = tuple[str | int, ...]
"""Keys and numbers from the outside in: `("synonyms", 3, "words", 0)`."""

_TOKEN = re.compile(
    r"""
    (?P<aside>[ \t\r]+|\#[^\n]*)
    | (?P<end>\n)
    | (?P<string>\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*')
    | (?P<opening>[\[{]) | (?P<closing>[\]}]) | (?P<comma>,) | (?P<equals>=) | (?P<dot>\.)
    | (?P<bare>[^\s\[\]{},=.\"'\#]+)
    """,
    re.X | re.S,
)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


class Lines:
    """The lines, from 1, of everything in a text that was read as TOML without an error."""

    def __init__(self, text: str) -> None:
        self._of = _lines(text)

    def of(self, place: Place) -> int:
        """The line of a place, or of the nearest thing around it that has one of its own."""
        while place not in self._of:
            place = place[:-1]
        return self._of[place]


def _lines(text: str) -> Mapping[Place, int]:
    lines: dict[Place, int] = {(): 1}
    tables: Counter[Place] = Counter()
    table: Place = ()
    for statement in _statements(text):
        first = statement[0]
        if first.kind == "opening":
            table = _names(statement)
            if statement[1].kind == "opening":
                lines.setdefault(table, first.line)
                tables[table] += 1
                table = (*table, tables[table] - 1)
            lines[table] = first.line
            continue
        equals = next(n for n, token in enumerate(statement) if token.kind == "equals")
        key = (*table, *_names(statement[:equals]))
        lines[key] = first.line
        for number, line in enumerate(_items(statement[equals + 1 :])):
            lines[*key, number] = line
    return lines


def _statements(text: str) -> Iterator[list[_Token]]:
    """The tokens of each table's head and of each key with its value, which may stand on several lines."""
    statement: list[_Token] = []
    line, depth = 1, 0
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or ""
        if kind == "end" and depth == 0 and statement:
            yield statement
            statement = []
        elif kind not in ("aside", "end"):
            depth += (kind == "opening") - (kind == "closing")
            statement.append(_Token(kind, found[0], line))
        line += found[0].count("\n")
    if statement:
        yield statement


def _names(tokens: Sequence[_Token]) -> Place:
    """The keys that stand there, without their quotation marks."""
    return tuple(token.text.strip("\"'") for token in tokens if token.kind in ("bare", "string"))


def _items(value: Sequence[_Token]) -> Iterator[int]:
    """The lines of an array's items; none for any other value."""
    depth, begins = 0, False
    for token in value:
        if begins and token.kind not in ("comma", "closing"):
            yield token.line
            begins = False
        depth += (token.kind == "opening") - (token.kind == "closing")
        opens = token.kind == "opening" and depth == 1 and token.text == "["
        begins = opens or (begins and token.kind != "closing") or (token.kind == "comma" and depth == 1)
