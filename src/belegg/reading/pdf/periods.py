"""The period that a report speaks of, when its beginning says so."""

from __future__ import annotations

import re

from belegg.reading.pdf.told import date_of

_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_WHOLE = rf"{_DAY} [A-Z][a-z]+ \d{{4}}"
_COVERS = re.compile(
    rf"\b(?:cover(?:s|ing|ed)?|period|updates?|developments?|account|reporting|activities)\b[^.;]{{0,260}}?"
    rf"\b(?:from|between)\s(?P<from>{_DAY}(?: [A-Z][a-z]+)?(?: \d{{4}})?)\s(?:to|and|until)\s(?P<to>{_WHOLE})"
)
_NAMED = re.compile(
    r"\b(?:annual report|year(?:ly)? report|årsrapport|årsmelding|årsredovisning|årsberetning"
    r"|verksamhetsberättelse|vuosikertomus|toimintakertomus|jahresbericht|geschäftsbericht"
    r"|rapport annuel)\s(?:for\s|för\s|for året\s)?"
    r"(?P<year>(?:19|20)\d\d(?:[–/-](?:19|20)?\d\d)?)\b",
    re.IGNORECASE,
)


def period(text: str) -> str | None:
    """`2024-12-05/2025-04-04` when a text says that it covers the time from one date to another."""
    found = _COVERS.search(text)
    if not found:
        return None
    last = date_of(found["to"])
    words, month_year = found["from"].split(), found["to"].split()[1:]
    first = date_of(" ".join((*words, *month_year[len(words) - 1 :])))
    return f"{first}/{last}" if first and last and first <= last else None


def named_period(title: str) -> str | None:
    """The year in the name of an annual report."""
    found = _NAMED.search(title)
    return found["year"] if found else None
