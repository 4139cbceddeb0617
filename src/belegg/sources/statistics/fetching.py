"""What every source does with an answer: read it or say that it cannot be read, and make a fetch of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from belegg.errors import NoFigures, SourceChanged, UnknownTable
from belegg.records.statistics import Fetch, Observation, Plan, RawBody, TableNote
from belegg.sources.statistics.asking import Agreed, Answer, Asking
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.shapes import Unread
from belegg.text.counted import counted

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


def derived(
    publisher: Publisher, plan: Plan, reading: Callable[[], Iterable[Observation]]
) -> tuple[Observation, ...]:
    """What a plan asks for, of bodies that were kept; raises SourceChanged when they cannot be read."""
    try:
        return asked_for(plan, reading())
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
    no cell has a figure or a mark that says why not; SourceChanged where all are other cells than were asked
    for. Of those among others, and of cells that are not in the answer, a warning tells.
    """
    kept = asked_for(plan, observations)
    if observations and not kept:
        raise SourceChanged(
            f"{publisher.name}, table `{plan.table.ref.id}`: it answered for other cells than were asked for",
            publisher.id,
        )
    if not any(each.text is not None or each.status for each in kept):
        raise NoFigures(
            f"{publisher.name}, table `{plan.table.ref.id}`: the selection is valid, and there are no "
            "figures for it; that is no zero",
            publisher.id,
        )
    return Fetch(
        plan=plan,
        observations=kept,
        bodies=tuple(bodies) or tuple(answer.raw for answer in answers),
        retrieved_at=min(answer.retrieved_at for answer in answers),
        licence=licence,
        citation=citation,
        source_updated=source_updated,
        notes=notes,
        warnings=(*plan.warnings, *warnings, *_not_as_asked(plan, len(observations), kept)),
    )


def asked_for(plan: Plan, observations: Iterable[Observation]) -> tuple[Observation, ...]:
    """
    Those in cells that the plan asks for. A dimension whose codes are not all listed is not compared: what
    was asked of it is for whoever reads the answer to know.
    """
    compared = {
        each.id: frozenset(chosen)
        for each in plan.table.dimensions
        if not each.has_others and (chosen := plan.codes.get(each.id))
    }
    return tuple(
        each
        for each in observations
        if all(key.code in compared.get(key.dimension, (key.code,)) for key in each.keys)
    )


def _not_as_asked(plan: Plan, answered: int, kept: Sequence[Observation]) -> list[str]:
    """What of the answer is not as it was asked: cells too many, and too few."""
    told = []
    if answered > len(kept):
        told.append(f"{counted(answered - len(kept), 'figure')} of its answer, not asked for, left out.")
    lacking = plan.cells - len({each.keys for each in kept})
    if lacking > 0 and not any(each.has_others for each in plan.table.dimensions):
        told.append(f"Of the {plan.cells:,} cells asked for {lacking:,} are not in its answer.")
    return told


def unknown_table(publisher: Publisher, id: str) -> UnknownTable:
    shown = id[:60].replace("`", "'")
    return UnknownTable(f"{publisher.name} has no table `{shown}`; find one first", publisher.id)
