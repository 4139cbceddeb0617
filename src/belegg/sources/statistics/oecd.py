"""
OECD, SDMX REST 1: figures as SDMX-CSV with labels, structures as SDMX-JSON 1.0.

Recorded and held by tests: an answer of figures. Not verified against a recording: the list of dataflows, the
structure of one (a code list of openbb-oecd, made from such answers, stands in), and errors.

A table is known by its agency, dataflow and version, `OECD.GOV.GIP,DSD_GOV_INT@DF_GOV_TDG_2025,1.1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote, urlencode

from belegg.errors import (
    SelectionTooLarge,
    SourceRefused,
    UnknownTable,
)
from belegg.records.statistics import (
    Fetch,
    Observation,
    Plan,
    RawBody,
    Selection,
    SourceRequest,
    StatisticsTable,
    TableRef,
)
from belegg.sources.statistics import sdmx_csv, sdmx_structure
from belegg.sources.statistics.asking import Answer, Asking
from belegg.sources.statistics.fetching import derived, fetched, understood
from belegg.sources.statistics.pacing import Pace
from belegg.sources.statistics.publisher import A_DAY_S, AN_HOUR_S, Publisher
from belegg.sources.statistics.sdmx_cells import Cell, decimals_of, multiplier_of, status_of
from belegg.sources.statistics.sdmx_structure import Flow, StructureMessage
from belegg.sources.statistics.sdmx_tables import (
    Asked,
    asked_of,
    check_address,
    dimensions_of,
    in_order,
    notes_on_time,
    observed,
    planned,
)
from belegg.sources.statistics.sdmx_times import bound

BASE = "https://sdmx.oecd.org/public/rest"
STRUCTURES = "application/vnd.sdmx.structure+json;version=1.0"
PACE = Pace(60, AN_HOUR_S)
"""The OECD's own limit of data downloads; whoever goes past it is blocked."""

_TABLE = re.compile(
    r"(?P<agency>[\w.-]+)[,:](?P<id>[\w@.-]+)(?:,(?P<version>[\w.+]+)|\((?P<in_brackets>[\w.+]+)\))?"
)
_NOTHING_FOUND = re.compile(rb"No(?:Results|Records)Found", re.I)
_NOT_APPLICABLE = frozenset({"", "_Z", "_X"})


