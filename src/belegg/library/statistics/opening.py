"""The sources that a library's settings name, none of them asked yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from belegg.errors import MissingExtra
from belegg.library.statistics.settings import StatisticsSettings, wanted
from belegg.seams.figures import StatisticsSource
from belegg.sources.statistics import KNOWN, Asking, Publisher, Standing, source_of


@dataclass(frozen=True, slots=True)
class OpenSources:
    """
    Sources by id; `standing`: how one did in this process, None where that is not known. `other` makes one
    that the settings leave out, to read what it once answered.
    """

    sources: Mapping[str, StatisticsSource]
    other: Callable[[str], StatisticsSource]
    live_search: bool = True
    standing: Callable[[str], Standing | None] = lambda id: None

    def one(self, id: str) -> StatisticsSource:
        """The source of that id, on or off. Raises BadSetting for one that does not exist."""
        return self.sources[id] if id in self.sources else self.other(id)


def given(sources: Sequence[StatisticsSource]) -> OpenSources:
    """Sources that somebody made."""
    return OpenSources({source.id: source for source in sources}, _made)


def opened(library: Path) -> OpenSources:
    """
    The sources that `[statistics]` names. Raises BadSetting, MissingExtra where what asks them is missing.
    """
    settings: StatisticsSettings = wanted(library, KNOWN)
    try:
        import httpx2  # noqa: F401
    except ModuleNotFoundError:
        raise MissingExtra("`httpx2` is not installed; run `pip install 'belegg[statistics]'`") from None
    asking = Asking(contact=settings.contact)
    ids = KNOWN if settings.sources is None else settings.sources
    sources = {id: source_of(id, asking, settings.addresses.get(id, "")) for id in ids}

    def standing(id: str) -> Standing | None:
        publisher = getattr(sources.get(id), "publisher", None)
        return asking.standing(publisher) if isinstance(publisher, Publisher) else None

    return OpenSources(sources, _made, settings.live_search, standing)


def _made(id: str) -> StatisticsSource:
    return source_of(id, Asking())
