"""The International Monetary Fund: from its tables to figures, and how it says that there are none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from belegg.errors import BadSelection, NoFigures, SelectionTooLarge, UnknownTable
from belegg.records.statistics import Plan, StatisticsTable
from belegg.testing.statistics_server import Rule, empty
from extras import needs
from statistics_bodies import rules_of
from statistics_recorded import Replayed, are_as_sent, line, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-1", "STA-2")

PRICES = {
    "COUNTRY": ("USA",),
    "INDEX_TYPE": ("CPI",),
    "COICOP_1999": ("_T",),
    "TYPE_OF_TRANSFORMATION": ("IX",),
    "FREQUENCY": ("M",),
    "TIME_PERIOD": ("2026-M04..2026-M05",),
}


@pytest.fixture
def imf(shared: Path) -> Iterator[Replayed]:
    with replayed("imf", shared, rules_of("imf", shared)) as imf:
        yield imf


@pytest.fixture
def table(imf: Replayed) -> StatisticsTable:
    return imf.source.describe("IMF.STA:CPI", "en")


@pytest.fixture
def plan(imf: Replayed, table: StatisticsTable) -> Plan:
    return imf.source.plan(table, PRICES)


def test_the_catalogue_holds_what_is_no_earlier_edition(imf: Replayed, shared: Path) -> None:
    recorded = (shared / "data/statistics/imf/list_datasets_imf_sta.json").read_bytes()
    ids = {each["id"] for each in json.loads(recorded)["data"]["dataflows"]}
    refs = list(imf.source.catalogue("en"))

    assert len(ids) == 191
    assert {ref.id for ref in refs} == {f"IMF.STA:{id}" for id in ids if not id.endswith("_VINTAGE")}
    assert refs[0].title == "Gender Statistics (GS) Health"
    assert refs[0].address == "https://data.imf.org/en/datasets/IMF.STA:GS_HEALTH"


def test_an_earlier_edition_is_left_out(shared: Path) -> None:
    content = (shared / "data/statistics/imf/sdmx_structure_cpi_json.json").read_bytes()
    earlier = content.replace(b'"id":"CPI"', b'"id":"CPI_2025_FEB_VINTAGE"')
    with replayed("imf", shared, [Rule(r"^/structure/dataflow/\*/", earlier)]) as imf:
        assert list(imf.source.catalogue("en")) == []


def test_a_table_is_described_with_its_code_lists_and_what_has_data(table: StatisticsTable) -> None:
    frequency, country = table.dimension("FREQUENCY"), table.dimension("COUNTRY")

    assert [each.label for each in table.dimensions][:3] == ["Country", "Index type", "Expenditure Category"]
    assert frequency is not None
    assert [(code.id, code.label) for code in frequency.codes] == [
        ("A", "Annual"),
        ("M", "Monthly"),
        ("Q", "Quarterly"),
    ]
    assert country is not None
    assert (country.role, [code.id for code in country.codes]) == ("geo", ["NOR", "USA", "ZZZ"])
    assert (table.ref.first, table.ref.last) == ("1950-01-01", "2026-06-01")
    assert table.notes == ()


def test_a_table_lists_the_periods_of_each_frequency(table: StatisticsTable) -> None:
    time = table.dimensions[-1]
    periods = [code.id for code in time.codes]

    assert (time.role, time.total, periods[0], periods[76]) == ("time", 77 + 918 + 306, "1950", "2026")
    assert (periods[77], periods[-1]) == ("1950-M01", "2026-Q2")


def test_codes_without_names_are_noted_and_may_still_be_asked_for(shared: Path) -> None:
    with replayed("imf", shared) as imf:
        table = imf.source.describe("IMF.STA:CPI", "en")
        plan = imf.source.plan(table, PRICES)

    assert table.notes[0].text == "The source gave no names for the codes of `COUNTRY`."
    assert "c%5BCOUNTRY%5D=USA" in plan.requests[0].url


def test_availability_that_is_not_told_is_noted(imf: Replayed) -> None:
    imf.server.rules.insert(0, Rule("^/availability/", b"{}", status=404))

    notes = imf.source.describe("IMF.STA:CPI", "en").notes

    assert notes[0].text == (
        "The source did not say which codes have figures; some of those listed may have none."
    )


@pytest.mark.parametrize("name", ["IMF.STA:NOT_A_DATAFLOW", "CPI", "IMF.STA:../CPI", ""])
def test_what_is_not_there_is_answered_with_204_and_told(imf: Replayed, name: str) -> None:
    with pytest.raises(UnknownTable, match="write agency and dataflow"):
        imf.source.describe(name, "en")


def test_a_selection_becomes_the_request_that_was_recorded(plan: Plan, shared: Path) -> None:
    lines = (shared / "data/statistics/imf/index.jsonl").read_text(encoding="utf-8").splitlines()
    recorded = next(row for row in map(json.loads, lines) if row["file"] == "sdmx_data_filters.json")
    asked, sent = urlsplit(plan.requests[0].url), urlsplit(recorded["uri"])

    assert sent.path.endswith(asked.path)
    assert parse_qs(asked.query) == {
        name: value
        for name, value in parse_qs(sent.query).items()
        if name not in {"lastNObservations", "includeHistory"}
    }
    assert plan.cells == 2


def test_recorded_figures_come_with_names_from_the_code_lists(imf: Replayed, plan: Plan) -> None:
    fetch = imf.source.fetch(plan)

    assert [line(each, of=("COUNTRY", "COICOP_1999", "TIME_PERIOD")) for each in fetch.observations] == [
        "United States · All Items · 2026-M04: 152.7225866809138 (derivation type O)",
        "United States · All Items · 2026-M05: 153.6870200476484 (derivation type O)",
    ]
    assert fetch.observations[1].period_end == "2026-05-31"
    assert are_as_sent(fetch.observations)
    assert [(each.text, each.must_show) for each in fetch.notes] == [
        ("Reference period: 2010A.", True),
        ("Derivation type: O = a name made by hand.", True),
    ]
    assert (
        fetch.citation == "International Monetary Fund, Consumer Price Index (CPI) (IMF.STA:CPI), 2026-11-30"
    )


def test_a_mark_that_the_source_does_not_name_is_told_as_such(imf: Replayed, plan: Plan) -> None:
    imf.server.rules.insert(0, Rule("CL_DERIVATION_TYPE", b"", status=204))

    assert imf.source.fetch(plan).notes[-1].text == "Derivation type: O = not named by the source."


def test_what_was_kept_gives_the_same_figures(imf: Replayed, plan: Plan) -> None:
    fetch = imf.source.fetch(plan)

    assert tuple(imf.source.derive(plan, fetch.bodies)) == fetch.observations


def test_an_unknown_code_comes_back_as_no_figures(imf: Replayed, table: StatisticsTable) -> None:
    plan = imf.source.plan(table, PRICES | {"COUNTRY": ("ZZZ",)})

    with pytest.raises(NoFigures, match="no zero"):
        imf.source.fetch(plan)


def test_a_table_that_is_gone_is_answered_with_204(imf: Replayed, plan: Plan) -> None:
    imf.server.will(empty())

    with pytest.raises(UnknownTable):
        imf.source.fetch(plan)


def test_each_frequency_is_asked_for_with_periods_of_its_own(imf: Replayed, table: StatisticsTable) -> None:
    plan = imf.source.plan(table, PRICES | {"FREQUENCY": ("A", "Q"), "TIME_PERIOD": ("2024..2025",)})
    queries = [parse_qs(urlsplit(each.url).query) for each in plan.requests]

    assert [(each["c[FREQUENCY]"], each["c[TIME_PERIOD]"]) for each in queries] == [
        (["A"], ["ge:2024+le:2025"]),
        (["Q"], ["ge:2024-Q1+le:2025-Q4"]),
    ]
    assert plan.cells == 2 + 8


def test_the_newest_are_asked_for_by_number_and_no_more_are_given(
    imf: Replayed, table: StatisticsTable
) -> None:
    plan = imf.source.plan(table, PRICES | {"TIME_PERIOD": ("last(1)",)})
    fetch = imf.source.fetch(plan)

    assert "lastNObservations=1" in plan.requests[0].url
    assert [each.keys[-1].code for each in fetch.observations] == ["2026-M05"]


def test_a_code_without_data_is_refused_before_anything_is_sent(
    imf: Replayed, table: StatisticsTable
) -> None:
    with pytest.raises(BadSelection, match="`FREQUENCY` \\(Frequency\\) has no code `D`"):
        imf.source.plan(table, PRICES | {"FREQUENCY": ("D",)})


def test_too_many_cells_name_the_widest_dimension(imf: Replayed, table: StatisticsTable) -> None:
    with pytest.raises(SelectionTooLarge, match="choose fewer of them, or fewer periods"):
        imf.source.plan(table, PRICES | {"COUNTRY": ("*",), "TIME_PERIOD": ("last(50000)",)})


def test_a_scale_is_shown_as_how_the_fund_displays_and_multiplies_nothing(
    imf: Replayed, plan: Plan, shared: Path
) -> None:
    content = (shared / "data/statistics/imf/get_data_cpi.json").read_bytes()
    scaled = content.replace(b'"values":[{"id":"0"}]', b'"values":[{"id":"9"}]')
    imf.server.will(lambda turn: turn.send(200, scaled))

    fetch = imf.source.fetch(plan)

    assert {each.multiplier for each in fetch.observations} == {""}
    assert fetch.notes[0].text == (
        "The IMF displays these figures in billions; here they stand as it sends them."
    )
    assert fetch.notes[0].must_show


def test_where_projections_are_not_marked_the_answer_says_so(imf: Replayed, plan: Plan, shared: Path) -> None:
    content = (shared / "data/statistics/imf/get_data_cpi.json").read_bytes()
    imf.server.will(lambda turn: turn.send(200, content.replace(b',null,0,"2010A",null]', b"]")))

    *_, note = imf.source.fetch(plan).notes

    assert "marks none of these as observed, estimated or projected" in note.text
    assert note.must_show
