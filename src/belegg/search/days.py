"""What a search on a day has to tell: what counts without a date, what was left out, what is younger."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence

from belegg.records import DocumentHead, Note, OnTheDay
from belegg.seams import Reader
from belegg.text.counted import counted
from belegg.text.days import days_of

MOST_NAMED = 5  # each with the command that reads it
FEW_NAMED = 2  # of those that one sentence tells


def notes_of_the_day(reader: Reader, found: Iterable[DocumentHead] = ()) -> list[Note]:
    """The notes of a reading on a day, none where its scope has no day. `found`: documents that are shown."""
    outcome = reader.on_the_day()
    if outcome is None:
        return []
    return [Note("as of", text) for text in (*_left_out(outcome), *_younger(outcome.day, found))]


def _left_out(outcome: OnTheDay) -> Iterator[str]:
    day = outcome.day
    if outcome.undated:
        count = counted(outcome.undated, "document")
        yield f"{count} without a date {'counts' if outcome.undated == 1 else 'count'} as valid on {day}"
    replaced = [one for one in outcome.left_out if one.version is not None]
    for one in replaced[:MOST_NAMED]:
        command = f"belegg read {shlex.quote(one.source)} --version {one.version}"
        yield f"`{one.source}` is left out: its text on {day} was an earlier one; `{command}`"
    if len(replaced) > MOST_NAMED:
        yield f"{len(replaced) - MOST_NAMED} more are left out, for their text on {day} was an earlier one"
    starting = [one for one in outcome.left_out if one.version is None]
    if starting:
        count = counted(len(starting), "document")
        named = _named([f"`{one.source}` ({one.starts[:60]})" for one in starting])
        yield f"{count} without a day of coming into force left out: {named}"


def _named(told: Sequence[str]) -> str:
    more = len(told) - FEW_NAMED
    return ", ".join(told[:FEW_NAMED]) + (f" and {more} more" if more > 0 else "")


def _younger(day: str, found: Iterable[DocumentHead]) -> Iterator[str]:
    """What is shown although nobody can say that it read so on the day."""
    heads = list({head.id: head for head in found}.values())
    changed = [(head, days_of(head.facts).text_since or "") for head in heads]
    after = [f"`{head.source}` ({since})" for head, since in changed if since > day]
    if after:
        yield f"shown with a newer text than that of {day}, which is not here: {_named(after)}"
    for head in heads:
        if days_of(head.facts).ended and days_of(head.facts).until is None:
            yield f"`{head.source}` says that it is valid no more ({head.fact('status')}), and not since when"
