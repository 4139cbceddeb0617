"""The lines of a fetched document that are quoted under a sentence, and the others of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from belegg.answering.checks.held_by import numbers_of
from belegg.answering.checks.of_figures import is_of_figures
from belegg.answering.checks.sources import Source
from belegg.records import Passage, Quote
from belegg.text.figure_lines import BETWEEN, FigureLine
from belegg.text.figures import Figure, figures_in

MOST_LINES = 400
"""Lines of a document whose labels are looked at."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line: the parts of its label, its words as written, and what stands in brackets behind its figure."""

    text: str
    label: tuple[str, ...]
    said: str = ""
    figures: tuple[Figure, ...] = field(default=(), compare=False)

    @property
    def value(self) -> Decimal | None:
        """Its figure with its sign; None of a row, and where there is none."""
        read = FigureLine.read(self.text)
        return Decimal(read.figure) if read is not None and read.figure is not None else None

    def holds(self, figure: Figure) -> bool:
        return any(set(one.values) & set(figure.values) for one in self.figures)


def documents_of(quotes: Sequence[Quote], sources: Sequence[Source]) -> list[tuple[Quote, Source]]:
    """The documents of figures among them, each once."""
    first = {
        quote.document.id: (quote, source)
        for quote, source in reversed(list(zip(quotes, sources, strict=True)))
        if is_of_figures(quote.document)
    }
    return list(first.values())


def lines_of(source: Source, quotes: Sequence[Quote]) -> Iterator[tuple[bool, Line]]:
    """The lines of a document, each with whether it is quoted."""
    spans = [q.check.span for q in quotes if q.document.id == source.text.head.id and q.check.span]
    numbers = numbers_of(quotes[0]) if quotes else ()
    for passage in source.passages[1 : MOST_LINES + 1]:
        start, end = passage.span.start, passage.span.end
        yield any(one.start < end and start < one.end for one in spans), _line(passage, numbers)


def _line(passage: Passage, numbers: Sequence[str]) -> Line:
    """A line of a figure, or a row: of that every value is one of its parts."""
    text = passage.text
    read = FigureLine.read(text) if ": " not in text.partition(BETWEEN)[0] or BETWEEN not in text else None
    if read is None:
        return Line(text, tuple(text.split(BETWEEN)), "", tuple(figures_in(text, ("en",))))
    figures = tuple(figures_in(read.figure, ("en",))) if read.figure is not None else ()
    return Line(text, read.label, read.said, figures)
