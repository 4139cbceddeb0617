"""
From the list of tables to a figure, at each of four sources; and every way in which a service goes wrong,
told by its name. Nothing that went wrong leaves a figure behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import (
    RateLimited,
    SourceChanged,
    SourceOffline,
    SourceTimeout,
    SourceUnavailable,
    StatisticsFailed,
)
from belegg.library.statistics.document import figures_document
from belegg.library.statistics.record import record_of
from belegg.library.statistics.verifying import verified
from belegg.records.statistics import Plan, Selection
from belegg.sources.statistics import Asking, source_of
from belegg.testing.statistics_clock import StandingClock
from belegg.testing.statistics_server import (
    Fault,
    StatisticsServer,
    endless,
    half,
    half_told_whole,
    holding,
    page,
    status,
)
from extras import needs
from statistics_bodies import rules_of
from statistics_recorded import RULES, Replayed, are_as_sent, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-1")

IMF = {"COUNTRY": ("USA",), "COICOP_1999": ("_T",), "FREQUENCY": ("M",), "TIME_PERIOD": ("last(2)",)}
WALKS: dict[str, tuple[str, str, Selection, str]] = {
    "oecd": (
        "Trust, security and dignity",
        "OECD.GOV.GIP,DSD_GOV_INT@DF_GOV_TDG_2025,1.1",
        {"REF_AREA": ("NOR", "JPN"), "MEASURE": ("TRUST_NG",), "SCALE": ("HMH",), "TIME_PERIOD": ("2021",)},
        "63.8",
    ),
    "imf": ("Consumer Price Index (CPI)", "IMF.STA:CPI", IMF, "153.6870200476484"),
    "norges_bank": (
        "Exchange rates",
        "EXR",
        {"BASE_CUR": ("SEK", "EUR"), "TIME_PERIOD": ("last(3)",)},
        "10.8920",
    ),
    "un_sdg": (
        "Proportion of population below international poverty line (%)",
        "SI_POV_DAY1",
        {"GeoAreaCode": ("202",), "TimePeriod": ("2000..2005",)},
        "59.3",
    ),
}


@pytest.fixture(params=list(WALKS))
def one(request: pytest.FixtureRequest, shared: Path) -> Iterator[Replayed]:
    with replayed(request.param, shared, rules_of(request.param, shared)) as one:
        yield one


def planned(one: Replayed) -> Plan:
    _, id, selection, _ = WALKS[one.source.id]
    return one.source.plan(one.source.describe(id, "en"), selection)


def test_a_table_is_found_described_and_fetched_to_a_figure_and_back(one: Replayed) -> None:
    title, id, selection, figure = WALKS[one.source.id]
    (found,) = [ref for ref in one.source.catalogue("en") if ref.title.startswith(title) and ref.id == id]

    plan = one.source.plan(one.source.describe(found.id, "en"), selection)
    fetch = one.source.fetch(plan)
    cell = next(each for each in fetch.observations if each.text == figure)

    assert are_as_sent(fetch.observations)
    assert tuple(one.source.derive(plan, fetch.bodies)) == fetch.observations
    assert cell.raw is not None
    assert cell.raw.encode() in fetch.bodies[0].content
    assert [key.dimension for key in cell.keys] == [each.id for each in fetch.plan.table.dimensions]
    assert fetch.licence == one.source.licence


def test_a_document_of_figures_is_derived_again_from_what_was_kept(one: Replayed) -> None:
    fetch = one.source.fetch(planned(one))
    document = figures_document(fetch, one.source.name, "a token").document
    record, bodies = record_of(fetch, one.source.name), [each.content for each in fetch.bodies]

    again = verified(document.id, document.text, record, bodies, one.source.derive)

    assert again.holds, again
    assert again.lines == len(fetch.observations)


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (status(429), RateLimited),
        (status(503), SourceUnavailable),
        (page(), SourceUnavailable),
        (half(), SourceUnavailable),
        (endless(), SourceChanged),
        (status(403), StatisticsFailed),
        (status(500), SourceUnavailable),
    ],
    ids=["429", "503", "page", "half", "20-MB", "403", "500"],
)
def test_what_goes_wrong_has_its_kind_and_the_name_of_the_source(
    one: Replayed, fault: Fault, expected: type[StatisticsFailed]
) -> None:
    plan = planned(one)
    one.server.always(fault)

    with pytest.raises(expected) as told:
        one.source.fetch(plan)
    assert told.value.source == one.source.id
    assert str(told.value).startswith(one.source.name)


def test_a_body_that_ends_in_the_middle_is_no_answer(one: Replayed) -> None:
    plan = planned(one)
    one.server.always(half_told_whole())

    with pytest.raises(SourceChanged, match="in a form that is not known here"):
        one.source.fetch(plan)


def test_what_could_not_be_read_is_kept_for_a_report_and_asked_for_anew(one: Replayed) -> None:
    plan = planned(one)
    one.server.will(half_told_whole())
    with pytest.raises(SourceChanged):
        one.source.fetch(plan)

    misread = one.asking.last_misread(one.source.id)

    assert misread is not None
    assert one.source.fetch(plan).observations


@pytest.mark.parametrize("id", list(WALKS))
def test_a_service_that_does_not_answer_in_time_is_told(id: str, shared: Path) -> None:
    with StatisticsServer(shared / "data/statistics", [*rules_of(id, shared), *RULES[id]]) as server:
        server.always(holding())
        source = source_of(id, Asking(clock=StandingClock(), environment={}, within_s=0.2), server.base_url)

        with pytest.raises(SourceTimeout, match="did not answer within"):
            source.describe(WALKS[id][1], "en")


@pytest.mark.parametrize("id", list(WALKS))
def test_a_service_that_cannot_be_reached_is_told(id: str) -> None:
    source = source_of(id, Asking(clock=StandingClock(), environment={}), "http://127.0.0.1:9")

    with pytest.raises(SourceOffline, match="cannot be reached"):
        source.describe(WALKS[id][1], "en")


def test_a_page_in_the_place_of_a_list_is_told(one: Replayed) -> None:
    if one.source.id == "norges_bank":
        pytest.skip("its list of tables is fixed: nothing is asked for it")
    one.server.always(page())

    with pytest.raises(SourceUnavailable, match="a web page in the place of figures"):
        list(one.source.catalogue("en"))
