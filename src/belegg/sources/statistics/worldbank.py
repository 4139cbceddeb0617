"""
The World Bank: the Indicators API v2 for figures, Data360 to search by words.

Verified against recordings: figures, the metadata of an indicator, the list of indicators (without the part
that counts its pages), what Data360 answers to a search. Not verified against a recording: what a search is
asked with, the list of countries, one indicator alone, errors.

Its traps: an error is status 200 and a list of one; XML may come although JSON was asked for, when it is
busy; figures come with all digits of a calculation beside `decimal`, which is a hint for display and no
promise, so nothing is rounded by it; regions and groups of countries stand among the countries.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from belegg.errors import BadSelection
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
from belegg.sources.statistics.asking import Answer, Asking
from belegg.sources.statistics.fetching import derived, fetched, send, understood, unknown_table
from belegg.sources.statistics.jsonstat import NO_FIGURE
from belegg.sources.statistics.markup import plain_text
from belegg.sources.statistics.numbers import Json, as_published, decimals_of
from belegg.sources.statistics.periods import interval_of, periods_between
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.selecting import cells_of, check_address, check_cells, codes_of
from belegg.sources.statistics.shapes import (
    Unread,
    json_of,
    list_of,
    object_of,
    pages_of,
    text_or_empty,
    whole_of,
)

BASE = "https://api.worldbank.org/v2"
DATA360 = "https://data360api.worldbank.org/data360"
MOST_CELLS = 20_000
MOST_OF_ADDRESS = 4_000
MOST_BETWEEN_SLASHES = 1_500
PAGE = 1_000
TABLE_ID = re.compile(r"[A-Za-z0-9._-]{1,80}")
SEARCHED = "WB_WDI"
PARTS = ("idno", "name", "database_id")
WHOLE_WORLD = "all"


class WorldBank:
    """Its tables are indicators, called by their code: `NY.GDP.PCAP.CD`."""

    id = "worldbank"
    name = "The World Bank"
    licence = "CC BY 4.0"
    languages = ("en",)
    key_setting = ""

    def __init__(self, asking: Asking, base: str = BASE) -> None:
        self._asking = asking
        self._base = base
        self._found = DATA360 if base == BASE else f"{base}/data360"
        self.publisher = Publisher(self.id, self.name, (base, self._found))

    def catalogue(self, language: str) -> Iterator[TableRef]:
        page, pages = 1, 1
        while page <= pages:
            rows, pages = self._rows(f"indicator?format=json&per_page={PAGE}&page={page}", keep=False)
            yield from (ref_of(row) for row in rows)
            page += 1

    def search(self, query: str, language: str, limit: int) -> Sequence[TableRef]:
        if not query.strip():
            return ()
        select = ",".join(f"series_description/{part}" for part in PARTS)
        asked = {"count": True, "select": select, "search": query[:400], "top": limit * 3}
        request = SourceRequest(f"{self._found}/searchv2", "POST", json.dumps(asked).encode())
        answer = self._asking.ask(self.publisher, request, "json")
        return understood(self._asking, self.publisher, answer, found_by_words)[:limit]

    def describe(self, table: str, language: str) -> StatisticsTable:
        if not TABLE_ID.fullmatch(table):
            raise unknown_table(self.publisher, table)
        rows, _ = self._rows(f"indicator/{table}?format=json")
        if not rows:
            raise unknown_table(self.publisher, table)
        database = object_of(rows[0].get("source"), "`source`")
        number = text_or_empty(database.get("id"))
        countries, _ = self._rows("country?format=json&per_page=500")
        return table_of(rows[0], self._metadata(number, table), countries)

    def plan(self, table: StatisticsTable, selection: Selection) -> Plan:
        codes = codes_of(self.publisher, table, selection)
        dates = codes["date"]
        cells = cells_of(codes)
        check_cells(self.publisher, table, {**codes, "date": stretch(table, dates)}, MOST_CELLS)
        everywhere = len(codes["country"]) == len(table.dimensions[2].codes)
        joined = WHOLE_WORLD if everywhere else ";".join(codes["country"])
        when = dates[0] if len(dates) == 1 else f"{dates[0]}:{dates[-1]}"
        address = (
            f"{self._base}/country/{joined}/indicator/{table.ref.id}?date={when}&format=json"
            f"&per_page={MOST_CELLS}&source={codes['source'][0]}"
        )
        check_address(self.publisher, table, codes, joined, MOST_BETWEEN_SLASHES)
        check_address(self.publisher, table, codes, address, MOST_OF_ADDRESS)
        return Plan(table, selection, codes, cells, (SourceRequest(address),))

    def fetch(self, plan: Plan) -> Fetch:
        (answer,) = send(self._asking, self.publisher, plan, "json", also=(400, 404))
        said = self._said(answer)
        if said:
            raise BadSelection(f"{self.name}, table `{plan.table.ref.id}`: it says `{said}`", self.id)
        observations, updated, hint = understood(
            self._asking, self.publisher, answer, lambda content: figures_of(plan, content)
        )
        database = plan.table.dimensions[1].codes[0].label
        notes = plan.table.notes + ((TableNote(hint),) if hint else ())
        return fetched(
            self.publisher,
            plan,
            (answer,),
            observations,
            licence=licence_of(plan.table) or self.licence,
            citation=f"The World Bank: {database}: {plan.table.ref.title}",
            source_updated=updated,
            notes=notes,
        )

    def derive(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        return derived(
            self.publisher,
            plan,
            lambda: [each for body in bodies for each in figures_of(plan, body.content)[0]],
        )

    def _rows(self, where: str, *, keep: bool = True) -> tuple[list[dict[str, Json]], int]:
        """The rows of a page, and how many pages there are; none where it says that it has no such thing."""
        answer = self._asking.ask(self.publisher, SourceRequest(f"{self._base}/{where}"), "json", keep=keep)
        if understood(self._asking, self.publisher, answer, message_of):
            return [], 0
        page, rows = understood(self._asking, self.publisher, answer, page_of)
        return rows, whole_of(page.get("pages"), "`pages`")

    def _said(self, answer: Answer) -> str:
        """What is wrong, in its own words, or as its status says it; empty when nothing is."""
        if answer.status < 400:
            return understood(self._asking, self.publisher, answer, message_of)
        try:
            return message_of(answer.content) or f"HTTP {answer.status}"
        except Unread:
            return f"HTTP {answer.status}"

    def _metadata(self, database: str, table: str) -> dict[str, str]:
        """What the database says of an indicator; nothing where it says nothing."""
        where = f"{self._base}/sources/{database}/series/{table}/metadata?format=json"
        answer = self._asking.ask(self.publisher, SourceRequest(where), "json", also=(400, 404))
        return {} if answer.status >= 400 else understood(self._asking, self.publisher, answer, metadata_of)


def message_of(content: bytes) -> str:
    """What an error says: `[{message: [{id, key, value}]}]`, with status 200; empty when it is none."""
    told = json_of(content)
    first = told[0] if isinstance(told, list) and told else told
    message = first.get("message") if isinstance(first, dict) else None
    if message is None:
        return ""
    entry = message[0] if isinstance(message, list) and message else {}
    entry = entry if isinstance(entry, dict) else {}
    words = ": ".join(filter(None, (text_or_empty(entry.get(each)) for each in ("key", "value"))))
    return plain_text(words).replace("`", "'") or "an error without words"


def page_of(content: bytes) -> tuple[dict[str, Json], list[dict[str, Json]]]:
    """`[{page, pages, …}, rows]`; no rows may be null."""
    told = list_of(json_of(content), "the answer")
    if len(told) != 2:
        raise Unread("it is no list of a page and its rows")
    page = object_of(told[0], "the page")
    pages_of(page.get("pages"), "`pages`")
    rows = [] if told[1] is None else list_of(told[1], "the rows")
    return page, [object_of(row, "a row") for row in rows]


def metadata_of(content: bytes) -> dict[str, str]:
    """By name of the field, of the first series; `[]` and errors are no fields."""
    step: Json = json_of(content)
    for name in ("source", "concept", "variable", "metatype"):
        step = step.get(name) if isinstance(step, dict) else None
        if name != "metatype":
            step = step[0] if isinstance(step, list) and step else None
    return {
        text_or_empty(each.get("id")): plain_text(text_or_empty(each.get("value")))
        for each in (step if isinstance(step, list) else ())
        if isinstance(each, dict)
    }


def found_by_words(content: bytes) -> list[TableRef]:
    """Of Data360's finds those of the World Development Indicators, whose codes are those of this API."""
    refs = []
    for each in list_of(object_of(json_of(content), "the answer").get("value"), "`value`"):
        told = object_of(object_of(each, "a find").get("series_description"), "a description")
        id, name = text_or_empty(told.get("idno")), plain_text(text_or_empty(told.get("name")))
        if told.get("database_id") == SEARCHED and id.startswith(f"{SEARCHED}_"):
            code = id.removeprefix(f"{SEARCHED}_").replace("_", ".")
            refs.append(TableRef(WorldBank.id, code, name, "en", address=where_of(code)))
    return refs


