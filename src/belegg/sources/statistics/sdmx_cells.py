"""What the SDMX parsers have in common: a cell with its coordinates, its text and its attributes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from belegg.records.statistics import CellKey
from belegg.sources.statistics.numbers import decimals_of as stated_decimals
from belegg.sources.statistics.numbers import power_in_words

TIME_DIMENSIONS = frozenset({"TIME_PERIOD", "TIME"})

STATUS_IN_WORDS = {
    "A": "normal value",
    "B": "time series break",
    "D": "definition differs",
    "E": "estimated",
    "F": "forecast",
    "G": "experimental",
    "H": "missing, a holiday or weekend",
    "I": "imputed",
    "J": "derogation",
    "K": "included in another category",
    "L": "missing, exists and was not collected",
    "M": "missing, cannot exist",
    "N": "not significant",
    "O": "missing",
    "P": "provisional",
    "Q": "suppressed",
    "S": "strike",
    "U": "low reliability",
    "V": "unvalidated",
    "W": "included with another category",
}
"""SDMX's own list of what may be said of an observation, for answers that hold the code alone."""

_MISSING = frozenset({"", "NaN", "nan"})


@dataclass(frozen=True, slots=True)
class Coded:
    """A value by its code and what that is called; where there is no code the two are the same text."""

    code: str
    label: str


@dataclass(frozen=True, slots=True)
class Cell:
    """
    One figure as it came: its coordinates in the dimensions' order, its text (None where there is none) and
    what is said of it, of its series or of all, by the attribute's id.
    """

    keys: tuple[CellKey, ...]
    value: str | None
    attributes: Mapping[str, Coded]

    def said(self, attribute: str) -> Coded:
        """What an attribute says; an empty code where it says nothing."""
        return self.attributes.get(attribute, _NOTHING)

    @property
    def period(self) -> str:
        """The time coordinate; empty where there is none."""
        return next((key.code for key in self.keys if key.dimension in TIME_DIMENSIONS), "")


@dataclass(frozen=True, slots=True)
class SdmxDimension:
    """A dimension of a message: `codes` are those that occur in it."""

    id: str
    label: str
    codes: tuple[Coded, ...] = ()


@dataclass(frozen=True, slots=True)
class SdmxData:
    """A message of data: `cells` in the order they were sent in."""

    name: str
    dimensions: tuple[SdmxDimension, ...]
    cells: tuple[Cell, ...]
    description: str = ""


_NOTHING = Coded("", "")


def present(text: str | None) -> str | None:
    """The text of a figure; None where the source writes that there is none."""
    return None if text is None or text.strip() in _MISSING else text.strip()


def status_of(cell: Cell, attribute: str = "OBS_STATUS") -> Coded:
    """The flag of a cell with its words; empty for a normal value."""
    said = cell.said(attribute)
    if said.code in ("", "A"):
        return _NOTHING
    label = said.label if said.label != said.code else STATUS_IN_WORDS.get(said.code, "")
    return Coded(said.code, label)


def multiplier_of(cell: Cell, attribute: str = "UNIT_MULT") -> str:
    """In words what the figure counts: UNIT_MULT is an exponent of ten, `6` makes `millions`; empty for 0."""
    said = cell.said(attribute)
    is_exponent = said.code.removeprefix("-").isdecimal()
    return power_in_words(said.code) if is_exponent else said.label.lower()


def decimals_of(cell: Cell, attribute: str = "DECIMALS") -> int | None:
    """How many decimals the source states; None where it states none."""
    return stated_decimals(cell.said(attribute).code)
