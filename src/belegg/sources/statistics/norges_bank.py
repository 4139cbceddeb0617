"""
Norges Bank, SDMX REST: figures and tables as SDMX-JSON 1.0.

Recorded and held by tests: an answer of exchange rates. Not verified against a recording: errors, the list of
dataflows and structures. So the tables are a fixed list, written down from what others report of the service,
and a table is described by its own newest figures: an answer of that recorded form, and its codes have data.

Exchange rates of some currencies are quoted for 100 of them (UNIT_MULT 2): that is part of the figure's line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import quote, urlencode

from belegg.errors import UnknownTable
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
from belegg.sources.statistics import sdmx_json
from belegg.sources.statistics.asking import Answer, Asking
from belegg.sources.statistics.fetching import derived, fetched, send, understood
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.sdmx_cells import (
    TIME_DIMENSIONS,
    Cell,
    SdmxData,
    decimals_of,
    multiplier_of,
    status_of,
)
from belegg.sources.statistics.sdmx_tables import (
    FREQUENCIES,
    Asked,
    asked_of,
    check_address,
    in_order,
    observed,
    planned,
    role_of,
    time_dimension,
)
from belegg.sources.statistics.sdmx_times import bound, unit_of_time

BASE = "https://data.norges-bank.no/api"
FIGURES = "application/vnd.sdmx.data+json;version=1.0.0, application/json;q=0.9"
RATES = "EXR"
_UNITS = {"1": "10", "2": "100", "3": "1000", "4": "10000"}
"""Units of a currency that a rate is for, by UNIT_MULT."""

TABLES = {
    "EXR": ("Exchange rates", "Valutakurser"),
    "IR": ("Interest rates: the key policy rate", "Renter: styringsrenten"),
    "SHORT_RATES": ("Short-term interest rates, NOWA", "Korte renter, NOWA"),
    "ANN_KPRA": ("Key policy rate, annual", "Styringsrenten, årlig"),
    "GOVT_GENERIC_RATES": ("Government bonds and bills, generic rates", "Statspapirer, generiske renter"),
    "GOVT_ZEROCOUPON": ("Government bonds, zero-coupon yields", "Statsobligasjoner, nullkupongrenter"),
    "MONEY_MARKET": ("Money market", "Pengemarkedet"),
    "FINANCIAL_INDICATORS": ("Financial indicators", "Finansielle indikatorer"),
}
"""Dataflows with titles, English and Norwegian: the first as recorded, the others as others describe them."""


CURRENCIES = (
    "Rates of currencies in Norwegian kroner: US dollar, euro, Swedish krona, Japanese yen and others",
    "Kurser på valuta i norske kroner: amerikanske dollar, euro, svenske kroner, japanske yen og andre",
)
"""What EXR holds, in the words that people look for it with; the bank's own description names no currency."""

EARLIER = "The periods listed are those of the newest figures; write `2020..2024` or `last(30)` for others."


