"""Passages that overlap with what a model was sent, and those that are cut in mid-sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from belegg.records import Hit, Passage, Span
from belegg.text.quotes.sentence import beginning_of, end_of

LEAST_CUT = 80
"""Characters of a passage that were sent before, from which they are left out of it."""
LONGEST_SHORT_LINE = 40
"""Characters of a line that may end without a stop: an address, a name, a heading."""

_ITEM = regex.compile(r"\s*(?:[#|>*+•▪–-]|\(?(?:\d{1,3}|\p{L}|[ivx]{1,4})[.)]\s)")
_BEGINS_INSIDE = regex.compile(r"\s*[*_“«\"(\[]*\p{Ll}[\p{L}\p{M}]*[\s,;]")
_ENDS_INSIDE = regex.compile(r"[\p{Ll},\p{Pd}]\s*\Z")


def unsent(hit: Hit, stretches: Sequence[Span]) -> Hit | None:
    """
    The hit without the sentences at the beginning and the end of its passage that were sent (`stretches` of
    its document); None where nothing but white space is left.
    """
    span = hit.passage.span
    start, end = span.start, span.end
    for one in sorted(stretches, key=lambda one: one.start):
        if one.start <= start < one.end:
            start = one.end
    for one in sorted(stretches, key=lambda one: -one.end):
        if one.start < end <= one.end:
            end = one.start
    if start >= end or not hit.passage.text[start - span.start : end - span.start].strip():
        return None
    whole = hit.passage.text
    start = span.start + beginning_of(whole, start - span.start)  # the sentence that goes on: all of it
    end = span.start + end_of(whole, len(whole[: end - span.start].rstrip()))
    start = start if start - span.start >= LEAST_CUT else span.start
    end = end if span.end - end >= LEAST_CUT else span.end
    text = hit.passage.text[start - span.start : end - span.start]
    if (start, end) == (span.start, span.end):
        return hit
    start += len(text) - len(text.lstrip())
    end -= len(text) - len(text.rstrip())
    return replace(hit, passage=replace(hit.passage, text=text.strip(), span=Span(start, end)))


def cut_told(rest: Passage, whole: Passage, sent: str) -> str:
    """
    ` (cut: its beginning was shown above; ends in mid-sentence)`, in what there is; empty for what is whole.
    `rest`: what of the passage was not sent before, of which the text `sent` is now.
    """
    told = []
    if rest.span.start > whole.span.start:
        told.append("its beginning was shown above")
    elif begins_inside(sent):
        told.append("begins in mid-sentence")
    if rest.span.end < whole.span.end:
        told.append("its end was shown above")
    elif ends_inside(sent):
        told.append("ends in mid-sentence")
    return f" (cut: {'; '.join(told)})" if told else ""


def begins_inside(text: str) -> bool:
    """Whether a text surely begins in mid-sentence: with a small letter, and it is no item of a list."""
    return _ITEM.match(text) is None and _BEGINS_INSIDE.match(text) is not None


def ends_inside(text: str) -> bool:
    """Whether a text surely ends in mid-sentence: in a long line of running text without a stop."""
    last = text.rstrip().rpartition("\n")[2]
    is_running = len(last) > LONGEST_SHORT_LINE and not last.lstrip().startswith(("#", "|"))
    return is_running and _ENDS_INSIDE.search(last) is not None
