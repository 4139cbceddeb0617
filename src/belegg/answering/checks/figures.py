"""
Every number, share and date of a sentence stands in its quotations, or is computed from what stands there.

In order: quoted, with its unit; around the quotation (said), a date in the rest of its sentence too; rounded
as its digits allow (shown); a sum, difference, share or change of quoted figures (shown, or corrected); a
date on which what is quoted was valid (said); the question's own (doubted); else it fails, and where it
stands in the quoted documents is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from belegg.answering.checks.arithmetic import Sums, converted, rounded
from belegg.answering.checks.findings import Findings
from belegg.answering.checks.held_by import Held, held_around, held_beside, held_by, held_in_rows
from belegg.answering.checks.names import without_references
from belegg.answering.checks.of_figures import is_of_figures, labels_of_line
from belegg.answering.checks.sources import Source
from belegg.answering.checks.standing_figures import beside_sharing, place_of_figure, place_of_words
from belegg.answering.checks.telling import called
from belegg.records import Quote
from belegg.text.days import dated
from belegg.text.figures import Day, Figure, days_in, figures_in, same_unit, scales_in, scales_named
from belegg.text.page_hints import named_pages
from belegg.text.quoted_pages import labels_of
from belegg.text.small_words import is_small

MOST_COUNTED = 10
"""A number in words up to this may count the quotations of its sentence (`three exceptions`)."""
_WORD_BEFORE = regex.compile(r"(\p{L}+)\s+\Z")
_ENUMERATED = regex.compile(r"^\s*\(?\d{1,2}[.)]\s|(?<=\s)\(\d\)(?=\s)")


@dataclass(frozen=True, slots=True)
class Grounds:
    """
    What a sentence may rest its figures on: quoted, in the row of a table, around it, in the question; its
    dates on the quotation's sentence too.
    """

    quoted: Held
    rows: Held
    around: Held
    beside: Held
    asked: Held
    sources: Sequence[Source]


def grounds_of(
    languages: Sequence[str], quotes: Sequence[Quote], sources: Sequence[Source], question: str
) -> Grounds:
    """The grounds of a sentence in these languages. `sources` are those of the quotations, in their order."""
    asked = Held(((question, tuple(languages)),))
    return Grounds(
        held_by(quotes),
        held_in_rows(quotes, sources),
        held_around(quotes),
        held_beside(quotes, sources),
        asked,
        sources,
    )


def check_figures(text: str, languages: Sequence[str], quotes: Sequence[Quote], grounds: Grounds) -> Findings:
    """What holds of the figures of a sentence; references (`§ 15-3`) and codes are names, not figures."""
    found = Findings()
    plain = without_references(_ENUMERATED.sub(lambda mark: " " * len(mark[0]), text))
    days = days_in(plain)
    for day in days:
        _check_day(day, grounds, found)
    figures = [
        shared
        if shared is not None and not grounds.quoted.holds(figure) and grounds.quoted.holds(shared)
        else figure
        for figure, shared in beside_sharing(figures_in(plain, languages, days), plain)
    ]
    standing = [figure for figure in figures if grounds.quoted.holds(figure)]
    counted = [figure for figure in figures if figure not in standing and _is_counted_in(figure, grounds)]
    asked = [figure for figure in figures if grounds.asked.holds(figure)]
    sums = Sums(
        plain, [*standing, *(figure.unscaled for figure in counted)], grounds.quoted, figures, factors=asked
    )
    pages = named_pages(text) & frozenset(
        label
        for source, q in zip(grounds.sources, quotes, strict=True)
        for label in labels_of(source.text, q.check)
    )
    for figure in figures:
        if figure in counted:
            _check_scale(figure, quotes, grounds, found)
        elif figure not in standing and not _counts(figure, quotes) and figure.digits not in pages:
            _check_figure(figure, grounds, sums, found)
    for figure in standing:
        _check_unit(figure, grounds, found)
    return found


def _check_day(day: Day, grounds: Grounds, found: Findings) -> None:
    if grounds.quoted.holds_day(day):
        return
    known = grounds.quoted.and_also(grounds.rows).and_also(grounds.around)
    if known.holds_day(day):
        found.remarks.append(_stands_around(day.text, grounds.sources))
    elif known.and_also(grounds.beside).holds_day(day):
        found.remarks.append(f"`{day.text}` is not in the quotation; it stands beside it in its sentence")
    elif until := _valid_then(day, grounds):
        found.remarks.append(f"`{day.text}` is of the question; the document quoted was valid then ({until})")
    elif grounds.asked.holds_day(day):
        found.doubts.append(_asked_only(day.text))
    else:
        found.failures.append(_unquoted(day.text, place_of_words(day.text, grounds.sources)))


def _valid_then(day: Day, grounds: Grounds) -> str:
    """The days from and until which all that is quoted was valid, where a date asked about lies within."""
    told = dict.fromkeys(
        (days.text_since or "", days.until or "")
        for days in (dated(one.text.head).days for one in grounds.sources)
    )
    is_within = grounds.asked.holds_day(day) and all(
        since and until and any(since <= first and last <= until for first, last in _extents(day))
        for since, until in told
    )
    return ", ".join(f"{since} to {until}" for since, until in told) if is_within else ""


def _extents(day: Day) -> Iterator[tuple[str, str]]:
    """The first and last day of each reading of a date that has its year and month."""
    for year, month, number in day.forms:
        if year and month:
            yield f"{year}-{month:02}-{number or 1:02}", f"{year}-{month:02}-{number or 31:02}"


def _check_figure(figure: Figure, grounds: Grounds, sums: Sums, found: Findings) -> None:
    quoted = grounds.quoted
    if figure.is_one or (figure.in_words and not figure.unit and is_small(figure.text.lower())):
        return  # `one year`, `to`: an article or a preposition as likely as a number
    before = _WORD_BEFORE.search(sums.text[: figure.span.start])
    numbered = before is not None and (before[1].casefold(), figure.digits) in grounds.around.numbered
    if numbered or grounds.rows.holds(figure) or grounds.around.names(figure):
        found.remarks.append(_stands_around(figure.text, grounds.sources))
    elif line := rounded(figure, quoted.stated, sums.text) or converted(figure, quoted.stated):
        found.arithmetic.append(line)
    elif (outcome := sums.made(figure)) is not None:
        (found.arithmetic if outcome.is_right else found.failures).append(outcome.told)
        found.computed += [figure.text] if outcome.is_right else []
    elif others := quoted.alike(figure):
        found.failures.append(f"`{figure.text}` is not what is quoted: `{others[0].text}`")
    elif sums.multiplies(figure):
        found.computed.append(figure.text)  # `for two days`, asked about: the line of arithmetic shows it
    elif grounds.asked.holds(figure):
        found.doubts.append(_asked_only(figure.text))
    else:
        found.failures.append(_unquoted(figure.text, place_of_figure(figure, sums.text, grounds.sources)))


def _is_counted_in(figure: Figure, grounds: Grounds) -> bool:
    """Whether a figure with a word for its scale stands without it in the quotation, or in its row."""
    bare = figure.unscaled
    return figure.scale != 1 and any(
        one.scale == 1 for held in (grounds.quoted, grounds.rows) for one in held.alike(bare)
    )


def _check_scale(figure: Figure, quotes: Sequence[Quote], grounds: Grounds, found: Findings) -> None:
    """`131.0 million` of a table that has `131.0`: its document must say what its figures are counted in."""
    texts = [*(text for text, _ in grounds.quoted.texts), *(source.text.text for source in grounds.sources)]
    labels = (text for quote in quotes if is_of_figures(quote.document) for text in labels_of_line(quote))
    if any(figure.scale in scales_in(text) for text in texts) or any(
        figure.scale in scales_named(text) for text in labels
    ):
        told = "its document says in what its figures are counted"
        found.remarks.append(f"`{figure.text}` stands in the quotation as `{figure.digits}`; {told}")
    else:
        found.doubts.append(f"`{figure.text}` stands in the quotation as `{figure.digits}`")


def _check_unit(figure: Figure, grounds: Grounds, found: Findings) -> None:
    """A quoted number without a unit may get one only from what is quoted or stands around it."""
    unit, quoted = figure.unit, grounds.quoted
    if not unit or any(one.unit for one in quoted.alike(figure)):
        return
    there = quoted.units | grounds.rows.units | grounds.around.units
    if not any(same_unit(unit, one) for one in there):
        found.doubts.append(f"the unit of `{figure.text}` does not stand in the quotation")


def _counts(figure: Figure, quotes: Sequence[Quote]) -> bool:
    """Whether a number may count what the sentence quotes."""
    return figure.in_words and not figure.unit and figure.value == len(quotes) <= MOST_COUNTED


def _stands_around(said: str, sources: Sequence[Source]) -> str:
    titles = " and ".join(dict.fromkeys(called(source.text.head) for source in sources))
    return f"`{said}` is not in the quotation; it stands with it in {titles} (row, heading, title or date)"


def _asked_only(said: str) -> str:
    return f"`{said}` is of the question; no quotation holds it"


def _unquoted(said: str, place: str) -> str:
    """`place`: where a quoted document has it, in the words of `standing_figures`; empty for nowhere."""
    told = f"`{said}` stands in no quotation of this sentence"
    return f"{told}; {place}: quote that" if place else told
