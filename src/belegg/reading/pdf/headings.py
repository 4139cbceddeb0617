"""
Headings: short paragraphs that are set larger, bold or in capitals, or that the outline names; their levels.

Levels follow how headings are set, larger above smaller; numbering (`2.1.1`, `II.`, `A.`) puts kinds of one
look in the order in which they first come. What is set in a way of its own on the first page (title, logo)
stands above nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from belegg.reading.pdf.numerals import roman_value
from belegg.reading.pdf.paragraphs import Paragraph
from belegg.reading.sections import section_number

_LARGER = 1.12
_LONGEST, _LONGEST_PLAIN, _LONGEST_TITLE = 250, 160, 90
_MOST_LINES, _MOST_OF_CAPITALS = 5, 3
_LONGEST_BOLD, _MOST_BOLD = 450, 8
"""Characters and lines of a heading that is set larger and bold, as titles of letters are."""

_DECIMAL = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,5})(?:\.?\s+(?=\S)|\.(?=[^\W\d_]))")
_ROMAN = re.compile(r"([IVXLC]{1,6})[.)]?\s+(?=[^\W\d_])")
_LETTER = re.compile(r"([A-Z])[.)]\s+(?=\S)")
_NAMED = re.compile(
    r"((?:Chapter|Part|Annex|Appendix|Section|Title|Kapittel|Kapitel|Del|Vedlegg|Bilag|Bilaga|Liite|Luku|Osa|Anhang"
    r"|Anlage|Teil|Abschnitt|Annexe|Chapitre|Partie|Titre|Anexo|Capítulo|Allegato|Capitolo|ANNEX|CHAPTER|APPENDIX"
    r"|PART)\s+(?:[IVXLC]{1,6}|\d{1,3}|[A-Z]))\b[.:]?"
)
_SENTENCE_END = re.compile(r"[.,;。]\W*$")
_ABBREVIATED = re.compile(r"(?:^|\s)(?:\w\.|etc\.|Inc\.|Ltd\.|Co\.)\W*$")
_ONLY_SIGNS = re.compile(r"[\W\d_]*")


@dataclass(frozen=True, slots=True, order=True)
class _Look:
    """How a heading is set; sorted from the most to the least prominent."""

    size: float
    weight: int
    upright: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """An entry of the PDF's outline: its title as letters and digits, its page and level (both from 1)."""

    title: str
    page: int
    level: int


@dataclass(slots=True)
class _Open:
    """A sequence of numbered headings: its kind of numbering, last value, level and look."""

    kind: str
    value: int
    level: int
    look: _Look


class _Counting:
    """Follows numbered headings: one that counts on has the level of the one before, a first one is below."""

    def __init__(self) -> None:
        self._open: list[_Open] = []

    def level(self, look: _Look, kind: str, section: str | None, by_look: int) -> int:
        value = _value(kind, section)
        if not value:
            self._close(by_look)
            return by_look
        same = next((one for one in reversed(self._open) if one.kind == kind), None)
        if same and value == same.value + 1:
            level = same.level
        elif value == 1 and self._open and self._open[-1].look <= look and self._open[-1].kind != kind:
            level = max(by_look, self._open[-1].level + 1)
        else:
            level = by_look
        self._close(level - 1)
        self._open.append(_Open(kind, value, level, look))
        return level

    def _close(self, level: int) -> None:
        """Ends the sequences below a level."""
        self._open = [one for one in self._open if one.level <= level]


def _value(kind: str, section: str | None) -> int:
    """What a number counts to; 0 for names and nothing."""
    if not section or kind == "named":
        return 0
    if kind == "A":
        return ord(section) - ord("A") + 1
    if kind == "I":
        return roman_value(section)
    return int(section.rpartition(".")[2])


def letters_of(text: str) -> str:
    """What is compared of a title: its letters and digits in lower case."""
    return "".join(char for char in text.lower() if char.isalnum())


