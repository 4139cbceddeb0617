"""The sentence of a document that comes nearest to a quotation which does not stand there."""

from __future__ import annotations

import regex

from belegg.text.quotes.sentence import beginning_of, end_of

RUNS = (8, 5, 3, 2)
"""Words in a row that must stand there, tried from many to few."""
MOST_RUNS = 40
"""Runs of one length that are looked for."""
LONGEST = 400  # characters
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")


def nearest_text(text: str, quotation: str) -> str:
    """
    The sentence with the longest run of the quotation's words (at least two), on one line; else empty.

    Only to be shown to whoever mends the quotation: nothing is taken for quoted by it.
    """
    words = _WORD.findall(quotation)
    for length in RUNS:
        starts = range(len(words) - length + 1)
        step = max(1, len(starts) // MOST_RUNS)
        for start in starts[::step]:
            run = r"[^\p{L}\p{N}]{1,40}".join(map(regex.escape, words[start : start + length]))
            found = regex.search(rf"(?<![\p{{L}}\p{{N}}]){run}(?![\p{{L}}\p{{N}}])", text, regex.I)
            if found:
                begin, end = beginning_of(text, found.start()), end_of(text, found.end())
                if end - begin > LONGEST:
                    begin, end = (
                        max(begin, found.start() - LONGEST // 2),
                        min(end, found.end() + LONGEST // 2),
                    )
                return " ".join(text[begin:end].split())
    return ""
