"""Numbers as lists and notes show them: `3`, `c`, `iii`, `3rd`."""

from __future__ import annotations

_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_SIGNS = "*†‡§"


def counted(number: int, style: str) -> str:
    """A number in a style of Word (`lowerRoman`, `decimalZero` …); styles not known here count in digits."""
    if style in ("none", "bullet"):
        return ""
    if style == "decimalZero":
        return f"{number:02d}"
    if not 0 < number < 4_000:
        return str(number)
    if style in ("lowerRoman", "upperRoman"):
        return _cased(_roman(number), style)
    if style in ("lowerLetter", "upperLetter"):
        return _cased(chr(97 + (number - 1) % 26) * ((number - 1) // 26 + 1), style)
    if style == "ordinal":
        return f"{number}{_ending(number)}"
    if style == "chicago":
        return _SIGNS[(number - 1) % 4] * ((number - 1) // 4 + 1)
    return str(number)


def _cased(text: str, style: str) -> str:
    return text.upper() if style.startswith("upper") else text


def _roman(number: int) -> str:
    pieces = []
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        pieces.append(letters * count)
    return "".join(pieces)


def _ending(number: int) -> str:
    return "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
