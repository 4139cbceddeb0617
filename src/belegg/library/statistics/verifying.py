"""Deriving the lines of fetched figures again from the raw answers that were kept with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest

from belegg.errors import SourceError
from belegg.library.statistics.document import FIGURES, figure_lines
from belegg.library.statistics.record import fetch_of, kept_in
from belegg.records.statistics import Observation, Plan, RawBody

Derive = Callable[[Plan, Sequence[RawBody]], Sequence[Observation]]


@dataclass(frozen=True, slots=True)
class DifferingLine:
    """A line of figures, counted from 1: as it stands, and as the answers give it; None where one is not."""

    number: int
    stands: str | None
    derived: str | None


@dataclass(frozen=True, slots=True)
class VerifiedFigures:
    """
    What came of deriving lines again. `damaged` are answers, from 1, that are not what was kept: nothing is
    derived then. `failed` says why they could not be read.
    """

    document: str
    lines: int
    differing: tuple[DifferingLine, ...] = ()
    damaged: tuple[int, ...] = ()
    failed: str = ""

    @property
    def holds(self) -> bool:
        """Whether every line is what the answers give."""
        return not (self.differing or self.damaged or self.failed)


def verified(
    document: str, text: str, record: str, bodies: Sequence[bytes], derive: Derive
) -> VerifiedFigures:
    """
    The lines of a document's text compared with those that its answers give, read by the source's `derive`.
    Raises StoreUnhealthy for a record that cannot be read.
    """
    stand = lines_in(text)
    fetch = fetch_of(kept_in(record), bodies)
    damaged = tuple(
        number
        for number, body in enumerate(fetch.bodies, start=1)
        if sha256(body.content).hexdigest() != body.sha256
    )
    if damaged:
        return VerifiedFigures(document, len(stand), damaged=damaged)
    try:
        again = [str(line) for line in figure_lines(fetch.plan, derive(fetch.plan, fetch.bodies))]
    except SourceError as error:
        return VerifiedFigures(document, len(stand), failed=str(error))
    differing = tuple(
        DifferingLine(number, one, other)
        for number, (one, other) in enumerate(zip_longest(stand, again), start=1)
        if one != other
    )
    return VerifiedFigures(document, len(stand), differing)


def lines_in(text: str) -> list[str]:
    """The lines of figures in a document's text."""
    _, _, figures = text.partition(f"\n## {FIGURES}\n")
    return figures.split("\n") if figures else []
