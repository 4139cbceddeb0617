"""The Brønnøysund registers, on recorded answers and the register's own examples."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import BadSelection, SelectionTooLarge, SourceRefused, UnknownTable
from belegg.sources.statistics.brreg import companies_of, entity_of
from belegg.sources.statistics.brreg_accounts import accounts_of
from belegg.sources.statistics.shapes import Unread
from belegg.testing.statistics_server import Rule, status
from extras import needs
from statistics_recorded import Replayed, are_as_sent, line, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-1", "STA-2")


@pytest.fixture
def brreg(shared: Path) -> Iterator[Replayed]:
    with replayed("brreg", shared) as brreg:
        yield brreg


def test_amounts_keep_the_two_decimals_that_they_were_written_with(brreg: Replayed) -> None:
    table = brreg.source.describe("regnskap-923609016", "no")

    fetch = brreg.source.fetch(brreg.source.plan(table, {"post": ("*",)}))
    lines = [line(each, of=("post", "aar")) for each in fetch.observations]

    assert len(lines) == 18
    assert (lines[0], lines[11], lines[-1]) == (
        "ordinaert resultat foer skattekostnad · 2025: 6124000000.00",
        "sum egenkapital gjeld · 2025: 103431000000.00",
        "sum langsiktig gjeld · 2025: 27325000000.00",
    )
    assert are_as_sent(fetch.observations)
    assert {(each.unit, each.period_start, each.period_end) for each in fetch.observations} == {
        ("USD", "2025-01-01", "2025-12-31")
    }
    assert tuple(brreg.source.derive(fetch.plan, fetch.bodies)) == fetch.observations


def test_entities_are_counted_a_request_for_each_combination(brreg: Replayed) -> None:
    table = brreg.source.describe("antall-enheter", "no")
    plan = brreg.source.plan(table, {"organisasjonsform": ("AS", "ASA"), "kommunenummer": ("1103",)})

    fetch = brreg.source.fetch(plan)

    assert [request.url.partition("?")[2] for request in plan.requests] == [
        "organisasjonsform=AS&kommunenummer=1103&size=1",
        "organisasjonsform=ASA&kommunenummer=1103&size=1",
    ]
    assert [line(each) for each in fetch.observations] == [
        "Aksjeselskap · 1103 · entities: 179",
        "Allmennaksjeselskap · 1103 · entities: 179",
    ]
    assert fetch.notes[0].must_show
    assert tuple(brreg.source.derive(plan, fetch.bodies)) == fetch.observations


def test_all_entities_are_counted_where_no_filter_is_given(brreg: Replayed) -> None:
    plan = brreg.source.plan(brreg.source.describe("antall-enheter", "no"), {})

    assert [line(each) for each in brreg.source.fetch(plan).observations] == ["entities: 179"]


def test_none_is_a_count_too(brreg: Replayed, shared: Path) -> None:
    empty = (shared / "data/statistics/brreg/pybrreg_enheter-search-empty-response.json").read_bytes()
    plan = brreg.source.plan(brreg.source.describe("antall-enheter", "no"), {"kommunenummer": ("9999",)})
    brreg.server.will(status(200, content=empty))

    assert [each.text for each in brreg.source.fetch(plan).observations] == ["0"]


@pytest.mark.req("STA-4")
def test_nothing_of_a_person_is_asked_for_or_kept(brreg: Replayed) -> None:
    counted = brreg.source.fetch(brreg.source.plan(brreg.source.describe("antall-enheter", "no"), {}))
    company = brreg.source.describe("virksomhet-112233445", "no")
    employed = brreg.source.fetch(brreg.source.plan(company, {}))

    assert [body.content for body in counted.bodies] == [b'{"page":{"totalElements":"179"}}']
    assert employed.bodies[0].content == (
        b'{"organisasjonsnummer":"112233445","antallAnsatte":"50","harRegistrertAntallAnsatte":true}'
    )
    assert not any("roller" in request.target for request in brreg.server.requests)


def test_a_sole_proprietorship_is_a_person_and_refused(shared: Path) -> None:
    recorded = (shared / "data/statistics/brreg/pybrreg_enheter-details-response.json").read_bytes()
    person = Rule(r"/enheter/112233445$", recorded.replace(b'"kode": "AS"', b'"kode": "ENK"'))

    with (
        replayed("brreg", shared, [person]) as brreg,
        pytest.raises(SourceRefused, match="is a person") as refused,
    ):
        brreg.source.describe("virksomhet-112233445", "no")
    assert "SESAM" not in str(refused.value)


def test_no_person_is_found_by_words(shared: Path) -> None:
    told = json.loads((shared / "data/statistics/brreg/enheter_search_equinor.json").read_bytes())
    told["_embedded"]["enheter"][0]["organisasjonsform"]["kode"] = "ENK"

    assert companies_of(json.dumps(told).encode()) == [("959733600", "EQUINOR PENSJON")]


def test_accounts_of_another_company_are_no_answer(shared: Path) -> None:
    body = (shared / "data/statistics/brreg/regnskap_923609016.json").read_bytes()

    with pytest.raises(Unread, match="923609016, and 974760673 was asked for"):
        accounts_of(body, "974760673")
    with pytest.raises(Unread, match="923609016, and 974760673 was asked for"):
        entity_of(b'{"organisasjonsnummer": "923609016", "antallAnsatte": 5}', "974760673")


def test_the_employees_of_a_company_are_one_figure(brreg: Replayed) -> None:
    table = brreg.source.describe("virksomhet-112233445", "no")

    fetch = brreg.source.fetch(brreg.source.plan(table, {}))

    assert [line(each) for each in fetch.observations] == ["registered employees: 50"]
    assert fetch.citation == "Brønnøysundregistrene, SESAM STASJON (112233445): employees"


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("enheter_search_equinor.json", 2),
        ("pybrreg_enheter-search-page1-response.json", 2),
        ("pybrreg_enheter-search-page2-response.json", 1),
        ("pybrreg_enheter-search-response.json", 1),
        ("pybrreg_enheter-search-empty-response.json", 0),
    ],
)
def test_every_recorded_search_is_read(shared: Path, name: str, count: int) -> None:
    assert len(companies_of((shared / "data/statistics/brreg" / name).read_bytes())) == count


def test_words_find_accounts_and_employees_of_companies(brreg: Replayed) -> None:
    found = brreg.source.search("Equinor", "no", 3)

    assert found is not None
    assert [(each.id, each.title) for each in found] == [
        ("regnskap-923609016", "EQUINOR ASA (923609016): accounts"),
        ("virksomhet-923609016", "EQUINOR ASA (923609016): employees"),
        ("regnskap-959733600", "EQUINOR PENSJON (959733600): accounts"),
    ]
    assert brreg.source.search("jibberish", "no", 3) == []


def test_a_deleted_entity_is_no_table(brreg: Replayed) -> None:
    with pytest.raises(UnknownTable, match="was deleted on 2017-10-20"):
        brreg.source.describe("virksomhet-123456789", "no")


@pytest.mark.parametrize("code", [404, 410])
def test_an_entity_that_is_not_there_is_unknown(brreg: Replayed, code: int) -> None:
    brreg.server.will(status(code))

    with pytest.raises(UnknownTable, match="has no entity `987654321`"):
        brreg.source.describe("virksomhet-987654321", "no")


@pytest.mark.parametrize("id", ["923609016", "roller-923609016", "virksomhet-92360901", "regnskap-x"])
def test_other_tables_are_unknown(brreg: Replayed, id: str) -> None:
    with pytest.raises(UnknownTable):
        brreg.source.describe(id, "no")


def test_what_the_register_does_not_take_is_a_bad_selection(brreg: Replayed) -> None:
    table = brreg.source.describe("antall-enheter", "no")
    plan = brreg.source.plan(table, {"kommunenummer": ("Stavanger",)})
    brreg.server.will(status(400, content=b'{"feilmelding": "Feilaktig"}'))

    with pytest.raises(BadSelection, match="HTTP 400"):
        brreg.source.fetch(plan)


def test_more_counts_than_requests_are_made_are_refused(brreg: Replayed) -> None:
    table = brreg.source.describe("antall-enheter", "no")

    with pytest.raises(SelectionTooLarge, match="61 are more than 60"):
        brreg.source.plan(table, {"kommunenummer": tuple(f"{number:04d}" for number in range(61))})
