"""
What a quotation of fetched figures says: the line, whose numbers are written as programs write them, and what
all lines have in common, which stands above them. Its document's title and dates say nothing of the figure.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from belegg.records import DocumentHead, Quote
from belegg.text.figure_lines import periods_spelled

FETCHED: Final = "fetched"
"""The fact of a document of figures: when it was fetched."""
NUMBERS: Final = ("en",)
"""How numbers are written in it, whatever the language of its labels: a point, and no sign of thousands."""
STATED: Final = ("organisation", "identifier")
_SHARE: Final = regex.compile(r"\bpercentage\b(?!\s+points?)", regex.I)
_YEAR: Final = regex.compile(r"(?<!\d)(?:1[5-9]\d\d|2[01]\d\d)(?!\d)(?:[MKQUW-]\d\d?)?(?!\s*=)")


def is_of_figures(document: DocumentHead) -> bool:
    """Whether a document was fetched as figures, for a question or pinned."""
    return document.fact(FETCHED) is not None


def figures_said(quote: Quote, words: str) -> str:
    """The words of a quotation; of figures those of its periods (`2026M05`) and columns (`revenue_nok`)."""
    return _plain(words) if is_of_figures(quote.document) else words


def stated_around(quote: Quote) -> Iterator[str]:
    """
    Of a document of figures what a figure may rest on beside its line: what all lines have in common, the
    title without its years (those that the table covers), who published it.
    """
    yield _YEAR.sub(" ", quote.document.title)
    yield from (_plain(one) for one in quote.path[1:])
    yield from (fact.value for fact in quote.document.facts if fact.name in STATED)


def labels_of_line(quote: Quote) -> Iterator[str]:
    """What a line and the words above it say of its figure: all but the figure."""
    yield from (line.rpartition(": ")[0] for line in quote.check.text.splitlines())
    yield from quote.path[1:]


def _plain(label: str) -> str:
    """A label as a sentence says it: `Percentage of respondents` is per cent of them."""
    return str(_SHARE.sub("per cent", periods_spelled(label.replace("_", " "))))
