"""
UN SDG database (UN Statistics Division): series of the Sustainable Development Goals, as CSV.

Recorded and held by tests: the list of series, goals, the tree of areas, and an answer of figures as CSV. Not
verified against a recording: how a request for figures is narrowed (areas one by one, and years, as others
report), NUL bytes behind the CSV (reported too), errors. Figures as JSON are not asked for: none is recorded.

A series has several rows for a country and year, one for each sex, age and place. They are sorted out after
the fetch, and a dimension that is not named is read at its total.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, TypeVar
from urllib.parse import urlencode

from belegg.errors import NoFigures, SourceChanged, UnknownTable
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
from belegg.sources.statistics.fetching import derived, fetched, send, understood
from belegg.sources.statistics.publisher import A_DAY_S, Publisher
from belegg.sources.statistics.sdmx_tables import Asked, asked_of, in_order, planned
from belegg.sources.statistics.un_sdg_rows import (
    AREA,
    TIME,
    TOTALS,
    Row,
    dimension_of,
    dimensions_in,
    kinds_in,
    observed,
    read_rows,
)
from belegg.sources.statistics.wire import a_list, json_of, label_of, objects, text_of

BASE = "https://unstats.un.org/SDGAPI/v1/sdg"
FIGURES = "application/octet-stream, text/csv;q=0.9"
MOST_REQUESTS = 10
"""Up to so many areas are asked for one by one; of more the whole series is."""
MOST_NOTES = 5
WORLD = "1"

Listed: TypeAlias = "Sequence[Mapping[str, object]]"
_Made = TypeVar("_Made")


class UnSdg:
    """The global database of the indicators of the Sustainable Development Goals."""

    id = "un_sdg"
    name = "UN Statistics Division, SDG database"
    licence = "no licence is stated; attribute UNSD and the source of the figures, no redistribution in bulk"
    languages: tuple[str, ...] = ("en",)
    key_setting = ""

    def __init__(self, asking: Asking, base: str = BASE) -> None:
        self._asking, self._base = asking, base
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        self.publisher = Publisher(self.id, self.name, (base,), keep_s=A_DAY_S, headers=headers)

    def catalogue(self, language: str) -> Iterator[TableRef]:
        """Every series, under its goal and indicator."""
        goals = self._listed("Goal/List", _goals)
        return iter(self._listed("Series/List", lambda listed: self._refs(listed, goals, language)))

    def search(self, query: str, language: str, limit: int) -> None:
        """There is none."""

    def describe(self, table: str, language: str) -> StatisticsTable:
        """
        The dimensions as they stand in the series itself, so each code has figures. A series that is longer
        than may be read is described by its rows of the world, and a note says so.
        """
        wanted = table.strip()
        ref = next((each for each in self.catalogue(language) if each.id == wanted), None)
        if ref is None:
            raise self._unknown(table)
        kinds = self._listed("GeoArea/Tree", lambda listed: dict(kinds_in(listed)))
        notes: tuple[TableNote, ...] = ()
        try:
            rows = self._rows(self._ask(self._request(ref.id)), ref.id)
            areas = {row[AREA]: row["GeoAreaName"] for row in rows}
        except SourceChanged:
            rows = self._rows(self._ask(self._request(ref.id, WORLD)), ref.id)
            areas = {code: name for code, (name, _) in kinds.items()}
            notes = (
                TableNote(
                    "The series is long; its codes are those of the world, and areas may lack figures."
                ),
            )
        if not rows:
            raise NoFigures(f"{self.name}: the series `{ref.id}` has no figures", self.id)
        years = tuple(sorted({row[TIME] for row in rows}))
        codes = tuple(
            Code(code, label_of(name), note=kinds.get(code, ("", ""))[1]) for code, name in areas.items()
        )
        dimensions = (
            Dimension(AREA, "Area", "geo", codes, len(codes)),
            *(dimension_of(name, rows, bool(notes)) for name in dimensions_in(rows)),
            Dimension(
                TIME, "Year", "time", tuple(Code(year, year) for year in years), len(years), has_others=True
            ),
        )
        return StatisticsTable(replace(ref, first=years[0], last=years[-1]), dimensions, notes)

    def plan(self, table: StatisticsTable, selection: Selection) -> Plan:
        """A request for each area; one for the whole series where they are many, or all there are."""
        asked = self._asked(table, selection)
        areas: Sequence[str] = asked.codes[AREA]
        if AREA in asked.all_of or len(areas) > MOST_REQUESTS:
            areas = ("",)
        years = (asked.times.first_day[:4], asked.times.last_day[:4])
        requests = tuple(self._request(table.ref.id, area, years) for area in areas)
        return Plan(table, selection, asked.shown(table), asked.cells, requests)

    def fetch(self, plan: Plan) -> Fetch:
        """The figures. Raises NoFigures."""
        answers = send(self._asking, self.publisher, plan, "csv")
        rows = [row for answer in answers for row in self._rows(answer, plan.table.ref.id)]
        observations = self._chosen(plan, rows)
        kept = {tuple(key.code for key in each.keys) for each in observations}
        twice = len(kept) < len(observations)
        series, day = plan.table.ref.id, answers[0].retrieved_at[:10]
        return fetched(
            self.publisher,
            plan,
            answers,
            observations,
            licence=self.licence,
            citation=f"United Nations Statistics Division, SDG database, {series}, {day}",
            source_updated=plan.table.ref.updated,
            notes=(*plan.table.notes, *_notes(plan, rows, kept)),
            warnings=("Some figures have the same area, year and codes.",) if twice else (),
        )

    def derive(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        series = plan.table.ref.id
        return derived(
            self.publisher,
            plan,
            lambda: self._chosen(plan, [row for body in bodies for row in read_rows(body.content, series)]),
        )

    def _asked(self, table: StatisticsTable, selection: Selection) -> Asked:
        """The selection, with totals for what is not named."""
        asked = asked_of(self.publisher, table, selection)
        codes = dict(asked.codes)
        for each in table.dimensions:
            if each.may_be_left_out and not codes.get(each.id):
                codes[each.id] = tuple(code.id for code in each.codes if code.id in TOTALS)[:1]
        return replace(asked, codes=codes)

    def _chosen(self, plan: Plan, rows: Sequence[Row]) -> tuple[Observation, ...]:
        asked = planned(self.publisher, plan)
        return in_order((observed(plan.table, row) for row in rows), plan.table, asked)

    def _request(self, series: str, area: str = "", years: tuple[str, str] = ("", "")) -> SourceRequest:
        form = {"seriesCodes": series}
        if area:
            form["areaCodes"] = area
        if all(years):
            form |= {"timePeriodStart": years[0], "timePeriodEnd": years[1]}
        return SourceRequest(f"{self._base}/Series/DataCSV", "POST", urlencode(form).encode(), FIGURES)

    def _ask(self, request: SourceRequest) -> Answer:
        return self._asking.ask(self.publisher, request, "csv")

    def _rows(self, answer: Answer, series: str) -> list[Row]:
        return understood(self._asking, self.publisher, answer, lambda body: read_rows(body, series))

    def _listed(self, path: str, reading: Callable[[Listed], _Made]) -> _Made:
        """What `reading` makes of a list in JSON."""
        answer = self._asking.ask(self.publisher, SourceRequest(f"{self._base}/{path}"), "json")
        return understood(
            self._asking, self.publisher, answer, lambda body: reading(objects(json_of(body), path))
        )

    def _refs(self, listed: Listed, goals: Mapping[str, str], language: str) -> list[TableRef]:
        refs = []
        for each in listed:
            goal, indicator = (
                text_of(next(iter(a_list(each.get(name), name)), "")) for name in ("goal", "indicator")
            )
            code = text_of(each.get("code"))
            refs.append(
                TableRef(
                    self.id,
                    code,
                    label_of(text_of(each.get("description"))),
                    language,
                    path=(f"Goal {goal}: {goals.get(goal, '')}", f"Indicator {indicator}"),
                    updated=text_of(each.get("release")),
                    unit_of_time="year",
                    address=f"{self._base}/Series/{code}",
                )
            )
        return refs

    def _unknown(self, table: str) -> UnknownTable:
        return UnknownTable(f"{self.name} has no series `{table[:60]}`; one is `SI_POV_DAY1`", self.id)


def _first(series: Mapping[str, object], name: str) -> str:
    return text_of(next(iter(a_list(series.get(name), name)), ""))


def _goals(listed: Listed) -> dict[str, str]:
    return {text_of(each.get("code")): label_of(text_of(each.get("title"))) for each in listed}


def _notes(plan: Plan, rows: Sequence[Row], kept: set[tuple[str, ...]]) -> Iterator[TableNote]:
    """Sources and footnotes of the rows that were kept, each once."""
    shown = [row for row in rows if tuple(key.code for key in observed(plan.table, row).keys) in kept]
    for column, words in (("Source", "Source of the figures"), ("FootNote", "Footnote")):
        texts = list(dict.fromkeys(label_of(row[column]) for row in shown if row.get(column)))
        for text in texts[:MOST_NOTES]:
            yield TableNote(f"{words}: {text}", must_show=True)
        if len(texts) > MOST_NOTES:
            yield TableNote(
                f"{words}: {len(texts) - MOST_NOTES} more, in the source's own answer", must_show=True
            )
