"""Section numbers in headings: `§ 15-7`, `12 a §`, `Art. 3`, `2.1.1`."""

from __future__ import annotations

import re

_DASHES = "-‐‑‒–—"
_LETTER = r"(?:[ \u00a0]?[a-hj-zæøåäö](?![^\W_]))?"
"""A letter after the number (`§ 14-12 a`). A lone `i` is a word in the Nordic languages."""

_MARK_FIRST = re.compile(rf"§+[ \u00a0]*(\d+[a-zA-Z]?(?:[{_DASHES}.:]\d+[a-zA-Z]?)*{_LETTER})")
_MARK_LAST = re.compile(r"(?:/[^/]*/[ \u00a0]*)?(\d+(?:[ \u00a0]?[a-zåäö])?)[ \u00a0]*§(?!§)")
"""Swedish and Finnish; the Swedish register writes `/Träder i kraft I:2025-07-01/ 5 §`."""

_ARTICLE = re.compile(
    r"(?:Art\.?|Articles?|Artikkel|Artikel|Articolo|Artigo|Artículo)[ \u00a0]*(\d+[a-z]?|[IVXLC]+)\b",
    re.IGNORECASE,
)
_LOVDATA_ARTICLE = re.compile(
    r"(?:[\w-]+/)+a(\d+[a-z]?|[IVXLC]+)(?:#\S+)?(?=\s|$)|a(\d+[a-z]?|[IVXLC]+)(?=\s+Art)"
)
"""Treaties in Lovdata's data: `emkn/p1/a3 Rett til frie valg`, `a15 Art 15.`"""

_DECIMAL = re.compile(r"(\d{1,3}(?:\.\d{1,3}){1,5})\.?(?=\s|$)")


def section_number(heading: str) -> str | None:
    """
    The number that a heading begins with, as it is written there with plain spaces and hyphens, or None.

    Which spellings mean the same section (`§ 9a` and `§ 9 a`) is for `text.names.normal_section` to say.
    """
    heading = heading.strip()
    if found := _MARK_FIRST.match(heading):
        return f"§ {_plain(_without_echo(found[1], heading[found.end() :]))}"
    if found := _MARK_LAST.match(heading):
        return f"{_plain(found[1])} §"
    if found := _ARTICLE.match(heading) or _LOVDATA_ARTICLE.match(heading):
        return f"Art. {found[found.lastindex or 1]}"
    found = _DECIMAL.match(heading)
    return found[1] if found else None


def _without_echo(number: str, rest: str) -> str:
    """`§ 9a a.`: the letter is told twice in Lovdata's data; once is enough."""
    echoed = re.fullmatch(r"(.*\d([a-z])) \2", number)
    return echoed[1] if echoed and rest.startswith(".") else number


def _plain(number: str) -> str:
    return re.sub(f"[{_DASHES}]", "-", number.replace("\u00a0", " ")).strip()
