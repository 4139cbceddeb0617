"""
`search`: one to three phrasings at once, their hits in one order, ten at most.

A passage counts 1 / (10 + rank) for each phrasing that finds it, so what several find comes first. On a page
of ten stand two passages of a document, of an act four, as in any search; of documents that were named, all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import regex

from belegg.answering.desk import Desk
from belegg.answering.shown import LONGEST_SHOWN, Memory
from belegg.answering.tools.arguments import number_of, texts_of
from belegg.answering.tools.fitting import Budgets, shortened
from belegg.answering.tools.narrowing import narrowed, pack_names
from belegg.answering.tools.room import BadArguments, Told
from belegg.records import Collection, Found, Hit, Note, PassageId
from belegg.records.chat import Tool
from belegg.records.runs import Searched, Seen
from belegg.search.cap import PAGE, cap_per_page
from belegg.search.settings import SearchSettings
from belegg.text.counted import counted

MOST_QUERIES = 3
LONGEST_QUERY = 400  # characters
DEEPEST = 30  # hits of a phrasing
STEADY = 10  # the constant of 1 / (10 + rank)
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
        languages = [_LANGUAGES[one] for one in _spoken(collection) if one in _LANGUAGES]
        spoken = ", ".join(languages)
        language = f" The documents are in {spoken}: search in that language." if spoken else ""
        properties: dict[str, object] = {
            "queries": {
                "type": "array",
                "items": {"type": "string"},
                "description": "One to three phrasings of two to five key words each, such as "
                '["notice period trial", "termination probation deadline"].',
            },
            "documents": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Only in these documents, by handle. Leave out to search everywhere.",
            },
        }
        if len(packs) > 1:
            properties["packs"] = {
                "type": "array",
                "items": {"type": "string"},
                "description": f"Only in these packs: {', '.join(packs[:20])}.",
            }
        properties["since"] = {"type": "string", "description": "Documents of this date or later: 2024-05."}
        properties["until"] = {"type": "string", "description": "Documents of this date or earlier."}
        properties["skip"] = {"type": "integer", "description": "Passages to skip, to see the next ones."}
        description = (
            "Find passages in the documents. Give key words, not a sentence: any of the words may match, "
            "passages with more of them come first. Give two or three different phrasings in one call: the "
            "everyday word, the official term, the words that the documents use."
            + language
            + " A figure or a "
            "name that you look for is a good word. Words in double quotes must stand side by side. "
            "A passage that you were shown is not repeated."
        )
        return Tool(
            "search", description, {"type": "object", "properties": properties, "required": ["queries"]}
        )

    def act(self, arguments: Mapping[str, object], desk: Desk, memory: Memory, round: int) -> Told:
        queries = tuple(
            dict.fromkeys(
                shortened(query, LONGEST_QUERY) for query in texts_of(arguments, MOST_QUERIES, *QUERIES)
            )
        )
        if not queries:
            raise BadArguments('`queries` is missing: a list of key words, such as ["notice period"].')
        skip = min(number_of(arguments, 0, *SKIP), MOST_QUERIES * DEEPEST)
        with desk.store.reading(desk.scope) as reader:
            scope = narrowed(desk, reader, memory, arguments)
        searches = [desk.search(query, scope, DEEPEST) for query in queries]
        merged = in_one_order(searches, desk, cap=not scope.documents)
        hits = self._that_fit(merged[skip : skip + self._most], memory)
        shown = memory.passages(hits, round)
        told = [_counted(queries, merged, skip, len(hits)), shown.text, *_told_notes(searches)]
        events = [_searched(round, found, shown.seen) for found in searches]
        return Told("\n".join(filter(None, told)), (*events, *shown.events))

    def _that_fit(self, hits: Sequence[Hit], memory: Memory) -> list[Hit]:
        """The first of a page of hits, as many as the budget holds, and one at least."""
        kept: list[Hit] = []
        left = self._budget
        for hit in hits:
            size = 0 if memory.was_shown(hit.passage) else min(len(hit.passage.text), LONGEST_SHOWN)
            left -= size + _ROOM
            if left < 0 and kept:
                break
            kept.append(hit)
        return kept


def _spoken(collection: Collection) -> list[str]:
    """The name spaces of the languages in which the documents mostly are, the commonest first."""
    ordered = sorted(collection.spaces.items(), key=lambda each: (-each[1], each[0]))
    return [space for space, passages in ordered if passages >= LEAST_SPOKEN * collection.passages]


def in_one_order(searches: Sequence[Found], desk: Desk, *, cap: bool) -> list[Hit]:
    """The hits of several searches, each once, ranked anew; with `cap` two of a document on each ten."""
    scores: dict[PassageId, float] = {}
    hits: dict[PassageId, Hit] = {}
    for found in searches:
        for hit in found.hits:
            hits.setdefault(hit.passage.id, hit)
            scores[hit.passage.id] = scores.get(hit.passage.id, 0.0) + 1 / (STEADY + hit.rank)
    ordered = sorted(hits.values(), key=lambda hit: (-scores[hit.passage.id], hit.rank))
    if cap and len(searches) > 1:
        acts = {pack.name for pack in desk.packs if pack.kind == "law"}
        of_acts = frozenset(hit.document.id for hit in ordered if hit.document.pack in acts)
        documents = [hit.document.id for hit in ordered]
        places = cap_per_page(documents, of_acts, len(ordered) + PAGE, SearchSettings())
        ordered = [ordered[place] for place in places]
    return [replace(hit, rank=rank) for rank, hit in enumerate(ordered, start=1)]


def _counted(queries: Sequence[str], merged: Sequence[Hit], skip: int, shown: int) -> str:
    """How many there are, which are shown, and how to go on."""
    asked = " | ".join(queries)
    if not merged:
        return (
            f"Nothing found for: {asked}. Try other words: a synonym, the official term, the documents' own "
            "language; fewer filters."
        )
    total = len(merged)
    if skip >= total:
        return f"{counted(total, 'passage')} found for: {asked}; none is left after {skip}. Try other words."
    documents = len({hit.document.id for hit in merged})
    place = f"{skip + 1} to {skip + shown}" if shown > 1 else f"number {skip + 1}"
    head = f"{counted(total, 'passage')} in {counted(documents, 'document')} found for: {asked}."
    if skip + shown >= total:
        return head if not skip else f"{head} The last, {place}:"
    return f"{head} The best first, {place} of {total}; skip={skip + shown} shows the next:"


def _told_notes(searches: Sequence[Found]) -> list[str]:
    """What the searches changed or could not do, each once, in a line."""
    notes = dict.fromkeys(note.text for found in searches for note in found.notes if _matters(note))
    lines = [f"Note: {' '.join(_COMMAND.sub('', text).split())}." for text in list(notes)[:MOST_NOTES]]
    return [*lines, f"({len(notes) - MOST_NOTES} more notes.)"] if len(notes) > MOST_NOTES else lines


def _matters(note: Note) -> bool:
    """How the search ranked says nothing to who reads the passages."""
    return note.stage not in ("rerank", "fusion")


def _searched(round: int, found: Found, seen: Sequence[Seen]) -> Searched:
    own = {hit.passage.id for hit in found.hits}
    return Searched(
        round=round,
        by="model",
        query=found.query,
        mode=found.mode,
        found=tuple(one for one in seen if one.passage in own),
        notes=found.notes,
        took_ms=found.took_ms,
    )
