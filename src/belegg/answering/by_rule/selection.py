"""Which of the weighed pieces are quoted: the best, never two that say the same, each with what it needs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from belegg.answering.by_rule.choose import Choice
from belegg.answering.by_rule.extent import Extent
from belegg.answering.by_rule.held import HOLDS
from belegg.answering.question.asked import terms_of
from belegg.answering.question.kinds import figures_in, holds_a_figure
from belegg.records import DocumentHead, DocumentId, PassageId
from belegg.text.analysis import Analyser

OF_THE_BEST = 0.65
"""Share of the best score that a piece needs: lower ones are hardly ever the answer."""
SAME = 0.9
"""Share of a piece's words that an earlier quotation holds when it says the same."""
NEAR_TIE = 0.9
"""Share of the best score from which a piece may be the answer as well as the best one."""
ALIKE = 0.6
"""Share of the words that two pieces have in common when they speak of the same thing."""


@dataclass(frozen=True, slots=True)
class Picked:
    """
    A choice that is quoted: the numbers of its passage's pieces; its words as terms, and its figures.

    `again` when it is quoted already, for an earlier question.
    """

    choice: Choice
    numbers: range
    terms: frozenset[str]
    figures: frozenset[str]
    again: bool = False

    def holds_a_figure(self) -> bool:
        """Whether what is quoted, or the line it hangs on, holds a figure."""
        quoted = [self.choice.pieces[number] for number in self.numbers]
        spans = [span for piece in quoted for span in (piece.lead, piece.span) if span]
        text = " ".join(self.choice.material.passage.text[span.start : span.end] for span in spans)
        return holds_a_figure(text, self.choice.material.language)

    def holds(self) -> NDArray[np.bool_]:
        """For each word of the question whether the quotation, its headings and its title surely hold it."""
        return self.choice.sure.by(self.numbers) >= HOLDS


def best_first(choices: Sequence[Choice], share: float = OF_THE_BEST) -> list[Choice]:
    """By score, ties in the order found and read; without those below that share of the best score."""
    ordered = sorted(choices, key=lambda choice: -round(choice.score, 9))
    return [choice for choice in ordered if choice.score >= share * ordered[0].score]


def pick(
    choices: Sequence[Choice], most: int, before: Sequence[Picked], analyser: Analyser
) -> tuple[list[Picked], int]:
    """
    At most `most` choices in their order, and how many say what is quoted already (`before` too).

    The best choice is picked `again` where a question before has it: nothing is to be put in its place.
    """
    picked: list[Picked] = []
    repeated = 0
    for choice in choices:
        if len(picked) == most:
            break
        quoted = [*before, *picked]
        taken = _taken(quoted, choice.material.passage.id)
        if not picked and (other := _quoting(choice, before)):
            picked.append(replace(other, choice=choice, again=True))
            continue
        if choice.place in taken or _is_lesser_row(choice, picked) or _adds_no_word(choice, picked):
            continue
        if not _is_needed(choice, picked):
            continue
        one = _picked(choice, taken, analyser)
        if not one.numbers:
            continue
        if any(_says_the_same(one, other) for other in quoted):
            repeated += 1
            if not picked:
                picked.append(replace(one, again=True))
        else:
            picked.append(one)
    return picked, repeated


def _quoting(choice: Choice, quoted: Sequence[Picked]) -> Picked | None:
    """The quotation that holds a choice's piece already."""
    passage = choice.material.passage.id
    return next(
        (o for o in quoted if o.choice.material.passage.id == passage and choice.place in o.numbers), None
    )


def newest_first(
    picked: Sequence[Picked], asked_years: Collection[str]
) -> tuple[list[Picked], list[tuple[DocumentHead, DocumentHead]]]:
    """
    Put a newer document's figures before an older one's for the same thing, unless the older is asked for.

    Returns the pairs of documents, newer first, so that the answer can say that they differ.
    """
    ordered = list(picked)
    pairs: dict[tuple[DocumentId, DocumentId], tuple[DocumentHead, DocumentHead]] = {}
    for number, later in enumerate(picked):
        for earlier in picked[:number]:
            if not _differ_in_figures(earlier, later):
                continue
            older, newer = sorted((earlier, later), key=lambda one: one.choice.material.document.date or "")
            heads = newer.choice.material.document, older.choice.material.document
            pairs.setdefault((heads[0].id, heads[1].id), heads)
            if newer is later and not _is_of(heads[1], asked_years):
                ordered.remove(newer)
                ordered.insert(ordered.index(older), newer)
    return ordered, list(pairs.values())


