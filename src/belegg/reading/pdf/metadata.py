"""Title, organisation, dates, period and numbers of a report, by rule, each with the place of its finding."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from belegg.reading.facts import language_code
from belegg.reading.pdf.issuers import issued
from belegg.reading.pdf.numbers import identifiers, report_numbers
from belegg.reading.pdf.periods import named_period
from belegg.reading.pdf.titles import breaks_off, title
from belegg.reading.pdf.told import DATE, MONTHS, Cell, Row, Told, cells, date_of, plain
from belegg.records import Fact

FIRST_PAGES = 3
"""Pages whose lines are looked at."""

_STAMP = re.compile(r"(?:D:)?((?:19|20)\d\d)(\d\d)(\d\d)")
_FILED = re.compile(r".*\bfiled on (\d{4}-\d\d-\d\d)\b.*", re.IGNORECASE)
_AS_STATED = {"Author": "author", "Subject": "subject", "Keywords": "keywords"}
_STAMPS = {"CreationDate": "created", "ModDate": "modified"}
_NOBODY = re.compile(r"\(?(?:anonymous|unspecified|unknown|user|admin|author|none)\)?|\W*", re.IGNORECASE)
_BODY = re.compile(
    r".*\b(?:Inc\.?|Ltd\.?|LLC|PLC|plc|Corp\.?|Corporation|Company|GmbH|AG|SE|S\.A\.|AB|ASA|AS|A/S|Oyj?|B\.V\.|N\.V\."
    r"|Ministry|Agency|Institute|University|Authority|Commission|Council|Department|Bundes\w+|departementet"
    r"|\w+verket|\w+myndigheten|\w*direktoratet|\w*ministeriö|Universit\w+)"
)
_LABEL = re.compile(
    r"(?:report date|publication date|published(?: on)?|date published|date of publication|issued(?: on)?"
    r"|release date|utgitt|publisert|publicerad"
    r"|utgiven|julkaistu|veröffentlicht(?: am)?|publié le)\s?:?\s|date\s?:\s",
    re.IGNORECASE,
)
_MONTH_YEAR = re.compile(rf"{MONTHS} (?:19|20)\d\d", re.IGNORECASE)
_COVER_LINES = 15


@dataclass(frozen=True, slots=True)
class Metadata:
    """The title, None when none is sure, and the facts."""

    title: str | None
    facts: tuple[Fact, ...]


def metadata(
    info: Mapping[str, str], rows: Sequence[Row], height: float, running: Sequence[str] = ()
) -> Metadata:
    """
    `info` is the file's own metadata, `rows` the lines of its first pages (those after `FIRST_PAGES` are not
    looked at), `height` that of page 1 in points, `running` its running headers and footers.

    A date says what it is: `published` stands on the page (or is the date of filing), `created` and
    `modified` are the file's. What is not sure is left out.
    """
    lines = [cell for cell in cells(rows) if cell.page <= FIRST_PAGES]
    known = issued(lines)
    heading = (known.title if known else None) or title(info, lines, height)
    found = list(known.facts) if known else []
    if heading:
        found.append(Fact("title", heading.text, heading.origin))
    found += _stated(info)
    have = {fact.name for fact in found}
    found += (fact for fact in _organisation(info, lines) if "organisation" not in have)
    found += (fact for fact in _published(info, lines) if "published" not in have)
    if "report_number" not in have:
        found += (Fact("report_number", told.text, told.origin) for told in report_numbers(lines))
        found += _running_number(running, found)
    found += (Fact("identifier", told.text, told.origin) for told in identifiers(lines))
    year = named_period(heading.text) if heading and "reference_period" not in have else None
    if year and heading:
        found.append(Fact("reference_period", year, heading.origin))
    return Metadata(heading.text if heading else None, tuple(dict.fromkeys(found)))


def language(stated: str, told: str | None) -> str | None:
    """
    The language told from the text, else the one that the file states.

    A statement alone is weak: programs write the language of the computer that they ran on.
    """
    return told or language_code(stated)


def _stated(info: Mapping[str, str]) -> Iterator[Fact]:
    for key, name in _AS_STATED.items():
        value = plain(info.get(key, ""))
        if value and not _NOBODY.fullmatch(value):
            yield Fact(name, value, "pdf metadata")
    for key, name in _STAMPS.items():
        found = _STAMP.match(info.get(key, ""))
        date = date_of("-".join(found.groups())) if found else None
        if date:
            yield Fact(name, date, "pdf metadata")


def _organisation(info: Mapping[str, str], lines: Sequence[Cell]) -> Iterator[Fact]:
    """The author that the file states, when it is a body and stands on the first pages."""
    author = plain(info.get("Author", ""))
    if (
        author
        and _BODY.fullmatch(author)
        and any(author.casefold() in line.text.casefold() for line in lines)
    ):
        yield Fact("organisation", author, "pdf metadata")


def _published(info: Mapping[str, str], lines: Sequence[Cell]) -> Iterator[Fact]:
    """A date with a label, a date alone on a line of page 1, or the only date of a cover."""
    filed = _FILED.fullmatch(plain(info.get("Subject", "")))
    if filed:
        yield Fact("published", filed[1], "pdf metadata")
        return
    first = [line for line in lines if line.page == 1]
    for told in (*_labelled(first), *_alone(first)):
        date = date_of(told.text)
        if date:
            yield Fact("published", date, told.origin)
            return
    month = next((line for line in first if _MONTH_YEAR.fullmatch(line.text)), None)
    if month:
        yield Fact("published_as_written", month.text, f"page {month.page}")


def _labelled(lines: Sequence[Cell]) -> Iterator[Told]:
    for line in lines:
        label = _LABEL.match(line.text)
        rest = line.text[label.end() :] if label else ""
        if DATE.fullmatch(rest.strip()):
            yield Told(rest.strip(), f"page {line.page}")


def _alone(first: Sequence[Cell]) -> Iterator[Told]:
    before = ("", *(line.text for line in first))
    alone = [
        line.text
        for above, line in zip(before, first, strict=False)
        if DATE.fullmatch(line.text) and not breaks_off(above)
    ]
    if alone and len(set(alone)) == 1:
        yield Told(alone[0], "page 1")
    elif not alone and len(first) <= _COVER_LINES:
        dates = {found[0] for line in first for found in DATE.finditer(line.text)}
        if len(dates) == 1:
            yield Told(dates.pop(), "page 1")


def _running_number(running: Sequence[str], found: Sequence[Fact]) -> Iterator[Fact]:
    """A number that heads every page, when the first page has none."""
    if any(fact.name == "report_number" for fact in found):
        return
    heads = [Cell(0, plain(text), 0, False, 0, 0, 0, 0) for text in dict.fromkeys(running)]
    for told in report_numbers(heads):
        yield Fact("report_number", told.text, "running header")
        return
