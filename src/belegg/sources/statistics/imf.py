"""
International Monetary Fund, SDMX 3.0: figures as SDMX-JSON 2.0, structures as SDMX-JSON 2.0.

Recorded and held by tests: the list of dataflows, a dataflow, its structure, one code list, availability,
figures, an empty data set for a code that is not known, and 204 without a body for what is not there. Not
verified against a recording: availability of all dimensions at once, several codes in a filter, 429 and 5xx.

A table is known by its agency and dataflow, `IMF.STA:CPI`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import quote, urlencode

from belegg.errors import StatisticsFailed, UnknownTable
from belegg.records.statistics import (
    Code,
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
from belegg.sources.statistics import sdmx_structure
from belegg.sources.statistics.asking import Answer, Asking
from belegg.sources.statistics.fetching import derived, fetched, send, understood
from belegg.sources.statistics.imf_figures import (
    MOST_CODES_NAMED,
    NAMED_BY,
    cells_of,
    figure_of,
    notes_on,
)
from belegg.sources.statistics.pacing import Pace
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.sdmx_cells import Cell
from belegg.sources.statistics.sdmx_structure import Available, Component, Flow, Reference, StructureMessage
from belegg.sources.statistics.sdmx_tables import (
    FREQUENCIES,
    Asked,
    asked_of,
    check_address,
    dimensions_of,
    in_order,
    notes_on_time,
    planned,
)
from belegg.sources.statistics.sdmx_times import bound
from belegg.sources.statistics.shapes import Unread

BASE = "https://api.imf.org/external/sdmx/3.0"
STRUCTURES = "application/vnd.sdmx.structure+json;version=2.0.0"
FIGURES = "application/json"
PACE = Pace(2, 1.0)
VINTAGE = "_VINTAGE"
"""The end of a flow's id that holds an earlier edition of another one."""

_TABLE = re.compile(r"(?P<agency>[A-Za-z][\w.]*)[:,/](?P<id>[A-Za-z][\w@]*)")
_UNKNOWN = Available()