def set_headings(found: Sequence[Paragraph], body: float, outline: Sequence[Outline]) -> None:
    """Marks the headings among paragraphs: kind, level and section."""
    named = {(entry.page, entry.title): entry.level for entry in outline if entry.title}
    heads = _heads(found, body, named)
    looks = [(_look(one), number) for one, number in zip(heads, _numbers(heads), strict=True)]
    outlined = [_named_level(one, named) for one in heads]
    levels = _levels(heads, looks, outlined)
    counting = _Counting()
    for one, (look, (kind, section)), level in zip(heads, looks, outlined, strict=True):
        by_look = levels.get((look, kind), levels.get((look, ""), 1))
        one.kind = "heading"
        one.level = level or counting.level(look, kind, section, by_look)
        one.section = section


def _heads(found: Sequence[Paragraph], body: float, named: Mapping[tuple[int, str], int]) -> list[Paragraph]:
    """The headings; also short lines whose number goes on from theirs (`2.1.1` under `2.1`)."""
    heads: list[Paragraph] = []
    numbers: set[str] = set()
    below = [*found[1:], None]
    for one, after in zip(found, below, strict=True) if found else ():
        kind, number = number_of(one.text) if one.kind in ("paragraph", "list") else ("", None)
        follows = kind.startswith("1.") and number is not None and _parent(number) in numbers
        if (
            _is_heading(one, body)
            or _named_level(one, named) is not None
            or (follows and _is_short(one))
            or _is_italic(one, after, body)
        ):
            heads.append(one)
            if number and kind.startswith("1"):
                numbers.add(number)
    return heads


def _is_italic(one: Paragraph, after: Paragraph | None, body: float) -> bool:
    """A short line in italics, of the body's size at least, above a paragraph that is set upright."""
    line = one.lines[0]
    if after is None or one.kind != "paragraph" or not line.italic or not _is_short(one) or line.angle:
        return False
    words = one.text.split()
    below = after.lines[0]
    if one.text.endswith(":"):
        return False
    goes_on = after.kind in ("paragraph", "list") and not after.lines[-1].italic and not below.italic
    near = (below.page, below.strip) == (line.page, line.strip) and len(after.text) > 2 * len(one.text)
    return goes_on and near and one.text[0].isupper() and len(words[0]) > 1 and line.size >= 0.98 * body


def _parent(number: str) -> str:
    return number.rpartition(".")[0]


def _is_short(one: Paragraph) -> bool:
    text = one.text
    return len(one.lines) == 1 and len(text) <= _LONGEST_TITLE and not _SENTENCE_END.search(text)


def _named_level(one: Paragraph, named: Mapping[tuple[int, str], int]) -> int | None:
    if one.kind not in ("paragraph", "list") or len(one.lines) > _MOST_LINES:
        return None
    title = letters_of(one.text)
    levels = (named.get((page, title)) for page in (one.page, one.page + 1, one.page - 1))
    return next((level for level in levels if level), None)


def _is_heading(one: Paragraph, body: float) -> bool:
    if one.kind not in ("paragraph", "list") or one.lines[0].angle:
        return False
    text = one.text
    large = all(line.bold and line.size >= _LARGER * body for line in one.lines)
    longest, most = (_LONGEST_BOLD, _MOST_BOLD) if large else (_LONGEST, _MOST_LINES)
    if (
        len(text) > longest
        or len(one.lines) > most
        or _ONLY_SIGNS.fullmatch(text)
        or (len(text) == 1 and not one.lines[0].bold)
        or (one.lines[0].marks[:1] and one.lines[0].marks[0][0] == 0)
    ):
        return False
    kind, _ = number_of(text)
    if one.kind == "list" and not kind:
        return False
    ends = bool(_SENTENCE_END.search(text)) and not _ABBREVIATED.search(text)
    size = max(line.size for line in one.lines)
    if size >= _LARGER * body:
        return not (ends and len(text) > 80)
    if ends or len(text) > _LONGEST_PLAIN or size < 0.9 * body:
        return False
    if all(line.bold or line.underlined for line in one.lines):
        return True
    if kind and len(one.lines) == 1 and one.lines[0].italic:
        return True
    if _in_capitals(text) and len(one.lines) <= _MOST_OF_CAPITALS:
        return True
    return kind == "named" or (kind.startswith("1.") and len(one.lines) == 1 and size > 1.02 * body)


