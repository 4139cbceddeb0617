"""
The words of a hit, cut roughly and fast: whole passages through `text.words` would be most of a search.

A run is a word, or words joined as a code's parts are; what joins them is looked at by `text.words`, once
for each run. Sections (`§ 15-7`) are no runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from belegg.text.words import words

RUN = re.compile(r"[^\W_]+(?:[-./:_‐-–−'’][^\W_]+)*")
_REMEMBERED_RUNS = 1 << 14


@lru_cache(_REMEMBERED_RUNS)
def pieces(run: str) -> tuple[tuple[str, str], ...]:
    """The words of a lower-case run: how each is spelled in it, and the word (`2026–041`, `2026-041`)."""
    return tuple((run[word.start : word.end], word.text) for word in words(run))


def run_words(text: str) -> Iterator[str]:
    """The words of a text in lower case, those of one spelling once, in the order of their first places."""
    for run in dict.fromkeys(RUN.findall(text.lower())):
        if run.isalnum():
            yield run
        else:
            yield from (word for _, word in pieces(run))
