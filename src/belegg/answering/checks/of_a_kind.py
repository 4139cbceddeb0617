"""
That a sentence narrows what its lines are of: `prices of food` of a line of all goods and services.

Kinds into which official statistics divide (food, energy, women, youth …) are listed with their words in
seven languages, so that the label `Females` has `kvinner`. A kind that neither a line nor anything above it
has is doubted, also where the question asks for it: that is when it is said of the wrong line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import regex

from belegg.answering.checks.quotations import short
from belegg.answering.checks.quoted_lines import documents_of, lines_of
from belegg.answering.checks.sources import Source
from belegg.records import Quote

_DATA: Final = Path(__file__).parent.parent / "data"
_CAMEL: Final = regex.compile(r"(?<=\p{Ll})(?=\p{Lu})|_")


def kind_doubts(text: str, quotes: Sequence[Quote], sources: Sequence[Source]) -> Iterator[str]:
    """Which kind a sentence names that its lines do not have; at most one."""
    documents = documents_of(quotes, sources)
    lines = [line for _, source in documents for quoted, line in lines_of(source, quotes) if quoted]
    if not any(line.figures for line in lines):
        return
    heads = (source.passages[0].text for _, source in documents)
    quoted = (quote.check.text for quote in quotes)
    known = _CAMEL.sub(" ", "\n".join((*heads, *quoted)))
    named = [(had, found) for kind, had in _kinds() if (found := kind.search(text))]
    for had, found in named:
        if had.search(known) or _is_one_of_several(found, [other for _, other in named]):
            continue
        yield f"`{found[0]}` stands neither in “{short(lines[0].text)}” nor above it"
        return


def _is_one_of_several(found: regex.Match[str], others: Sequence[regex.Match[str]]) -> bool:
    """Whether two kinds are said together, which may be all there is: `women and men`."""
    return any(
        regex.fullmatch(r"\W*(?:and|og|och|und|ja|or|eller)\W*", found.string[low:high])
        for other in others
        if other is not found
        for low, high in [(min(found.end(), other.end()), max(found.start(), other.start()))]
    )


@cache
def _kinds() -> tuple[tuple[regex.Pattern[str], regex.Pattern[str]], ...]:
    """Of each kind what a sentence says of it, and what a line may."""
    lines = (_DATA / "kinds_of_figures.txt").read_text(encoding="utf-8").splitlines()
    kinds = (line.partition(" :: ") for line in lines if line and not line.startswith("#"))
    return tuple((_words(named), _words(f"{named}|{more}" if more else named)) for named, _, more in kinds)


def _words(expressions: str) -> regex.Pattern[str]:
    return regex.compile(rf"(?<![\p{{L}}\p{{N}}])(?:{expressions})(?![\p{{L}}\p{{N}}])", regex.I)
