"""Who asks and where, what a search is given, and what it finds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, Self

from belegg.records.documents import DocumentHead, DocumentId, Passage, PassageKey, Span

Mode = Literal["hybrid", "vector", "keyword"]
"""By words and vectors fused, by vectors alone, by words alone."""

Ranking = Literal["default", "bm25", "cover"]


EVERYONE: Final = "everyone"
"""In an access list: every signed-in principal, and never an anonymous one."""

NOBODY: Final = "nobody"
"""In an access list: nobody, whatever stands beside it. All other names are plain groups."""

ANONYMOUS: Final = "anonymous"


@dataclass(frozen=True, slots=True)
class Principal:
    """
    Who asks. `groups` None is the owner of the file, who reads everything in it.

    Whoever has signed in is in `everyone` too: `signed_in` sees to it.
    """

    id: str
    groups: frozenset[str] | None

    @classmethod
    def signed_in(cls, id: str, groups: Iterable[str]) -> Self:
        """Somebody who is known, in these groups and in `everyone`."""
        return cls(id, (frozenset(groups) - {NOBODY}) | {EVERYONE})

    @classmethod
    def anonymous(cls) -> Self:
        """Somebody who has not signed in: no list opens anything to them."""
        return cls(ANONYMOUS, frozenset())

    def may_read(self, access: frozenset[str]) -> bool:
        return self.groups is None or not self.groups.isdisjoint(access)


OWNER = Principal("owner", None)


@dataclass(frozen=True, slots=True)
class Scope:
    """
    What one question may touch: the asker's rights and the asker's own filters. Empty tuples do not filter.

    `documents` hold ids; `since`/`until` are ISO dates against `DocumentHead.date` (inclusive). `as_of` is a
    day (`2024-05-12`): only documents that were valid then, as `text.days` tells. `question` names the
    question that is being answered: of what was fetched, only what was fetched for it can be read.
    """

    principal: Principal
    packs: tuple[str, ...] = ()
    documents: tuple[DocumentId, ...] = ()
    languages: tuple[str, ...] = ()
    organisations: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None
    as_of: str | None = None
    question: str | None = None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """
    A document that a day leaves out and a reader should know of: `version` had the text of that day, or None
    where `starts` says in words when it comes into force.
    """

    document: DocumentId
    source: str
    version: int | None
    starts: str = ""


@dataclass(frozen=True, slots=True)
class OnTheDay:
    """
    What a scope's day did, counted over what the asker may read and the other filters leave: how many
    documents without a date took part, and what was left out that was or may have been valid, by source.
    """

    day: str
    undated: int
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """What a stage did that a user should know (a word corrected, an arm that found nothing)."""

    stage: str
    text: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """
    Terms that stand for one query word with one weight.

    `terms` are the word's forms in several languages; a passage holds at most the form of its own
    language, so their document frequencies add up, and the idf is that of the sum.
    """

    terms: tuple[str, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Concept:
    """
    One query word: its score in a passage is the best of its alternatives (max, never the sum).

    `position` is the word's place in the query as typed (small words left out), or None for concepts
    that take no part in the order (compound parts, synonyms).
    """

    word: str
    alternatives: tuple[Alternative, ...]
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Collection:
    """
    What ranking needs to know of the passages that the asker may see: their number and mean length, and how
    many there are in each name space of terms (`no`, `en` …; `=`: in no language that is stemmed).
    """

    passages: int
    mean_length: float
    spaces: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage and its first score, as a store returns it."""

    key: PassageKey
    score: float


@dataclass(frozen=True, slots=True)
class Hit:
    """
    A passage found. `rank` counts from 1; `arms` hold each arm's own rank (`{"words": 3, "vectors": 1}`), of
    those that found it.

    `snippet` has the matched words between marks; `marked` says where in it they stand, the marks not
    counted, for the text may hold the same characters. `document` is the document's head. `word_score` is
    the score by words. `cosine` (-1 to 1) and `word_share` (0 to 1: the score by words over the most that
    the question's words could give) are None where the question was not embedded, `cosine` also for a
    passage without a vector.
    """

    rank: int
    passage: Passage
    document: DocumentHead
    score: float
    snippet: str
    arms: Mapping[str, int]
    word_score: float = 0.0
    word_share: float | None = None
    cosine: float | None = None
    marked: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The outcome of one search. `mode` is the one used; where another was asked for a note says why."""

    query: str
    mode: Mode
    hits: tuple[Hit, ...]
    notes: tuple[Note, ...]
    took_ms: float


@dataclass(frozen=True, slots=True)
class DiscoveredTerm:
    """A word that stands in `hits` of the passages found and in `passages` of all readable ones."""

    word: str
    hits: int
    passages: int
    score: float


@dataclass(frozen=True, slots=True)
class Discovered:
    """Words for the next search, out of the `searched` best passages of this one. None may be quoted."""

    query: str
    terms: tuple[DiscoveredTerm, ...]
    searched: int
    notes: tuple[Note, ...]
