"""Arguments that the tools for statistics share, and how they are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from belegg.answering.tools.arguments import text_of, texts_of
from belegg.answering.tools.fitting import shortened
from belegg.answering.tools.room import BadArguments
from belegg.seams.figures import Statistics

SOURCE: Final = ("source", "publisher", "provider")
SOURCES: Final = ("sources", "source", "publishers")
TABLE: Final = ("table", "table_id", "id", "tableid", "dataset")
LANGUAGE: Final = ("language", "lang", "locale")
LANGUAGE_TOLD: Final = {
    "type": "string",
    "description": "Of titles and labels: that of the question, such as no or en.",
}
MOST_SOURCES: Final = 20
LONGEST_TABLE: Final = 200
_SAME: Final = {"nb": "no", "nn": "no"}


def source_of(arguments: Mapping[str, object], statistics: Statistics) -> str:
    """The id of the one source that a call names. Raises BadArguments."""
    asked = text_of(arguments, *SOURCE)
    if not asked:
        if len(statistics.sources) == 1:
            return next(iter(statistics.sources))
        raise BadArguments(f"`source` is missing; the sources are {sources_told(statistics)}.")
    return _called(asked, statistics)


def sources_of(arguments: Mapping[str, object], statistics: Statistics) -> tuple[str, ...]:
    """The ids of the sources that a call names; empty for all. Raises BadArguments."""
    asked = texts_of(arguments, MOST_SOURCES, *SOURCES, commas=True)
    if any(one.casefold() in ("all", "*") for one in asked):
        return ()
    return tuple(dict.fromkeys(_called(one, statistics) for one in asked))


def table_of(arguments: Mapping[str, object]) -> str:
    """The id of the table that a call names. Raises BadArguments."""
    table = shortened(text_of(arguments, *TABLE), LONGEST_TABLE)
    if not table:
        raise BadArguments("`table` is missing: its number or id, as `find_statistics` gives it.")
    return table


def language_of(arguments: Mapping[str, object]) -> str:
    """The language of titles and labels: `no` for each way of writing Norwegian, `en` when none is named."""
    said = text_of(arguments, *LANGUAGE).lower()[:2]
    return _SAME.get(said, said) if said.isalpha() else "en"


def sources_told(statistics: Statistics) -> str:
    """`ssb` (Statistics Norway), `eurostat` (Eurostat) …"""
    return ", ".join(
        id if name.casefold() == id else f"{id} ({name})" for id, name in statistics.sources.items()
    )


def _called(asked: str, statistics: Statistics) -> str:
    """A source by its id, its name, or a part of its name that no other one has. Raises BadArguments."""
    wanted = asked.strip(" `\"'").casefold()
    for id in statistics.sources:
        if wanted in (id.casefold(), statistics.sources[id].casefold()):
            return id
    found = [id for id, name in statistics.sources.items() if len(wanted) > 2 and wanted in name.casefold()]
    if len(found) == 1:
        return found[0]
    raise BadArguments(
        f"There is no source `{shortened(asked, 60)}`; the sources are {sources_told(statistics)}."
    )
