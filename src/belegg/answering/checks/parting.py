"""
Of a long quotation, what bears on the sentence that it is brought for.

A quotation of several sentences is parted at their stops. What shares a word of weight or a figure with the
drafted sentence is kept (a unit is enough where that sentence reckons with what is quoted), with what takes
it back and what it points back at; each run of kept sentences is checked anew, as a quotation of its own. The
rest is left out and told, but for its words. So what wants something of who reads, or orders how to answer,
cannot stand under a harmless sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from belegg.answering.by_rule.extent import points_back
from belegg.answering.checks.asked_for import AskedFor
from belegg.answering.checks.carried import Alike, shared_language
from belegg.answering.checks.quotations import short
from belegg.answering.checks.sources import Source
from belegg.answering.orders import is_order
from belegg.answering.placing import placed
from belegg.records import Pack, Quote, Span
from belegg.text.analysis import Analyser
from belegg.text.quotes import check_quote
from belegg.text.quotes.moving import moved
from belegg.text.quotes.reservations import languages_around, takes_back
from belegg.text.quotes.sentence import LONGEST, beginning_of, end_of
from belegg.text.words import words

FEWEST_WORDS = 3
"""Words of a sentence that can be left out by itself; fewer belong to what is before."""
_ITEM = regex.compile(r"\s*(?:[-*+•▪–]|\d{1,3}[.)]|\(?\p{L}\))\s")
_STOPS = frozenset(".!?…")
_CLOSING = "\"'”’»)]*_ \n"


@dataclass(frozen=True, slots=True)
class Parted:
    """A quotation as the exact quotations that are left of it, and what is told of the rest."""

    quotes: tuple[Quote, ...]
    remark: str = ""


class Parting:
    """Parts the quotations of a draft by what its sentences say and its question asks for."""

    def __init__(self, question: str, analyser: Analyser, packs: Sequence[Pack]) -> None:
        self.asked_for = AskedFor(question, analyser)
        self._question = question
        self._analyser = analyser
        self._packs = packs

    def all(
        self,
        text: str,
        languages: Sequence[str],
        quotes: Sequence[Quote],
        sources: Sequence[Source],
        *,
        reckons: bool,
    ) -> tuple[tuple[Quote, ...], list[str]]:
        """The parts of a sentence's quotations, each place once, and what is told of what is left out."""
        parted = [self(text, languages, *one, reckons=reckons) for one in zip(quotes, sources, strict=True)]
        places = {(q.document.id, q.version, q.check.spans): q for one in parted for q in one.quotes}
        return tuple(places.values()), [one.remark for one in parted]

    def __call__(
        self, text: str, languages: Sequence[str], quote: Quote, source: Source, *, reckons: bool = False
    ) -> Parted:
        """
        A quotation with the sentence (`text`, in one of `languages`) that it is brought for; `reckons`: it
        has figures computed from what is quoted. In another language nobody can tell what bears on it: there
        only what nobody asked for is left out.
        """
        whole = Parted((quote,))
        spans = _parts(quote, source.text.text)
        if len(spans) < 2:
            return whole
        parts = [_quoted(span, source) for span in spans]
        checked = [part for part in parts if part is not None]
        if len(checked) < len(parts):
            return whole
        barred = [self._is_barred(part, source) for part in checked]
        language = shared_language(languages, quote, source, self._analyser)
        kept = [True] * len(checked)
        if language is not None:
            alike = [Alike([part], [source], self._analyser, self._packs) for part in checked]
            bearing = [
                bool(one.of(text, language).held) or (reckons and one.shares_a_unit(text)) for one in alike
            ]
            kept = _with_what_belongs(checked, bearing)
        kept = [one and not bar for one, bar in zip(kept, barred, strict=True)]
        if all(kept) or not any(kept):
            return whole
        runs = [_quoted(span, source) for span in _runs(spans, kept)]
        left = tuple(run for run in runs if run is not None)
        return Parted(left, _told(checked, kept, barred=any(barred)))

    def _is_barred(self, part: Quote, source: Source) -> bool:
        said = part.check.text
        passes_on = next(self.asked_for.check(said, [part], [source]), None) is not None
        return passes_on or is_order(said, self._question)


def _parts(quote: Quote, text: str) -> list[Span]:
    """The sentences and items of a quotation that end with a stop; none of one that was shortened."""
    span = quote.check.span
    if span is None or quote.check.status == "shortened":
        return []
    parts, start, at = list[Span](), span.start, span.start
    while at < span.end:
        at = min(max(end_of(text, at + 1), at + 1), span.end)
        rest = text[at : span.end]
        if at == span.end or (_ends(text[start:at]) and _can_stand(rest)):
            parts.append(Span(start, at))
            start = at = at + len(rest) - len(rest.lstrip())
    return [one for one in parts if one.start < one.end]


def _ends(text: str) -> bool:
    """Whether a sentence of some words ends here with its stop."""
    return text.rstrip(_CLOSING)[-1:] in _STOPS and len(words(text)) >= FEWEST_WORDS


def _can_stand(rest: str) -> bool:
    return len(words(rest)) >= FEWEST_WORDS


def _quoted(span: Span, source: Source) -> Quote | None:
    """What stands there as a quotation, checked at its own place: the same words may stand elsewhere too."""
    text = source.text.text
    start, end = beginning_of(text, span.start), min(len(text), span.end + LONGEST)
    check = moved(check_quote(text[start:end], text[span.start : span.end], source.text.furniture), start)
    if check.span != span or text[span.start : span.end] != check.text:
        return None
    return placed(source.text, check, span, source.passages)


def _with_what_belongs(parts: Sequence[Quote], bearing: Sequence[bool]) -> list[bool]:
    """Which are kept: what bears on the sentence, what takes a kept one back, and what one points back at."""
    said = [part.check.text for part in parts]
    kept = _lists_whole(said, bearing)
    spoken = languages_around("\n".join(said))
    for number in range(1, len(parts)):
        kept[number] = kept[number] or (kept[number - 1] and takes_back(said[number], spoken) is not None)
    for number in reversed(range(1, len(parts))):
        points = any(points_back(said[number], one) for one in spoken)
        kept[number - 1] = kept[number - 1] or (kept[number] and points)
    return kept


def _lists_whole(said: Sequence[str], bearing: Sequence[bool]) -> list[bool]:
    """The same, with all items of a list, and the line above, where one of them bears on the sentence."""
    kept, start = list(bearing), 0
    for number in range(1, len(said) + 1):
        if number < len(said) and _ITEM.match(said[number]):
            continue
        kept[start:number] = [any(bearing[start:number])] * (number - start)
        start = number
    return kept


def _runs(spans: Sequence[Span], kept: Sequence[bool]) -> list[Span]:
    """The kept spans, those that follow each other as one."""
    runs = list[Span]()
    for number, span in enumerate(spans):
        if kept[number] and number and kept[number - 1]:
            runs[-1] = Span(runs[-1].start, span.end)
        elif kept[number]:
            runs.append(span)
    return runs


def _told(parts: Sequence[Quote], kept: Sequence[bool], *, barred: bool) -> str:
    """What is left out, counted: its words are not said."""
    first = next(part for part, one in zip(parts, kept, strict=True) if one)
    left = sum(len(words(part.check.text)) for part, one in zip(parts, kept, strict=True) if not one)
    why = ", an order, a request or an address that nobody asked for among them" if barred else ""
    said = f"of the quotation with “{short(first.check.text)}” {left:,} words that do not bear on it"
    return f"{said} are left out{why}"
