"""
What a column of a file of rows holds: whole numbers, decimals, days, or text. Told from all of its values;
what could be read in two ways stays text, and that is said. What stands for no value (`n/a`, `-`) is missing
in a column of numbers or days, and a word like any other among texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Final, Literal

from belegg.reading.tables.figures import is_figure
from belegg.text.counted import counted

Value = str | int | float | None
Kind = str
"""
`INTEGER`, `TEXT`, `REAL(15,2)` for numbers that are all written with two decimals, or `REAL(15)`: each as
short as it can be (`1`, `0.5`).
"""

_NOTHING = "n/a #n/a na i/a i/t null none nil nan - – — -- . .. ... … : ? ukjent unknown mangler missing"
NOTHING: Final = frozenset(_NOTHING.split())
"""What stands for no value, in small letters."""

Sign = Literal[",", "."]
"""What stands before decimals."""

_ODD_BLANK = re.compile("[\u00a0\u2007\u2009\u202f]")
_ORGANISATION = re.compile(r"[89]\d\d \d{3} \d{3}")
_MOST_TOLD = 5

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
    texts = [None if value is None else _written(value) for value in values]
    nothing = [text for text in texts if text is not None and text.casefold() in NOTHING]
    without = [None if text is None or text.casefold() in NOTHING else text for text in texts]
    if any(text is not None for text in without):
        kind, made, note = _kind_of(without, of_file)
        if kind != "TEXT" or (made != without and nothing) or _all_days(without):
            if not nothing:
                return kind, made, note
            stood = ", ".join(f"`{each}`" for each in sorted(set(nothing))[:_MOST_TOLD])
            return (
                kind,
                made,
                _joined(f"{counted(len(nothing), 'cell')} of no value ({stood}), missing", note),
            )
    kind, made, note = _kind_of(texts, of_file)
    return kind, made, _joined(note, "" if note or kind != "TEXT" else _told_of_text(texts))


def _kind_of(texts: Sequence[str | None], of_file: Sign | None) -> tuple[Kind, list[Value], str]:
    known = [text for text in texts if text is not None]
    if _all_days(texts):
        return "TEXT", [None if text is None else _day(text) for text in texts], ""
    if not known or not all(_NUMBER[","].fullmatch(text) or _NUMBER["."].fullmatch(text) for text in known):
        return "TEXT", list(texts), ""
    if any(_PADDED.match(text) and _CODE.fullmatch(text) for text in known):
        return "TEXT", list(texts), ""  # account numbers, postal codes
    if all(map(_ORGANISATION.fullmatch, known)):
        return "TEXT", list(texts), f"`{known[0]}` may be a number of an organisation; kept as text"
    return _as_numbers(texts, known, of_file)


def _all_days(texts: Sequence[str | None]) -> bool:
    known = [text for text in texts if text is not None]
    return bool(known) and all(map(_day, known))


def _told_of_text(texts: Sequence[str | None]) -> str:
    """Of a column of text in which most are written as numbers: which rows are not."""
    known = [(row, text) for row, text in enumerate(texts, start=1) if text is not None]
    others = [
        (row, text) for row, text in known if not (is_figure(text) or _WHOLE.fullmatch(text)) or _day(text)
    ]
    if len(others) * 2 >= len(known) or any(_CODE.fullmatch(text) for _, text in known):
        return ""
    if not others:
        return f"written as numbers with signs, such as `{known[0][1]}`; kept as text"
    told = ", ".join(f"row {row:,} (`{text[:40]}`)" for row, text in others[:_MOST_TOLD])
    more = f" and {len(others) - _MOST_TOLD:,} more" if len(others) > _MOST_TOLD else ""
    return f"{counted(len(known) - len(others), 'number')} kept as text, for no number stands in {told}{more}"


def _joined(*notes: str) -> str:
    return "; ".join(filter(None, notes))


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
    lost = next((text for text in plain if text and Decimal(repr(float(text))) != Decimal(text)), None)
    if lost is not None:
        return "TEXT", list(texts), f"`{lost}` has more digits than a number keeps; kept as text"
    kind, note = _as_written([text for text in plain if text is not None])
    return kind, [None if text is None else float(text) for text in plain], note


def _as_written(plain: Sequence[str]) -> tuple[Kind, str]:
    """How decimals are declared, such that each is shown as it was written, and what is said if not."""
    scales = {len(text.partition(".")[2]) for text in plain}
    if len(scales) == 1:
        return f"REAL(15,{scales.pop()})", ""
    ended = next((text for text in plain if "." in text and text.endswith("0")), "")
    note = (
        f"its numbers differ in decimals; zeros at the end, as in `{ended}`, are not shown" if ended else ""
    )
    return "REAL(15)", note


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
    return _ODD_BLANK.sub(" ", value) if isinstance(value, str) else repr(value)


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
