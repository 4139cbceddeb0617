"""Eurostat, on its recorded answers; errors are written by hand after what its clients agree on."""

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
from belegg.sources.statistics.periods import periods_between
from belegg.sources.statistics.sdmx_xml import structure_of
from belegg.sources.statistics.shapes import Unread
from belegg.testing.statistics_server import Rule, page, status
from extras import needs
from statistics_recorded import Replayed, are_as_sent, line, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-1", "STA-2")

REGIONS = {
    "freq": ("A",),
    "unit": ("MIO_EUR",),
    "geo": ("DE1", "DE2", "FR10"),
    "time": ("2021..2022",),
}


@pytest.fixture
def eurostat(shared: Path) -> Iterator[Replayed]:
    with replayed("eurostat", shared) as eurostat:
        yield eurostat


def regions(eurostat: Replayed) -> Plan:
    return eurostat.source.plan(eurostat.source.describe("nama_10r_2gdp", "en"), REGIONS)


def test_gross_domestic_products_are_fetched_with_their_flags(eurostat: Replayed) -> None:
    fetch = eurostat.source.fetch(regions(eurostat))

    assert [line(each, of=("geo", "time")) for each in fetch.observations] == [
        "Baden-Württemberg · 2021: 556182.31 (p)",
        "Baden-Württemberg · 2022: 601235.93 (p)",
        "Bayern · 2021: 675709.5 (p)",
        "Bayern · 2022: 730436.51 (p)",
        "Ile de France · 2021: 733601.3",
        "Ile de France · 2022: 783456.8 (p)",
    ]
    assert {each.status_label for each in fetch.observations} == {"provisional", ""}
    assert {(each.unit, each.decimals) for each in fetch.observations} == {("Million euro", None)}
    assert are_as_sent(fetch.observations)
    assert fetch.citation.endswith("doi:10.2908/NAMA_10R_2GDP, a customised extract")
    assert fetch.source_updated == "2026-02-10T11:00:00+0100"
    assert tuple(eurostat.source.derive(fetch.plan, fetch.bodies)) == fetch.observations


def test_codes_are_repeated_and_periods_in_a_row_are_from_to(eurostat: Replayed) -> None:
    (request,) = regions(eurostat).requests

    assert request.url.endswith(
        "/data/nama_10r_2gdp?lang=en&freq=A&unit=MIO_EUR&geo=DE1&geo=DE2&geo=FR10"
        "&sinceTimePeriod=2021&untilTimePeriod=2022"
    )


def test_of_cells_that_were_not_asked_for_none_is_shown(eurostat: Replayed) -> None:
    table = eurostat.source.describe("nama_10r_2gdp", "en")

    fetch = eurostat.source.fetch(
        eurostat.source.plan(table, {**REGIONS, "geo": ("DE2",), "time": ("2022",)})
    )

    assert [each.text for each in fetch.observations] == ["730436.51"]


def test_a_table_is_described_by_its_structure(eurostat: Replayed) -> None:
    table = eurostat.source.describe("gov_10q_ggnfa", "de")

    assert table.ref.title == "Vierteljährliche nichtfinanzielle Staatskonten"
    assert [(each.id, each.role, each.total) for each in table.dimensions] == [
        ("freq", "other", 0),
        ("unit", "unit", 3),
        ("s_adj", "other", 0),
        ("sector", "other", 0),
        ("na_item", "other", 0),
        ("geo", "geo", 33),
        ("time", "time", 171),
    ]
    assert table.dimensions[1].codes[0].label == "Millionen Euro"
    assert (table.dimensions[6].codes[0].id, table.dimensions[6].codes[-1].id) == ("1980-Q1", "2022-Q3")
    assert "`sector`" in table.notes[0].text


def test_where_the_structure_is_not_given_the_newest_figures_describe_it(eurostat: Replayed) -> None:
    table = eurostat.source.describe("nama_10r_2gdp", "en")

    assert eurostat.server.requests[1].query["lastTimePeriod"] == ["1"]
    assert table.notes[0].text.startswith("The codes listed are those of the newest period")
    assert [code.id for code in table.dimensions[3].codes][::12] == ["2000", "2012", "2024"]


def test_a_code_that_it_does_not_have_is_met_before_anything_is_sent(eurostat: Replayed) -> None:
    table = eurostat.source.describe("gov_10q_ggnfa", "en")
    asked = len(eurostat.server.requests)

    with pytest.raises(BadSelection, match=r"`geo` .* has no code `NOR`; nearest are `NO` \(Norway\)"):
        eurostat.source.plan(
            table,
            {
                "freq": ("Q",),
                "unit": ("MIO_EUR",),
                "s_adj": ("NSA",),
                "sector": ("S13",),
                "na_item": ("TE",),
                "geo": ("NOR",),
                "time": ("last(1)",),
            },
        )
    assert len(eurostat.server.requests) == asked


