"""Official statistics as a question uses them: tables found, described, their cells fetched as documents."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeVar

from belegg.errors import (
    BadQuery,
    BadSelection,
    NoFigures,
    NotSignedIn,
    SelectionTooLarge,
    SourceError,
    StatisticsFailed,
    UnknownTable,
)
from belegg.library.statistics.catalogue import NORWEGIAN_CODES, Catalogue, CatalogueState
from belegg.library.statistics.document import figures_document
from belegg.library.statistics.live import BUDGET_S, LiveSearch, searched_live
from belegg.library.statistics.merging import merged, named_first, shared_pages
from belegg.library.statistics.record import record_of
from belegg.records import DocumentId, Note, Scope
from belegg.records.fetched import Fetched
from belegg.records.searching import ANONYMOUS
from belegg.records.statistics import Plan, Selection, StatisticsTable, TableRef
from belegg.records.turns import asker_of
from belegg.seams.figures import Found, StatisticsSource
from belegg.text.counted import counted

MOST_LINES: Final = 400
"""Figures of one document; more are refused before they are asked for."""
KEPT_DESCRIPTIONS: Final = 64
DESCRIPTION_LASTS: Final = timedelta(hours=24)
STALE_AFTER: Final = timedelta(days=7)
OF_THE_SILENT: Final = 0.25
"""The weight of tables that a source finds and that say no word of the question: after all others."""
CANDIDATES: Final = 2
"""Times the tables wanted: that many are looked at, so that no source fills the page."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Around:
    """
    What figures are given from outside: whether the pack is on, the catalogue (None: none was fetched yet),
    where documents are kept, what went well or not with a source, the time (UTC) and drawn names.
    """

    is_on: Callable[[], bool]
    catalogue: Callable[[], Catalogue | None]
    keep: Callable[[Fetched], None]
    note: Callable[[str, SourceError | None], None]
    now: Callable[[], datetime]
    draw: Callable[[], str]
    live_search: bool = True
    budget_s: float = BUDGET_S


