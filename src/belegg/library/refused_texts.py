"""Where the passages stand whose text an embedder would not take, for whoever looks after the library."""

from __future__ import annotations

from collections.abc import Sequence

from belegg.records import Passage, RefusedPassage
from belegg.text.counted import counted


def place_of(refused: RefusedPassage) -> str:
    """`rules/tariff.pdf, page 3`."""
    return f"{refused.document.source}, {where_in(refused.passage)}"


def where_in(passage: Passage) -> str:
    """Its page; without pages its section or heading, else its number in the document."""
    if passage.pages is not None:
        first, last = passage.pages
        return f"page {first}" if first == last else f"pages {first}–{last}"
    heading = passage.path[-1] if passage.path else ""
    return passage.section or heading or f"passage {passage.ordinal + 1}"


def places_of(refused: Sequence[RefusedPassage], most: int) -> list[str]:
    """The first places, each once, then how many passages stand elsewhere."""
    places = [place_of(one) for one in refused]
    shown = list(dict.fromkeys(places))[:most]
    more = sum(place not in shown for place in places)
    return [*shown, f"{counted(more, 'passage')} more"] if more else shown
