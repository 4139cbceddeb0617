"""How the sources stand: their catalogues, how they last did, how often they may still be asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from belegg.library.findings import Finding
from belegg.library.statistics.catalogue import Catalogue, CatalogueState
from belegg.library.statistics.figures import is_stale
from belegg.library.statistics.use import Use
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.statistics.opening import OpenSources


@dataclass(frozen=True, slots=True)
class SourceStanding:
    """
    A source that the settings name. `catalogue` None: never fetched. `calls_left` (at once, at its pace) and
    `rests_s` (it failed five times in a row) are of this process; None and 0 where it has not asked it.
    """

    id: str
    name: str
    licence: str
    catalogue: CatalogueState | None
    is_stale: bool
    use: Use
    calls_left: int | None = None
    rests_s: float = 0.0


def standings(opened: OpenSources, catalogue: Catalogue | None, now: datetime) -> list[SourceStanding]:
    """Every source that the settings name, in their order."""
    states = catalogue.states() if catalogue is not None else {}
    uses = catalogue.uses() if catalogue is not None else {}
    found = []
    for id, source in opened.sources.items():
        state, standing = states.get(id), opened.standing(id)
        if standing is not None and not (standing.last_success or standing.last_error):
            standing = None  # this process has not asked it
        found.append(
            SourceStanding(
                id,
                source.name,
                source.licence,
                state,
                state is not None and is_stale(state, now),
                uses.get(id, Use()),
                None if standing is None else standing.calls_left,
                0.0 if standing is None else standing.rests_s,
            )
        )
    return found


def statistics_findings(sources: list[SourceStanding]) -> Iterator[Finding]:
    """One for each source; one that was never fetched, is old, rests or failed last deserves a look."""
    for source in sources:
        told = [source.name, _catalogue_told(source.catalogue)]
        told += [f"last success {source.use.success}"] if source.use.success else []
        failed = source.use.error_at > source.use.success
        if source.use.error:
            told.append(f"last error {source.use.error_at}: {source.use.error.rstrip('.')}")
        if source.calls_left is not None:
            told.append(f"{counted(source.calls_left, 'call')} left")
        if source.rests_s:
            told.append(f"rests for {source.rests_s / 60:.0f} more minutes")
        todo = ""
        if source.catalogue is None or source.is_stale:
            todo = f"belegg statistics sync {source.id}"
        elif failed or source.rests_s:
            todo = "ask it again later"
        yield Finding("statistics", "look" if todo else "well", "; ".join(told), todo)


def _catalogue_told(state: CatalogueState | None) -> str:
    if state is None:
        return "no catalogue yet"
    return f"{counted(state.tables, 'table')} in its catalogue of {state.at[:10]}"
