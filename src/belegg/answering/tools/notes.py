"""The footnotes that a stretch of a document calls and that stand elsewhere in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from belegg.records import DocumentText, Passage, Span
from belegg.text.quotes.footnotes import footnote_marks

MOST_NOTES = 20
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_LABELS = regex.compile(r"\[\^(?P<named>[^\]\s]{1,20})\]|(?P<plain>\d{1,3}|[*†‡])")
_WRITTEN = regex.compile(r"^\[\^(?P<label>[^\]\s]{1,20})\]:[^\n]*", regex.M)
"""A note as Markdown writes it, on a line of its own."""


@dataclass(frozen=True, slots=True)
class Footnote:
    """A note: its label (`3`, `*`), and where its text stands."""

    label: str
    span: Span


def notes_called(text: DocumentText, passages: Sequence[Passage], spans: Sequence[Span]) -> list[Footnote]:
    """
    The notes whose marks stand in these stretches, in the order of the marks, without those that stand in
    them. A number that comes again in a document is the next note of that number behind its mark.
    """
    notes = _notes(text, passages)
    if not notes:
        return []
    found: dict[Span, Footnote] = {}
    for span in spans:
        for start, end in sorted(footnote_marks(text.text, span.start, span.end)):
            for label in _LABELS.finditer(text.text[start:end].translate(_RAISED)):
                note = _meant(notes, label["named"] or label["plain"], start)
                if note is not None and not any(_inside(note.span, one) for one in spans):
                    found.setdefault(note.span, note)
    return list(found.values())[:MOST_NOTES]


def _notes(text: DocumentText, passages: Sequence[Passage]) -> list[Footnote]:
    own = [
        Footnote(one.section.removeprefix("note "), one.span)
        for one in passages
        if one.kind == "footnote" and one.section
    ]
    return own or [Footnote(one["label"], Span(*one.span())) for one in _WRITTEN.finditer(text.text)]


def _meant(notes: Sequence[Footnote], label: str, at: int) -> Footnote | None:
    called = [one for one in notes if one.label == label]
    if any(one.span.start <= at < one.span.end for one in called):
        return None  # the mark with which the note itself begins
    behind = [one for one in called if one.span.start > at]
    return next(iter(behind or called[-1:]), None)


def _inside(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end