class Oecd:
    """The Organisation for Economic Co-operation and Development."""

    id = "oecd"
    name = "OECD"
    licence = "OECD terms and conditions: use with attribution; CC BY 4.0 for content since 2024-07-01"
    languages: tuple[str, ...] = ("en",)
    key_setting = ""

    def __init__(self, asking: Asking, base: str = BASE) -> None:
        self._asking, self._base = asking, base
        # Without Accept-Language the service answers 500 to clients that send none of their own.
        headers = {"Accept-Language": "en"}
        self.publisher = Publisher(self.id, self.name, (base,), PACE, A_DAY_S, headers)

    def catalogue(self, language: str) -> Iterator[TableRef]:
        """Every dataflow, in one answer."""
        _, message = self._structures("dataflow/all/all/latest?detail=allstubs", language)
        return (self._ref(each, language) for each in message.flows)

    def search(self, query: str, language: str, limit: int) -> None:
        """There is none."""

    def describe(self, table: str, language: str) -> StatisticsTable:
        """
        The dimensions with the codes that have data: a code of the list often has none, and that is why most
        keys made by hand find nothing.
        """
        agency, id, version = self._named(table)
        path = f"dataflow/{agency}/{quote(id, safe='@')}/{version or 'latest'}"
        answer, message = self._structures(f"{path}?references=all&detail=referencepartial", language)
        flow = next((each for each in message.flows if each.id == id), None)
        if flow is None:
            raise self._unknown(table)
        components = message.dimensions(flow.structure)
        if not components:
            raise self._asking.misread(self.publisher, answer, "a table without dimensions")
        there = message.available
        dimensions, unit = dimensions_of(message, components, there)
        ref = self._ref(flow, language, there.first, there.last, unit)
        return StatisticsTable(ref, dimensions, notes_on_time(dimensions))

    def plan(self, table: StatisticsTable, selection: Selection) -> Plan:
        """One request; codes that are all there are stay out of the key, which keeps addresses short."""
        asked = asked_of(self.publisher, table, selection)
        key = ".".join(
            "" if each.id in asked.all_of else "+".join(quote(code, safe="") for code in asked.codes[each.id])
            for each in table.dimensions
            if each.role != "time"
        )
        query = urlencode(
            {**self._periods(asked), "dimensionAtObservation": "AllDimensions", "format": "csvfilewithlabels"}
        )
        url = check_address(
            self.publisher, table, asked, f"{self._base}/data/{quote(table.ref.id, safe='@,')}/{key}?{query}"
        )
        return Plan(table, selection, asked.shown(table), asked.cells, (SourceRequest(url),))

    def fetch(self, plan: Plan) -> Fetch:
        """
        The figures. Raises NoFigures where the OECD says NoResultsFound (a 404, as for a table that is not
        there), SourceRefused for a table of words.
        """
        answer = self._answer(plan)
        observations: tuple[Observation, ...] = ()
        if answer.status == 200:
            observations = understood(
                self._asking, self.publisher, answer, lambda body: self._read(plan, body)
            )
        ref = plan.table.ref
        citation = f"OECD, {ref.title}, {ref.address}, retrieved {answer.retrieved_at[:10]}"
        return fetched(
            self.publisher,
            plan,
            (answer,),
            observations,
            licence=self.licence,
            citation=citation,
            source_updated=ref.updated,
            notes=plan.table.notes,
        )

    def derive(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        return derived(
            self.publisher, plan, lambda: [each for body in bodies for each in self._read(plan, body.content)]
        )

    def _answer(self, plan: Plan) -> Answer:
        """The answer with figures, or the 404 that says that there are none."""
        try:
            answer = self._asking.ask(self.publisher, plan.requests[0], "csv", also=(404,))
        except SelectionTooLarge as error:
            raise SelectionTooLarge(
                f"{error}; of some tables the OECD gives no `last(…)` either: write periods, `2020..2024`",
                self.id,
            ) from error
        if answer.status == 404 and not _NOTHING_FOUND.search(answer.content):
            raise self._unknown(plan.table.ref.id)
        return answer

    def _read(self, plan: Plan, content: bytes) -> tuple[Observation, ...]:
        asked = planned(self.publisher, plan)
        observations = [_observed(each) for each in sdmx_csv.read(content).cells]
        worded = next((each.raw for each in observations if each.raw and each.text is None), None)
        if worded is not None:
            raise SourceRefused(
                f"OECD, table `{plan.table.ref.id}` answers in words (`{worded[:40]}`), not in figures",
                self.id,
            )
        return in_order(observations, plan.table, asked)

    def _periods(self, asked: Asked) -> dict[str, str]:
        if asked.times.last:
            return {"lastNObservations": str(asked.times.last)}
        ends = {"startPeriod": asked.times.first_day, "endPeriod": asked.times.last_day}
        return {name: bound(day, asked.frequency) for name, day in ends.items() if day}

    def _structures(self, path: str, language: str) -> tuple[Answer, StructureMessage]:
        request = SourceRequest(f"{self._base}/{path}", accept=STRUCTURES)
        answer = self._asking.ask(self.publisher, request, "json")
        message = understood(
            self._asking, self.publisher, answer, lambda body: sdmx_structure.read(body, language)
        )
        return answer, message

    def _ref(self, flow: Flow, language: str, first: str = "", last: str = "", unit: str = "") -> TableRef:
        id = f"{flow.agency},{flow.id},{flow.version}"
        address = f"{self._base}/dataflow/{flow.agency}/{quote(flow.id, safe='@')}/{flow.version}"
        return TableRef(
            self.id,
            id,
            flow.name,
            language,
            flow.description,
            (flow.agency,),
            first=first[:10],
            last=last[:10],
            updated=flow.updated,
            unit_of_time=unit,
            address=address,
        )

    def _named(self, table: str) -> tuple[str, str, str]:
        found = _TABLE.fullmatch(table.strip())
        if not found:
            raise self._unknown(table)
        return found["agency"], found["id"], found["version"] or found["in_brackets"] or ""

    def _unknown(self, table: str) -> UnknownTable:
        return UnknownTable(
            f"OECD has no table `{table[:120]}`; a table is written as agency, dataflow and version, "
            "`OECD.GOV.GIP,DSD_GOV_INT@DF_GOV_TDG_2025,1.1`",
            self.id,
        )


def _observed(cell: Cell) -> Observation:
    units = [key.label for key in cell.keys if key.dimension == "UNIT_MEASURE"]
    units = units or [cell.said("UNIT_MEASURE").label]
    for attribute, words in (("PRICE_BASE", "{}"), ("BASE_PER", "base period {}")):
        if (said := cell.said(attribute)).code not in _NOT_APPLICABLE:
            units.append(words.format(said.label))
    unit = ", ".join(each for each in units if each)
    return observed(cell, status_of(cell), unit, multiplier_of(cell), decimals_of(cell))
