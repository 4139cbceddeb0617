"""
Sentences with their places, in running text, law text and Markdown.

A stop ends a sentence unless the next word begins with a small letter or a digit (`kl. 10.30`), or the stop
belongs to an abbreviation (`jf. aml. § 15-7`), an initial or an ordinal number. The lists of abbreviations
are our own, one a line in `data/abbreviations`; those with a `*` may also end a sentence (`osv.`), those with
a `#` are words too, and abbreviations before a number only (`no. 5`).
Headings, list items, table rows and blocks between blank lines are sentences of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import regex

from belegg.records import Span
from belegg.text.small_words import ALL_SMALL_WORDS, SMALL_WORDS

_DATA: Final = Path(__file__).parent / "data"

_LINE: Final = regex.compile(r"[^\n]*\n?")
_HEADING: Final = regex.compile(r"\s{0,3}#{1,6}\s|\s*§+ ?\d[^.!?]{0,80}$")
_WHOLE: Final = regex.compile(rf"(?:{_HEADING.pattern})|\s*\|")
_ITEM: Final = regex.compile(
    r"\s*(?:[-*+•–—▪◦]\s|\d{1,3}(?:\.\d{1,3})*[.)]\s|\p{L}\)\s|\([\p{L}\d]{1,4}\)\s|[|>]|```|~~~|:?-{3,})"
)
_SHORT_LINE: Final = 45
_FULL_LINE: Final = 60

_CLOSERS: Final = r"[\"'»”’)\]*_]*+(?:\[\^?\w{1,4}\])*+"
_STOP: Final = regex.compile(
    rf"(?:(?<![.!?…])[.!?…]++{_CLOSERS}(?=\s)|[.;](?=\(\d{{1,2}}\))|[。！？؟]+)"
    r"(?P<gap>\s*)(?P<opening>[\"'«»„“”‘’(\[*_¿¡–—-]*)(?=(?P<next>\S|$))"
)
_BEFORE: Final = regex.compile(r"(?<![\p{L}\p{M}\d./])(?P<token>[\p{L}\p{M}\d]+(?:[.\-][\p{L}\p{M}\d]+)*)$")
_INITIALS: Final = regex.compile(r"\p{L}(?:\.-?\p{L})*|\p{L}{1,4}(?:\.\p{L}{1,4})+")
_NUMBERED: Final = regex.compile(r"\s*(?:[*_#\s]*)(?:§+\s*)?[\d\p{L}]{1,4}(?:[-.]\d+)*(?:\s?\p{L})?")
_WORD: Final = regex.compile(r"[\p{L}\p{M}]+")
_PARAGRAPH_NUMBER: Final = regex.compile(r"\(\d{1,2}\)")
_MONTHS: Final = frozenset((_DATA / "months.txt").read_text(encoding="utf-8").split())


class _Abbreviations(NamedTuple):
    always: frozenset[str]
    may_end: frozenset[str]
    before_numbers: frozenset[str]


def sentences(text: str, language: str | None) -> list[Span]:
    """
    The sentences of a text: in order, apart, without white space at their ends, covering all else.

    `language` chooses the abbreviations and, for German, that an ordinal may stand before a capital; None
    and languages without a list use all lists together.
    """
    return [span for block in _blocks(text) for span in _in_block(text, block, language)]


def _blocks(text: str) -> Iterator[Span]:
    """Stretches that no sentence crosses: paragraphs, headings, list items, table rows."""
    start, full = 0, False
    before = ""
    for match in _LINE.finditer(text):
        line = match[0]
        if not line:
            break
        if before and _divides(before, line, full):
            yield Span(start, match.start())
            start, full = match.start(), False
        full = full or len(line) >= _FULL_LINE
        before = line
    yield Span(start, len(text))


def _divides(line: str, following: str, full: bool) -> bool:
    """Whether the end of a line ends a block. `full`: the block has lines as long as wrapped ones are."""
    if not line.strip() or not following.strip():
        return True
    if _HEADING.match(line) or _ITEM.match(following) or _HEADING.match(following):
        return True
    plain = line.strip()
    if plain.startswith("|"):
        return True
    is_short = len(plain) < _SHORT_LINE and not full and not plain.endswith((",", "-"))
    return (is_short or plain.endswith(":")) and _begins(following.lstrip())


def _begins(text: str) -> bool:
    letter = next((char for char in text[:8] if char.isalpha()), "")
    return letter != "" and not letter.islower()


def _in_block(text: str, block: Span, language: str | None) -> Iterator[Span]:
    start = block.start
    is_whole = _WHOLE.match(text, block.start, block.end)
    stops = () if is_whole else _STOP.finditer(text, block.start, block.end)
    for stop in stops:
        if _ends(text, start, stop, language):
            yield from _trimmed(text, start, stop.start("gap"))
            start = stop.end("gap")
    yield from _trimmed(text, start, block.end)


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield Span(start, end)


def _ends(text: str, start: int, stop: regex.Match[str], language: str | None) -> bool:
    """Whether a stop ends the sentence that began at `start`."""
    mark, following = text[stop.start()], stop["next"]
    if not following or mark in "。！？؟":
        return True
    if text[stop.start() + 1 : stop.start() + 2] == "(" and not stop["gap"]:
        return True
    if following.islower():
        return False
    if "(" in stop["opening"] and _PARAGRAPH_NUMBER.match(text, stop.end() - 1):
        return True
    if mark != ".":
        return not following.isdigit() or mark in "!?"
    before = _BEFORE.search(text, max(start, stop.start() - 40), stop.start())
    if before is None:
        return not following.isdigit()
    if _NUMBERED.fullmatch(text, start, stop.start()):
        return False
    word = _WORD.match(text, stop.end())
    return _ends_after(before["token"], word[0] if word else "", following, language)


def _ends_after(token: str, word: str, following: str, language: str | None) -> bool:
    """Whether a sentence ends after `token` and a stop, when `word`, or the digit `following`, comes next."""
    known = _abbreviations(language)
    small = token.lower()
    if following.isdigit():
        is_plain = len(token) > 4 and token.isalpha() and token.islower()
        return is_plain and small not in known.always | known.may_end | known.before_numbers
    if small in known.may_end:
        return True
    if small in known.always or _INITIALS.fullmatch(token):
        return len(token) > 1 and word.lower() in _small_words(language)
    if token.isdigit() and len(token) < 3:
        return language not in ("de", None) and word.lower() not in _MONTHS
    return True


@cache
def _abbreviations(language: str | None) -> _Abbreviations:
    path = _DATA / "abbreviations" / f"{language}.txt"
    paths = [path] if path.exists() else sorted((_DATA / "abbreviations").glob("*.txt"))
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").split()]
    return _Abbreviations(
        frozenset(line for line in lines if line[-1] not in "*#"),
        frozenset(line[:-1] for line in lines if line.endswith("*")),
        frozenset(line[:-1] for line in lines if line.endswith("#")),
    )


def _small_words(language: str | None) -> frozenset[str]:
    return SMALL_WORDS.get(language or "", ALL_SMALL_WORDS)