class NorgesBank:
    """The central bank of Norway."""

    id = "norges_bank"
    name = "Norges Bank"
    licence = "Norges Bank: may be copied unchanged with the bank named as the source"
    languages: tuple[str, ...] = ("en", "no")
    key_setting = ""

    def __init__(self, asking: Asking, base: str = BASE) -> None:
        self._asking, self._base = asking, base
        self.publisher = Publisher(self.id, self.name, (base,))

    def catalogue(self, language: str) -> Iterator[TableRef]:
        """The tables known here; the service has more of them, and any can be described by its id."""
        language = _locale(language)
        which = 1 if language == "no" else 0
        for id, titles in TABLES.items():
            about = CURRENCIES[which] if id == RATES else ""
            yield replace(self._ref(id, titles[which], language), description=about)

    def search(self, query: str, language: str, limit: int) -> None:
        """There is none."""

    def describe(self, table: str, language: str) -> StatisticsTable:
        """The dimensions, with the codes of every series that the table has a figure of."""
        language = _locale(language)
        id = table.strip().upper().removeprefix("NB:").removeprefix("NB,")
        if not id.replace("_", "").isalnum() or not id.isascii():
            raise self._unknown(table)
        answer = self._asked(f"{self._base}/data/{id}", {"lastNObservations": "1"}, language, table)
        data = self._data(answer, language)
        dimensions = tuple(
            time_dimension(each.id, each.label, sorted(code.code for code in each.codes))
            if each.id in TIME_DIMENSIONS
            else Dimension(
                each.id,
                each.label,
                role_of(each.id),
                tuple(Code(code.code, code.label) for code in each.codes),
                len(each.codes),
            )
            for each in data.dimensions
        )
        frequencies = [code.id for each in dimensions if each.id in FREQUENCIES for code in each.codes]
        newest = max((cell.period for cell in data.cells), default="")
        ref = self._ref(id, data.name or id, language, newest, unit_of_time(frequencies))
        about = (TableNote(data.description),) if data.description else ()
        return StatisticsTable(ref, dimensions, (*about, TableNote(EARLIER)))

    def plan(self, table: StatisticsTable, selection: Selection) -> Plan:
        """One request; a dimension of which all codes are asked for stays empty in the key."""
        asked = asked_of(self.publisher, table, selection)
        key = ".".join(
            "" if each.id in asked.all_of else "+".join(quote(code, safe="") for code in asked.codes[each.id])
            for each in table.dimensions
            if each.role != "time"
        )
        query = {**_periods(asked), **_form(table.ref.language)}
        url = f"{self._base}/data/{table.ref.id}/{key}?{urlencode(query)}"
        request = SourceRequest(check_address(self.publisher, table, asked, url), accept=FIGURES)
        return Plan(table, selection, asked.shown(table), asked.cells, (request,))

    def fetch(self, plan: Plan) -> Fetch:
        """The figures. Raises NoFigures for an answer without series, and for a 404."""
        ref = plan.table.ref
        (answer,) = send(self._asking, self.publisher, plan, "json", also=(404,))
        data = self._data(answer, ref.language) if answer.status == 200 else SdmxData("", (), ())
        return fetched(
            self.publisher,
            plan,
            (answer,),
            self._ordered(plan, data),
            licence=self.licence,
            citation=f"Norges Bank, {ref.title} ({ref.id}), {answer.retrieved_at[:10]}",
            notes=plan.table.notes,
        )

    def derive(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        language = plan.table.ref.language
        return derived(
            self.publisher,
            plan,
            lambda: [
                each
                for body in bodies
                for each in self._ordered(plan, sdmx_json.read(body.content, language))
            ],
        )

    def _ordered(self, plan: Plan, data: SdmxData) -> tuple[Observation, ...]:
        asked = planned(self.publisher, plan)
        is_rate = plan.table.ref.id == RATES
        return in_order((_observed(each, is_rate) for each in data.cells), plan.table, asked)

    def _asked(self, url: str, query: dict[str, str], language: str, table: str) -> Answer:
        request = SourceRequest(f"{url}?{urlencode({**query, **_form(language)})}", accept=FIGURES)
        answer = self._asking.ask(self.publisher, request, "json", also=(404,))
        if answer.status == 404:
            raise self._unknown(table)
        return answer

    def _data(self, answer: Answer, language: str) -> SdmxData:
        return understood(self._asking, self.publisher, answer, lambda body: sdmx_json.read(body, language))

    def _ref(self, id: str, title: str, language: str, last: str = "", unit: str = "") -> TableRef:
        address = f"{self._base}/data/{id}"
        return TableRef(self.id, id, title, language, last=last, unit_of_time=unit, address=address)

    def _unknown(self, table: str) -> UnknownTable:
        return UnknownTable(
            f"Norges Bank has no table `{table[:60]}`; known are {', '.join(f'`{each}`' for each in TABLES)}",
            self.id,
        )


def _observed(cell: Cell, is_rate: bool) -> Observation:
    multiplier = multiplier_of(cell)
    if is_rate and (exponent := cell.said("UNIT_MULT").code) in _UNITS:
        multiplier = f"per {_UNITS[exponent]}"
    names = {key.dimension: key.label for key in cell.keys}
    unit = names.get("QUOTE_CUR") or names.get("UNIT_MEASURE") or cell.said("UNIT_MEASURE").label
    return observed(cell, status_of(cell), unit, multiplier, decimals_of(cell))


def _periods(asked: Asked) -> dict[str, str]:
    if asked.times.last:
        return {"lastNObservations": str(asked.times.last)}
    ends = {"startPeriod": asked.times.first_day, "endPeriod": asked.times.last_day}
    return {name: bound(day, asked.frequency) for name, day in ends.items() if day}


def _form(language: str) -> dict[str, str]:
    return {"format": "sdmx-json", "locale": language}


def _locale(language: str) -> str:
    return "no" if language in ("no", "nb", "nn") else "en"
