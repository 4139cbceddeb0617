"""
How well each piece of the passages found answers.

score = coverage + 0.5·standing + 0.2·kind + 0.2·opening. Coverage is the share of the question's weight that
the piece holds: a word in the piece or in the headings above it counts whole, in the line that its list
hangs on 0.9, in the document's title 0.8, in the sentence before 0.5, elsewhere in the passage 0.15. Standing
is the passage's score over the best one's; kind is 1 when the piece holds a thing of the kind asked for;
opening is the headings' own share of the question, over the piece's place in the passage: a section about
the thing says the rule first. Chosen by measurement: docs/explanation/answers-without-a-model.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belegg.answering.asked import Asked, terms_of
from belegg.answering.kinds import Kind, holds
from belegg.answering.pieces import Piece, pieces
from belegg.records import DocumentHead, Passage
from belegg.text.analysis import Analyser, own_section_term

IN_LEAD, IN_TITLE, IN_SENTENCE_BEFORE, IN_PASSAGE = 0.9, 0.8, 0.5, 0.15
STANDING, KIND, OPENING = 0.5, 0.2, 0.2


@dataclass(frozen=True, slots=True)
class Material:
    """A passage found: its document, its standing (0 to 1), and its place among those asked for by number."""

    passage: Passage
    document: DocumentHead
    standing: float
    named: int = 0

    @property
    def language(self) -> str | None:
        return self.passage.language or self.document.language


@dataclass(frozen=True, slots=True)
class Choice:
    """
    A piece that may be quoted: number `place` of the pieces of its passage.

    `evidence` is the share of the question's weight that the piece, the sentences beside it, headings and
    title hold together, 0 to 1. For each word of the question `own` says how far the piece holds it,
    `around` how far the whole passage, its headings and the title do.
    """

    material: Material
    pieces: Sequence[Piece]
    place: int
    score: float
    evidence: float
    own: tuple[float, ...]
    around: tuple[float, ...]

    @property
    def piece(self) -> Piece:
        return self.pieces[self.place]

    @property
    def text(self) -> str:
        return self.material.passage.text[self.piece.span.start : self.piece.span.end]


def weigh(
    material: Material, asked: Sequence[Asked], kinds: Sequence[Kind], analyser: Analyser
) -> list[Choice]:
    """Every piece of a passage, in reading order, with its score."""
    text, space = material.passage.text, analyser.name_space(material.language)

    def held_by(part: str, more: frozenset[str] = frozenset()) -> list[float]:
        terms = terms_of(part, space, analyser) | more
        return [word.stands_in(terms) for word in asked]

    found = pieces(text, material.language, material.passage.path)
    if not found:
        return []
    texts = [text[p.span.start : p.span.end] for p in found]
    own = np.array([held_by(part) for part in texts])
    lead = np.array(
        [held_by(text[p.lead.start : p.lead.end]) if p.lead else [0.0] * len(asked) for p in found]
    )
    own_number = frozenset((own_section_term(s),) if (s := material.passage.section) else ())
    path = material.passage.path
    above = path[1:] if path[:1] == (material.document.title,) else path
    headings = np.array(held_by(" ".join(above), own_number))
    title = np.array(held_by(material.document.title))
    before, after, passage = _shifted(own, 1), _shifted(own, -1), own.max(axis=0)
    weights = np.array([word.weight for word in asked])
    counted = _best(
        own, headings, IN_LEAD * lead, IN_TITLE * title, IN_SENTENCE_BEFORE * before, IN_PASSAGE * passage
    )
    evidence = _best(own, headings, lead, title, before, after) @ weights
    of_kind = np.array([any(holds(kind, part) for kind in kinds) for part in texts])
    opening = (headings @ weights) / np.arange(1, len(found) + 1)
    scores = counted @ weights + STANDING * material.standing + KIND * of_kind + OPENING * opening
    around = tuple(_best(own, headings, title).max(axis=0).tolist())
    return [
        Choice(material, found, place, score, share, tuple(own[place].tolist()), around)
        for place, (score, share) in enumerate(zip(scores.tolist(), evidence.tolist(), strict=True))
    ]


def _best(rows: NDArray[np.float64], *others: NDArray[np.float64]) -> NDArray[np.float64]:
    """The best share of each word by piece; an array without pieces counts for all of them."""
    best = rows
    for other in others:
        best = np.maximum(best, other)
    return best


def _shifted(rows: NDArray[np.float64], by: int) -> NDArray[np.float64]:
    """Each row's neighbour: the one before (1) or after (-1), zeros at the end."""
    moved = np.roll(rows, by, axis=0)
    moved[0 if by > 0 else -1] = 0.0
    return moved
