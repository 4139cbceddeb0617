"""
Record the answers of the sources of statistics anew, and say where their form has changed.

    python scripts/record_statistics.py OUT [--old FOLDER] [--source ssb …]

For whoever has internet; needs `belegg[statistics]`. Every body goes to OUT as it came, in a folder for each
source. With `--old` (a folder of earlier recordings) the form of each is compared: which members of the JSON,
columns of the CSV or elements of the XML are new, gone, or of another kind. Exit code 1: something changed
or was not answered. Sources are asked at their own pace, one request after another.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

from belegg.errors import StatisticsFailed
from belegg.records.statistics import SourceRequest
from belegg.seams.figures import StatisticsSource
from belegg.sources.statistics import KNOWN, Asking, Publisher, source_of
from belegg.sources.statistics.asking import Agreed

STATUSES = (400, 403, 404, 410, 413, 422)
"""Errors are recorded too: their form is agreed on as well."""
MOST_NAMES = 24
"""An object of more members than that is a table by code, not a record: one of them stands for all."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A body of a source, asked for at `path` below its address; with a `body` of its own it is a POST."""

    source: str
    name: str
    path: str
    body: str = ""

    @property
    def was(self) -> str:
        """The name of the earlier file."""
        return EARLIER.get(self.name, self.name)

    @property
    def agreed(self) -> Agreed:
        kinds: dict[str, Agreed] = {".json": "json", ".csv": "csv", ".xml": "xml"}
        return kinds.get(Path(self.name).suffix, "text")


EARLIER = {
    "toc_txt_en.txt": "toc_txt_en_2023-07_first_rows.txt",
    "v2_series_metadata_NY.GDP.PCAP.CD.json": "v2_series_metadata_NY.GDP.PCAP.CD_trimmed.json",
    "search_life_expectancy.json": "search_life_expectancy_trimmed.json",
    "chart_data_literacy.csv": "chart_data_literacy_trimmed.csv",
    "enheter_search_empty.json": "pybrreg_enheter-search-empty-response.json",
    "field_production_monthly.csv": "factpages_field_production_monthly_trimmed.csv",
    "field_production_yearly.csv": "factpages_2013_field_production_yearly.csv",
    "field_production_totalt_NCS_month.csv": "factpages_2013_field_production_totalt_NCS_month.csv",
    "field_production_totalt_NCS_year.csv": "factpages_2013_field_production_totalt_NCS_year.csv",
    "field_reserves.csv": "factpages_2013_field_reserves.csv",
    "company_reserves.csv": "factpages_2013_company_reserves.csv",
    "HentOffentligDataSisteUke.json": "HentOffentligDataSisteUke_2025-02-25.json",
    "HentOmraader.json": "HentOmraader_2022-10-10_utf8.json",
    "Series_List.json": "Series_List_2022Q2.json",
    "Series_DataCSV_SI_POV_DAY1.csv": "Series_DataCSV_SI_POV_DAY1_trimmed.csv",
}
"""Where a recording had another name before: it was a part, or said its year."""
FACTPAGES = (
    "/public?/Factpages/external/tableview/{}&rs:Command=Render&rc:Toolbar=false&rc:Parameters=f"
    "&IpAddress=not_used&CultureCode=en&rs:Format=CSV&Top100=false"
)
CPI = "structure/codelist/IMF"
MAGAZINE = "/magasinstatistikk/api/Magasinstatistikk"
WDI = "NY.GDP.PCAP.CD"
SELECT = '{"count": true, "select": "series_description/idno,series_description/name,\
series_description/database_id", "search": "GDP", "top": 10}'

