"""The figures that a question may use beside the documents: official statistics, and company tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from belegg.errors import BadSetting, MissingExtra
from belegg.records import Note, Scope

if TYPE_CHECKING:
    from belegg.seams.figures import CompanyTables, Statistics


class HoldsFigures(Protocol):
    """A library that may have official statistics and company tables."""

    @property
    def statistics(self) -> Statistics:
        """Raises BadSetting, MissingExtra."""

    @property
    def tables(self) -> CompanyTables:
        """Raises BadSetting."""

    def has_statistics(self) -> bool:
        """Whether official statistics are on."""


@dataclass(frozen=True, slots=True)
class Figures:
    """None for what there is not, or not for who asks; `notes` say what could not be opened."""

    statistics: Statistics | None = None
    tables: CompanyTables | None = None
    notes: tuple[Note, ...] = ()


def figures_of(library: HoldsFigures, scope: Scope) -> Figures:
    """
    What a library has of them for a scope. What is badly set or not installed is left out with a note: the
    documents can be asked all the same.
    """
    statistics: Statistics | None = None
    tables: CompanyTables | None = None
    notes = []
    try:
        statistics = library.statistics if library.has_statistics() else None
    except (BadSetting, MissingExtra) as error:
        notes.append(Note("statistics", f"official statistics could not be asked: {error}"))
    try:
        tables = library.tables
        tables = tables if tables.may_ask(scope) else None
    except BadSetting as error:
        notes.append(Note("tables", f"the company's tables could not be asked: {error}"))
    return Figures(statistics, tables, tuple(notes))
