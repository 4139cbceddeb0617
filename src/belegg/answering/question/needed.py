"""
The words of a question that an answer cannot do without, and those that only carry it.

Names, years and codes are told by their form alone: a capital inside a sentence, 1600 to 2199, a digit in a
word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import regex

from belegg.answering.phrases import names_in, phrases
from belegg.text.small_words import SMALL_WORDS, languages_spoken, small_words_for
from belegg.text.words import Word, holds_digit, word_texts, words

_DEGREE = regex.compile(
    rf"\b(?:hvor|kor|how|hur|kuinka|miten|wie)\s+(?P<degree>{phrases('degrees')})(?!\w)", regex.I
)
_YEAR = regex.compile(r"(?:1[6-9]|2[01])\d\d")
_NUMBERED = regex.compile(r"\d+(?:[-/_]\d+)+(?<=.{6})")
_LISTED = regex.compile(
    r"\p{Lu}[\p{L}-]+(?:, \p{Lu}[\p{L}-]+)+,? (?:and|or|og|eller|och|und|oder|ja|tai|&) \p{Lu}[\p{L}-]+"
)
_SENTENCE_START = regex.compile(r"""(?:^|[.!?:]\s)["'«»“”„(\[]*$""")
_CALENDAR = regex.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september"
    r"|october|november|december|christmas|easter"
)
"""English writes these with a capital; they are no names that must stand in an answer."""


def measure_words(text: str) -> frozenset[str]:
    """The words of degree that belong to a question word: `long` of "how long". They name no thing."""
    return frozenset(match["degree"].lower() for match in _DEGREE.finditer(text))


def carrying_words(text: str) -> frozenset[str]:
    """The words that only carry a question, in its language (in any, when its small words do not tell it)."""
    spoken = languages_spoken(word_texts(text)).intersection(names_in("carrying"))
    return frozenset(
        word
        for match in _carrying(spoken or frozenset(names_in("carrying"))).finditer(text)
        for word in word_texts(match[0])
    )


@cache
def _carrying(languages: frozenset[str]) -> regex.Pattern[str]:
    lists = "|".join(phrases(f"carrying/{code}") for code in sorted(languages))
    return regex.compile(rf"(?<!\w)(?:{lists})(?!\w)", regex.I)


def is_year(word: str) -> bool:
    return _YEAR.fullmatch(word) is not None


def names_listed(text: str) -> Iterator[str]:
    """
    Capitalised words that a text lists, three at least: what stands under it is about one of them, not each.
    Two may be the parties of a contract.
    """
    for found in _LISTED.finditer(text):
        yield from regex.findall(r"\p{Lu}[\p{L}-]+", found[0])


def indispensable(text: str) -> frozenset[str]:
    """
    The names, years and codes of normalised text, lower case.

    A plain number is none of them: it often belongs to the asker's own story. German is told by its small
    words; its capitals say nothing, and neither do those of a title or of shouting.
    """
    outer = list(outermost(words(text)))
    codes = {word.text for word in outer if is_year(word.text) or _is_code(word.text)}
    return frozenset(codes | set(_names(text, outer)))


def outermost(found: Sequence[Word]) -> Iterator[Word]:
    """Words that are no part of a code before them."""
    end = 0
    for word in found:
        if word.end > end:
            yield word
        end = max(end, word.end)


def _is_code(word: str) -> bool:
    """`pol-358`, `2026-041`, `inc-2026-014`; not `60-month` (a number and a word), `0.5` or `10-12`."""
    if not holds_digit(word) or word[0] == "§":
        return False
    return word[0].isalpha() or _NUMBERED.fullmatch(word) is not None


def _names(text: str, found: Sequence[Word]) -> Iterator[str]:
    """Words with a capital inside a sentence, and words all in capitals."""
    if text.isupper():
        return
    small = small_words_for((word.text for word in found), ())
    content = [word for word in found if text[word.start].isalpha() and word.text not in small]
    capitals_tell = any(text[word.start].islower() for word in content) and not _is_german(found)
    for word in content:
        shouted = word.end - word.start > 1 and text[word.start : word.end].isupper()
        inside = text[word.start].isupper() and not _SENTENCE_START.search(text[: word.start])
        if shouted or (inside and capitals_tell and not _CALENDAR.fullmatch(word.text)):
            yield word.text


def _is_german(found: Sequence[Word]) -> bool:
    """Whether no language has more of its small words in the text than German."""
    counts = {code: sum(w.text in small for w in found) for code, small in SMALL_WORDS.items()}
    return counts["de"] > 0 and counts["de"] == max(counts.values())
