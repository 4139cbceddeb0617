"""Structures in SDMX-JSON: dataflows, dimensions with their names, code lists, and what has data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from belegg.sources.statistics.sdmx_structure import Reference, StructureMessage, read, reference_of
from belegg.sources.statistics.shapes import Unread

pytestmark = pytest.mark.req("STA-2")


def recorded(shared: Path, name: str, language: str = "en") -> StructureMessage:
    return read((shared / "data/statistics/imf" / name).read_bytes(), language)


def test_a_recorded_list_of_dataflows_has_all_of_them(shared: Path) -> None:
    flows = recorded(shared, "list_datasets_imf_sta.json").flows

    assert len(flows) == 191
    assert (flows[0].id, flows[0].name) == ("GS_HEALTH", "Gender Statistics (GS) Health")
    assert (flows[0].agency, flows[0].version) == ("IMF.STA", "5.0.0")
    assert flows[0].structure == Reference("IMF.STA", "DSD_GS_HEALTH", "6.0+.0")
    assert flows[0].updated == "2025-10-08T23:28:48.124555Z"


@pytest.mark.parametrize(
    "name",
    [
        "list_dimensions_cpi_0.json",
        "list_dimension_values_cpi_frequency_0.json",
        "sdmx_structure_cpi_json.json",
    ],
)
def test_a_recorded_dataflow_leads_to_its_structure(shared: Path, name: str) -> None:
    (flow,) = recorded(shared, name).flows

    assert flow.structure == Reference("IMF.STA", "DSD_CPI", "5.0+.0")
    assert flow.description.startswith("The Consumer Price Index (CPI) dataset includes the national")


@pytest.mark.parametrize("name", ["list_dimensions_cpi_1.json", "list_dimension_values_cpi_frequency_1.json"])
def test_a_recorded_structure_names_its_dimensions_and_code_lists(shared: Path, name: str) -> None:
    message = recorded(shared, name)
    dimensions = message.dimensions()
    lists = [message.codes_of(each) for each in dimensions]

    assert [(each.id, message.concept(each).name) for each in dimensions] == [
        ("COUNTRY", "Country"),
        ("INDEX_TYPE", "Index type"),
        ("COICOP_1999", "Expenditure Category"),
        ("TYPE_OF_TRANSFORMATION", "Type of Transformation"),
        ("FREQUENCY", "Frequency"),
        ("TIME_PERIOD", "Time Period"),
    ]
    assert [each.id if each else "" for each in lists] == [
        "CL_COUNTRY",
        "CL_INDEX_TYPE",
        "CL_COICOP_1999",
        "CL_CPI_TYPE_OF_TRANSFORMATION",
        "CL_FREQ",
        "",
    ]
    assert [each.id for each in dimensions if each.is_time] == ["TIME_PERIOD"]


def test_a_structure_without_concepts_names_dimensions_by_their_ids(shared: Path) -> None:
    message = recorded(shared, "list_dimensions_cpi_0.json")

    assert [message.concept(each).name for each in message.dimensions()][:2] == ["COUNTRY", "INDEX_TYPE"]


def test_a_recorded_code_list_is_found_by_a_version_that_is_left_open(shared: Path) -> None:
    codes = recorded(shared, "sdmx_structure_codelist.json").code_list(Reference("IMF", "CL_FREQ", "1.0+.0"))

    assert len(codes) == 34
    assert (codes[0].id, codes[0].label) == ("A", "Annual")
    assert codes[0].note == "To be used for data collected or disseminated every year."


def test_names_come_in_the_language_asked_for(shared: Path) -> None:
    message = recorded(shared, "sdmx_structure_codelist.json", "fr")

    assert message.code_list(Reference("IMF", "CL_FREQ"))[0].label == "Annuel"


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("sdmx_availability_cpi.json", "1955-01-01"),
        ("list_dimension_values_cpi_frequency_2.json", "1950-01-01"),
    ],
)
def test_recorded_availability_says_which_codes_have_data(shared: Path, name: str, first: str) -> None:
    available = recorded(shared, name).available

    assert available.codes == {"FREQUENCY": ("A", "M", "Q")}
    assert (available.first, available.last) == (first, "2026-06-01")


# Below: bodies made by hand, in the form of version 1.0.


def constraint(**more: object) -> bytes:
    span = {"startPeriod": {"period": "2020"}, "endPeriod": {"period": "2024"}}
    keys = [{"id": "AREA", "values": ["NOR", "SWE"]}, {"id": "TIME_PERIOD", "timeRange": span}]
    regions = [{"keyValues": keys}, {"keyValues": [{"id": "AREA", "values": ["SWE", "DNK"]}]}]
    return json.dumps({"data": {"contentConstraints": [{"cubeRegions": regions, **more}]}}).encode()


def test_what_has_data_is_gathered_over_regions() -> None:
    available = read(constraint(type="Actual")).available

    assert available.codes == {"AREA": ("NOR", "SWE", "DNK")}
    assert (available.first, available.last) == ("2020", "2024")


def test_what_is_allowed_is_not_taken_for_what_there_is() -> None:
    assert read(constraint(type="Allowed")).available.codes == {}


def test_of_two_versions_the_one_that_is_named_is_found() -> None:
    lists = [
        {"agencyID": "X", "id": "CL", "version": version, "codes": [{"id": version, "name": version}]}
        for version in ("1.0", "2.0")
    ]
    message = read(json.dumps({"data": {"codelists": lists}}).encode())

    assert [message.code_list(Reference("X", "CL", v))[0].id for v in ("1.0", "2.0", "3.0")] == [
        "1.0",
        "2.0",
        "2.0",
    ]


def test_what_a_name_stands_for_is_read_with_and_without_its_urn() -> None:
    urn = "urn:sdmx:org.sdmx.infomodel.conceptscheme.Concept=IMF:CS_MASTER_SYSTEM(1.0+.0).FREQ"

    assert reference_of(urn) == Reference("IMF", "CS_MASTER_SYSTEM", "1.0+.0", "FREQ")
    assert reference_of("SDMX:CL_FREQ(2.1)") == Reference("SDMX", "CL_FREQ", "2.1")
    assert reference_of("CL_FREQ") is None


@pytest.mark.parametrize("content", [b"", b"<Structure/>", b"[1]", b'{"data": {"dataflows": {}}}'])
def test_what_is_not_in_the_form_is_told(content: bytes) -> None:
    with pytest.raises(Unread):
        read(content)
