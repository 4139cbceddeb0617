"""What a Library does with official statistics: methods that it takes over from here."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import TYPE_CHECKING

from belegg.errors import BadInput, BadQuery, SourceError, StoreError, UnknownDocument
from belegg.library.progress import Watcher
from belegg.library.settings import ANALYSER
from belegg.library.turns.fetching import KeepsFetched
from belegg.records import EVERYONE, DocumentHead, DocumentId, Pack, Scope

if TYPE_CHECKING:
    from belegg.library.statistics.catalogue import Catalogue
    from belegg.library.statistics.figures import OfficialStatistics
    from belegg.library.statistics.opening import OpenSources
    from belegg.library.statistics.standing import SourceStanding
    from belegg.library.statistics.syncing import Synced
    from belegg.library.statistics.verifying import VerifiedFigures
    from belegg.records.fetched import Fetched, FetchedHead
    from belegg.records.statistics import Observation, Plan, RawBody
    from belegg.seams.figures import StatisticsSource
    from belegg.text.analysis import Analyser

STATISTICS = "statistics"
"""The pack: official statistics are on when it is there, of kind `statistics`, and on."""
ABOUT = "Official statistics, fetched table by table"
WAIT_S = 10.0


def now() -> datetime:
    return datetime.now(UTC)


def stamp() -> str:
    """Now, in ISO 8601 and UTC, to the second."""
    return now().strftime("%Y-%m-%dT%H:%M:%SZ")


class FetchesFigures(KeepsFetched):
    """An open library that finds and fetches official statistics, where the pack `statistics` is on."""

    _watch: Watcher
    _given_sources: OpenSources | None = None
    _open_catalogue: Catalogue | None = None
    _opening_catalogue = Lock()

    if TYPE_CHECKING:
        path: Path

        @property
        def analyser(self) -> Analyser: ...
        @property
        def _installed(self) -> Analyser: ...

    def use_statistics(self, sources: Sequence[StatisticsSource]) -> None:
        """Ask these sources in the place of those that the settings name."""
        from belegg.library.statistics.opening import given

        self._given_sources = given(sources)
        for made in ("statistics", "_statistics_sources"):
            self.__dict__.pop(made, None)

    @cached_property
    def statistics(self) -> OfficialStatistics:
        """
        The sources that are on; none is asked before something of this is called. Raises BadSetting,
        MissingExtra when what asks them is not installed.
        """
        from belegg.library.statistics.figures import Around, OfficialStatistics

        opened = self._statistics_sources
        around = Around(
            is_on=self.has_statistics,
            catalogue=self._catalogue,
            keep=self.keep_fetched,
            note=self._note_source,
            now=now,
            draw=lambda: token_hex(8),
            live_search=opened.live_search,
        )
        return OfficialStatistics(opened.sources, around)

    def has_statistics(self) -> bool:
        """Whether official statistics are on: the pack `statistics` is there, of that kind, and on."""
        pack = self.store.packs().get(STATISTICS)
        return pack is not None and pack.kind == "statistics" and pack.on

    def sync_statistics(self, sources: Sequence[str] = ()) -> list[Synced]:
        """
        Fetch the catalogues of these sources, or of all that the settings name, and switch statistics on
        where nothing was said about them yet. A source that fails keeps the rows it had, and the others are
        fetched. Raises BadQuery for a source that is not there, BadInput where the pack is another kind,
        StoreError.
        """
        from belegg.library.statistics.syncing import synced

        there = self._statistics_sources.sources
        for name in sources:
            if name not in there:
                raise BadQuery(
                    f"there is no source `{name}` of statistics here; there are {', '.join(there)}"
                )
        self._define_statistics()
        catalogue = self._catalogue(create=True)
        assert catalogue is not None
        outcome = []
        for name in sources or tuple(there):
            done = synced(there[name], catalogue, stamp, self._watch)
            self._note_source(name, SourceError(done.failed) if done.failed else None)
            outcome.append(done)
        return outcome

    def fetched_figures(self) -> list[FetchedHead]:
        """What was fetched for questions and is kept, the oldest first. Owner's view."""
        return [head for head in self.fetched() if head.kind == STATISTICS]

    def verify_figures(self, name: str, scope: Scope) -> VerifiedFigures:
        """
        Every line of fetched figures, or of figures that were pinned, derived again from the answers kept
        with them. Raises UnknownDocument, BadInput for another document, StoreUnhealthy.
        """
        from belegg.library.statistics.pinning import in_original
        from belegg.library.statistics.verifying import verified
        from belegg.search.called import document_called

        with self.store.reading(scope) as reader:
            fetched = reader.fetched(DocumentId(name.strip()))
            if fetched is not None:
                id, text = fetched.document.id, fetched.document.text
                record, bodies = fetched.record, fetched.bodies
            else:
                head = document_called(reader, name)
                stored, original = reader.text(head.id), reader.original(head.id)
                if head.pack != STATISTICS or original is None or stored is None:
                    raise BadInput(f"`{name}` holds no fetched figures; `belegg statistics list` lists those")
                id, text = head.id, stored.text
                record, bodies = in_original(original)
        return verified(id, text, record, bodies, self._derived)

    def pin_figures(self, name: str, scope: Scope) -> DocumentHead:
        """
        Make fetched figures an ordinary document of the pack `statistics`, which searches find. Raises
        UnknownDocument, BadInput for what is no figures of a source, StoreError.
        """
        from belegg.library.statistics.pinning import pinned

        with self.store.reading(scope) as reader:
            fetched: Fetched | None = reader.fetched(DocumentId(name.strip()))
        if fetched is None:
            raise UnknownDocument(name)
        if fetched.kind != STATISTICS:
            raise BadInput(f"`{name}` is of a company table, whose rows are asked for anew each time")
        stemmer = self.store.packs().get(STATISTICS, Pack(STATISTICS)).stemmer
        incoming = pinned(fetched, self.analyser, stemmer)
        with self.store.writing("pin figures") as writer:
            if ANALYSER not in self.store.settings():
                writer.set_setting(ANALYSER, self.analyser.identity)
            return writer.add(incoming)

    def statistics_standing(self) -> list[SourceStanding]:
        """How the sources stand that the settings name: their catalogues, how they last did. Owner's view."""
        from belegg.library.statistics.standing import standings

        return standings(self._statistics_sources, self._catalogue(), now())

    @cached_property
    def _statistics_sources(self) -> OpenSources:
        from belegg.library.statistics.opening import opened

        return self._given_sources or opened(self.path)

    def _derived(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        """A plan's figures from its answers; of whatever source, on or off."""
        return self._statistics_sources.one(plan.table.ref.source).derive(plan, bodies)

    def _catalogue(self, create: bool = False) -> Catalogue | None:
        """The catalogue of tables; None where none was fetched yet, and none is to be made."""
        from belegg.library.statistics.catalogue import Catalogue, beside
        from belegg.stores.sqlite import SqliteStore

        with self._opening_catalogue:
            file = beside(self.path)
            if self._open_catalogue is None and (create or file.exists()):
                self._open_catalogue = Catalogue(SqliteStore(file, wait_s=WAIT_S), self._installed)
            return self._open_catalogue

    def _close_catalogue(self) -> None:
        if self._open_catalogue is not None:
            self._open_catalogue.close()

    def _note_source(self, source: str, error: SourceError | None) -> None:
        """
        Remember for `health` how a source did. Where that cannot be written nothing is lost but this: what
        was fetched is kept apart from it.
        """
        with suppress(StoreError):
            catalogue = self._catalogue(create=True)
            assert catalogue is not None
            catalogue.remember_use(source, error, now())

    def _define_statistics(self) -> None:
        """Switch statistics on where nothing was said of them. Raises BadInput for a pack of another kind."""
        from belegg.library.packs import define

        pack = self.store.packs().get(STATISTICS)
        if pack is None:
            whole = Pack(STATISTICS, kind="statistics", description=ABOUT, access=frozenset({EVERYONE}))
            define(self.store, STATISTICS, lambda before: before or whole)
        elif pack.kind != "statistics":
            raise BadInput(
                f"the pack `{STATISTICS}` is of kind `{pack.kind}` here; `belegg pack set {STATISTICS} kind "
                "statistics` makes it that of official statistics"
            )
