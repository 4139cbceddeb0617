"""The Norwegian Offshore Directorate, on its recorded tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import NoFigures, SelectionTooLarge, SourceChanged, SourceUnavailable, UnknownTable
from belegg.testing.statistics_server import Rule, page
from extras import needs
from statistics_recorded import Replayed, are_as_sent, line, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-1", "STA-2")

MONTHLY = "field_production_monthly"
OIL = "prfPrdOilNetMillSm3"


@pytest.fixture
def sodir(shared: Path) -> Iterator[Replayed]:
    with replayed("sodir", shared) as sodir:
        yield sodir


@pytest.mark.parametrize(
    ("view", "count", "first", "last"),
    [
        (MONTHLY, 2712, "16/1-12 Troldhaugen · oil, net · 2021-08: 0.00653", "2017-07: 0.00000"),
        ("field_production_yearly", 7626, "33/9-6 DELTA · oil, net · 2009: 0.010", "2013: 0.106"),
        ("field_production_totalt_NCS_month", 3006, "oil, net · 1971-06: 0.000", "2013-02: 10.179"),
        ("field_production_totalt_NCS_year", 258, "oil, net · 1971: 0.357", "2013: 23.709"),
        ("field_reserves", 1010, "ALBUSKJELL · recoverable oil · 2012-12-31: 7.40", "2012-12-31: 134.62"),
        (
            "company_reserves",
            3872,
            "A/S Norske Shell · DRAUGEN · recoverable oil · 2012-12-31: 65.37",
            "2012-12-31: 22.20000",
        ),
    ],
)
def test_every_row_of_a_recorded_table_is_read(
    sodir: Replayed, view: str, count: int, first: str, last: str
) -> None:
    table = sodir.source.describe(view, "en")

    fetch = sodir.source.fetch(sodir.source.plan(table, {each.id: ("*",) for each in table.dimensions}))

    assert len(fetch.observations) == count
    assert line(fetch.observations[0]) == first
    assert line(fetch.observations[-1]).endswith(last)
    assert are_as_sent(fetch.observations)
    assert all(each.text == each.raw for each in fetch.observations)
    assert tuple(sodir.source.derive(fetch.plan, fetch.bodies)) == fetch.observations


def test_negative_volumes_stay_and_are_said_to_be_corrections(sodir: Replayed) -> None:
    table = sodir.source.describe(MONTHLY, "en")
    selection = {
        "prfInformationCarrier": ("33/9-6 DELTA",),
        "measure": (OIL, "prfPrdNGLNetMillSm3"),
        "time": ("2009-11",),
    }

    fetch = sodir.source.fetch(sodir.source.plan(table, selection))

    assert [line(each, of=("measure", "time")) for each in fetch.observations] == [
        "oil, net · 2009-11: -0.00001",
        "NGL, net · 2009-11: -0.00004",
    ]
    assert [(each.unit, each.period_end) for each in fetch.observations] == [
        ("million Sm3", "2009-11-30")
    ] * 2
    assert [note.must_show for note in fetch.notes] == [True]


def test_month_0_is_the_total_of_its_year(shared: Path) -> None:
    head = "prfInformationCarrier,prfYear,prfMonth,prfPrdOilNetMillSm3,prfNpdidInformationCarrier\r\n"
    rows = "TROLL,2020,0,9.87654,46437\r\nTROLL,2020,1,0.80000,46437\r\n"
    by_hand = Rule("/public", ("\ufeff" + head + rows).encode(), media_type="text/csv")

    with replayed("sodir", shared, [by_hand]) as sodir:
        table = sodir.source.describe(MONTHLY, "en")
        plan = sodir.source.plan(
            table, {"prfInformationCarrier": ("TROLL",), "measure": (OIL,), "time": ("*",)}
        )
        fetch = sodir.source.fetch(plan)

    assert [
        (line(each, of=("time",)), each.period_start, each.period_end) for each in fetch.observations
    ] == [
        ("2020: 9.87654", "2020-01-01", "2020-12-31"),
        ("2020-01: 0.80000", "2020-01-01", "2020-01-31"),
    ]


def test_the_whole_table_is_asked_for_once(sodir: Replayed) -> None:
    table = sodir.source.describe(MONTHLY, "en")
    selection = {"prfInformationCarrier": ("TROLL",), "measure": (OIL,), "time": ("last(1)",)}

    fetch = sodir.source.fetch(sodir.source.plan(table, selection))

    assert len(sodir.server.requests) == 1
    assert "&rs:Format=CSV&Top100=false" in sodir.server.requests[0].target
    assert len(fetch.observations) == 1


def test_a_month_without_a_row_is_no_figure(sodir: Replayed) -> None:
    table = sodir.source.describe(MONTHLY, "en")
    selection = {"prfInformationCarrier": ("VOLVE",), "measure": ("*",), "time": ("2025-01",)}

    with pytest.raises(NoFigures):
        sodir.source.fetch(sodir.source.plan(table, selection))


def test_the_catalogue_is_a_fixed_list(sodir: Replayed) -> None:
    assert [(each.id, each.unit_of_time) for each in sodir.source.catalogue("en")] == [
        ("field_production_monthly", "month"),
        ("field_production_yearly", "year"),
        ("field_production_totalt_NCS_month", "month"),
        ("field_production_totalt_NCS_year", "year"),
        ("field_reserves", ""),
        ("company_reserves", ""),
    ]
    with pytest.raises(UnknownTable):
        sodir.source.describe("wellbore", "en")


def test_other_columns_are_a_source_that_changed(shared: Path) -> None:
    other = Rule("/public", b"name,year\r\nTROLL,2020\r\n", media_type="text/csv")

    with (
        replayed("sodir", shared, [other]) as sodir,
        pytest.raises(SourceChanged, match="lacks the columns prfInformationCarrier, prfMonth, prfYear"),
    ):
        sodir.source.describe(MONTHLY, "en")


def test_a_page_in_the_place_of_the_table_is_a_source_that_cannot_answer(sodir: Replayed) -> None:
    sodir.server.always(page())

    with pytest.raises(SourceUnavailable):
        sodir.source.describe(MONTHLY, "en")


def test_a_table_with_other_carriers_than_fields_is_counted_before_it_is_read(shared: Path) -> None:
    head = b"prfInformationCarrier,prfYear,prfMonth,prfPrdOilNetMillSm3\r\n"
    rows = b"".join(b"F%d,%d,1,0.1\r\n" % (number, 1000 + number) for number in range(800))
    wide = Rule("/public", head + rows, media_type="text/csv")

    with replayed("sodir", shared, [wide]) as sodir:
        table = sodir.source.describe(MONTHLY, "en")
        with pytest.raises(SelectionTooLarge, match="640,000 cells"):
            sodir.source.plan(table, {each.id: ("*",) for each in table.dimensions})
