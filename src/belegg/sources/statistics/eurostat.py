"""
Eurostat: the Statistics API 1.0 for figures (JSON-stat), SDMX 2.1 for what a table consists of, the table of
contents as its catalogue.

Verified against recordings: figures, the table of contents (of 2023), a table's structure (with two of its
code lists). Not verified against a recording: errors, the answer that announces a later one, and what comes
back for `lastTimePeriod=1`.

Its traps: a code that it does not know gives no error but no cells, so codes are checked before anything is
sent; too many cells give status 200 and a `warning`; when it is overloaded it sends a web page; a cell that
is missing is simply not there.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote

from belegg.errors import BadSelection, SelectionTooLarge, StatisticsFailed
from belegg.records.statistics import (
    Code,
    Dimension,
    Fetch,
    Observation,
    Plan,
    RawBody,
    Selection,
    SourceRequest,
    StatisticsTable,
    TableNote,
    TableRef,
)
from belegg.sources.statistics.asking import Answer, Asking
from belegg.sources.statistics.fetching import derived, fetched, send, understood, unknown_table
from belegg.sources.statistics.jsonstat import Dataset, dataset_of, observations_of
from belegg.sources.statistics.markup import plain_text
from belegg.sources.statistics.pacing import Pace
from belegg.sources.statistics.periods import periods_between, unit_of
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.refusing import words_of
from belegg.sources.statistics.sdmx_xml import Structure, structure_of
from belegg.sources.statistics.selecting import check_address, check_cells, codes_of
from belegg.sources.statistics.shapes import Unread, json_of, object_of, text_or_empty

BASE = "https://ec.europa.eu/eurostat/api/dissemination"
MOST_CELLS = 500_000
MOST_OF_ADDRESS = 8_000
TABLE_ID = re.compile(r"[A-Za-z0-9_$]{1,60}")
INDENT = 4
COLUMNS = 7
NEWEST_ONLY = "The codes listed are those of the newest period; there may be others in earlier ones."
UNLISTED = "Codes of {} are not listed by the source; one that it does not have gives no figures."


class Eurostat:
    """Its tables are called by their code: `nama_10r_2gdp`."""

    id = "eurostat"
    name = "Eurostat"
    licence = "reuse authorised, with the source acknowledged (Eurostat)"
    languages = ("en", "de", "fr")
    key_setting = ""

    def __init__(self, asking: Asking, base: str = BASE) -> None:
        self._asking = asking
        self._base = base
        self.publisher = Publisher(self.id, self.name, (base,), Pace(3, 1.0))

    def catalogue(self, language: str) -> Iterator[TableRef]:
        lang = self._language(language)
        request = SourceRequest(f"{self._base}/catalogue/toc/txt?lang={lang}")
        answer = self._asking.ask(self.publisher, request, "text", keep=False)
        yield from understood(
            self._asking, self.publisher, answer, lambda content: list(contents_of(content, lang))
        )

    def search(self, query: str, language: str, limit: int) -> None:
        """It has none."""
        return

    def describe(self, table: str, language: str) -> StatisticsTable:
        if not TABLE_ID.fullmatch(table):
            raise unknown_table(self.publisher, table)
        lang = self._language(language)
        structure = self._structure(table, lang)
        if structure is None:
            return self._newest(table, lang)
        return table_of(table, lang, structure)

    def plan(self, table: StatisticsTable, selection: Selection) -> Plan:
        codes = codes_of(self.publisher, table, selection)
        cells = check_cells(self.publisher, table, codes, MOST_CELLS)
        parts = [f"lang={table.ref.language}"]
        for dimension in table.dimensions:
            chosen, listed = codes[dimension.id], [code.id for code in dimension.codes]
            if dimension.role == "time" and len(chosen) > 1 and list(chosen) == run_of(listed, chosen):
                parts += [f"sinceTimePeriod={chosen[0]}", f"untilTimePeriod={chosen[-1]}"]
            elif dimension.has_others or list(chosen) != listed:
                parts += [f"{dimension.id}={quote(code, safe='')}" for code in chosen]
        address = f"{self._base}/statistics/1.0/data/{table.ref.id}?{'&'.join(parts)}"
        check_address(self.publisher, table, codes, address, MOST_OF_ADDRESS)
        return Plan(table, selection, codes, cells, (SourceRequest(address),))

    def fetch(self, plan: Plan) -> Fetch:
        (answer,) = send(self._asking, self.publisher, plan, "json", also=(400, 404, 413))
        dataset = self._dataset(plan.table.ref.id, answer)
        observations = understood(
            self._asking, self.publisher, answer, lambda content: figures_of(plan, dataset)
        )
        code = plan.table.ref.id.upper()
        return fetched(
            self.publisher,
            plan,
            (answer,),
            observations,
            licence=self.licence,
            citation=f"Eurostat, {dataset.label}, doi:10.2908/{code}, a customised extract",
            source_updated=dataset.updated,
            notes=dataset.notes,
        )

    def derive(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        return derived(
            self.publisher,
            plan,
            lambda: [each for body in bodies for each in figures_of(plan, dataset_of(body.content))],
        )

    def _language(self, language: str) -> str:
        return language if language in self.languages else "en"

    def _structure(self, table: str, language: str) -> Structure | None:
        """What a table consists of; None when the source does not say."""
        where = f"{self._base}/sdmx/2.1/dataflow/ESTAT/{table.upper()}/latest"
        request = SourceRequest(f"{where}?references=descendants&detail=referencepartial")
        answer = self._asking.ask(self.publisher, request, "xml", also=(400, 404, 413))
        if answer.status != 200:
            return None
        return understood(
            self._asking, self.publisher, answer, lambda content: structure_of(content, language)
        )

    def _newest(self, table: str, language: str) -> StatisticsTable:
        """A table described by the figures of its newest period."""
        where = f"{self._base}/statistics/1.0/data/{table}?lang={language}&lastTimePeriod=1"
        answer = self._asking.ask(self.publisher, SourceRequest(where), "json", also=(400, 404, 413))
        return table_by_figures(table, language, self._dataset(table, answer))

    def _dataset(self, table: str, answer: Answer) -> Dataset:
        problem = self._problem(table, answer)
        if problem is not None:
            raise problem
        return understood(self._asking, self.publisher, answer, dataset_of)

    def _problem(self, table: str, answer: Answer) -> StatisticsFailed | None:
        """`{error: [{status, id, label}]}`, or `{warning: {status: 413, label}}` with status 200."""
        status = answer.status
        try:
            told = object_of(json_of(answer.content), "the answer")
        except Unread:
            told = {}
        where = f"{self.name}, table `{table}`"
        if "warning" in told or status == 413:
            return SelectionTooLarge(
                f"{where}: that is more than it gives at once (at most some {MOST_CELLS:,} cells); choose "
                "fewer codes",
                self.id,
            )
        if status < 400 and "error" not in told:
            return None
        errors = told.get("error")
        first = errors[0] if isinstance(errors, list) and errors else errors
        number = text_or_empty(first.get("id")) if isinstance(first, dict) else ""
        if number == "100" or status == 404:
            return unknown_table(self.publisher, table)
        said = words_of(answer.content) or f"HTTP {status}"
        return BadSelection(f"{where}: it does not take the selection (`{said}`)", self.id)


def run_of(listed: list[str], chosen: Sequence[str]) -> list[str]:
    """What is listed from the first chosen to the last."""
    if chosen[0] not in listed or chosen[-1] not in listed:
        return []
    return listed[listed.index(chosen[0]) : listed.index(chosen[-1]) + 1]


def figures_of(plan: Plan, dataset: Dataset) -> tuple[Observation, ...]:
    """The cells that were asked for; where every code of a dimension was, it was not sent."""
    wanted = {name: frozenset(codes) for name, codes in plan.codes.items()}
    return tuple(
        each
        for each in observations_of(dataset, {})
        if all(key.code in wanted.get(key.dimension, {key.code}) for key in each.keys)
    )


def contents_of(content: bytes, language: str) -> Iterator[TableRef]:
    """
    The tables of the table of contents: tab-separated, four blanks of indent for a level. A table stands
    under several folders and is given once, under the first.
    """
    path: list[str] = []
    seen: set[str] = set()
    try:
        rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter="\t"))
    except (UnicodeDecodeError, csv.Error):
        raise Unread("its table of contents is no text in columns") from None
    if not rows or rows[0][:3] != ["title", "code", "type"]:
        raise Unread("its table of contents has other columns")
    for row in rows[1:]:
        if len(row) < 3:
            continue
        cells = [cell.strip() for cell in row] + [""] * COLUMNS
        level = (len(row[0]) - len(row[0].lstrip(" "))) // INDENT
        path[level:] = [plain_text(row[0])]
        if cells[2] == "folder" or cells[1] in seen:
            continue
        seen.add(cells[1])
        yield ref_of(cells[1], plain_text(row[0]), language, tuple(path[:-1]), cells[3], cells[5], cells[6])


def ref_of(
    id: str, title: str, language: str, path: tuple[str, ...], updated: str, first: str, last: str
) -> TableRef:
    return TableRef(
        source=Eurostat.id,
        id=id,
        title=title,
        language=language,
        path=path,
        first=first,
        last=last,
        updated=updated,
        unit_of_time=unit_of(last),
        address=f"https://ec.europa.eu/eurostat/databrowser/view/{id}/default/table?lang={language}",
    )


def table_of(id: str, language: str, structure: Structure) -> StatisticsTable:
    notes = structure.annotations
    first, last = notes.get("OBS_PERIOD_OVERALL_OLDEST", ""), notes.get("OBS_PERIOD_OVERALL_LATEST", "")
    ref = ref_of(id, structure.title, language, (), notes.get("UPDATE_DATA", ""), first, last)
    unlisted = [each.id for each in structure.dimensions if each.has_others]
    frequencies = next((each for each in structure.dimensions if each.id.lower() == "freq"), None)
    one_unit = frequencies is None or (frequencies.total == 1 and not frequencies.has_others)
    return StatisticsTable(
        ref,
        (*structure.dimensions, time_of(first, last, has_others=not one_unit)),
        (TableNote(UNLISTED.format(", ".join(f"`{id}`" for id in unlisted))),) if unlisted else (),
    )


def time_of(first: str, last: str, *, has_others: bool) -> Dimension:
    """The periods from the first to the last; others too, where a table has several units of time."""
    codes = tuple(Code(period, period) for period in periods_between(first, last))
    return Dimension("time", "Time", "time", codes, len(codes), has_others=has_others or not codes)


def table_by_figures(id: str, language: str, dataset: Dataset) -> StatisticsTable:
    """A table as its newest figures show it."""
    told = dataset.extension.get("annotation")
    notes = {
        text_or_empty(each.get("type")): text_or_empty(each.get("title"))
        for each in (told if isinstance(told, list) else ())
        if isinstance(each, dict)
    }
    first, last = notes.get("OBS_PERIOD_OVERALL_OLDEST", ""), notes.get("OBS_PERIOD_OVERALL_LATEST", "")
    dimensions = tuple(
        time_of(first, last, has_others=True)
        if axis.role == "time"
        else Dimension(axis.id, axis.label, axis.role, axis.codes, len(axis.codes), has_others=True)
        for axis in dataset.axes
    )
    ref = ref_of(id, dataset.label, language, (), dataset.updated, first, last)
    return StatisticsTable(ref, dimensions, (TableNote(NEWEST_ONLY),))
