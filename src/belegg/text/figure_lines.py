"""
The line of one figure, written and read back: `Bergen · 2024: 5821`, `Bergen · 2024: .. (not available)`.

Such lines stand under one another and are read one by one: each is a sentence of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import regex

from belegg.records import Span

BETWEEN: Final = " · "
NO_FIGURE: Final = "no figure"
MARK: Final = regex.compile(r"[^\s()\p{N}]+")
"""What a source may have in a figure's place: no number, no several words."""
MOST_CHARACTERS: Final = 600
"""Of a line that a place in any text is looked for on."""
_NUMBER: Final = regex.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_LINE: Final = regex.compile(
    rf"(?s)(?P<label>.*): (?P<stands>{_NUMBER.pattern}|{NO_FIGURE}|{MARK.pattern})(?: \((?P<said>.*)\))?"
)
_STANDING: Final = regex.compile(
    rf"[^\n]*[^\s:]: (?:{_NUMBER.pattern}|{NO_FIGURE}|[^\s()\p{{N}}\p{{L}}]{{1,3}})(?: \([^\n]*\))?"
)
_HEADING: Final = regex.compile(r"#{1,6} [^\n]*")
_ROW: Final = regex.compile(rf"(?P<name>[^\n:]{{1,80}}): [^\n]*{BETWEEN}[^\n:]{{1,80}}: [^\n]*")
_FIELD: Final = regex.compile(r"(?P<name>[^\n:]{1,80}): [^\n]*")
_PERIOD: Final = regex.compile(
    r"(?<![\p{L}\p{N}])(?P<year>1[5-9]\d\d|2[01]\d\d)"
    r"(?:-?M(?P<month>0[1-9]|1[0-2])|-(?P<month>0[1-9]|1[0-2])|-?[KQ](?P<part>[1-4])"
    r"|-?[HS](?P<part>[12])|-?[UW](?P<part>[0-5]\d))(?![\p{L}\p{N}-])"
)
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


@dataclass(frozen=True, slots=True)
class FigureLine:
    """
    A line in its parts. `figure` is None where there is none; `mark` is then what the source has in its
    place, empty when that is nothing. `said` are the flag and its meaning, as they stand in brackets.
    """

    label: tuple[str, ...]
    figure: str | None
    mark: str = ""
    said: str = ""

    def __str__(self) -> str:
        stands = self.figure if self.figure is not None else self.mark or NO_FIGURE
        said = f" ({self.said})" if self.said else ""
        return f"{BETWEEN.join(self.label)}: {stands}{said}"

    @classmethod
    def read(cls, line: str) -> FigureLine | None:
        """The parts of a line; None for a line that is none of a figure."""
        found = _LINE.fullmatch(line)
        if found is None:
            return None
        stands, said = found["stands"], found["said"] or ""
        label = tuple(found["label"].split(BETWEEN))
        if _NUMBER.fullmatch(stands):
            return cls(label, stands, said=said)
        return cls(label, None, "" if stands == NO_FIGURE else stands, said)


def is_figure(text: str) -> bool:
    """Whether a text is a number as lines have it: digits, at most one point, at most a minus before them."""
    return _NUMBER.fullmatch(text) is not None


def figure_line_at(text: str, at: int) -> Span | None:
    """
    The line of a figure, or the row of a table (`client: Alfa AS · revenue: 1250000`), on which a place
    stands, which stands under another one, over one, or under a heading; None where the line is none, or
    stands in prose.
    """
    start = text.rfind("\n", max(0, at - MOST_CHARACTERS), at) + 1
    end = text.find("\n", at, at + MOST_CHARACTERS)
    end = end if end >= 0 else len(text)
    if end - start > MOST_CHARACTERS or not _FIELD.fullmatch(text, start, end):
        return None
    before = text.rfind("\n", max(0, start - MOST_CHARACTERS), start - 1) + 1 if start else 0
    after = text.find("\n", end + 1, end + 1 + MOST_CHARACTERS)
    above = text[before : start - 1] if start else ""
    below = text[end + 1 : after if after >= 0 else len(text)] if end < len(text) else ""
    line = text[start:end]
    if _stands(line):
        beside = _HEADING.fullmatch(above) or _stands(above) or _stands(below)
    else:
        beside = _begins_alike(line, above) or _begins_alike(line, below)
    return Span(start, end) if beside else None


def _stands(line: str) -> bool:
    return _STANDING.fullmatch(line) is not None or _ROW.fullmatch(line) is not None


def _begins_alike(line: str, other: str) -> bool:
    """Whether two lines begin with one name, as rows of one column do."""
    mine, its = _FIELD.fullmatch(line), _FIELD.fullmatch(other)
    return mine is not None and its is not None and mine["name"] == its["name"]


def periods_spelled(text: str) -> str:
    """A text with periods of statistics as words: `2026M05` is `May 2026`, `2024K1` is `1 quarter 2024`."""
    return str(_PERIOD.sub(_spelled, text))


def is_part_of_a_year(text: str) -> bool:
    """Whether a text names a part of a year by its code."""
    return _PERIOD.search(text) is not None


def _spelled(found: regex.Match[str]) -> str:
    if found["month"]:
        return f"{_MONTHS[int(found['month']) - 1]} {found['year']}"
    kind = "week" if len(found["part"]) == 2 else "quarter" if found[0][-2] in "KQ" else "half"
    return f"{int(found['part'])} {kind} {found['year']}"
