"""
Each figure of a sentence stands with what it stands with in the sentence that is quoted.

`A laptop is replaced after four years, a phone after three` has two figures of one kind, each with words of
its own before it; `900 kroner (Norway), 850 kronor (Sweden)` has them behind. A sentence that has the figure
of one and the leading word of the other is doubted. Words between two figures that no sign and no `and` parts
may belong to either and are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import regex

from belegg.answering.checks.held_by import words_of
from belegg.answering.checks.names import without_references
from belegg.answering.checks.sources import Source
from belegg.answering.checks.wording import Word, Wording, shared_language
from belegg.records import Quote, Span
from belegg.text.analysis import Analyser
from belegg.text.as_read import as_read
from belegg.text.figures import Figure, figures_in
from belegg.text.quotes.sentence import beginning_of, end_of

MOST_FIGURES = 12
"""Figures of one kind in a quotation that are still told apart by the words beside them."""
MOST_CHARACTERS = 1_500
"""Of the sentences around a quotation; what is longer has no sentences that a program can tell."""
_MONEY = frozenset({"NOK", "SEK", "DKK", "kr", "EUR", "USD", "GBP", "CHF"})
_PARTS = regex.compile(
    r"[,;:.](?=\s)|[\n|]|(?<!\p{L})(?:and|or|but|while|whereas|og|eller|men|mens|och|medan|und|oder|aber|während|ja|"
    r"tai|sekä|mutta|kun taas)(?!\p{L})",
    regex.I,
)


@dataclass(frozen=True, slots=True)
class _Paired:
    """A figure with the words of its own part of a text, and those beside it that may be another's."""

    figure: Figure
    kind: str
    before: tuple[Word, ...]
    after: tuple[Word, ...]
    text: str

    def sides(self) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
        return self.before, self.after


def pairing_doubts(
    text: str,
    languages: Sequence[str],
    quotes: Sequence[Quote],
    sources: Sequence[Source],
    analyser: Analyser,
) -> Iterator[str]:
    """
    What to doubt of the figures of a sentence because the sentences quoted have them with other words.

    `sources` are those of the quotations, in their order. A sentence in another language than its quotation,
    and a figure that stands in several places there, are passed over.
    """
    shared = [shared_language(languages, *beside) for beside in zip(quotes, sources, strict=True)]
    language = next(filter(None, shared), None)
    if language is None:
        return
    wording = Wording(analyser, language)
    told = [
        paired
        for quote, source, spoken in zip(quotes, sources, shared, strict=True)
        if spoken == language
        for paired in _pairs(without_references(_whole(quote, source)), language, wording)
    ]
    if not told:
        return
    for said in _pairs(without_references(text), language, wording, least=1):
        own = [one for one in told if _is_same(one.figure, said.figure)]
        if len({one.text for one in own}) == 1 and (other := _other(said, own[0], told, wording)):
            yield (
                f"the document has `{own[0].figure.text}` with `{other[0].text}`, not with "
                f"`{other[1].text}`, which has `{other[2].figure.text}` there"
            )


def _whole(quote: Quote, source: Source) -> str:
    """The whole sentences that are quoted, on one line; of a shortened quotation its pieces alone."""
    span, text = quote.check.span, source.text.text
    if span is None or quote.check.status == "shortened":
        return words_of(quote)
    around = text[beginning_of(text, span.start) : end_of(text, span.end)]
    return " ".join(as_read(around).split()) if len(around) <= MOST_CHARACTERS else words_of(quote)


def _other(
    said: _Paired, own: _Paired, told: Sequence[_Paired], wording: Wording
) -> tuple[Word, Word, _Paired] | None:
    """The word that a figure has in the quotation, the one it is said with, and the figure of that one."""
    terms = wording.terms(said.text)
    for other in told:
        if other.kind != own.kind or _is_same(other.figure, own.figure):
            continue
        for mine, its in zip(own.sides(), other.sides(), strict=True):
            for kind in ("name", "year", "word"):
                here = _leading(mine, its, kind)
                there = _leading(its, mine, kind)
                if here and there and there.stands_in(terms) and not here.stands_in(terms):
                    return here, there, other
    return None


def _leading(words: Sequence[Word], others: Sequence[Word], kind: str) -> Word | None:
    """The first word of a kind that the other side lacks."""
    lacking = (w for w in words if w.kind == kind and not any(w.stands_in(other.terms) for other in others))
    return next(lacking, None)


def _is_same(one: Figure, other: Figure) -> bool:
    kinds = {_kind(one), _kind(other)}
    return bool(set(one.values) & set(other.values)) and (len(kinds) == 1 or "" in kinds)


def _kind(figure: Figure) -> str:
    return "money" if figure.unit in _MONEY else figure.unit


def _pairs(text: str, language: str, wording: Wording, least: int = 2) -> Iterator[_Paired]:
    """Each figure of a text with the words of its part."""
    words = wording.words(text)
    for part in parts_of(text, language, least):
        own = [word for word in words if part.own.start <= word.start and word.end <= part.own.end]
        yield _Paired(
            part.figure,
            part.kind,
            tuple(word for word in own if word.end <= part.figure.span.start),
            tuple(word for word in own if word.start >= part.figure.span.end),
            text[part.whole.start : part.whole.end],
        )


@dataclass(frozen=True, slots=True)
class Part:
    """A figure, what is surely of its part of a text, and that with what may be its neighbour's."""

    figure: Figure
    kind: str
    own: Span
    whole: Span


def parts_of(text: str, language: str, least: int = 2) -> Iterator[Part]:
    """The parts of a text, one for each figure, each kind apart; kinds with fewer are left out."""
    figures = [one for one in figures_in(text, (language,)) if not one.is_one and not one.is_year]
    for kind in dict.fromkeys(map(_kind, figures)):
        alike = [
            one for one, before in zip(figures, [None, *figures], strict=False) if _is_of(one, before, kind)
        ]
        if not least <= len(alike) <= MOST_FIGURES:
            continue
        borders = [_border(text, one, other) for one, other in pairwise(alike)]
        starts, ends = [(0, 0), *borders], [*borders, (len(text), len(text))]
        for figure, start, end in zip(alike, starts, ends, strict=True):
            yield Part(figure, kind, Span(start[1], end[0]), Span(start[0], end[1]))


def _is_of(figure: Figure, before: Figure | None, kind: str) -> bool:
    """Whether a figure is of a kind; a bare one is of that of the figure before it (`four years … three`)."""
    if _kind(figure) == kind:
        return True
    return (
        not figure.unit
        and before is not None
        and _kind(before) == kind
        and before.in_words == figure.in_words
    )


def _border(text: str, one: Figure, other: Figure) -> tuple[int, int]:
    """Where the words of one figure end and those of the next begin; between is what may be either's."""
    parts = list(_PARTS.finditer(text, one.span.end, other.span.start))
    if not parts:
        return one.span.end, other.span.start
    return parts[0].start(), parts[-1].end()
