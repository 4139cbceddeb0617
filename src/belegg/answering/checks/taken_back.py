"""Reservations on one side only: a `not` in the sentence or its quotations, a condition left out between."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from belegg.answering.checks.held_by import languages_of, words_of
from belegg.answering.checks.own_part import own_part
from belegg.answering.checks.quotations import short
from belegg.records import Cut, Quote
from belegg.text.normalise import normalise
from belegg.text.quotes.reservations import (
    Bound,
    bounds_in,
    held,
    languages_around,
    negates,
    points_back,
    without_bounds,
)
from belegg.text.small_words import is_small
from belegg.text.words import word_texts

_A = {"condition": "a condition", "exception": "an exception", "negation": "a negation"}
MOSTLY = 0.6
"""Share of the words of weight of a cut from which a sentence says it."""
BESIDE = 2
"""Words of a quotation that a sentence must have beside what was cut, to say the same."""
_STOPS = frozenset(".!?")
_CLOSING = "\"'”’»)]*_ \n"
STEM = 5
"""Letters by which two words are taken for forms of one."""


def reservation_doubts(text: str, languages: Sequence[str], quotes: Sequence[Quote]) -> list[str]:
    """
    What to doubt: a `not` of the sentence that no quotation has, and one that every quotation has and it
    lacks. `May not exceed 8 %` is `at most 8 %`.
    """
    if not quotes:
        return []
    told = [(_with_what_is_said(quote, text, languages), _languages(quote)) for quote in quotes]
    bounds = bounds_in(text, languages) & frozenset[Bound]().union(*(bounds_in(*one) for one in told))
    said = negates(without_bounds(text, languages, bounds), languages)
    quoted = [negates(without_bounds(words, spoken, bounds), spoken) for words, spoken in told]
    if said and not any(quoted):
        return ["the sentence holds a negation that its quotation lacks"]
    if not said and all(quoted):
        return ["the quotation holds a negation that the sentence lacks"]
    return []


def _with_what_is_said(quote: Quote, text: str, languages: Sequence[str]) -> str:
    """The words of a quotation, and a negation that it cuts from its sentence and the drafted one says."""
    said = (
        cut.text
        for cut in quote.check.cut
        if cut.holds == "negation" and not _is_another_sentence(cut, quote)
        if _is_repeated(cut, quote, text) or _is_said(cut, text, languages)
    )
    return "\n".join((words_of(quote), *said))


def cut_doubts(text: str, languages: Sequence[str], quotes: Sequence[Quote]) -> list[str]:
    """
    The conditions, exceptions and negations that quotations leave out of their sentences, inside or at an
    edge, and that neither the sentence says nor another of its quotations holds: the first of each quotation.
    """
    told = []
    for quote in quotes:
        cuts = (
            own
            for cut in quote.check.cut
            if cut.holds != "none" and not _is_rows(cut) and not _is_another_sentence(cut, quote)
            if (own := _own(cut, quote, bounds_in(text, languages))) is not None
        )
        lacking = (
            cut
            for cut in cuts
            if not _is_quoted(cut, quote, quotes)
            if not _is_repeated(cut, quote, text) and not _is_said(cut, text, languages)
        )
        if (cut := next(lacking, None)) is not None:
            told.append(f"the quotation leaves out {_A[cut.holds]}: {short(cut.text)}")
    return told


def _own(cut: Cut, quote: Quote, bounds: Collection[Bound]) -> Cut | None:
    """What of a cut speaks of what is quoted, where that still takes something back; bounds apart."""
    if quote.check.span is None:
        return cut
    languages = _languages(quote)
    own = own_part(cut, quote.check.text, quote.check.span, languages)
    unbounded = without_bounds(own, languages, bounds)
    holds = cut.holds if unbounded == cut.text else held(unbounded, languages)
    return None if holds is None else replace(cut, text=own, holds=holds)


def _is_rows(cut: Cut) -> bool:
    """Whether it is other rows of a table: each is a statement of its own."""
    return all(line.strip()[:1] == "|" == line.strip()[-1:] for line in cut.text.splitlines() if line.strip())


def _is_another_sentence(cut: Cut, quote: Quote) -> bool:
    """
    Whether it stands after a quotation that ends with its sentence, stop included or not, and does not point
    back at it. Every page has a `not` soon after anything.
    """
    span = quote.check.span
    if span is None or cut.span.start < span.end:
        return False
    ends_whole = quote.check.text.rstrip(_CLOSING)[-1:] in _STOPS
    has_stop_between = cut.span.start - span.end > 1  # of its own sentence a cut begins at once
    return (ends_whole or has_stop_between) and not points_back(cut.text, languages_around(cut.text))


def _is_quoted(cut: Cut, of: Quote, quotes: Sequence[Quote]) -> bool:
    """Whether other quotations of the same text hold all of what one leaves out that weighs."""
    left = list(cut.text)
    for quote in quotes:
        if (quote.document.id, quote.version) == (of.document.id, of.version):
            for span in quote.check.spans:
                for at in range(max(span.start, cut.span.start), min(span.end, cut.span.end)):
                    left[at - cut.span.start] = " "
    rest = "".join(left)
    return not _telling(rest) and held(rest, _languages(of)) is None


def _is_repeated(cut: Cut, quote: Quote, text: str) -> bool:
    """Whether a sentence says word for word what was cut, beside the same words as the document."""
    span = quote.check.span
    if span is None or span.start < cut.span.start < span.end:
        return False
    quoted, left_out = _words_of(quote.check.text), _words_of(cut.text)
    is_before = cut.span.end <= span.start
    together = [*left_out, *quoted[:BESIDE]] if is_before else [*quoted[-BESIDE:], *left_out]
    return f" {' '.join(together)} " in f" {' '.join(_words_of(text))} "


def _words_of(text: str) -> list[str]:
    return word_texts(normalise(text))


def _is_said(cut: Cut, text: str, languages: Sequence[str]) -> bool:
    """
    Whether a sentence says itself what a quotation leaves out: most of its words, or a reservation with one
    of them. Of a cut in another language a reservation is enough.
    """
    reserved = held(text, languages) is not None
    of_the_cut, said = _telling(cut.text), _telling(text)
    shared = sum(any(_alike(one, other) for other in said) for one in of_the_cut)
    if reserved and (shared or set(languages).isdisjoint(languages_around(cut.text))):
        return True
    return bool(of_the_cut) and shared >= MOSTLY * len(of_the_cut)


def _telling(text: str) -> frozenset[str]:
    """The words of weight of a text."""
    return frozenset(word for word in word_texts(normalise(text)) if not is_small(word))


def _alike(one: str, other: str) -> bool:
    """Whether two words are one, or begin alike."""
    return one == other or (min(len(one), len(other)) >= STEM and one[:STEM] == other[:STEM])


def _languages(quote: Quote) -> Sequence[str]:
    return languages_of(quote) or languages_around(words_of(quote))
