"""The footnotes that a stretch of a document calls and that stand elsewhere in it."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from belegg.records import DocumentText, Passage, Span
from belegg.text.quotes.footnotes import footnote_marks

MOST_NOTES = 20
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_LABELS = regex.compile(r"\d{1,3}|[*†‡]|(?<=\^)[^\]\s]{1,20}")


def notes_called(text: DocumentText, passages: Sequence[Passage], spans: Sequence[Span]) -> list[Passage]:
    """
    The notes whose marks stand in these stretches, in the order of the marks, without those that stand in
    them. A number that comes again in a document is the next note of that number behind its mark.
    """
    notes = [one for one in passages if one.kind == "footnote" and one.section]
    if not notes:
        return []
    found: dict[str, Passage] = {}
    for span in spans:
        for start, end in sorted(footnote_marks(text.text, span.start, span.end)):
            for label in _LABELS.findall(text.text[start:end].translate(_RAISED)):
                note = _note(notes, label, start)
                if note is not None and not any(_inside(note.span, one) for one in spans):
                    found.setdefault(note.id, note)
    return list(found.values())[:MOST_NOTES]


def _note(notes: Sequence[Passage], label: str, at: int) -> Passage | None:
    called = [one for one in notes if (one.section or "").removeprefix("note ") == label]
    if any(one.span.start <= at < one.span.end for one in called):
        return None  # the mark with which the note itself begins
    behind = [one for one in called if one.span.start > at]
    return next(iter(behind or called[-1:]), None)


def _inside(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end
