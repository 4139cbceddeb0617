"""
What is searched for a question, and the passages that are read for it.

The question as typed, each of the separate questions inside it, and for a long one its rarest words alone.
A document that the question names is read deeper than search's cap allows. What a look-up found is all
that is read: who asks for § 15-3 wants § 15-3.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Sized
from dataclasses import dataclass

from belegg.answering.by_rule.choose import Material
from belegg.answering.by_rule.sections import named_documents
from belegg.answering.question.asked import Asked, asked_words
from belegg.answering.question.following import standing_alone
from belegg.answering.question.kinds import Kind, kinds_asked
from belegg.answering.question.parts import LONG_QUESTION, questions_in
from belegg.records import DocumentId, PassageKey, Scope, Step
from belegg.records.packs import AUTO
from belegg.seams import Reader
from belegg.search.lookup import look_up
from belegg.search.search import Search
from belegg.search.spaces import stemmers_of
from belegg.search.walk import Walk
from belegg.text.words import word_texts

READ = 12
"""Passages read for each search, however many of them one document has: sentences compete, not documents."""
READ_IN_NAMED = 8
"""Passages read of the documents that the question names, wherever they rank."""
RAREST = 6


@dataclass(frozen=True, slots=True)
class Searched:
    """
    One question that was searched: its words, what it asks for, and the passages to read for it. `leans_on`:
    the words that it has from the question before, without which it says too little.
    """

    text: str
    walk: Walk
    asked: tuple[Asked, ...]
    kinds: tuple[Kind, ...]
    materials: tuple[Material, ...]
    leans_on: frozenset[str] = frozenset()

    @property
    def is_look_up(self) -> bool:
        """Whether the question names a document and a section of it, and these are what is read."""
        return any(material.named for material in self.materials)


def gather(
    question: str, scope: Scope, search: Search, reader: Reader, near: Collection[PassageKey] = ()
) -> tuple[list[Searched], list[Step]]:
    """
    Search a question and what is inside it. The first of the outcome is the question as typed; `near` are
    the passages nearest to it in meaning.
    """
    whole = search.walk(question, scope, reader, READ, by_words=True)
    parts = questions_in(whole.question.text)
    alone = [standing_alone(text, parts[:number]) for number, text in enumerate(parts)]
    inside = [search.walk(text, scope, reader, READ, by_words=True) for text in alone]
    asked = asked_words(whole, reader, search.analyser)
    rarest = [_rarest(asked)] if len(asked) > LONG_QUESTION else []
    more = [search.walk(text, scope, reader, READ, by_words=True) for text in rarest]
    named = named_documents(whole.question.text, reader)
    looked_up = _looked_up(whole)
    resolved = look_up(whole.question.text, reader).words if looked_up else frozenset[str]()
    outcomes = [
        Searched(
            text=walked.question.text,
            walk=walked,
            asked=_not_looked_up(asked_words(walked, reader, search.analyser), resolved),
            kinds=kinds_asked(walked.question.text),
            materials=_materials(_standings((walked, whole, *more), named, reader), looked_up, near, reader),
            leans_on=frozenset(word_texts(text)).difference(word_texts(own)),
        )
        for walked, text, own in zip((whole, *inside), ("", *alone), ("", *parts), strict=True)
    ]
    return outcomes, [_step(walked, reader) for walked in (whole, *inside, *more)]


def _not_looked_up(asked: tuple[Asked, ...], resolved: frozenset[str]) -> tuple[Asked, ...]:
    """The words still to be looked for: not those that named the document and section looked up."""
    return tuple(word for word in asked if word.word not in resolved)


def _rarest(asked: Sequence[Asked]) -> str:
    heaviest = sorted(asked, key=lambda word: -word.weight)[:RAREST]
    return " ".join(word.word for word in asked if word in heaviest)


def _looked_up(walked: Walk) -> dict[PassageKey, int]:
    return {one.key: one.named for one in walked.ranked if one.named}


def _standings(walks: Sequence[Walk], named: Sequence[DocumentId], reader: Reader) -> dict[PassageKey, float]:
    """The passages to read, each with its score over the best one's of its search; the best search counts."""
    standings: dict[PassageKey, float] = {}
    for walked in walks:
        top = max((one.score for one in walked.ranked if not one.named), default=0.0)
        for place in _to_read(walked, named, reader):
            one = walked.ranked[place]
            standing = 1.0 if one.named or not top else one.score / top
            standings[one.key] = max(standing, standings.get(one.key, 0.0))
    return standings


def _to_read(walked: Walk, named: Sequence[DocumentId], reader: Reader) -> list[int]:
    """Places in the ranking: the first ones, and more of the documents that the question names."""
    if not named:
        return list(range(len(walked.ranked[:READ])))
    documents = reader.documents_of([one.key for one in walked.ranked])
    inside = [place for place, document in enumerate(documents) if document in named]
    return sorted({*range(len(walked.ranked[:READ])), *inside[:READ_IN_NAMED]})


def _materials(
    standings: Mapping[PassageKey, float],
    looked_up: Mapping[PassageKey, int],
    near: Collection[PassageKey],
    reader: Reader,
) -> tuple[Material, ...]:
    keys = list(looked_up) or list(standings)
    passages = reader.passages(keys)
    heads = reader.heads_of(passage.document for passage in passages)
    stemmers = stemmers_of(reader)
    return tuple(
        Material(
            passage,
            heads[passage.document],
            standings.get(key, 1.0),
            looked_up.get(key, 0),
            stemmers.get(heads[passage.document].pack, AUTO),
            near=key in near,
        )
        for key, passage in zip(keys, passages, strict=True)
    )


def _step(walked: Walk, reader: Reader) -> Step:
    documents = set(reader.documents_of([one.key for one in walked.ranked]))
    found = f"{counted(walked.ranked, 'passage')} in {counted(documents, 'document')}"
    return Step("searched", walked.question.text, found)


def counted(things: Sized, name: str) -> str:
    """`1 passage`, `12 passages`."""
    return f"{len(things):,} {name}{'' if len(things) == 1 else 's'}"
