"""
What kind of thing a question asks for, and whether a sentence holds one.

For questions all languages are tried together: a question of four words does not tell its own. Numbers in
words are those of the text's language: `to` is two in Norwegian and no number in English. A kind is a hint
that lifts a sentence; only a figure that is asked for must be there.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, get_args

import regex

from belegg.answering.phrases import names_in, phrases

Kind = Literal["time_span", "date", "amount", "number", "person", "meaning", "yes_or_no"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def kinds_asked(question: str) -> tuple[Kind, ...]:
    """
    Every kind of thing that the question may ask for; empty for key words.

    A length of time is asked for with the words of a number ("hvor lang"): then a bare number is none.
    """
    asked = tuple(kind for kind in KINDS if _asked(kind).search(question))
    return tuple(kind for kind in asked if kind != "number" or "time_span" not in asked)


def holds(kind: Kind, text: str, language: str | None) -> bool:
    """Whether a text holds a thing of that kind."""
    return _held(kind, _known(language)).search(text) is not None


def figures_in(text: str, language: str | None) -> frozenset[str]:
    """The numbers of a text, in digits or words, as written."""
    return frozenset(match[0].lower() for match in _figures(_known(language)).finditer(text))


def asks_for_a_figure(question: str) -> bool:
    """Whether only a figure answers a question: how much, how many, what the price is."""
    return _figure_asked().search(question) is not None


def holds_a_figure(text: str, language: str | None) -> bool:
    """Whether a text holds a number, a share or a time span ("ett år" has no number)."""
    return bool(figures_in(text, language)) or any(holds(k, text, language) for k in ("amount", "time_span"))


def is_price_word(word: str) -> bool:
    """Whether a word asks for, or says, what something costs."""
    return regex.fullmatch(phrases("price_words"), word, regex.I) is not None


def holds_a_price(text: str) -> bool:
    """Whether a text holds an amount of money, told by its currency or as price lists write it (`480,-`)."""
    return _price().search(text) is not None


@cache
def _price() -> regex.Pattern[str]:
    return regex.compile(phrases("prices"), regex.I)


def _known(language: str | None) -> str | None:
    """The language when its numerals are known here; else they are tried in every language."""
    return language if language in names_in("numerals") else None


def _numerals(language: str | None) -> str:
    chosen = [language] if language else names_in("numerals")
    return "(?:" + "|".join(phrases(f"numerals/{name}") for name in chosen) + ")"


@cache
def _asked(kind: Kind) -> regex.Pattern[str]:
    return regex.compile(rf"(?<!\w){phrases(f'asked/{kind}')}(?!\w)", regex.I)


@cache
def _figure_asked() -> regex.Pattern[str]:
    return regex.compile(rf"(?<!\w){phrases('figure_asked')}(?!\w)", regex.I)


@cache
def _held(kind: Kind, language: str | None) -> regex.Pattern[str]:
    figure = rf"(?:\d+(?:[.,:/ ]\d+)*|\b{_numerals(language)}\b)"
    number = rf"(?:{figure}|\b{phrases('articles')}\b)"
    expression = phrases(f"held/{kind}")
    for name, meant in (
        ("{figure}", figure),
        ("{number}", number),
        ("{time}", phrases("times")),
        ("{month}", phrases("months")),
    ):
        expression = expression.replace(name, meant)
    return regex.compile(rf"(?<!\w){expression}(?!\w)", regex.I)


@cache
def _figures(language: str | None) -> regex.Pattern[str]:
    return regex.compile(rf"\d+(?:[.,:/]\d+| \d{{3}}(?!\d))*|\b{_numerals(language)}\b", regex.I)
