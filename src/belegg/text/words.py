"""
Text as words: lower case, with their places; codes whole and in parts; `§ 15-7` as one word.

A word is a run of letters, digits and marks. A code holds a digit and one of `- . / : _` inside
(`2026-041`, `E-4012`, `12.345`): it stands whole before its parts. Two codes that a dash joins stand each
for itself too (`A/79/797-S/2025/109`). A section reference in any spelling
(`§15-7`, `paragraf 15-7`, `§§ 14-6 og 14-7`, `3 kap. 15 a §`) stands as one word, `§15-7`, before its parts.
Scripts that are written without spaces give each character and each pair of neighbours as words. The raised
number of a footnote is no part of the word before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter
from typing import NamedTuple

import regex

from belegg.records import Span

VERSION = 3
"""Part of the analyser's identity: other words from the same text are another number."""

DASHES = "\u2010\u2011\u2012\u2013\u2212"
_DASH_TO_HYPHEN = str.maketrans(dict.fromkeys(DASHES, "-"))

_W = r"[\p{L}\p{N}\p{M}]"
# A comma joins digits only: `12,5`.
_RUN = regex.compile(rf"{_W}+(?:(?:[-./:_{DASHES}]|(?<=\d),(?=\d)){_W}+)*")
_PART = regex.compile(rf"{_W}+")
_PIECE = regex.compile(r"[^/:]+")
_BETWEEN_DASHES = regex.compile(rf"[^-{DASHES}]+")
# Chinese, Japanese, Thai, Lao, Khmer and Burmese are written without spaces between words.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]"
)
_UNSPACED_RUN = re.compile(rf"({_UNSPACED.pattern}+)")
_DIGIT = regex.compile(r"\p{N}")
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
# A footnote's mark: after three letters, a year or a closing sign. `m²`, `x²` and `10⁶` are no marks.
_NOTE_MARK = regex.compile(
    rf"(?<=\p{{L}}{{3}}|(?<!\d)\d{{4}}|[.,;:!?)\]\"'”’»])[{_RAISED}]+(?:[,⁾][{_RAISED}]+)*"
)
_POSSESSIVE = regex.compile(rf"(?<={_W})['’]s(?!{_W})")

# A letter after a space may belong to the number (`§ 9 a`) or be a word (`§ 20 i loven`): both are kept.
_LETTER = rf"(?: ?[a-zåæøäö](?!{_W}))?"
SECTION_NUMBER = rf"\d{{1,5}}{_LETTER}(?:[-.{DASHES}]\d{{1,5}}{_LETTER}){{0,3}}"
_AND = r"(?:\s*,\s*|\s+(?:og|eller|til|och|samt|till|und|oder|bis|and|or|to|ja|tai|en|of|tot)\s+)"
_NOT_INSIDE = rf"(?<!{_W}|{_W}[-./:_{DASHES}])"
_SECTION = regex.compile(
    rf"§§\s*(?P<list>{SECTION_NUMBER}(?:{_AND}{SECTION_NUMBER}){{0,20}})"
    rf"|(?:§|{_NOT_INSIDE}paragra(?:f|ph)\p{{L}}{{0,4}}\s)\s*(?P<after>{SECTION_NUMBER})"
    rf"|{_NOT_INSIDE}(?P<before>{SECTION_NUMBER}(?:{_AND}{SECTION_NUMBER}){{0,20}})\s?§{{1,2}}"
    rf"(?!\s*\d(?!\d*\s?(?:st|mom|p|kohta)\b))"
)
_NUMBERS = regex.compile(SECTION_NUMBER)
_SPACED_LETTER = regex.compile(r"(\d) \p{L}$")
_RANGE = regex.compile(rf"(\d+)[-{DASHES}](\d+)")


class Word(NamedTuple):
    """A word in lower case and its place in the text."""

    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


_Found = tuple[str, int, int]
# Making a `Word` costs as much as finding it; this way it costs half as much.
_word: Callable[[_Found], Word] = partial(tuple.__new__, Word)


def words(text: str) -> list[Word]:
    """The words of normalised text by place; a section or a code stands before its parts."""
    return list(map(_word, _find(text)))


def word_texts(text: str) -> list[str]:
    """The same words without their places, at twice the speed."""
    return [found[0] for found in _find(text)]


