"""
Numbers as their publisher wrote them. No figure goes through a float on its way.

`Decimal(as_published(raw, d)) == Decimal(plain(raw))` for every number that is read here.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import TypeAlias

Json: TypeAlias = "dict[str, Json] | list[Json] | str | bool | None"
"""JSON with its numbers as the text that came."""

NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?", re.ASCII)
BETWEEN_DIGITS = re.compile(r"(?<=\d)[ \u00a0\u2009\u202f](?=\d{3}(?!\d))")
MOST_EXPONENT = 400
"""No figure is longer than that written out: a double ends at 308."""
BOM = b"\xef\xbb\xbf"


def read_json(content: bytes) -> Json:
    """
    The value of a JSON text in UTF-8, numbers (also NaN and Infinity) as their text. Raises ValueError for
    what is no JSON.
    """
    try:
        told: Json = json.loads(
            content.removeprefix(BOM).decode("utf-8"), parse_float=str, parse_int=str, parse_constant=str
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return told


def plain(raw: str) -> str | None:
    """
    A number with `.` and `-` as its signs, without blanks between its digits and without an exponent: equal
    to `raw`, digit for digit where that has no exponent. None for what is no number.
    """
    text = BETWEEN_DIGITS.sub("", raw.strip().replace("\u2212", "-"))
    if not NUMBER.fullmatch(text):
        return None
    text = text.removeprefix("+")
    if "e" in text or "E" in text:
        value = Decimal(text)
        if abs(value.adjusted()) > MOST_EXPONENT:
            return None
        text = format(value, "f")
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    whole, _, part = digits.partition(".")
    return f"{sign}{whole or '0'}{'.' if part else ''}{part}"


def as_published(raw: str, decimals: int | None) -> str | None:
    """
    The number as a line has it: `plain`, with zeros up to `decimals` where the source states them. Nothing is
    rounded or cut off. None for what is no number.
    """
    text = plain(raw)
    if text is None or decimals is None or decimals <= 0:
        return text
    whole, _, part = text.partition(".")
    return f"{whole}.{part.ljust(min(decimals, MOST_EXPONENT), '0')}"


def decimals_of(told: object) -> int | None:
    """How many decimals a source states (`1`, `"1"`); None when it states none that can be read."""
    text = str(told).strip()
    return int(text) if text.isdecimal() and len(text) < 3 else None


def power_in_words(exponent: str) -> str:
    """A multiplier of SDMX (`6`, the exponent of ten) in words: `millions`; empty for none."""
    text = exponent.strip()
    if text in {"", "0"}:
        return ""
    return {
        "1": "tens",
        "2": "hundreds",
        "3": "thousands",
        "6": "millions",
        "9": "billions",
        "12": "trillions",
    }.get(text, f"times ten to the power of {text}")
