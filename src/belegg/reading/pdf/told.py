"""What the first pages of a report tell about it, as the rules of metadata see them: printed lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from belegg.reading.facts import iso_date

MONTHS = (
    r"(?:jan|feb|mar|apr|may|maj|mai|jun|jul|aug|sep|oct|okt|nov|dec|des|dez|tammi|helmi|maalis|huhti|touko|kesä"
    r"|heinä|elo|syys|loka|marras|joulu|fév|avr|juin|juil|aoû|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|ja|fe)"
    r"[^\W\d_]*"
)
DATE = re.compile(
    rf"\d{{4}}-\d\d-\d\d|\d{{1,2}}\.?\s*(?:de\s)?{MONTHS}\.?,?\s*(?:de\s)?(?:19|20)\d\d"
    rf"|{MONTHS}\s\d{{1,2}}(?:st|nd|rd|th)?,\s*(?:19|20)\d\d|\d{{1,2}}\.\s?\d{{1,2}}\.\s?(?:19|20)\d\d",
    re.IGNORECASE,
)
"""A whole date as it is printed."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""Signs that are not seen: control signs, marks of direction and of no width."""

_DAY_MONTH = re.compile(r"(\d{1,2})\.?\s*(?:de\s)?([^\W\d_]+)\.?,?\s*(?:de\s)?((?:19|20)\d\d)$")


class Row(Protocol):
    """A printed line, as `lines.Line` is one."""

    @property
    def page(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def size(self) -> float: ...
    @property
    def bold(self) -> bool: ...
    @property
    def x0(self) -> float: ...
    @property
    def y0(self) -> float: ...
    @property
    def x1(self) -> float: ...
    @property
    def y1(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that was found: its text and where (`page 1`, `pdf metadata`, `running header`)."""

    text: str
    origin: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A line, or a cell of a line that was read as a row of a table, in plain letters."""

    page: int
    text: str
    size: float
    bold: bool
    x0: float
    y0: float
    x1: float
    y1: float


def cells(rows: Sequence[Row]) -> list[Cell]:
    """The lines with raised figures as figures and white space as single blanks."""
    found = []
    for row in rows:
        parts = row.text.strip("| ").split("|") if row.text.startswith("|") else [row.text]
        for part in parts:
            text = plain(part)
            if text:
                found.append(Cell(row.page, text, row.size, row.bold, row.x0, row.y0, row.x1, row.y1))
    return found


def plain(text: str) -> str:
    """Compatibility forms (ligatures, raised figures) as plain letters, no unseen signs, single blanks."""
    return " ".join(_CONTROL.sub(" ", unicodedata.normalize("NFKC", text.replace("\u00ad", ""))).split())


def date_of(text: str) -> str | None:
    """A printed date as `2024-05-12`; blanks may be missing, Spanish `de` may stand between."""
    text = text.strip()
    found = _DAY_MONTH.match(text)
    return iso_date(f"{found[1]} {found[2]} {found[3]}" if found else text)
