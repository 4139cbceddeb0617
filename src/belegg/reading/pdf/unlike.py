"""Words of the text that a page does not show, as its reader is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_MOST_TOLD = 3


@dataclass(frozen=True, slots=True)
class Unlike:
    """On page `page` the text says `says` where `shows` was recognised."""

    page: int
    says: str
    shows: str


def told(found: Sequence[Unlike]) -> str:
    """The first of them in words, and how many more there are."""
    pairs = dict.fromkeys((one.says, one.shows) for one in found)
    first = [f"`{says}` where the page shows `{shows}`" for says, shows in list(pairs)[:_MOST_TOLD]]
    more = [f"{len(pairs) - _MOST_TOLD} more"] if len(pairs) > _MOST_TOLD else []
    return ", ".join([*first, *more])
