"""
CSV and TSV files: cells between delimiters told from the file itself, rows as lines.

What looks like a formula is text. A quotation mark that never closes opens nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from belegg.errors import NotADocument, TooLarge
from belegg.reading.content import Content, Said, silent
from belegg.reading.decoding import decode
from belegg.reading.stored import Storing, TextBuilder
from belegg.reading.tables.grid import Row, add_tables
from belegg.reading.tables.heads import Cell, text_cell
from belegg.records import Warned

MOST_CELLS = 3_000_000
_DELIMITERS = "\t;,|"
_SAMPLE_LINES = 200
_SAID_EVERY = 1_000
_SAMPLE = 200_000
_QUOTED = '[^"]{0,100000}+'
_MOST_MARKS = 1_000
_STATED = re.compile(r"sep=(.)\n", re.IGNORECASE)


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises UndecodableText, NotADocument and TooLarge."""
    decoded = decode(data)
    storing = Storing()
    text = storing.text(decoded.text)
    delimiter, start = delimiter_of(text)
    reading = Cells(text, delimiter, start, said)
    rows = list(reading.rows())
    if not any(row.cells for row in rows):
        raise NotADocument("the file holds no text")
    builder = TextBuilder()
    add_tables(builder, rows)
    warnings = (*decoded.warnings, *storing.warnings(), *reading.warnings())
    return Content(builder.text(), tuple(builder.blocks), warnings=warnings)


def delimiter_of(text: str) -> tuple[str, int]:
    """
    The sign between cells, and where the rows begin.

    Excel's own line `sep=;` says it. Otherwise it is the sign that stands equally often, and most often, in
    the first lines, outside quotation marks.
    """
    if stated := _STATED.match(text):
        return stated[1], stated.end()
    sample = text[:_SAMPLE]
    lines = [line for line in sample.split("\n")[:_SAMPLE_LINES] if line.strip()]
    best, best_score = ",", (0.0, 0)
    for sign in _DELIMITERS:
        counts = Counter(n for n in (_outside(line, sign) for line in lines) if n)
        if counts:
            usual, times = counts.most_common(1)[0]
            # Whole sentences hold commas too, but not the same number in each line.
            score = (times / len(lines), usual)
            if score > best_score:
                best, best_score = sign, score
    return best, 0


def _outside(line: str, sign: str) -> int:
    return re.sub(r'"[^"]*"', "", line).count(sign) if '"' in line else line.count(sign)


class Cells:
    """Rows of one text, and what was odd about them."""

    def __init__(self, text: str, delimiter: str, start: int, said: Said) -> None:
        self._text = text
        self._said = said
        self._start = start
        sign = re.escape(delimiter)
        self._cell = re.compile(
            rf'[^\S\n{sign}]*"({_QUOTED}(?:""{_QUOTED}){{0,{_MOST_MARKS}}}+)"[^\S\n{sign}]*(?={sign}|\n|\Z)'
            rf"|([^\n{sign}]*)"
        )
        self._delimiter = delimiter
        self._widths: list[tuple[int, int]] = []
        self._unclosed: list[int] = []

    def rows(self) -> Iterator[Row]:
        """Each line that holds anything, with its number from 1."""
        text, place, number, cells = self._text, self._start, 0, 0
        while place < len(text):
            number += 1
            found: dict[int, Cell] = {}
            column = 0
            while True:
                match = self._cell.match(text, place)
                if match is None:
                    break
                quoted, plain = match[1], match[2]
                if plain is not None and plain.lstrip().startswith('"'):
                    self._unclosed.append(number)
                column += 1
                raw = quoted.replace('""', '"') if quoted is not None else plain
                value = " ".join(raw.split())
                if value:
                    found[column] = text_cell(value)
                place = match.end()
                if text[place : place + 1] != self._delimiter:
                    break
                place += 1
            cells += column
            if cells > MOST_CELLS:
                raise TooLarge(f"the table holds more than {MOST_CELLS:,} cells; divide it")
            place += 1
            if number % _SAID_EVERY == 0:
                self._said(min(place, len(text)), len(text))
            if found:
                self._widths.append((number, column))
                yield Row(number, found)

    def warnings(self) -> Iterator[Warned]:
        """What a reader of the report should know."""
        usual = Counter(width for _, width in self._widths).most_common(1)[0][0] if self._widths else 0
        ragged = [number for number, width in self._widths if width != usual]
        if ragged and usual > 1:
            have = "1 row does" if len(ragged) == 1 else f"{len(ragged):,} rows do"
            message = f"{have} not have {usual} cells like most ({_lines(ragged)}); kept as read"
            yield Warned("ragged rows", message)
        if self._unclosed:
            message = f"a quotation mark does not close its cell ({_lines(self._unclosed)}); read as a mark"
            yield Warned("open quotation marks", message)


def _lines(numbers: Sequence[int]) -> str:
    shown = list(dict.fromkeys(numbers))
    more = " and more" if len(shown) > 5 else ""
    return f"row{'s' if len(shown) > 1 else ''} {', '.join(map(str, shown[:5]))}{more}"
