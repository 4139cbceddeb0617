"""The protocols of figures: a source of official statistics, and what an agent's tools see of figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from belegg.records import DocumentId, Note, Scope
from belegg.records.statistics import (
    Fetch,
    Observation,
    Plan,
    RawBody,
    Selection,
    StatisticsTable,
    TableRef,
)


class StatisticsSource(Protocol):
    """
    One publisher of official statistics. Every method raises SourceError alone, each of its kinds with words
    that may go to a model: no key, no body. `plan` and `derive` need no network.
    """

    @property
    def id(self) -> str:
        """Its name in settings and addresses: `ssb`, `eurostat` …"""

    @property
    def name(self) -> str:
        """As a citation writes it: `Statistics Norway (SSB)`."""

    @property
    def licence(self) -> str:
        """Of its figures, as a document states it."""

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages it offers titles in, its first one first."""

    @property
    def key_setting(self) -> str:
        """The environment variable that holds the key it needs; empty when it needs none."""

    def catalogue(self, language: str) -> Iterator[TableRef]:
        """Every table it lists, in a language it offers, page after page."""

    def search(self, query: str, language: str, limit: int) -> Sequence[TableRef] | None:
        """Its own search, best first; None where it has none."""

    def describe(self, table: str, language: str) -> StatisticsTable:
        """A table's dimensions with their codes."""

    def plan(self, table: StatisticsTable, selection: Selection) -> Plan:
        """
        The selection made into requests. Raises BadSelection (with the nearest codes), SelectionTooLarge
        (with the widest dimension).
        """

    def fetch(self, plan: Plan) -> Fetch:
        """Send a plan. No cells at all raise NoFigures; a cell without a figure is an observation without."""

    def derive(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        """The figures once more from the bodies that a fetch kept."""


@dataclass(frozen=True, slots=True)
class Found:
    """Tables for a question, best first, and what is to be known: how old a catalogue is, who failed."""

    tables: tuple[TableRef, ...]
    notes: tuple[Note, ...] = ()


class Statistics(Protocol):
    """
    Official statistics as a question may use them: those of the sources that are on. Raises SourceError and
    UserError with words for a model.
    """

    @property
    def sources(self) -> Mapping[str, str]:
        """The sources that are on, by id, with their names; empty when the pack of statistics is off."""

    def find(self, query: str, sources: Sequence[str] = (), language: str = "en", limit: int = 20) -> Found:
        """Tables by any of the words, table numbers first; of one source never all of the page."""

    def describe(self, source: str, table: str, language: str = "en") -> StatisticsTable:
        """A table's dimensions, from the source or as it said within a day."""

    def get(
        self, source: str, table: str, selection: Selection, scope: Scope, language: str = "en"
    ) -> DocumentId:
        """
        Fetch the cells and keep them as a document for the question of the scope (`scope.question`), titles
        and labels in this language where the source has it, so that a sentence can be held against its lines.
        Raises SelectionTooLarge before anything is sent where they are too many for a document.
        """


@dataclass(frozen=True, slots=True)
class Column:
    """
    Of a company table: `type` as the database says it, a few values that stand in it, what is said of it.
    """

    name: str
    type: str
    examples: tuple[str, ...] = ()
    about: str = ""


@dataclass(frozen=True, slots=True)
class CompanyTable:
    """
    A table of one of the company's databases: `database` is its name in the settings. `rows` is None where
    counting them takes too long. `about`: what is said of it, of its database first.
    """

    database: str
    name: str
    columns: tuple[Column, ...]
    rows: int | None = None
    about: str = ""


class CompanyTables(Protocol):
    """
    The company's own tables as an asker may see them: what an asker may not read is as if it were not there.
    Raises UserError with words for a model, SourceError when a database did not answer.
    """

    def may_ask(self, scope: Scope) -> bool:
        """Whether the settings open anything to the asker: told at once, no database is asked."""

    def tables(self, scope: Scope) -> Sequence[CompanyTable]:
        """
        Every table that the asker may ask, by database and name, without example values. A database that does
        not answer, and in which there may be some, is one without a name and columns; `about` says why.
        """

    def describe(self, database: str, table: str, scope: Scope) -> CompanyTable:
        """A table with its columns and examples."""

    def query(self, database: str, statement: str, scope: Scope) -> DocumentId:
        """
        Run one SELECT and keep its rows as a document for the question of the scope. Raises StatementRefused
        with the reason, StatementStopped when it took too long.
        """
