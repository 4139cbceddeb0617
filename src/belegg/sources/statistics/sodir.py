"""
The Norwegian Offshore Directorate (Sokkeldirektoratet): FactPages, whole tables as CSV.

Verified against recordings: monthly production by field (of 2025, a part of it), and of 2013 yearly
production, reserves by field and by company, and totals of the shelf; their addresses of today are not
verified. The map service (ArcGIS) is not read: no answer of it was at hand.

Its traps: a month 0 is the total of its year; small negative volumes are corrections of earlier ones, and
stay; tables cannot be asked for in part, so the whole is taken and what was asked for is kept.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

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
from belegg.sources.statistics.fetching import derived, fetched, send, understood, unknown_table
from belegg.sources.statistics.jsonstat import NO_FIGURE
from belegg.sources.statistics.markup import plain_text
from belegg.sources.statistics.numbers import as_published
from belegg.sources.statistics.periods import interval_of, unit_of
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.selecting import check_cells, codes_of
from belegg.sources.statistics.shapes import Unread

BASE = "https://factpages.sodir.no"
ADDRESS = "https://factpages.sodir.no/en/field"
MOST_CELLS = 500_000
YEAR, MONTH = "prfYear", "prfMonth"
UNITS = (
    ("MillSm3", "million Sm3"),
    ("MillSm", "million Sm3"),
    ("BillSm3", "billion Sm3"),
    ("BillSm", "billion Sm3"),
)
PRODUCTS: Mapping[str, str] = {
    "OilNet": "oil",
    "GasNet": "gas",
    "NGLNet": "NGL",
    "CondensateNet": "condensate",
    "OeNet": "oil equivalents",
    "ProducedWaterInField": "produced water",
    "Oil": "oil",
    "Gas": "gas",
    "NGL": "NGL",
    "Condensate": "condensate",
    "OE": "oil equivalents",
}
OF_RESERVES: Mapping[str, str] = {
    "Oil": "million Sm3",
    "Gas": "billion Sm3",
    "NGL": "million tonnes",
    "Condensate": "million Sm3",
    "OE": "million Sm3 of oil equivalents",
}
VOLUME = re.compile(r"prfPrd(?P<what>\w+?)(?P<unit>(?:Mill|Bill)Sm3?)")
RESERVE = re.compile(r"(?:fld|cmp)(?P<kind>Recoverable|Remaining)(?P<what>\w+)")
EMPTY = {"", "NULL"}


@dataclass(frozen=True, slots=True)
class View:
    """A table as FactPages has it: the columns that say what a row is of, and the one of its time."""

    title: str
    kinds: Mapping[str, str]
    time: str


VIEWS: Mapping[str, View] = {
    "field_production_monthly": View(
        "Production by field and month", {"prfInformationCarrier": "field"}, MONTH
    ),
    "field_production_yearly": View("Production by field and year", {"prfInformationCarrier": "field"}, YEAR),
    "field_production_totalt_NCS_month": View("Production of the Norwegian shelf by month", {}, MONTH),
    "field_production_totalt_NCS_year": View("Production of the Norwegian shelf by year", {}, YEAR),
    "field_reserves": View("Reserves by field", {"fldName": "field"}, "fldDateOffResEstDisplay"),
    "company_reserves": View(
        "Reserves by company and field",
        {"cmpLongName": "company", "fldName": "field"},
        "cmpDateOffResEstDisplay",
    ),
}
CORRECTIONS = "Negative volumes are corrections of earlier ones, as the source publishes them."


class Sodir:
    """Its tables are views of FactPages: `field_production_monthly`."""

    id = "sodir"
    name = "The Norwegian Offshore Directorate (Sodir)"
    licence = (
        "NLOD. Contains data under the Norwegian licence for Open Government Data (NLOD) distributed by the "
        "Norwegian Offshore Directorate"
    )
    languages = ("en",)
    key_setting = ""

    def __init__(self, asking: Asking, base: str = BASE) -> None:
        self._asking = asking
        self._base = base
        self.publisher = Publisher(self.id, self.name, (base,))

    def catalogue(self, language: str) -> Iterator[TableRef]:
        yield from (self._ref(id, view) for id, view in VIEWS.items())

    def search(self, query: str, language: str, limit: int) -> None:
        """It has none."""
        return

    def describe(self, table: str, language: str) -> StatisticsTable:
        view = VIEWS.get(table)
        if view is None:
            raise unknown_table(self.publisher, table)
        answer = self._asking.ask(self.publisher, self._request(table), "csv")
        rows = understood(self._asking, self.publisher, answer, lambda content: rows_of(view, content))
        return table_of(view, self._ref(table, view), rows)

    def plan(self, table: StatisticsTable, selection: Selection) -> Plan:
        codes = codes_of(self.publisher, table, selection)
        cells = check_cells(self.publisher, table, codes, MOST_CELLS)
        return Plan(table, selection, codes, cells, (self._request(table.ref.id),))

    def fetch(self, plan: Plan) -> Fetch:
        (answer,) = send(self._asking, self.publisher, plan, "csv")
        observations = understood(
            self._asking, self.publisher, answer, lambda content: figures_of(plan, content)
        )
        is_produced = VIEWS[plan.table.ref.id].time in {YEAR, MONTH}
        is_corrected = is_produced and any((each.text or "").startswith("-") for each in observations)
        return fetched(
            self.publisher,
            plan,
            (answer,),
            observations,
            licence=self.licence,
            citation=f"Norwegian Offshore Directorate, FactPages: {plan.table.ref.title}",
            notes=(TableNote(CORRECTIONS, must_show=True),) if is_corrected else (),
        )

    def derive(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        return derived(
            self.publisher, plan, lambda: [each for body in bodies for each in figures_of(plan, body.content)]
        )

    def _request(self, table: str) -> SourceRequest:
        return SourceRequest(
            f"{self._base}/public?/Factpages/external/tableview/{table}&rs:Command=Render&rc:Toolbar=false"
            "&rc:Parameters=f&IpAddress=not_used&CultureCode=en&rs:Format=CSV&Top100=false"
        )

    def _ref(self, id: str, view: View) -> TableRef:
        unit = {MONTH: "month", YEAR: "year"}.get(view.time, "")
        names = (*view.kinds.values(), *dict.fromkeys(PRODUCTS.values()))
        return TableRef(
            self.id, id, view.title, "en", path=("FactPages",), variables=names, unit_of_time=unit,
            address=ADDRESS,
        )  # fmt: skip


def rows_of(view: View, content: bytes) -> list[dict[str, str]]:
    """Rows by column. Raises Unread for other columns than the table has, and for a last line without end."""
    try:
        table = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error):
        raise Unread("it is no CSV") from None
    if not content.endswith(b"\n"):
        raise Unread("its last line is cut")
    head = table[0] if table else []
    wanted = {*view.kinds, YEAR if view.time == MONTH else view.time, view.time}
    if not wanted <= set(head):
        raise Unread(f"it lacks the columns {', '.join(sorted(wanted - set(head)))}")
    if any(len(row) != len(head) for row in table[1:]):
        raise Unread("a line has more or fewer cells than there are columns")
    return [dict(zip(head, row, strict=True)) for row in table[1:]]


def period_of(view: View, row: Mapping[str, str]) -> str:
    """`2021-08`; `2021` for a year, and for its month 0, which is the year's total; a date as it stands."""
    if view.time != MONTH:
        return row[view.time].strip()
    month = row[MONTH].strip()
    return row[YEAR].strip() if month in {"0", "00"} else f"{row[YEAR].strip()}-{month.zfill(2)}"


