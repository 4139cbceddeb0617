"""Where a figure stands with its unit or subject in quoted documents, and units that two figures share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import regex

from belegg.answering.checks.quotations import short
from belegg.answering.checks.sources import Source
from belegg.answering.phrases import phrases
from belegg.text.figures import Figure, figures_in, same_unit
from belegg.text.quotes.sentence import beginning_of, end_of
from belegg.text.small_words import is_small
from belegg.text.words import word_texts

MOST_PLACES = 40
"""Places of the same digits that are looked at in a document."""
_LETTERS_ALIKE = 4
"""Letters with which two words of one subject begin alike (`boat`, `boats`)."""


def beside_sharing(figures: Sequence[Figure], text: str) -> Iterator[tuple[Figure, Figure | None]]:
    """
    Each figure, and as what it may be meant where the next one's scale or unit holds for both (`15 instead of
    30 million dinars`): None where it has its own, or the next one has none.
    """
    for figure, following in zip(figures, (*figures[1:], None), strict=False):
        shares = (
            following is not None
            and figure.scale == 1
            and not figure.unit
            and (following.scale != 1 or bool(following.unit))
            and _sharing().fullmatch(text[figure.span.end : following.span.start]) is not None
        )
        yield figure, _as_shared(figure, following) if shares and following is not None else None


def _as_shared(figure: Figure, other: Figure) -> Figure:
    values = tuple(value * other.scale for value in figure.values)
    return replace(
        figure, values=values, quantum=figure.quantum * other.scale, scale=other.scale, unit=other.unit
    )


def place_of_words(said: str, sources: Sequence[Source]) -> str:
    """`Title` has it in “the sentence”, of the first of these documents that has these words; else empty."""
    for source in sources:
        if found := next(_standing((said,), source.text.text), ""):
            return _told(source, found)
    return ""


def place_of_figure(figure: Figure, text: str, sources: Sequence[Source]) -> str:
    """
    The same of a sentence that states the figure with its unit or, of one without, that shares a word of
    weight with `text`: a day of the month, the number of an item and another thing's number are no place.
    """
    subject = _subject(text)
    for source in sources:
        language = source.text.head.language
        languages = (language,) if language else ()
        for sentence in _standing((figure.digits, figure.text), source.text.text):
            stated = figures_in(_without_mark(sentence), languages)
            alike = [one for one in stated if set(one.values) & set(figure.values)]
            if figure.unit and any(same_unit(figure.unit, one.unit) for one in alike):
                return _told(source, sentence)
            if not figure.unit and any(not one.unit for one in alike) and subject & _subject(sentence):
                return _told(source, sentence)
    return ""


def _standing(said: Sequence[str], text: str) -> Iterator[str]:
    """The sentences of a text that hold one of some texts as they are said."""
    either = "|".join(map(regex.escape, dict.fromkeys(said)))
    pattern = rf"(?<![\p{{L}}\p{{N}}.,])(?:{either})(?![\p{{L}}\p{{N}}]|[.,]\p{{N}})"
    for place, found in enumerate(regex.finditer(pattern, text, regex.I)):
        if place == MOST_PLACES:
            return
        yield text[beginning_of(text, found.start()) : end_of(text, found.end())]


def _told(source: Source, sentence: str) -> str:
    return f"`{source.text.head.title}` has it in “{short(sentence)}”"


def _subject(text: str) -> frozenset[str]:
    """How the words of weight of a text begin."""
    return frozenset(
        word[:_LETTERS_ALIKE]
        for word in word_texts(text.lower())
        if len(word) >= _LETTERS_ALIKE and word.isalpha() and not is_small(word)
    )


def _without_mark(sentence: str) -> str:
    """A sentence without the number of the item that it is (`3. The board …`)."""
    return str(_ITEM_NUMBER.sub("", sentence))


_ITEM_NUMBER = regex.compile(r"^[\s#>*-]*\(?\d{1,3}[.)]\s*")


@cache
def _sharing() -> regex.Pattern[str]:
    return regex.compile(rf"\s+{phrases('sharing_a_unit')}\s+", regex.I)
