"""The sentence of a document that comes nearest to a quotation which does not stand there."""

from __future__ import annotations

import regex

from belegg.text.quotes.sentence import beginning_of, end_of

RUNS = (8, 5, 3, 2)
"""Words in a row that must stand there, tried from many to few."""
LONGEST = 400  # characters
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")


def nearest_text(text: str, quotation: str) -> str:
    """
    The first sentence with the longest run of the quotation's words (at least two), on one line; else empty.

    Only to be shown to whoever mends the quotation: nothing is taken for quoted by it.
    """
    wanted = [word.lower() for word in _WORD.findall(quotation)]
    places = list(_WORD.finditer(text))
    words = [place[0].lower() for place in places]
    for length in RUNS:
        runs = set(zip(*(wanted[n:] for n in range(length)), strict=False))
        here = zip(*(words[n:] for n in range(length)), strict=False)
        first = next((at for at, run in enumerate(here) if run in runs), None) if runs else None
        if first is not None:
            start, end = places[first].start(), places[first + length - 1].end()
            begin, stop = beginning_of(text, start), end_of(text, end)
            if stop - begin > LONGEST:
                begin, stop = max(begin, start - LONGEST // 2), min(stop, end + LONGEST // 2)
            return " ".join(text[begin:stop].split())
    return ""
