"""Numbers in words, by language: `twenty-five`, `to hundre og ti`, `fünfundzwanzig`, `viidentoista`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import regex

from belegg.records import Span

_DATA = Path(__file__).parent.parent / "data" / "counting"
LANGUAGES = tuple(sorted(path.stem for path in _DATA.glob("*.txt")))
"""The languages whose numbers in words are known."""

_WORD = regex.compile(r"[\p{L}\p{M}]+")
_JOINT = regex.compile(r"[ \u00a0\n-]{1,2}")


@dataclass(frozen=True, slots=True)
class Said:
    """A number in words. `is_one`: it may as well be an article or a pronoun (`en`, `one`)."""

    span: Span
    value: int
    is_one: bool = False


@dataclass(frozen=True, slots=True)
class Numerals:
    """The words of one language: those below a hundred (and `femhundre`), and those that multiply."""

    small: Mapping[str, int]
    ones: frozenset[str]
    multiply: Mapping[str, int]
    joining: frozenset[str]


def said_in(text: str, languages: Collection[str]) -> list[Said]:
    """The numbers in words of a text that may be in several languages; of two at one place the longer."""
    known = [language for language in languages if language in LANGUAGES]
    found = [said for language in known for said in _in_language(text, numerals(language))]
    kept: list[Said] = []
    for said in sorted(found, key=lambda one: (one.span.start, -one.span.end, one.is_one)):
        if not kept or said.span.start >= kept[-1].span.end:
            kept.append(said)
    return kept


def _in_language(text: str, known: Numerals) -> Iterator[Said]:
    words = list(_WORD.finditer(text))
    at = 0
    while at < len(words):
        taken, value = _taken(text, words, at, known)
        if taken:
            span = Span(words[at].start(), words[at + taken - 1].end())
            yield Said(span, value, is_one=taken == 1 and words[at][0].lower() in known.ones)
        at += taken or 1


def _taken(text: str, words: list[regex.Match[str]], at: int, known: Numerals) -> tuple[int, int]:
    """How many words from `at` on make a number, and which."""
    total, current, taken = 0, 0, 0
    for number in range(at, len(words)):
        if number > at and not _JOINT.fullmatch(text, words[number - 1].end(), words[number].start()):
            break
        word = words[number][0].lower()
        if word in known.multiply:
            factor = known.multiply[word]
            total, current = (
                (total + (current or 1) * factor, 0) if factor > 100 else (total, (current or 1) * 100)
            )
        elif word in known.small and _fits(current, known.small[word]):
            current += known.small[word]
        elif word in known.joining and (total or current >= 100) and _goes_on(words, number + 1, known):
            continue
        else:
            break
        taken = number - at + 1
    return taken, total + current


def _fits(current: int, value: int) -> bool:
    """Whether a word may follow what was said of a number: units after tens, tens after hundreds."""
    if value < 10:
        return current % 10 == 0 and current % 100 != 10
    return current % 100 == 0 and (value < 100 or current == 0)


def _goes_on(words: list[regex.Match[str]], at: int, known: Numerals) -> bool:
    return at < len(words) and words[at][0].lower() in known.small


@cache
def numerals(language: str) -> Numerals:
    lines = (_DATA / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    lists = {name: said.split() for name, _, said in (line.partition(":") for line in lines)}
    units = [tuple(forms.split("/")) for forms in (*["/".join(lists["one"])], *lists["units"])]
    tens = [tuple(forms.split("/")) for forms in lists["tens"]]
    small = {form: number for number, forms in enumerate(units, start=1) for form in forms}
    for number, forms in enumerate(lists["teens"], start=10):
        small |= dict.fromkeys(forms.split("/"), number)
    for ten, written in enumerate(tens, start=2):
        small |= dict.fromkeys(written, 10 * ten)
        for unit, others in enumerate(units, start=1):
            joined = (j.format(ten=t, unit=u) for j in lists["join"] for t in written for u in others)
            small |= dict.fromkeys(joined, 10 * ten + unit)
    hundreds = {
        u + h: 100 * n for n, forms in enumerate(units, start=1) for u in forms for h in lists["hundred"]
    }
    multiply = dict.fromkeys(lists["hundred"], 100) | dict.fromkeys(lists["thousand"], 1_000)
    return Numerals(hundreds | small, frozenset(lists["one"]), multiply, frozenset(lists["and"]))
