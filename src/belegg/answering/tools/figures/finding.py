"""`find_statistics`: tables of official statistics by their titles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from belegg.answering.desk import Desk
from belegg.answering.memory import Memory
from belegg.answering.tools.arguments import text_of, written
from belegg.answering.tools.figures.given import (
    LANGUAGE_TOLD,
    language_of,
    sources_of,
    sources_told,
)
from belegg.answering.tools.fitting import shortened
from belegg.answering.tools.room import BadArguments, Telling, Told
from belegg.records.chat import Tool
from belegg.records.runs import Used
from belegg.records.statistics import TableRef
from belegg.seams.figures import Found
from belegg.text.counted import counted

NAME: Final = "find_statistics"
QUERY: Final = ("query", "queries", "words", "q", "text", "search")
LONGEST_QUERY: Final = 200
LONGEST_TITLE: Final = 200
MOST_TABLES: Final = 20
MOST_NOTES: Final = 6


class FindStatisticsTool:
    """Finds tables."""

    def offered(self, desk: Desk) -> bool:
        return desk.gives_statistics

    def spec(self, desk: Desk) -> Tool:
        assert desk.statistics is not None
        properties = {
            "query": {"type": "string", "description": "Two to five key words, or a table's number."},
            "sources": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Of these sources alone, by id.",
            },
            "language": LANGUAGE_TOLD,
        }
        description = (
            "Find tables of official statistics, for a figure that no document states: population, prices, "
            "employment, rates, production. A title is not a number: then `describe_statistics`, and fetch "
            f"the cells with `get_statistics`. Sources: {sources_told(desk.statistics)}."
        )
        return Tool(NAME, description, {"type": "object", "properties": properties, "required": ["query"]})

    def asked(self, arguments: Mapping[str, object], desk: Desk) -> Telling:
        query, found = self.found(arguments, desk)
        said = written(arguments, "query", "sources") or query
        used = counted(len(found.tables), "table")

        def telling(memory: Memory, round: int) -> Told:
            return Told(self.told(query, found, memory), (Used(round, NAME, said, used),))

        return telling

    def found(self, arguments: Mapping[str, object], desk: Desk) -> tuple[str, Found]:
        """The words that a call looks for, and the tables. Raises BadArguments, SourceError."""
        assert desk.statistics is not None
        language, query = language_of(arguments), shortened(text_of(arguments, *QUERY), LONGEST_QUERY)
        if not query:
            raise BadArguments("`query` is missing: two to five key words, such as population municipality.")
        sources = sources_of(arguments, desk.statistics)
        return query, desk.statistics.find(query, sources, language, MOST_TABLES)

    def told(self, query: str, found: Found, memory: Memory) -> str:
        """The same for a model."""
        told = (
            [] if found.tables else [f"No table found for `{query}`. Try other words, or another language."]
        )
        if found.tables:
            told.append(f"{counted(len(found.tables), 'table')} for `{query}`, the nearest first:")
            told.append(memory.marks.around("\n".join(map(table_told, found.tables))))
        notes = dict.fromkeys(
            shortened(memory.marks.defused(note.text), 300).rstrip(".") for note in found.notes
        )
        told += [f"Note: {note}." for note in list(notes)[:MOST_NOTES]]
        return "\n".join(told)


def table_told(ref: TableRef) -> str:
    """`ssb 14700: Consumer price index, by month (2025M01 to 2026M07, by month)`."""
    return f"{ref.source} {shortened(ref.id, 100)}: {shortened(_title(ref), LONGEST_TITLE)}{_standing(ref)}"


def _title(ref: TableRef) -> str:
    """The title without its own number, which stands before it."""
    return ref.title.removeprefix(f"{ref.id}:").strip() or ref.title


def _standing(ref: TableRef) -> str:
    return f" ({'; '.join(said)})" if (said := list(_when(ref))) else ""


def _when(ref: TableRef) -> Iterator[str]:
    if ref.first or ref.last:
        yield shortened(f"{ref.first} to {ref.last}" if ref.first and ref.last else ref.first or ref.last, 60)
    if ref.unit_of_time:
        yield f"by {shortened(ref.unit_of_time, 20)}"
    if ref.updated:
        yield f"updated {shortened(ref.updated, 20)[:10]}"
