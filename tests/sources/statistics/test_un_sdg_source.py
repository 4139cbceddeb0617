"""The UN SDG database: of many rows for a country and year the ones asked for, and texts for figures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from belegg.errors import BadSelection, NoFigures, SourceChanged, UnknownTable
from belegg.records.statistics import Plan, StatisticsTable
from belegg.testing.statistics_server import Rule, endless
from extras import needs
from statistics_recorded import Replayed, are_as_sent, line, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-1", "STA-2")

CSV = "data/statistics/un_sdg/Series_DataCSV_SI_POV_DAY1_trimmed.csv"
AFRICA = {"GeoAreaCode": ("202",), "TimePeriod": ("*",)}


@pytest.fixture
def sdg(shared: Path) -> Iterator[Replayed]:
    with replayed("un_sdg", shared) as sdg:
        yield sdg


@pytest.fixture
def table(sdg: Replayed) -> StatisticsTable:
    return sdg.source.describe("SI_POV_DAY1", "en")


@pytest.fixture
def working(sdg: Replayed) -> StatisticsTable:
    """A series of several sexes and ages."""
    return sdg.source.describe("SI_POV_EMP1", "en")


def test_every_series_stands_in_the_catalogue_under_its_goal(sdg: Replayed) -> None:
    refs = list(sdg.source.catalogue("en"))
    poverty = next(ref for ref in refs if ref.id == "SI_POV_DAY1")

    assert len(refs) == 609
    assert poverty.title == "Proportion of population below international poverty line (%)"
    assert poverty.path == ("Goal 1: End poverty in all its forms everywhere", "Indicator 1.1.1")
    assert poverty.updated == "2022.Q2.G.02"


def test_a_series_is_described_by_its_own_rows(table: StatisticsTable) -> None:
    area, year = table.dimension("GeoAreaCode"), table.dimension("TimePeriod")

    assert [each.id for each in table.dimensions] == [
        "GeoAreaCode",
        "Age",
        "Location",
        "Reporting Type",
        "Sex",
        "TimePeriod",
    ]
    assert area is not None
    assert [(code.id, code.label, code.note) for code in area.codes] == [
        ("202", "Sub-Saharan Africa", "region")
    ]
    assert year is not None
    assert (year.role, year.total, table.ref.first, table.ref.last) == ("time", 20, "2000", "2019")


def test_rows_of_another_series_in_the_answer_are_passed_over(
    table: StatisticsTable, working: StatisticsTable
) -> None:
    ages = [each.dimension("Age") for each in (table, working)]

    assert [[code.id for code in each.codes] for each in ages if each] == [
        ["ALLAGE"],
        ["15-24", "25+", "15+"],
    ]


def test_recorded_figures_come_year_by_year(sdg: Replayed, table: StatisticsTable) -> None:
    fetch = sdg.source.fetch(sdg.source.plan(table, AFRICA))
    lines = [line(each, of=("GeoAreaCode", "TimePeriod")) for each in fetch.observations]

    assert len(lines) == 20
    assert lines[:2] == ["Sub-Saharan Africa · 2000: 59.3 (G)", "Sub-Saharan Africa · 2001: 58.7 (G)"]
    assert fetch.observations[0].status_label == "global monitoring"
    assert fetch.observations[0].unit == "PERCENT"
    assert (fetch.observations[0].period_start, fetch.observations[0].period_end) == (
        "2000-01-01",
        "2000-12-31",
    )
    assert are_as_sent(fetch.observations)
    assert [(each.text, each.must_show) for each in fetch.notes] == [
        ("Source of the figures: Poverty and Inequality Portal, World Bank", True),
        ("Footnote: Accessed April 8, 2022", True),
    ]


def test_a_dimension_that_is_not_named_is_read_at_its_total(sdg: Replayed, working: StatisticsTable) -> None:
    plan = sdg.source.plan(working, {**AFRICA, "Age": ("15+",), "TimePeriod": ("2000",)})
    fetch = sdg.source.fetch(plan)

    assert plan.codes["Sex"] == ("BOTHSEX",)
    assert [[key.code for key in each.keys] for each in fetch.observations] == [
        ["202", "15+", "G", "BOTHSEX", "2000"]
    ]


def test_a_dimension_without_a_total_must_be_named(sdg: Replayed, working: StatisticsTable) -> None:
    with pytest.raises(BadSelection, match=r"codes of `Age` \(Age\) must be chosen, for example `15-24`"):
        sdg.source.plan(working, AFRICA)


def test_several_rows_for_a_country_and_year_are_told_apart(sdg: Replayed, working: StatisticsTable) -> None:
    asked = {**AFRICA, "Age": ("15+",), "Sex": ("FEMALE", "MALE"), "TimePeriod": ("2000..2001",)}
    fetch = sdg.source.fetch(sdg.source.plan(working, asked))

    assert [(each.keys[3].code, each.keys[4].code) for each in fetch.observations] == [
        ("MALE", "2000"),
        ("MALE", "2001"),
        ("FEMALE", "2000"),
        ("FEMALE", "2001"),
    ]
    assert fetch.warnings == ()


def test_what_was_kept_gives_the_same_figures(sdg: Replayed, working: StatisticsTable) -> None:
    plan = sdg.source.plan(working, {**AFRICA, "Age": ("25+",), "TimePeriod": ("last(2)",)})
    fetch = sdg.source.fetch(plan)

    assert [each.keys[-1].code for each in fetch.observations] == ["2018", "2019"]
    assert tuple(sdg.source.derive(plan, fetch.bodies)) == fetch.observations


def test_a_request_is_a_form_for_each_area_with_years_where_both_are_known(
    sdg: Replayed, shared: Path
) -> None:
    content = (shared / CSV).read_bytes()
    kenya = content + content.replace(b'"202","Sub-Saharan Africa"', b'"404","Kenya"').partition(b"\n")[2]
    norway = kenya.replace(b'"404","Kenya"', b'"578","Norway"').partition(b"\n")[2]
    sdg.server.rules.insert(0, Rule("DataCSV", kenya + norway))
    table = sdg.source.describe("SI_POV_DAY1", "en")

    plan = sdg.source.plan(table, {"GeoAreaCode": ("404", "578"), "TimePeriod": ("2005..2010",)})
    whole = sdg.source.plan(table, {"GeoAreaCode": ("*",), "TimePeriod": ("2005..",)})

    assert [parse_qs(each.body.decode()) for each in plan.requests] == [
        {
            "seriesCodes": ["SI_POV_DAY1"],
            "areaCodes": [area],
            "timePeriodStart": ["2005"],
            "timePeriodEnd": ["2010"],
        }
        for area in ("404", "578")
    ]
    assert [each.body for each in whole.requests] == [b"seriesCodes=SI_POV_DAY1"]
    assert plan.cells == 2 * 6


def test_a_post_says_that_it_is_a_form(sdg: Replayed, table: StatisticsTable) -> None:
    asked = sdg.server.requests[-1]

    assert (asked.method, asked.headers["content-type"]) == ("POST", "application/x-www-form-urlencoded")
    assert asked.body == b"seriesCodes=SI_POV_DAY1"


def test_a_series_that_is_not_there_is_told(sdg: Replayed) -> None:
    with pytest.raises(UnknownTable, match="one is `SI_POV_DAY1`"):
        sdg.source.describe("SI_POV_DAY9", "en")


def test_a_series_without_rows_has_no_figures(sdg: Replayed) -> None:
    with pytest.raises(NoFigures):
        sdg.source.describe("SI_POV_NAHC", "en")


def test_years_that_the_series_does_not_have_are_no_figures(sdg: Replayed, table: StatisticsTable) -> None:
    with pytest.raises(NoFigures, match="no zero"):
        sdg.source.fetch(sdg.source.plan(table, AFRICA | {"TimePeriod": ("1990",)}))


# Below: answers made by hand from the recorded one.


@pytest.fixture
def plan(sdg: Replayed, table: StatisticsTable) -> Plan:
    return sdg.source.plan(table, {**AFRICA, "TimePeriod": ("2000",)})


def answered(
    sdg: Replayed, plan: Plan, shared: Path, old: bytes, new: bytes, padding: bytes = b""
) -> list[str]:
    content = (shared / CSV).read_bytes()
    assert old in content
    sdg.server.will(lambda turn: turn.send(200, content.replace(old, new) + padding, "text/csv"))
    return [line(each, of=("TimePeriod",)) for each in sdg.source.fetch(plan).observations]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b'"<5"', "2000: <5"),
        (b'"NaN"', "2000: - (G)"),
        (b'"59.30"', "2000: 59.30 (G)"),
        (b'"1e3"', "2000: 1000 (G)"),
    ],
)
def test_figures_are_texts_and_some_are_no_numbers(
    sdg: Replayed, plan: Plan, shared: Path, sent: bytes, expected: str
) -> None:
    expected = expected.replace("- (G)", "G")

    assert answered(sdg, plan, shared, b'"2000","59.3"', b'"2000",' + sent) == [expected]


def test_a_year_with_a_decimal_is_the_year(sdg: Replayed, plan: Plan, shared: Path) -> None:
    assert answered(sdg, plan, shared, b'"2000","59.3"', b'"2000.0","59.3"') == ["2000: 59.3 (G)"]


def test_zero_bytes_behind_the_text_are_passed_over(sdg: Replayed, plan: Plan, shared: Path) -> None:
    assert answered(sdg, plan, shared, b"59.3", b"59.3", b"\0" * 4096) == ["2000: 59.3 (G)"]


def test_two_rows_with_the_same_codes_are_kept_and_warned_of(sdg: Replayed, plan: Plan, shared: Path) -> None:
    content = (shared / CSV).read_bytes()
    row = content.splitlines(keepends=True)[1]
    sdg.server.will(lambda turn: turn.send(200, content + row.replace(b"59.3", b"60.1"), "text/csv"))

    fetch = sdg.source.fetch(plan)

    assert [each.text for each in fetch.observations] == ["59.3", "60.1"]
    assert fetch.warnings == ("Some figures have the same area, year and codes.",)


@pytest.mark.parametrize("content", [b"", b"Goal,Target\n1,2\n", b"\xff\xfe\x00"])
def test_what_is_no_table_of_figures_is_told(sdg: Replayed, plan: Plan, content: bytes) -> None:
    sdg.server.will(lambda turn: turn.send(200, content, "text/csv"))

    with pytest.raises(SourceChanged, match="in a form that is not known here"):
        sdg.source.fetch(plan)


def test_a_series_that_is_too_long_is_described_by_the_world(sdg: Replayed, shared: Path) -> None:
    content = (shared / CSV).read_bytes().replace(b'"202","Sub-Saharan Africa"', b'"1","World"')
    list(sdg.source.catalogue("en"))
    sdg.source.describe("SI_POV_EMP1", "en")
    sdg.server.will(endless(), lambda turn: turn.send(200, content, "text/csv"))

    table = sdg.source.describe("SI_POV_DAY1", "en")
    area = table.dimension("GeoAreaCode")

    assert area is not None
    assert ("404", "Kenya", "country") in [(code.id, code.label, code.note) for code in area.codes]
    assert "areas may lack figures" in table.notes[0].text
