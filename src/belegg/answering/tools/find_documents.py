"""`find_documents`: documents by what they are called, with typing errors forgiven."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import log
from pathlib import PurePosixPath

from belegg.answering.desk import Desk
from belegg.answering.shown import Memory
from belegg.answering.tools.arguments import number_of, text_of, written
from belegg.answering.tools.fitting import Budgets, shortened
from belegg.answering.tools.listed import listing
from belegg.answering.tools.narrowing import SINCE, UNTIL, documents_called, narrowed, packs_off
from belegg.answering.tools.room import BadArguments, Told
from belegg.records import DocumentHead
from belegg.records.chat import Tool
from belegg.records.runs import Used
from belegg.seams import Reader
from belegg.text.counted import counted
from belegg.text.normalise import normalise
from belegg.text.small_words import ALL_SMALL_WORDS
from belegg.text.words import word_texts

LEAST = 0.5
"""The share of the words asked for, by how telling they are, that a document's names must hold."""
ALIKE, SHORTEST_ALIKE = 0.8, 5  # share of letters in common, and letters, of a misspelled word
LONGEST_TYPO = 2  # letters more or fewer
MISSPELLED, BEGUN = 0.8, 0.9  # how much a word counts that is spelled otherwise, or begins a longer one
SHORTEST_BEGUN = 3
LONGEST_QUERY = 200  # characters
NAMES = ("short_title", "alias", "identifier", "report_number", "organisation", "ministry")
QUERY = ("query", "name", "title", "document", "q", "text", "number", "queries")


@dataclass(frozen=True, slots=True)
class _Named:
    """A document and the words of its names."""

    head: DocumentHead
    words: frozenset[str]


class FindDocumentsTool:
    """Finds documents by title, short title, organisation, report number or alias."""

    def __init__(self, budgets: Budgets) -> None:
        self._budget = budgets.listed

    def offered(self, desk: Desk) -> bool:
        with desk.store.reading(desk.scope) as reader:
            return bool(reader.languages())

    def spec(self, desk: Desk) -> Tool:
        properties = {
            "query": {"type": "string", "description": "Words of its title, or its number."},
            "since": {"type": "string", "description": "Dated then or later: 2024 or 2024-05."},
            "until": {"type": "string", "description": "Dated then or earlier."},
        }
        description = (
            "Find a document by what it is called: title, short title, organisation, report number or alias. "
            "Use it when the question names a document, or to see which editions there are. It does not look "
            "inside documents."
        )
        return Tool(
            "find_documents",
            description,
            {"type": "object", "properties": properties, "required": ["query"]},
        )

    def act(self, arguments: Mapping[str, object], desk: Desk, memory: Memory, round: int) -> Told:
        query = shortened(text_of(arguments, *QUERY), LONGEST_QUERY)
        if not query:
            raise BadArguments("`query` is missing: words of the document's title, or its number.")
        skip = number_of(arguments, 0, "skip", "offset")
        dates = {name: value for name, value in arguments.items() if name.lower() in (*SINCE, *UNTIL)}
        with desk.store.reading(desk.scope) as reader:
            scope = narrowed(desk, reader, memory, dates)
        with desk.store.reading(scope) as reader:
            found = found_by_name(query, reader, memory, desk)
        said = written(arguments, "query", "since", "until") or query
        outcome = counted(len(found), "document")
        event = Used(round, "find_documents", said, outcome)
        if not found:
            told = f"No document is called `{query}`. Search for what it says, or list_documents."
            return Told(told, (event,))
        text = listing(found, skip, self._budget, memory)
        order = ", the nearest first" if len(found) > 1 else ""
        return Told(f"{outcome} for `{query}`{order}.\n{text}", (event,))


def found_by_name(query: str, reader: Reader, memory: Memory, desk: Desk) -> list[DocumentHead]:
    """The documents that are called so, the nearest first: those of just that name, then by their words."""
    exact = documents_called(reader, query, memory, desk)
    asked = _telling(query)
    off = packs_off(desk)
    named = [_named(head) for head in reader.heads() if head.pack not in off] if asked else []
    ranked = _by_words(asked, named)
    ids = {head.id for head in exact}
    return [*exact, *(head for head in ranked if head.id not in ids)]


def _by_words(asked: Sequence[str], named: Sequence[_Named]) -> list[DocumentHead]:
    known: dict[str, int] = {}
    for one in named:
        for word in one.words:
            known[word] = known.get(word, 0) + 1
    meant = {word: _meant(word, known) for word in asked}
    weights = {
        word: log(1 + len(named) / (1 + max((known[one] for one in meant[word]), default=0)))
        for word in asked
    }
    whole = sum(weights.values())
    scored = []
    for one in named:
        held = sum(
            weights[word]
            * max((share for spelled, share in meant[word].items() if spelled in one.words), default=0.0)
            for word in asked
        )
        if whole and held / whole >= LEAST:
            scored.append((round(held / whole, 3), one.head))
    scored.sort(key=lambda each: each[1].source)
    scored.sort(key=lambda each: each[1].date or "", reverse=True)
    scored.sort(key=lambda each: -each[0])
    return [head for _, head in scored]


def _share(meant: Mapping[str, float], words: frozenset[str]) -> float:
    return max((share for word, share in meant.items() if word in words), default=0.0)


def _meant(word: str, known: Mapping[str, int]) -> dict[str, float]:
    """The words of names that a word may mean, each with how much it counts."""
    if word in known:
        return {word: 1.0}
    begun = [one for one in known if len(word) >= SHORTEST_BEGUN and one.startswith(word)]
    if begun:
        return dict.fromkeys(begun, BEGUN)
    if len(word) < SHORTEST_ALIKE or not word.isalpha():
        return {}
    # Comparing letters is slow: of a hundred thousand words a tenth may be meant.
    likely = [
        one
        for one in known
        if abs(len(one) - len(word)) <= LONGEST_TYPO and (one[0] == word[0] or one[-2:] == word[-2:])
    ]
    return dict.fromkeys(get_close_matches(word, likely, 3, ALIKE), MISSPELLED)


def _named(head: DocumentHead) -> _Named:
    path = PurePosixPath(head.source)
    said = [head.title, path.stem, *(fact.value for fact in head.facts if fact.name in NAMES)]
    return _Named(head, frozenset(word for one in said for word in _words(one)))


def _telling(query: str) -> list[str]:
    words = list(dict.fromkeys(_words(query)))
    return [word for word in words if word not in ALL_SMALL_WORDS] or words


def _words(text: str) -> Iterable[str]:
    return word_texts(normalise(text.replace("_", " ")))