RECORDINGS = tuple(
    Recording(source, name, path, *more)
    for source, name, path, *more in (
        ("ssb", "search_population_en.json", "/tables?query=population&pagesize=3&lang=en"),
        ("ssb", "metadata_14700_en.json", "/tables/14700/metadata?lang=en"),
        ("ssb", "metadata_07459_en.json", "/tables/07459/metadata?lang=en"),
        ("ssb", "metadata_11418_en.json", "/tables/11418/metadata?lang=en"),
        ("ssb", "metadata_03013_en.json", "/tables/03013/metadata?lang=en"),
        (
            "ssb",
            "data_14700_en.json",
            "/tables/14700/data?lang=en&outputFormat=json-stat2&valueCodes%5BVareTjenesteGrp%5D=00"
            "&valueCodes%5BContentsCode%5D=KpiIndMnd,Tolvmanedersendring&valueCodes%5BTid%5D=top(3)",
        ),
        ("ssb", "error_400_missing_selection.json", "/tables/07459/data?lang=en&valueCodes%5BTid%5D=2024"),
        ("ssb", "config.json", "/config"),
        (
            "eurostat",
            "data_nama_10r_2gdp.json",
            "/statistics/1.0/data/nama_10r_2gdp?geo=DE1&geo=DE2&geo=FR10&lang=en&sinceTimePeriod=2021"
            "&unit=MIO_EUR&untilTimePeriod=2022",
        ),
        ("eurostat", "toc_txt_en.txt", "/catalogue/toc/txt?lang=en"),
        (
            "eurostat",
            "sdmx21_GOV_10Q_GGNFA_dataflow_structure.xml",
            "/sdmx/2.1/dataflow/ESTAT/GOV_10Q_GGNFA/latest?references=descendants&detail=referencepartial",
        ),
        ("eurostat", "error_unknown_table.json", "/statistics/1.0/data/no_such_table?lang=en"),
        ("eurostat", "error_unknown_dimension.json", "/statistics/1.0/data/nama_10r_2gdp?lang=en&x=1"),
        ("eurostat", "too_large.json", "/statistics/1.0/data/demo_r_d2jan?lang=en"),
        (
            "worldbank",
            "v2_data_NY.GDP.PCAP.CD_DEU_FRA.json",
            f"/country/DEU;FRA/indicator/{WDI}?date=2020:2022&format=json&per_page=20000&source=2",
        ),
        (
            "worldbank",
            "v2_series_metadata_NY.GDP.PCAP.CD.json",
            f"/sources/2/series/{WDI}/metadata?format=json",
        ),
        ("worldbank", "v2_indicator_one.json", f"/indicator/{WDI}?format=json"),
        ("worldbank", "v2_indicator_page.json", "/indicator?format=json&per_page=100&page=1"),
        ("worldbank", "v2_country.json", "/country?format=json&per_page=500"),
        ("worldbank", "v2_error.json", "/country/XXXX/indicator/NO.SUCH?format=json"),
        ("worldbank", "data360_search_gdp_clean.json", "DATA360/searchv2", SELECT),
        ("owid", "search_life_expectancy.json", "/api/search?q=life%20expectancy&type=charts&hitsPerPage=3"),
        ("owid", "chart_metadata_literacy.json", "/grapher/literacy.metadata.json?useColumnShortNames=true"),
        ("owid", "chart_data_literacy.csv", "/grapher/literacy.csv?useColumnShortNames=true"),
        ("owid", "error_unknown_chart.txt", "/grapher/no-such-chart-at-all.csv"),
        ("brreg", "enheter_search_equinor.json", "/enhetsregisteret/api/enheter?navn=Equinor&size=2"),
        ("brreg", "enheter_search_empty.json", "/enhetsregisteret/api/enheter?navn=xqzwxqzwxqzw"),
        ("brreg", "error_400.json", "/enhetsregisteret/api/enheter?kommunenummer=Stavanger"),
        ("brreg", "regnskap_923609016.json", "/regnskapsregisteret/regnskap/923609016"),
        ("sodir", "field_production_monthly.csv", FACTPAGES.format("field_production_monthly")),
        ("sodir", "field_production_yearly.csv", FACTPAGES.format("field_production_yearly")),
        ("sodir", "field_reserves.csv", FACTPAGES.format("field_reserves")),
        ("sodir", "company_reserves.csv", FACTPAGES.format("company_reserves")),
        (
            "sodir",
            "field_production_totalt_NCS_month.csv",
            FACTPAGES.format("field_production_totalt_NCS_month"),
        ),
        (
            "sodir",
            "field_production_totalt_NCS_year.csv",
            FACTPAGES.format("field_production_totalt_NCS_year"),
        ),
        ("nve", "HentOffentligDataSisteUke.json", f"{MAGAZINE}/HentOffentligDataSisteUke"),
        ("nve", "HentOmraader.json", f"{MAGAZINE}/HentOmr%C3%A5der"),
        (
            "oecd",
            "data_csvfilewithlabels_GOV_TDG_2025.csv",
            "/data/OECD.GOV.GIP,DSD_GOV_INT@DF_GOV_TDG_2025,1.1/all?dimensionAtObservation=AllDimensions"
            "&format=csvfilewithlabels",
        ),
        ("oecd", "dataflows.json", "/dataflow/all/all/latest?detail=allstubs"),
        (
            "oecd",
            "structure_GOV_TDG_2025.json",
            "/dataflow/OECD.GOV.GIP/DSD_GOV_INT@DF_GOV_TDG_2025/1.1?references=all&detail=referencepartial",
        ),
        ("imf", "list_datasets_imf_sta.json", "/structure/dataflow/IMF.STA/*/+?detail=referencestubs"),
        ("imf", "list_dimensions_cpi_0.json", "/structure/dataflow/IMF.STA/CPI/+?references=datastructure"),
        (
            "imf",
            "list_dimensions_cpi_1.json",
            "/structure/datastructure/IMF.STA/DSD_CPI/5.0%2B.0?references=children",
        ),
        ("imf", "sdmx_structure_codelist.json", f"/{CPI}/CL_FREQ/1.0%2B.0"),
        (
            "imf",
            "sdmx_availability_cpi.json",
            "/availability/dataflow/IMF.STA/CPI/+/*/FREQUENCY?mode=available",
        ),
        (
            "imf",
            "get_data_cpi.json",
            "/data/dataflow/IMF.STA/CPI/+/*?c%5BCOUNTRY%5D=USA&c%5BINDEX_TYPE%5D=CPI&c%5BCOICOP_1999%5D=_T"
            "&c%5BTYPE_OF_TRANSFORMATION%5D=IX&c%5BFREQUENCY%5D=M&c%5BTIME_PERIOD%5D=ge%3A2026-M04"
            "&attributes=dsd&measures=all",
        ),
        (
            "norges_bank",
            "data_EXR_sdmx_json_1.0.json",
            "/data/EXR/B.USD+EUR+SEK+JPY.NOK.SP?lastNObservations=3&format=sdmx-json&locale=en",
        ),
        ("norges_bank", "dataflows.json", "/dataflow/all?format=sdmx-json"),
        ("un_sdg", "Series_List.json", "/Series/List"),
        ("un_sdg", "Goal_List.json", "/Goal/List"),
        ("un_sdg", "GeoArea_Tree.json", "/GeoArea/Tree"),
        ("un_sdg", "Series_DataCSV_SI_POV_DAY1.csv", "/Series/DataCSV", "seriesCodes=SI_POV_DAY1"),
    )
)
"""Nothing of persons: of the company register searches of a company's name, and accounts."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--old", type=Path, help="a folder of earlier recordings to compare with")
    parser.add_argument("--source", action="append", choices=KNOWN, help="only this source (may be repeated)")
    asked = parser.parse_args()
    asking, troubles = Asking(), 0
    for recording in RECORDINGS:
        if asked.source and recording.source not in asked.source:
            continue
        publisher = publisher_of(source_of(recording.source, asking))
        words = record(asking, publisher, recording, asked.out, asked.old)
        troubles += bool(words)
        said = "; ".join(words) or ("as before" if asked.old else "recorded")
        print(f"{recording.source}/{recording.name}: {said}")
    return 1 if troubles else 0


def record(
    asking: Asking, publisher: Publisher, recording: Recording, out: Path, old: Path | None
) -> list[str]:
    """Fetch one body and write it; what is to be said about it."""
    method: Literal["GET", "POST"] = "POST" if recording.body else "GET"
    request = SourceRequest(url_of(publisher, recording), method, recording.body.encode())
    try:
        answer = asking.ask(publisher, request, recording.agreed, also=STATUSES, keep=False)
    except StatisticsFailed as failed:
        return [str(failed)]
    file = out / recording.source / recording.name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(answer.content)
    if old is None:
        return []
    before = old / recording.source / recording.was
    if not before.is_file():
        return ["not recorded before"]
    return list(differences(before.read_bytes(), answer.content, file.suffix))


def publisher_of(source: StatisticsSource) -> Publisher:
    publisher = getattr(source, "publisher", None)
    assert isinstance(publisher, Publisher)
    return publisher


def url_of(publisher: Publisher, recording: Recording) -> str:
    """Under the source's first base, or its second where the path says so."""
    if recording.path.startswith("DATA360"):
        return publisher.bases[1] + recording.path.removeprefix("DATA360")
    return publisher.bases[0] + recording.path


