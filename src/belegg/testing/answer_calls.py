"""Replies that call the `answer` tool, written short: what a model proposes as its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from belegg.records.chat import Reply
from belegg.testing.chat import calls

Quoted = tuple[str, str] | tuple[str, str, int | None]
"""A quotation: which document (its handle), the words, and the page that the model gives it."""


def proposes(
    *sentences: tuple[str, Sequence[Quoted]],
    settled: Literal["yes", "partly", "no"] = "yes",
    reason: Literal["not_covered", "sources_conflict", "likely_outdated"] | None = None,
    missing: str = "",
    would_settle: str = "",
    conflicts: Sequence[tuple[str, Sequence[Quoted]]] = (),
) -> Reply:
    """A call of `answer`: sentences, each with its quotations; conflicts, each with what it is about."""
    further = {
        "reason": reason,
        "missing": missing,
        "would_settle": would_settle,
        "conflicts": [{"about": about, "quotes": quotes(given)} for about, given in conflicts],
    }
    said = [{"text": text, "quotes": quotes(given)} for text, given in sentences]
    given = {name: value for name, value in further.items() if value}
    return calls(("answer", {"settled": settled, "sentences": said, **given}))


def quotes(given: Sequence[Quoted]) -> list[Mapping[str, object]]:
    return [
        {"document": one[0], "quote": one[1], **({"page": one[2]} if len(one) > 2 else {})} for one in given
    ]
