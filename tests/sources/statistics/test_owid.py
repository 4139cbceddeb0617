"""Our World in Data, on its recorded answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import BadSelection, NoFigures, SourceChanged, SourceRefused, UnknownTable
from belegg.sources.statistics.owid import rows_of
from belegg.sources.statistics.shapes import Unread
from belegg.testing.statistics_server import Rule, status
from extras import needs
from statistics_recorded import Replayed, are_as_sent, line, replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-1", "STA-2")

EVERYTHING = {"entity": ("*",), "time": ("*",)}


@pytest.fixture
def owid(shared: Path) -> Iterator[Replayed]:
    with replayed("owid", shared) as owid:
        yield owid


def test_every_line_of_a_chart_is_a_figure_as_it_was_published(owid: Replayed) -> None:
    table = owid.source.describe("literacy", "en")

    fetch = owid.source.fetch(owid.source.plan(table, EVERYTHING))
    lines = [line(each, of=("entity", "time")) for each in fetch.observations]

    assert len(lines) == 27
    assert (lines[0], lines[3], lines[16]) == (
        "Afghanistan · 1979: 18.16",
        "Afghanistan · 2020: 36.014965",
        "Armenia · 2018: 100",
    )
    assert lines[-1] == "East Asia and Pacific (WB) · 2024: 96.61"
    assert are_as_sent(fetch.observations)
    assert {each.unit for each in fetch.observations} == {"%"}
    assert tuple(owid.source.derive(fetch.plan, fetch.bodies)) == fetch.observations


def test_the_origin_is_named_before_our_world_in_data(owid: Replayed) -> None:
    plan = owid.source.plan(owid.source.describe("literacy", "en"), EVERYTHING)

    fetch = owid.source.fetch(plan)

    assert fetch.citation.startswith(
        "UNESCO Institute for Statistics (2026) – with minor processing by Our World"
    )
    assert (fetch.source_updated, len(fetch.bodies)) == ("2026-05-12", 2)
    assert "CC BY 4.0" in fetch.licence


def test_only_what_was_asked_for_is_taken_of_the_whole(owid: Replayed) -> None:
    table = owid.source.describe("literacy", "en")
    plan = owid.source.plan(
        table, {"entity": ("Central and Southern Asia (SDG)", "ARM"), "time": ("..1989",)}
    )

    fetch = owid.source.fetch(plan)

    assert [line(each, of=("entity", "time")) for each in fetch.observations] == [
        "Armenia · 1989: 98.75",
        "Central and Southern Asia (SDG) · 1975: 38.64",
        "Central and Southern Asia (SDG) · 1976: 38.7",
    ]
    assert [each.keys[1].code for each in fetch.observations][-1] == "Central and Southern Asia (SDG)"


def test_a_country_that_the_chart_does_not_have_is_met_before_the_fetch(owid: Replayed) -> None:
    table = owid.source.describe("literacy", "en")

    with pytest.raises(BadSelection, match=r"has no code `Armenia`; nearest are `ARM` \(Armenia\)"):
        owid.source.plan(table, {"entity": ("Armenia",), "time": ("2020",)})


def test_cells_that_are_not_there_are_no_figures(owid: Replayed) -> None:
    table = owid.source.describe("literacy", "en")

    with pytest.raises(NoFigures):
        owid.source.fetch(owid.source.plan(table, {"entity": ("ARM",), "time": ("1975",)}))


def test_a_chart_that_moved_is_followed_to_its_new_place(shared: Path) -> None:
    moved = [
        Rule(f"literacy-old.{end}", b"", status=301, headers={"Location": f"/grapher/literacy.{end}"})
        for end in ("metadata.json", "csv")
    ]

    with replayed("owid", shared, moved) as owid:
        assert owid.source.describe("literacy-old", "en").ref.title == "Literacy rates among adults"


def test_what_may_not_be_passed_on_is_refused(owid: Replayed, shared: Path) -> None:
    metadata = (shared / "data/statistics/owid/chart_metadata_literacy.json").read_bytes()
    marked = metadata.replace(b'"type":"Numeric"', b'"type":"Numeric","nonRedistributable":true')
    plan = owid.source.plan(owid.source.describe("literacy", "en"), EVERYTHING)

    with (
        replayed("owid", shared, [Rule("literacy.metadata.json", marked)]) as other,
        pytest.raises(SourceRefused, match="may not be passed on"),
    ):
        other.source.describe("literacy", "en")
    owid.clock.go_on(4000)
    owid.server.always(status(403))
    with pytest.raises(SourceRefused, match="HTTP 403"):
        owid.source.fetch(plan)


@pytest.mark.parametrize("id", ["no-such-chart", "../x", "UPPER"])
def test_a_chart_that_is_not_there_is_unknown(owid: Replayed, id: str) -> None:
    with pytest.raises(UnknownTable, match="Our World in Data has no table"):
        owid.source.describe(id, "en")


def test_search_gives_charts_with_their_variant(owid: Replayed) -> None:
    found = owid.source.search("life expectancy", "en", 3)

    assert found is not None
    assert [(each.id, each.title) for each in found] == [
        ("life-expectancy", "Life expectancy (over the long-run)"),
        ("difference-in-female-and-male-life-expectancy-at-birth", "Sex gap in life expectancy"),
    ]
    assert owid.server.requests[0].query["q"] == ["life expectancy"]


def test_the_catalogue_is_the_search_for_nothing_page_after_page(shared: Path) -> None:
    recorded = (shared / "data/statistics/owid/search_life_expectancy_trimmed.json").read_bytes()
    two = Rule("/api/search", recorded.replace(b'"nbPages": 40', b'"nbPages": 2'))

    with replayed("owid", shared, [two]) as owid:
        assert len(list(owid.source.catalogue("en"))) == 4
        assert [each.query["page"] for each in owid.server.requests] == [["0"], ["1"]]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "columns are not"),
        (b"a,b,c,d\n", "columns are not"),
        (b"entity,code,year,x\nNorway,NOR,2020\n", "more or fewer cells"),
        (b'entity,code,year,x\nNorway,NOR,2020,"1\n', "no CSV"),
        (b"\xff\xfe", "no CSV"),
    ],
)
def test_a_csv_of_another_form_is_not_read(content: bytes, words: str) -> None:
    with pytest.raises(Unread, match=words):
        rows_of(content)


def test_a_csv_of_another_form_is_a_source_that_changed(shared: Path) -> None:
    with (
        replayed("owid", shared, [Rule("literacy.csv", b"x;y\n1;2\n", media_type="text/csv")]) as owid,
        pytest.raises(SourceChanged, match="columns are not"),
    ):
        owid.source.describe("literacy", "en")
