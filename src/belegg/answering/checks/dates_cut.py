"""
The date of a quoted figure that a quotation leaves out of its sentence.

`The number of migrants exceeded 824,000 as at December 2024`, quoted up to the figure, is no number of today.
A date counts as the figure's where it opens the sentence or follows the quotation, with no other figure, no
comparison and no clause of its own between. It is doubted where the drafted sentence says the figure, unless
it, another quotation or the question has the date.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from belegg.answering.checks.held_by import Held, held_by, numbers_of, words_of
from belegg.answering.checks.names import without_references
from belegg.answering.checks.quotations import short
from belegg.answering.checks.sources import Source
from belegg.answering.phrases import phrases
from belegg.records import Quote
from belegg.text.as_read import as_read
from belegg.text.figures import Day, Figure, days_in, figures_in
from belegg.text.quotes.sentence import beginning_of, end_of

FEW = 3
"""Words before a date that opens a sentence, or that is set off by a comma (`, as at`)."""
MOST_BETWEEN = 8
"""Words between a quotation and the date of its figure."""


def date_doubts(
    text: str, languages: Sequence[str], quotes: Sequence[Quote], sources: Sequence[Source], question: str
) -> list[str]:
    """What to doubt, one for each quotation at most. `sources`: those of the quotations, in their order."""
    said = Held(((text, tuple(languages)),))
    known = held_by(quotes).and_also(said).and_also(Held(((question, tuple(languages)),)))
    told = []
    for quote, source in zip(quotes, sources, strict=True):
        span, spoken = quote.check.span, numbers_of(quote)
        if span is None or not any(map(said.alike, _figures(words_of(quote), spoken))):
            continue
        whole = source.text.text
        start, end = beginning_of(whole, span.start), end_of(whole, span.end)
        if whole[start : start + 1] == "|":  # a row of a table: its dates are other cells
            continue
        before, after = _plain(whole[start : span.start]), _plain(whole[span.end : end])
        dates = [*_opening(before, spoken), *_following(after, spoken)]
        if dates and not any(_is_known(date, known) for date, _ in dates):
            told.append(f"the quotation leaves out of when its figure is: {short(dates[0][1])}")
    return told


def _plain(text: str) -> str:
    return " ".join(as_read(without_references(text)).split())


def _figures(text: str, languages: Sequence[str]) -> list[Figure]:
    plain = without_references(text)
    return [one for one in figures_in(plain, languages) if not one.is_year and not one.is_one]


def _dates(text: str, languages: Sequence[str]) -> list[tuple[Day | Figure, int, int]]:
    """The dates and bare years of a text with their places, in its order."""
    days: list[Day | Figure] = [*days_in(text)]
    years = [one for one in figures_in(text, languages) if one.is_year]
    return sorted(((one, one.span.start, one.span.end) for one in (*days, *years)), key=lambda one: one[1])


def _opening(before: str, languages: Sequence[str]) -> Iterator[tuple[Day | Figure, str]]:
    """The dates with which a sentence opens, where no other figure stands before the quotation."""
    if _figures(before, languages) or _compares(before):
        return
    reached = 0
    for date, start, end in _dates(before, languages):
        if len(before[reached:start].split()) > FEW:
            return
        reached = end
        yield date, before[:end]


def _following(after: str, languages: Sequence[str]) -> Iterator[tuple[Day | Figure, str]]:
    """The dates that follow a quotation, up to the next clause, figure or comparison."""
    for date, start, end in _dates(after, languages)[:2]:
        between = after[:start]
        clause = regex.split(r"[,;:–—(•]", between)
        if len(between.split()) > MOST_BETWEEN or _figures(between, languages) or _compares(between):
            return
        if len(clause) > 2 or (len(clause) == 2 and (clause[0].strip() or len(clause[1].split()) > FEW)):
            return
        yield date, after[:end]


def _compares(text: str) -> bool:
    return regex.search(rf"(?<!\w){phrases('compared')}(?!\w)", text, regex.I) is not None


def _is_known(date: Day | Figure, known: Held) -> bool:
    """Whether a date is said: the year of a bare one, else the month; day and year where both have them."""
    if not isinstance(date, Day):
        return int(date.digits) in known.years
    months = [form for day in known.days for form in day.forms if form[1] is not None]
    if not months:
        return bool(date.years & known.years)
    return any(
        all(a == b or a is None or b is None for a, b in zip(form, other, strict=True))
        for form in date.forms
        for other in months
    )
