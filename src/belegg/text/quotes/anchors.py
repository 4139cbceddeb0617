"""
Where in a long source a quotation could stand: places of its rarest words, by plain search.

Every place is walked word by word afterwards; nothing is found by its anchor alone. All searches run at the
speed of `str.find` or of a pattern without alternatives to fall back on, and all lists have an end.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from belegg.text.quotes.broken import Anchor, broken_words, full_of_breaks, letter_by_letter
from belegg.text.quotes.characters import LIGATURES, UNSPACED
from belegg.text.quotes.joins import is_bracketed
from belegg.text.quotes.window import Window

WORDS_TRIED = 12
MOST_PLACES = 64  # of a word that may serve as an anchor alone
RARE_WORDS = 2  # whose places are walked
PHRASES = 3
MOST_TELLING = 10
MOST_PHRASES = 200
_UNSPACED = re.compile(f"[{UNSPACED}]")
IN_VAIN = 200  # places inside words before a pattern takes over


class Places(NamedTuple):
    """
    Places in the source by token of the quotation, some more than `MOST_PLACES` at most.

    `full_of_breaks`: so many words of the source are broken that not all were visited.
    """

    by_word: dict[int, list[int]]
    full_of_breaks: bool


def word_places(piece: Window, text: str, start: int, end: int) -> Places:
    """Where in `text[start:end]` the piece's longest words stand, whole or broken."""
    words = _longest_words(piece)
    spelled = {at: _spellings(piece, at) for at in words}
    places = {at: whole_words(text, forms, start, end) for at, forms in spelled.items()}
    broken = broken_words(spelled, text, start, end)
    for at, place in broken:
        places[at].append(place)
    return Places(places, full_of_breaks(broken, text))


def anchors(piece: Window, places: Places, text: str, start: int, end: int) -> Iterator[Anchor]:
    """
    Where the piece could stand: at places of its rarest two words, else of phrases.

    A true place holds every word of the piece; the second word is there for the case that the first is broken
    in a way that only the walk knows (by a page break inside it).
    """
    if places.full_of_breaks:
        yield from _phrases(piece, text, start, end, broken=True)
    by_word = places.by_word
    rare = sorted((len(found), at) for at, found in by_word.items() if 0 < len(found) <= MOST_PLACES)
    for _, at in rare[:RARE_WORDS]:
        yield from ((at, place) for place in by_word[at])
    if not rare and all(by_word.values()):
        yield from _phrases(piece, text, start, end, broken=False)


def telling(places: Places) -> list[Anchor]:
    """A few places worth walking only to say where the quotation and the source part."""
    few = [(at, place) for at, found in places.by_word.items() if len(found) <= 3 for place in found]
    return (few or [(at, found[0]) for at, found in places.by_word.items() if found])[:MOST_TELLING]


def _longest_words(piece: Window) -> list[int]:
    """The piece's longest words, one token of each, the longest first."""
    first: dict[str, int] = {}
    for at, token in enumerate(piece.tokens):
        if token.is_word and not is_bracketed(piece, at - 3):
            first.setdefault(token.text, at)
    return sorted(first.values(), key=lambda at: -len(piece.tokens[at].text))[:WORDS_TRIED]


def _spellings(piece: Window, at: int) -> list[str]:
    """A word as it may be written in one run: recased, decomposed, with ligatures."""
    word = piece.tokens[at].text
    forms = [word]
    if at in piece.recased and len(word[0].swapcase()) == 1:
        forms.append(word[0].swapcase() + word[1:])
    forms += [unicodedata.normalize("NFD", form) for form in forms if not form.isascii()]
    if "f" in word or "ij" in word:
        forms += [_with_ligatures(form) for form in forms]
    return list(dict.fromkeys(forms))


def _with_ligatures(word: str) -> str:
    for sign, letters in sorted(LIGATURES.items(), key=lambda item: -len(item[1])):
        word = word.replace(letters, sign) if letters != "st" else word
    return word


def whole_words(text: str, spellings: list[str], start: int, end: int) -> list[int]:
    """Up to one more than the most useful number of places where a spelling stands as a whole word."""
    found: list[int] = []
    for word in spellings:
        found.extend(islice(bordered(text, word, start, end), MOST_PLACES + 1 - len(found)))
    return found


def bordered(text: str, words: str, start: int, end: int) -> Iterator[int]:
    """Places of `words` that no letter or digit of theirs touches another; those inside words cost little."""
    first, last = is_letter(words[0]), is_letter(words[-1])
    at = text.find(words, start, end)
    in_vain = 0
    while at >= 0 and in_vain < IN_VAIN:
        beyond = at + len(words)
        if (first and is_letter(text[at - 1 : at])) or (last and is_letter(text[beyond : beyond + 1])):
            in_vain += 1
        else:
            yield at
        at = text.find(words, at + 1, end)
    if at >= 0:
        literal = re.escape(words)
        border_after, border_before = r"(?![^\W_])" if last else "", rf"(?<![^\W_]{literal})" if first else ""
        for match in re.compile(literal + border_after + border_before).finditer(text, at, end):
            yield match.start()


def is_letter(char: str) -> bool:
    """Also false for no character at all (the end of a text), and in scripts without spaces between words."""
    return (char.isalpha() or char.isdecimal()) and not _UNSPACED.match(char)


def _phrases(piece: Window, text: str, start: int, end: int, broken: bool) -> Iterator[Anchor]:
    """Places of up to three words in a row, with what is neither letter nor digit between them."""
    named = [at for at, token in enumerate(piece.tokens) if token.is_word]
    size = min(3, len(named))
    runs = [named[n : n + size] for n in range(len(named) - size + 1)]
    runs.sort(key=lambda run: -sum(len(piece.tokens[at].text) for at in run))
    for run in runs[: 1 if broken else PHRASES]:
        least = 0 if any(_UNSPACED.match(piece.tokens[at].text) for at in run) else 1
        written = [
            letter_by_letter(piece.tokens[at].text) if broken else _whole_form(piece, at) for at in run
        ]
        pattern = re.compile(rf"[\W_]{{{least},60}}".join(written))
        for match in islice(pattern.finditer(text, start, end), MOST_PHRASES):
            yield run[0], match.start()


def _whole_form(piece: Window, at: int) -> str:
    forms = [re.escape(form) for form in _spellings(piece, at)]
    return forms[0] if len(forms) == 1 else f"(?:{'|'.join(forms)})"
