"""Rows of the UN SDG database's CSV, and its tree of areas, as dimensions and figures."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence

from belegg.records.statistics import CellKey, Code, Dimension, Observation, StatisticsTable
from belegg.sources.statistics.numbers import as_published
from belegg.sources.statistics.periods import interval_of
from belegg.sources.statistics.sdmx_cells import present
from belegg.sources.statistics.shapes import Unread
from belegg.sources.statistics.wire import label_of, objects, text_of

AREA, TIME, VALUE = "GeoAreaCode", "TimePeriod", "Value"
ATTRIBUTES = frozenset({"Nature", "Units", "Observation Status"})
TOTALS = frozenset({"BOTHSEX", "ALLAGE", "ALLAREA", "_T"})

_IN_BRACKETS = re.compile(r"\[(.+)\]")
_NATURE = {"C": "country data", "CA": "adjusted", "E": "estimated", "G": "global monitoring", "M": "modelled"}
_NEEDED = ("SeriesCode", AREA, "GeoAreaName", TIME, VALUE)

Row = Mapping[str, str]


def read_rows(content: bytes, series: str) -> list[Row]:
    """
    The rows of a series; an answer may hold others. NUL bytes behind the text are its buffer's. A quotation
    mark that is not closed or a row that is short tells of a text that was cut, which is not read.
    """
    try:
        text = content.rstrip(b"\0").decode("utf-8-sig")
        header, *rows = filter(None, csv.reader(io.StringIO(text, newline=""), strict=True))
    except (ValueError, csv.Error) as error:
        raise Unread("no CSV in UTF-8, or a part of one") from error
    if missing := [name for name in _NEEDED if name not in header]:
        raise Unread(f"no column `{missing[0]}`")
    if uneven := next((row for row in rows if len(row) != len(header)), None):
        raise Unread(f"a row of {len(uneven)} columns under a header of {len(header)}")
    named = [dict(zip(header, row, strict=True)) for row in rows]
    return [{**row, TIME: row[TIME].removesuffix(".0")} for row in named if row["SeriesCode"] == series]


def dimensions_in(rows: Sequence[Row]) -> list[str]:
    """The dimensions of a series: columns in brackets that are no attributes and not empty throughout."""
    names = [found[1] for name in rows[0] if (found := _IN_BRACKETS.fullmatch(name))]
    return [name for name in names if name not in ATTRIBUTES and any(row[f"[{name}]"] for row in rows)]


def dimension_of(name: str, rows: Sequence[Row], has_others: bool) -> Dimension:
    """A dimension with the codes that occur; `has_others`: the rows are a part of the series."""
    codes = tuple(Code(code, code) for code in dict.fromkeys(row[f"[{name}]"] or "-" for row in rows))
    has_total = any(code.id in TOTALS for code in codes)
    return Dimension(name, name, "other", codes, len(codes), may_be_left_out=has_total, has_others=has_others)


def observed(table: StatisticsTable, row: Row) -> Observation:
    """A row as an observation: a text like `<5` is no number, and stands as the mark of what is missing."""
    keys = []
    for each in table.dimensions:
        code = row.get(f"[{each.id}]" if each.role == "other" else each.id, "") or "-"
        keys.append(CellKey(each.id, code, label_of(row["GeoAreaName"]) if each.role == "geo" else code))
    raw = present(row[VALUE])
    text = as_published(raw, None) if raw else None
    status = row.get("[Nature]", "")
    said = (status, _NATURE.get(status, ""))
    if raw and text is None:
        said = (raw, "as the source writes it")
    first, last = interval_of(row[TIME])
    return Observation(
        tuple(keys), raw, text, *said, row.get("[Units]", ""), period_start=first, period_end=last
    )


def kinds_in(areas: Sequence[Mapping[str, object]]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Of each area its name and `country` or `region`, which the plain list of areas does not say."""
    for each in areas:
        name, kind = label_of(text_of(each.get("geoAreaName"))), text_of(each.get("type")).lower()
        yield text_of(each.get("geoAreaCode")), (name, kind)
        yield from kinds_in(objects(each.get("children"), "children"))