def ref_of(row: dict[str, Json]) -> TableRef:
    id = text_or_empty(row.get("id"))
    topics = row.get("topics")
    names = [object_of(each, "a topic").get("value") for each in topics] if isinstance(topics, list) else []
    return TableRef(
        source=WorldBank.id,
        id=id,
        title=plain_text(text_or_empty(row.get("name"))) or id,
        language="en",
        description=plain_text(text_or_empty(row.get("sourceNote"))),
        path=tuple(
            plain_text(text)
            for text in (
                text_or_empty(object_of(row.get("source"), "`source`").get("value")),
                *map(text_or_empty, names),
            )
            if text.strip()
        ),
        address=where_of(id),
    )


def where_of(id: str) -> str:
    return f"https://data.worldbank.org/indicator/{id}"


def table_of(
    row: dict[str, Json], metadata: dict[str, str], countries: list[dict[str, Json]]
) -> StatisticsTable:
    ref, database = ref_of(row), object_of(row.get("source"), "`source`")
    unit = metadata.get("Unitofmeasure", "") or plain_text(text_or_empty(row.get("unit")))
    places = tuple(place_of(each) for each in countries)
    first, _, last = metadata.get("Referenceperiod", "").partition("-")
    years = tuple(Code(year, year) for year in periods_between(first, last))
    is_yearly = bool(years) and metadata.get("Periodicity", "Annual") == "Annual"
    number = text_or_empty(database.get("id"))
    notes = [metadata.get("Longdefinition", "") or ref.description]
    notes += [f"{name}: {metadata[key]}" for key, name in NOTED if metadata.get(key)]
    return StatisticsTable(
        TableRef(
            ref.source, ref.id, ref.title, "en", ref.description, ref.path, (), first, last,
            unit_of_time="year" if is_yearly else "", address=ref.address,
        ),
        (
            Dimension("indicator", "indicator", "measure", (Code(ref.id, ref.title, unit=unit),), 1),
            Dimension("source", "database", "other", (Code(number, ref.path[0] if ref.path else number),), 1),
            Dimension("country", "country or group", "geo", places, len(places)),
            Dimension("date", "date", "time", years, len(years), has_others=not is_yearly),
        ),
        tuple(TableNote(note) for note in notes if note),
    )  # fmt: skip