def answered(content: object) -> bytes:
    return json.dumps(content).encode()


def test_no_cells_are_no_figures_and_no_zero(eurostat: Replayed, shared: Path) -> None:
    told = json.loads((shared / "data/statistics/eurostat/data_nama_10r_2gdp.json").read_bytes())
    plan = regions(eurostat)
    eurostat.server.will(status(200, content=answered({**told, "value": {}, "status": {}})))

    with pytest.raises(NoFigures, match="no zero"):
        eurostat.source.fetch(plan)


def test_an_answer_that_announces_a_later_one_is_too_large(eurostat: Replayed) -> None:
    plan = regions(eurostat)
    label = "ASYNCHRONOUS_RESPONSE. Your request will be treated asynchronously."
    eurostat.server.will(status(200, content=answered({"warning": {"status": 413, "label": label}})))

    with pytest.raises(SelectionTooLarge, match="more than it gives at once"):
        eurostat.source.fetch(plan)


def test_its_errors_are_told_by_their_number(eurostat: Replayed) -> None:
    plan = regions(eurostat)
    unknown = [{"status": 404, "id": 100, "label": "ERR_NOT_FOUND_4: not available for dissemination"}]
    bad = [{"status": 400, "id": 150, "label": "Dimension `x` is invalid"}]
    eurostat.server.will(
        status(404, content=answered({"error": unknown})), status(400, content=answered({"error": bad}))
    )

    with pytest.raises(UnknownTable):
        eurostat.source.fetch(plan)
    with pytest.raises(BadSelection, match="Dimension 'x' is invalid"):
        eurostat.source.fetch(plan)


def test_a_web_page_is_a_service_that_cannot_answer(eurostat: Replayed) -> None:
    plan = regions(eurostat)
    eurostat.server.always(page())

    with pytest.raises(SourceUnavailable, match="a web page in the place of figures"):
        eurostat.source.fetch(plan)


def test_an_answer_of_another_form_is_changed(eurostat: Replayed) -> None:
    plan = regions(eurostat)
    eurostat.server.will(status(200, content=b'{"version": "3.0"}'))

    with pytest.raises(SourceChanged, match="`dimension` is no object"):
        eurostat.source.fetch(plan)


def test_a_table_that_is_not_there_is_unknown(shared: Path) -> None:
    errors = answered({"error": [{"status": 404, "id": 100, "label": "ERR_NOT_FOUND_4"}]})

    with replayed("eurostat", shared, [Rule("/data/nothing", errors, status=404)]) as eurostat:
        for id in ("nothing", "../x", ""):
            with pytest.raises(UnknownTable):
                eurostat.source.describe(id, "en")


def test_the_table_of_contents_gives_each_table_once(eurostat: Replayed) -> None:
    refs = list(eurostat.source.catalogue("en"))

    assert (len(refs), len({each.id for each in refs})) == (1579, 1579)
    assert (refs[0].id, refs[0].first, refs[0].last, refs[0].updated) == (
        "ei_bpm6iip_q",
        "1992Q4",
        "2023Q1",
        "14.07.2023",
    )
    assert refs[0].path[-1] == "Balance of payments"
    assert (refs[-1].id, refs[-1].unit_of_time) == ("hlth_sha11_hc", "year")


def test_too_long_an_address_names_what_is_widest(eurostat: Replayed) -> None:
    table = eurostat.source.describe("nama_10r_2gdp", "en")
    many = tuple(f"XX{number:04d}" for number in range(900))

    with pytest.raises(SelectionTooLarge, match="widest dimension is `geo`"):
        eurostat.source.plan(table, {**REGIONS, "geo": many})


def test_xml_with_a_document_type_of_its_own_is_not_read() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'

    for content, words in ((bomb, "document type"), (b"<a>", "no XML"), (b"<a/>", "no dataflow")):
        with pytest.raises(Unread, match=words):
            structure_of(content, "en")


@pytest.mark.parametrize(
    ("first", "last", "count", "second"),
    [
        ("2000", "2024", 25, "2001"),
        ("1980-Q1", "2022-Q3", 171, "1980-Q2"),
        ("1992Q4", "2023Q1", 122, "1993Q1"),
        ("2023-11", "2024-02", 4, "2023-12"),
        ("2000M09", "2000M10", 2, "2000M10"),
        ("2020-S1", "2021-S2", 4, "2020-S2"),
    ],
)
def test_periods_are_counted_from_the_first_to_the_last(
    first: str, last: str, count: int, second: str
) -> None:
    periods = periods_between(first, last)

    assert (len(periods), periods[0], periods[1], periods[-1]) == (count, first, second, last)


@pytest.mark.parametrize(("first", "last"), [("2000", "2024-Q1"), ("", ""), ("2024", "2000"), ("x", "y")])
def test_what_cannot_be_counted_has_no_periods(first: str, last: str) -> None:
    assert periods_between(first, last) == []
