"""NVE's reservoir statistics, on their recorded answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import NoFigures, SourceChanged, UnknownTable
from belegg.testing.statistics_server import Rule
from extras import needs
from statistics_recorded import Replayed, are_as_sent, line, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-1", "STA-2")

TABLE = "magasinstatistikk"


@pytest.fixture
def nve(shared: Path) -> Iterator[Replayed]:
    with replayed("nve", shared) as nve:
        yield nve


def test_a_share_is_shown_as_it_was_sent(nve: Replayed) -> None:
    table = nve.source.describe(TABLE, "en")
    plan = nve.source.plan(
        table, {"omrade": ("NO0", "EL1"), "maal": ("fyllingsgrad", "fylling_TWh"), "uke": ("last(1)",)}
    )

    fetch = nve.source.fetch(plan)

    assert [line(each) for each in fetch.observations] == [
        "Norge · filling · 2025-W07: 0.6017175",
        "Norge · stored energy · 2025-W07: 52.597237",
        "NO 1 · filling · 2025-W07: 0.4604412",
        "NO 1 · stored energy · 2025-W07: 2.7642632",
    ]
    assert [each.unit for each in fetch.observations[:2]] == ["share of capacity", "TWh"]
    assert (fetch.observations[0].period_start, fetch.observations[0].period_end) == (
        "2025-02-10",
        "2025-02-16",
    )
    assert fetch.notes[0].must_show
    assert tuple(nve.source.derive(plan, fetch.bodies)) == fetch.observations


def test_the_newest_week_is_asked_for_alone(nve: Replayed) -> None:
    table = nve.source.describe(TABLE, "no")

    newest = nve.source.plan(table, {"omrade": ("*",), "maal": ("*",), "uke": ("2025-W07",)})
    all_weeks = nve.source.plan(table, {"omrade": ("*",), "maal": ("*",), "uke": ("last(2)",)})

    assert newest.requests[0].url.endswith("/HentOffentligDataSisteUke")
    assert all_weeks.requests[0].url.endswith("/HentOffentligData")
    fetch = nve.source.fetch(newest)
    assert (len(fetch.observations), are_as_sent(fetch.observations)) == (45, True)
    assert line(fetch.observations[-1]) == (
        "VASS3 · endring i fyllingsgrad siden forrige uke · 2025-W07: -0.025020242"
    )


def test_weeks_are_those_of_the_calendar_since_1995(nve: Replayed) -> None:
    (areas, _, weeks) = nve.source.describe(TABLE, "en").dimensions

    assert [code.id for code in areas.codes] == [
        "NO0", "EL1", "EL2", "EL3", "EL4", "EL5", "VASS1", "VASS2", "VASS3",
    ]  # fmt: skip
    assert (weeks.codes[0].id, weeks.codes[-1].id, weeks.total) == ("1995-W01", "2025-W07", 1572)
    assert {"2020-W53", "2009-W53"} <= {code.id for code in weeks.codes}
    assert "2021-W53" not in {code.id for code in weeks.codes}


def test_a_week_that_is_not_among_the_rows_is_no_figure(nve: Replayed) -> None:
    table = nve.source.describe(TABLE, "en")

    with pytest.raises(NoFigures):
        nve.source.fetch(nve.source.plan(table, {"omrade": ("NO0",), "maal": ("*",), "uke": ("2001-W01",)}))


def test_no_rows_at_all_are_a_source_that_changed(shared: Path) -> None:
    with (
        replayed("nve", shared, [Rule("SisteUke", b"[]")]) as nve,
        pytest.raises(SourceChanged, match="no rows"),
    ):
        nve.source.describe(TABLE, "en")


def test_there_is_one_table(nve: Replayed) -> None:
    assert [each.id for each in nve.source.catalogue("no")] == [TABLE]
    with pytest.raises(UnknownTable):
        nve.source.describe("hydapi", "en")
