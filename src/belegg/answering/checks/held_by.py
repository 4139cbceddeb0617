"""
What the quotations of a sentence hold, and what stands around them: title, dates, headings, a table's header.

A figure that stands around a quotation only is taken, and that is said. A shortened quotation holds its
pieces alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import regex

from belegg.answering.checks.of_figures import NUMBERS, figures_said, is_of_figures, stated_around
from belegg.answering.checks.quotations import line_around
from belegg.answering.checks.sources import Source
from belegg.answering.placing import passage_at
from belegg.records import Quote, Span
from belegg.text.as_read import as_read
from belegg.text.figures import Day, Figure, days_in, figures_in, same_unit, units_in, without_dates
from belegg.text.figures.words import LANGUAGES
from belegg.text.quotes.sentence import beginning_of, end_of
from belegg.text.small_words import languages_spoken
from belegg.text.words import word_texts

_ROW = regex.compile(r"\s*\|.*\|?\s*")
_NUMBERED = regex.compile(r"(\p{L}+)\s+(\d+)(?![\p{L}\p{N}]|[.,]\p{N})")
_RULE = regex.compile(r"[\s|:=-]+")
FACTS: frozenset[str] = frozenset(
    {"published", "updated", "in_force", "valid_to", "repealed", "reference_period", "report_number"}
    | {"identifier", "organisation", "short_title", "alias", "ministry", "version"}
)
"""Facts of a document that a sentence may state as those of its source."""
FEWEST_TELLING = 3
"""Digits (and signs between) of a number without a unit that stands in a title or heading by no chance."""


@dataclass(frozen=True)
class Held:
    """The texts, each with the languages in which it writes numbers."""

    texts: tuple[tuple[str, tuple[str, ...]], ...]

    @cached_property
    def days(self) -> tuple[Day, ...]:
        return tuple(day for text, _ in self.texts for day in days_in(text))

    @cached_property
    def stated(self) -> tuple[Figure, ...]:
        """The figures that the texts state."""
        return tuple(figure for text, languages in self.texts for figure in figures_in(text, languages))

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """Those, and others that the texts may be read to hold."""
        others = (figure for text, languages in self.texts for figure in _read_otherwise(text, languages))
        return (*self.stated, *others)

    @cached_property
    def numbered(self) -> frozenset[tuple[str, str]]:
        """Words that a bare number follows, and the number: (`flomål`, `7`)."""
        return frozenset(
            (found[1].casefold(), found[2]) for text, _ in self.texts for found in _NUMBERED.finditer(text)
        )

    @cached_property
    def years(self) -> frozenset[int]:
        bare = {int(figure.digits) for figure in self.figures if figure.is_year}
        return frozenset(bare.union(*(day.years for day in self.days)))

    @cached_property
    def units(self) -> frozenset[str]:
        return frozenset[str]().union(*(units_in(text) for text, _ in self.texts))

    def and_also(self, other: Held) -> Held:
        return Held((*self.texts, *other.texts))

    def holds_day(self, day: Day) -> bool:
        """
        Whether a date stands here, as exactly as it is said or more so. A day without its year may have it
        from anywhere in these texts.
        """
        mine = [form for one in self.days for form in one.forms]
        return any(self._is_held(form, other) for form in day.forms for other in mine)

    def _is_held(
        self, said: tuple[int | None, int | None, int | None], here: tuple[int | None, int | None, int | None]
    ) -> bool:
        year, month, day = said
        if month != here[1] or (day is not None and day != here[2]):
            return False
        return year is None or year == here[0] or (here[0] is None and year in self.years)

    def alike(self, figure: Figure) -> list[Figure]:
        """The figures here of the same value, whatever their unit; the same digits are the same value."""
        return [
            one for one in self.figures if set(one.values) & set(figure.values) or _same_digits(one, figure)
        ]

    def holds(self, figure: Figure) -> bool:
        """Whether a number stands here, with its unit or with none."""
        if figure.is_year and int(figure.digits) in self.years:
            return True
        alike = self.alike(figure)
        return any(not figure.unit or not one.unit or same_unit(figure.unit, one.unit) for one in alike)

    def names(self, figure: Figure) -> bool:
        """
        Whether a number stands here so that no chance can have put it here: a year, one with the same unit,
        one of three digits or with decimals. A heading's own number is no figure.
        """
        if figure.is_year:
            return int(figure.digits) in self.years
        telling = len(figure.digits) >= FEWEST_TELLING
        return any(same_unit(figure.unit, one.unit) if figure.unit else telling for one in self.alike(figure))


def _same_digits(one: Figure, other: Figure) -> bool:
    return one.digits == other.digits and one.scale == other.scale


def _read_otherwise(text: str, languages: Sequence[str]) -> Iterator[Figure]:
    """Columns that follow each other with a space between (`120 130`), the numbers inside a code."""
    bare = without_dates(text, days_in(text))
    apart = regex.sub(r"(?<=\d) (?=\d)", "  ", regex.sub(r"[\p{L}/_–-]+(?=\d)", " ", bare))
    if apart != bare:
        yield from figures_in(apart, languages, ())


def held_by(quotes: Sequence[Quote]) -> Held:
    """What quotations say themselves."""
    return Held(tuple((figures_said(quote, words_of(quote)), numbers_of(quote)) for quote in quotes))


def held_around(quotes: Sequence[Quote]) -> Held:
    """The titles, headings and facts of their documents."""
    return Held(tuple((text, numbers_of(quote)) for quote in quotes for text in _stated_around(quote)))


def held_in_rows(quotes: Sequence[Quote], sources: Sequence[Source]) -> Held:
    """The whole rows of tables on which they stand, and the header above."""
    return Held(
        tuple(
            (row, languages_of(quote))
            for quote, source in zip(quotes, sources, strict=True)
            if quote.check.span is not None
            for row in table_around(quote.check.span, source)
        )
    )


def held_beside(quotes: Sequence[Quote], sources: Sequence[Source]) -> Held:
    """
    What their sentences say before and after them (`As at 10 March, …`), on sides without a figure but dates:
    beside `5 in May and` a 7 is not of May.
    """
    return Held(
        tuple(
            (figures_said(quote, side), numbers_of(quote))
            for quote, source in zip(quotes, sources, strict=True)
            if quote.check.span is not None
            for side in _sides_of(quote.check.span, source.text.text)
            if not figures_in(side, numbers_of(quote), days_in(side))
        )
    )


def _sides_of(span: Span, text: str) -> Iterator[str]:
    """The rest of its sentence before a quotation and after it."""
    yield _as_said(text[beginning_of(text, span.start) : span.start])
    yield _as_said(text[span.end : end_of(text, span.end)])


def named_around(quote: Quote) -> Iterator[str]:
    """The title of a quotation's document, the headings above it, and what the document says of itself."""
    yield quote.document.title
    yield from quote.path
    yield from filter(None, (quote.section, quote.rows))
    yield from (fact.value for fact in quote.document.facts if fact.name in FACTS)


