"""Numbers with their nouns, in the sentences that Belegg writes itself."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """`1 passage`, `3 passages`, `1,200 lines of it`: the first word of the noun takes the ending."""
    first, blank, rest = noun.partition(" of ")
    return f"{number:,} {first}{'' if number == 1 else 's'}{blank}{rest}"
