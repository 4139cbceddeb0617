"""The page that a draft names: `page 99`, `pp. 3–4`, `side 7`, `s. 7`, `#page=7`."""

from __future__ import annotations

from typing import Final

import regex

_ROMAN: Final = "(?-i:[ivxlc]{1,7}|[IVXLC]{2,7})"
_AND: Final = r"and|og|und|och|ja|y|et|e|en"
_NUMBER: Final = rf"(?:\d{{1,4}}|{_ROMAN})(?![\p{{L}}\p{{N}}])"
_WORDS: Final = (
    r"pages?|side(?:r|ne|n)?|sid(?:an?|or(?:na)?)|sivu(?:t|lla|illa|lta|ilta)?|seiten?|páginas?|pagin[ae]"
    r"|bladzijden?"
)
_ABBREVIATED: Final = r"pp?|pgs?|sid|ss?|págs?|pag|blz|str"
_PAGES: Final = regex.compile(
    rf"(?:(?<![\p{{L}}\p{{N}}.§])(?P<word>{_WORDS}|{_ABBREVIATED})\.?[ \u00a0]{{0,2}}|\#page=)"
    # `p. 3, 12 May` names one page.
    rf"(?P<numbers>{_NUMBER}(?:\s?(?:[-–—,&]|{_AND})\s?{_NUMBER}(?!\s?(?!(?:{_AND})\b)\p{{L}}{{3}})){{0,5}})",
    regex.I,
)
_PIECE: Final = regex.compile(rf"(?P<first>{_NUMBER})(?:\s?[-–—]\s?(?P<last>{_NUMBER}))?", regex.I)
_AMBIGUOUS: Final = frozenset({"s", "ss"})
_LONGEST_RANGE: Final = 200


def page_hint(text: str) -> str | None:
    """The first page that a text names, as written there."""
    found = _PAGES.search(text)
    return str(found[0]) if found else None


def without_pages(text: str) -> str:
    """`S/2025/223, page 99` → `S/2025/223`; the page alone gives an empty text."""
    return str(_PAGES.sub("", text)).strip(" \t\n,;:·")


def named_pages(hint: str, language: str | None = None) -> frozenset[str]:
    """
    The pages that a hint names, as numbers or printed labels (`7`, `iv`), ranges told page by page.

    `s. 15` is a page in the Nordic languages and German, and a section in English law (`language` is the
    source's): there it names none.
    """
    found = _PAGES.search(hint)
    if found is None or ((found["word"] or "").lower() in _AMBIGUOUS and language == "en"):
        return frozenset()
    named: set[str] = set()
    for piece in _PIECE.finditer(found["numbers"]):
        first, last = piece["first"].lower(), (piece["last"] or piece["first"]).lower()
        if not (first.isdecimal() and last.isdecimal()):
            named.update((first, last))
            continue
        # `pp. 123–5` ends on page 125
        end = int(first[: len(first) - len(last)] + last)
        named.update(str(number) for number in range(int(first), min(end, int(first) + _LONGEST_RANGE) + 1))
    return frozenset(named)
