"""
The dates that a question sets for the documents, by rule: "published after 1 May 2023", "utgitt etter 2022".

A time that a question tells of ("how many in December 2024") is none: what reports on it is younger.
In Norwegian, Swedish, Danish, English, German and Finnish, and only where nothing is open: one date in the
whole question, with one reading, and a word beside it that says what it borders.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

from belegg.answering.phrases import phrases
from belegg.records import Span
from belegg.text.figures.dates import days_in

_YEAR: Final = regex.compile(r"(?<![\p{L}\p{N}/.:§-])(1[89]\d\d|20\d\d)(?![\p{N}/:-]|\.\d)")
_BEFORE: Final = {
    "since": r"since|after|from|siden|etter|sidan|frå og med|fra og med|f\.?o\.?m\.?|sedan|efter|"
    r"från och med|från|fra|seit|nach|ab",
    "until": r"before|until|till|før|inntil|til og med|t\.?o\.?m\.?|före|innan|till och med|inden|vor|bis",
    "within": r"in|during|i|i løpet av|under|år|in the year|im jahr|im jahre|in dem jahr|vuonna|vuoden",
    "as_of": r"as of|as at|per|pr\.?|stand",
}
_AFTER: Final = {"since": r"jälkeen|alkaen|lähtien|og senere|and later", "until": r"mennessä|asti|saakka"}
_LEAD: Final = {
    name: regex.compile(rf"(?<!\p{{L}})(?:{words})\s+(?:den\s+|the\s+|dem\s+)?$", regex.I)
    for name, words in _BEFORE.items()
}
_TAIL: Final = {
    name: regex.compile(rf"^\.?\s+(?:{words})(?!\p{{L}})", regex.I) for name, words in _AFTER.items()
}


def dates_asked(question: str) -> dict[str, str]:
    """
    `since`, `until` (`2023`, `2023-05`, `2023-05-01`) where the question sets when documents are published,
    or `as_of` (a whole day); empty where none is stated, or more than one date is.
    """
    found = _the_date(question)
    if found is None:
        return {}
    span, date = found
    before, after = question[: span.start], question[span.end :]
    tail = next((name for name, pattern in _TAIL.items() if pattern.search(after)), None)
    lead = tail or next((name for name, pattern in _LEAD.items() if pattern.search(before)), None)
    published = says_published(question)
    match lead:
        case "since" | "until" if published:
            return {lead: date}
        case "within" if published and len(date) < len("2023-05-01"):
            return {"since": date, "until": date}
        case "as_of" if len(date) == len("2023-05-01"):
            return {"as_of": date}
        case _:
            return {}


def says_published(question: str) -> bool:
    """Whether a question says that its dates are those of the documents: published, issued, dated."""
    return _published().search(question) is not None


def stands_in(date: str, question: str) -> bool:
    """Whether a question states the year of a date, and its month and day as far as the date has them."""
    year, *rest = (int(part) for part in date.split("-"))
    years = {int(match[0]) for match in _YEAR.finditer(question)}
    if not rest:
        return year in years or any(year in day.years for day in days_in(question))
    wanted = tuple(rest)
    return any(
        form[0] == year and tuple(form[1 : 1 + len(wanted)]) == wanted
        for day in days_in(question)
        for form in day.forms
    )


def _the_date(question: str) -> tuple[Span, str] | None:
    """The only date of a question, as a filter has it; None for none, several, and one of two readings."""
    days = days_in(question)
    inside = [day.span for day in days]
    years = [
        Span(*match.span())
        for match in _YEAR.finditer(question)
        if not any(span.start <= match.start() < span.end for span in inside)
    ]
    if len(days) + len(years) != 1:
        return None
    if years:
        return years[0], question[years[0].start : years[0].end]
    (day,) = days
    if len(day.forms) != 1 or day.forms[0][0] is None:
        return None
    year, month, number = day.forms[0]
    parts = [f"{year:04}", *(f"{part:02}" for part in (month, number) if part is not None)]
    return day.span, "-".join(parts)


@cache
def _published() -> regex.Pattern[str]:
    return regex.compile(rf"(?<!\p{{L}}){phrases('published')}(?!\p{{L}})", regex.I)
