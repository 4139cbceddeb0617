"""Number format codes taken apart: sections, conditions, currencies, tokens (ECMA-376 part 1, 18.8.31)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_(?P<width>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<general>General)|(?P<half>AM/PM|A/P)|(?P<exponent>E[+-])|(?P<date>y+|m+|d+|h+|s+)"
    r"|(?P<digit>[0#?])|(?P<sign>[.,%/@])|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)")
_CURRENCY = re.compile(r"\$([^-]*)(?:-([\w-]+))?")
_LONGEST_CODE = 1_000


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a format code: its text, and its kind (a group of the pattern, `literal`, `elapsed`)."""

    kind: str
    text: str

    @property
    def literal(self) -> str:
        """What it shows where it stands for no digit."""
        return self.text if self.kind in ("literal", "date", "half") or self.text == "%" else ""


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """
    One of up to four looks of a format. `sections` gives the same one for the same code, so that what is
    worked out for it can be kept by it.

    `language` is the last four hex digits of a Windows language id; `system` stands for a look that the
    reader's computer decides.
    """

    tokens: tuple[Token, ...]
    condition: tuple[str, float] | None
    language: str
    system: bool

    @property
    def is_date(self) -> bool:
        """Whether it shows a date or a time."""
        return self.system or any(token.kind in ("date", "elapsed") for token in self.tokens)


@lru_cache(maxsize=1_000)
def sections(code: str) -> tuple[Section, ...]:
    """The sections of a code, one to four."""
    return tuple(_section(part) for part in _divided(code[:_LONGEST_CODE]))


def chosen(looks: Sequence[Section], value: float) -> tuple[Section, float]:
    """The section for a number, and the number as that section shows it (without a sign that it replaces)."""
    if any(section.condition for section in looks):
        for section in looks:
            if section.condition is None or _holds(section.condition, value):
                return section, value
        return looks[-1], value
    if len(looks) > 1 and value < 0:
        return looks[1], -value
    if len(looks) > 2 and value == 0:
        return looks[2], value
    return looks[0], value


def _holds(condition: tuple[str, float], value: float) -> bool:
    sign, bound = condition
    return {
        "<": value < bound,
        ">": value > bound,
        "=": value == bound,
        "<=": value <= bound,
        ">=": value >= bound,
        "<>": value != bound,
    }[sign]


def _divided(code: str) -> list[str]:
    """The sections between semicolons that stand outside quotation marks and brackets."""
    parts, start = [], 0
    for found in _TOKEN.finditer(code):
        if found["other"] == ";":
            parts.append(code[start : found.start()])
            start = found.end()
    return [*parts, code[start:]][:4]


def _section(part: str) -> Section:
    tokens: list[Token] = []
    condition, language, system = None, "", False
    for found in _TOKEN.finditer(part):
        kind = found.lastgroup or "other"
        text = found[kind]
        if kind != "bracket":
            tokens.append(_token(kind, text))
        elif match := _CONDITION.fullmatch(text):
            condition = (match[1], float(match[2]))
        elif match := _CURRENCY.fullmatch(text):
            tokens.append(Token("literal", match[1]))
            language = (match[2] or "")[-4:].lower().zfill(4)
            system = system or (match[2] or "").upper() in ("F800", "F400", "X-SYSDATE")
        elif text.lower().strip("hms") == "" and text:
            tokens.append(Token("elapsed", text.lower()))
    return Section(tuple(tokens), condition, language, system)


def _token(kind: str, text: str) -> Token:
    if kind in ("quoted", "escaped"):
        return Token("literal", text)
    if kind == "width":
        return Token("literal", "")
    if kind == "fill":
        return Token("literal", " " if text == " " else "")
    return Token("literal" if kind == "other" else kind, text)
