"""
SDMX-CSV 2 with labels in columns of their own, as `format=csvfilewithlabels` answers: each code column is
followed by one with its label, OBS_VALUE by an empty one. What stands before OBS_VALUE are dimensions, what
stands behind it attributes; STRUCTURE, STRUCTURE_ID, STRUCTURE_NAME and ACTION come first.

Without labels (one column each) it is read as well. Codes and labels in one column (`A: Annual`) are told by
their header, and so is a separator of `;`. A decimal comma is not guessed at: the value stays as it came.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from belegg.records.statistics import CellKey
from belegg.sources.statistics.sdmx_cells import (
    TIME_DIMENSIONS,
    Cell,
    Coded,
    SdmxData,
    SdmxDimension,
    present,
)
from belegg.sources.statistics.shapes import Unread
from belegg.sources.statistics.wire import label_of

VALUE = "OBS_VALUE"
_OF_THE_SET = ("STRUCTURE", "STRUCTURE_ID", "STRUCTURE_NAME", "ACTION", "SERIES_KEY", "OBS_KEY")
_ID = re.compile(r"[A-Z][A-Z0-9_]*")
_ADDRESSED = re.compile(r"(?P<id>[A-Z][A-Z0-9_]*): (?P<label>.+)")


@dataclass(frozen=True, slots=True)
class _Column:
    """A component: where its code stands, and its label where that has a column of its own."""

    id: str
    label: str
    code_at: int
    label_at: int | None
    joined: bool


def read(content: bytes) -> SdmxData:
    """The cells in the order of the rows. Raises Unread: no CSV, no OBS_VALUE, a row too short."""
    rows = _rows(content)
    header = next(rows, [])
    if VALUE not in {each.partition(":")[0] for each in header}:
        raise Unread(f"no column `{VALUE}`; it begins with `{(header or [''])[0][:40]}`")
    columns = _columns(header)
    value = next(each for each in columns if each.id == VALUE)
    dimensions = [each for each in columns if each.code_at < value.code_at]
    attributes = [each for each in columns if each.code_at > value.code_at]
    name, cells = "", []
    for row in rows:
        if len(row) != len(header):
            raise Unread(f"a row of {len(row)} columns under a header of {len(header)}")
        name = name or _name(header, row)
        cells.append(_cell(row, dimensions, value, attributes))
    shown = tuple(SdmxDimension(each.id, each.label) for each in dimensions)
    return SdmxData(name, shown, tuple(cells))


def _rows(content: bytes) -> Iterator[list[str]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unread("no UTF-8") from error
    separator = ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
    try:
        yield from (
            row for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True) if row
        )
    except csv.Error as error:
        raise Unread(f"no CSV: {error}") from error


def _columns(header: Sequence[str]) -> list[_Column]:
    """
    Components by their headers. A label's column follows its code's and is told by not being an id, or by
    being named as the code is (`EDITION,Edition`): with labels every component has one.
    """
    start = next((at for at, each in enumerate(header) if each.partition("[")[0] not in _OF_THE_SET), 0)
    names = header[start:]
    with_labels = "STRUCTURE_NAME" in header and len(names) % 2 == 0
    columns = []
    for at in range(0, len(names), 2 if with_labels else 1):
        addressed = _ADDRESSED.fullmatch(names[at])
        id = addressed["id"] if addressed else names[at]
        if not _ID.fullmatch(id):
            raise Unread(f"`{id[:40]}` stands where a component's id is agreed on")
        label = names[at + 1] if with_labels else (addressed["label"] if addressed else id)
        label_at = start + at + 1 if with_labels else None
        columns.append(_Column(id, label, start + at, label_at, addressed is not None))
    return columns


def _cell(
    row: Sequence[str], dimensions: Sequence[_Column], value: _Column, attributes: Sequence[_Column]
) -> Cell:
    keys = tuple(_key(each, _coded(each, row)) for each in dimensions)
    said = {each.id: coded for each in attributes if (coded := _coded(each, row)).code}
    return Cell(keys, present(row[value.code_at]), said)


def _key(column: _Column, coded: Coded) -> CellKey:
    return CellKey(column.id, coded.code, coded.code if column.id in TIME_DIMENSIONS else coded.label)


def _coded(column: _Column, row: Sequence[str]) -> Coded:
    text = row[column.code_at]
    if column.joined:
        code, _, label = text.partition(": ")
        return Coded(code, label_of(label) or code)
    label = row[column.label_at] if column.label_at is not None else ""
    return Coded(text, label_of(label) or text)


def _name(header: Sequence[str], row: Sequence[str]) -> str:
    if "STRUCTURE_NAME" in header:
        return label_of(row[header.index("STRUCTURE_NAME")])
    found = row[header.index("STRUCTURE_ID")] if "STRUCTURE_ID" in header else ""
    return label_of(found.partition(": ")[2])
