"""
Documents to plant in a copy of a library, under its access lists, to see who can tell that they are there.

They are made of words that stand nowhere else. Some of a document's words are asked for; its secrets never
are, so that whoever is shown one was shown the document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Literal

from belegg.records import EVERYONE, DocumentId, document_id

Kind = Literal[
    "canary",
    "twin",
    "near-duplicate",
    "long document",
    "document of this library's words",
    "withdrawn document",
    "retired document",
    "document that could not be read",
    "document of a pack that is off",
    "document with a redacted version",
    "document that another's question fetched",
]
State = Literal["current", "withdrawn", "retired", "failed", "fetched"]

NEAR_DUPLICATES = 20
LONG_WORDS = 3_000
CONSONANTS, VOWELS, ENDS = "bdfgklmnprtvz", "aiou", "bdgmnpr"  # an English stem is the word
NO_OTHERS = "x"  # in none of those words
NOBODYS: frozenset[str] = frozenset()
FETCHER = "audit: whose question fetched it"


@dataclass(frozen=True, slots=True)
class Plant:
    """
    A document to plant. `asked` and `phrase` stand in it; `synonym` is another word for `asked` in its pack;
    `nearby` is one letter from `asked`, `between` one letter from a word of an open document and from a word
    of this one. `sentence` can be quoted. `earlier` is the text of a version before, which nobody may read.
    """

    kind: Kind
    access: frozenset[str]
    source: str
    pack: str
    title: str
    organisation: str
    sections: tuple[tuple[str, str], ...]
    asked: str
    phrase: str
    sentence: str
    nearby: str
    between: str
    synonym: str
    secrets: tuple[str, ...]
    state: State = "current"
    pack_is_on: bool = True
    earlier: str = ""

    @property
    def id(self) -> DocumentId:
        return document_id(self.pack, self.source)

    @property
    def label(self) -> str:
        """What it is and under which list, for people. Holds no word of it."""
        return f"{self.kind} under {listed(self.access)}"


def listed(access: frozenset[str]) -> str:
    """An access list as people write it."""
    return ", ".join(sorted(access)) or "nobody"


@dataclass(frozen=True, slots=True)
class Garden:
    """
    Everything to plant. `crowded` is a word of one open document and of many hidden near-duplicates, `shared`
    a paragraph of an open document and of its hidden twins, `titles` words of the library itself.
    """

    plants: tuple[Plant, ...]
    crowded: str
    shared: str
    shared_words: str
    titles: tuple[str, ...] = field(default=())


class Words:
    """Words of no language, the same for the same seed; none comes twice."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._used: set[str] = set()

    def new(self, syllables: int = 5) -> str:
        while True:
            drawn = (
                self._random.choice(CONSONANTS) + self._random.choice(VOWELS) for _ in range(syllables - 1)
            )
            word = "".join(drawn) + self._random.choice(ENDS)
            if word not in self._used:
                self._used.add(word)
                return word

    def several(self, number: int) -> list[str]:
        return [self.new() for _ in range(number)]


def mistyped(word: str) -> str:
    """The word with two letters in its middle the other way round."""
    middle = len(word) // 2
    return word[: middle - 1] + word[middle] + word[middle - 1] + word[middle + 1 :]


def with_letter(word: str, place: int, letter: str) -> str:
    return word[:place] + letter + word[place + 1 :]


def garden(lists: Sequence[frozenset[str]], titles: Sequence[str], seed: int) -> Garden:
    """
    What is planted in a library with these access lists. `titles` are some of its own documents': a hidden
    document of their words must move no score of those.
    """
    words = Words(seed)
    crowded, known = words.new(), words.new()  # words of an open document
    shared_words = words.several(3)
    shared = "The {} archive is open to visitors from the {} until the {} has ended.".format(*shared_words)

    neighbours = neighbours_of(known)

    def plant(
        kind: Kind, access: frozenset[str], extra: str = "", state: State = "current", on: bool = True
    ) -> Plant:
        return _plant(words, next(neighbours), kind, access, extra, state, on)

    hidden = replace(plant("document with a redacted version", frozenset({EVERYONE})), earlier=words.new())
    plants: list[Plant] = [
        *(plant("canary", access) for access in lists),
        plant("twin", frozenset({EVERYONE}), shared),
        *(plant("twin", access, shared) for access in lists),
        plant("near-duplicate", frozenset({EVERYONE}), f"Among other matters, {crowded} and {known}."),
        *(plant("near-duplicate", NOBODYS, f"{crowded} " * 5) for _ in range(NEAR_DUPLICATES)),
        plant("long document", NOBODYS, " ".join(words.several(LONG_WORDS))),
        plant("document of this library's words", NOBODYS, ". ".join(titles)),
        plant("withdrawn document", NOBODYS, state="withdrawn"),
        plant("retired document", NOBODYS, state="retired"),
        *(plant("retired document", access, state="retired") for access in lists[::2][:2]),
        plant("document that could not be read", NOBODYS, state="failed"),
        plant("document of a pack that is off", NOBODYS, on=False),
        plant("document that another's question fetched", frozenset({EVERYONE}), state="fetched"),
        hidden,
    ]
    return Garden(tuple(plants), crowded, shared, " ".join(shared_words), tuple(titles))


def neighbours_of(word: str) -> Iterator[tuple[str, str]]:
    """Without end: a word one letter from this one, and a word one letter from both."""
    for number in count():
        place, turn = 2 + number % (len(word) - 4), number // (len(word) - 4)
        letters = [letter for letter in CONSONANTS if letter != word[place]]
        neighbour = letters[turn % len(letters)]
        yield with_letter(word, place, neighbour), with_letter(word, place, NO_OTHERS)


def _plant(
    words: Words,
    neighbours: tuple[str, str],
    kind: Kind,
    access: frozenset[str],
    extra: str,
    state: State,
    on: bool,
) -> Plant:
    asked, first, second, third = words.several(4)
    pack, file, title, organisation, heading, mark, synonym = words.several(7)
    phrase = f"{first} {second} {third}"
    sentence = f"Whoever keeps the {asked} answers for {phrase} within forty days."
    neighbour, between = neighbours
    return Plant(
        kind=kind,
        access=access,
        source=f"{pack}/{file}.md",
        pack=pack,
        title=f"{title.capitalize()} {asked}",
        organisation=organisation.capitalize(),
        sections=(
            (heading.capitalize(), f"{sentence} {extra}".strip()),
            ("Closing", f"The {neighbour} of {mark} follows."),
        ),
        asked=asked,
        phrase=phrase,
        sentence=sentence,
        nearby=mistyped(asked),
        between=between,
        synonym=synonym,
        secrets=(pack, file, title, organisation, heading, mark, neighbour),
        state=state,
        pack_is_on=on,
    )


def seen_by(plants: Iterable[Plant], groups: frozenset[str]) -> tuple[Plant, ...]:
    """
    What is there for somebody in these groups, who fetched nothing. The redacted version never is: another
    stands there.
    """
    open_to = (plant for plant in plants if not plant.access.isdisjoint(groups) and plant.state != "fetched")
    return tuple(_innocent(plant) for plant in open_to)


def hidden_from(plants: Iterable[Plant], groups: frozenset[str]) -> Iterator[Plant]:
    """Those that these groups may not read, or not in every version."""
    return (p for p in plants if p.access.isdisjoint(groups) or p.earlier or p.state == "fetched")


def _innocent(plant: Plant) -> Plant:
    return replace(plant, earlier="nothing") if plant.earlier else plant
