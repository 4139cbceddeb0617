"""
How much around a piece is quoted with it, so that it can be understood and its exception is seen.

A sentence that points back ("This applies to …") brings the one before it; one that is limited by the next
("However, …", "This does not apply to …") brings the next, always; then neighbours of the same paragraph
are added while the quotation stays short. At most three sentences, and the exception behind them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import regex

from belegg.answering.by_rule.pieces import FEWEST_WORDS, Piece
from belegg.answering.phrases import names_in, phrases

SHORT = 450
"""Characters up to which a neighbour is added for the reader's sake."""
LONGEST_LIST = 700
MOST_SENTENCES = 3

_ENDED = regex.compile(r"""[.!?…:;]["'»”’)\]*_\s]*$""")
_QUESTION = regex.compile(r"""\?["'»”’)\]*_\s]*$""")
_BEGINNING = r"^\W*(?:\(\w+\)\s*)?"


def limits(sentence: str, language: str | None) -> bool:
    """Whether a sentence limits the one before it. Without a language known here, every language is tried."""
    return _limiting(language).search(sentence) is not None


def points_back(sentence: str, language: str | None) -> bool:
    """Whether a sentence cannot be understood without the one before it."""
    return _pointing_back(language).search(sentence) is not None


@cache
def _limiting(language: str | None) -> regex.Pattern[str]:
    anywhere, first = _words("limiting", language), _words("limiting_first", language)
    return regex.compile(rf"\b{anywhere}\b|{_BEGINNING}{first}\b", regex.I)


@cache
def _pointing_back(language: str | None) -> regex.Pattern[str]:
    return regex.compile(rf"{_BEGINNING}{_words('pointing_back', language)}\b", regex.I)


def _words(folder: str, language: str | None) -> str:
    known = names_in(folder)
    chosen = [language] if language in known else known
    return "(?:" + "|".join(phrases(f"{folder}/{name}") for name in chosen) + ")"


class Extent:
    """The pieces of one passage, of which some are `taken`: quoted already."""

    def __init__(
        self, text: str, pieces: Sequence[Piece], language: str | None, taken: frozenset[int]
    ) -> None:
        self._text = text
        self._pieces = pieces
        self._language = language
        self._taken = taken
        self._openers = {piece.lead for piece in pieces if piece.lead is not None}

    def around(self, place: int) -> range:
        """
        The numbers of the pieces to quote with number `place`; empty when its list is quoted in part, or when
        it is a question that nothing follows.
        """
        whole = self._list_with(place)
        if whole is not None:
            if self._taken.isdisjoint(whole):
                return whole
            if place == whole.start:
                return range(0)
        first = place
        if self._is_free(first - 1, first) and points_back(self._sentence(first), self._language):
            first -= 1
        last = self._with_limits(place)
        if self._fits(first, last + 1) and self._is_free(last + 1, last):
            last = self._with_limits(last + 1)
        if self._fits(first - 1, last) and self._is_free(first - 1, first):
            first -= 1
        if self._pieces[last].span in self._openers:
            # "The rule does not apply to:" limits by its list.
            last = self._list_of(last, LONGEST_LIST)[-1]
        return self._with_answer(first, last)

    def _with_answer(self, first: int, last: int) -> range:
        """A question at the end with what follows it ("Q: … A: …"); alone it says nothing: empty."""
        while _QUESTION.search(self._sentence(last)):
            last += 1
            if last == len(self._pieces) or last in self._taken:
                return range(0)
            last = self._with_limits(last)
        return range(first, last + 1)

    def _sentence(self, number: int) -> str:
        span = self._pieces[number].span
        return self._text[span.start : span.end]

    def _is_free(self, number: int, beside: int) -> bool:
        """Whether a piece is a sentence of the same paragraph, not quoted yet, on which no list hangs."""
        return (
            0 <= number < len(self._pieces)
            and number not in self._taken
            and self._pieces[number].kind == "sentence"
            and self._pieces[number].block == self._pieces[beside].block
            and self._pieces[number].span not in self._openers
            and not self._is_fragment(number)
        )

    def _is_fragment(self, number: int) -> bool:
        """Whether a piece is a word or two without an end: what is left of a sentence that was cut."""
        sentence = self._sentence(number)
        return len(sentence.split()) < FEWEST_WORDS and not _ENDED.search(sentence)

    def _fits(self, first: int, last: int) -> bool:
        if first < 0 or last >= len(self._pieces) or last - first >= MOST_SENTENCES:
            return False
        return self._pieces[last].span.end - self._pieces[first].span.start <= SHORT

    def _with_limits(self, last: int) -> int:
        """The last piece once the sentences that limit it are added, at most two."""
        for number in range(last + 1, min(last + MOST_SENTENCES, len(self._pieces))):
            if self._pieces[number].kind != "sentence" or not limits(self._sentence(number), self._language):
                break
            last = number
        return last

    def _list_with(self, place: int) -> range | None:
        """A piece with the list that hangs on it, cut when too long; an item with its whole short list."""
        piece = self._pieces[place]
        if piece.span in self._openers:
            return self._list_of(place, LONGEST_LIST)
        opener = next((n for n in range(place) if self._pieces[n].span == piece.lead), None)
        if opener is None:
            return None
        whole = self._list_of(opener, len(self._text))
        length = self._pieces[whole[-1]].span.end - self._pieces[opener].span.start
        return whole if length <= SHORT else None

    def _list_of(self, opener: int, longest: int) -> range:
        """A line with the list that hangs on it, up to so many characters, its first item at least."""
        line = self._pieces[opener].span
        last = opener
        for number in range(opener + 1, len(self._pieces)):
            piece = self._pieces[number]
            if piece.lead != line and piece.block != self._pieces[last].block:
                break
            if last > opener and piece.span.end - line.start > longest:
                break
            last = number
        return range(opener, last + 1)
