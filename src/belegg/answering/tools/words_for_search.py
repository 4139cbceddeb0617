"""
`related_terms` and `discover_terms`: better words for the next search, from dictionaries and from documents.

Neither gives text of a document, so nothing that they say can be quoted, and they say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from belegg.answering.desk import Desk
from belegg.answering.memory import Memory
from belegg.answering.tools.arguments import text_of
from belegg.answering.tools.fitting import shortened
from belegg.answering.tools.narrowing import DOCUMENTS, PACKS, narrowed
from belegg.answering.tools.room import BadArguments, Told
from belegg.records.chat import Tool
from belegg.records.packs import RelatedEntry
from belegg.records.runs import Used
from belegg.search.discover import discover
from belegg.search.related import related
from belegg.search.settings import SearchSettings

LONGEST_QUERY = 200  # characters
LONGEST_RULE = 300
MOST_ENTRIES, MOST_WORDS = 6, 8
FEWEST_PASSAGES = 2  # a word must stand in two of them
NOT_QUOTABLE = "These are words to search with. They are no text of a document and cannot be quoted."
WORD = ("word", "query", "term", "words", "queries", "q", "text")


class RelatedTermsTool:
    """Asks the dictionaries of the packs."""

    def offered(self, desk: Desk) -> bool:
        return any(pack.dictionary for pack in desk.packs)

    def spec(self, desk: Desk) -> Tool:
        description = (
            "Look an everyday word up in the dictionary of the documents: the official terms that they use, "
            "what it may mean, searches that work. Use it before a search in everyday words. Nothing of it "
            "may be quoted."
        )
        properties = {"word": {"type": "string", "description": "One word, as people say it."}}
        return Tool(
            "related_terms", description, {"type": "object", "properties": properties, "required": ["word"]}
        )

    def act(self, arguments: Mapping[str, object], desk: Desk, memory: Memory, round: int) -> Told:
        word = shortened(text_of(arguments, *WORD), LONGEST_QUERY)
        if not word:
            raise BadArguments("`word` is missing: one everyday word to look up.")
        found = related(word, desk.scope, desk.store, desk.search.analyser)
        entries = found.entries[:MOST_ENTRIES]
        named = ", ".join(one.entry.word for one in entries)
        event = Used(round, "related_terms", word, named or "no entry")
        if not entries:
            told = f"The dictionary has no entry for `{word}`. Try another word, or discover_terms."
            return Told(told, (event,))
        spelled_alike = not any(one.met for one in entries)
        lead = f"No entry for `{word}`; the nearest:" if spelled_alike else f"For `{word}`:"
        left = len(found.entries) - len(entries)
        more = [f"({left} more entries; ask for one word at a time.)"] if left else []
        lines = [lead, *(line for one in entries for line in _entry_told(one)), *more, NOT_QUOTABLE]
        return Told("\n".join(lines), (event,))


class DiscoverTermsTool:
    """Words that stand in what a search finds, and seldom elsewhere."""

    def offered(self, desk: Desk) -> bool:
        with desk.store.reading(desk.scope) as reader:
            return sum(size.passages for size in reader.pack_sizes().values()) >= FEWEST_PASSAGES

    def spec(self, desk: Desk) -> Tool:
        description = (
            "See which words the documents use around a subject: words that stand in what these key words "
            "find and seldom elsewhere. Use it when searches find little. Nothing of it may be quoted."
        )
        properties = {
            "query": {"type": "string", "description": "Two to five key words."},
        }
        return Tool(
            "discover_terms", description, {"type": "object", "properties": properties, "required": ["query"]}
        )

    def act(self, arguments: Mapping[str, object], desk: Desk, memory: Memory, round: int) -> Told:
        query = shortened(text_of(arguments, "query", *WORD), LONGEST_QUERY)
        if not query:
            raise BadArguments("`query` is missing: two to five key words.")
        filters = {name: value for name, value in arguments.items() if name.lower() in (*DOCUMENTS, *PACKS)}
        with desk.store.reading(desk.scope) as reader:
            scope = narrowed(desk, reader, memory, filters)
        found = discover(query, scope, desk.store, desk.search.analyser, SearchSettings())
        words = ", ".join(term.word for term in found.terms)
        event = Used(round, "discover_terms", query, words or "no words")
        if not words:
            told = f"No word stands out in what `{query}` finds. Try other key words."
            return Told(told, (event,))
        return Told(f"In what `{query}` finds: {words}.\n{NOT_QUOTABLE}", (event,))


def _entry_told(one: RelatedEntry) -> Iterator[str]:
    entry = one.entry
    yield f"- {entry.word}: the documents say {', '.join(entry.documents_say[:MOST_WORDS]) or 'the same'}"
    if entry.meanings:
        yield f"  may mean: {'; '.join(entry.meanings[:MOST_WORDS])}"
    if entry.searches:
        yield f"  search: {' | '.join(entry.searches[:MOST_WORDS])}"
    if entry.rule:
        yield f"  an answer usually turns on: {shortened(entry.rule, LONGEST_RULE)}"
