"""
Where gold stands in a library: its documents, the passages that hold its words, its pages.

Decided once, from the documents, by the same check as every quotation; what a search brings is then held
against the passages found here, whatever way it found them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from belegg.evaluation.golden import Gold
from belegg.records import DocumentHead, DocumentText, Passage, PassageId, QuoteStatus, Span
from belegg.seams import Reader
from belegg.text.as_read import as_read
from belegg.text.quotes import PreparedSource, check_quote


@dataclass(frozen=True, slots=True)
class Place:
    """
    One document that holds a gold quotation: how exactly, in which passages, on which pages (from 1; empty
    without pages). `spans`: where in the text. `across`: over the border of two passages, so that no hit
    holds it whole.
    """

    head: DocumentHead
    status: QuoteStatus
    passages: tuple[Passage, ...]
    pages: tuple[int, ...]
    across: bool
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """
    A gold quotation, the documents that its name fits, and where it stands in them; `reason` says why it does
    not.
    """

    gold: Gold
    named: tuple[DocumentHead, ...]
    places: tuple[Place, ...]
    reason: str = ""

    @property
    def passages(self) -> frozenset[PassageId]:
        """The passages that hold the quotation; of one across a border, the passage with most of it."""
        return frozenset(passage.id for place in self.places for passage in place.passages)


class Standings:
    """Where gold stands for one reader. Each document's text is fetched and prepared once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._heads = list(reader.heads())
        self._texts: dict[str, DocumentText | None] = {}
        self._prepared: dict[str, PreparedSource] = {}

    def of(self, gold: Gold) -> Standing:
        """Where a gold quotation stands in the documents that it names."""
        named = [head for head in self._heads if gold.document == head.id or gold.is_source(head.source)]
        places = [place for head in named if (place := self._place(head, gold)) is not None]
        text = None if places or not named else self._texts[named[0].id]
        reason = check_quote(text.text, gold.quote, text.furniture).reason if text else ""
        return Standing(gold, tuple(named), tuple(places), reason)

    def _place(self, head: DocumentHead, gold: Gold) -> Place | None:
        if head.id not in self._texts:
            self._texts[head.id] = self._reader.text(head.id)
        text = self._texts[head.id]
        if text is None:
            return None
        found = self._found(text, gold.quote)
        if found is None:
            return None
        status, spans = found
        spans = [span for span in spans if gold.page in _pages(text, span)] or spans
        passages = self._reader.passages_of(head.id)
        holding = [p for p in passages if any(_lies_in(span, p.span) for span in spans)]
        pages = sorted({page for span in spans for page in _pages(text, span)})
        most = holding or _with_most(passages, spans[0])
        return Place(head, status, tuple(most), tuple(pages), across=not holding, spans=tuple(spans))

    def _found(self, text: DocumentText, quote: str) -> tuple[QuoteStatus, list[Span]] | None:
        if spans := list(_occurrences(text.text, quote)):
            return "exact", spans
        if text.head.id not in self._prepared:
            self._prepared[text.head.id] = PreparedSource(text.text, text.furniture)
        for words in dict.fromkeys((quote, as_read(quote))):
            check = check_quote(self._prepared[text.head.id], words)
            if check.status != "not found":
                return check.status, list(_occurrences(text.text, check.text))
        return None


def _occurrences(text: str, words: str) -> Iterator[Span]:
    start = text.find(words)
    while start >= 0:
        yield Span(start, start + len(words))
        start = text.find(words, start + len(words))


def _pages(text: DocumentText, span: Span) -> set[int]:
    """The pages on which any of a span stands."""
    return {page.number for page in text.pages if page.span.start < span.end and span.start < page.span.end}


def _lies_in(span: Span, passage: Span) -> bool:
    return passage.start <= span.start and span.end <= passage.end


def _with_most(passages: Sequence[Passage], span: Span) -> list[Passage]:
    """The first passage that shares most characters with a span; none when none shares any."""
    shared: Mapping[int, int] = {
        place: min(p.span.end, span.end) - max(p.span.start, span.start) for place, p in enumerate(passages)
    }
    best = max(shared, key=lambda place: (shared[place], -place), default=None)
    return [passages[best]] if best is not None and shared[best] > 0 else []
