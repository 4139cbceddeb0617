"""Letters of picture fonts (Symbol, Wingdings) as the characters that they show."""

from __future__ import annotations

UNKNOWN = "\ufffd"

_GREEK = dict(zip("abgdezhqiklmnxoprstufcyw", "αβγδεζηθικλμνξοπρστυφχψω", strict=True))
_CAPITALS = dict(zip("ABGDEZHQIKLMNXOPRSTUFCYW", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", strict=True))
_SYMBOL = {
    **{ord(letter): sign for letter, sign in {**_GREEK, **_CAPITALS}.items()},
    **dict(zip(range(0x30, 0x3A), "0123456789", strict=True)),
    0xB7: "•",
    0xB0: "°",
    0xB1: "±",
    0xA3: "≤",
    0xB3: "≥",
    0xB9: "≠",
    0xBB: "≈",
    0xA5: "∞",
    0xD6: "√",
    0xAE: "→",
    0xAC: "←",
    0xAD: "↑",
    0xAF: "↓",
    0xAB: "↔",
    0xB4: "×",
    0xB8: "÷",
    0xD7: "⋅",
    0xE5: "∑",
    0x2D: "−",
    0x2B: "+",
    0x3D: "=",
    0xB6: "∂",
    0xDE: "⇒",
    0xDB: "⇔",
    0xCE: "∈",
    0xC7: "∩",
    0xC8: "∪",
    0xA7: "♣",
    0xA8: "♦",
    0xA9: "♥",
    0xAA: "♠",
    0xD2: "®",
    0xD3: "©",
    0xD4: "™",
    0xA2: "′",
    0xB2: "″",
}
_WINGDINGS = {
    0x6F: "☐",
    0xA8: "☐",
    0x71: "☐",
    0x72: "☐",
    0xFE: "☑",
    0xFD: "☒",
    0x78: "☒",
    0xFC: "✓",
    0xFB: "✗",
    0xE0: "→",
    0xDF: "←",
    0xE1: "↑",
    0xE2: "↓",
    0xE8: "→",
    0xF0: "⇒",
    0xD8: "➢",
    0xA7: "▪",
    0x6E: "■",
    0x6C: "●",
    0x9F: "•",
    0x9E: "·",
    0x76: "❖",
    0x77: "◆",
    0x4A: "☺",
    0x4B: "😐",
    0x4C: "☹",
    0x28: "☎",
    0x2A: "✉",
    0xAB: "★",
    0x46: "☞",
    0x20: " ",
}
_WINGDINGS_2 = {0x50: "✓", 0x4F: "✗", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0xA3: "☐", 0x30: "☐"}
_FONTS = {
    "symbol": _SYMBOL,
    "wingdings": _WINGDINGS,
    "wingdings 2": _WINGDINGS_2,
}


def symbol(code: int, font: str) -> str:
    """The character that a letter of a font shows; `UNKNOWN` where that is not known here."""
    place = code - 0xF000 if 0xF000 <= code <= 0xF0FF else code
    table = _FONTS.get(font.strip().lower())
    if table is not None:
        return table.get(place, UNKNOWN)
    if 0xE000 <= code <= 0xF8FF:
        return chr(place) if 0x20 <= place < 0x7F else UNKNOWN
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else UNKNOWN
