"""Formulas (Office Math) as one line of text: `(a+b)/c`, `x^2`, `√(x)`, `∑_(i=1)^n x_i`."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree.ElementTree import Element

_SIMPLE = re.compile(r"[\w.,∞′]*|\([^()]*\)")
_ACCENTS = {"\u0302": "^", "\u0303": "~", "\u0304": "¯", "\u0305": "¯", "\u20d7": "→", "\u0307": "˙"}


def linear(element: Element) -> str:
    """The formula below an element in one line. What it is made of stays in its order."""
    return re.sub(r" {2,}", " ", _below(element)).strip()


def _below(element: Element) -> str:
    return "".join(_one(child) for child in element)


def _one(element: Element) -> str:
    tag = element.tag
    if tag in ("m_r", "w_r"):
        return "".join(text.text or "" for text in element if text.tag in ("m_t", "w_t"))
    if tag in ("w_del", "w_moveFrom") or tag.endswith("Pr"):
        return ""
    return _SHAPES[tag](element) if tag in _SHAPES else _below(element)


def _part(element: Element, name: str) -> str:
    found = element.find(f"m_{name}")
    return _below(found).strip() if found is not None else ""


def _grouped(text: str) -> str:
    return text if _SIMPLE.fullmatch(text) else f"({text})"


def _fraction(element: Element) -> str:
    return f"{_grouped(_part(element, 'num'))}/{_grouped(_part(element, 'den'))}"


def _scripts(element: Element) -> str:
    """A base with what stands below and above it."""
    return f"{_part(element, 'e')}{_script(element)}"


def _script(element: Element) -> str:
    below, above = _part(element, "sub"), _part(element, "sup")
    return (f"_{_grouped(below)}" if below else "") + (f"^{_grouped(above)}" if above else "")


def _before(element: Element) -> str:
    return f"{_script(element)}{_part(element, 'e')}"


def _root(element: Element) -> str:
    degree = _part(element, "deg")
    sign = {"": "√", "2": "√", "3": "∛", "4": "∜"}.get(degree, f"{_grouped(degree)}√")
    return f"{sign}({_part(element, 'e')})"


def _sum(element: Element) -> str:
    sign = element.find("m_naryPr/m_chr")
    letter = sign.get("m_val") or "" if sign is not None else "∫"
    return f"{letter}{_script(element)} {_part(element, 'e')}"


def _bracketed(element: Element) -> str:
    signs = [
        found.get("m_val") or "" if (found := element.find(f"m_dPr/m_{name}")) is not None else usual
        for name, usual in (("begChr", "("), ("endChr", ")"), ("sepChr", "|"))
    ]
    inner = signs[2].join(_below(part).strip() for part in element.findall("m_e"))
    return f"{signs[0]}{inner}{signs[1]}"


def _function(element: Element) -> str:
    return f"{_part(element, 'fName')} {_part(element, 'e')}"


def _limit(element: Element) -> str:
    mark = "_" if element.tag == "m_limLow" else "^"
    return f"{_part(element, 'e')}{mark}{_grouped(_part(element, 'lim'))}"


def _accent(element: Element) -> str:
    sign = element.find("m_accPr/m_chr")
    letter = sign.get("m_val") or "" if sign is not None else "\u0302"
    return f"{_grouped(_part(element, 'e'))}{_ACCENTS.get(letter, letter)}"


def _matrix(element: Element) -> str:
    rows = [
        " & ".join(_below(cell).strip() for cell in row.findall("m_e")) for row in element.findall("m_mr")
    ]
    return "; ".join(rows)


def _stacked(element: Element) -> str:
    return "; ".join(_below(line).strip() for line in element.findall("m_e"))


_SHAPES: dict[str, Callable[[Element], str]] = {
    "m_f": _fraction,
    "m_sSub": _scripts,
    "m_sSup": _scripts,
    "m_sSubSup": _scripts,
    "m_sPre": _before,
    "m_rad": _root,
    "m_nary": _sum,
    "m_d": _bracketed,
    "m_func": _function,
    "m_limLow": _limit,
    "m_limUpp": _limit,
    "m_acc": _accent,
    "m_m": _matrix,
    "m_eqArr": _stacked,
}
