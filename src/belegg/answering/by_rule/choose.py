"""
How well each piece of the passages found answers.

score = coverage + 0.5·standing + 0.2·kind + 0.2·opening + 0.3·label. Coverage is the share of the
question's weight that the piece holds: a word in the piece or in the headings above it counts whole, in the
line that its list hangs on 0.9, in the document's title 0.8, in the sentence before 0.5, elsewhere in the
passage 0.15 (0.4 for an item or a row). Standing is the passage's score over the best one's; kind is 1 when
the piece holds a thing of the kind asked for; opening is the headings' own share of the question, over the
piece's place in the passage: a section about the thing says the rule first; label is 1 for a row or an item
whose first cell, or the words before its colon, are nothing but words of the question: "Critical: 3 days"
is about what is critical. Chosen by measurement: docs/explanation/answers-without-a-model.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from belegg.answering.by_rule.held import HOLDS, Held, Shares, best, hold, shifted
from belegg.answering.by_rule.pieces import Piece, label_of, pieces
from belegg.answering.question.asked import Asked, terms_and_spellings
from belegg.answering.question.kinds import Kind, holds
from belegg.answering.question.needed import outermost
from belegg.records import DocumentHead, Passage
from belegg.records.packs import AUTO
from belegg.text.analysis import Analyser
from belegg.text.passage_terms import analysed_as
from belegg.text.small_words import ALL_SMALL_WORDS, SMALL_WORDS
from belegg.text.words import words

IN_LEAD, IN_TITLE, IN_SENTENCE_BEFORE, IN_PASSAGE = 0.9, 0.8, 0.5, 0.15
IN_PASSAGE_OF_FRAGMENT = 0.4
"""An item or a row is no sentence: the words around it belong to what it says."""
STANDING, KIND, OPENING, LABEL = 0.5, 0.2, 0.2, 0.3


@dataclass(frozen=True, slots=True)
class Material:
    """
    A passage found: its document, its standing (0 to 1), its place among those asked for by number, and the
    stemmer of its pack. `near`: it is among the nearest in meaning, so a guessed word may be meant there.
    """

    passage: Passage
    document: DocumentHead
    standing: float
    named: int = 0
    stemmer: str = AUTO
    near: bool = False

    @property
    def language(self) -> str | None:
        return self.passage.language or self.document.language

    @property
    def analysed_as(self) -> str | None:
        """The language by whose rules its words became terms; None: as written."""
        return analysed_as(self.language, self.stemmer)


@dataclass(frozen=True, slots=True)
class Choice:
    """
    A piece that may be quoted: number `place` of the pieces of its passage.

    `evidence` is the share of the question's weight that the piece, the sentences beside it, headings and
    title surely hold together, 0 to 1. For each word of the question `own` says how far the piece holds it,
    `around` how far the whole passage, its headings and the title surely do; `sure` says it of every piece.
    `of_kind` is true when the piece holds a thing of the kind asked for.
    """

    material: Material
    pieces: Sequence[Piece]
    place: int
    score: float
    evidence: float
    own: tuple[float, ...]
    around: tuple[float, ...]
    of_kind: bool
    sure: Held

    @property
    def piece(self) -> Piece:
        return self.pieces[self.place]

    @property
    def text(self) -> str:
        return self.material.passage.text[self.piece.span.start : self.piece.span.end]


class Sieve(Protocol):
    """What of a passage's pieces may be quoted; `holding` says of each whether it holds a word asked."""

    def __call__(self, text: str, found: Sequence[Piece], holding: Sequence[bool]) -> list[Piece]: ...


def weigh(
    material: Material,
    asked: Sequence[Asked],
    kinds: Sequence[Kind],
    analyser: Analyser,
    sieve: Sieve | None = None,
) -> list[Choice]:
    """Every piece of a passage that the sieve leaves, in reading order, with its score."""
    passage, space = material.passage, analyser.name_space(material.analysed_as)
    found = pieces(passage.text, material.language, passage.path)
    if material.near:
        asked = [word.as_guessed() for word in asked]
    if sieve is not None and found:
        _, sure = hold(passage, material.document, found, asked, space, analyser)
        found = sieve(passage.text, found, _hold_a_word(sure, asked))
    if not found:
        return []
    held, sure = hold(passage, material.document, found, asked, space, analyser)
    weights = np.array([word.weight for word in asked])
    texts = [passage.text[p.span.start : p.span.end] for p in found]
    of_kind = np.array([any(holds(kind, part, material.language) for kind in kinds) for part in texts])
    labelled = np.array(
        [_is_labelled(p, part, asked, material, analyser) for p, part in zip(found, texts, strict=True)]
    )
    opening = (held.headings @ weights) / np.arange(1, len(found) + 1)
    scores = (
        _counted(held, found) @ weights
        + STANDING * material.standing
        + KIND * of_kind
        + OPENING * opening
        + LABEL * labelled
    )
    evidence = _evidence(sure) @ weights
    around = tuple(sure.around().tolist())
    return [
        Choice(
            material=material,
            pieces=found,
            place=place,
            score=score,
            evidence=share,
            own=tuple(held.own[place].tolist()),
            around=around,
            of_kind=bool(of_kind[place]),
            sure=sure,
        )
        for place, (score, share) in enumerate(zip(scores.tolist(), evidence.tolist(), strict=True))
    ]


def _counted(held: Held, found: Sequence[Piece]) -> Shares:
    """What each word counts for each piece, by where it stands."""
    far = np.array([[IN_PASSAGE if p.kind == "sentence" else IN_PASSAGE_OF_FRAGMENT] for p in found])
    return best(
        held.own,
        held.headings,
        IN_LEAD * held.lead,
        IN_TITLE * held.title,
        IN_SENTENCE_BEFORE * shifted(held.own, 1),
        far * held.own.max(axis=0),
    )


def _evidence(sure: Held) -> Shares:
    before, after = shifted(sure.own, 1), shifted(sure.own, -1)
    return best(sure.own, sure.headings, sure.lead, sure.title, before, after)


def _hold_a_word(sure: Held, asked: Sequence[Asked]) -> list[bool]:
    """Of each piece whether it, or the line that it hangs on, surely holds a word that says what is asked."""
    says = np.array([not word.carries for word in asked], dtype=bool)
    holding: list[bool] = ((best(sure.own, sure.lead) >= HOLDS) & says).any(axis=1).tolist()
    return holding


def _is_labelled(
    piece: Piece, text: str, asked: Sequence[Asked], material: Material, analyser: Analyser
) -> bool:
    """Whether a row or an item is labelled with words of the question and with nothing else."""
    small = SMALL_WORDS.get(material.language or "", ALL_SMALL_WORDS)
    space = analyser.name_space(material.analysed_as)
    label = [word.text for word in outermost(words(label_of(piece, text))) if word.text not in small]
    terms = [terms_and_spellings(word, space, analyser) for word in label]
    return bool(label) and all(any(one.stands_in(word) >= HOLDS for one in asked) for word in terms)
