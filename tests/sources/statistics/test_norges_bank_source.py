"""Norges Bank: rates with the number of units and the decimals that they are quoted in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import BadSelection, NoFigures, UnknownTable
from belegg.records.statistics import Plan, StatisticsTable
from belegg.testing.statistics_server import status
from extras import needs
from statistics_recorded import Replayed, are_as_sent, line, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-1", "STA-2")

RATES = {"BASE_CUR": ("USD", "EUR", "SEK", "JPY"), "TIME_PERIOD": ("last(3)",)}


@pytest.fixture
def bank(shared: Path) -> Iterator[Replayed]:
    with replayed("norges_bank", shared) as bank:
        yield bank


@pytest.fixture
def table(bank: Replayed) -> StatisticsTable:
    return bank.source.describe("EXR", "en")


@pytest.fixture
def plan(bank: Replayed, table: StatisticsTable) -> Plan:
    return bank.source.plan(table, RATES)


def test_the_tables_known_here_are_listed_in_both_languages(bank: Replayed) -> None:
    english, norwegian = (list(bank.source.catalogue(language)) for language in ("en", "nb"))

    assert (english[0].id, english[0].title, norwegian[0].title) == ("EXR", "Exchange rates", "Valutakurser")
    assert len(english) == len(norwegian) == 8
    assert "svenske kroner" in norwegian[0].description
    assert {ref.language for ref in norwegian} == {"no"}
    assert bank.server.requests == []


def test_a_table_is_described_by_its_newest_figures(bank: Replayed, table: StatisticsTable) -> None:
    currency = table.dimension("BASE_CUR")

    assert bank.server.requests[0].target == "/data/EXR?lastNObservations=1&format=sdmx-json&locale=en"
    assert currency is not None
    assert [(code.id, code.label) for code in currency.codes] == [
        ("JPY", "Japanese yen"),
        ("USD", "US dollar"),
        ("EUR", "Euro"),
        ("SEK", "Swedish krona"),
    ]
    assert (table.ref.title, table.ref.last, table.ref.unit_of_time) == (
        "Exchange rates",
        "2026-08-27",
        "day",
    )
    assert table.notes[0].text == "Norges Bank exchange rate statistics"
    assert "`last(30)` for others" in table.notes[1].text


def test_a_table_is_described_in_norwegian(bank: Replayed) -> None:
    table = bank.source.describe("NB:exr", "nb")

    assert (table.ref.id, table.ref.title, table.ref.language) == ("EXR", "Valutakurser", "no")
    assert bank.server.requests[0].query["locale"] == ["no"]


def test_a_selection_becomes_a_key_in_the_order_of_dimensions(plan: Plan, bank: Replayed) -> None:
    assert plan.requests[0].url == (
        f"{bank.server.base_url}/data/EXR/B..NOK.SP?lastNObservations=3&format=sdmx-json&locale=en"
    )
    assert plan.cells == 12


def test_some_of_the_currencies_stand_in_the_key(bank: Replayed, table: StatisticsTable) -> None:
    plan = bank.source.plan(table, {"BASE_CUR": ("SEK", "USD"), "TIME_PERIOD": ("2026-08-25..2026-08-27",)})

    assert "/data/EXR/B.USD+SEK.NOK.SP?startPeriod=2026-08-25&endPeriod=2026-08-27&" in plan.requests[0].url
    assert plan.cells == 2 * 3


def test_what_is_quoted_for_a_hundred_says_so_with_every_figure(bank: Replayed, plan: Plan) -> None:
    fetch = bank.source.fetch(plan)
    per = {each.keys[1].code: each.multiplier for each in fetch.observations}

    assert per == {"JPY": "per 100", "USD": "", "EUR": "", "SEK": "per 100"}
    assert {each.unit for each in fetch.observations} == {"Norwegian krone"}


def test_recorded_figures_come_with_the_decimals_that_are_stated(bank: Replayed, plan: Plan) -> None:
    fetch = bank.source.fetch(plan)

    assert [line(each, of=("BASE_CUR", "TIME_PERIOD")) for each in fetch.observations] == [
        "Japanese yen · 2026-08-25: 5.8654",
        "Japanese yen · 2026-08-26: 5.8639",
        "Japanese yen · 2026-08-27: 5.8601",
        "US dollar · 2026-08-25: 9.3397",
        "US dollar · 2026-08-26: 9.3277",
        "US dollar · 2026-08-27: 9.3405",
        "Euro · 2026-08-25: 10.8920",
        "Euro · 2026-08-26: 10.8845",
        "Euro · 2026-08-27: 10.8770",
        "Swedish krona · 2026-08-25: 98.42",
        "Swedish krona · 2026-08-26: 98.25",
        "Swedish krona · 2026-08-27: 98.14",
    ]
    assert fetch.observations[6].raw == "10.892"
    assert fetch.observations[6].decimals == 4
    assert are_as_sent(fetch.observations)
    assert fetch.citation == "Norges Bank, Exchange rates (EXR), 2026-11-30"


def test_of_a_longer_answer_only_the_newest_asked_for_are_kept(
    bank: Replayed, table: StatisticsTable
) -> None:
    fetch = bank.source.fetch(bank.source.plan(table, RATES | {"TIME_PERIOD": ("last(1)",)}))

    assert {each.keys[-1].code for each in fetch.observations} == {"2026-08-27"}
    assert len(fetch.observations) == 4


def test_what_was_kept_gives_the_same_figures(bank: Replayed, plan: Plan) -> None:
    fetch = bank.source.fetch(plan)

    assert tuple(bank.source.derive(plan, fetch.bodies)) == fetch.observations


@pytest.mark.parametrize("name", ["NOPE", "../data", "", "EXR?x=1"])
def test_a_table_that_is_not_there_names_those_that_are(bank: Replayed, name: str) -> None:
    with pytest.raises(UnknownTable, match="known are `EXR`, `IR`"):
        bank.source.describe(name, "en")


def test_404_for_a_selection_is_no_figures(bank: Replayed, plan: Plan) -> None:
    bank.server.will(status(404))

    with pytest.raises(NoFigures):
        bank.source.fetch(plan)


def test_a_currency_that_has_no_rate_is_refused_before_anything_is_sent(
    bank: Replayed, table: StatisticsTable
) -> None:
    with pytest.raises(BadSelection, match="has no code `DKK`"):
        bank.source.plan(table, RATES | {"BASE_CUR": ("DKK",)})
