"""First pages whose form is known: documents of the United Nations, filings with the SEC."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from belegg.reading.pdf.numbers import UN_SYMBOL
from belegg.reading.pdf.periods import period
from belegg.reading.pdf.titles import body_size, groups, joined
from belegg.reading.pdf.told import DATE, Cell, Told, date_of
from belegg.records import Fact

_ORIGIN = "page 1"


@dataclass(frozen=True, slots=True)
class Issued:
    """What the form of a first page gives."""

    title: Told | None
    facts: tuple[Fact, ...]


def issued(lines: Sequence[Cell]) -> Issued | None:
    """None when the first page has neither form. `lines` are those of the first pages."""
    first = [line for line in lines if line.page == 1]
    return _of_the_un(first) or _of_the_sec(first)


_DISTR = re.compile(r"Distr\b.*", re.IGNORECASE)
_ORIGINAL = re.compile(r"Original ?:.*", re.IGNORECASE)
_ORGAN = re.compile(
    r"(?:general assembly|security council|economic and social council|human rights council"
    r"|trusteeship council)(?: .*council)?",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"(?:united|nations|united nations|[as](?: s)?)|.*\b(?:session|year)|(?:agenda )?items?\b.*|distr\b.*"
    r"|general|original\b.*|english|\*?[\d-]+ ?(?:\([a-z]\))?[\d ]*\*?|.*\d{4}[–-]\d.*\d{4}",
    re.IGNORECASE,
)
_NEXT_PART = re.compile(r"(?:[IVX]+|\d+|[A-Z])\. .+|summary|contents|annex.*", re.IGNORECASE)
_KIND = re.compile(r"(?:[\w-]+ ){0,2}(?:report|note|letter|statement|letters)\b.*", re.IGNORECASE)


def _of_the_un(first: Sequence[Cell]) -> Issued | None:
    if not any(_DISTR.fullmatch(line.text) for line in first):
        return None
    symbols = [symbol for line in first[:30] for symbol in _symbols(line.text)]
    if not symbols:
        return None
    facts = [Fact("organisation", "United Nations", _ORIGIN)]
    facts += [Fact("report_number", symbol, _ORIGIN) for symbol in dict.fromkeys(symbols)]
    dates = (date_of(line.text) for line in first[:30] if DATE.fullmatch(line.text))
    date = next((date for date in dates if date), None)
    if date:
        facts.append(Fact("published", date, _ORIGIN))
    covered = period(joined([line.text for line in first]))
    if covered:
        facts.append(Fact("reference_period", covered, _ORIGIN))
    heading = _un_title(first)
    return Issued(Told(heading, _ORIGIN) if heading else None, tuple(facts))


def _symbols(text: str) -> Iterator[str]:
    """The symbols of a line that holds nothing else (`A/79/797-S/2025/109`)."""
    for part in re.split(r"(?<=\d)[-–−](?=[A-Z]{1,2}/)|\s", text):
        if not UN_SYMBOL.fullmatch(part):
            return
    yield from re.split(r"(?<=\d)[-–−](?=[A-Z]{1,2}/)|\s", text)


def _un_title(first: Sequence[Cell]) -> str | None:
    """Below the masthead: the first lines that are larger, or in capitals; with the kind of report."""
    masthead = max(
        (line.y1 for line in first if _DISTR.fullmatch(line.text) or _ORIGINAL.fullmatch(line.text)),
        default=0.0,
    )
    body = body_size(first)
    below = _below(first, masthead, body)
    parts: list[str] = []
    for group in groups(below, body):
        text = group.text.rstrip("*† ")
        if _NEXT_PART.fullmatch(text) or len(text) > 600:
            if parts or group.size <= body * 1.1:
                break
            continue
        large = group.size > body * 1.1 and group.lines[0].bold
        capitals = text.isupper() and len(text) > 8
        if (large or capitals) and not parts:
            parts.append(text)
        elif (
            parts
            and (large or capitals or len(group.lines) == 1)
            and _KIND.fullmatch(text)
            and len(text) < 200
        ):
            parts.append(text)
            break
        elif parts:
            break
    return ": ".join(parts) or None


def _below(first: Sequence[Cell], masthead: float, body: float) -> list[Cell]:
    """The lines below the masthead without session, item of the agenda and organ."""
    kept: list[Cell] = []
    for line in first:
        if line.y0 <= masthead or UN_SYMBOL.fullmatch(line.text) or DATE.fullmatch(line.text):
            continue
        large = line.bold and 1.1 * body < line.size < 1.7 * body
        last = kept[-1] if kept else None
        goes_on = large and last and abs(last.size - line.size) < 0.3 and line.y0 - last.y0 < 2.1 * line.size
        if goes_on or not (_ORGAN.fullmatch(line.text) or (_ASIDE.fullmatch(line.text) and not large)):
            kept.append(line)
    return kept


_FORM = re.compile(r".*?\bFORM (?P<form>\d{1,2}-[KQ](?:/A)?|20-F|6-K|DEF 14A|S-1)\b.*", re.IGNORECASE)
_COMMISSION = re.compile(r".*securities and exchange commission.*", re.IGNORECASE)
_EXACT_NAME = re.compile(r"\(exact name of.*", re.IGNORECASE)
_ENDED = re.compile(
    r"for the (?P<what>fiscal year|quarterly period|year) ended:? (?P<date>.+)", re.IGNORECASE
)
_EVENT = re.compile(
    r"date of report(?: ?\(date of earliest event reported\))?:? ?(?P<date>.*)", re.IGNORECASE
)
_FILE_NUMBER = re.compile(r".*\bcommission file (?:no\.?|number):? ?(?P<n>\d{1,3}-\d+)\b.*", re.IGNORECASE)
_UNDERLINE = re.compile(r"[_\s.-]*")


def _of_the_sec(first: Sequence[Cell]) -> Issued | None:
    if not any(_COMMISSION.fullmatch(line.text) for line in first[:6]):
        return None
    form = next((found["form"].upper() for line in first[:12] if (found := _FORM.fullmatch(line.text))), None)
    if not form:
        return None
    facts = []
    company = _company(first)
    if company:
        facts.append(Fact("organisation", company, _ORIGIN))
    facts.append(Fact("form", form, _ORIGIN))
    number = next((found["n"] for line in first if (found := _FILE_NUMBER.fullmatch(line.text))), None)
    if number:
        facts.append(Fact("identifier", f"Commission File Number {number}", _ORIGIN))
    said = _covered(first)
    if said:
        facts.append(Fact("reference_period", said[1], _ORIGIN))
    heading = ", ".join(part for part in (f"Form {form}", said[0] if said else "") if part)
    return Issued(Told(f"{company}: {heading}", _ORIGIN) if company else None, tuple(facts))


def _company(first: Sequence[Cell]) -> str | None:
    """The line above `(Exact name of registrant …)`."""
    for place, line in enumerate(first):
        if _EXACT_NAME.fullmatch(line.text):
            above = [
                cell.text for cell in first[max(0, place - 3) : place] if not _UNDERLINE.fullmatch(cell.text)
            ]
            return above[-1] if above and len(above[-1]) < 100 else None
    return None


def _covered(first: Sequence[Cell]) -> tuple[str, str] | None:
    """What the form covers, as words and as the period."""
    for place, line in enumerate(first):
        found = _ENDED.fullmatch(line.text)
        date = date_of(found["date"]) if found else None
        if found and date:
            return (
                f"{found['what'].lower()} ended {found['date'].strip()}",
                f"{found['what'].lower()} ended {date}",
            )
        event = _EVENT.fullmatch(line.text)
        if event:
            printed = event["date"] or (first[place + 1].text if place + 1 < len(first) else "")
            shown = DATE.match(printed)
            date = date_of(shown[0]) if shown else None
            if shown and date:
                return shown[0], date
    return None