def _is_lesser_row(choice: Choice, picked: Sequence[Picked]) -> bool:
    """Whether a better row of the same table is quoted: one that holds more of the question, word by word."""
    return choice.piece.kind == "row" and any(
        one.choice.piece.kind == "row"
        and one.choice.material.passage.id == choice.material.passage.id
        and one.choice.own != choice.own
        and all(mine <= theirs for mine, theirs in zip(choice.own, one.choice.own, strict=True))
        for one in picked
    )


def _adds_no_word(choice: Choice, picked: Sequence[Picked]) -> bool:
    """Whether only the headings speak for a piece, and another such piece of its passage is quoted."""
    return not _holds_a_word(choice) and any(
        one.choice.material.passage.id == choice.material.passage.id and not _holds_a_word(one.choice)
        for one in picked
        if not choice.material.named
    )


def _is_needed(choice: Choice, picked: Sequence[Picked]) -> bool:
    """
    Whether a piece has a place behind those quoted: it may be the answer as well as the best one, it says a
    word of the question that they do not, or it is the thing asked for beside what is quoted of its passage.
    """
    if choice.material.named or not picked:
        return True
    if _is_as_good(choice, picked[0]):
        return True
    if any(_is_complete(one) for one in picked):
        return False
    return (_is_on_the_same(choice, picked[0]) and _says_a_new_word(choice, picked)) or _is_the_thing_beside(
        choice, picked
    )


def _is_complete(one: Picked) -> bool:
    """Whether a quotation holds every word of the question, and the kind of thing it asks for."""
    return one.choice.of_kind and bool(one.holds().all())


def _is_as_good(choice: Choice, best: Picked) -> bool:
    return (
        choice.score >= NEAR_TIE * best.choice.score
        and _holds_a_word(choice)
        and choice.of_kind >= best.choice.of_kind
    )


def _is_on_the_same(choice: Choice, best: Picked) -> bool:
    """Whether a word of the question stands with both; a piece with another alone is beside the point."""
    return any(
        one >= HOLDS and other >= HOLDS for one, other in zip(choice.around, best.choice.around, strict=True)
    )


def _says_a_new_word(choice: Choice, picked: Sequence[Picked]) -> bool:
    """Whether a piece itself says a word of the question that no quotation holds."""
    held = np.logical_or.reduce([one.holds() for one in picked])
    return any(share >= HOLDS and not held[number] for number, share in enumerate(choice.own))


def _is_the_thing_beside(choice: Choice, picked: Sequence[Picked]) -> bool:
    """Whether a piece holds the kind of thing asked for, and a word, in a passage quoted once so far."""
    passage = choice.material.passage.id
    beside = sum(one.choice.material.passage.id == passage for one in picked)
    return beside == 1 and choice.of_kind and _holds_a_word(choice)


def _holds_a_word(choice: Choice) -> bool:
    return any(share >= HOLDS for share in choice.own)


def _is_of(document: DocumentHead, years: Collection[str]) -> bool:
    """Whether a document's title or date names one of the years."""
    return any(year in document.title or year in (document.date or "") for year in years)


def _taken(quoted: Sequence[Picked], passage: PassageId) -> frozenset[int]:
    return frozenset(n for one in quoted if one.choice.material.passage.id == passage for n in one.numbers)


def _picked(choice: Choice, taken: frozenset[int], analyser: Analyser) -> Picked:
    passage, language = choice.material.passage, choice.material.language
    numbers = Extent(passage.text, choice.pieces, language, taken).around(choice.place)
    space = analyser.name_space(choice.material.analysed_as)
    return Picked(choice, numbers, terms_of(choice.text, space, analyser), figures_in(choice.text, language))


def _says_the_same(one: Picked, other: Picked) -> bool:
    shared = len(one.terms & other.terms)
    return shared >= SAME * len(one.terms) and one.figures <= other.figures


def _differ_in_figures(one: Picked, other: Picked) -> bool:
    """Whether two dated documents give different figures in sentences with mostly the same words."""
    first, second = one.choice.material.document, other.choice.material.document
    if first.id == second.id or not first.date or not second.date or first.date == second.date:
        return False
    alike = len(one.terms & other.terms) >= ALIKE * min(len(one.terms), len(other.terms))
    same_words = one.choice.own == other.choice.own
    return alike and same_words and bool(one.figures - other.figures) and bool(other.figures - one.figures)
