"""
Our World in Data: charts, each a table in CSV with its metadata in JSON.

Verified against recordings: search, a chart's metadata, its whole CSV with short names of columns. Not
verified against a recording: errors. CSVs that it filters itself are not used: it does so differently for
lines and maps, so the whole is taken and filtered here.

Its traps: charts move to new addresses (a redirect of its own is followed); groups of countries may have no
code, and are called by their name; some data may not be passed on, by a mark in the metadata or with 403.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from belegg.errors import SourceRefused
from belegg.records.statistics import (
    CellKey,
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
from belegg.sources.statistics.asking import Asking
from belegg.sources.statistics.fetching import derived, fetched, understood, unknown_table
from belegg.sources.statistics.markup import plain_text
from belegg.sources.statistics.numbers import Json, as_published
from belegg.sources.statistics.periods import interval_of, unit_of
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.selecting import check_cells, codes_of
from belegg.sources.statistics.shapes import (
    Unread,
    json_of,
    list_of,
    object_of,
    pages_of,
    text_of,
    text_or_empty,
)

BASE = "https://ourworldindata.org"
MOST_CELLS = 100_000
TABLE_ID = re.compile(r"[a-z0-9-]{1,150}")
MARKED = re.compile(rb'"nonRedistributable"\s*:\s*true')
ENTITY, TIME = "entity", "time"
MOST_ON_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart's metadata. `columns` by short name."""

    title: str
    subtitle: str
    columns: Mapping[str, Mapping[str, str]]
    is_not_to_be_passed_on: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a chart's CSV: an entity has its name as its code where it has none of its own."""

    code: str
    label: str
    time: str
    values: Mapping[str, str]


class OurWorldInData:
    """Its tables are charts, called by the end of their address: `literacy`."""

    id = "owid"
    name = "Our World in Data"
    licence = "CC BY 4.0; the original data under their publishers' licences"
    languages = ("en",)
    key_setting = ""

    def __init__(self, asking: Asking, base: str = BASE) -> None:
        self._asking = asking
        self._base = base
        self.publisher = Publisher(self.id, self.name, (base,), redirects_to=("www.ourworldindata.org",))

    def catalogue(self, language: str) -> Iterator[TableRef]:
        page, pages = 0, 1
        while page < pages:
            found, pages = self._search("", MOST_ON_A_PAGE, page, keep=False)
            yield from found
            page += 1

    def search(self, query: str, language: str, limit: int) -> Sequence[TableRef]:
        if not query.strip():
            return ()
        found, _ = self._search(query[:300], min(limit, MOST_ON_A_PAGE), 0)
        return found[:limit]

    def describe(self, table: str, language: str) -> StatisticsTable:
        if not TABLE_ID.fullmatch(table):
            raise unknown_table(self.publisher, table)
        of_metadata, of_figures = self._requests(table)
        metadata = self._asking.ask(self.publisher, of_metadata, "json", also=(404,))
        if metadata.status == 404:
            raise unknown_table(self.publisher, table)
        chart = understood(self._asking, self.publisher, metadata, chart_of)
        self._may_be_passed_on(table, chart)
        figures = self._asking.ask(self.publisher, of_figures, "csv")
        rows = understood(self._asking, self.publisher, figures, rows_of)
        return table_of(table, f"{self._base}/grapher/{table}", chart, rows)

    def plan(self, table: StatisticsTable, selection: Selection) -> Plan:
        codes = codes_of(self.publisher, table, selection)
        cells = check_cells(self.publisher, table, codes, MOST_CELLS)
        return Plan(table, selection, codes, cells, self._requests(table.ref.id))

    def fetch(self, plan: Plan) -> Fetch:
        metadata = self._asking.ask(self.publisher, plan.requests[0], "json")
        chart = understood(self._asking, self.publisher, metadata, chart_of)
        self._may_be_passed_on(plan.table.ref.id, chart)
        figures = self._asking.ask(self.publisher, plan.requests[1], "csv")
        observations = understood(
            self._asking, self.publisher, figures, lambda content: figures_of(plan, chart, rows_of(content))
        )
        cited = [chart.columns[name] for name in plan.codes["indicator"] if name in chart.columns]
        return fetched(
            self.publisher,
            plan,
            (metadata, figures),
            observations,
            licence=self.licence,
            citation=" ".join(dict.fromkeys(each["citation"] for each in cited if each["citation"])),
            source_updated=max((each["updated"] for each in cited), default=""),
            notes=plan.table.notes,
        )

    def derive(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        return derived(
            self.publisher,
            plan,
            lambda: figures_of(plan, chart_of(bodies[0].content), rows_of(bodies[1].content)),
        )

    def _requests(self, table: str) -> tuple[SourceRequest, SourceRequest]:
        where = f"{self._base}/grapher/{table}"
        return (
            SourceRequest(f"{where}.metadata.json?useColumnShortNames=true"),
            SourceRequest(f"{where}.csv?useColumnShortNames=true"),
        )

    def _search(self, query: str, limit: int, page: int, *, keep: bool = True) -> tuple[list[TableRef], int]:
        where = (
            f"{self._base}/api/search?q={quote(query, safe='')}&type=charts&hitsPerPage={limit}&page={page}"
        )
        answer = self._asking.ask(self.publisher, SourceRequest(where), "json", keep=keep)
        return understood(self._asking, self.publisher, answer, found_of)

    def _may_be_passed_on(self, table: str, chart: Chart) -> None:
        if chart.is_not_to_be_passed_on:
            raise SourceRefused(
                f"{self.name}: the data of `{table}` may not be passed on, by its metadata; look at the "
                "chart itself",
                self.id,
            )


def found_of(content: bytes) -> tuple[list[TableRef], int]:
    """The charts found, and how many pages of them there are."""
    told = object_of(json_of(content), "the answer")
    refs = []
    for each in list_of(told.get("results"), "`results`"):
        chart = object_of(each, "a result")
        slug = text_of(chart.get("slug"), "a slug")
        variant = plain_text(text_or_empty(chart.get("variantName")))
        title = plain_text(text_or_empty(chart.get("title"))) or slug
        refs.append(
            TableRef(
                source=OurWorldInData.id,
                id=slug,
                title=f"{title} ({variant})" if variant else title,
                language="en",
                description=plain_text(text_or_empty(chart.get("subtitle"))),
                updated=text_or_empty(chart.get("updatedAt")),
                address=text_or_empty(chart.get("url")),
            )
        )
    return refs, pages_of(told.get("nbPages"), "`nbPages`")


def chart_of(content: bytes) -> Chart:
    told = object_of(json_of(content), "the metadata")
    chart = object_of(told.get("chart"), "`chart`")
    columns = object_of(told.get("columns"), "`columns`")
    return Chart(
        title=plain_text(text_or_empty(chart.get("title"))),
        subtitle=plain_text(text_or_empty(chart.get("subtitle"))),
        columns={name: column_of(name, object_of(each, "a column")) for name, each in columns.items()},
        is_not_to_be_passed_on=MARKED.search(content) is not None,
    )


def column_of(name: str, told: dict[str, Json]) -> dict[str, str]:
    texts = {key: plain_text(text_or_empty(value)) for key, value in told.items()}
    return {
        "title": texts.get("titleLong") or texts.get("titleShort") or name,
        "unit": texts.get("unit", ""),
        "about": texts.get("descriptionShort", ""),
        "citation": texts.get("citationLong") or texts.get("citationShort", ""),
        "updated": texts.get("lastUpdated", ""),
    }


def rows_of(content: bytes) -> tuple[Row, ...]:
    """entity, code, year or day, then one column for each indicator, called by its short name."""
    try:
        table = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error):
        raise Unread("it is no CSV") from None
    head = [name.strip() for name in table[0]] if table else []
    if [name.lower() for name in head[:2]] != ["entity", "code"] or len(head) < 4:
        raise Unread("its columns are not entity, code, time and indicators")
    if any(len(row) != len(head) for row in table[1:]):
        raise Unread("a line has more or fewer cells than there are columns")
    return tuple(
        Row(row[1] or row[0], plain_text(row[0]), row[2], dict(zip(head[3:], row[3:], strict=True)))
        for row in table[1:]
    )


