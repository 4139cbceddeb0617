"""
Where in a long source a quotation could stand: places of its rarest words, by plain search.

Every place is walked word by word afterwards; nothing is found by its anchor alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import regex

from belegg.text.quotes.characters import INVISIBLE, LIGATURES, LINE_HYPHENS
from belegg.text.quotes.window import Window

WORDS_TRIED = 12
MOST_PLACES = 64  # of a word that may serve as an anchor alone
MOST_PHRASES = 400
MOST_BROKEN = 200

Anchor = tuple[int, int]
"""A token of the quotation, and the place of its first character in the source."""


def anchors(piece: Window, text: str, start: int, end: int) -> Iterator[Anchor]:
    """Places in `text[start:end]` where a word of the piece stands: rare words, then phrases, then broken words."""
    by_length = _longest_words(piece)
    rare: list[tuple[int, int, list[int]]] = []
    for at in by_length:
        places = _places(text, _spellings(piece, at), start, end)
        if 0 < len(places) <= MOST_PLACES:
            rare.append((len(places), at, places))
    for _, at, places in sorted(rare)[:4]:
        yield from ((at, place) for place in places)
    if not rare:
        yield from _phrases(piece, text, start, end)
    for at in by_length[:2]:
        yield from _broken(piece, at, text, start, end)


def _longest_words(piece: Window) -> list[int]:
    """The piece's longest words, one token of each, the longest first."""
    first: dict[str, int] = {}
    for at, token in enumerate(piece.tokens):
        if token.is_word:
            first.setdefault(token.text, at)
    return sorted(first.values(), key=lambda at: -len(piece.tokens[at].text))[:WORDS_TRIED]


def _spellings(piece: Window, at: int) -> list[str]:
    word = piece.tokens[at].text
    if at in piece.recased and (other := word[0].swapcase()) != word[0] and len(other) == 1:
        return [word, other + word[1:]]
    return [word]


def _places(text: str, spellings: list[str], start: int, end: int) -> list[int]:
    """Up to one more than the most useful number of places, in no order."""
    found: list[int] = []
    for word in spellings:
        place = text.find(word, start, end)
        while place >= 0 and len(found) <= MOST_PLACES:
            beyond = text[place + len(word) : place + len(word) + 1]
            if not (place and text[place - 1].isalpha()) and not beyond.isalpha():
                found.append(place)
            place = text.find(word, place + len(word), end)
    return found


def _phrases(piece: Window, text: str, start: int, end: int) -> Iterator[Anchor]:
    """Places of three words in a row, with what is not a letter or a digit between them."""
    named = [at for at, token in enumerate(piece.tokens) if token.is_word]
    size = min(3, len(named))
    runs = [named[n : n + size] for n in range(len(named) - size + 1)]
    runs.sort(key=lambda run: -sum(len(piece.tokens[at].text) for at in run))
    for run in runs[:2]:
        between = r"[^\p{L}\p{Nd}]{1,60}+"
        alternatives = ["(?:" + "|".join(map(regex.escape, _spellings(piece, at))) + ")" for at in run]
        pattern = regex.compile(between.join(alternatives))
        for number, match in enumerate(pattern.finditer(text, start, end)):
            if number >= MOST_PHRASES:
                break
            yield run[0], match.start()


_HIDDEN = f"[{INVISIBLE}]*+"
_BREAK = rf"(?:-[^\S\n]*\n\s*+|- |[{LINE_HYPHENS}]\s*+)?+"


def _broken(piece: Window, at: int, text: str, start: int, end: int) -> Iterator[Anchor]:
    """Places of a word with hyphens at line ends, soft hyphens, ligatures or decomposed letters in it."""
    word = piece.tokens[at].text
    if len(word) < 2 or len(word) > 60:
        return
    pattern = regex.compile(_broken_pattern(word))
    for number, match in enumerate(pattern.finditer(text, start, end)):
        if number >= MOST_BROKEN:
            break
        if match[0] != word:
            yield at, match.start()


def _broken_pattern(word: str) -> str:
    between = _HIDDEN + _BREAK
    parts: list[str] = []
    at = 0
    while at < len(word):
        sign = next((sign for sign, letters in _LIGATURES if word.startswith(letters, at)), "")
        letters = LIGATURES.get(sign, word[at])
        apart = between.join(_letter(letter) for letter in letters)
        parts.append(f"(?:{sign}|{apart})" if sign else apart)
        at += len(letters)
    return between.join(parts)


_LIGATURES = sorted(LIGATURES.items(), key=lambda item: -len(item[1]))


def _letter(letter: str) -> str:
    apart = unicodedata.normalize("NFD", letter)
    return regex.escape(letter) if apart == letter else f"(?:{letter}|{apart})"
