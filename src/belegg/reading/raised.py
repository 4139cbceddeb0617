"""Raised numbers: `10⁶` must not become `106`, nor a note's mark a digit of the word before it."""

from __future__ import annotations

_RAISABLE = "0123456789+-−"
_RAISED = str.maketrans(_RAISABLE, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")


def raised(text: str) -> str:
    """A number in raised digits; what is no number (`th`, `*`) stays as it is."""
    return text.translate(_RAISED) if text.strip() and not text.strip().strip(_RAISABLE) else text


def note_mark(mark: str) -> str:
    """The mark of a note as it stands in the text: raised, or `[^iv]` where it has no raised form."""
    mark = mark.strip()
    lifted = raised(mark)
    return lifted if lifted != mark or mark in "*†‡§" else f"[^{mark}]"
