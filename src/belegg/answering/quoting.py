"""From picked pieces to checked quotations: the only way in which an answer gets its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import regex

from belegg.answering.selection import Picked
from belegg.records import Cut, DocumentText, Quote, QuoteCheck, Sentence, Span
from belegg.text.quotes import check_quote

OMISSION = " […] "
_ROW = regex.compile(r"\s*\|.*\|\s*")
_NO_WORD_BETWEEN = regex.compile(r"[\s|:=-]*")


def quoted_sentence(picked: Picked, text: DocumentText) -> Sentence | None:
    """
    The sentence that an answer says: a quotation, checked. None when its words do not stand there.

    Checked against the passage's part of the document's text: the same words may stand elsewhere in the
    document too, and the offsets must lead to this place.
    """
    passage = picked.choice.material.passage
    start = passage.span.start
    own = text.text[start : passage.span.end]
    words = _wording(own, _spans(picked))
    check = check_quote(own, words, text.furniture)
    if check.status == "not found" or check.span is None:
        return None
    quote = Quote(
        document=picked.choice.material.document,
        version=text.version,
        path=passage.path,
        section=passage.section,
        page=_page(text, start + check.span.start),
        check=_moved(_without_other_rows(check), start),
        kind=passage.kind,
        confidence=passage.confidence,
    )
    return Sentence(text=" ".join(words.split()), supported=True, quotes=(quote,))


def _spans(picked: Picked) -> list[Span]:
    """What is quoted of the passage: the line that the first piece hangs on, and the pieces."""
    pieces = picked.choice.pieces
    lead = pieces[picked.numbers[0]].lead
    return [*([lead] if lead else []), *(pieces[number].span for number in picked.numbers)]


def _wording(text: str, spans: Sequence[Span]) -> str:
    """The words of the spans as they stand in the text, with a mark where words are left out between them."""
    parts = [text[spans[0].start : spans[0].end]]
    for before, span in pairwise(spans):
        between = text[before.end : span.start]
        if not _NO_WORD_BETWEEN.fullmatch(between):
            between = OMISSION
        elif not between.isspace():
            between = "\n"  # the rule under the header of a table
        parts += (between, text[span.start : span.end])
    return "".join(parts)


def _without_other_rows(check: QuoteCheck) -> QuoteCheck:
    """Other rows of a table take nothing back from the one quoted: what is left out of it holds nothing."""
    cut = tuple(
        replace(cut, holds="none") if all(map(_ROW.fullmatch, cut.text.splitlines())) else cut
        for cut in check.cut
    )
    return replace(check, cut=cut)


def _moved(check: QuoteCheck, by: int) -> QuoteCheck:
    """The check of a part of a text that begins at `by`, with its places in the whole text."""

    def moved(span: Span) -> Span:
        return Span(span.start + by, span.end + by)

    return replace(
        check,
        span=moved(check.span) if check.span else None,
        spans=tuple(map(moved, check.spans)),
        cut=tuple(Cut(cut.text, moved(cut.span), cut.holds) for cut in check.cut),
        differences=tuple(replace(d, offset=d.offset + by) for d in check.differences),
    )


def _page(text: DocumentText, offset: int) -> int | None:
    """The physical page on which a character stands."""
    return next((p.number for p in text.pages if p.span.start <= offset < p.span.end), None)
