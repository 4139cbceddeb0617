"""What every source does with an answer: read it or say that it cannot be read, and make a fetch of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from belegg.errors import NoFigures, SourceChanged, UnknownTable
from belegg.records.statistics import Fetch, Observation, Plan, RawBody, TableNote
from belegg.sources.statistics.asking import Agreed, Answer, Asking
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.shapes import Unread

Read = TypeVar("Read")


def send(
    asking: Asking, publisher: Publisher, plan: Plan, agreed: Agreed, also: Collection[int] = ()
) -> tuple[Answer, ...]:
    """The answers to a plan's requests, in order."""
    return tuple(asking.ask(publisher, request, agreed, also=also) for request in plan.requests)


def understood(
    asking: Asking, publisher: Publisher, answer: Answer, reading: Callable[[bytes], Read]
) -> Read:
    """What `reading` makes of the body; raises SourceChanged, and sets the body aside, when it is Unread."""
    try:
        return reading(answer.content)
    except Unread as unread:
        raise asking.misread(publisher, answer, str(unread)) from None


def derived(publisher: Publisher, reading: Callable[[], Iterable[Observation]]) -> tuple[Observation, ...]:
    """Observations of bodies that were kept; raises SourceChanged when they cannot be read."""
    try:
        return tuple(reading())
    except Unread as unread:
        raise SourceChanged(
            f"{publisher.name}: what was kept of its answer is in a form that is not known here: {unread}",
            publisher.id,
        ) from None


def fetched(
    publisher: Publisher,
    plan: Plan,
    answers: Sequence[Answer],
    observations: Sequence[Observation],
    *,
    licence: str,
    citation: str,
    source_updated: str = "",
    notes: tuple[TableNote, ...] = (),
    warnings: Sequence[str] = (),
    bodies: Sequence[RawBody] = (),
) -> Fetch:
    """
    The fetch. `retrieved_at` is that of the oldest answer; `bodies` stand in the place of the whole answers
    where only a part of them is kept. Raises NoFigures where there is no cell, or where
    no cell has a figure or a mark that says why not.
    """
    if not any(each.text is not None or each.status for each in observations):
        raise NoFigures(
            f"{publisher.name}, table `{plan.table.ref.id}`: the selection is valid, and there are no "
            "figures for it; that is no zero",
            publisher.id,
        )
    return Fetch(
        plan=plan,
        observations=tuple(observations),
        bodies=tuple(bodies) or tuple(answer.raw for answer in answers),
        retrieved_at=min(answer.retrieved_at for answer in answers),
        licence=licence,
        citation=citation,
        source_updated=source_updated,
        notes=notes,
        warnings=(*plan.warnings, *warnings),
    )


def unknown_table(publisher: Publisher, id: str) -> UnknownTable:
    shown = id[:60].replace("`", "'")
    return UnknownTable(f"{publisher.name} has no table `{shown}`; find one first", publisher.id)
