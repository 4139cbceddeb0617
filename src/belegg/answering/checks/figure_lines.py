"""
A figure of a fetched line is of what its line says, counted as its line says.

`Oslo · 2024: 717710` is quoted to the letter under a sentence on Bergen, or under one on 2023. A line is a
few labels and a figure, so a program can tell: a sentence that has the label of another line, and not that of
the quoted one, fails. So does one that has the figures of two lines the other way round; one that leaves out
in what they are counted is doubted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

import regex

from belegg.answering.checks.findings import Findings
from belegg.answering.checks.line_course import course_doubts, says_a_course
from belegg.answering.checks.line_pairs import paired_doubts, stated_of
from belegg.answering.checks.of_figures import NUMBERS, is_of_figures, stated_around
from belegg.answering.checks.quotations import short
from belegg.answering.checks.quoted_lines import Line, documents_of, lines_of
from belegg.answering.checks.sources import Source
from belegg.answering.checks.wording import Word, Wording
from belegg.records import Quote
from belegg.text.analysis import Analyser
from belegg.text.figure_lines import is_part_of_a_year, periods_spelled
from belegg.text.figures import days_in, figures_in, scales_named

_PER = regex.compile(r"\bper\s+(?P<count>\d[\d ]*)(?!\p{L}|\d)", regex.I)
_QUARTER = regex.compile(
    r"kvartal|quarter|quartal|neljännes|week|uke|vecka|woche|viikko|half|halvår|\bQ[1-4]\b", regex.I
)
_STATEMENT = regex.compile(r"^Statement: (?P<statement>.*)$", regex.M)
_LITERAL = regex.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])")


def check_figure_lines(
    text: str,
    languages: Sequence[str],
    quotes: Sequence[Quote],
    sources: Sequence[Source],
    analyser: Analyser,
) -> Findings:
    """What holds of a sentence and the lines that it quotes. `sources`: those of the quotations, in order."""
    found = Findings()
    for quote, source in documents_of(quotes, sources):
        quoted = [line for one, line in lines_of(source, quotes) if one]
        if not quoted:
            continue
        said = _Said(text, languages, quote, quoted, analyser)
        others = [line for one, line in lines_of(source, quotes) if not one]
        found.failures += said.of_others(others)
        found.failures += said.of_another_time(quotes)
        swapped = list(said.the_other_way_round())
        found.failures += swapped
        found.doubts += [] if swapped else said.otherwise_than_quoted(quotes)
        found.doubts += said.counted_otherwise(quote)
        found.doubts += said.of_a_part()
        found.doubts += said.written_in(source)
        found.remarks += said.marked()
    return found


class _Said:
    """A sentence beside the quoted lines of one document."""

    def __init__(
        self, text: str, languages: Sequence[str], quote: Quote, quoted: Sequence[Line], analyser: Analyser
    ) -> None:
        self._text = text
        self._quoted = quoted
        self._wording = Wording(analyser, quote.document.language or min(languages, default=""))
        self._figures = [
            one for one in figures_in(text, languages, days_in(text)) if not one.is_year and not one.is_one
        ]
        self._own = Wording(analyser, min(languages, default=""))
        self._terms = self._wording.terms(text) | self._own.terms(text)
        self._around = self._wording.terms("\n".join(stated_around(quote)))

    # ------------------------------------------------------------ another line

    def of_others(self, others: Sequence[Line]) -> Iterator[str]:
        """That the sentence has the label of another line, and none of the quoted ones; at most one."""
        for column in range(max(len(line.label) for line in self._quoted)):
            own = {line.label[column] for line in self._quoted if column < len(line.label)}
            mine = [word for part in own for word in self._words(part)]
            for line in others:
                part = line.label[column] if column < len(line.label) else ""
                if part and part not in own and self._is_meant(part, mine):
                    said = f"“{short(self._quoted[0].text)}”"
                    yield f"`{part}` is of another line, “{short(line.text)}”; what is quoted is {said}"
                    return

    def _is_meant(self, part: str, mine: Sequence[Word]) -> bool:
        """Whether the words by which a label differs from the quoted ones are said, and not theirs."""
        its = [word for word in self._words(part) if word.terms.isdisjoint(self._around)]
        differing = [word for word in its if not any(word.terms & one.terms for one in mine)]
        lacking = [word for word in mine if not any(word.terms & one.terms for one in its)]
        return (
            bool(differing)
            and all(word.stands_in(self._terms) for word in differing)
            and not any(word.stands_in(self._terms) for word in lacking)
        )

    def _words(self, part: str) -> list[Word]:
        return self._wording.words(periods_spelled(part))

    def of_another_time(self, quotes: Sequence[Quote]) -> Iterator[str]:
        """
        That the sentence names years, and none of when its lines are: what else a label has of years
        (`2025=100`, `constant 2015 US$`) is no time of the figure.
        """
        times = [line.label[-1] for line in self._quoted if line.figures and ": " not in line.label[-1]]
        known = _years(" ".join(map(periods_spelled, times)))
        others = _years("\n".join(q.check.text for q in quotes if not is_of_figures(q.document)))
        said = _years(self._text)
        if known and said and not said & (known | others):
            told = ", ".join(map(str, sorted(said)))
            yield f"the sentence says `{told}`, and what is quoted is of `{times[0]}`"

    # ------------------------------------------------------------ two lines

    def the_other_way_round(self) -> Iterator[str]:
        """
        That figures and labels of two quoted lines alternate in the sentence (`Oslo had 1 and Bergen 2`), and
        a figure stands with the label of the other one. In any other order nobody can tell; at most one.
        """
        labels = self._labels_said()
        figures = [
            (figure.span.start, figure, line)
            for figure in self._figures
            for line in [one for one in self._quoted if one.holds(figure)][:2]
        ]
        alone = [one for one in figures if sum(one[0] == other[0] for other in figures) == 1]
        places = sorted([(at, "label") for at, _ in labels] + [(at, "figure") for at, *_ in alone])
        if len(labels) != len(alone) or len(alone) < 2 or any(a[1] == b[1] for a, b in pairwise(places)):
            return
        pairs = zip(
            sorted(labels, key=lambda one: one[0]), sorted(alone, key=lambda one: one[0]), strict=True
        )
        for (_, line), (_, figure, its) in pairs:
            if line is not its:
                yield f"`{figure.text}` is of “{short(its.text)}”, and not of “{short(line.text)}”"
                return

    def otherwise_than_quoted(self, quotes: Sequence[Quote]) -> Iterator[str]:
        """That a figure stands with another quoted line's time or label, or went another way."""
        prose = "\n".join(q.check.text for q in quotes if not is_of_figures(q.document))
        elsewhere = {value for one in figures_in(prose, NUMBERS) for value in one.values}
        figures = [one for one in self._figures if not elsewhere & set(one.values)]
        lines = [line for line in self._quoted if line.figures]
        stated = stated_of(figures, lines)
        yield from course_doubts(self._text, stated)
        if len(lines) > 1:
            is_course = says_a_course(self._text) or len(stated) < len(self._figures)
            yield from paired_doubts(self._text, stated, lines, self._wording, is_course=is_course)

    def _labels_said(self) -> list[tuple[int, Line]]:
        """Where the sentence says what one of the quoted lines has alone, where it says that once."""
        found = []
        own = [*self._wording.words(self._text)]
        for line in self._quoted:
            others = [
                word for one in self._quoted if one is not line for word in self._words(" ".join(one.label))
            ]
            telling = [
                word
                for word in self._words(" ".join(line.label))
                if not any(word.terms & one.terms for one in others)
            ]
            places = {word.start for word in own for one in telling if word.terms & one.terms}
            if len(places) == 1:
                found.append((places.pop(), line))
        return found

    # ------------------------------------------------------------ how it is counted

    def counted_otherwise(self, quote: Quote) -> Iterator[str]:
        """That a line is per 100, or in millions, and the sentence does not say so."""
        stated = [one for one in self._figures if one.scale == 1]
        for line in self._quoted:
            if not any(line.holds(figure) for figure in stated):
                continue
            label = "; ".join((*line.label, *quote.path[1:]))
            for per in _PER.finditer(label):
                count = Decimal(per["count"].replace(" ", ""))
                if not any(count in figure.values for figure in self._figures):
                    yield f"its line is `{per[0].strip()}`, and the sentence does not say so"
            factors = scales_named(_PER.sub(" ", label))
            if factors and not factors & scales_named(self._text):
                told = " or ".join(f"{factor:,}" for factor in sorted(factors))
                yield f"its line is counted in {told}, and the sentence does not say so"

    def of_a_part(self) -> Iterator[str]:
        """That a sentence names the year alone and its line is of a month or a quarter of it."""
        if any(form[1] for day in days_in(self._text) for form in day.forms) or not self._figures:
            return
        labels = [" ".join(line.label) for line in self._quoted if line.figures]
        is_part = any(is_part_of_a_year(each) or days_in(each) for each in labels)
        years = [one for one in figures_in(self._text, ()) if one.is_year]
        if years and is_part and not _QUARTER.search(self._text):
            yield f"`{years[0].digits}` is a year, and the line quoted is of a part of it"

    def written_in(self, source: Source) -> Iterator[str]:
        """That a figure stands in the statement itself: what was written into it comes from no table."""
        found = _STATEMENT.search(source.passages[0].text) if source.passages else None
        written = {Decimal(one[0]) for one in _LITERAL.finditer(found["statement"])} if found else set()
        for figure in self._figures:
            if written & set(figure.values) and any(line.holds(figure) for line in self._quoted):
                yield f"`{figure.text}` was written into the statement, so that its row need not be a table's"

    def marked(self) -> Iterator[str]:
        """What a source says of a figure behind it: that it is provisional, estimated …"""
        for line in self._quoted:
            if line.figures and line.said:
                yield f"the source marks `{short(line.text)}`"


def _years(text: str) -> frozenset[int]:
    """The years that a text names, alone and in dates."""
    days = days_in(text)
    bare = {int(one.digits) for one in figures_in(text, (), days) if one.is_year}
    return frozenset(bare.union(*(day.years for day in days)))
