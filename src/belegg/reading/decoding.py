"""
From bytes to characters, strictly: UTF-8, UTF-16, UTF-32, then the declared, then the detected code page.

A replacement character is only ever put where single bytes of a text that is clearly UTF-8 are damaged, and
then the warning says where. Nothing is repaired by guess.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from belegg.errors import TooLarge, UndecodableText
from belegg.reading.code_pages import best_code_page, japanese
from belegg.records import Warned

LARGEST_BYTES = 32_000_000
"""Of text in one file: with its copies, blocks and passages it stays within the memory promised."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARABLE = re.compile(
    r"(iso-?8859-?\d+|latin-?\d+|windows-?\d+|cp\d+|ibm\d+|macroman|macintosh|mac-?\w+|koi8-?[ru]|"
    r"shift_?jis|euc-?\w+|gb\w+|big5\w*|iso-2022-\w+|us-ascii|ascii)",
    re.IGNORECASE,
)
_WEB_NAMES = {
    **dict.fromkeys(("iso-8859-1", "iso8859-1", "latin-1", "latin1", "us-ascii", "ascii"), "cp1252"),
    "macintosh": "mac-roman",
}
"""What these names mean in practice: browsers read them so (WHATWG Encoding)."""

_SPOKEN = {
    "cp1252": "Windows-1252",
    "cp932": "Shift-JIS (cp932)",
    "utf-8": "UTF-8",
    **dict.fromkeys(("utf-16-le", "utf-16-be"), "UTF-16"),
    **dict.fromkeys(("utf-32-le", "utf-32-be"), "UTF-32"),
}
_MOST_PLACES = 5


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, the encoding it was in, and what a reader of the report should know about it."""

    text: str
    encoding: str
    warnings: tuple[Warned, ...] = ()


def decode(data: bytes, declared: str | None = None) -> Decoded:
    """Raises UndecodableText when they are text in no encoding that can be told for sure, and TooLarge."""
    if len(data) > LARGEST_BYTES:
        raise TooLarge(f"the text is larger than {LARGEST_BYTES:,} bytes; divide it")
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _by_mark(data[len(mark) :], encoding)
    wide = _wide_encoding(data)
    if wide:
        warning = Warned("encoding", f"read as {_SPOKEN[wide]}, told from its zero bytes (no mark says so)")
        return Decoded(data.decode(wide), wide, (warning,))
    try:
        return _utf_8(data.decode("utf-8"), declared)
    except UnicodeDecodeError as error:
        first_bad = error.start
    return _declared(data, declared) or _damaged_utf_8(data) or _detected(data, first_bad)


def _by_mark(data: bytes, encoding: str) -> Decoded:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return _damaged(data, encoding)
    return _utf_8(text, None) if encoding == "utf-8" else Decoded(text, encoding)


def _utf_8(text: str, declared: str | None) -> Decoded:
    warnings = list(_mojibake(text))
    if declared and not text.isascii() and declared.lower().replace("-", "") != "utf8":
        warnings.append(Warned("encoding", f"declares `{declared[:40]}` but is UTF-8; read as UTF-8"))
    return Decoded(text, "utf-8", tuple(warnings))


def _wide_encoding(data: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark: zero bytes at every second or at three of four places."""
    sample = data[: 4096 - 4096 % 4]
    if len(sample) < 8 or b"\0" not in sample:
        return None
    zeros = [sample[place::4].count(0) / len(sample[place::4]) for place in range(4)]
    for encoding, high, low in (
        ("utf-32-le", zeros[2:], zeros[:1]),
        ("utf-32-be", zeros[:2], zeros[3:]),
        ("utf-16-le", zeros[1::2], zeros[::2]),
        ("utf-16-be", zeros[::2], zeros[1::2]),
    ):
        if min(high) >= 0.1 and max(low) <= 0.02 and _decodes(data, encoding):
            return encoding
    return None


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _declared(data: bytes, declared: str | None) -> Decoded | None:
    name = (declared or "").strip().lower()
    name = _WEB_NAMES.get(name, name)
    if not _DECLARABLE.fullmatch(name):
        return None
    try:
        return Decoded(data.decode(codecs.lookup(name).name), name)
    except (UnicodeDecodeError, LookupError):
        return None


def _damaged_utf_8(data: bytes) -> Decoded | None:
    """
    Text that is clearly UTF-8 but for a few bytes: as many whole characters above ASCII as bad places.

    Chance makes a whole UTF-8 character out of code-page letters so seldom that one speaks against the rest.
    """
    text = data.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    whole = sum(1 for c in text if c > "\x7f") - bad
    return _damaged(data, "utf-8") if whole >= max(1, bad) else None


def _damaged(data: bytes, encoding: str) -> Decoded:
    text = data.decode(encoding, "replace")
    places = [found.start() for found in re.finditer("\ufffd", text)]
    lines = dict.fromkeys(text.count("\n", 0, place) + 1 for place in places[:_MOST_PLACES])
    more = " and more" if len(places) > _MOST_PLACES else ""
    met = "1 place is" if len(places) == 1 else f"{len(places)} places are"
    where = f"line{'s' if len(lines) > 1 or more else ''} {', '.join(map(str, lines))}{more}"
    message = f"{met} not valid {_SPOKEN[encoding]} and shown as `\ufffd` ({where}); save the file again"
    return Decoded(text, encoding, (Warned("damaged text", message),))


def _detected(data: bytes, first_bad: int) -> Decoded:
    page = best_code_page(data) or japanese(data)
    if page is None:
        raise UndecodableText(
            f"the bytes are not UTF-8 (from byte {first_bad} on) and make sense in no code page known here; "
            "save the file as UTF-8"
        )
    spoken = _SPOKEN.get(page.name, page.name)
    warning = Warned("encoding", f"not UTF-8; read as {spoken}, told from its letters")
    return Decoded(page.text, page.name, (warning,))


# ---------------------------------------------------------------- text that was decoded wrong before

_LEADS = "ÂÃÄÅÆÐÑâ"
_FOLLOWING = "[\u0080-\u00bf\u0152-\u2122]"
_SPOILT = re.compile(f"[ÂÃÄÅÆÐÑ]{_FOLLOWING}|â{_FOLLOWING}{_FOLLOWING}")


def _mojibake(text: str) -> list[Warned]:
    """UTF-8 that was read as Latin-1 or Windows-1252 and saved again shows as `Ã¥` for `å`."""
    found = [piece for piece in _SPOILT.findall(text) if _as_utf_8(piece)]
    if len(found) < 3 or 2 * len(found) < sum(text.count(lead) for lead in _LEADS):
        return []
    example = found[0]
    message = (
        f"{len(found)} places look like UTF-8 that was read in another code page and saved again "
        f"(`{example}` for `{_as_utf_8(example)}`); words there cannot be found. Save it anew"
    )
    return [Warned("mojibake", message)]


def _as_utf_8(piece: str) -> str | None:
    for page in ("latin-1", "cp1252"):
        try:
            return piece.encode(page).decode("utf-8")
        except UnicodeError:
            continue
    return None
