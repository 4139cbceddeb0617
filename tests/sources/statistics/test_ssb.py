"""Statistics Norway, on its recorded answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from belegg.errors import BadSelection, NoFigures, SelectionTooLarge, SourceChanged, UnknownTable
from belegg.sources.statistics.ssb import is_awaited
from belegg.testing.statistics_clock import StandingClock
from belegg.testing.statistics_server import Rule, half_told_whole, status
from extras import needs
from statistics_recorded import Replayed, are_as_sent, line, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-1", "STA-2")

PRICES = {
    "VareTjenesteGrp": ("00",),
    "ContentsCode": ("KpiIndMnd", "Tolvmanedersendring"),
    "Tid": ("2026M05..",),
}


@pytest.fixture
def ssb(shared: Path) -> Iterator[Replayed]:
    with replayed("ssb", shared) as ssb:
        yield ssb


def test_the_consumer_price_index_is_fetched_as_it_was_published(ssb: Replayed) -> None:
    table = ssb.source.describe("14700", "en")

    fetch = ssb.source.fetch(ssb.source.plan(table, PRICES))

    assert [line(each, of=("ContentsCode", "Tid")) for each in fetch.observations] == [
        "Consumer Price Index (2025=100) · 2026M05: 103.0",
        "Consumer Price Index (2025=100) · 2026M06: 102.8",
        "Consumer Price Index (2025=100) · 2026M07: 103.8",
        "12-month rate (per cent) · 2026M05: 3.1",
        "12-month rate (per cent) · 2026M06: 2.7",
        "12-month rate (per cent) · 2026M07: 3.0",
    ]
    assert [each.raw for each in fetch.observations] == ["103", "102.8", "103.8", "3.1", "2.7", "3"]
    assert {each.unit for each in fetch.observations} == {"index", "per cent"}
    assert are_as_sent(fetch.observations)
    assert fetch.observations[2].period_end == "2026-07-31"


def test_a_fetch_says_whose_figures_they_are_and_what_must_be_shown(ssb: Replayed) -> None:
    fetch = ssb.source.fetch(ssb.source.plan(ssb.source.describe("14700", "en"), PRICES))

    assert fetch.licence == "CC BY 4.0"
    assert fetch.citation == (
        "Source: Statistics Norway, 14700: Consumer price index, by goods and services and month"
    )
    assert (fetch.source_updated, fetch.retrieved_at) == ("2026-08-10T06:00:00Z", "2026-11-30T12:00:00Z")
    assert [note.must_show for note in fetch.notes] == [False, True, False]
    assert [note.text[:46] for note in fetch.notes if note.must_show] == [
        "This table replaces table 03013. As of 2026 th"
    ]
    assert fetch.warnings == ()


def test_what_was_fetched_is_derived_again_from_its_bodies(ssb: Replayed) -> None:
    plan = ssb.source.plan(ssb.source.describe("14700", "en"), PRICES)

    fetch = ssb.source.fetch(plan)

    assert tuple(ssb.source.derive(plan, fetch.bodies)) == fetch.observations


def test_a_table_has_its_dimensions_units_and_what_may_be_left_out(ssb: Replayed) -> None:
    table = ssb.source.describe("14700", "en")

    assert [(each.id, each.role, each.total, each.may_be_left_out) for each in table.dimensions] == [
        ("VareTjenesteGrp", "other", 336, True),
        ("ContentsCode", "measure", 4, False),
        ("Tid", "time", 319, False),
    ]
    weights = table.dimensions[1].codes[3]
    assert (weights.id, weights.unit, weights.decimals) == ("KpiVektMnd", "per mille", 1)
    assert (table.ref.title[:26], table.ref.first, table.ref.last) == (
        "Consumer price index (CPI)",
        "2000M01",
        "2026M07",
    )
    assert table.ref.unit_of_time == "month"


@pytest.mark.parametrize(
    ("number", "sizes"),
    [("07459", [994, 2, 106, 1, 41]), ("11418", [6, 582, 4, 3, 3, 7, 11]), ("03013", [339, 4, 564])],
)
def test_every_recorded_table_is_described(ssb: Replayed, number: str, sizes: list[int]) -> None:
    assert [each.total for each in ssb.source.describe(number, "en").dimensions] == sizes


def test_all_cells_of_a_large_table_are_refused_before_anything_is_sent(ssb: Replayed) -> None:
    table = ssb.source.describe("07459", "en")
    asked = len(ssb.server.requests)

    with pytest.raises(SelectionTooLarge) as large:
        ssb.source.plan(table, {each.id: ("*",) for each in table.dimensions})

    assert "8,639,848 cells (994 × 2 × 106 × 1 × 41)" in str(large.value)
    assert "widest dimension is `Region` (region) with 994 codes" in str(large.value)
    assert len(ssb.server.requests) == asked


def test_what_may_be_left_out_is_not_sent(ssb: Replayed) -> None:
    plan = ssb.source.plan(ssb.source.describe("07459", "en"), {"Region": ("0",), "Tid": ("last(1)",)})

    assert (plan.cells, plan.codes["Kjonn"], plan.codes["ContentsCode"]) == (1, (), ("Personer1",))
    assert plan.requests[0].url.endswith(
        "/tables/07459/data?lang=en&outputFormat=json-stat2&valueCodes%5BRegion%5D=0"
        "&valueCodes%5BContentsCode%5D=Personer1&valueCodes%5BTid%5D=2026"
    )


def test_codes_given_twice_are_sent_once(ssb: Replayed) -> None:
    table = ssb.source.describe("07459", "en")

    plan = ssb.source.plan(table, {"Region": ("0301", "0301"), "Tid": ("2025", "last(2)")})

    assert (plan.codes["Region"], plan.codes["Tid"], plan.cells) == (("0301",), ("2025", "2026"), 2)


def test_an_address_of_more_than_2100_characters_is_sent_as_a_body(ssb: Replayed) -> None:
    table = ssb.source.describe("07459", "en")

    short = ssb.source.plan(table, {"Region": ("0",), "Alder": ("*",), "Tid": ("*",)}).requests[0]
    (request,) = ssb.source.plan(table, {"Region": ("*",), "Tid": ("2026",)}).requests

    assert (short.method, len(short.url) < 2100) == ("GET", True)
    assert (request.method, request.url.endswith("/data?lang=en&outputFormat=json-stat2")) == ("POST", True)
    selection = json.loads(request.body)["selection"]
    assert [each["variableCode"] for each in selection] == ["Region", "ContentsCode", "Tid"]
    assert len(selection[0]["valueCodes"]) == 994


def test_any_of_the_words_is_searched_for(ssb: Replayed) -> None:
    found = ssb.source.search("Population AND density (2026)", "en", 3)

    assert ssb.server.requests[0].query["query"] == ["population OR and OR density OR 2026"]
    assert found is not None
    assert [(each.id, each.first, each.last, each.unit_of_time) for each in found] == [
        ("05212", "1990", "2025", "year"),
        ("12598", "2008", "2024", "year"),
        ("06830", "2006", "2026", "year"),
    ]
    assert found[0].path == (
        "Population",
        "Population count",
        "Population and land area in urban settlements",
    )
    assert found[0].variables == (
        "region",
        "densely/sparsely populated areas",
        "sex",
        "contents",
        "year",
    )


def test_nothing_is_searched_for_without_a_word(ssb: Replayed) -> None:
    assert (ssb.source.search("?!", "no", 3), ssb.server.requests) == ((), [])


def test_the_catalogue_is_read_page_after_page(shared: Path) -> None:
    page = (shared / "data/statistics/ssb/search_population_en.json").read_bytes()
    three_pages = Rule("/tables$", page.replace(b'"totalPages":132', b'"totalPages":3'))

    with replayed("ssb", shared, [three_pages]) as ssb:
        refs = list(ssb.source.catalogue("en"))

    assert len(refs) == 9
    assert [each.query["pageNumber"] for each in ssb.server.requests] == [["1"], ["2"], ["3"]]


def test_a_catalogue_of_more_pages_than_anybody_reads_is_not_begun(shared: Path) -> None:
    page = (shared / "data/statistics/ssb/search_population_en.json").read_bytes()
    endless = Rule("/tables$", page.replace(b'"totalPages":132', b'"totalPages":999999999'))

    with replayed("ssb", shared, [endless]) as ssb, pytest.raises(SourceChanged, match="is 999,999,999"):
        next(ssb.source.catalogue("en"))


def test_its_own_words_of_an_error_are_passed_on(ssb: Replayed) -> None:
    plan = ssb.source.plan(ssb.source.describe("07459", "en"), {"Tid": ("2026",)})

    with pytest.raises(BadSelection, match="Missing selection for mandantory variable"):
        ssb.source.fetch(plan)


def test_too_many_cells_are_told_as_such(ssb: Replayed) -> None:
    plan = ssb.source.plan(ssb.source.describe("14700", "en"), PRICES)
    ssb.server.will(status(403, content=b'{"type": "x", "title": "Too many cells selected", "status": 403}'))

    with pytest.raises(SelectionTooLarge, match="Too many cells selected"):
        ssb.source.fetch(plan)


@pytest.mark.parametrize("id", ["99999", "../../etc", "14700/data?x=", ""])
def test_a_table_that_is_not_there_is_unknown(ssb: Replayed, id: str) -> None:
    with pytest.raises(UnknownTable, match=r"Statistics Norway \(SSB\) has no table"):
        ssb.source.describe(id, "en")


@pytest.mark.parametrize(
    ("at", "awaited"),
    [
        ("2026-01-15T04:00:00Z", True),
        ("2026-01-15T03:59:59Z", False),
        ("2026-01-15T07:14:00Z", True),
        ("2026-01-15T07:15:00Z", False),
        ("2026-07-15T03:00:00Z", True),
        ("2026-07-15T06:15:00Z", False),
        ("2026-03-29T06:14:00Z", True),
        ("2026-10-25T06:59:00Z", True),
    ],
)
def test_from_five_to_a_quarter_past_eight_in_oslo_figures_are_awaited(at: str, awaited: bool) -> None:
    assert is_awaited(at) is awaited


def test_zeros_and_dots_of_the_early_morning_come_with_a_warning(shared: Path) -> None:
    told = json.loads((shared / "data/statistics/ssb/data_14700_en.json").read_bytes())
    told |= {"value": [103, 102.8, 0, 3.1, 2.7, None], "status": {"5": "."}}
    early = json.dumps(told).encode()
    clock = StandingClock(datetime(2026, 8, 10, 5, 30, tzinfo=UTC))

    with replayed("ssb", shared, [Rule("/14700/data", early)], clock) as ssb:
        fetch = ssb.source.fetch(ssb.source.plan(ssb.source.describe("14700", "en"), PRICES))

    assert fetch.warnings[0].startswith("Fetched between 05:00 and 08:15 Oslo time")
    assert (fetch.observations[2].text, fetch.observations[5].text) == ("0.0", None)
    assert (fetch.observations[5].status, fetch.observations[5].status_label) == (".", "not possible")


def test_no_cell_with_a_figure_or_a_mark_is_no_figures(shared: Path) -> None:
    content = (shared / "data/statistics/ssb/data_14700_en.json").read_bytes()
    told = json.loads(content)
    told["value"] = [None] * 6
    bare = Rule("/14700/data", json.dumps(told).encode())

    with replayed("ssb", shared, [bare]) as ssb:
        plan = ssb.source.plan(ssb.source.describe("14700", "en"), PRICES)
        with pytest.raises(NoFigures, match="that is no zero"):
            ssb.source.fetch(plan)


def test_half_an_answer_is_set_aside_and_asked_for_anew(ssb: Replayed) -> None:
    plan = ssb.source.plan(ssb.source.describe("14700", "en"), PRICES)
    ssb.server.will(half_told_whole())

    with pytest.raises(SourceChanged, match="it is no JSON"):
        ssb.source.fetch(plan)

    assert ssb.asking.last_misread("ssb") is not None
    assert len(ssb.source.fetch(plan).observations) == 6
