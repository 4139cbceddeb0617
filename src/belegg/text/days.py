"""
When a document is valid, by what it says itself, and which of its versions was the newest on a day.

Days are ISO dates (`2024-05-12`), compared as text. A document is valid from the day on which it comes into
force, else from that of its publication, up to its last day. Its text may be younger: `updated`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from belegg.records import DocumentHead, Fact

Standing = Literal["valid", "undated", "not yet", "over", "no day", "earlier version"]
"""
What a document is on a day. `undated` counts as valid: nothing says from when. `no day`: it says in words
when it comes into force (`Kongen bestemmer`). `earlier version`: valid with the text of an earlier version.
"""

LENGTH_OF_A_DAY = len("2024-05-12")
_WORDS_OF_AN_END = (
    "repealed superseded replaced expired withdrawn obsolete opphevet opphevd erstattet utgått upphävd "
    "upphävt ersatt kumottu korvattu aufgehoben ersetzt kehtetu"
)
_ENDED = frozenset(_WORDS_OF_AN_END.split())
"""Words of `status` for what is valid no more."""

_AMENDED = re.compile(r"\bfra (\d{4}-\d{2}-\d{2})")  # `last_changed_by: lov/2023-06-16-40 fra 2023-07-01`


@dataclass(frozen=True, slots=True)
class Days:
    """
    What one version says of its validity; None where it says nothing.

    `since`: in force, else published. `text_since`: the day from which it has this text, never before
    `since`. `until`: the last day. `starts`: when it comes into force, where that is told in words only;
    `published` then tells when that was said. `ended`: its status says that it is valid no more.
    """

    since: str | None = None
    text_since: str | None = None
    until: str | None = None
    starts: str = ""
    published: str | None = None
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Dated:
    """One version of a document, what it says of its days, and the day on which it was taken in."""

    version: int
    days: Days
    taken_in: str

    @property
    def text_since(self) -> str:
        """From when it has this text: as it says itself, else when it was taken in."""
        return self.days.text_since or self.taken_in


def days_of(facts: Iterable[Fact]) -> Days:
    """The days that a document's facts tell. What is no date counts as nothing said, but for its start."""
    return days_told((fact.name, fact.value) for fact in facts)


def days_told(facts: Iterable[tuple[str, str]]) -> Days:
    """The same from names and values; of several facts of one name the first counts."""
    found: dict[str, str] = {}
    for name, value in facts:
        found.setdefault(name, value)
    in_force, published = _day(found.get("in_force")), _day(found.get("published"))
    starts = "" if in_force else found.get("in_force", found.get("in_force_as_written", ""))
    since = None if starts else in_force or published
    amended = [_day(day) for day in _AMENDED.findall(found.get("last_changed_by", ""))]
    ends = (_day(found.get("valid_to")), _day_before(found.get("repealed")))
    return Days(
        since=since,
        text_since=max(filter(None, (since, _day(found.get("updated")), *amended)), default=None),
        until=min(filter(None, ends), default=None),
        starts=starts,
        published=published,
        ended=found.get("status", "").strip().casefold() in _ENDED,
    )


def dated(head: DocumentHead) -> Dated:
    """A version, from its head."""
    return Dated(head.version, days_of(head.facts), head.ingested_at[:10])


def standing(versions: Sequence[Dated], day: str) -> tuple[Standing, int]:
    """
    What a document is on a day, and the version with its text then: the newest unless `earlier version`.

    `versions`: those that the asker may read, oldest first; the last one is the newest.
    """
    newest = versions[-1]
    at = version_at(versions, day)
    if at is not None and at is not newest:
        return ("over" if is_over(at, day) else "earlier version"), at.version
    if newest.days.starts:
        said = newest.days.published is None or newest.days.published <= day
        return ("no day" if said else "not yet"), newest.version
    if is_over(newest, day):
        return "over", newest.version
    if newest.days.since is None:
        return "undated", newest.version
    return ("valid" if newest.days.since <= day else "not yet"), newest.version


def version_at(versions: Sequence[Dated], day: str) -> Dated | None:
    """
    The newest of these versions that has its text from the day or before; None when all are younger.

    The first version counts as older than any day where it does not say itself from when it is.
    """
    for one in reversed(versions):
        if not one.days.starts and one.text_since <= day:
            return one
    first = versions[0]
    return None if first.days.text_since or first.days.starts else first


def is_over(one: Dated, day: str) -> bool:
    """Whether a version's last day has passed. One whose status tells the end had ended when it came in."""
    if one.days.until is not None:
        return one.days.until < day
    return one.days.ended and one.taken_in <= day


def _day(value: str | None) -> str | None:
    """The value where it is a day as facts write it."""
    if value is None or len(value) != LENGTH_OF_A_DAY:
        return None
    try:
        date.fromisoformat(value)
    except ValueError:
        return None
    return value


def _day_before(value: str | None) -> str | None:
    day = _day(value)
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat() if day else None


_FACTS_TOLD = (("in_force", "in force"), ("updated", "updated"), ("published", "published"))


def date_told(head: DocumentHead) -> str:
    """From when a version has its text, and what says so: `in force 2024-05-12`, `taken in 2026-11-30`."""
    days = days_of(head.facts)
    since = days.text_since
    if days.starts:
        return f"in force: {days.starts}"
    for name, said in _FACTS_TOLD:
        if since is not None and head.fact(name) == since:
            return f"{said} {since}"
    return f"changed {since}" if since else f"taken in {head.ingested_at[:10]}"
