"""Figures in SDMX-JSON come out with the digits, codes and marks that the recorded answers hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

import pytest

from belegg.sources.statistics.sdmx_cells import Cell, Coded, decimals_of, multiplier_of, status_of
from belegg.sources.statistics.sdmx_json import read
from belegg.sources.statistics.shapes import Unread

pytestmark = pytest.mark.req("STA-2")

RECORDED = {
    "norges_bank/data_EXR_sdmx_json_1.0.json": (
        12,
        "B JPY NOK SP 2026-08-25 5.8654",
        "B SEK NOK SP 2026-08-27 98.14",
    ),
    "imf/get_data_cpi.json": (
        2,
        "USA CPI _T IX M 2026-M04 152.7225866809138",
        "USA CPI _T IX M 2026-M05 153.6870200476484",
    ),
    "imf/sdmx_data_filters.json": (
        2,
        "USA CPI _T IX M 2026-M04 152.7225866809138",
        "USA CPI _T IX M 2026-M05 153.6870200476484",
    ),
    "imf/ppi_message.json": (
        229,
        "USA PPI IX A 1948 14.98576683817013",
        "USA PPI YOY_PCH_PT A 2024 2.356786594010102",
    ),
    "formats/sdmx_json_2.0_sample_agri.json": (12, "ASIKHM001 A 2014 350.154", "ASIKHM A 2017 5541.424"),
    "formats/sdmx_json_2.0_sample_exr-time-series.json": (
        4,
        "D NZD EUR SP00 A 2013-01-18 1.5931",
        "D RUB EUR SP00 A 2013-01-21 40.3",
    ),
    "oecd/legacy_sdmx_json_1.0_QNA.json": (
        60,
        "AUS B1_GE VOBARSA Q 2009-Q1 1321158.283224",
        "CHL B1_GE VOBARSA Q 2011-Q4 120601874.99935",
    ),
    "oecd/legacy_sdmx_json_1.0_PART2.json": (
        7,
        "AUS 5CLAT INI FOG MAT MN 11.963615756565",
        "OME 17CCL CHJ ZZZ ZZZ IND 22.0969285714286",
    ),
}


def told(cell: Cell) -> str:
    return " ".join([*(key.code for key in cell.keys), cell.value or "-"])


def numbers_of(content: bytes) -> list[Decimal]:
    """Every observation's value, by another way: json's own decimals."""
    data = json.loads(content, parse_float=Decimal, parse_int=Decimal)
    data = data.get("data", data)
    holders = [each for s in data["dataSets"] for each in (s, *s.get("series", {}).values())]
    return [Decimal(row[0]) for each in holders for row in each.get("observations", {}).values()]


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_answer_has_its_figures(shared: Path, name: str) -> None:
    cells = read((shared / "data/statistics" / name).read_bytes()).cells
    count, first, last = RECORDED[name]

    assert (len(cells), told(cells[0]), told(cells[-1])) == (count, first, last)
    assert [each for each in cells if each.value is None] == []


@pytest.mark.parametrize("name", RECORDED)
def test_no_digit_is_lost_on_the_way(shared: Path, name: str) -> None:
    content = (shared / "data/statistics" / name).read_bytes()

    assert sorted(Decimal(each.value or "") for each in read(content).cells) == sorted(numbers_of(content))


def test_an_answer_without_series_has_no_cells(shared: Path) -> None:
    assert read((shared / "data/statistics/imf/get_data_empty.json").read_bytes()).cells == ()


def test_attributes_of_a_series_go_by_index_with_their_names(shared: Path) -> None:
    yen, *_, krona = read(
        (shared / "data/statistics/norges_bank/data_EXR_sdmx_json_1.0.json").read_bytes()
    ).cells

    assert yen.said("UNIT_MULT") == Coded("2", "Hundreds")
    assert (decimals_of(yen), decimals_of(krona)) == (4, 2)
    assert krona.said("COLLECTION").label == "ECB concertation time 14:15 CET"
    assert krona.keys[1].label == "Swedish krona"


def test_attributes_that_are_written_out_stand_beside_those_by_index(shared: Path) -> None:
    cell = read((shared / "data/statistics/imf/get_data_cpi.json").read_bytes()).cells[0]

    assert {id: each.code for id, each in cell.attributes.items()} == {
        "SCALE": "0",
        "OVERLAP": "OL",
        "COMMON_REFERENCE_PERIOD": "2010A",
        "IFS_FLAG": "true",
        "DERIVATION_TYPE": "O",
        "REFERENCE_PERIOD": "2010A",
    }


def test_attributes_of_the_set_and_of_groups_reach_the_cells_they_are_of(shared: Path) -> None:
    cells = read((shared / "data/statistics/formats/sdmx_json_2.0_sample_agri.json").read_bytes(), "km").cells
    second, last = cells[1], cells[-1]

    assert multiplier_of(second) == "thousands"
    assert second.said("SOURCE").code == "MAFF_Agricultural Statistics_2015; Other sources"
    assert second.said("SERIES_COMMENT").code.startswith("ផ្តល់យោបល់")
    assert last.said("SOURCE").code == "MAFF_Agricultural Statistics_2017"
    assert last.said("EMBARGO_TIME").code == "2021-03-18T11:00:00"


def test_what_is_left_out_has_the_default_that_the_message_states(shared: Path) -> None:
    folder = shared / "data/statistics/formats"
    left_out = read((folder / "sdmx_json_2.0_sample_agri.json").read_bytes()).cells[0]
    of_the_set = read((folder / "sdmx_json_2.0_sample_exr-time-series.json").read_bytes()).cells[0]

    assert left_out.said("OBS_STATUS") == Coded("A", "Normal value")
    assert of_the_set.said("TIME_FORMAT") == Coded("P1D", "Daily")


def test_dimensions_of_the_whole_set_stand_at_their_place(shared: Path) -> None:
    data = read((shared / "data/statistics/formats/sdmx_json_2.0_sample_exr-time-series.json").read_bytes())

    assert [each.id for each in data.dimensions] == [
        "FREQ",
        "CURRENCY",
        "CURRENCY_DENOM",
        "EXR_TYPE",
        "EXR_SUFFIX",
        "TIME_PERIOD",
    ]


def test_names_come_in_the_language_asked_for(shared: Path) -> None:
    content = (shared / "data/statistics/norges_bank/data_EXR_sdmx_json_1.0.json").read_bytes()

    assert (read(content, "no").name, read(content, "de").name) == ("Valutakurser", "Exchange rates")


def test_a_flag_comes_with_its_words_and_a_normal_value_with_none(shared: Path) -> None:
    flagged, *_ = [
        each
        for each in read((shared / "data/statistics/oecd/legacy_sdmx_json_1.0_PART2.json").read_bytes()).cells
        if each.said("OBS_STATUS").code == "w"
    ]
    bare = Cell((), "1", {"OBS_STATUS": Coded("P", "P")})
    normal = Cell((), "1", {"OBS_STATUS": Coded("A", "Normal value")})

    assert status_of(flagged) == Coded("w", "Change significant at the 0.01 level")
    assert (status_of(bare), status_of(normal)) == (Coded("P", "provisional"), Coded("", ""))


# Below: bodies made by hand.


def message(observations: Mapping[str, object], values: object = None, **structure: object) -> bytes:
    dimension = {"id": "TIME_PERIOD", "keyPosition": 0, "values": values or [{"value": "2024"}]}
    return json.dumps(
        {
            "data": {
                "dataSets": [{"structure": 0, "observations": observations}],
                "structures": [{"dimensions": {"observation": [dimension]}, **structure}],
            }
        }
    ).encode()


@pytest.mark.parametrize("value", [None, "", "NaN", float("nan")])
def test_a_cell_without_a_figure_is_a_cell(value: object) -> None:
    assert [each.value for each in read(message({"0": [value]})).cells] == [None]


def test_a_number_keeps_zeros_and_exponents_as_they_were_written() -> None:
    content = message({"0": ["VALUE"]}).replace(b'"VALUE"', b"1.50E+3")

    assert read(content).cells[0].value == "1.50E+3"


def test_markup_in_a_name_is_taken_off() -> None:
    content = message({"0": ["1"]}, name="Prices <script>x</script><b>of</b> food")

    assert read(content).name == "Prices of food"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"<html>", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"[]", "`message` is no object"),
        (b'{"data": {"dataSets": []}}', "no `structure`"),
        (message({"0:0": ["1"]}), "does not fit 1 dimensions"),
        (message({"x": ["1"]}), "does not fit 1 dimensions"),
        (message({"9" * 5000: ["1"]}), "does not fit 1 dimensions"),
        (message({"7": ["1"]}), "no value number `7`"),
        (message({"0": "1"}), "`observation` is no list"),
        (message({}, measures={"observation": [{"id": "A"}, {"id": "B"}]}), "2 measures"),
        (
            message({"0": ["1", 4]}, attributes={"observation": [{"id": "S", "values": [{"id": "A"}]}]}),
            "number `4`",
        ),
    ],
)
def test_what_is_not_in_the_form_is_told(content: bytes, why: str) -> None:
    with pytest.raises(Unread, match=why):
        read(content)