class Imf:
    """The International Monetary Fund."""

    id = "imf"
    name = "International Monetary Fund (IMF)"
    licence = "IMF terms of use for data: use with attribution"
    languages: tuple[str, ...] = ("en",)
    key_setting = ""

    def __init__(self, asking: Asking, base: str = BASE) -> None:
        self._asking, self._base = asking, base
        self.publisher = Publisher(self.id, self.name, (base,), PACE)

    def catalogue(self, language: str) -> Iterator[TableRef]:
        """Every dataflow of every agency, without editions of earlier days."""
        _, message = self._structures("dataflow/*/*/+?detail=referencestubs", language)
        return (self._ref(each, language) for each in message.flows if not each.id.endswith(VINTAGE))

    def search(self, query: str, language: str, limit: int) -> None:
        """There is none."""

    def describe(self, table: str, language: str) -> StatisticsTable:
        """
        The dimensions with the codes that have data. It asks for each code list: figures carry codes
        alone. A list that the service does not give leaves its codes without names, and a note says so.
        """
        agency, id = self._named(table)
        answer, flows = self._structures(f"dataflow/{agency}/{id}/+?references=datastructure", language)
        flow = next((each for each in flows.flows if each.id == id), None)
        if flow is None or flow.structure is None:
            raise self._unknown(table)
        there = flow.structure
        version = quote(there.version, safe="")
        path = f"datastructure/{there.agency}/{there.id}/{version}?references=children"
        answer, message = self._structures(path, language)
        components = message.dimensions(there)
        if not components:
            raise self._asking.misread(self.publisher, answer, "a table without dimensions")
        available, notes = self._available(agency, id)
        message = replace(message, code_lists=self._code_lists(components, message, language, notes))
        dimensions, unit = dimensions_of(message, components, available, "M")
        ref = self._ref(flow, language, available, unit)
        return StatisticsTable(ref, dimensions, (*notes, *notes_on_time(dimensions)))

    def plan(self, table: StatisticsTable, selection: Selection) -> Plan:
        """
        A request for each frequency, so that periods can be written in it. A dimension of which all codes are
        asked for is not filtered.
        """
        asked = asked_of(self.publisher, table, selection)
        agency, id = self._named(table.ref.id)
        requests = []
        for frequency in asked.frequencies or ("",):
            filters = {
                f"c[{each.id}]": frequency if each.id in FREQUENCIES else ",".join(asked.codes[each.id])
                for each in table.dimensions
                if each.role != "time" and (each.id in FREQUENCIES or each.id not in asked.all_of)
            }
            query = {
                **filters,
                **self._periods(table, asked, frequency),
                "attributes": "dsd",
                "measures": "all",
            }
            url = f"{self._base}/data/dataflow/{agency}/{id}/%2B/%2A?{urlencode(query)}"
            url = check_address(self.publisher, table, asked, url)
            requests.append(SourceRequest(url, accept=FIGURES))
        return Plan(table, selection, asked.shown(table), asked.cells, tuple(requests))

    def fetch(self, plan: Plan) -> Fetch:
        """
        The figures. Raises NoFigures where a data set has no series, which is also how the IMF answers to a
        code that it does not know, and UnknownTable for 204.
        """
        answers = send(self._asking, self.publisher, plan, "json")
        if any(answer.status == 204 for answer in answers):
            raise self._unknown(plan.table.ref.id)
        cells = [
            cell
            for answer in answers
            for cell in understood(self._asking, self.publisher, answer, lambda body: cells_of(plan, body))
        ]
        observations = self._ordered(plan, cells)
        ref = plan.table.ref
        return fetched(
            self.publisher,
            plan,
            answers,
            observations,
            licence=self.licence,
            citation=f"International Monetary Fund, {ref.title} ({ref.id}), {answers[0].retrieved_at[:10]}",
            source_updated=ref.updated,
            notes=(*plan.table.notes, *notes_on(cells), *self._names_of(cells, ref.language)),
        )

    def derive(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        """The figures of kept answers; names of codes are the plan's own."""
        return derived(
            self.publisher,
            plan,
            lambda: self._ordered(plan, [each for body in bodies for each in cells_of(plan, body.content)]),
        )

    def _ordered(self, plan: Plan, cells: Sequence[Cell]) -> tuple[Observation, ...]:
        asked = planned(self.publisher, plan)
        return in_order(map(figure_of, cells), plan.table, asked)

    def _periods(self, table: StatisticsTable, asked: Asked, frequency: str) -> dict[str, str]:
        if asked.times.last:
            return {"lastNObservations": str(asked.times.last)}
        ends = (("ge", asked.times.first_day), ("le", asked.times.last_day))
        bounds = "+".join(f"{how}:{bound(day, frequency, 'M')}" for how, day in ends if day)
        time = next((each.id for each in table.dimensions if each.role == "time"), "TIME_PERIOD")
        return {f"c[{time}]": bounds} if bounds else {}

    def _available(self, agency: str, id: str) -> tuple[Available, list[TableNote]]:
        """Which codes have data; without, when the service does not say, and a note about it."""
        url = f"{self._base}/availability/dataflow/{agency}/{id}/+/*/*?mode=available&references=none"
        try:
            answer = self._asking.ask(self.publisher, SourceRequest(url, accept=FIGURES), "json")
            return sdmx_structure.read(answer.content).available, []
        except (StatisticsFailed, Unread):
            note = "The source did not say which codes have figures; some of those listed may have none."
            return Available(), [TableNote(note)]

    def _code_lists(
        self,
        components: Sequence[Component],
        message: StructureMessage,
        language: str,
        notes: list[TableNote],
    ) -> dict[Reference, tuple[Code, ...]]:
        """The code lists of the dimensions; each that the service does not give is noted."""
        lists: dict[Reference, tuple[Code, ...]] = {}
        for each in components:
            if (reference := message.codes_of(each)) is None:
                continue
            version = quote(reference.version or "+", safe="")
            _, found = self._structures(f"codelist/{reference.agency}/{reference.id}/{version}", language)
            lists.update(found.code_lists)
            if not found.code_lists:
                notes.append(TableNote(f"The source gave no names for the codes of `{each.id}`."))
        return lists

    def _names_of(self, cells: Sequence[Cell], language: str) -> Iterator[TableNote]:
        """What codes in attributes stand for: a letter behind a figure says little to whoever reads it."""
        for attribute, words, code_list in NAMED_BY:
            codes = sorted({cell.said(attribute).code for cell in cells} - {""})[:MOST_CODES_NAMED]
            if not codes:
                continue
            try:
                _, found = self._structures(f"codelist/IMF/{code_list}/+", language)
            except StatisticsFailed:
                found = StructureMessage()
            names = {code.id: code.label for code in found.code_list(Reference("IMF", code_list))}
            told = "; ".join(f"{code} = {names.get(code, 'not named by the source')}" for code in codes)
            yield TableNote(f"{words}: {told}.", must_show=True)

    def _structures(self, path: str, language: str) -> tuple[Answer, StructureMessage]:
        """A message of structures; an empty one for 204, which stands for what is not there."""
        request = SourceRequest(f"{self._base}/structure/{path}", accept=STRUCTURES)
        answer = self._asking.ask(self.publisher, request, "json")
        if answer.status == 204:
            return answer, StructureMessage()
        message = understood(
            self._asking, self.publisher, answer, lambda body: sdmx_structure.read(body, language)
        )
        return answer, message

    def _ref(self, flow: Flow, language: str, there: Available = _UNKNOWN, unit: str = "") -> TableRef:
        return TableRef(
            self.id,
            f"{flow.agency}:{flow.id}",
            flow.name,
            language,
            flow.description,
            (flow.agency,),
            first=there.first[:10],
            last=there.last[:10],
            updated=flow.updated,
            unit_of_time=unit,
            address=f"https://data.imf.org/en/datasets/{flow.agency}:{flow.id}",
        )

    def _named(self, table: str) -> tuple[str, str]:
        found = _TABLE.fullmatch(table.strip())
        if not found:
            raise self._unknown(table)
        return found["agency"], found["id"]

    def _unknown(self, table: str) -> UnknownTable:
        return UnknownTable(
            f"{self.name} has no table `{table[:120]}`; write agency and dataflow, as in `IMF.STA:CPI`",
            self.id,
        )
