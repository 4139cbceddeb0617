"""From picked pieces to checked quotations: the only way in which an answer gets its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import regex

from belegg.answering.by_rule.selection import Picked
from belegg.answering.placing import page_at
from belegg.records import DocumentText, Quote, QuoteCheck, Sentence, Span
from belegg.text.quotes import check_quote
from belegg.text.quotes.moving import moved
from belegg.text.row_numbers import rows_within

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
    spans, joins = _spans(picked), _joins(own, picked)
    parts = [own[span.start : span.end] for span in spans]
    words = _joined(parts, joins)
    check = check_quote(own, words, text.furniture)
    if check.status == "not found" or check.span is None:
        return None
    quote = Quote(
        document=picked.choice.material.document,
        version=text.version,
        path=passage.path,
        section=passage.section,
        page=page_at(text, start + check.span.start),
        check=moved(_without_other_rows(check), start),
        kind=passage.kind,
        confidence=passage.confidence,
        rows=rows_within(passage.text, passage.address, check.span.start, check.span.end),
    )
    lines = [_on_a_line(join, item) for join, item in zip(joins, _begin_items(picked), strict=True)]
    said = _joined([" ".join(part.split()) for part in parts], lines)
    return Sentence(text=said, supported=True, quotes=(quote,))


def _spans(picked: Picked) -> list[Span]:
    """What is quoted of the passage: the line that the first piece hangs on, and the pieces."""
    pieces = picked.choice.pieces
    lead = pieces[picked.numbers[0]].lead
    return [*([lead] if lead else []), *(pieces[number].span for number in picked.numbers)]


def _joins(text: str, picked: Picked) -> list[str]:
    """What stands between the spans in the text; a mark where words are left out."""
    joins = []
    for before, span in pairwise(_spans(picked)):
        between = text[before.end : span.start]
        if not _NO_WORD_BETWEEN.fullmatch(between):
            between = OMISSION
        elif not between.isspace():
            between = "\n"  # the rule under the header of a table
        joins.append(between)
    return joins


def _begin_items(picked: Picked) -> list[bool]:
    """For each span behind the first whether an item of a list begins with it."""
    pieces = [picked.choice.pieces[number] for number in picked.numbers]
    return [piece.kind == "item" for piece in (pieces if pieces[0].lead else pieces[1:])]


def _on_a_line(join: str, begins_item: bool) -> str:
    """What is shown for a join: an item begins a line, everything else goes on."""
    shown = OMISSION if join == OMISSION else " "
    return shown.rstrip() + "\n" if begins_item else shown


def _joined(parts: Sequence[str], joins: Sequence[str]) -> str:
    return parts[0] + "".join(join + part for join, part in zip(joins, parts[1:], strict=True))


def _without_other_rows(check: QuoteCheck) -> QuoteCheck:
    """Other rows of a table take nothing back from the one quoted: what is left out of it holds nothing."""
    cut = tuple(
        replace(cut, holds="none") if all(map(_ROW.fullmatch, cut.text.splitlines())) else cut
        for cut in check.cut
    )
    return replace(check, cut=cut)
