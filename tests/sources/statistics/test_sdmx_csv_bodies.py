"""Figures in SDMX-CSV come out with the text, codes and labels of their rows."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from belegg.sources.statistics.sdmx_cells import Cell, Coded
from belegg.sources.statistics.sdmx_csv import read
from belegg.sources.statistics.shapes import Unread

pytestmark = pytest.mark.req("STA-2")

TRUST = "oecd/data_csvfilewithlabels_GOV_TDG_2025.csv"


def cells_of(shared: Path, name: str) -> tuple[Cell, ...]:
    return read((shared / "data/statistics" / name).read_bytes()).cells


def test_a_recorded_answer_has_its_figures(shared: Path) -> None:
    cells = cells_of(shared, TRUST)
    values = {each.keys[1].label: each.value for each in cells}

    assert len(cells) == 21
    assert [each.keys[1].label for each in (cells[0], cells[-1])] == ["Iceland", "France"]
    assert (values["Iceland"], values["Japan"], values["Norway"], values["France"]) == (
        "50.4",
        "24",
        "63.8",
        "28.1",
    )


def test_every_value_is_the_text_of_its_row(shared: Path) -> None:
    with (shared / "data/statistics" / TRUST).open(newline="", encoding="utf-8-sig") as file:
        expected = [row["OBS_VALUE"] for row in csv.DictReader(file)]

    assert [each.value for each in cells_of(shared, TRUST)] == expected


def test_codes_and_labels_stand_in_pairs_and_a_period_is_its_own_label(shared: Path) -> None:
    data = read((shared / "data/statistics" / TRUST).read_bytes())
    keys = {key.dimension: (key.code, key.label) for key in data.cells[0].keys}

    assert data.name == "Trust, security and dignity - government at a glance indicators, 2025 edition"
    assert keys["MEASURE"] == ("TRUST_NG", "Trust in national government")
    assert keys["TIME_PERIOD"] == ("2021", "2021")
    assert [each.label for each in data.dimensions][1::7] == ["Reference area", "Time period"]
    assert data.cells[0].said("OBS_STATUS") == Coded("A", "Normal value")
    assert "BASE_PER" not in data.cells[0].attributes


@pytest.mark.parametrize(
    ("name", "first", "values"),
    [
        ("01", ("A", "A"), ["12.4", "10.8"]),
        ("04", ("A", "Value A"), ["12,4", "10,8"]),
        ("06", ("A", "Value A"), ["12.4", "10.8"]),
    ],
)
def test_the_forms_of_the_guide_are_read(
    shared: Path, name: str, first: tuple[str, str], values: list[str]
) -> None:
    cells = cells_of(shared, f"formats/sdmx_csv_2_example-{name}.csv")

    assert (cells[0].keys[0].code, cells[0].keys[0].label) == first
    assert [each.value for each in cells] == values
    assert [each.code for each in (cells[1].said("ATTR_1"), cells[1].said("ATTR_3"))] in (
        ["Y", "Normal, special and other values"],
        ["Y", "N"],
        ["Y", "Y"],
    )


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "no column `OBS_VALUE`"),
        (b"NoRecordsFound", "it begins with `NoRecordsFound`"),
        (b"STRUCTURE,STRUCTURE_ID,ACTION,FREQ,OBS_VALUE\nDATAFLOW,X:Y(1.0),I,A\n", "a row of 4 columns"),
        (b"Frequency,OBS_VALUE\nA,1\n", "`Frequency` stands where a component's id"),
        (b"FREQ,OBS_VALUE\nA,\xff\n", "no UTF-8"),
    ],
)
def test_what_is_not_in_the_form_is_told(content: bytes, why: str) -> None:
    with pytest.raises(Unread, match=why):
        read(content)


def test_an_empty_value_is_a_cell_without_a_figure() -> None:
    content = b"STRUCTURE,STRUCTURE_ID,ACTION,FREQ,OBS_VALUE,OBS_STATUS\nDATAFLOW,X:Y(1.0),I,A,,M\n"

    assert [(each.value, each.said("OBS_STATUS").code) for each in read(content).cells] == [(None, "M")]