def differences(before: bytes, after: bytes, suffix: str) -> Iterator[str]:
    """What of the form of a body is gone, new, or of another kind."""
    try:
        one, other = shape(before, suffix), shape(after, suffix)
    except (ValueError, ElementTree.ParseError):
        yield f"it is no {suffix[1:].upper()}"
        return
    for path in sorted(one - other):
        yield f"gone: {path}"
    for path in sorted(other - one):
        yield f"new: {path}"


def shape(content: bytes, suffix: str) -> frozenset[str]:
    """The form of a body without its values: paths with the kinds of what stands there."""
    text = content.decode("utf-8-sig", "replace")
    if suffix == ".json":
        return frozenset(paths(json.loads(text))) if text.strip() else frozenset({"no body"})
    if suffix == ".xml":
        return frozenset(element.tag for element in ElementTree.fromstring(text).iter())
    delimiter = "\t" if suffix == ".txt" else ","
    return frozenset(next(csv.reader(io.StringIO(text), delimiter=delimiter), []))


def paths(told: object, path: str = "") -> Iterator[str]:
    """`dimension.*.category.label.* text`; elements of a list, and members of a table by code, are one."""
    if isinstance(told, dict):
        is_table = len(told) > MOST_NAMES or any(name[:1].isdigit() for name in told)
        for name, value in told.items():
            yield from paths(value, f"{path}.{'*' if is_table else name}")
    elif isinstance(told, list):
        for value in told:
            yield from paths(value, f"{path}[]")
    else:
        yield f"{path} {KINDS.get(type(told), 'null')}"


KINDS = {str: "text", bool: "truth", int: "number", float: "number"}

if __name__ == "__main__":
    sys.exit(main())
