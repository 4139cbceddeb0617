"""The sentence of a document that comes nearest to a quotation which does not stand there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from belegg.text.quotes.sentence import beginning_of, end_of
from belegg.text.sentences import sentences

RUNS = (8, 5, 3, 2)
"""Words in a row that must stand there, tried from many to few."""
MOST_TRIED = 60
"""Places of such runs that are looked at."""
LONGEST = 400  # characters
_WORD = regex.compile(r"\d{1,3}(?:[\u00a0\u2007\u2009\u202f ]\d{3})+(?!\d)|[\p{L}\p{M}\p{N}]+")


def nearest_text(text: str, quotation: str) -> str:
    """
    The sentence most alike, by its words, to the first sentence of the quotation that does not stand there:
    one that shares two words in a row with it at least. On one line; empty for none.

    Only to be shown to whoever mends the quotation: nothing is taken for quoted by it.
    """
    places = list(_WORD.finditer(text))
    words = [place[0].lower() for place in places]
    wanted = _differing(quotation, words)
    counts = Counter(wanted)
    best, alike = "", 0.0
    for run in _runs(wanted, words):
        start, end = places[run.first].start(), places[run.last].end()
        begin, stop = beginning_of(text, start), end_of(text, end)
        here = Counter(_words(text[begin:stop]))
        likeness = 2 * (counts & here).total() / (counts.total() + here.total())
        if likeness > alike:
            if stop - begin > LONGEST:
                begin, stop = max(begin, start - LONGEST // 2), min(stop, end + LONGEST // 2)
            best, alike = " ".join(text[begin:stop].split()), likeness
    return best


@dataclass(frozen=True, slots=True)
class _Run:
    """Words of a text, by the places of the first and the last."""

    first: int
    last: int


def _differing(quotation: str, words: Sequence[str]) -> list[str]:
    """The words of the first sentence that the text does not have; of all where it has each by itself."""
    said = [_words(quotation[one.start : one.end]) for one in sentences(quotation, None)]
    line = f" {' '.join(words)} "
    return next((some for some in said if some and f" {' '.join(some)} " not in line), _words(quotation))


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _runs(wanted: Sequence[str], words: Sequence[str]) -> Iterator[_Run]:
    """Where words of the one stand in a row in the other, long runs first."""
    left = MOST_TRIED
    for length in RUNS:
        runs = set(zip(*(wanted[n:] for n in range(length)), strict=False))
        here = zip(*(words[n:] for n in range(length)), strict=False)
        for at, run in enumerate(here if runs else ()):
            if run in runs:
                yield _Run(at, at + length - 1)
                left -= 1
                if not left:
                    return
