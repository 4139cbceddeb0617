"""What a quotation leaves out of its sentence."""

from __future__ import annotations

from collections.abc import Sequence

from belegg.records import Cut, Span


def edge_cuts(text: str, start: int, end: int, quote: str) -> tuple[Cut, ...]:
    """What stands in the sentence before and after the quotation."""
    return ()


def omitted(text: str, spans: Sequence[Span]) -> tuple[Cut, ...]:
    """What stands between the pieces."""
    return ()