class OfficialStatistics:
    """
    The sources that are on, by id. Safe to share between threads and askers; see `seams.figures.Statistics`.
    """

    def __init__(self, sources: Mapping[str, StatisticsSource], around: Around) -> None:
        self._all = dict(sources)
        self._around = around
        self._lock = threading.Lock()
        self._described: OrderedDict[tuple[str, str, str], tuple[datetime, StatisticsTable]] = OrderedDict()

    @property
    def sources(self) -> Mapping[str, str]:
        """The sources that are on, by id, with their names; empty when the pack of statistics is off."""
        if not self._around.is_on():
            return {}
        return {id: source.name for id, source in self._all.items()}

    def find(self, query: str, sources: Sequence[str] = (), language: str = "en", limit: int = 20) -> Found:
        """
        Tables by any of the words, table numbers first; of one source never all of the page. What its own
        search finds in three seconds is merged with what the catalogue holds.

        Raises BadQuery for a source that is not on, and when there is nothing to search for.
        """
        if not query.strip():
            raise BadQuery("there is no word to look for; say what the table is about")
        asked = {id: self._source(id) for id in sources or self._on()}
        catalogue = self._around.catalogue()
        states = catalogue.states() if catalogue is not None else {}
        listed = [id for id in asked if id in states]
        rows, notes = self._from_catalogue(catalogue, query, listed, CANDIDATES * limit)
        english = catalogue.in_english(query) if catalogue is not None else ""
        live = self._live(asked, query, english, language, limit)
        lists = [(1.0, rows)]
        for refs in live.found.values():
            told, silent = parted(catalogue, query, refs)
            lists += [(1.0, told), (OF_THE_SILENT, silent)]
        tables = shared_pages(named_first(query, merged(lists)), limit)
        if catalogue is not None:
            tables = catalogue.in_language(tables, language)
        every = [*notes, *self._told_of_live(live, states), *self._ages(asked, states)]
        return Found(tuple(tables), tuple(every))

    def describe(self, source: str, table: str, language: str = "en") -> StatisticsTable:
        """A table's dimensions, from the source or as it said within a day. Raises BadQuery, SourceError."""
        asked = self._source(source)
        spoken = spoken_by(asked, language)
        key, now = (source, table, spoken), self._around.now()
        with self._lock:
            kept = self._described.get(key)
        if kept is not None and now - kept[0] < DESCRIPTION_LASTS:
            return kept[1]
        described = self._asked(source, lambda: asked.describe(table, spoken))
        with self._lock:
            self._described[key] = (now, described)
            self._described.move_to_end(key)
            while len(self._described) > KEPT_DESCRIPTIONS:
                self._described.popitem(last=False)
        return described

    def get(
        self, source: str, table: str, selection: Selection, scope: Scope, language: str = "en"
    ) -> DocumentId:
        """
        Fetch the cells and keep them for the question of the scope; a scope without one is given a name of
        its own, so that no question ever finds them. Raises SelectionTooLarge before anything is sent where
        they are too many, BadQuery, NotSignedIn for who is nobody, SourceError.
        """
        if scope.principal.groups is not None and scope.principal.id == ANONYMOUS:
            raise NotSignedIn("figures are kept for who asks; sign in to fetch some")
        asked = self._source(source)
        plan = asked.plan(self.describe(source, table, language), selection)
        refuse_too_large(asked, plan, plan.cells)
        fetch = self._asked(source, lambda: asked.fetch(plan))
        refuse_too_large(asked, plan, len(fetch.observations))
        made = figures_document(fetch, asked.name, self._around.draw())
        kept = Fetched(
            kind="statistics",
            question=scope.question or self._around.draw(),
            asker=asker_of(scope.principal),
            fetched_at=self._around.now().strftime("%Y-%m-%dT%H:%M:%SZ"),
            document=made.document,
            passages=made.passages,
            record=record_of(fetch, asked.name),
            bodies=tuple(body.content for body in fetch.bodies),
        )
        self._around.keep(kept)
        return kept.document.id

    def _on(self) -> Mapping[str, str]:
        """The sources that are on. Raises BadQuery when none is."""
        if on := self.sources:
            return on
        raise BadQuery(
            "official statistics are off here; `belegg statistics sync` fetches the catalogues and switches "
            "them on, `belegg pack on statistics` does where they were switched off"
        )

    def _source(self, id: str) -> StatisticsSource:
        on = self._on()
        if id not in on:
            raise BadQuery(f"there is no source `{id}` of statistics here; there are {', '.join(on)}")
        return self._all[id]

    def _asked(self, source: str, ask: Callable[[], T]) -> T:
        """What a source gives, and a note of how that went; an answer that says no is not its failure."""
        try:
            given = ask()
        except (BadSelection, NoFigures, SelectionTooLarge, UnknownTable):
            raise
        except StatisticsFailed as error:
            self._around.note(source, error)
            raise
        self._around.note(source, None)
        return given

    def _from_catalogue(
        self, catalogue: Catalogue | None, query: str, sources: Sequence[str], limit: int
    ) -> tuple[list[TableRef], list[Note]]:
        """The best rows; where one source fills them all, those of the others too."""
        if catalogue is None or not sources:
            return [], []
        rows, notes = catalogue.find(query, sources, limit)
        if len(rows) == limit and len({ref.source for ref in rows}) == 1 and len(sources) > 1:
            others = [id for id in sources if id != rows[0].source]
            rows = [*rows, *catalogue.find(query, others, limit)[0]]
        return rows, notes

    def _live(
        self, asked: Mapping[str, StatisticsSource], query: str, english: str, language: str, limit: int
    ) -> LiveSearch:
        """
        What sources find themselves. A Norwegian question (which has an `english`) is put to sources that
        speak Norwegian as it stands, to others in English.
        """
        if not self._around.live_search:
            return LiveSearch()
        put = {}
        for id, source in asked.items():
            norwegian = next((code for code in source.languages if code in NORWEGIAN_CODES), None)
            if not english:
                put[id] = (query, spoken_by(source, language))
            else:
                put[id] = (query, norwegian) if norwegian else (english, spoken_by(source, "en"))
        live = searched_live(asked, put, limit, self._around.budget_s)
        for id in live.found:
            self._around.note(id, None)
        for id, error in live.failed.items():
            self._around.note(id, error)
        return live

    def _told_of_live(self, live: LiveSearch, states: Mapping[str, CatalogueState]) -> list[Note]:
        """Of each source whose own search gave nothing in time: why, and what stands in its place."""
        told = []
        why = {id: str(error).rstrip(".") for id, error in live.failed.items()}
        why |= {
            id: f"{self._all[id].name} did not answer within {self._around.budget_s:g} s" for id in live.late
        }
        for id, reason in sorted(why.items()):
            state = states.get(id)
            catalogue = f"its tables are those of its catalogue of {state.at[:10]}" if state else ""
            told.append(Note("statistics", f"{reason}; {catalogue or 'it was not searched'}"))
        return told

    def _ages(
        self, asked: Mapping[str, StatisticsSource], states: Mapping[str, CatalogueState]
    ) -> list[Note]:
        """The dates of the catalogues that were searched, the old ones again, and the sources without one."""
        there = {id: states[id] for id in asked if id in states}
        told = []
        if there:
            dates = ", ".join(f"{self._all[id].name} {state.at[:10]}" for id, state in there.items())
            told.append(Note("statistics", f"catalogues searched: {dates}"))
        old = [id for id, state in there.items() if is_stale(state, self._around.now())]
        if old:
            names, sync = ", ".join(self._all[id].name for id in old), " ".join(old)
            days = f"older than {STALE_AFTER.days} days"
            told.append(
                Note("statistics", f"{days}: the catalogue of {names}; `belegg statistics sync {sync}`")
            )
        missing = [id for id in asked if id not in states]
        if missing:
            names, sync = ", ".join(self._all[id].name for id in missing), " ".join(missing)
            text = f"no catalogue yet: {names}; `belegg statistics sync {sync}` fetches them"
            told.append(Note("statistics", text))
        return told


