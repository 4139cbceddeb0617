"""A source of statistics that needs no network: tables and cells that a test gives it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import product

from belegg.errors import BadSelection, NoFigures, StatisticsFailed, UnknownTable
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

POPULATION = StatisticsTable(
    TableRef(
        "known",
        "07459",
        "Population, by region and year",
        "en",
        path=("Population", "Counts"),
        variables=("region", "year"),
        first="2022",
        last="2024",
        updated="2024-02-21",
        unit_of_time="year",
    ),
    (
        Dimension("Region", "region", "geo", (Code("4601", "Bergen"), Code("1103", "Stavanger")), 2),
        Dimension("ContentsCode", "contents", "measure", (Code("P", "Persons", unit="persons"),), 1),
        Dimension("Tid", "year", "time", tuple(Code(y, y) for y in ("2022", "2023", "2024")), 3),
    ),
    (TableNote("Figures are those of 1 January.", must_show=True),),
)
CELLS: Mapping[tuple[str, ...], str] = {
    ("4601", "P", "2022"): "286930",
    ("4601", "P", "2023"): "289330",
    ("4601", "P", "2024"): "291940",
    ("1103", "P", "2022"): "144699",
    ("1103", "P", "2024"): "148682",
}


@dataclass
class KnownSource:
    """
    A source named `known` with one table, or those given, in English. `cells` are the figures' texts by codes
    in the table's order; a cell that is not in them has the mark `..`. `fails`, when set, is raised by
    whatever would ask the network; `sent` are the plans that were fetched.
    """

    id: str = "known"
    name: str = "Known Statistics"
    licence: str = "CC BY 4.0"
    languages: tuple[str, ...] = ("en",)
    key_setting: str = ""
    tables: Sequence[StatisticsTable] = (POPULATION,)
    cells: Mapping[tuple[str, ...], str] = field(default_factory=lambda: dict(CELLS))
    live: Sequence[TableRef] | None = None
    fails: StatisticsFailed | None = None
    described: list[str] = field(default_factory=list)
    searched: list[tuple[str, str]] = field(default_factory=list)
    sent: list[Plan] = field(default_factory=list)

    def catalogue(self, language: str) -> Iterator[TableRef]:
        for table in self.tables:
            self._ask()
            yield table.ref

    def search(self, query: str, language: str, limit: int) -> Sequence[TableRef] | None:
        self.searched.append((query, language))
        if self.live is not None:
            self._ask()
        return self.live

    def describe(self, table: str, language: str) -> StatisticsTable:
        self._ask()
        self.described.append(table)
        for each in self.tables:
            if each.ref.id == table:
                return each
        raise UnknownTable(f"{self.name} has no table `{table}`; look for it with other words", self.id)

    def plan(self, table: StatisticsTable, selection: Selection) -> Plan:
        codes: dict[str, tuple[str, ...]] = {}
        for dimension in table.dimensions:
            known = tuple(code.id for code in dimension.codes)
            asked = selection.get(dimension.id, known if len(known) == 1 else ())
            codes[dimension.id] = known if asked == ("*",) else tuple(asked)
            for code in codes[dimension.id]:
                if code not in known:
                    raise BadSelection(
                        f"{self.name}: `{dimension.id}` has no `{code}`; near it is `{known[0]}`", self.id
                    )
        cells = 1
        for chosen in codes.values():
            cells *= len(chosen)
        request = SourceRequest(f"https://known.example/data/{table.ref.id}")
        return Plan(table, selection, codes, cells, (request,))

    def fetch(self, plan: Plan) -> Fetch:
        self._ask()
        self.sent.append(plan)
        wanted = product(*(plan.codes[each.id] for each in plan.table.dimensions))
        content = json.dumps({" ".join(codes): self.cells.get(codes) for codes in wanted}).encode()
        bodies = (RawBody(plan.requests[0], content, sha256(content).hexdigest()),)
        observations = tuple(self.derive(plan, bodies))
        if not observations:
            raise NoFigures(f"{self.name}: the selection has no cells", self.id)
        return Fetch(
            plan=plan,
            observations=observations,
            bodies=bodies,
            retrieved_at="2024-03-01T08:00:00Z",
            licence=self.licence,
            citation=f"{self.name}, table {plan.table.ref.id}",
            source_updated="2024-02-21T07:00:00Z",
        )

    def derive(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        told: dict[str, str | None] = json.loads(bodies[0].content)
        return [self._observation(plan, tuple(codes.split(" ")), raw) for codes, raw in told.items()]

    def _observation(self, plan: Plan, codes: tuple[str, ...], raw: str | None) -> Observation:
        known = [
            (dimension.id, next(each for each in dimension.codes if each.id == code))
            for dimension, code in zip(plan.table.dimensions, codes, strict=True)
        ]
        unit = next((code.unit for _, code in known if code.unit), "")
        keys = tuple(CellKey(name, code.id, code.label) for name, code in known)
        missing = ("..", "not available") if raw is None else ("", "")
        return Observation(keys, raw, raw, *missing, unit=unit)

    def _ask(self) -> None:
        if self.fails is not None:
            raise self.fails
