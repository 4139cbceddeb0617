"""
Which old code page bytes were written in, told from the letters they give.

Each code page that can hold the bytes is judged by its characters above ASCII in their surroundings: a
letter of one of our languages next to letters of the same case speaks for it, a sign in the middle of a
word or a capital after a small letter speaks against it. The language with the best sum counts, because
a text holds the letters of one language, not of all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

PAGES = ("cp1252", "iso8859-15", "cp865", "cp850", "mac-roman", "cp1251", "koi8-r", "cp866")
"""In the order that decides between equals."""

_MOST_PLACES = 4_000
_ENOUGH = 0.5
"""Mean worth per character that a text must reach: right pages give 0.8 and more, wrong ones 0.3 and less."""

_RUSSIAN = "абвгдежзийклмнопрстуфхцчшщъыьэюяё"
_RUSSIAN_COMMON = "оеаинтсрвлкмдпуяы"
_LETTERS = {
    "no da": "æøåéèêóòôà",
    "sv fi": "åäöéàü",
    "de": "äöüß",
    "nl": "ëïéèöüê",
    "fr": "éèêëàâçùûüîïôœ",
    "es": "áéíóúñü",
    "it": "àèéìòù",
    "pt": "ãõáéíóúâêôàçü",
    "ru": _RUSSIAN,
}
_LATIN = frozenset("".join(letters for letters in _LETTERS.values() if letters != _RUSSIAN))
_SIGNS = frozenset("–—‘’“”„«»…•·§°€£©®±½¼¾²³ºª¿¡µ×№\u00a0")
_JAPANESE = re.compile("[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e]")
_JAPANESE_IN_WORD = re.compile("(?<=[a-z])[\u3000-\u9fff]|[\u3000-\u9fff](?=[a-z])")
_LEAST_JAPANESE, _MOSTLY = 8, 0.95
_ABOVE_ASCII = re.compile(r"[^\x00-\x7f]")


@dataclass(frozen=True, slots=True)
class CodePage:
    """A code page that fits, the text it gives, and its mean worth per character above ASCII (at most 1)."""

    name: str
    text: str
    worth: float


def best_code_page(data: bytes) -> CodePage | None:
    """The code page whose letters make sense, or None when none does."""
    candidates = [page for name in PAGES if (page := _judged(data, name))]
    best = max(candidates, key=lambda page: page.worth, default=None)
    return best if best and best.worth >= _ENOUGH else None


def japanese(data: bytes) -> CodePage | None:
    """
    The text as Shift-JIS (cp932), or None when it is no Japanese in it.

    Bytes of Chinese, Korean and of the other Japanese code pages read so give half-width kana, bytes of Latin
    ones give signs inside words; Japanese gives neither.
    """
    try:
        text = data.decode("cp932")
    except UnicodeDecodeError:
        return None
    above = _ABOVE_ASCII.findall(text)
    fitting = len(_JAPANESE.findall(text)) - len(_JAPANESE_IN_WORD.findall(text))
    worth = fitting / max(1, len(above))
    return CodePage("cp932", text, worth) if fitting >= _LEAST_JAPANESE and worth >= _MOSTLY else None


def _judged(data: bytes, name: str) -> CodePage | None:
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        return None
    places = [found.start() for found in _ABOVE_ASCII.finditer(text)]
    step = len(places) // _MOST_PLACES + 1
    sample = [(text[p - 1 : p] or " ", text[p], text[p + 1 : p + 2] or " ") for p in places[::step]]
    worth = max(sum(_worth(place, letters) for place in sample) for letters in _LETTERS.values())
    return CodePage(name, text, worth / max(1, len(sample)))


def _worth(place: tuple[str, str, str], letters: str) -> float:
    before, char, after = place
    if char.lower() in letters:
        return _worth_of_letter(before, char, after)
    if char.lower() in _LATIN and letters != _RUSSIAN:
        return 0.5 * _worth_of_letter(before, char, after)
    if char.isalpha():
        return -0.5
    if char in _SIGNS:
        inside_word = before.isalpha() and after.isalpha()
        return -0.5 if inside_word and char not in "’‘–\u00a0·" else 0.6
    return -1.0


def _worth_of_letter(before: str, char: str, after: str) -> float:
    if char.lower() in _RUSSIAN and (_is_latin(before) or _is_latin(after)):
        return -1.0
    if char.isupper():
        shouted = after.isupper() or before.isupper()
        return -1.0 if before.islower() else 0.7 if after.islower() or shouted else 0.3
    if before.isupper() and after.isupper():
        return -1.0
    alone = not (before.isalpha() or after.isalpha())
    rare_russian = "а" <= char <= "я" and char not in _RUSSIAN_COMMON
    return 0.3 if alone else 0.8 if rare_russian else 1.0


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalpha()
