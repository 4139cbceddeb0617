"""How far the words of a question stand in the parts of a passage, and what a quotation of it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belegg.answering.by_rule.pieces import Piece
from belegg.answering.question.asked import Asked, terms_and_spellings
from belegg.answering.question.kinds import holds_a_price, is_price_word
from belegg.answering.question.needed import is_year, names_listed
from belegg.records import DocumentHead, Passage
from belegg.text.analysis import Analyser, own_section_term

HOLDS = 0.5
"""How far a word is held that stands there: as a part of a compound, at least."""
DATES = ("updated", "published", "in_force", "reference_period")
"""Facts that say of which year a document is."""

Shares = NDArray[np.float64]
"""For each word of a question how far it is held, 0 to 1; in two dimensions, a row for each piece."""


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """
    How far each word stands in each piece of a passage (`own`), in the line that the piece hangs on (`lead`),
    in the headings above and in the document's title.
    """

    own: Shares
    lead: Shares
    headings: Shares
    title: Shares

    def around(self) -> Shares:
        """In the whole passage, its headings and the title."""
        return best(self.own.max(axis=0), self.headings, self.title)

    def by(self, numbers: range) -> Shares:
        """In a quotation of these pieces, the line that the first hangs on, its headings and the title."""
        quoted = self.own[numbers.start : numbers.stop].max(axis=0)
        return best(quoted, self.lead[numbers.start], self.headings, self.title)


def hold(
    passage: Passage,
    document: DocumentHead,
    found: Sequence[Piece],
    asked: Sequence[Asked],
    space: str,
    analyser: Analyser,
) -> tuple[Held, Held]:
    """
    How far the pieces found hold the words asked: as search takes them, and surely.

    Surely leaves out a word of another language that has the stem and not the spelling, and counts a year
    that the document's dates name as standing in its title. A name that headings or the title list among
    others (`in Norway, Sweden and Finland`) is held by what says it itself; `costs` by what holds a price.
    """
    path = passage.path[1:] if passage.path[:1] == (document.title,) else passage.path
    section = frozenset((own_section_term(passage.section),) if passage.section else ())
    headed = (*path, document.title)
    listed = terms_and_spellings(
        " ".join(one for text in headed for one in names_listed(text)), space, analyser
    )
    apart = np.array([float(word.needed and word.stands_in(listed) >= HOLDS) for word in asked])
    asks_price = np.array([float(is_price_word(word.word)) for word in asked])
    texts = {span: passage.text[span.start : span.end] for p in found for span in (p.span, p.lead) if span}
    terms = {span: terms_and_spellings(text, space, analyser) for span, text in texts.items()}
    headings = terms_and_spellings(" ".join(path), space, analyser) | section
    title = terms_and_spellings(document.title, space, analyser)

    priced = np.array([asks_price * holds_a_price(texts[p.span]) for p in found])

    def rows(surely: bool) -> Held:
        def of(those: frozenset[str]) -> list[float]:
            return [word.stands_in(those, surely=surely) for word in asked]

        nothing = [0.0] * len(asked)
        return Held(
            own=best(np.array([of(terms[p.span]) for p in found]), priced),
            lead=np.array([of(terms[p.lead]) if p.lead else nothing for p in found]),
            headings=(1 - apart) * np.array(of(headings)),
            title=best(
                (1 - apart) * np.array(of(title)),
                np.array(_of_the_dates(asked, document) if surely else nothing),
            ),
        )

    return rows(surely=False), rows(surely=True)


def best(first: Shares, *others: Shares) -> Shares:
    """The best share of each word; one without rows counts for every row of the others."""
    for other in others:
        first = np.maximum(first, other)
    return first


def shifted(rows: Shares, by: int) -> Shares:
    """Each row's neighbour: the one before (1) or after (-1), zeros at the end."""
    moved = np.roll(rows, by, axis=0)
    moved[0 if by > 0 else -1] = 0.0
    return moved


def dates_of(document: DocumentHead) -> str:
    """The facts that say of which year a document is, as one text."""
    return " ".join(fact.value for fact in document.facts if fact.name in DATES)


def _of_the_dates(asked: Sequence[Asked], document: DocumentHead) -> list[float]:
    return [float(is_year(word.word) and word.word in dates_of(document)) for word in asked]
