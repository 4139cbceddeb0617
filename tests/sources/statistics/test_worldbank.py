"""The World Bank, on its recorded answers; the list of countries and errors are written by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import (
    BadSelection,
    NoFigures,
    SelectionTooLarge,
    SourceChanged,
    SourceUnavailable,
    UnknownTable,
)
from belegg.records.statistics import Plan
from belegg.sources.statistics.worldbank import found_by_words, metadata_of, page_of
from belegg.testing.statistics_server import Rule, Turn, status
from extras import needs
from statistics_recorded import HAND_WRITTEN_ERROR, Replayed, are_as_sent, line, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-1", "STA-2")


@pytest.fixture
def bank(shared: Path) -> Iterator[Replayed]:
    with replayed("worldbank", shared) as bank:
        yield bank


def incomes(bank: Replayed) -> Plan:
    table = bank.source.describe("NY.GDP.PCAP.CD", "en")
    return bank.source.plan(table, {"country": ("FRA", "DEU"), "date": ("2020..2022",)})


def test_figures_have_all_the_digits_that_were_sent(bank: Replayed) -> None:
    fetch = bank.source.fetch(incomes(bank))

    assert [line(each, of=("country", "date")) for each in fetch.observations] == [
        "Germany · 2020: 47394.8734504469",
        "Germany · 2021: 52349.2459994422",
        "Germany · 2022: 50506.5179638543",
        "France · 2020: 39169.8606000707",
        "France · 2021: 43725.0999521245",
        "France · 2022: 40988.6396406579",
    ]
    assert are_as_sent(fetch.observations)
    assert {(each.unit, each.decimals) for each in fetch.observations} == {("Current US$", None)}
    assert fetch.notes[-1].text.startswith("Decimals that the source shows: 1")
    assert (fetch.licence, fetch.source_updated) == ("CC BY 4.0", "2026-10-08")
    assert fetch.citation == "The World Bank: World Development Indicators: GDP per capita (current US$)"
    assert tuple(bank.source.derive(fetch.plan, fetch.bodies)) == fetch.observations


def test_the_address_names_countries_dates_and_the_database(bank: Replayed) -> None:
    (request,) = incomes(bank).requests

    assert request.url.endswith(
        "/country/DEU;FRA/indicator/NY.GDP.PCAP.CD?date=2020:2022&format=json&per_page=20000&source=2"
    )


def test_a_group_of_countries_is_told_from_a_country(bank: Replayed) -> None:
    table = bank.source.describe("NY.GDP.PCAP.CD", "en")

    assert [(each.id, each.note) for each in table.dimensions[2].codes] == [
        ("DEU", ""),
        ("EMU", "a group of countries"),
        ("FRA", ""),
    ]
    assert (table.dimensions[3].total, table.ref.first, table.ref.last) == (66, "1960", "2025")


def test_missing_years_are_lines_without_a_number(bank: Replayed, shared: Path) -> None:
    recorded = shared / "data/statistics/worldbank/v2_country_indicator_rows_reserialised.json"
    rows = json.loads(recorded.read_bytes(), parse_int=int)
    usa = json.dumps([{"page": 1, "pages": 1, "total": 64}, rows]).encode()
    countries = b'[{"page": 1, "pages": 1, "total": 1}, [{"id": "USA", "name": "United States"}]]'
    rules = [Rule(r"/country/all/", usa), Rule(r"^/country$", countries)]

    with replayed("worldbank", shared, rules) as bank_of_one:
        table = bank_of_one.source.describe("NY.GDP.PCAP.CD", "en")
        plan = bank_of_one.source.plan(table, {"country": ("*",), "date": ("1960..2023",)})
        fetch = bank_of_one.source.fetch(plan)

    assert (len(fetch.observations), sum(each.text is None for each in fetch.observations)) == (64, 1)
    assert line(fetch.observations[0], of=("country", "date")) == "United States · 1960: 543300000000"
    assert line(fetch.observations[-1], of=("country", "date")) == "United States · 2023: -"
    assert fetch.observations[-1].status_label == "no figure is given"


def test_an_error_with_status_200_is_an_error(bank: Replayed) -> None:
    plan = incomes(bank)
    bank.server.will(status(200, content=HAND_WRITTEN_ERROR))

    with pytest.raises(BadSelection, match="Invalid value: The provided parameter value is not valid"):
        bank.source.fetch(plan)


def test_xml_in_the_place_of_json_is_a_service_that_cannot_answer(bank: Replayed) -> None:
    def xml(turn: Turn) -> None:
        turn.send(200, b'\xef\xbb\xbf<?xml version="1.0"?><wb:error/>', "text/xml")

    plan = incomes(bank)
    bank.server.always(xml)

    with pytest.raises(SourceUnavailable, match="sent XML"):
        bank.source.fetch(plan)


def test_no_rows_are_no_figures(bank: Replayed) -> None:
    plan = incomes(bank)
    bank.server.will(status(200, content=b'[{"page": 0, "pages": 0, "total": 0}, null]'))

    with pytest.raises(NoFigures):
        bank.source.fetch(plan)


def test_a_second_page_that_was_not_read_is_no_answer(bank: Replayed) -> None:
    plan = incomes(bank)
    bank.server.will(status(200, content=b'[{"page": 1, "pages": 2}, []]'))

    with pytest.raises(SourceChanged, match="more pages than one"):
        bank.source.fetch(plan)


@pytest.mark.parametrize("id", ["NO.SUCH", "../x", "a/b"])
def test_an_indicator_that_is_not_there_is_unknown(bank: Replayed, id: str) -> None:
    with pytest.raises(UnknownTable):
        bank.source.describe(id, "en")


def test_too_many_cells_are_met_before_anything_is_sent(shared: Path) -> None:
    many = [{"id": f"C{number:03d}", "name": f"Country {number}"} for number in range(400)]
    countries = Rule(r"^/country$", json.dumps([{"page": 1, "pages": 1}, many]).encode())

    with replayed("worldbank", shared, [countries]) as bank:
        table = bank.source.describe("NY.GDP.PCAP.CD", "en")
        with pytest.raises(SelectionTooLarge, match=r"26,400 cells.*widest dimension is `country`"):
            bank.source.plan(table, {"country": ("*",), "date": ("1960", "2025")})
        with pytest.raises(SelectionTooLarge, match="1,500 are taken"):
            bank.source.plan(table, {"country": ("..C398",), "date": ("2025",)})


def test_words_find_indicators_of_the_database_whose_codes_are_known(bank: Replayed) -> None:
    found = bank.source.search("population", "en", 3)

    assert found is not None
    assert [(each.id, each.title) for each in found][:2] == [
        ("SP.POP.0014.TO.ZS", "Population ages 0-14 (% of total population)"),
        ("SP.POP.65UP.TO.ZS", "Population ages 65 and above (% of total population)"),
    ]
    assert json.loads(bank.server.requests[0].body)["search"] == "population"


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("data360_search_gdp_clean.json", 7),
        ("data360_search_poverty_ambiguous.json", 8),
        ("data360_search_nonsense_empty.json", 0),
    ],
)
def test_every_recorded_search_is_read(shared: Path, name: str, count: int) -> None:
    assert len(found_by_words((shared / "data/statistics/worldbank" / name).read_bytes())) == count


def test_the_catalogue_has_what_the_list_of_indicators_says(shared: Path) -> None:
    recorded = (shared / "data/statistics/worldbank/v2_indicator_list_rows_reserialised.json").read_bytes()
    listed = Rule(r"^/indicator$", b'[{"page": 1, "pages": 1, "total": 100},' + recorded + b"]")

    with replayed("worldbank", shared, [listed]) as bank:
        refs = list(bank.source.catalogue("en"))

    assert (len(refs), refs[0].id, refs[0].title) == (
        100,
        "1.0.HCount.1.90usd",
        "Poverty Headcount ($1.90 a day)",
    )
    assert refs[0].path == ("LAC Equity Lab", "Poverty ".strip())
    assert refs[-1].title == "1501000:GROSS FIXED CAPITAL FORMATION"


def test_metadata_name_the_unit_and_the_licence(shared: Path) -> None:
    recorded = shared / "data/statistics/worldbank/v2_series_metadata_NY.GDP.PCAP.CD_trimmed.json"
    told = metadata_of(recorded.read_bytes())

    assert (told["Unitofmeasure"], told["License_Type"], len(told)) == ("Current US$", "CC BY-4.0", 11)
    assert metadata_of(HAND_WRITTEN_ERROR) == {}


def test_databases_are_rows_as_all_else(shared: Path) -> None:
    recorded = (shared / "data/statistics/worldbank/v2_sources_rows_reserialised.json").read_bytes()

    _, rows = page_of(b'[{"pages": 1},' + recorded + b"]")

    assert (len(rows), rows[1]["name"]) == (69, "World Development Indicators")
