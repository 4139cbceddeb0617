"""What a page says of fetched figures: of whom, when, what was asked, and that no search finds them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import regex

from belegg.records import DocumentHead
from belegg.serving.web.visit import Visit

_ASKED: Final = regex.compile(r"^(?:Query|Statement): (?P<asked>.+)$", regex.M)


@dataclass(frozen=True, slots=True)
class FetchedShown:
    """`rows`: a name in the reader's words and what the document says. `is_bound`: to one question."""

    rows: tuple[tuple[str, str], ...]
    is_bound: bool


def fetched_shown(visit: Visit, head: DocumentHead, text: str) -> FetchedShown | None:
    """Of a document of figures with this text; None for any other."""
    retrieved = head.fact("fetched")
    if retrieved is None:
        return None
    asked = _ASKED.search(text)
    told = {
        "publisher": head.organisation or "",
        "licence": head.fact("licence") or "",
        "retrieved": visit.words.moment(retrieved),
        "asked": asked["asked"] if asked else "",
        "address": head.fact("address") or "",
    }
    with visit.library.store.reading(visit.scope) as reader:
        is_bound = reader.fetched(head.id) is not None
    rows = tuple((visit.words.say(f"fetched.{name}"), value) for name, value in told.items() if value)
    return FetchedShown(rows, is_bound)
