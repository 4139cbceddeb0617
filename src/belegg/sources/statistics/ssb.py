"""
Statistics Norway: PxWebApi v2, answers in JSON-stat 2.

Verified against recordings: search, metadata, figures, the error of a missing selection. Not verified against
a recording: figures with marks for what is missing (`status`), the listing of all tables page by page, the
answer to too many calls, and that too many cells are refused with 400 or 403.

Its traps: a GET of more than some 2,100 characters is answered with 404, so a long one is a POST; two equal
codes are answered with 500, so each is sent once; its search joins words with AND, so OR is written between
them; a figure that is due at 08:00 may stand as 0 or a dot since 05:00 (Oslo).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

from belegg.errors import BadSelection, SelectionTooLarge, SourceRefused
from belegg.records.statistics import (
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
from belegg.sources.statistics.numbers import Json
from belegg.sources.statistics.pacing import Pace
from belegg.sources.statistics.periods import unit_of
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.refusing import words_of
from belegg.sources.statistics.selecting import check_cells, codes_of
from belegg.sources.statistics.shapes import json_of, list_of, object_of, pages_of, text_of, text_or_empty

BASE = "https://data.ssb.no/api/pxwebapi/v2"
MOST_CELLS = 800_000
MOST_OF_ADDRESS = 2_050
PAGE = 1_000
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
TIME_UNITS = {
    "Annual": "year",
    "HalfYear": "half year",
    "Quarterly": "quarter",
    "Monthly": "month",
    "Weekly": "week",
}
MISSING: Mapping[str, Mapping[str, str]] = {
    "en": {
        ".": "not possible",
        "..": "figures are lacking",
        ":": "not shown, for reasons of confidentiality",
    },
    "no": {
        ".": "tall kan ikke forekomme",
        "..": "tallgrunnlag mangler",
        ":": "vises ikke av konfidensialitetshensyn",
    },
}
AWAITED = (
    "Fetched between 05:00 and 08:15 Oslo time: new figures are published at 08:00, and until then those "
    "that are awaited may stand as 0 or a dot. Fetch again after 08:15."
)
NAMES = {"en": "Source: Statistics Norway", "no": "Kilde: Statistisk sentralbyrå"}


class StatisticsNorway:
    """SSB. Its tables are called by their number: `14700`."""

    id = "ssb"
    name = "Statistics Norway (SSB)"
    licence = "CC BY 4.0"
    languages = ("no", "en")
    key_setting = ""

    def __init__(self, asking: Asking, base: str = BASE) -> None:
        self._asking = asking
        self._base = base
        self.publisher = Publisher(self.id, self.name, (base,), Pace(30, 60.0))

    def catalogue(self, language: str) -> Iterator[TableRef]:
        page, pages = 1, 1
        while page <= pages:
            query = f"lang={self._language(language)}&pagesize={PAGE}&pageNumber={page}"
            found, pages = self._tables(query, language, keep=False)
            yield from found
            page += 1

    def search(self, query: str, language: str, limit: int) -> Sequence[TableRef]:
        words = [word.lower() for word in re.findall(r"\w+", query)][:12]
        if not words:
            return ()
        asked = quote(" OR ".join(words))
        found, _ = self._tables(
            f"lang={self._language(language)}&query={asked}&pagesize={limit}&pageNumber=1", language
        )
        return found[:limit]

    def describe(self, table: str, language: str) -> StatisticsTable:
        if not TABLE_ID.fullmatch(table):
            raise unknown_table(self.publisher, table)
        lang = self._language(language)
        request = SourceRequest(f"{self._base}/tables/{table}/metadata?lang={lang}")
        answer = self._asking.ask(self.publisher, request, "json", also=(404,))
        if answer.status == 404:
            raise unknown_table(self.publisher, table)
        return table_of(table, lang, understood(self._asking, self.publisher, answer, dataset_of))

    def plan(self, table: StatisticsTable, selection: Selection) -> Plan:
        codes = codes_of(self.publisher, table, selection)
        cells = check_cells(self.publisher, table, codes, MOST_CELLS)
        where = f"{self._base}/tables/{table.ref.id}/data?lang={table.ref.language}&outputFormat=json-stat2"
        sent = {name: chosen for name, chosen in codes.items() if chosen}
        address = where + "".join(
            f"&valueCodes%5B{quote(name, safe='')}%5D=" + ",".join(quote(code, safe="") for code in chosen)
            for name, chosen in sent.items()
        )
        has_comma = any("," in code for chosen in sent.values() for code in chosen)
        if len(address) <= MOST_OF_ADDRESS and not has_comma:
            return Plan(table, selection, codes, cells, (SourceRequest(address),))
        body = {"selection": [{"variableCode": name, "valueCodes": list(sent[name])} for name in sent]}
        content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        return Plan(table, selection, codes, cells, (SourceRequest(where, "POST", content),))

    def fetch(self, plan: Plan) -> Fetch:
        (answer,) = send(self._asking, self.publisher, plan, "json", also=(400, 403))
        if answer.status >= 400:
            raise self._refused(plan, answer)
        dataset = understood(self._asking, self.publisher, answer, dataset_of)
        observations = understood(
            self._asking, self.publisher, answer, lambda content: figures_of(plan, dataset)
        )
        ref = plan.table.ref
        return fetched(
            self.publisher,
            plan,
            (answer,),
            observations,
            licence=self.licence,
            citation=f"{NAMES[ref.language]}, {ref.id}: {bare_title(ref.id, dataset.label)}",
            source_updated=dataset.updated,
            notes=all_notes(dataset),
            warnings=(AWAITED,) if is_awaited(answer.retrieved_at) else (),
        )

    def derive(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        return derived(
            self.publisher,
            plan,
            lambda: [each for body in bodies for each in figures_of(plan, dataset_of(body.content))],
        )

    def _language(self, language: str) -> str:
        return language if language in self.languages else "en"

    def _tables(self, query: str, language: str, *, keep: bool = True) -> tuple[list[TableRef], int]:
        request = SourceRequest(f"{self._base}/tables?{query}")
        answer = self._asking.ask(self.publisher, request, "json", keep=keep)
        return understood(self._asking, self.publisher, answer, tables_of)

    def _refused(self, plan: Plan, answer: Answer) -> Exception:
        """Its error: `{type, title, status}`, of which the title says what is wrong."""
        said = words_of(answer.content) or f"HTTP {answer.status}"
        table = f"{self.name}, table `{plan.table.ref.id}`"
        if "too many cells" in said.lower():
            return SelectionTooLarge(f"{table}: too many cells at once (`{said}`); choose fewer", self.id)
        if answer.status == 403:
            return SourceRefused(f"{self.name} does not give this (`{said}`)", self.id)
        return BadSelection(f"{table}: it does not take the selection (`{said}`)", self.id)


def tables_of(content: bytes) -> tuple[list[TableRef], int]:
    """A page of its tables, and how many pages there are."""
    told = object_of(json_of(content), "the answer")
    page = object_of(told.get("page"), "`page`")
    language = text_or_empty(told.get("language")) or "en"
    found = [ref_of(object_of(each, "a table"), language) for each in list_of(told.get("tables"), "`tables`")]
    return found, pages_of(page.get("totalPages"), "`totalPages`")


def ref_of(told: dict[str, Json], language: str) -> TableRef:
    id = text_of(told.get("id"), "an id")
    paths = told.get("paths")
    steps = list_of(paths[0], "a path") if isinstance(paths, list) and paths else []
    names = told.get("variableNames")
    unit = text_or_empty(told.get("timeUnit"))
    return TableRef(
        source=StatisticsNorway.id,
        id=id,
        title=bare_title(id, plain_text(text_or_empty(told.get("label")))),
        language=language,
        description=plain_text(text_or_empty(told.get("description"))),
        path=tuple(plain_text(text_or_empty(object_of(step, "a step").get("label"))) for step in steps),
        variables=tuple(plain_text(text_or_empty(name)) for name in names) if isinstance(names, list) else (),
        first=text_or_empty(told.get("firstPeriod")),
        last=text_or_empty(told.get("lastPeriod")),
        updated=text_or_empty(told.get("updated")),
        unit_of_time=TIME_UNITS.get(unit, unit.lower()),
        address=page_of(id, language),
    )


def table_of(id: str, language: str, dataset: Dataset) -> StatisticsTable:
    """A table described by its metadata: a dataset without values."""
    time = next((axis for axis in dataset.axes if axis.role == "time"), None)
    periods = [code.id for code in time.codes] if time else []
    ref = TableRef(
        source=StatisticsNorway.id,
        id=id,
        title=bare_title(id, dataset.label),
        language=language,
        variables=tuple(axis.label for axis in dataset.axes),
        first=periods[0] if periods else "",
        last=periods[-1] if periods else "",
        updated=dataset.updated,
        unit_of_time=unit_of(periods[-1]) if periods else "",
        address=page_of(id, language),
    )
    dimensions = tuple(
        Dimension(axis.id, axis.label, axis.role, axis.codes, len(axis.codes), axis.may_be_left_out)
        for axis in dataset.axes
    )
    return StatisticsTable(ref, dimensions, all_notes(dataset))


def all_notes(dataset: Dataset) -> tuple[TableNote, ...]:
    """The table's notes, then those of its dimensions with the dimension's name."""
    return dataset.notes + tuple(
        TableNote(f"{axis.label}: {note.text}", note.must_show)
        for axis in dataset.axes
        for note in axis.notes
    )


def figures_of(plan: Plan, dataset: Dataset) -> tuple[Observation, ...]:
    return tuple(observations_of(dataset, MISSING[plan.table.ref.language]))


def bare_title(id: str, label: str) -> str:
    """The label without the table's number before it."""
    return label.removeprefix(f"{id}:").strip()


def page_of(id: str, language: str) -> str:
    """Where people find the table."""
    return f"https://www.ssb.no/{'en/statbank' if language == 'en' else 'statbank'}/table/{id}"


def is_awaited(retrieved_at: str) -> bool:
    """Whether it was fetched between 05:00 and 08:15 in Oslo."""
    moment = datetime.fromisoformat(retrieved_at)
    there = moment + timedelta(hours=2 if is_summer(moment) else 1)
    return (5, 0) <= (there.hour, there.minute) < (8, 15)


def is_summer(moment: datetime) -> bool:
    """Summer time in Europe: from the last Sunday of March to that of October, changed at 01:00 UTC."""

    def last_sunday(month: int) -> datetime:
        last = datetime(moment.year, month, 31, 1, tzinfo=UTC)
        return last - timedelta(days=last.isoweekday() % 7)

    return last_sunday(3) <= moment < last_sunday(10)
