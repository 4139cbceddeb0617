"""
Two libraries asked the same: do they find the same passages, in the same order, with the same scores?

The queries come from what the library holds, by rule and from a fixed seed: its golden sets' questions, words
in a row of a passage, words picked from one, titles, words that many passages have. They are asked in turn by
the owner, by whoever has signed in, by nobody, and by groups that the access lists name, alone and together.
Where passages have vectors, a passage's own vector is asked for besides.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from belegg.records import EVERYONE, OWNER, DocumentHead, Principal, Scope
from belegg.text.small_words import is_small
from belegg.text.words import word_texts

if TYPE_CHECKING:
    from belegg.library.library import Library

SEED: Final = 200
QUERIES: Final = 200
MOST_GOLDEN: Final = 50
MOST_GROUPS: Final = 5
COMMON: Final = 40
HITS: Final = 20

Arm = Literal["words", "vectors"]
Place = tuple[str, int, float]
"""A hit: its document's id, the passage's ordinal (of a vector's candidate: its key), its score."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One query and who asks it. `vector`: of the passage that it was made from, empty where it has none."""

    query: str
    asker: Principal
    vector: bytes = b""


@dataclass(frozen=True, slots=True)
class Difference:
    """`at`: the first rank, from 1, at which they differ; what each has there, empty for nothing."""

    query: str
    asker: str
    arm: Arm
    at: int
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Parity:
    """
    `searches` are the queries by words, and those by vectors; `hits` all that the source found. `ties`:
    searches in which hits of one and the same score stand in another order; all else is a difference.
    """

    queries: int
    askers: tuple[str, ...]
    searches: int
    by_vector: int
    hits: int
    ties: int
    differences: tuple[Difference, ...]


def parity(
    source: Library, target: Library, queries: int = QUERIES, watch: Callable[[int], None] = lambda done: None
) -> Parity:
    """Ask both. `watch` is told how many queries are done. Raises StoreError, AnalyserDiffers."""
    asked = drawn(source, queries)
    searches = by_vector = hits = ties = 0
    differences: list[Difference] = []
    for number, one in enumerate(asked, 1):
        for arm in ("words", "vectors") if one.vector else ("words",):
            ours, theirs = _found(source, one, arm), _found(target, one, arm)
            searches += 1
            by_vector += arm == "vectors"
            hits += len(ours)
            if ours == theirs:
                continue
            if sorted(ours) == sorted(theirs) and _scores(ours) == _scores(theirs):
                ties += 1
            else:
                differences.append(_difference(one, arm, ours, theirs))
        watch(number)
    askers = tuple(dict.fromkeys(called(one.asker) for one in asked))
    return Parity(len(asked), askers, searches, by_vector, hits, ties, tuple(differences))


def drawn(library: Library, queries: int) -> list[Asked]:
    """The queries, by rule: the same library gives the same ones. Fewer where it holds too little."""
    chance = random.Random(SEED)
    askers = askers_of(library, chance)
    heads = sorted(library.documents(Scope(OWNER)), key=lambda head: head.id)
    if not heads or queries < 1:
        return []
    golden = [question.text for each in library.golden_sets().values() for question in each]
    golden = chance.sample(golden, min(len(golden), MOST_GOLDEN, queries // 2))
    made = list(_made(library, chance, heads, queries - len(golden)))
    asked = [*((question, b"") for question in golden), *made]
    return [Asked(query, askers[n % len(askers)], vector) for n, (query, vector) in enumerate(asked)]


def askers_of(library: Library, chance: random.Random) -> list[Principal]:
    """The owner, whoever has signed in, nobody; some groups alone, two together, and all of them."""
    groups = sorted(library.store.groups() - {EVERYONE})
    some = sorted(chance.sample(groups, min(len(groups), MOST_GROUPS)))
    sets = [(), *((group,) for group in some), tuple(some[:2]), tuple(groups)]
    signed_in = [Principal.signed_in("somebody", each) for each in dict.fromkeys(sets)]
    return [OWNER, *signed_in, Principal.anonymous()]


def called(asker: Principal) -> str:
    """An asker in words: the owner, nobody, or the groups."""
    if asker == OWNER:
        return "the owner"
    return ", ".join(sorted(asker.groups or ())) or "anonymous"


def _made(
    library: Library, chance: random.Random, heads: Sequence[DocumentHead], queries: int
) -> Iterator[tuple[str, bytes]]:
    """Queries of passages that are drawn, with the passages' vectors."""
    drawn_from: list[tuple[DocumentHead, list[str], bytes]] = []
    with library.store.reading(Scope(OWNER)) as reader:
        for head in chance.choices(heads, k=queries):
            keys = reader.keys_of(head.id)
            if keys:
                key = chance.choice(keys)
                words = word_texts(reader.passages([key])[0].text)
                vectors = reader.vectors_of([key])[0]
                drawn_from.append((head, words, vectors[0] if vectors else b""))
    counts = Counter(word.lower() for _, words, _ in drawn_from for word in set(words) if not is_small(word))
    common = [word for word, _ in sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:COMMON]]
    for number, (head, words, vector) in enumerate(drawn_from):
        yield _query(number, chance, head, words, common), vector


def _query(
    number: int, chance: random.Random, head: DocumentHead, words: Sequence[str], common: Sequence[str]
) -> str:
    match number % 4:
        case 0 if words:
            start = chance.randrange(len(words))
            return " ".join(words[start : start + chance.randint(2, 8)])
        case 1 if words:
            return " ".join(chance.sample(words, min(len(words), chance.randint(1, 5))))
        case 2 if common:
            return " ".join(chance.sample(common, min(len(common), chance.randint(1, 4))))
    return head.title


def _found(library: Library, one: Asked, arm: Arm) -> list[Place]:
    scope = Scope(one.asker)
    if arm == "words":
        hits = library.search(one.query, scope, HITS, mode="keyword").hits
        return [(hit.document.id, hit.passage.ordinal, hit.score) for hit in hits]
    with library.store.reading(scope) as reader:
        candidates = reader.by_vector(one.vector, HITS)
        documents = reader.documents_of([each.key for each in candidates])
        return [(d, each.key, each.score) for d, each in zip(documents, candidates, strict=True)]


def _scores(places: Sequence[Place]) -> list[float]:
    return [score for _, _, score in places]


def _difference(one: Asked, arm: Arm, ours: Sequence[Place], theirs: Sequence[Place]) -> Difference:
    alike = (n for n, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b)
    at = next(alike, min(len(ours), len(theirs)))
    told = [f"{p[at][0]} {p[at][1]}: {p[at][2]!r}" if at < len(p) else "" for p in (ours, theirs)]
    return Difference(one.query, called(one.asker), arm, at + 1, *told)
