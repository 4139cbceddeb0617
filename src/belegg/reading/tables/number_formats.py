"""
A number as a spreadsheet shows it: `0.153` under `0.0 %` is `15.3 %`, `45306` under `yyyy-mm-dd` a date.

Codes whose look depends on the reader's computer (14, `[$-F800]`) give ISO dates; the separators are those
that are asked for (see `separators`), else those that the code is written with: `1,234.5`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache

from belegg.reading.tables.dates import date_shown
from belegg.reading.tables.format_codes import Section, Token, chosen, sections
from belegg.reading.tables.separators import AS_WRITTEN, Separators

BUILT_IN = {
    0: "General",
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    14: "yyyy-mm-dd",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm",
    37: "#,##0;(#,##0)",
    38: "#,##0;(#,##0)",
    39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)",
    41: "#,##0;-#,##0;-",
    42: "$#,##0;-$#,##0;-",
    43: "#,##0.00;-#,##0.00;-",
    44: "$#,##0.00;-$#,##0.00;-",
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
    48: "##0.0E+0",
    49: "@",
}
"""The codes that files name by number only (ECMA-376 part 1, 18.8.30)."""

_MOST_DIGITS = 11
_EXACT = 10**15
_WIDE = Context(prec=2_000, rounding=ROUND_HALF_UP)
"""Digits enough for the largest number with as many places as the longest code has."""

_PERCENT, _COMMA, _POINT, _SLASH, _TEXT = (Token("sign", sign) for sign in "%,./@")


def shown(value: float, code: str, since_1904: bool = False, signs: Separators = AS_WRITTEN) -> str:
    """The number under a format code. Empty where the code shows nothing (`;;;`)."""
    if not math.isfinite(value):
        return ""
    looks = sections(code)
    look, value = chosen(looks, value)
    if look.is_date:
        return date_shown(value, look, since_1904)
    return _number(look, value, signs)


def text_shown(text: str, code: str) -> str:
    """A text under a format code: the fourth section, or the text itself."""
    looks = sections(code)
    if len(looks) == 4:
        tokens = looks[3].tokens
        return "".join(text if token == _TEXT else token.literal for token in tokens).strip()
    return text


def general(value: float, signs: Separators = AS_WRITTEN) -> str:
    """A number without a format: up to 11 signs as spreadsheets show it, whole numbers in full."""
    if value == int(value) and abs(value) < _EXACT:
        return str(int(value))
    return _general(value).replace(".", signs.decimals)


def _general(value: float) -> str:
    exact = _exact(value)
    if abs(value) >= 10**_MOST_DIGITS or abs(value) < 1e-9:
        mantissa, power = _scaled(abs(exact), 1, 5)
        sign = "-" if value < 0 else ""
        return f"{sign}{_trimmed(mantissa)}E{power:+03d}"
    whole = len(str(int(abs(exact))))
    return _trimmed(_rounded(exact, max(0, _MOST_DIGITS - 1 - whole)))


@dataclass(frozen=True, slots=True)
class _Plan:
    """
    What a section says about a number, worked out once.

    `whole`, `part` and `rest` are its pieces before the point, from the point to an exponent, and from there;
    `places` and `tail` say where digits stand before and behind the point, `percent` and `cut` count per-cent
    signs and commas that divide.
    """

    tokens: tuple[Token, ...]
    whole: tuple[Token, ...]
    places: _Places
    part: tuple[Token, ...]
    tail: _Tail
    rest: tuple[Token, ...]
    decimals: int
    percent: int
    cut: int
    kind: str


@lru_cache(maxsize=1_000)
def _plan(look: Section) -> _Plan:
    tokens = look.tokens
    end = next((n for n, token in enumerate(tokens) if token.kind == "exponent"), len(tokens))
    point = tokens.index(_POINT) if _POINT in tokens[:end] else end
    whole, part, rest = tokens[:point], tokens[point:end], tokens[end:]
    decimals = sum(1 for token in part if token.kind == "digit")
    kind = "number"
    if any(token.kind == "general" for token in tokens):
        kind = "general"
    elif not any(token.kind == "digit" for token in tokens):
        kind = "text" if _TEXT in tokens else "none"
    elif _SLASH in tokens:
        kind = "fraction"
    elif rest:
        kind = "scientific"
    return _Plan(
        tokens=tokens,
        whole=whole,
        places=_places(whole),
        part=part,
        tail=_tail(part),
        rest=rest,
        decimals=decimals,
        percent=tokens.count(_PERCENT),
        cut=_cut(tokens, point),
        kind=kind,
    )


def _number(look: Section, value: float, signs: Separators) -> str:
    plan, tokens = _plan(look), look.tokens
    if plan.kind == "general":
        return "".join(general(value, signs) if t.kind == "general" else t.literal for t in tokens).strip()
    if plan.kind in ("text", "none"):
        return general(value, signs) if plan.kind == "text" else _literals(tokens).strip()
    exact = _exact(value)
    if plan.percent:
        exact *= 100**plan.percent
    sign, exact = ("-" if exact < 0 else ""), abs(exact)
    if plan.kind == "fraction":
        return (sign + _fraction(tokens, exact)).strip()
    if plan.kind == "scientific":
        return sign + _powered(plan, exact, signs)
    number = _rounded(exact / 1000**plan.cut if plan.cut else exact, plan.decimals)
    if sign and not number.strip("0."):
        sign = ""
    whole = _whole(plan.places, number.partition(".")[0], signs)
    return (sign + whole + _decimals(plan, number, signs)).strip()


def _powered(plan: _Plan, exact: Decimal, signs: Separators) -> str:
    """A number with its power of ten: `1.2E+03`."""
    places = sum(1 for token in plan.whole if token.kind == "digit") or 1
    number, power = _scaled(exact, places, plan.decimals)
    width = sum(1 for token in plan.rest if token.kind == "digit")
    mark = "+" if power >= 0 and plan.rest[0].text.endswith("+") else "-" if power < 0 else ""
    shape = _whole(plan.places, number.partition(".")[0], signs) + _decimals(plan, number, signs)
    return f"{shape}E{mark}{abs(power):0{width}d}" + _literals(plan.rest[1:])


def _cut(tokens: Sequence[Token], point: int) -> int:
    """Commas behind the last digit of the whole or of all: each divides by a thousand."""
    count = 0
    for piece in (tokens[:point], tokens[point:]):
        last = max((n for n, token in enumerate(piece) if token.kind == "digit"), default=len(piece))
        count += list(piece[last + 1 :]).count(_COMMA)
    return count


def _whole(places: _Places, digits: str, signs: Separators) -> str:
    """The digits before the point in their places; the first place takes all that are left over."""
    before, inner, after, least, groups = places
    digits = digits.lstrip("0").zfill(least)
    if not inner:
        parted = groups and len(digits) > 3 and digits[0] != "0"
        shown = f"{int(digits):,}".replace(",", signs.thousands) if parted else digits
        return before + shown + after
    shown_pieces: list[str] = []
    left, at = sum(1 for token in inner if token.kind == "digit"), 0
    first = True
    for token in inner:
        if token.kind != "digit":
            shown_pieces.append(token.literal)
            continue
        left -= 1
        takes = max(0, len(digits) - left) if first else int(len(digits) - at > left)
        first = False
        for _ in range(takes):
            shown_pieces.append(digits[at])
            at += 1
            if groups and at < len(digits) and (len(digits) - at) % 3 == 0:
                shown_pieces.append(signs.thousands)
    return before + "".join(shown_pieces) + after


_Places = tuple[str, tuple[Token, ...], str, int, bool]
_Tail = tuple[int, bool, str]


def _places(tokens: tuple[Token, ...]) -> _Places:
    """
    Signs before and after the digits, what stands between the first and the last (empty when it is digits
    alone), how many digits there are at least, whether thousands are parted.
    """
    places = [n for n, token in enumerate(tokens) if token.kind == "digit"]
    if not places:
        return _literals(tokens), (), "", 0, False
    inner = tokens[places[0] : places[-1] + 1]
    zeros = [n for n, place in enumerate(places) if tokens[place].text == "0"]
    least = len(places) - zeros[0] if zeros else 0
    groups = _COMMA in inner
    together = all(token.kind == "digit" or token == _COMMA for token in inner)
    plain = together and (not groups or least <= 3)
    before, after = _literals(tokens[: places[0]]), _literals(tokens[places[-1] + 1 :])
    return before, () if plain else inner, after, least, groups


def _tail(tokens: tuple[Token, ...]) -> _Tail:
    """The fewest digits behind the point, whether there are places for any, and the signs behind them."""
    kinds = [token.text for token in tokens if token.kind == "digit"]
    least = max((n + 1 for n, kind in enumerate(kinds) if kind == "0"), default=0)
    return least, bool(kinds), _literals(tokens[1:])


def _decimals(plan: _Plan, number: str, signs: Separators) -> str:
    """The point and the digits behind it; `#` and `?` drop zeros at the end."""
    if not plan.part:
        return ""
    least, any_places, behind = plan.tail
    part = number.partition(".")[2]
    kept = part[:least] + part[least:].rstrip("0")
    return (f"{signs.decimals}{kept}" if kept or not any_places else "") + behind


def _literals(tokens: Sequence[Token]) -> str:
    return "".join(token.literal for token in tokens)


def _fraction(tokens: Sequence[Token], exact: Decimal) -> str:
    """`# ?/?`: the nearest fraction whose denominator has so many digits, or the one that the code states."""
    slash = tokens.index(_SLASH)
    behind = "".join(token.text for token in tokens[slash + 1 :])
    width = sum(1 for token in tokens[slash + 1 :] if token.kind == "digit")
    value = Fraction(exact)
    if behind.strip().isdecimal() and int(behind) > 0:
        near = Fraction(round(value * int(behind)), int(behind))
        top, bottom = near.numerator * (int(behind) // near.denominator), int(behind)
    else:
        near = value.limit_denominator(10 ** min(width, 7) - 1 or 1)
        top, bottom = near.numerator, near.denominator
    groups = "".join("d" if token.kind == "digit" else " " for token in tokens[:slash]).split()
    whole = top // bottom if len(groups) > 1 else 0
    top -= whole * bottom
    if not top:
        return str(whole)
    return f"{whole} {top}/{bottom}" if whole else f"{top}/{bottom}"


def _exact(value: float) -> Decimal:
    """The number in the 15 digits that spreadsheets keep."""
    return Decimal(format(value, ".15g"))


def _rounded(exact: Decimal, decimals: int) -> str:
    return format(_WIDE.quantize(exact, Decimal(1).scaleb(-decimals)), "f")


def _trimmed(number: str) -> str:
    number = number.rstrip("0").rstrip(".") if "." in number else number
    return "0" if number in ("-0", "") else number


def _scaled(exact: Decimal, places: int, decimals: int) -> tuple[str, int]:
    """The number as a mantissa and a power of ten that is a multiple of `places`."""
    power = (exact.adjusted() // places) * places if exact else 0
    number = _rounded(exact.scaleb(-power), decimals)
    if len(number.partition(".")[0]) > places:
        power += places
        number = _rounded(exact.scaleb(-power), decimals)
    return number, power