def measure_of(column: str) -> Code | None:
    """What a column with figures holds: its name here, its unit; None for other columns."""
    if volume := VOLUME.fullmatch(column):
        what = PRODUCTS.get(volume["what"], volume["what"])
        return Code(
            column, f"{what}, net" if "Net" in volume["what"] else what, unit=dict(UNITS)[volume["unit"]]
        )
    if reserve := RESERVE.fullmatch(column):
        unit = OF_RESERVES.get(reserve["what"])
        if unit is not None:
            label = f"{reserve['kind'].lower()} {PRODUCTS[reserve['what']]}"
            return Code(column, label, unit=unit)
    if column == "cmpShare":
        return Code(column, "share of the company", unit="per cent")
    return None


def table_of(view: View, ref: TableRef, rows: Sequence[Mapping[str, str]]) -> StatisticsTable:
    columns = list(rows[0]) if rows else []
    measures = tuple(measure for column in columns if (measure := measure_of(column)) is not None)
    times = sorted({period_of(view, row) for row in rows} - EMPTY)
    dimensions = [
        Dimension(column, label, "geo" if label == "field" else "other", names, len(names))
        for column, label in view.kinds.items()
        if (
            names := tuple(
                Code(name, plain_text(name)) for name in dict.fromkeys(row[column] for row in rows)
            )
        )
    ]
    return StatisticsTable(
        TableRef(
            ref.source, ref.id, ref.title, "en", path=ref.path, variables=ref.variables,
            first=times[0] if times else "", last=times[-1] if times else "",
            unit_of_time=unit_of(times[-1]) if times else "", address=ref.address,
        ),
        (
            *dimensions,
            Dimension("measure", "measure", "measure", measures, len(measures)),
            Dimension("time", "time", "time", tuple(Code(time, time) for time in times), len(times)),
        ),
    )  # fmt: skip


def figures_of(plan: Plan, content: bytes) -> tuple[Observation, ...]:
    """The cells asked for that have a row."""
    view = VIEWS[plan.table.ref.id]
    order = {name: {code: place for place, code in enumerate(codes)} for name, codes in plan.codes.items()}
    measures = [measure for id in plan.codes["measure"] if (measure := measure_of(id)) is not None]
    found = []
    for number, row in enumerate(rows_of(view, content)):
        time = period_of(view, row)
        if time not in order["time"] or any(row[column] not in order[column] for column in view.kinds):
            continue
        kinds = tuple(CellKey(column, row[column], plain_text(row[column])) for column in view.kinds)
        for measure in measures:
            place = (*(order[key.dimension][key.code] for key in kinds), order["measure"][measure.id])
            figure = figure_of(row.get(measure.id, ""), kinds, measure, time)
            found.append(((*place, order["time"][time], number), figure))
    return tuple(each for _, each in sorted(found, key=lambda pair: pair[0]))


def figure_of(raw: str, kinds: tuple[CellKey, ...], measure: Code, time: str) -> Observation:
    text = as_published(raw, None)
    start, end = interval_of(time)
    return Observation(
        keys=(*kinds, CellKey("measure", measure.id, measure.label), CellKey("time", time, time)),
        raw=raw if text is not None else None,
        text=text,
        status="" if text is not None or raw in EMPTY else plain_text(raw),
        status_label=NO_FIGURE if text is None and raw in EMPTY else "",
        unit=measure.unit,
        period_start=start,
        period_end=end,
    )