def _find(text: str) -> list[_Found]:
    lowered = _lower(text)
    searched = _without_note_marks(_without_possessives(lowered))
    found: list[_Found] = []
    end = 0
    for run in _RUN.findall(searched):
        # A run begins at the first letter after the one before, so this finds its own place.
        start = searched.find(run, end)
        end = start + len(run)
        if run.isalnum():
            found.append((run, start, end))
        else:
            found += _inside(run, start)
    if not text.isascii() and _UNSPACED.search(lowered):
        # A code and its parts give the same characters: they are counted once.
        pieces = dict.fromkeys(piece for word in found for piece in _characters(word))
        found = sorted(pieces, key=itemgetter(1))
    if "§" in lowered or "paragra" in lowered:
        return sorted([*_section_words(lowered), *found], key=itemgetter(1))
    return found


def holds_digit(word: str) -> bool:
    """Codes and numbers: they are kept as written in every language."""
    return not word.isalpha() and _DIGIT.search(word) is not None


def _lower(text: str) -> str:
    """Lower case with every character in its place (`İ`, which would become two, stays)."""
    lowered = text.lower()
    if len(lowered) == len(text) and "Σ" not in text:
        return lowered
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)


def _without_possessives(text: str) -> str:
    """`company's` as `company  `: the s is no word of its own."""
    if "'" in text or "’" in text:
        text = _POSSESSIVE.sub("  ", text)
    return text


def _without_note_marks(text: str) -> str:
    """`government.¹` as `government. `: a raised number after a word is no part of it."""
    if not text.isascii():
        text = _NOTE_MARK.sub(lambda mark: " " * len(mark[0]), text)
    return text


def _inside(run: str, start: int) -> list[_Found]:
    """
    Words joined by `- . / : _`: their parts, and when they hold a digit the whole, the codes that dashes
    join, and its `/`-pieces.
    """
    parts = [(m[0], start + m.start(), start + m.end()) for m in _PART.finditer(run)]
    if len(parts) == 1 or not _DIGIT.search(run):
        return parts
    whole = (run.translate(_DASH_TO_HYPHEN), start, start + len(run))
    pieces = [
        (run[begin:end].translate(_DASH_TO_HYPHEN), start + begin, start + end)
        for begin, end in (*_joined_codes(run), *(m.span() for m in _PIECE.finditer(run)))
        if _is_code(run[begin:end]) and end - begin < len(run)
    ]
    return sorted([whole, *pieces, *parts], key=itemgetter(1)) if pieces else [whole, *parts]


def _joined_codes(run: str) -> list[tuple[int, int]]:
    """
    The codes that a run is made of when each of them holds `/`: `A/79/797-S/2025/109` is a paper's number in
    two series, and each of the two is asked for alone. Any other dash belongs to its code.
    """
    if "/" not in run:
        return []
    codes = [m.span() for m in _BETWEEN_DASHES.finditer(run)]
    every = all("/" in run[begin:end] and _is_code(run[begin:end]) for begin, end in codes)
    return codes if every else []


def _characters(word: _Found) -> Iterator[_Found]:
    """A word of a script without spaces as pairs and single characters; what else it holds as it is."""
    run, at, _ = word
    if not _UNSPACED.search(run):
        yield word
        return
    for stretch in _UNSPACED_RUN.split(run):
        if not _UNSPACED.match(stretch):
            # Cut from its neighbours it may end in what joined them (`12/東`), and be no code any more.
            rest = _RUN.search(stretch)
            if rest and (rest[0].isalnum() or _DIGIT.search(rest[0])):
                yield rest[0], at + rest.start(), at + rest.end()
        else:
            for place, pair in enumerate(zip(stretch, (*stretch[1:], ""), strict=True), at):
                if pair[1]:
                    yield "".join(pair), place, place + 2
                yield pair[0], place, place + 1
        at += len(stretch)


def _is_code(piece: str) -> bool:
    return not _PART.fullmatch(piece) and _DIGIT.search(piece) is not None


def _section_words(lowered: str) -> Iterator[_Found]:
    for match in _SECTION.finditer(lowered):
        group = match.lastgroup or "after"
        offset = match.start(group)
        numbers = list(_NUMBERS.finditer(match[group]))
        for number in numbers:
            start = match.start() if group == "after" else offset + number.start()
            for form in section_forms(number[0], several=group == "list" and len(numbers) == 1):
                yield form, start, offset + number.end()


def section_forms(number: str, several: bool = False) -> list[str]:
    """
    A section number's readings as words: `15-7` → §15-7; `9 a` → §9a and §9.

    `several`: it stands alone after `§§`, so `3–5` may also be a range: §3-5, §3 and §5.
    """
    whole = number.translate(_DASH_TO_HYPHEN).replace(" ", "")
    forms = ["§" + whole]
    if _SPACED_LETTER.search(number):
        forms.append("§" + whole[:-1])
    if several and (ends := _RANGE.fullmatch(number)):
        forms += ["§" + ends[1], "§" + ends[2]]
    return forms