def table_of(id: str, address: str, chart: Chart, rows: Sequence[Row]) -> StatisticsTable:
    shown = list(rows[0].values) if rows else []
    measures = tuple(
        Code(name, told["title"], note=told["about"], unit=told["unit"])
        for name in shown
        if (told := chart.columns.get(name)) is not None
    )
    entities = {row.code: row.label for row in rows}
    times = sorted({row.time for row in rows}, key=lambda time: interval_of(time)[0] or time)
    ref = TableRef(
        source=OurWorldInData.id,
        id=id,
        title=chart.title or id,
        language="en",
        description=chart.subtitle,
        variables=tuple(each.label for each in measures),
        first=times[0] if times else "",
        last=times[-1] if times else "",
        updated=max((each["updated"] for each in chart.columns.values()), default=""),
        unit_of_time=unit_of(times[-1]) if times else "",
        address=address,
    )
    return StatisticsTable(
        ref,
        (
            Dimension("indicator", "indicator", "measure", measures, len(measures)),
            Dimension(
                ENTITY,
                "country or group",
                "geo",
                tuple(Code(*each) for each in entities.items()),
                len(entities),
            ),
            Dimension(TIME, "time", "time", tuple(Code(time, time) for time in times), len(times)),
        ),
        tuple(TableNote(each.note) for each in measures if each.note),
    )


def figures_of(plan: Plan, chart: Chart, rows: Sequence[Row]) -> tuple[Observation, ...]:
    """The cells that were asked for and that there are; an empty one is none."""
    order = {name: {code: place for place, code in enumerate(codes)} for name, codes in plan.codes.items()}
    found = [
        (
            (order["indicator"][name], order[ENTITY][row.code], order[TIME][row.time]),
            figure_of(name, told, row),
        )
        for name in plan.codes["indicator"]
        if (told := chart.columns.get(name)) is not None
        for row in rows
        if row.code in order[ENTITY] and row.time in order[TIME] and row.values.get(name)
    ]
    return tuple(each for _, each in sorted(found, key=lambda pair: pair[0]))


def figure_of(name: str, told: Mapping[str, str], row: Row) -> Observation:
    raw = row.values[name]
    text = as_published(raw, None)
    start, end = interval_of(row.time)
    return Observation(
        keys=(
            CellKey("indicator", name, told["title"]),
            CellKey(ENTITY, row.code, row.label),
            CellKey(TIME, row.time, row.time),
        ),
        raw=raw if text is not None else None,
        text=text,
        status="" if text is not None else plain_text(raw),
        unit=told["unit"],
        period_start=start,
        period_end=end,
    )
