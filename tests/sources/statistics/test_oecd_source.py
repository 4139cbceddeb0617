"""The OECD: from its list of tables to figures, and what it says when there are none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import BadSelection, NoFigures, RateLimited, SelectionTooLarge, SourceRefused, UnknownTable
from belegg.records.statistics import Plan, StatisticsTable
from belegg.seams.figures import StatisticsSource
from belegg.testing.statistics_server import StatisticsServer, status
from extras import needs
from statistics_bodies import rules_of
from statistics_recorded import Replayed, are_as_sent, line, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-1", "STA-2")

TABLE = "OECD.GOV.GIP,DSD_GOV_INT@DF_GOV_TDG_2025,1.1"
CSV = "oecd/data_csvfilewithlabels_GOV_TDG_2025.csv"
TRUST = {"MEASURE": ("TRUST_NG",), "SCALE": ("HMH",), "REF_AREA": ("*",), "TIME_PERIOD": ("2021",)}


@pytest.fixture
def oecd(shared: Path) -> Iterator[Replayed]:
    with replayed("oecd", shared, rules_of("oecd", shared)) as oecd:
        yield oecd


@pytest.fixture
def server(oecd: Replayed) -> StatisticsServer:
    return oecd.server


@pytest.fixture
def source(oecd: Replayed) -> StatisticsSource:
    return oecd.source


@pytest.fixture
def table(source: StatisticsSource) -> StatisticsTable:
    return source.describe(TABLE, "en")


@pytest.fixture
def plan(source: StatisticsSource, table: StatisticsTable) -> Plan:
    return source.plan(table, TRUST)


def test_every_table_stands_in_the_catalogue(source: StatisticsSource) -> None:
    refs = list(source.catalogue("en"))
    trust = next(ref for ref in refs if ref.id == TABLE)

    assert len(refs) == 1548
    assert trust.title == "Trust, security and dignity - government at a glance indicators, 2025 edition"
    assert trust.path == ("OECD.GOV.GIP",)


def test_a_table_is_described_with_the_codes_that_have_data(
    source: StatisticsSource, table: StatisticsTable
) -> None:
    area, scale = table.dimension("REF_AREA"), table.dimension("SCALE")

    assert area is not None
    assert (area.label, area.role, area.total) == ("Reference area", "geo", 33)
    assert (area.codes[0].id, area.codes[0].label) == ("AUS", "Australia")
    assert scale is not None
    assert "HMH" in {code.id for code in scale.codes}
    assert [each.id for each in table.dimensions if each.role == "time"] == ["TIME_PERIOD"]


@pytest.mark.parametrize("name", ["OECD.GOV.GIP:DSD_GOV_INT@DF_GOV_TDG_2025(1.1)", f" {TABLE} "])
def test_a_table_is_known_by_either_way_of_writing_it(source: StatisticsSource, name: str) -> None:
    assert source.describe(name, "en").ref.id == TABLE


@pytest.mark.parametrize("name", ["", "GOV", "OECD.GOV,../../etc,1"])
def test_what_names_no_table_is_not_asked_for(
    source: StatisticsSource, server: StatisticsServer, name: str
) -> None:
    with pytest.raises(UnknownTable):
        source.describe(name, "en")
    assert server.requests == []


def test_a_selection_becomes_the_key_that_was_recorded(plan: Plan, server: StatisticsServer) -> None:
    assert plan.requests[0].url == (
        f"{server.base_url}/data/{TABLE}/A..TRUST_NG.PT_RESP._Z.2025.HMH.TDG?startPeriod=2021&endPeriod=2021"
        "&dimensionAtObservation=AllDimensions&format=csvfilewithlabels"
    )
    assert plan.cells == 33
    assert plan.codes["TIME_PERIOD"] == ("2021",)


def test_recorded_figures_come_in_the_order_of_the_table(source: StatisticsSource, plan: Plan) -> None:
    fetch = source.fetch(plan)
    areas = [key.label for each in fetch.observations for key in each.keys if key.dimension == "REF_AREA"]
    japan = fetch.observations[areas.index("Japan")]

    assert len(areas) == 21
    assert (areas[0], areas[-2:]) == ("Australia", ["United Kingdom", "OECD average country"])
    assert (japan.raw, japan.text, japan.status, japan.multiplier) == ("24", "24", "", "")
    assert japan.unit == "Percentage of respondents"
    assert are_as_sent(fetch.observations)
    assert (japan.period_start, japan.period_end) == ("2021-01-01", "2021-12-31")
    assert fetch.citation.startswith("OECD, Trust, security and dignity")
    assert fetch.citation.endswith("retrieved 2026-11-30")


def test_of_an_answer_with_more_only_what_was_asked_for_is_kept(
    source: StatisticsSource, table: StatisticsTable
) -> None:
    fetch = source.fetch(source.plan(table, TRUST | {"REF_AREA": ("NOR", "JPN")}))

    assert [line(each, of=("REF_AREA",)) for each in fetch.observations] == ["Japan: 24", "Norway: 63.8"]


def test_periods_that_are_not_listed_are_explained(table: StatisticsTable) -> None:
    assert table.notes[0].text.startswith("Periods are not listed: write `2020..2024`")


def test_what_was_kept_gives_the_same_figures(source: StatisticsSource, plan: Plan) -> None:
    fetch = source.fetch(plan)

    assert tuple(source.derive(plan, fetch.bodies)) == fetch.observations


@pytest.mark.req("STA-1")
def test_no_request_goes_without_its_language_and_what_it_takes(
    source: StatisticsSource, plan: Plan, server: StatisticsServer
) -> None:
    source.fetch(plan)

    assert [each.headers["accept-language"] for each in server.requests] == ["en", "en"]
    assert server.requests[0].headers["accept"] == "application/vnd.sdmx.structure+json;version=1.0"
    assert server.requests[1].headers["accept"].startswith("text/csv")


def test_no_more_than_sixty_calls_go_out_in_an_hour(oecd: Replayed, table: StatisticsTable) -> None:
    for year in range(1900, 1959):
        oecd.source.fetch(oecd.source.plan(table, TRUST | {"TIME_PERIOD": (f"{year}..2021",)}))

    with pytest.raises(RateLimited, match="as often as it allows"):
        oecd.source.fetch(oecd.source.plan(table, TRUST | {"TIME_PERIOD": ("1899..2021",)}))
    assert len(oecd.server.requests) == 60


def test_what_was_fetched_today_is_not_fetched_again(oecd: Replayed, plan: Plan) -> None:
    first = oecd.source.fetch(plan)
    oecd.clock.go_on(86_000)

    assert oecd.source.fetch(plan).retrieved_at == first.retrieved_at == "2026-11-30T12:00:00Z"


def test_no_results_found_is_no_fault_and_no_zero(
    source: StatisticsSource, plan: Plan, server: StatisticsServer
) -> None:
    server.will(status(404, content=b"NoResultsFound"))

    with pytest.raises(NoFigures, match="no zero"):
        source.fetch(plan)


def test_another_404_is_a_table_that_is_not_there(
    source: StatisticsSource, plan: Plan, server: StatisticsServer
) -> None:
    server.will(status(404, content=b"Could not find Dataflow"))

    with pytest.raises(UnknownTable):
        source.fetch(plan)


def test_413_says_that_the_newest_periods_may_not_be_asked_for_by_number(
    source: StatisticsSource, plan: Plan, server: StatisticsServer
) -> None:
    server.will(status(413))

    with pytest.raises(SelectionTooLarge, match=r"no `last\(…\)` either"):
        source.fetch(plan)


# Below: answers made by hand from the recorded one.


def changed(shared: Path, old: bytes, new: bytes) -> bytes:
    content = (shared / "data/statistics" / CSV).read_bytes()
    assert old in content
    return content.replace(old, new)


def test_a_table_that_answers_in_words_is_refused(
    source: StatisticsSource, plan: Plan, server: StatisticsServer, shared: Path
) -> None:
    server.will(lambda turn: turn.send(200, changed(shared, b",24,,A", b",Yes,,A"), "text/csv"))

    with pytest.raises(SourceRefused, match="answers in words"):
        source.fetch(plan)


def test_a_multiplier_and_a_flag_stand_with_the_figure(
    source: StatisticsSource, plan: Plan, server: StatisticsServer, shared: Path
) -> None:
    content = changed(shared, b"50.4,,A,Normal value,0,Units", b"50.4,,P,Provisional value,6,Millions")
    server.will(lambda turn: turn.send(200, content, "text/csv"))

    iceland = next(each for each in source.fetch(plan).observations if each.keys[1].code == "ISL")

    assert (iceland.multiplier, iceland.status, iceland.status_label) == (
        "millions",
        "P",
        "Provisional value",
    )


def test_a_missing_value_is_a_line_and_no_zero(
    source: StatisticsSource, plan: Plan, server: StatisticsServer, shared: Path
) -> None:
    content = changed(shared, b"50.4,,A,Normal value", b",,M,Missing value; data cannot exist")
    server.will(lambda turn: turn.send(200, content, "text/csv"))

    iceland = next(each for each in source.fetch(plan).observations if each.keys[1].code == "ISL")

    assert (iceland.raw, iceland.text, iceland.status) == (None, None, "M")


# What a plan refuses before anything is sent.


def test_a_code_that_is_not_there_is_told_with_the_nearest(
    source: StatisticsSource, table: StatisticsTable
) -> None:
    with pytest.raises(BadSelection, match="`NOR` \\(Norway\\)"):
        source.plan(table, TRUST | {"REF_AREA": ("Norway",)})


def test_a_dimension_that_is_not_there_is_told(source: StatisticsSource, table: StatisticsTable) -> None:
    with pytest.raises(BadSelection, match="there is no dimension `COUNTRY`"):
        source.plan(table, {"COUNTRY": ("NOR",)})


def test_periods_have_to_be_chosen(source: StatisticsSource, table: StatisticsTable) -> None:
    with pytest.raises(BadSelection, match="periods of `TIME_PERIOD` must be chosen"):
        source.plan(table, {id: codes for id, codes in TRUST.items() if id != "TIME_PERIOD"})


def test_the_newest_are_asked_for_by_number(source: StatisticsSource, table: StatisticsTable) -> None:
    plan = source.plan(table, TRUST | {"TIME_PERIOD": ("last(3)",)})

    assert "lastNObservations=3" in plan.requests[0].url
    assert plan.cells == 33 * 3


def test_more_cells_than_are_asked_for_name_the_widest_dimension(
    source: StatisticsSource, table: StatisticsTable
) -> None:
    everything = {each.id: ("*",) for each in table.dimensions}

    with pytest.raises(SelectionTooLarge, match="the widest dimension is `REF_AREA`"):
        source.plan(table, everything | {"TIME_PERIOD": ("last(9999)",)})