def parted(
    catalogue: Catalogue | None, query: str, refs: Sequence[TableRef]
) -> tuple[list[TableRef], list[TableRef]]:
    """
    What a source's own search found: tables that say a word of the question, and others. A register of
    companies has an answer to everything.
    """
    if catalogue is None:
        return list(refs), []
    says = catalogue.says_a_word(query, refs)
    return [ref for ref in refs if ref in says], [ref for ref in refs if ref not in says]


def is_stale(state: CatalogueState, now: datetime) -> bool:
    """Whether a catalogue is so old that tables may have come since."""
    return now - datetime.fromisoformat(state.at) > STALE_AFTER


def spoken_by(source: StatisticsSource, language: str) -> str:
    """The language of a source for one that was asked for: that one, the other Norwegian, else its first."""
    wanted = (language, *(NORWEGIAN_CODES if language in NORWEGIAN_CODES else ()))
    return next((each for each in wanted if each in source.languages), source.languages[0])


def refuse_too_large(source: StatisticsSource, plan: Plan, lines: int) -> None:
    """Raises SelectionTooLarge for more figures than a document has, with the dimension that makes most."""
    if lines <= MOST_LINES:
        return
    widest = max(plan.codes, key=lambda id: len(plan.codes[id]), default="")
    dimension = plan.table.dimension(widest)
    label = f" «{dimension.label}»" if dimension and dimension.label != widest else ""
    raise SelectionTooLarge(
        f"{source.name}: {counted(lines, 'figure')} are asked for, and a document has {MOST_LINES} at most; "
        f"the widest dimension is `{widest}`{label} with {counted(len(plan.codes.get(widest, ())), 'code')}: "
        "choose fewer of it",
        source.id,
    )
