"""A recorded answer in which something was changed becomes figures, or an error with the source's name."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belegg.errors import (
    BadSelection,
    RateLimited,
    SelectionTooLarge,
    SourceChanged,
    SourceRefused,
    SourceUnavailable,
    StatisticsFailed,
)
from belegg.records.statistics import Plan, RawBody
from belegg.seams.figures import StatisticsSource
from belegg.sources.statistics import (
    brreg,
    brreg_accounts,
    eurostat,
    jsonstat,
    nve,
    owid,
    sdmx_xml,
    sodir,
    ssb,
    worldbank,
)
from belegg.sources.statistics.shapes import Unread
from belegg.testing.statistics_server import empty, endless, half_told_whole, status
from damaged_json import OTHERS, changed_at, places
from extras import needs
from statistics_recorded import replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-2")

ASKED: Mapping[str, tuple[str, Mapping[str, tuple[str, ...]]]] = {
    "ssb": ("14700", {"ContentsCode": ("*",), "Tid": ("last(3)",)}),
    "eurostat": (
        "nama_10r_2gdp",
        {"freq": ("A",), "unit": ("MIO_EUR",), "geo": ("*",), "time": ("2021..2022",)},
    ),
    "worldbank": ("NY.GDP.PCAP.CD", {"country": ("DEU", "FRA"), "date": ("2020..2022",)}),
    "nve": ("magasinstatistikk", {"omrade": ("*",), "maal": ("*",), "uke": ("last(1)",)}),
    "brreg": ("regnskap-923609016", {"post": ("*",)}),
    "owid": ("literacy", {"entity": ("*",), "time": ("*",)}),
    "sodir": ("field_production_totalt_NCS_year", {"measure": ("*",), "time": ("*",)}),
}


def fetched(id: str, shared: Path) -> tuple[StatisticsSource, Plan, tuple[RawBody, ...]]:
    with replayed(id, shared) as replay:
        name, selection = ASKED[id]
        plan = replay.source.plan(replay.source.describe(name, "en"), selection)
        return replay.source, plan, replay.source.fetch(plan).bodies


def body(content: bytes, like: RawBody) -> RawBody:
    return RawBody(like.request, content, like.sha256)


@pytest.mark.parametrize("id", ["ssb", "eurostat", "worldbank", "nve", "brreg", "owid"])
def test_figures_with_another_value_in_them_are_derived_or_told(shared: Path, id: str) -> None:
    source, plan, bodies = fetched(id, shared)
    told = json.loads(bodies[0].content)

    @settings(max_examples=150, deadline=None)
    @given(st.sampled_from(list(places(told))), st.sampled_from(OTHERS))
    def changed(path: tuple[Any, ...], other: object) -> None:
        with suppress(StatisticsFailed):
            source.derive(plan, [body(changed_at(told, path, other), bodies[0]), *bodies[1:]])

    changed()


@pytest.mark.parametrize(("id", "place"), [("owid", 1), ("sodir", 0)])
def test_tables_with_other_bytes_in_them_are_derived_or_told(shared: Path, id: str, place: int) -> None:
    source, plan, bodies = fetched(id, shared)
    content = bodies[place].content

    @settings(max_examples=100, deadline=None)
    @given(st.integers(0, len(content) - 1), st.binary(max_size=3))
    def changed(at: int, other: bytes) -> None:
        for broken in (content[:at] + other + content[at + len(other) :], content[:at]):
            with suppress(StatisticsFailed):
                source.derive(plan, [*bodies[:place], body(broken, bodies[place]), *bodies[place + 1 :]])

    changed()


OTHER_ANSWERS: Mapping[str, Callable[[bytes], object]] = {
    "ssb/search_population_en.json": ssb.tables_of,
    "ssb/metadata_14700_en.json": lambda content: ssb.table_of("14700", "en", jsonstat.dataset_of(content)),
    "eurostat/data_nama_10r_2gdp.json": lambda content: eurostat.table_by_figures(
        "x", "en", jsonstat.dataset_of(content)
    ),
    "worldbank/v2_series_metadata_NY.GDP.PCAP.CD_trimmed.json": worldbank.metadata_of,
    "worldbank/data360_search_gdp_clean.json": worldbank.found_by_words,
    "owid/search_life_expectancy_trimmed.json": owid.found_of,
    "brreg/enheter_search_equinor.json": brreg.companies_of,
    "brreg/pybrreg_enheter-search-response.json": brreg.kept_part,
    "brreg/regnskap_923609016.json": lambda content: brreg.accounts_table(
        "923609016", "X", brreg_accounts.accounts_of(content, "923609016")
    ),
    "nve/HentOmraader_2022-10-10_utf8.json": nve.areas_of,
    "nve/HentOffentligDataSisteUke_2025-02-25.json": lambda content: [
        list(nve.weeks_to(nve.week_of(row))) for row in nve.rows_of(content)[:1]
    ],
}


@pytest.mark.parametrize("name", OTHER_ANSWERS)
def test_other_answers_with_another_value_in_them_are_read_or_told(shared: Path, name: str) -> None:
    told = json.loads((shared / "data/statistics" / name).read_bytes())
    read = OTHER_ANSWERS[name]

    @settings(max_examples=100, deadline=None)
    @given(st.sampled_from(list(places(told))), st.sampled_from(OTHERS))
    def changed(path: tuple[Any, ...], other: object) -> None:
        with suppress(Unread):
            read(changed_at(told, path, other))

    changed()


@pytest.mark.parametrize(
    "name",
    ["eurostat/toc_txt_en_2023-07_first_rows.txt", "eurostat/sdmx21_GOV_10Q_GGNFA_dataflow_structure.xml"],
)
def test_texts_with_other_bytes_in_them_are_read_or_told(shared: Path, name: str) -> None:
    content = (shared / "data/statistics" / name).read_bytes()[:60_000]

    @settings(max_examples=60, deadline=None)
    @given(st.integers(0, len(content) - 1), st.binary(max_size=3))
    def changed(at: int, other: bytes) -> None:
        broken = content[:at] + other + content[at + len(other) :]
        with suppress(Unread):
            if name.endswith(".xml"):
                eurostat.table_of("x", "en", sdmx_xml.structure_of(broken, "en"))
            else:
                list(eurostat.contents_of(broken, "en"))

    changed()


def test_a_table_of_columns_that_are_not_there_is_told(shared: Path) -> None:
    view = sodir.VIEWS["field_reserves"]

    for content in (
        b"",
        b"\xff",
        b"fldName,fldDateOffResEstDisplay\r\nTROLL,2012-12-31",
        b"fldName\r\nTROLL\r\n",
        b'"',
    ):
        with pytest.raises(Unread):
            sodir.rows_of(view, content)


REFUSALS: Mapping[int, type[StatisticsFailed]] = {
    400: BadSelection,
    403: SourceRefused,
    413: SelectionTooLarge,
    429: RateLimited,
    500: SourceUnavailable,
    503: SourceUnavailable,
}


@pytest.mark.parametrize("id", ASKED)
def test_a_status_is_told_also_where_no_words_come_with_it(shared: Path, id: str) -> None:
    with replayed(id, shared) as replay:
        name, selection = ASKED[id]
        plan = replay.source.plan(replay.source.describe(name, "en"), selection)
        for code, kind in REFUSALS.items():
            replay.clock.go_on(90_000)
            replay.server.always(status(code))
            with pytest.raises(kind) as failed:
                replay.source.fetch(plan)
            assert str(failed.value).startswith(replay.source.name)
            assert "``" not in str(failed.value)
        replay.clock.go_on(90_000)
        for fault in (half_told_whole(), empty(), endless()):
            replay.server.always(fault)
            with pytest.raises(SourceChanged):
                replay.source.fetch(plan)
