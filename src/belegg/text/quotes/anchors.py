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

from belegg.text.quotes.characters import HARMLESS_DIRECTION, INVISIBLE, LIGATURES, LINE_HYPHENS, UNSPACED
from belegg.text.quotes.joins import is_bracketed
from belegg.text.quotes.window import Window

WORDS_TRIED = 12
MOST_PLACES = 64  # of a word that may serve as an anchor alone
RARE_WORDS = 2  # whose places are walked
PHRASES = 3
MOST_TELLING = 10
MOST_PHRASES = 200
MOST_BROKEN = 300
_UNSPACED = re.compile(f"[{UNSPACED}]")
IN_VAIN = 200  # places inside words before a pattern takes over

Anchor = tuple[int, int]
"""A token of the quotation, and the place of its first character in the source."""
Places = dict[int, list[int]]
"""Places in the source by token of the quotation."""


def word_places(piece: Window, text: str, start: int, end: int) -> Places:
    """Places in `text[start:end]` of the piece's longest words, whole or broken."""
    words = _longest_words(piece)
    places = {at: whole_words(text, _spellings(piece, at), start, end) for at in words}
    for at, place in _broken(piece, words, text, start, end):
        places[at].append(place)
    return places


def anchors(piece: Window, places: Places, text: str, start: int, end: int) -> Iterator[Anchor]:
    """
    Where the piece could stand: at places of its rarest two words, else of phrases.

    A true place holds every word of the piece; the second word is there for the case that the first is broken
    in a way that only the walk knows (by a page break inside it).
    """
    rare = sorted((len(found), at) for at, found in places.items() if 0 < len(found) <= MOST_PLACES)
    for _, at in rare[:RARE_WORDS]:
        yield from ((at, place) for place in places[at])
    if not rare and all(places.values()):
        yield from _phrases(piece, text, start, end)


def telling(places: Places) -> list[Anchor]:
    """A few places worth walking only to say where the quotation and the source part."""
    few = [(at, place) for at, found in places.items() if len(found) <= 3 for place in found]
    return few[:MOST_TELLING] or [(at, found[0]) for at, found in places.items() if found][:MOST_TELLING]


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


def _phrases(piece: Window, text: str, start: int, end: int) -> Iterator[Anchor]:
    """Places of two or three words in a row, with what is neither letter nor digit between them."""
    named = [at for at, token in enumerate(piece.tokens) if token.is_word]
    size = min(3, len(named))
    runs = [named[n : n + size] for n in range(len(named) - size + 1)]
    runs.sort(key=lambda run: -sum(len(piece.tokens[at].text) for at in run))
    for run in runs[:PHRASES]:
        choices = ["|".join(map(re.escape, _spellings(piece, at))) for at in run]
        least = 0 if any(_UNSPACED.match(piece.tokens[at].text) for at in run) else 1
        pattern = re.compile(rf"[\W_]{{{least},60}}".join(f"(?:{c})" if "|" in c else c for c in choices))
        yield from (
            (run[0], match.start()) for match in islice(pattern.finditer(text, start, end), MOST_PHRASES)
        )


_HIDDEN = INVISIBLE + HARMLESS_DIRECTION


def _broken(piece: Window, words: list[int], text: str, start: int, end: int) -> Iterator[Anchor]:
    """Places of words with a hyphen at a line end, or an invisible character, in them."""
    breaks = [sign for sign in "-" + LINE_HYPHENS + _HIDDEN if sign in text]
    if not breaks:
        return
    splits: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for at in words:
        for form in _spellings(piece, at):
            for n in range(1, len(form)):
                splits.setdefault((form[n - 1], form[n]), []).append((at, form[:n]))
    lefts, rights = (re.escape("".join({pair[side] for pair in splits})) for side in (0, 1))
    if not splits:
        return
    pattern = re.compile(_break_pattern(breaks, lefts, rights))
    found = 0
    for match in pattern.finditer(text, start, end):
        pair = text[match.start() - 1 : match.start()], text[match.end()]
        for at, head in splits.get(pair, ()):
            begin = match.start() - len(head)
            if text.startswith(head, max(0, begin)) and not is_letter(text[begin - 1 : begin]):
                yield at, begin
                found += 1
        if found >= MOST_BROKEN:
            return


def _break_pattern(breaks: list[str], lefts: str, rights: str) -> str:
    hyphen = rf"-(?<=[{lefts}]-)(?:[^\S\n]*\n\s*| )(?=[{rights}])"
    others = "".join(sign for sign in breaks if sign != "-")
    return hyphen if not others else rf"{hyphen}|[{others}]+\s*(?=[{rights}])"
