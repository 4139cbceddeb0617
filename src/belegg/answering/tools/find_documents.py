"""`find_documents`: documents by what they are called, with typing errors forgiven."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import log
from pathlib import PurePosixPath

from belegg.answering.desk import Desk
from belegg.answering.memory import Memory
from belegg.answering.tools.arguments import number_of, text_of, written
from belegg.answering.tools.fitting import Budgets, shortened
from belegg.answering.tools.listed import ListPage, list_page
from belegg.answering.tools.narrowing import SINCE, UNTIL, documents_called, narrowed, packs_off
from belegg.answering.tools.room import BadArguments, Told
from belegg.records import DocumentHead, DocumentId
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
    """A document of which only its place among others is needed."""

    id: DocumentId
    source: str
    date: str


@dataclass(frozen=True, slots=True)
class _Names:
    """Documents, and for each word of their names the places of those that bear it."""

    documents: Sequence[_Named]
    bearing: Mapping[str, Sequence[int]]


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
        query, page = self.page(arguments, desk, memory)
        return self.told(query, page, arguments, round)

    def page(self, arguments: Mapping[str, object], desk: Desk, memory: Memory) -> tuple[str, ListPage]:
        """The name that a call asks for, and the documents that are called so. Raises BadArguments."""
        query = shortened(text_of(arguments, *QUERY), LONGEST_QUERY)
        if not query:
            raise BadArguments("`query` is missing: words of the document's title, or its number.")
        skip = number_of(arguments, 0, "skip", "offset")
        dates = {name: value for name, value in arguments.items() if name.lower() in (*SINCE, *UNTIL)}
        with desk.store.reading(desk.scope) as reader:
            scope = narrowed(desk, reader, memory, dates)
        with desk.store.reading(scope) as reader:
            found = found_by_name(query, reader, memory, desk)
            return query, list_page(reader, found, skip, self._budget, memory)

    def told(self, query: str, page: ListPage, arguments: Mapping[str, object], round: int) -> Told:
        """A page for the model."""
        said = written(arguments, "query", "since", "until") or query
        outcome = counted(page.total, "document")
        event = Used(round, "find_documents", said, outcome)
        if not page.total:
            told = f"No document is called `{query}`. Search for what it says, or list_documents."
            return Told(told, (event,))
        order = ", the nearest first" if page.total > 1 else ""
        return Told(f"{outcome} for `{query}`{order}.\n{page.text}", (event,))


def found_by_name(query: str, reader: Reader, memory: Memory, desk: Desk) -> list[DocumentId]:
    """The documents that are called so, the nearest first: those of just that name, then by their words."""
    exact = [head.id for head in documents_called(reader, query, memory, desk)]
    asked = _telling(query)
    if not asked:
        return exact
    off = packs_off(desk)
    names = reader.once(f"names but of {sorted(off)}", lambda: _names(reader.heads(), off))
    return list(dict.fromkeys([*exact, *_by_words(asked, names)]))


def _names(heads: Iterable[DocumentHead], off: Collection[str]) -> _Names:
    documents: list[_Named] = []
    bearing: dict[str, list[int]] = {}
    for head in heads:
        if head.pack in off:
            continue
        for word in _words_of(head):
            bearing.setdefault(word, []).append(len(documents))
        documents.append(_Named(head.id, head.source, head.date or ""))
    return _Names(documents, bearing)


def _by_words(asked: Sequence[str], names: _Names) -> list[DocumentId]:
    bearing = names.bearing
    meant = {word: _meant(word, bearing) for word in asked}
    weights = {
        word: log(1 + len(names.documents) / (1 + max((len(bearing[one]) for one in meant[word]), default=0)))
        for word in asked
    }
    whole = sum(weights.values())
    held: dict[int, float] = {}
    for word in asked:
        best: dict[int, float] = {}
        for spelled, share in meant[word].items():
            for place in bearing[spelled]:
                best[place] = max(share, best.get(place, 0.0))
        for place, share in best.items():
            held[place] = held.get(place, 0.0) + weights[word] * share
    scored = [
        (round(sum_ / whole, 3), names.documents[place])
        for place, sum_ in held.items()
        if whole and sum_ / whole >= LEAST
    ]
    scored.sort(key=lambda each: each[1].source)
    scored.sort(key=lambda each: each[1].date, reverse=True)
    scored.sort(key=lambda each: -each[0])
    return [document.id for _, document in scored]


def _meant(word: str, known: Collection[str]) -> dict[str, float]:
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


def _words_of(head: DocumentHead) -> frozenset[str]:
    """The words of a document's names."""
    path = PurePosixPath(head.source)
    said = [head.title, path.stem, *(fact.value for fact in head.facts if fact.name in NAMES)]
    return frozenset(word for one in said for word in _words(one))


def _telling(query: str) -> list[str]:
    words = list(dict.fromkeys(_words(query)))
    return [word for word in words if word not in ALL_SMALL_WORDS] or words


def _words(text: str) -> Iterable[str]:
    return word_texts(normalise(text.replace("_", " ")))
