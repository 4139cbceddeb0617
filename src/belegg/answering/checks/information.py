"""Of when the information is that an answer rests on, and whether that is too long ago for the question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

from belegg.answering.phrases import phrases
from belegg.answering.question.needed import is_year
from belegg.records import DocumentHead, Hit, Quote
from belegg.text.days import dated, is_over
from belegg.text.words import word_texts

OUTDATED_AFTER_MONTHS = 24
"""From when on information is old for a question about now; a setting of the run."""

NEAR = "A document near the question"
_DAY = regex.compile(r"(?<!\d)((?:19|20)\d\d)(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?(?!\d)")


@dataclass(frozen=True, slots=True)
class Outdated:
    """Why the newest source is too old: the document, the date of its information, what is asked about."""

    document: DocumentHead
    date: str
    wanted: str
    which: str = "The newest source that supports an answer"

    @property
    def told(self) -> str:
        return (
            f"{self.which}, `{self.document.title}`, has information of "
            f"{self.date}, and the question is about {self.wanted}."
        )


def information_date(document: DocumentHead) -> str | None:
    """
    The date that a document's information is of: the end of the period that it reports on, else when it was
    updated or published, else from when it is in force. `2024`, `2024-05` or `2024-05-12`.
    """
    for name in ("reference_period", "updated", "published", "in_force"):
        found = ["-".join(filter(None, match.groups())) for match in _DAY.finditer(document.fact(name) or "")]
        if found:
            return max(found, key=_last_day)
    return None


def outdated(
    question: str, quotes: Sequence[Quote], day: str, months: int = OUTDATED_AFTER_MONTHS
) -> Outdated | None:
    """
    Whether the newest document that supports an answer is too old for the question, asked on `day` (ISO).

    It is when its information is of before the year that the question names (a source that names the year
    itself is not, nor one that was valid until then or later), or over `months` old for a question about now.
    What is in force and has not ended is never old, and of an undated document nothing is known: with either
    among the sources the answer stands.
    """
    heads = {quote.document.id: quote.document for quote in quotes}.values()
    dates = [(information_date(head), head) for head in heads]
    if not dates or any(date is None or _in_force(head, day) for date, head in dates):
        return None
    newest, document = max(((date or "", head) for date, head in dates), key=lambda one: _last_day(one[0]))
    years = [word for word in word_texts(question) if is_year(word)]
    if years:
        earliest = min(years)
        named = any(year in text for year in years for text in _texts_of(quotes))
        named = named or any(_held_in(head, earliest) for head in heads)
        return Outdated(document, newest, earliest) if newest[:4] < earliest and not named else None
    if asks_about_now(question) and _months_between(_last_day(newest), day) > months:
        return Outdated(document, newest, f"now ({day})")
    return None


def old_near(
    question: str, nearest: Sequence[Hit], day: str, months: int = OUTDATED_AFTER_MONTHS
) -> Outdated | None:
    """
    The nearest document that is too old for the question, where one is: of before the year that the question
    names, over `months` old, or valid no more. A plain question counts as one about now.
    """
    years = [word for word in word_texts(question) if is_year(word)]
    for head in (hit.document for hit in nearest):
        date, ends = information_date(head), dated(head)
        if years:
            is_old = date is not None and date[:4] < min(years) and not _held_in(head, min(years))
        else:
            is_old = is_over(ends, day) or (
                date is not None
                and not _in_force(head, day)
                and _months_between(_last_day(date), day) > months
            )
        if is_old:
            return Outdated(
                head, date or ends.days.until or ends.taken_in, min(years, default=f"now ({day})"), NEAR
            )
    return None


def asks_about_now(question: str) -> bool:
    """Whether a question says that it is about now: `currently`, `i dag`, `nykyään` …"""
    return regex.search(rf"(?<!\w){phrases('now')}(?!\w)", question, regex.I) is not None


def asks_about_then(question: str) -> bool:
    """Whether a question asks what was: `what did it cost`, `hva var satsen` …"""
    begins = r"(?:^\W*|[.?!,:;]\s+|\b(?:and|og|och|ja|und)\s+)"  # `employees who had dinner` asks nothing
    return regex.search(rf"{begins}{phrases('past')}(?!\w)", question, regex.I) is not None


def _in_force(document: DocumentHead, day: str) -> bool:
    """Whether a document says of itself that it is in force: it holds until it is replaced, however old."""
    return document.fact("in_force") is not None and not is_over(dated(document), day)


def _held_in(document: DocumentHead, year: str) -> bool:
    """Whether a document names its last day, and that was in this year or later."""
    until = dated(document).days.until
    return until is not None and until[:4] >= year


def _texts_of(quotes: Iterable[Quote]) -> Iterable[str]:
    for quote in quotes:
        yield from (quote.check.text, quote.document.title, *quote.path)


def _last_day(date: str) -> str:
    """The last day of a year or a month, for comparing: `2024` → `2024-12-31`."""
    return date + {4: "-12-31", 7: "-31"}.get(len(date), "")


def _months_between(earlier: str, later: str) -> int:
    """Whole months from one day to another."""
    years, months, days = (int(b) - int(a) for a, b in zip(earlier.split("-"), later.split("-"), strict=True))
    return 12 * years + months - (days < 0)
