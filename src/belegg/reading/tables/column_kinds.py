"""
What a column of a file of rows holds: whole numbers, decimals, days, or text. Told from all of its values;
what could be read in two ways stays text, and that is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Literal

Value = str | int | float | None
Kind = Literal["INTEGER", "REAL", "TEXT"]
Sign = Literal[",", "."]
"""What stands before decimals."""

_BETWEEN: dict[Sign, str] = {",": r"[ .'’]", ".": r"[ ,'’]"}
_NUMBER = {
    sign: re.compile(
        rf"[-+−]?(?:\d{{1,15}}|\d{{1,3}}(?:{between}\d{{3}}){{1,4}})(?:{re.escape(sign)}\d{{1,15}})?"
    )
    for sign, between in _BETWEEN.items()
}
_WHOLE = re.compile(r"[-+−]?\d{1,15}")
_PADDED = re.compile(r"[-+−]?0\d")
_CODE = re.compile(r"[-+−]?0\d+")
_THREES = r"\d{1,3}(?:[ @]\d{3})"
_SURE = rf"[-+−]?(?:\d+#(?:\d{{1,2}}|\d{{4,}})|0#\d+|\d{{4,}}#\d+|{_THREES}+#\d+|\d{{1,3}}(?:@\d{{3}}){{2,}})"
_DECIDED: dict[Sign, re.Pattern[str]] = {
    ",": re.compile(_SURE.replace("#", ",").replace("@", r"\.").replace(r"[ \.]", "[ .]")),
    ".": re.compile(_SURE.replace("#", r"\.").replace("@", ",")),
}
"""What can be read in one way alone: `1,5` and `1.234,5`, but not `1,234`."""

_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?")
_NORDIC_DAY = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")


def sign_of(columns: Sequence[Sequence[Value]]) -> Sign | None:
    """The sign before decimals in a file; None where nothing decides it, or both do."""
    met = {sign for column in columns for sign in (_own_sign(column),) if sign}
    return met.pop() if len(met) == 1 else None


def as_kind(values: Sequence[Value], of_file: Sign | None) -> tuple[Kind, list[Value], str]:
    """
    The values as the kind that all of them are, and what is to be said of it (empty: nothing). A day is text
    in the form `2026-01-31`.
    """
    there = [value for value in values if value is not None]
    if there and all(not isinstance(value, str) for value in there):
        if all(isinstance(value, int) for value in there):
            return "INTEGER", list(values), ""
        return "REAL", [None if value is None else float(value) for value in values], ""
    texts = [None if value is None else _written(value) for value in values]
    known = [text for text in texts if text is not None]
    days = [_day(text) for text in known]
    if known and all(days):
        return "TEXT", [None if text is None else _day(text) for text in texts], ""
    if not known or not all(_NUMBER[","].fullmatch(text) or _NUMBER["."].fullmatch(text) for text in known):
        some = sum(1 for value in there if not isinstance(value, str))
        mixed = f"{some:,} numbers stand among texts; all are kept as text" if some else ""
        return "TEXT", list(texts), mixed
    if any(_PADDED.match(text) and _CODE.fullmatch(text) for text in known):
        return "TEXT", list(texts), ""  # account numbers, postal codes
    return _as_numbers(texts, known, of_file)


def _as_numbers(
    texts: Sequence[str | None], known: Sequence[str], of_file: Sign | None
) -> tuple[Kind, list[Value], str]:
    if all(_WHOLE.fullmatch(text.replace(" ", "")) for text in known):
        return "INTEGER", [None if text is None else int(_plain(text, ".")) for text in texts], ""
    sign = _own_sign(known) or of_file
    if sign is None or not all(_NUMBER[sign].fullmatch(text) for text in known):
        return "TEXT", list(texts), f"`{known[0]}` may be thousands or decimals; kept as text"
    plain = [None if text is None else _plain(text, sign) for text in texts]
    if not any(text and "." in text for text in plain):
        return "INTEGER", [None if text is None else int(text) for text in plain], ""
    return "REAL", [None if text is None else float(text) for text in plain], ""


def _own_sign(values: Sequence[Value]) -> Sign | None:
    texts = [value for value in values if isinstance(value, str)]
    if not texts:
        return None
    for sign, pattern in _DECIDED.items():
        if any(map(pattern.fullmatch, texts)) and all(map(_NUMBER[sign].fullmatch, texts)):
            return sign
    return None


def _plain(text: str, sign: Sign) -> str:
    other = "." if sign == "," else ","
    text = text.replace("−", "-").replace(other, "")
    return re.sub(r"[ '’]", "", text).replace(sign, ".")


def _written(value: str | int | float) -> str:
    return value if isinstance(value, str) else repr(value)


def _day(text: str) -> str | None:
    """The day in ISO 8601; None for what is none, or one of two."""
    if _ISO_DAY.fullmatch(text):
        year, month, day, rest = int(text[:4]), int(text[5:7]), int(text[8:10]), text[10:].replace("T", " ")
    elif found := _NORDIC_DAY.fullmatch(text):
        year, month, day, rest = int(found[3]), int(found[2]), int(found[1]), ""
    else:
        return None
    try:
        return date(year, month, day).isoformat() + rest
    except ValueError:
        return None
