"""The cells of an Excel sheet as Excel shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

from belegg.reading.office.package import Package
from belegg.reading.stored import Storing
from belegg.reading.tables.format_codes import sections
from belegg.reading.tables.heads import Cell
from belegg.reading.tables.number_formats import BUILT_IN, general, shown, text_shown
from belegg.reading.tables.separators import Separators, separators_of

_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_CELL = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_YEARS = range(1800, 2200)
_NO_STRINGS = frozenset[str]()


class Look(NamedTuple):
    """
    A cell style: its format code, whether that makes dates of numbers, whether it sets white on no ground.
    """

    code: str
    is_date: bool
    is_white: bool


@dataclass(frozen=True, slots=True)
class Book:
    """
    What all sheets of a workbook share: its strings, the looks of its cells by style, its calendar, the signs
    between digits.
    """

    strings: tuple[str, ...]
    looks: dict[str, Look]
    since_1904: bool
    storing: Storing
    signs: Separators
    white: frozenset[str]


_GENERAL = Look("General", False, False)


def book_of(package: Package, main: str, since_1904: bool, storing: Storing) -> Book:
    """Raises Damaged and TooLarge."""
    strings = tuple(
        item_text(item)
        for part in package.related(main, "sharedStrings")[:1]
        for item in package.pieces(part, _NO_STRINGS)
        if item.tag == "x_si"
    )
    looks = [look for part in package.related(main, "styles")[:1] for look in _looks(package.tree(part))]
    by_style = {str(n): look for n, look in enumerate(looks)}
    signs = separators_of(strings, {look.code for look in looks})
    white = frozenset(style for style, look in by_style.items() if look.is_white)
    return Book(strings, by_style, since_1904, storing, signs, white)


def _looks(styles: Element) -> Iterator[Look]:
    own = {
        element.get("numFmtId"): element.get("formatCode") or "General"
        for element in styles.iterfind("x_numFmts/x_numFmt")
    }
    white = {str(n) for n, font in enumerate(styles.iterfind("x_fonts/x_font")) if _is_white(font)}
    plain = {str(n) for n, fill in enumerate(styles.iterfind("x_fills/x_fill")) if _is_plain(fill)}
    for style in styles.iterfind("x_cellXfs/x_xf"):
        number = style.get("numFmtId") or "0"
        code = own.get(number) or BUILT_IN.get(int(number) if number.isdecimal() else 0, "General")
        unseen = style.get("fontId") in white and (style.get("fillId") or "0") in plain | {"0"}
        yield Look(code, sections(code)[0].is_date, unseen)


def _is_white(font: Element) -> bool:
    """White as such, or as the ground of the theme (0)."""
    colour = font.find("x_color")
    if colour is None:
        return False
    return (colour.get("rgb") or "").upper()[-6:] == "FFFFFF" or colour.get("theme") == "0"


def _is_plain(fill: Element) -> bool:
    pattern = fill.find("x_patternFill")
    return fill.find("x_gradientFill") is None and (
        pattern is None or (pattern.get("patternType") or "none") == "none"
    )


def is_white(element: Element, book: Book) -> bool:
    """Whether a cell is set in white on no ground of its own."""
    return bool(book.white) and (element.get("s") or "0") in book.white


def item_text(item: Element) -> str:
    """A string of a cell or comment, without the readings of East Asian words that stand above it."""
    if len(item) == 1 and item[0].tag == "x_t":
        return _unescaped(item[0].text or "")
    pieces = (
        text.text or ""
        for child in item
        for text in ([child] if child.tag == "x_t" else child.findall("x_t") if child.tag == "x_r" else ())
    )
    return _unescaped("".join(pieces))


def _unescaped(text: str) -> str:
    """`_x000D_` stands for a character that XML forbids."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def place_of(reference: str) -> tuple[int, int] | None:
    """Row and column of `B7` from 1, or None when it is no cell's name."""
    found = _CELL.fullmatch(reference.replace("$", ""))
    return (int(found[2]), column_number(found[1])) if found else None


def column_of(reference: str) -> int:
    """The column of `B7` from 1; 0 when it is no cell's name."""
    letters = reference.rstrip("0123456789")
    return column_number(letters) if letters != reference else 0


@lru_cache(maxsize=20_000)
def column_number(letters: str) -> int:
    """The number of a column: 1 for `A`, 28 for `AB`; 0 for what is none."""
    if not re.fullmatch("[A-Z]{1,3}", letters):
        return 0
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def column_letters(number: int) -> str:
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def cell_of(element: Element, book: Book) -> Cell | None:
    """The cell as it is shown, None where it shows nothing."""
    kind = element.get("t") or "n"
    if kind == "inlineStr":
        inline = element.find("x_is")
        text = item_text(inline) if inline is not None else ""
        return _text(text, element, book)
    value = element.find("x_v")
    raw = value.text or "" if value is not None else ""
    if not raw:
        return None
    if kind == "s":
        known = raw.isdecimal() and int(raw) < len(book.strings)
        return _text(book.strings[int(raw)] if known else "", element, book)
    if kind == "b":
        return Cell("TRUE" if raw.strip() in ("1", "true") else "FALSE")
    if kind in ("str", "e"):
        return _text(_unescaped(raw), element, book)
    if kind == "d":
        return Cell(raw[:10] if raw.endswith(("T00:00:00", "T00:00:00Z", "T00:00:00.000")) else raw)
    return _number(raw, element, book)


def shows_nothing(element: Element) -> bool:
    """Whether a cell that is not shown holds something all the same (a format such as `;;;`)."""
    value = element.find("x_v")
    return value is not None and bool((value.text or "").strip()) and element.get("t") not in ("s", "str")


def _look(element: Element, book: Book) -> Look:
    return book.looks.get(element.get("s") or "0", _GENERAL)


def _text(raw: str, element: Element, book: Book) -> Cell | None:
    code = _look(element, book).code
    text = book.storing.text(raw if code in ("General", "@") else text_shown(raw, code)).strip()
    return Cell(text) if text else None


def _number(raw: str, element: Element, book: Book) -> Cell | None:
    code, is_date, _ = _look(element, book)
    try:
        value = float(raw)
    except ValueError:
        return _text(raw, element, book)
    if code == "General" and abs(value) < 1e300:
        text = general(value, book.signs)
    else:
        text = shown(value, code, book.since_1904, book.signs)
    if not text:
        return None
    names = is_date or (len(text) == 4 and text.isdecimal() and int(text) in _YEARS)
    return Cell(text if text.isascii() else book.storing.text(text), counts=not names)
