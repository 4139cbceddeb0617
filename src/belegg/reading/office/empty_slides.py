"""Why nothing of a slide stands in the text."""

from __future__ import annotations

from belegg.records import EmptyBecause


def empty_slide(characters: int, pictures: int, hidden: int = 0) -> EmptyBecause | None:
    """`characters` of it stand in the text, `hidden` ones were left out. None where it is not empty."""
    if characters:
        return None
    if hidden:
        return "hidden text"
    return "pictures" if pictures else "blank"
