"""A folder of CSV and Excel files as a database: loaded beside the library, and again when a file changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from belegg.errors import ReadingError, StatementStopped
from belegg.reading.fenced import Fence
from belegg.reading.fenced.fence import Parsing
from belegg.reading.office_kinds import refuse_misnamed, refuse_old
from belegg.reading.tables.sheets import unique_names
from belegg.sources.files import read_whole
from belegg.sources.tables.loading import (
    LARGEST_BYTES,
    Column,
    Loaded,
    Sheet,
    files_of,
    load,
    loaded,
    signature,
)

_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How an old or an encrypted office file begins."""

_CSV, _EXCEL = "belegg.reading.tables.sheets", "belegg.reading.office.xlsx_sheets"


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of files of rows, and the SQLite file beside the library that it is loaded into."""

    folder: Path
    target: Path

    def fresh(self) -> Loaded:
        """
        What the loaded file says of itself, after the files were loaded if any changed. Raises
        StatementStopped, its words to stand after the name of the database.
        """
        try:
            files, others = files_of(self.folder)
            now = signature(files)
        except OSError as error:
            raise StatementStopped("cannot be read: its folder is not where the settings say") from error
        known = loaded(self.target)
        if known is not None and known.signature == now:
            return known
        with Fence() as fence:
            sheets, notes = sheets_of(files, fence)
        if others:
            notes.append(f"no files of rows, left out: {', '.join(others[:20])}")
        load(sheets, self.target, now, notes)
        made = loaded(self.target)
        if made is None:
            raise StatementStopped("could not be loaded: what was written cannot be read")
        return made


def sheets_of(files: list[Path], parsing: Parsing) -> tuple[list[Sheet], list[str]]:
    """
    The sheets of all files, and what is to be said of them. A file that cannot be read is left out, and said.
    A sheet that is alone in its file has the file's name, else the sheet's after it.
    """
    found: list[tuple[str, dict[str, Any]]] = []
    notes: list[str] = []
    for file in files:
        try:
            told = read_sheets(file, parsing)
        except ReadingError as error:
            notes.append(f"`{file.name}` left out: {error}")
            continue
        for sheet in told:
            of = f"{file.stem} {sheet['name']}" if len(told) > 1 else file.stem
            found.append((of, sheet))
            place = f"`{file.name}`" + (f", `{sheet['name']}`" if len(told) > 1 else "")
            notes += [f"{place}: {note}" for note in sheet["notes"]]
    names = unique_names([of for of, _ in found], [f"table_{number}" for number in range(1, len(found) + 1)])
    return [
        Sheet(name, tuple(Column(*each) for each in sheet["columns"]), sheet["rows"])
        for name, (_, sheet) in zip(names, found, strict=True)
    ], notes


def read_sheets(file: Path, parsing: Parsing) -> list[dict[str, Any]]:
    """The sheets of one file, read behind the fence. Raises ReadingError."""
    data = read_whole(file, file.name, LARGEST_BYTES)
    if data[:8] == _COMPOUND:
        refuse_old(data)
    module = _EXCEL if data[:2] == b"PK" else _CSV
    if module == _CSV:
        refuse_misnamed(file.suffix.lower())
    sheets: list[dict[str, Any]] = []
    more = True
    while more:
        parsed = parsing.parse(module, data, skip=len(sheets))
        sheets += [json.loads(part.data) for part in parsed.content.parts]
        more = parsed.more
    return sheets
