"""
NVE: how full the reservoirs of Norway's hydropower are, by area and week.

Verified against recordings: the newest week, the areas (whose long names the recording had lost letters of).
Not verified against a recording: the set of all weeks, whose rows are taken to be those of the newest. HydAPI
(water levels and discharges, with a key) is not read: no answer of it was at hand.

Its trap: how full is told as a share of one (`0.4604412`), and is shown so; 46.0 per cent would be a
calculation, and no quotation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

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
from belegg.sources.statistics.numbers import Json, as_published
from belegg.sources.statistics.periods import interval_of
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.selecting import cells_of, codes_of
from belegg.sources.statistics.shapes import Unread, json_of, list_of, object_of, text_of, text_or_empty

BASE = "https://biapi.nve.no"
SERVICE = "magasinstatistikk/api/Magasinstatistikk"
TABLE = "magasinstatistikk"
ADDRESS = "https://www.nve.no/energi/analyser-og-statistikk/magasinstatistikk/"
FIRST_WEEK = date(1995, 1, 2)
"""The statistics begin in 1995."""
LATEST = "2200-01-01"
MEASURES: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "en": (
        ("fyllingsgrad", "filling", "share of capacity"),
        ("kapasitet_TWh", "capacity", "TWh"),
        ("fylling_TWh", "stored energy", "TWh"),
        ("fyllingsgrad_forrige_uke", "filling the week before", "share of capacity"),
        ("endring_fyllingsgrad", "change of filling since the week before", "share of capacity"),
    ),
    "no": (
        ("fyllingsgrad", "fyllingsgrad", "andel av kapasiteten"),
        ("kapasitet_TWh", "kapasitet", "TWh"),
        ("fylling_TWh", "fylling", "TWh"),
        ("fyllingsgrad_forrige_uke", "fyllingsgrad forrige uke", "andel av kapasiteten"),
        ("endring_fyllingsgrad", "endring i fyllingsgrad siden forrige uke", "andel av kapasiteten"),
    ),
}
TITLES = {
    "en": "Reservoir statistics: filling of hydropower reservoirs by area and week",
    "no": "Magasinstatistikk: fyllingsgrad i vannmagasiner etter område og uke",
}
LABELS = {"en": ("area", "measure", "week"), "no": ("område", "måltall", "uke")}
SHARES = {
    "en": "Filling is a share of capacity from 0 to 1, as the source publishes it.",
    "no": "Fyllingsgrad er en andel av kapasiteten fra 0 til 1, slik kilden gir den.",
}


class Nve:
    """One table: `magasinstatistikk`."""

    id = "nve"
    name = "NVE (the Norwegian Water Resources and Energy Directorate)"
    licence = "NLOD"
    languages = ("no", "en")
    key_setting = ""

    def __init__(self, asking: Asking, base: str = BASE) -> None:
        self._asking = asking
        self._base = base
        self.publisher = Publisher(self.id, self.name, (base,))

    def catalogue(self, language: str) -> Iterator[TableRef]:
        yield self._ref(self._language(language))

    def search(self, query: str, language: str, limit: int) -> None:
        """It has none."""
        return

    def describe(self, table: str, language: str) -> StatisticsTable:
        if table != TABLE:
            raise unknown_table(self.publisher, table)
        lang = self._language(language)
        answers = [
            self._asking.ask(self.publisher, self._request(what), "json")
            for what in ("HentOmr%C3%A5der", "HentOffentligDataSisteUke")
        ]
        areas = understood(self._asking, self.publisher, answers[0], areas_of)
        rows = understood(self._asking, self.publisher, answers[1], rows_of)
        weeks = tuple(Code(week, week) for week in weeks_to(max(week_of(row) for row in rows)))
        area, measure, week = LABELS[lang]
        measures = tuple(Code(id, label, unit=unit) for id, label, unit in MEASURES[lang])
        return StatisticsTable(
            self._ref(lang, weeks[0].id, weeks[-1].id),
            (
                Dimension("omrade", area, "geo", areas, len(areas)),
                Dimension("maal", measure, "measure", measures, len(measures)),
                Dimension("uke", week, "time", weeks, len(weeks)),
            ),
            (TableNote(SHARES[lang], must_show=True),),
        )

    def plan(self, table: StatisticsTable, selection: Selection) -> Plan:
        codes = codes_of(self.publisher, table, selection)
        is_newest = codes["uke"] == (table.dimensions[2].codes[-1].id,)
        request = self._request("HentOffentligDataSisteUke" if is_newest else "HentOffentligData")
        return Plan(table, selection, codes, cells_of(codes), (request,))

    def fetch(self, plan: Plan) -> Fetch:
        (answer,) = send(self._asking, self.publisher, plan, "json")
        observations = understood(
            self._asking, self.publisher, answer, lambda content: figures_of(plan, rows_of(content))
        )
        return fetched(
            self.publisher,
            plan,
            (answer,),
            observations,
            licence=self.licence,
            citation=f"NVE, {plan.table.ref.title}",
            notes=plan.table.notes,
        )

    def derive(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        return derived(
            self.publisher,
            plan,
            lambda: [each for body in bodies for each in figures_of(plan, rows_of(body.content))],
        )

    def _language(self, language: str) -> str:
        return language if language in self.languages else "en"

    def _request(self, what: str) -> SourceRequest:
        return SourceRequest(f"{self._base}/{SERVICE}/{what}")

    def _ref(self, language: str, first: str = "1995-W01", last: str = "") -> TableRef:
        variables = LABELS[language] + tuple(label for _, label, _ in MEASURES[language])
        return TableRef(
            self.id, TABLE, TITLES[language], language, variables=variables, first=first, last=last,
            unit_of_time="week", address=ADDRESS,
        )  # fmt: skip


def areas_of(content: bytes) -> tuple[Code, ...]:
    """The country, the bidding zones, the watercourses; a code is type and number: `EL1`."""
    told = object_of(json_of(content), "the answer")
    found = []
    for group in ("land", "elspot", "vassdrag"):
        for each in list_of(told.get(group), f"`{group}`"):
            area = object_of(each, "an area")
            name = plain_text(text_or_empty(area.get("navn")))
            found.append(Code(area_id(area), name, note=plain_text(text_or_empty(area.get("beskrivelse")))))
    return tuple(found)


def area_id(told: dict[str, Json]) -> str:
    return text_of(told.get("omrType"), "`omrType`") + text_of(told.get("omrnr"), "`omrnr`")


def rows_of(content: bytes) -> list[dict[str, Json]]:
    rows = [object_of(each, "a row") for each in list_of(json_of(content), "the answer")]
    if not rows:
        raise Unread("it has no rows")
    return rows


def week_of(row: dict[str, Json]) -> str:
    """`2025-W07`."""
    year, week = text_of(row.get("iso_aar"), "`iso_aar`"), text_of(row.get("iso_uke"), "`iso_uke`")
    return f"{year}-W{week.zfill(2)}"


def weeks_to(newest: str) -> Iterator[str]:
    """Every week from the first of 1995 on."""
    last = interval_of(newest)[0]
    if not last or last > LATEST:
        raise Unread("its newest week is no week of our time")
    monday = FIRST_WEEK
    while monday <= date.fromisoformat(last):
        year, week, _ = monday.isocalendar()
        yield f"{year}-W{week:02d}"
        monday += timedelta(days=7)


def figures_of(plan: Plan, rows: Sequence[dict[str, Json]]) -> tuple[Observation, ...]:
    """The cells asked for, area by area."""
    order = {name: {code: place for place, code in enumerate(codes)} for name, codes in plan.codes.items()}
    areas = {code.id: code.label for code in plan.table.dimensions[0].codes}
    measures = [each for each in plan.table.dimensions[1].codes if each.id in order["maal"]]
    found = []
    for row in rows:
        area, week = area_id(row), week_of(row)
        if area in order["omrade"] and week in order["uke"]:
            for measure in measures:
                place = (order["omrade"][area], order["maal"][measure.id], order["uke"][week])
                key = CellKey("omrade", area, areas[area])
                found.append((place, figure_of(row.get(measure.id), key, measure, week)))
    return tuple(each for _, each in sorted(found, key=lambda pair: pair[0]))


def figure_of(told: Json, area: CellKey, measure: Code, week: str) -> Observation:
    raw = text_or_empty(told)
    text = as_published(raw, None)
    start, end = interval_of(week)
    return Observation(
        keys=(area, CellKey("maal", measure.id, measure.label), CellKey("uke", week, week)),
        raw=raw if text is not None else None,
        text=text,
        status="" if text is not None else plain_text(raw),
        status_label="" if text is not None or raw else NO_FIGURE,
        unit=measure.unit,
        period_start=start,
        period_end=end,
    )
