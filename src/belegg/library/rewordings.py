"""
Words learnt from searches that succeeded in other words, offered as synonym groups of a pack.

A pair is kept when the first words found nothing of a document among the first ten and the later ones did:
the words that only the one search has, and those that only the other has. It stands under the document's
access list. Nothing becomes a synonym by itself: somebody accepts it, after looking at what it is worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import cast

from belegg.evaluation.golden import GoldenQuestion
from belegg.evaluation.questions import first_answer
from belegg.records import DocumentId, Pack, Principal, Scope, SynonymGroup
from belegg.records.rewordings import Rewording
from belegg.records.searching import NOBODY
from belegg.seams import Reader, Store
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from belegg.text.analysis import Analyser
from belegg.text.normalise import normalise
from belegg.text.words import holds_digit, word_texts

DEPTH = 10  # hits that count as found
MOST_WORDS = 3  # on either side: longer runs say nothing of one thing
LONGEST_WORD = 40  # letters
MOST_OFFERED = 20


@dataclass(frozen=True, slots=True)
class Trial:
    """
    What a group is worth on questions with known answers: how many had the passage that answers among the
    first ten without it and with it, and which of them it brought in, lifted, lowered and took out, by id.
    """

    questions: int
    found_without: int
    found_with: int
    brought_in: tuple[str, ...]
    lifted: tuple[str, ...]
    lowered: tuple[str, ...]
    taken_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """
    A group that a pack could get. `times` it helped, in how many `documents`. `closed`: one who sees the pack
    may read none of these documents, so its words are not for everybody. `trial` None: nothing was asked.
    """

    group: SynonymGroup
    times: int
    documents: int
    closed: bool
    trial: Trial | None = None


# ---------------------------------------------------------------- what is learnt


def learnt(
    asked: str, found_with: str, document: DocumentId, scope: Scope, search: Search, language: str | None
) -> Rewording | None:
    """The pair that two searches make; None when they teach nothing. `scope` must hold the document."""
    first, later = (_telling(text, search.analyser) for text in (asked, found_with))
    space = search.analyser.name_space(language)

    def only(words: Sequence[str], others: Sequence[str]) -> str:
        terms = {search.analyser.word_term(word, space) for word in others}
        own = dict.fromkeys(word for word in words if search.analyser.word_term(word, space) not in terms)
        return " ".join(own) if len(own) <= MOST_WORDS else ""

    pair = Rewording(document, only(first, later), only(later, first))
    if not pair.asked or not pair.found_with:
        return None
    finds = [
        any(hit.document.id == document for hit in search(text, scope, DEPTH).hits)
        for text in (asked, found_with)
    ]
    return pair if finds == [False, True] else None


def _telling(text: str, analyser: Analyser) -> list[str]:
    """The words of a search that may stand for a thing: no small ones, none with digits."""
    return [
        word
        for word in word_texts(normalise(text))
        if not analyser.is_small(word) and not holds_digit(word) and len(word) <= LONGEST_WORD
    ]


# ---------------------------------------------------------------- what is offered


def offered(store: Store, pack: Pack, scope: Scope) -> list[Suggestion]:
    """The groups that rewordings in the pack's documents suggest, without those that it has."""
    with store.reading(replace(scope, packs=(pack.name,))) as reader:
        heads = {head.id: head for head in reader.heads()}
        pairs: dict[tuple[str, str], list[Rewording]] = {}
        for each in reader.rewordings():
            pairs.setdefault((each.asked, each.found_with), []).append(each)
    readers = _readers({head.access for head in heads.values()})
    suggestions = []
    for words, found in pairs.items():
        if has_words(pack, words):
            continue
        of = [heads[each.document] for each in found]
        languages = {head.language for head in of}
        group = SynonymGroup(words, languages.pop() if len(languages) == 1 else None)
        closed = any(not any(who.may_read(head.access) for head in of) for who in readers)
        suggestions.append(Suggestion(group, sum(each.times for each in found), len(of), closed))
    ordered = sorted(suggestions, key=lambda s: (-s.times, -s.documents, s.group.words))
    return ordered[:MOST_OFFERED]


def has_words(pack: Pack, words: Sequence[str]) -> bool:
    """Whether these stand in one group of the pack."""
    return any(set(words) <= set(group.words) for group in pack.synonyms)


def _readers(lists: set[frozenset[str]]) -> list[Principal]:
    """Somebody for each group that a document is open to: they may be in that one alone."""
    groups = {group for access in lists for group in access} - {NOBODY}
    return [Principal.signed_in(group, [group]) for group in groups]


def tried(
    suggestions: Sequence[Suggestion],
    store: Store,
    analyser: Analyser,
    pack: Pack,
    questions: Sequence[GoldenQuestion],
    scope: Scope,
) -> list[Suggestion]:
    """The suggestions with what each is worth by itself on these questions. Nothing is stored."""
    answerable = [question for question in questions if question.answerable]

    def ranks(synonyms: tuple[SynonymGroup, ...]) -> list[int | None]:
        changed = cast(Store, _WithPack(store, replace(pack, synonyms=synonyms)))
        search = Search(changed, analyser, SearchSettings())
        return [first_answer(search(each.text, scope, DEPTH).hits, each.gold) for each in answerable]

    before = ranks(pack.synonyms)
    return [
        replace(each, trial=_trial(answerable, before, ranks((*pack.synonyms, each.group))))
        for each in suggestions
    ]


def _trial(
    questions: Sequence[GoldenQuestion], before: Sequence[int | None], after: Sequence[int | None]
) -> Trial:
    moved = list(zip((question.id for question in questions), before, after, strict=True))
    return Trial(
        questions=len(questions),
        found_without=sum(rank is not None for rank in before),
        found_with=sum(rank is not None for rank in after),
        brought_in=tuple(id for id, old, new in moved if old is None and new is not None),
        lifted=tuple(id for id, old, new in moved if old and new and new < old),
        lowered=tuple(id for id, old, new in moved if old and new and new > old),
        taken_out=tuple(id for id, old, new in moved if old is not None and new is None),
    )


class _WithPack:
    """A store whose readers hold another definition of one pack."""

    def __init__(self, store: Store, pack: Pack) -> None:
        self._store = store
        self._pack = pack

    @contextmanager
    def reading(self, scope: Scope) -> Iterator[Reader]:
        with self._store.reading(scope) as reader:
            yield cast(Reader, _ReaderWithPack(reader, self._pack))


class _ReaderWithPack:
    """A reader in all but the definition of one pack, which it holds as it would be."""

    def __init__(self, reader: Reader, pack: Pack) -> None:
        self._reader = reader
        self._pack = pack

    def __getattr__(self, name: str) -> object:
        return getattr(self._reader, name)

    def packs(self) -> Sequence[Pack]:
        """As the reader gives them, and the one instead of its like; a name without a definition gets it."""
        found = [pack for pack in self._reader.packs() if pack.name != self._pack.name]
        return sorted([*found, self._pack], key=lambda pack: pack.name)
