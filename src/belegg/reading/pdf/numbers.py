"""Numbers by which reports are cited: symbols, series, ISBN, ISSN, DOI."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from belegg.reading.pdf.told import Cell, Told

_UN = r"(?:A|S|E|ST|DP|TD|T|CRC|CEDAW|CCPR|CAT|CERD|CRPD|CED|CMW|UNEP|FCCC|CBD|HSP|IDB|SPLOS|ISBA|NPT|LC)"
UN_SYMBOL = re.compile(
    rf"\b{_UN}(?:/[A-Z][A-Za-z]*\.?[\d.]*)*/(?:\d[\dA-Z]*|[A-Z][a-z]+\.\d+)(?:/[A-Za-z0-9.()]+)*"
)
"""A document symbol of the United Nations: `A/79/797`, `S/2025/71/Rev.1`, `A/HRC/43/12`."""

_WHOLE_LINE = (
    re.compile(
        r"(?P<n>NIST (?:SP|IR|TN|AI|HB|GCR|CSWP) [\d.]+(?:-[\w.]+)*(?: Rev\. ?\d+)?|FIPS (?:PUB )?\d[\d-]*)"
    ),
    re.compile(
        r"(?P<n>(?:SOU|NOU|Ds|DS|Innst\.|Dok\.|Dokument|Skr\.|Dir\.|bet\.) ?\d{4}(?: ?[:–/-] ?[\dA-Za-z]+)+)"
    ),
    re.compile(
        r"(?P<n>(?:Prop\.|Meld\. ?St\.|Ot\.prp\.|St\.meld\.|Innst\.)(?: nr\.)? ?\d[\dA-Z/:–-]*(?: ?[LS])?"
        r"(?: ?\(\d{4}[–-]\d{2,4}\))?)"
    ),
    re.compile(r"(?P<n>HE \d+/\d{4} vp|(?:BT-)?Drs?\. ?\d+/\d+|Drucksache \d+/\d+)"),
    re.compile(r"(?P<n>(?:COM|SEC|SWD|JOIN|C) ?\(\d{4}\) ?\d+(?: final)?)"),
    re.compile(
        r"(?:Report|Publication|Document|Rapport|Raport|Bericht|Raportti|Informe)"
        r"(?: (?:ID|No\.?|Number|Nr\.?|nr\.?|nummer|n°|:?#))?:? (?P<n>(?=[\w./:–-]*\d)[A-Z0-9][\w./:–-]*)"
    ),
)
_CASE = re.compile(r"(?:Case )?Nos?\.? (?P<n>(?:[A-Z]{2,4} )?\d[\w:-]*-[\w:-]+)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ISBN = re.compile(r"\bISBN(?:-1[03])?:? ?((?:97[89][- –]?)?(?:\d[- –]?){9}[\dXx])", re.IGNORECASE)
_ISSN = re.compile(r"\be?ISSN:? ?(\d{4})[-–](\d{3}[\dXx])", re.IGNORECASE)
_DOI = re.compile(r"(?:doi\.org/|\bdoi:? ?)(10\.\d{4,9}/[^\s\"<>]+)", re.IGNORECASE)


def report_numbers(lines: Sequence[Cell]) -> Iterator[Told]:
    """Numbers that fill a line, the first of each form; a bare figure keeps the word before it."""
    for form in _WHOLE_LINE:
        for line in lines:
            found = form.fullmatch(line.text)
            if found and not _YEAR.fullmatch(found["n"]):
                bare = found["n"].isdigit()
                yield Told(line.text if bare else found["n"], f"page {line.page}")
                break


def identifiers(lines: Sequence[Cell]) -> Iterator[Told]:
    """ISBN (with a right check digit), ISSN, DOI, and the number of a court's case, each once."""
    seen: set[str] = set()
    for line in lines:
        for text in _of(line):
            if text not in seen:
                seen.add(text)
                yield Told(text, f"page {line.page}")


def _of(line: Cell) -> Iterator[str]:
    for found in _ISBN.finditer(line.text):
        digits = re.sub(r"[^\dXx]", "", found[1]).upper()
        if _checks(digits):
            yield f"ISBN {found[1].strip().replace('–', '-')}"
    for found in _ISSN.finditer(line.text):
        yield f"ISSN {found[1]}-{found[2].upper()}"
    for found in _DOI.finditer(line.text):
        yield f"DOI {found[1].rstrip('.,;)')}"
    case = _CASE.fullmatch(line.text.rstrip(","))
    if case and line.page == 1:
        yield f"No. {case['n']}"


def _checks(isbn: str) -> bool:
    """Whether the last digit of an ISBN is the one that the others ask for."""
    values = [10 if sign == "X" else int(sign) for sign in isbn]
    if len(values) == 10:
        return sum(value * (10 - place) for place, value in enumerate(values)) % 11 == 0
    return (
        10 not in values
        and sum(value * (1 + 2 * (place % 2)) for place, value in enumerate(values)) % 10 == 0
    )
