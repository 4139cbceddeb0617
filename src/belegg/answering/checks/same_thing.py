"""
Whether two quotations speak of one thing at one time, so that other figures in them contradict.

They do not where they name other days, periods, years or versions, or each a name that the other has not; nor
where the drafted sentences that quote them do. What is looked at is a quotation with the beginning of its
sentence, which holds its subject: `From 1 February to 30 April, … recorded 2,299 reports`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import regex

from belegg.answering.by_rule.selection import ALIKE
from belegg.answering.checks.held_by import languages_of, named_around, numbers_of, spoken_in, words_of
from belegg.answering.checks.names import Texts, names_in, plain_name, without_references
from belegg.answering.checks.shown_text import without_handles
from belegg.records import Quote
from belegg.text.as_read import as_read
from belegg.text.figures import Figure, days_in, figures_in, same_unit
from belegg.text.quotes.reservations import languages_around
from belegg.text.quotes.sentence import beginning_of, end_of
from belegg.text.small_words import is_small
from belegg.text.words import holds_digit, word_texts

FEWEST_SHARED = 3
"""Words of weight that two sentences on the same thing share at least."""
FEWEST_UNNAMED = 2
"""Of these, words that are no names: several things are said of one place."""
OF_THE_LONGER = 0.4
"""Share of the words of the longer quotation that they share at least."""
_VERSION = regex.compile(
    r"(?:\b(?i:version|versjon|utgave|utgåva|edition|release|v)\.?\s(?P<number>\d+(?:\.\d+)*)"
    r"|(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}-]*\s(?P<number>\d+(?:\.\d+)+))(?![\p{L}\p{N}]| ?%)"
)
Date = tuple[int | None, int | None, int | None]


@dataclass(frozen=True)
class Statement:
    """A quotation with `text`, its document's, and the drafted sentences that quote it."""

    quote: Quote
    text: str
    said: tuple[str, ...] = ()

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of weight that are quoted, figures apart."""
        numerals = {word for figure in self.figures for word in word_texts(figure.text)}
        return frozenset(
            word
            for word in word_texts(words_of(self.quote))
            if not is_small(word) and not holds_digit(word) and word not in numerals
        )

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """What is quoted of figures: no years, no numbers of references or versions."""
        plain = _without_versions(without_references(words_of(self.quote)))
        spoken = numbers_of(self.quote) or tuple(languages_around(plain))
        return tuple(one for one in figures_in(plain, spoken) if not one.is_year and not one.is_one)

    @cached_property
    def begun(self) -> str:
        """What is quoted, with its sentence from the beginning; of a table the whole row."""
        span = self.quote.check.span
        if span is None:
            return words_of(self.quote)
        start = beginning_of(self.text, span.start)
        end = end_of(self.text, span.end) if self.text[start : start + 1] == "|" else span.end
        return " ".join(as_read(self.text[start:end]).split())

    @cached_property
    def whole(self) -> str:
        """The sentence in which it stands, from end to end."""
        span = self.quote.check.span
        end = end_of(self.text, span.end) if span is not None else 0
        return f"{self.begun} {' '.join(as_read(self.text[span.end : end]).split()) if span else ''}"

    @cached_property
    def around(self) -> Texts:
        return Texts((self.begun, *named_around(self.quote), self.quote.document.source))


def contradict(one: Statement, other: Statement) -> tuple[str, str] | None:
    """The figures in which two quotations differ on the same thing, as written; None where they do not."""
    if not _of_one_thing(one, other):
        return None
    figures = _differing(one.figures, other.figures)
    if figures is None or _of_other_times(one, other) or _on_other_subjects(one, other):
        return None
    return figures


def _of_one_thing(one: Statement, other: Statement) -> bool:
    shared = one.words & other.words
    named = {word for name in _named(one.begun, one.quote) for word in word_texts(name)}
    few, many = sorted((len(one.words), len(other.words)))
    return (
        len(shared) >= max(FEWEST_SHARED, ALIKE * few, OF_THE_LONGER * many)
        and len(shared - named) >= FEWEST_UNNAMED
    )


def _differing(mine: Sequence[Figure], theirs: Sequence[Figure]) -> tuple[str, str] | None:
    """A figure of each that the other has not, of one unit."""
    for figure in _lacking(mine, theirs):
        for other in _lacking(theirs, mine):
            if figure.unit == other.unit or (
                figure.unit and other.unit and same_unit(figure.unit, other.unit)
            ):
                return figure.text, other.text
    return None


def _lacking(mine: Iterable[Figure], theirs: Sequence[Figure]) -> list[Figure]:
    return [one for one in mine if not any(set(one.values) & set(other.values) for other in theirs)]


def _of_other_times(one: Statement, other: Statement) -> bool:
    both = set(one.said) & set(other.said)
    if any(len(_years(said)) > 1 for said in both):
        return True  # `rose from 210 in 2024 to 240 in 2026`
    mine, theirs = (
        [*_dates(each.whole), *(date for said in each.said if said not in both for date in _dates(said))]
        or _dates(each.quote.document.fact("reference_period") or "")
        for each in (one, other)
    )
    return bool(mine and theirs) and not _share(mine, theirs)


def _share(mine: Sequence[Date], theirs: Sequence[Date]) -> bool:
    """Whether one date is of both; where one names days and the other years alone, all years are."""
    exact = [[date for date in dates if date[1] is not None] for dates in (mine, theirs)]
    if bool(exact[0]) != bool(exact[1]):
        return {date[0] for date in mine} == {date[0] for date in theirs}
    first, second = exact if all(exact) else (mine, theirs)
    return any(
        all(a == b or a is None or b is None for a, b in zip(date, its, strict=True))
        for date in first
        for its in second
    )


def _dates(text: str) -> list[Date]:
    """The dates of a text in all their readings, and its bare years."""
    days = days_in(text)
    forms = [form for day in days for form in day.forms]
    return [*forms, *((year, None, None) for year in _bare_years(text))]


def _years(text: str) -> frozenset[int]:
    plain = without_handles(text)
    return frozenset({*_bare_years(plain), *(year for day in days_in(plain) for year in day.years)})


def _bare_years(text: str) -> list[int]:
    plain = without_references(text)
    return [int(one.digits) for one in figures_in(plain, spoken_in(plain, (), ())) if one.is_year]


def _on_other_subjects(one: Statement, other: Statement) -> bool:
    """Whether each names what the other has not, or the drafted sentences name something of each alone."""
    mine, theirs = _named(one.begun, one.quote), _named(other.begun, other.quote)
    if mine - theirs and theirs - mine:
        return True
    said = {name for text in (*one.said, *other.said) for name in _named(without_handles(text), None)}
    of_one = any(one.around.hold(name) and not other.around.hold(name) for name in said)
    return of_one and any(other.around.hold(name) and not one.around.hold(name) for name in said)


def _named(text: str, quote: Quote | None) -> frozenset[str]:
    """The names and codes of a text, and the numbers of its versions."""
    spoken = (languages_of(quote) if quote is not None else ()) or tuple(languages_around(text))
    versions = (match["number"] for match in _VERSION.finditer(without_references(text)))
    return frozenset(plain_name(name) for name in (*names_in(text, spoken), *versions))


def _without_versions(text: str) -> str:
    for match in _VERSION.finditer(text):
        start, end = match.span("number")
        text = text[:start] + " " * (end - start) + text[end:]
    return text