def words_of(quote: Quote) -> str:
    """The words that are quoted, on one line; what a shortened quotation leaves out is not."""
    check = quote.check
    if check.status != "shortened" or check.span is None:
        return _as_said(check.text)
    start = check.span.start
    pieces = (check.text[span.start - start : span.end - start] for span in check.spans)
    return " […] ".join(_as_said(piece) for piece in pieces)


def _as_said(text: str) -> str:
    """On one line, without the marks and link addresses of Markdown: `1-[8 §](#8)` says `1-8 §`."""
    return " ".join(as_read(text).split())


def _stated_around(quote: Quote) -> Iterator[str]:
    """What stands around a quotation that a figure may rest on."""
    return stated_around(quote) if is_of_figures(quote.document) else named_around(quote)


def numbers_of(quote: Quote) -> tuple[str, ...]:
    """The languages in which a quotation writes numbers."""
    return NUMBERS if is_of_figures(quote.document) else languages_of(quote)


def languages_of(quote: Quote) -> tuple[str, ...]:
    return (quote.document.language,) if quote.document.language else ()


def table_around(span: Span, source: Source) -> Iterable[str]:
    """The whole rows of a table that a quotation stands on, and the rows above its rule."""
    rows = line_around(source.text.text, span)
    passage = passage_at(source.passages, span)
    if passage is None or not _ROW.fullmatch(rows.partition("\n")[0]):
        return ()
    lines = passage.text.splitlines()
    rules = [n for n, line in enumerate(lines) if _RULE.fullmatch(line) and "-" in line and "|" in line]
    headers = [lines[n - 1] for n in rules if n]
    return (rows, *headers)


def spoken_in(sentence: str, beside: Collection[str], quotes: Sequence[Quote]) -> tuple[str, ...]:
    """
    The languages that a sentence may be in: as its small words tell, else those of the texts beside it, else
    its quotations' own. Of several, those whose numbers in words are known.
    """
    heard = _heard(sentence) or _heard(" ".join(beside))
    return tuple(sorted(heard or {language for quote in quotes for language in languages_of(quote)}))


def _heard(text: str) -> frozenset[str]:
    spoken = languages_spoken(word_texts(text))
    return spoken.intersection(LANGUAGES) or spoken
