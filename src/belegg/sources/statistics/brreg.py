"""
The Brønnøysund registers: how many entities there are of a kind, and the figures of one company.

Verified against recordings: the search, an empty one, accounts; one entity and a deleted one against the
register's own examples. Not verified against a recording: the answers 400 and 410.

Its traps: an empty search has no `_embedded`; amounts are written `103431000000.00`, which a float would
shorten; a deleted entity may come with status 200 and a `slettedato`.

No persons: roles are never asked for. A sole proprietorship is a person, so none is described or listed. Of
an answer that tells more of entities than its figures only those parts are kept that figures are made from.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from urllib.parse import quote

from belegg.errors import SelectionTooLarge, SourceRefused, UnknownTable
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
from belegg.sources.statistics.brreg_accounts import Accounts, accounts_of, same_entity, spelt
from belegg.sources.statistics.fetching import derived, fetched, understood, unknown_table
from belegg.sources.statistics.jsonstat import NO_FIGURE
from belegg.sources.statistics.markup import plain_text
from belegg.sources.statistics.numbers import Json, as_published
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.selecting import cells_of, codes_of
from belegg.sources.statistics.shapes import json_of, list_of, object_of, text_of, text_or_empty

BASE = "https://data.brreg.no"
ENTITIES = "enhetsregisteret/api/enheter"
ACCOUNTS = "regnskapsregisteret/regnskap"
COUNT, OF_COMPANY, OF_ACCOUNTS = "antall-enheter", "virksomhet", "regnskap"
COMPANY_ID = re.compile(rf"({OF_COMPANY}|{OF_ACCOUNTS})-(\d{{9}})")
PERSONS = frozenset({"ENK"})
"""Forms of organisation that are a person: the sole proprietorship."""
MOST_REQUESTS = 60
KEPT = ("organisasjonsnummer", "antallAnsatte", "harRegistrertAntallAnsatte", "slettedato")
FILTERS: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = (
    (
        "organisasjonsform",
        "form of organisation",
        (("AS", "Aksjeselskap"), ("ASA", "Allmennaksjeselskap"), ("UTLA", "Utenlandsk enhet")),
    ),
    ("naeringskode", "code of industry", ()),
    ("kommunenummer", "number of municipality", ()),
    ("konkurs", "bankrupt", (("true", "yes"), ("false", "no"))),
)
TODAY = "The register's count when it was asked; it changes from day to day."


class Brreg:
    """Its tables: `antall-enheter`; `virksomhet-923609016` and `regnskap-923609016`, of one company."""

    id = "brreg"
    name = "The Brønnøysund Register Centre"
    licence = "NLOD"
    languages = ("no",)
    key_setting = ""

    def __init__(self, asking: Asking, base: str = BASE) -> None:
        self._asking = asking
        self._base = base
        self.publisher = Publisher(self.id, self.name, (base,))

    def catalogue(self, language: str) -> Iterator[TableRef]:
        yield count_table().ref

    def search(self, query: str, language: str, limit: int) -> Sequence[TableRef]:
        words = query.strip()[:180]
        if not words:
            return ()
        address = f"{self._base}/{ENTITIES}?navn={quote(words, safe='')}&size={min(limit, 100)}"
        answer = self._asking.ask(self.publisher, SourceRequest(address), "json", keep=False)
        found = understood(self._asking, self.publisher, answer, companies_of)
        return [ref for company in found for ref in refs_of(*company)][:limit]

    def describe(self, table: str, language: str) -> StatisticsTable:
        if table == COUNT:
            return count_table()
        named = COMPANY_ID.fullmatch(table)
        if named is None:
            raise unknown_table(self.publisher, table)
        kind, number = named[1], named[2]
        name = self._company(number)
        if kind == OF_COMPANY:
            return company_table(number, name)
        answer = self._asking.ask(self.publisher, self._request(ACCOUNTS, number), "json", also=(404, 410))
        if answer.status != 200:
            raise UnknownTable(f"{self.name} has no accounts of `{number}`", self.id)
        accounts = understood(
            self._asking, self.publisher, answer, lambda content: accounts_of(content, number)
        )
        return accounts_table(number, name, accounts)

    def plan(self, table: StatisticsTable, selection: Selection) -> Plan:
        codes = codes_of(self.publisher, table, selection)
        named = COMPANY_ID.fullmatch(table.ref.id)
        if named is not None:
            request = self._request(ENTITIES if named[1] == OF_COMPANY else ACCOUNTS, named[2])
            return Plan(table, selection, codes, cells_of(codes), (request,))
        requests = tuple(
            SourceRequest(f"{self._base}/{ENTITIES}?{asked}{'&' * bool(asked)}size=1")
            for asked, _ in combinations(codes)
        )
        if len(requests) > MOST_REQUESTS:
            raise SelectionTooLarge(
                f"{self.name}, table `{COUNT}`: each count is a request of its own, and {len(requests)} are "
                f"more than {MOST_REQUESTS}; choose fewer codes",
                self.id,
            )
        return Plan(table, selection, codes, len(requests), requests)

    def fetch(self, plan: Plan) -> Fetch:
        named = COMPANY_ID.fullmatch(plan.table.ref.id)
        is_all_kept = named is not None and named[1] == OF_ACCOUNTS
        answers = tuple(
            self._asking.ask(self.publisher, request, "json", keep=is_all_kept) for request in plan.requests
        )
        bodies = [answer.raw if is_all_kept else self._reduced(answer) for answer in answers]
        observations = understood(
            self._asking, self.publisher, answers[0], lambda content: figures_of(plan, bodies)
        )
        return fetched(
            self.publisher,
            plan,
            answers,
            observations,
            licence=self.licence,
            citation=f"Brønnøysundregistrene, {plan.table.ref.title}",
            notes=plan.table.notes,
            bodies=bodies,
        )

    def derive(self, plan: Plan, bodies: Sequence[RawBody]) -> Sequence[Observation]:
        return derived(self.publisher, plan, lambda: figures_of(plan, bodies))

    def _request(self, where: str, number: str) -> SourceRequest:
        return SourceRequest(f"{self._base}/{where}/{number}")

    def _company(self, number: str) -> str:
        """The name of a company that is there, and no person."""
        answer = self._asking.ask(
            self.publisher, self._request(ENTITIES, number), "json", also=(404, 410), keep=False
        )
        if answer.status != 200:
            raise UnknownTable(f"{self.name} has no entity `{number}`", self.id)
        told = understood(self._asking, self.publisher, answer, lambda content: entity_of(content, number))
        if text_or_empty(told.get("slettedato")):
            raise UnknownTable(
                f"{self.name}: the entity `{number}` was deleted on {text_or_empty(told['slettedato'])}",
                self.id,
            )
        if form_of(told) in PERSONS:
            raise SourceRefused(
                f"{self.name}: `{number}` is a sole proprietorship, which is a person; figures of persons "
                "are not fetched",
                self.id,
            )
        return plain_text(text_or_empty(told.get("navn"))) or number

    def _reduced(self, answer: Answer) -> RawBody:
        """What is kept of an answer that tells more of entities than figures."""
        kept = understood(self._asking, self.publisher, answer, kept_part)
        content = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode()
        return RawBody(answer.request, content, hashlib.sha256(content).hexdigest())


def kept_part(content: bytes) -> dict[str, Json]:
    """Of a search how many there are, of an entity its number and how many it employs; numbers as texts."""
    told = object_of(json_of(content), "the answer")
    if "page" in told:
        page = object_of(told["page"], "`page`")
        return {"page": {"totalElements": text_of(page.get("totalElements"), "`totalElements`")}}
    return {name: told[name] for name in KEPT if name in told}


def entity_of(content: bytes, number: str) -> dict[str, Json]:
    """An entity as the register tells it. Raises Unread where it is another than was asked for."""
    told = object_of(json_of(content), "the answer")
    same_entity(told, number)
    return told


def form_of(told: Mapping[str, Json]) -> str:
    form = told.get("organisasjonsform")
    return text_or_empty(form.get("kode")) if isinstance(form, dict) else ""


def companies_of(content: bytes) -> list[tuple[str, str]]:
    """Number and name of the entities found that are no persons; none where there is no `_embedded`."""
    told = object_of(json_of(content), "the answer")
    embedded = told.get("_embedded")
    if embedded is None:
        return []
    entities = list_of(object_of(embedded, "`_embedded`").get("enheter"), "`enheter`")
    found = [object_of(each, "an entity") for each in entities]
    return [
        (text_of(each.get("organisasjonsnummer"), "a number"), plain_text(text_or_empty(each.get("navn"))))
        for each in found
        if form_of(each) not in PERSONS
    ]


def refs_of(number: str, name: str) -> tuple[TableRef, TableRef]:
    return (
        ref_of(f"{OF_ACCOUNTS}-{number}", f"{name} ({number}): accounts", "year"),
        ref_of(f"{OF_COMPANY}-{number}", f"{name} ({number}): employees", ""),
    )


def ref_of(id: str, title: str, unit_of_time: str) -> TableRef:
    number = id.rpartition("-")[2]
    address = f"https://virksomhet.brreg.no/nb/oppslag/enheter/{number}" if number.isdecimal() else ""
    return TableRef(Brreg.id, id, title, "no", unit_of_time=unit_of_time, address=address)


def count_table() -> StatisticsTable:
    """How many entities there are; each filter may be left out."""
    filters = tuple(
        Dimension(
            id, label, "other", tuple(Code(*code) for code in codes), len(codes),
            may_be_left_out=True, has_others=id != "konkurs",
        )
        for id, label, codes in FILTERS
    )  # fmt: skip
    ref = ref_of(COUNT, "Antall enheter i Enhetsregisteret (number of entities in the register)", "")
    counted = Code("antall", "entities", unit="entities")
    return StatisticsTable(
        ref, (*filters, Dimension("antall", "count", "measure", (counted,), 1)), (TableNote(TODAY, True),)
    )


def company_table(number: str, name: str) -> StatisticsTable:
    employed = Code("antallAnsatte", "registered employees", unit="persons employed")
    return StatisticsTable(
        refs_of(number, name)[1],
        (Dimension("post", "key figure", "measure", (employed,), 1),),
        (TableNote(TODAY, True),),
    )


def accounts_table(number: str, name: str, found: Sequence[Accounts]) -> StatisticsTable:
    posts = dict.fromkeys(post for accounts in found for post in accounts.amounts)
    currencies = sorted({accounts.currency for accounts in found} - {""})
    measures = tuple(Code(post, spelt(post), unit=", ".join(currencies)) for post in posts)
    kinds = tuple(Code(kind, kind) for kind in dict.fromkeys(accounts.kind for accounts in found))
    years = tuple(Code(year, year) for year in sorted({accounts.year for accounts in found}))
    return StatisticsTable(
        refs_of(number, name)[0],
        (
            Dimension("regnskapstype", "kind of accounts", "other", kinds, len(kinds)),
            Dimension("post", "post", "measure", measures, len(measures)),
            Dimension("aar", "year", "time", years, len(years)),
        ),
    )


def combinations(codes: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """Each set of filters: as a query, and as pairs of a filter and its code."""
    filters = [[(id, code) for code in codes[id]] for id, _, _ in FILTERS if codes[id]]
    for pairs in product(*filters):
        yield "&".join(f"{id}={quote(code, safe='')}" for id, code in pairs), pairs


def figures_of(plan: Plan, bodies: Sequence[RawBody]) -> tuple[Observation, ...]:
    """The cells of a plan, from what is kept of its answers."""
    named = COMPANY_ID.fullmatch(plan.table.ref.id)
    if named is not None and named[1] == OF_ACCOUNTS:
        return amounts_of(plan, accounts_of(bodies[0].content, named[2]))
    if named is not None:
        told = entity_of(bodies[0].content, named[2])
        employed = plan.table.dimensions[0].codes[0]
        key = CellKey("post", employed.id, employed.label)
        return (figure_of(text_or_empty(told.get("antallAnsatte")), (key,), employed.unit),)
    counted = []
    for (_, pairs), body in zip(combinations(plan.codes), bodies, strict=True):
        page = object_of(object_of(json_of(body.content), "the answer").get("page"), "`page`")
        keys = tuple(CellKey(id, code, label_of(plan.table, id, code)) for id, code in pairs)
        total = text_of(page.get("totalElements"), "`totalElements`")
        counted.append(figure_of(total, (*keys, CellKey("antall", "antall", "entities")), "entities"))
    return tuple(counted)


def label_of(table: StatisticsTable, dimension: str, code: str) -> str:
    listed = table.dimension(dimension)
    labels = {each.id: each.label for each in listed.codes} if listed else {}
    return labels.get(code, code)


def amounts_of(plan: Plan, found: Sequence[Accounts]) -> tuple[Observation, ...]:
    order = {name: {code: place for place, code in enumerate(codes)} for name, codes in plan.codes.items()}
    cells = []
    for accounts in found:
        if accounts.kind not in order["regnskapstype"] or accounts.year not in order["aar"]:
            continue
        for post in plan.codes["post"]:
            keys = (
                CellKey("regnskapstype", accounts.kind, accounts.kind),
                CellKey("post", post, spelt(post)),
                CellKey("aar", accounts.year, accounts.year),
            )
            place = (order["regnskapstype"][accounts.kind], order["post"][post], order["aar"][accounts.year])
            figure = figure_of(accounts.amounts.get(post, ""), keys, accounts.currency)
            cells.append((place, replace(figure, period_start=accounts.first, period_end=accounts.last)))
    return tuple(each for _, each in sorted(cells, key=lambda pair: pair[0]))


def figure_of(raw: str, keys: tuple[CellKey, ...], unit: str) -> Observation:
    text = as_published(raw, None)
    return Observation(
        keys=keys,
        raw=raw if text is not None else None,
        text=text,
        status="" if text is not None else plain_text(raw),
        status_label="" if text is not None or raw else NO_FIGURE,
        unit=unit,
    )