NOTED = (("Source", "Source"), ("Aggregationmethod", "Aggregation method"), ("License_Type", "Licence"))


def licence_of(table: StatisticsTable) -> str:
    """The licence of this series, as its metadata have it."""
    texts = [note.text for note in table.notes if note.text.startswith("Licence: ")]
    return texts[0].removeprefix("Licence: ").replace("BY-4.0", "BY 4.0") if texts else ""


def place_of(row: dict[str, Json]) -> Code:
    """A country, or a group of countries, which is told."""
    name = plain_text(text_or_empty(row.get("name")))
    region = row.get("region")
    is_group = isinstance(region, dict) and region.get("value") == "Aggregates"
    return Code(text_or_empty(row.get("id")), name, note="a group of countries" if is_group else "")


def stretch(table: StatisticsTable, dates: tuple[str, ...]) -> tuple[str, ...]:
    """The dates that the address asks for: all from the first to the last."""
    listed = [code.id for code in table.dimensions[3].codes]
    if dates[0] in listed and dates[-1] in listed:
        return tuple(listed[listed.index(dates[0]) : listed.index(dates[-1]) + 1])
    return dates


def figures_of(plan: Plan, content: bytes) -> tuple[tuple[Observation, ...], str, str]:
    """The figures by country and date, when they were changed, and what the source says of decimals."""
    page, rows = page_of(content)
    if whole_of(page.get("pages"), "`pages`") > 1:
        raise Unread("it has more pages than one")
    places = {code: number for number, code in enumerate(plan.codes["country"])}
    found: list[tuple[tuple[int, str], Observation]] = []
    hints = set()
    for row in rows:
        country = object_of(row.get("country"), "`country`")
        code = text_or_empty(row.get("countryiso3code")) or text_or_empty(country.get("id"))
        date = text_or_empty(row.get("date"))
        if code not in places or date not in plan.codes["date"]:
            continue
        hints.add(decimals_of(row.get("decimal")))
        found.append(((places[code], date), figure_of(plan, row, code, country, date)))
    hint = max((each for each in hints if each is not None), default=None)
    words = (
        ""
        if hint is None
        else f"Decimals that the source shows: {hint}; here the figures are as it sends them."
    )
    observations = tuple(each for _, each in sorted(found, key=lambda pair: pair[0]))
    return observations, text_or_empty(page.get("lastupdated")), words


def figure_of(
    plan: Plan, row: dict[str, Json], code: str, country: dict[str, Json], date: str
) -> Observation:
    measure, database = (each.codes[0] for each in plan.table.dimensions[:2])
    raw = row.get("value")
    text = as_published(raw, None) if isinstance(raw, str) else None
    status = text_or_empty(row.get("obs_status")) or (raw if isinstance(raw, str) and text is None else "")
    start, end = interval_of(date)
    label = plain_text(text_or_empty(country.get("value"))) or code
    return Observation(
        keys=(
            CellKey("indicator", measure.id, measure.label),
            CellKey("source", database.id, database.label),
            CellKey("country", code, label),
            CellKey("date", date, date),
        ),
        raw=raw if isinstance(raw, str) and text is not None else None,
        text=text,
        status=status,
        status_label="" if text is not None or status else NO_FIGURE,
        unit=plain_text(text_or_empty(row.get("unit"))) or measure.unit,
        period_start=start,
        period_end=end,
    )
