"""Official statistics: a source's tables, what is asked of them, and the figures as the source sent them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

DimensionRole = Literal["time", "geo", "measure", "unit", "other"]

Selection = Mapping[str, tuple[str, ...]]
"""
What is asked of a table: for each dimension its codes, or one of the expressions `*` (all), `last(3)`,
`2020..2024` (from one code to another, in the dimension's order; open at an end that is left out). A
dimension that is not named is left out where the source allows it, or has one code only.
"""


@dataclass(frozen=True, slots=True)
class TableRef:
    """
    A table as a catalogue lists it. `id` is the source's own, `language` that of the texts (ISO 639-1);
    `path` is where it stands in the source's subjects, from the top; `first` and `last` are periods and
    `updated` a time, as the source writes them; `unit_of_time` is `year`, `quarter`, `month` … when known.
    """

    source: str
    id: str
    title: str
    language: str
    description: str = ""
    path: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    first: str = ""
    last: str = ""
    updated: str = ""
    unit_of_time: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """
    One value of a dimension. `unit`, `decimals` (how many the source states for it) and `multiplier` (in
    words: `per 100`, `millions`) are those of a measure, where the source gives them by measure.
    """

    id: str
    label: str
    parent: str = ""
    note: str = ""
    unit: str = ""
    decimals: int | None = None
    multiplier: str = ""


@dataclass(frozen=True, slots=True)
class Dimension:
    """
    One of a table's dimensions. `codes` may be a part of the `total` there are, where the source has to be
    asked again for the rest; `may_be_left_out`: a selection without it is answered with its total;
    `has_others`: the source does not list all codes (names of companies, say); one not listed may be asked.
    """

    id: str
    label: str
    role: DimensionRole
    codes: tuple[Code, ...]
    total: int
    may_be_left_out: bool = False
    has_others: bool = False


@dataclass(frozen=True, slots=True)
class TableNote:
    """What a source says of a table. `must_show`: wherever its figures are shown."""

    text: str
    must_show: bool = False


@dataclass(frozen=True, slots=True)
class StatisticsTable:
    """A table described: its dimensions in the source's order, from which selections are made."""

    ref: TableRef
    dimensions: tuple[Dimension, ...]
    notes: tuple[TableNote, ...] = ()

    def dimension(self, id: str) -> Dimension | None:
        """The dimension of that id."""
        return next((each for each in self.dimensions if each.id == id), None)


@dataclass(frozen=True, slots=True)
class SourceRequest:
    """What is sent to a source. The address holds no key: those go as headers when it is sent."""

    url: str
    method: Literal["GET", "POST"] = "GET"
    body: bytes = b""
    accept: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """
    A selection that may be sent: the codes by dimension (of a dimension left out, none), how many cells they
    are, the requests, and what a reader should know beforehand.
    """

    table: StatisticsTable
    selection: Selection
    codes: Mapping[str, tuple[str, ...]]
    cells: int
    requests: tuple[SourceRequest, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CellKey:
    """One coordinate of a figure: a dimension and the code in it, with the code's label."""

    dimension: str
    code: str
    label: str


@dataclass(frozen=True, slots=True)
class Observation:
    """
    One figure. `raw` is the source's own text of it, None where there is none; `text` is `raw` with zeros up
    to the decimals that the source states, never rounded, without blanks between digits, `.` and `-` as
    signs. `status` is the source's flag or mark of what is missing, `status_label` what it says in words.
    Periods are ISO dates, the last one inclusive, empty where the time cannot be read as days.
    """

    keys: tuple[CellKey, ...]
    raw: str | None
    text: str | None
    status: str = ""
    status_label: str = ""
    unit: str = ""
    multiplier: str = ""
    decimals: int | None = None
    period_start: str = ""
    period_end: str = ""


@dataclass(frozen=True, slots=True)
class RawBody:
    """What a source answered to one request, byte for byte, and its SHA-256 (hexadecimal)."""

    request: SourceRequest
    content: bytes
    sha256: str


@dataclass(frozen=True, slots=True)
class Fetch:
    """
    Figures fetched by a plan, in the table's order with time last. `retrieved_at` (ISO 8601, UTC) is when
    the source answered, `source_updated` when it says the figures changed, as it writes it.
    """

    plan: Plan
    observations: tuple[Observation, ...]
    bodies: tuple[RawBody, ...]
    retrieved_at: str
    licence: str
    citation: str
    source_updated: str = ""
    notes: tuple[TableNote, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptBody:
    """An answer that is kept apart: to which request, and its SHA-256 (hexadecimal)."""

    request: SourceRequest
    sha256: str


@dataclass(frozen=True, slots=True)
class KeptFetch:
    """
    A fetch as its record keeps it beside the document: `publisher` is the source's name, `bodies` stand for
    the raw answers in their order. Of the plan's table those codes are left that were asked for.
    """

    publisher: str
    plan: Plan
    observations: tuple[Observation, ...]
    bodies: tuple[KeptBody, ...]
    retrieved_at: str
    licence: str
    citation: str
    source_updated: str = ""
    notes: tuple[TableNote, ...] = ()
    warnings: tuple[str, ...] = ()
