"""Recorded answers in which something was changed are read, or told to be in a form that is not known."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belegg.sources.statistics import sdmx_csv, sdmx_json, sdmx_structure, un_sdg_rows
from belegg.sources.statistics.shapes import Unread
from damaged_json import OTHERS, changed_at, places

pytestmark = pytest.mark.req("STA-2")

Read = Callable[[bytes], object]
BODIES: list[tuple[str, Read]] = [
    ("norges_bank/data_EXR_sdmx_json_1.0.json", sdmx_json.read),
    ("imf/get_data_cpi.json", sdmx_json.read),
    ("formats/sdmx_json_2.0_sample_agri.json", sdmx_json.read),
    ("imf/list_dimensions_cpi_0.json", sdmx_structure.read),
    ("imf/sdmx_availability_cpi.json", sdmx_structure.read),
]
TABLES: list[tuple[str, Read]] = [
    ("oecd/data_csvfilewithlabels_GOV_TDG_2025.csv", sdmx_csv.read),
    (
        "un_sdg/Series_DataCSV_SI_POV_DAY1_trimmed.csv",
        lambda content: un_sdg_rows.read_rows(content, "SI_POV_DAY1"),
    ),
]


def survives(read: Read, content: bytes) -> None:
    with suppress(Unread):
        read(content)


@pytest.mark.parametrize(("name", "read"), BODIES, ids=[name for name, _ in BODIES])
def test_json_with_another_value_is_read_or_told(shared: Path, name: str, read: Read) -> None:
    told = json.loads((shared / "data/statistics" / name).read_bytes())

    @settings(max_examples=80, deadline=None)
    @given(st.sampled_from(list(places(told))), st.sampled_from(OTHERS))
    def changed(path: tuple[Any, ...], other: object) -> None:
        survives(read, changed_at(told, path, other))

    changed()


@pytest.mark.parametrize(("name", "read"), TABLES, ids=[name for name, _ in TABLES])
def test_a_table_with_other_bytes_is_read_or_told(shared: Path, name: str, read: Read) -> None:
    content = (shared / "data/statistics" / name).read_bytes()[:4000]

    @settings(max_examples=80, deadline=None)
    @given(st.integers(0, len(content) - 1), st.binary(max_size=3))
    def changed(at: int, other: bytes) -> None:
        survives(read, content[:at] + other + content[at + len(other) :])
        survives(read, content[:at])

    changed()