def _in_capitals(text: str) -> bool:
    letters = [char for char in text if char.isalpha() and char.upper() != char.lower()]
    return len(letters) >= 4 and sum(char.isupper() for char in letters) >= 0.85 * len(letters)


def number_of(text: str) -> tuple[str, str | None]:
    """How a heading is numbered (`1`, `1.1`, `I`, `A`, `named`, or nothing), and its number as printed."""
    if named := _NAMED.match(text):
        return "named", " ".join(named[1].split())
    if (told := section_number(text)) and not told[0].isdigit():
        return "named", told
    if decimal := _DECIMAL.match(text):
        return ".".join("1" for _ in decimal[1].split(".")), decimal[1]
    roman = _ROMAN.match(text)
    if roman and (len(roman[1]) > 1 or (roman[1] in "IVX" and text[1] in ".)")):
        return "I", roman[1]
    if letter := _LETTER.match(text):
        return "A", letter[1]
    return "", None


def _numbers(heads: Sequence[Paragraph]) -> list[tuple[str, str | None]]:
    """The headings' numbers; `I.` after `H.` is a letter."""
    found: list[tuple[str, str | None]] = []
    letter = ""
    for one in heads:
        kind, number = number_of(one.text)
        if kind == "I" and number and len(number) == 1 and letter and ord(number) == ord(letter) + 1:
            kind = "A"
        letter = number if kind == "A" and number else letter
        found.append((kind, number))
    return found


def _look(one: Paragraph) -> _Look:
    first = one.lines[0]
    size = max(line.size for line in one.lines)
    weight = 4 * first.bold + 3 * _in_capitals(one.text) + first.underlined
    return _Look(-round(2 * size) / 2, -weight, not first.italic)


def _levels(
    heads: Sequence[Paragraph],
    looks: Sequence[tuple[_Look, tuple[str, str | None]]],
    outlined: Sequence[int | None],
) -> dict[tuple[_Look, str], int]:
    """The level of each look and kind of numbering; those that the outline names keep its levels."""
    counts = Counter(look for look, _ in looks)
    title = {
        look
        for one, (look, (kind, _)) in zip(heads, looks, strict=True)
        if one.page == heads[0].page and counts[look] == 1 and not kind and len(heads) > 3
    }
    kinds: dict[_Look, list[str]] = {}
    for look, (kind, _) in looks:
        if kind not in kinds.setdefault(look, []):
            kinds[look].append(kind)
    levels: dict[tuple[_Look, str], int] = dict.fromkeys(((look, "") for look in title), 1)
    known = _outlined(looks, outlined)
    level = 0
    for look in sorted(set(kinds) - title):
        level += 1
        numbered = False
        for kind in _ordered(kinds[look]):
            level += numbered and bool(kind)
            numbered = numbered or bool(kind)
            level = known.get((look, kind), level if kind else known.get((look, None), level))
            levels[look, kind] = level
    return levels


def _outlined(
    looks: Sequence[tuple[_Look, tuple[str, str | None]]], outlined: Sequence[int | None]
) -> dict[tuple[_Look, str | None], int]:
    """The level that the outline gives most headings of a look and kind of numbering (None: of any)."""
    told: dict[tuple[_Look, str | None], Counter[int]] = {}
    for (look, (kind, _)), level in zip(looks, outlined, strict=True):
        for place in (kind, None) if level else ():
            told.setdefault((look, place), Counter())[level or 0] += 1
    return {place: levels.most_common(1)[0][0] for place, levels in told.items()}


def _ordered(kinds: Sequence[str]) -> list[str]:
    """Decimal numbers by their depth, the rest in the order of their first coming; unnumbered ones first."""
    decimals = sorted((kind for kind in kinds if kind.startswith("1")), key=len)
    others = [kind for kind in kinds if kind and not kind.startswith("1")]
    both = [kind for kind in kinds if kind]
    ordered = decimals + others if both and both[0].startswith("1") else others + decimals
    return [*([""] if "" in kinds else []), *ordered]
