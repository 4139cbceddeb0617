"""
`search`: one to three phrasings at once, their hits in one order, ten at most, of which as many as fit.

Two passages of a document stand on a page, of an act four; in documents that were named, however many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import regex

from belegg.answering.desk import Desk
from belegg.answering.memory import LONGEST_SENT, Memory
from belegg.answering.tools.arguments import number_of, texts_of
from belegg.answering.tools.fitting import Budgets, shortened
from belegg.answering.tools.merging import DEEPEST, Merged, Walked, fetched, merged, notes_of, walked
from belegg.answering.tools.narrowing import narrowed, pack_names
from belegg.answering.tools.room import BadArguments, Told
from belegg.records import Collection, Hit, Note
from belegg.records.chat import Tool
from belegg.records.runs import Searched, Seen
from belegg.text.counted import counted

MOST_QUERIES = 3
LONGEST_QUERY = 400  # characters
MOST_NOTES = 6
LEAST_SPOKEN = 0.05  # of the passages: languages of quotations and titles are not worth a search
QUERIES = ("queries", "query", "q", "keywords", "search", "text", "phrasings", "question")
SKIP = ("skip", "offset", "from")
_COMMAND = regex.compile(r"\s*\([^()]*`belegg [^()]*\)|[;,]\s*`belegg [^`]*`[^;,.]*")
"""What a person could type; a model cannot."""
_ROOM = 200  # characters beside the text of a passage
_LANGUAGES = {"no": "Norwegian", "en": "English", "sv": "Swedish", "da": "Danish", "fi": "Finnish",
              "de": "German", "nl": "Dutch", "fr": "French", "es": "Spanish", "it": "Italian",
              "pt": "Portuguese", "ru": "Russian", "et": "Estonian"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SearchPage:
    """
    What a call finds: `hits`, from `skip` on of all that is `found`; of each of its searches (one a query)
    its `own` among the hits, and the notes.
    """

    queries: Sequence[str]
    searches: Sequence[Walked]
    found: Merged
    skip: int
    hits: Sequence[Hit]
    own: Sequence[Sequence[Hit]]
    notes: Sequence[tuple[Note, ...]]

    @property
    def next(self) -> int | None:
        """From where the next page begins; None when this is the last."""
        end = self.skip + len(self.hits)
        return end if end < len(self.found.keys) else None


class SearchTool:
    """Finds passages by words, and by meaning where the library has vectors."""

    def __init__(self, budgets: Budgets) -> None:
        self._budget = budgets.search
        self._most = budgets.hits

    def offered(self, desk: Desk) -> bool:
        with desk.store.reading(desk.scope) as reader:
            return bool(reader.languages())

    def spec(self, desk: Desk) -> Tool:
        with desk.store.reading(desk.scope) as reader:
            packs = pack_names(reader, desk)
            collection = reader.collection()
        spoken = languages_told(collection)
        language = f" The documents are in {spoken}: search in these." if spoken else ""
        properties: dict[str, object] = {
            "queries": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Two or three phrasings of two to five key words each, such as "
                '["notice period trial", "termination probation deadline"].',
            },
            "documents": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Search these alone, by handle.",
            },
        }
        if len(packs) > 1:
            properties["packs"] = {
                "type": "array",
                "items": {"type": "string"},
                "description": f"Search these alone, of {', '.join(packs[:20])}.",
            }
        properties["since"] = {"type": "string", "description": "Dated then or later: 2024-05."}
        properties["until"] = {"type": "string", "description": "Dated then or earlier."}
        properties["skip"] = {"type": "integer", "description": "Passages to skip, to see the next ones."}
        description = (
            "Find passages. Give key words, not a sentence: any may match, passages with more of them "
            "come first. Give different phrasings in one call: the everyday word, the official term, the "
            f"words that the documents use.{language} A figure or a name that you look for is a good word. "
            "Words in double quotes must stand side by side. A passage that you were shown is named and not "
            "repeated."
        )
        return Tool(
            "search", description, {"type": "object", "properties": properties, "required": ["queries"]}
        )

    def act(self, arguments: Mapping[str, object], desk: Desk, memory: Memory, round: int) -> Told:
        return self.told(self.page(arguments, desk, memory), memory, round)

    def page(self, arguments: Mapping[str, object], desk: Desk, memory: Memory) -> SearchPage:
        """What a call finds, from where it wants to go on. Raises BadArguments."""
        queries = tuple(
            dict.fromkeys(
                shortened(query, LONGEST_QUERY) for query in texts_of(arguments, MOST_QUERIES, *QUERIES)
            )
        )
        if not queries:
            raise BadArguments('`queries` is missing: a list of key words, such as ["notice period"].')
        skip = min(number_of(arguments, 0, *SKIP), DEEPEST)
        with desk.store.reading(desk.scope) as reader:
            scope = narrowed(desk, reader, memory, arguments)
        with desk.store.reading(scope) as reader:
            searches = [walked(query, scope, reader, desk) for query in queries]
            found = merged(searches, reader, desk, cap=not scope.documents)
            page = found.keys[skip : skip + self._most]
            hits = self._that_fit(fetched(page, searches, reader, desk), memory)
            own = [
                [hit for key, hit in zip(page, hits, strict=False) if key in one.places] for one in searches
            ]
            notes = [notes_of(*one, reader, desk) for one in zip(searches, own, strict=True)]
        return SearchPage(queries, searches, found, skip, hits, own, notes)

    def told(self, page: SearchPage, memory: Memory, round: int) -> Told:
        """A page for the model, which it is sent by this."""
        sent = memory.passages(page.hits, round)
        counts = _counted(page.queries, page.found, page.skip, len(page.hits))
        told = [counts, *([] if page.skip else _told(page.notes)), sent.text]
        each = zip(page.searches, page.own, page.notes, strict=True)
        events = [_searched(round, *one, sent.seen) for one in each]
        return Told("\n".join(filter(None, told)), (*events, *sent.events))

    def _that_fit(self, hits: Sequence[Hit], memory: Memory) -> list[Hit]:
        """The first of a page of hits, as many as the budget holds, and one at least."""
        kept: list[Hit] = []
        left = self._budget
        for hit in hits:
            size = 0 if memory.was_sent(hit.passage) else min(len(hit.passage.text), LONGEST_SENT)
            left -= size + _ROOM
            if left < 0 and kept:
                break
            kept.append(hit)
        return kept


def languages_told(collection: Collection) -> str:
    """`Norwegian, English`: the languages in which the documents mostly are, the commonest first."""
    ordered = sorted(collection.spaces.items(), key=lambda each: (-each[1], each[0]))
    spoken = [space for space, passages in ordered if passages >= LEAST_SPOKEN * collection.passages]
    return ", ".join(_LANGUAGES[space] for space in spoken if space in _LANGUAGES)


def _counted(queries: Sequence[str], found: Merged, skip: int, sent: int) -> str:
    """How many there are (of a search that finds very many, the best), which are sent, how to go on."""
    asked, total = " | ".join(queries), len(found.keys)
    if not total:
        return (
            f"Nothing found for: {asked}. Try other words: a synonym, the official term, the documents' own "
            "language; fewer filters."
        )
    if skip >= total:
        return f"{counted(total, 'passage')} found for: {asked}; none is left after {skip}. Try other words."
    best = "The best " if found.more else ""
    head = f"{best}{counted(total, 'passage')} in {counted(found.documents, 'document')}."
    place = f"{skip + 1} to {skip + sent}" if sent > 1 else f"number {skip + 1}"
    if skip + sent >= total:
        return head if not skip else f"{head} The last, {place}:"
    return f"{head} Nearest first, {place}; skip={skip + sent} shows the next:"


def _told(notes: Sequence[Sequence[Note]]) -> list[str]:
    """What the searches changed or could not do, each once, in a line."""
    every = list(dict.fromkeys(note.text for several in notes for note in several if _matters(note)))
    lines = [f"Note: {' '.join(_COMMAND.sub('', text).split())}." for text in every[:MOST_NOTES]]
    return [*lines, f"({len(every) - MOST_NOTES} more notes.)"] if len(every) > MOST_NOTES else lines


def _matters(note: Note) -> bool:
    """How the search ranked says nothing to who reads the passages."""
    return note.stage != "rerank"


def _searched(
    round: int, one: Walked, own: Sequence[Hit], notes: tuple[Note, ...], seen: Sequence[Seen]
) -> Searched:
    ids = {hit.passage.id for hit in own}
    found = tuple(each for each in seen if each.passage in ids)
    return Searched(round, "model", one.query, one.walk.meaning.mode, found, notes, one.took_ms)
