"""Recorded answers of sources of statistics (`data/statistics`), as a server on this machine gives them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from belegg.records.statistics import Observation
from belegg.seams.figures import StatisticsSource
from belegg.sources.statistics import Asking, source_of
from belegg.testing.statistics_clock import StandingClock
from belegg.testing.statistics_server import Rule, StatisticsServer

HAND_WRITTEN_INDICATOR = b"""[{"page": 1, "pages": 1, "per_page": "50", "total": 1}, [{
 "id": "NY.GDP.PCAP.CD", "name": "GDP per capita (current US$)", "unit": "",
 "source": {"id": "2", "value": "World Development Indicators"}, "sourceNote": "", "topics": []}]]"""
HAND_WRITTEN_COUNTRIES = b"""[{"page": 1, "pages": 1, "per_page": "500", "total": 3}, [
 {"id": "DEU", "iso2Code": "DE", "name": "Germany", "region": {"id": "ECS", "value": "Europe"}},
 {"id": "EMU", "iso2Code": "XC", "name": "Euro area", "region": {"id": "NA", "value": "Aggregates"}},
 {"id": "FRA", "iso2Code": "FR", "name": "France", "region": {"id": "ECS", "value": "Europe"}}]]"""
HAND_WRITTEN_ERROR = b"""[{"message": [{"id": "120", "key": "Invalid value",
 "value": "The provided parameter value is not valid"}]}]"""
"""Of the World Bank's answers that nobody recorded, in the form that its documentation describes."""

EQUINOR = (
    b'{"organisasjonsnummer":"923609016","navn":"EQUINOR ASA","organisasjonsform":{"kode":"ASA"},'
    b'"antallAnsatte":"21000","harRegistrertAntallAnsatte":true}'
)
"""Hand-written in the form of the register's own example: its accounts are recorded, the entity is not."""

RULES: dict[str, list[Rule]] = {
    "ssb": [
        *(
            Rule(rf"/tables/{number}/metadata", f"ssb/metadata_{number}_en.json")
            for number in ("14700", "07459", "11418", "03013")
        ),
        Rule(r"/tables/14700/data", "ssb/data_14700_en.json"),
        Rule(r"/tables/07459/data", "ssb/error_400_missing_selection.json", status=400),
        Rule(r"/tables$", "ssb/search_population_en.json"),
    ],
    "eurostat": [
        Rule(r"/data/nama_10r_2gdp$", "eurostat/data_nama_10r_2gdp.json"),
        Rule(r"/ESTAT/GOV_10Q_GGNFA/latest$", "eurostat/sdmx21_GOV_10Q_GGNFA_dataflow_structure.xml"),
        Rule(r"/catalogue/toc/txt$", "eurostat/toc_txt_en_2023-07_first_rows.txt"),
    ],
    "worldbank": [
        Rule(r"^/indicator/NY.GDP.PCAP.CD$", HAND_WRITTEN_INDICATOR),
        Rule(r"^/country$", HAND_WRITTEN_COUNTRIES),
        Rule(r"/series/NY.GDP.PCAP.CD/", "worldbank/v2_series_metadata_NY.GDP.PCAP.CD_trimmed.json"),
        Rule(r"^/country/.*/NY.GDP.PCAP.CD$", "worldbank/v2_data_NY.GDP.PCAP.CD_DEU_FRA.json"),
        Rule(r"/data360/searchv2$", "worldbank/data360_search_gdp_clean.json", method="POST"),
        Rule(r"^/indicator/", HAND_WRITTEN_ERROR),
    ],
    "owid": [
        Rule(r"^/api/search$", "owid/search_life_expectancy_trimmed.json"),
        Rule(r"^/grapher/literacy.metadata.json$", "owid/chart_metadata_literacy.json"),
        Rule(r"^/grapher/literacy.csv$", "owid/chart_data_literacy_trimmed.csv"),
    ],
    "sodir": [
        Rule(r"^/public$", f"sodir/{file}", {f"/Factpages/external/tableview/{view}": ""})
        for view, file in {
            "field_production_monthly": "factpages_field_production_monthly_trimmed.csv",
            "field_production_yearly": "factpages_2013_field_production_yearly.csv",
            "field_production_totalt_NCS_month": "factpages_2013_field_production_totalt_NCS_month.csv",
            "field_production_totalt_NCS_year": "factpages_2013_field_production_totalt_NCS_year.csv",
            "field_reserves": "factpages_2013_field_reserves.csv",
            "company_reserves": "factpages_2013_company_reserves.csv",
        }.items()
    ],
    "nve": [
        Rule(r"/HentOmr%C3%A5der$", "nve/HentOmraader_2022-10-10_utf8.json"),
        Rule(r"/HentOffentligDataSisteUke$", "nve/HentOffentligDataSisteUke_2025-02-25.json"),
        Rule(r"/HentOffentligData$", "nve/HentOffentligDataSisteUke_2025-02-25.json"),
    ],
    "brreg": [
        Rule(r"/enheter$", "brreg/pybrreg_enheter-search-empty-response.json", {"navn": "jibberish"}),
        Rule(r"/enheter$", "brreg/enheter_search_equinor.json"),
        Rule(r"/enheter/123456789$", "brreg/pybrreg_enheter-details-deleted-response.json"),
        Rule(r"/enheter/112233445$", "brreg/pybrreg_enheter-details-response.json"),
        Rule(r"/enheter/923609016$", EQUINOR),
        Rule(r"/regnskap/923609016$", "brreg/regnskap_923609016.json"),
    ],
    "oecd": [Rule(r"^/data/", "oecd/data_csvfilewithlabels_GOV_TDG_2025.csv")],
    "imf": [
        Rule(r"^/structure/dataflow/[^/]+/\*/\+$", "imf/list_datasets_imf_sta.json"),
        Rule(r"^/structure/dataflow/IMF.STA/CPI/\+$", "imf/list_dimensions_cpi_0.json"),
        Rule(r"^/structure/datastructure/IMF.STA/DSD_CPI/5.0%2B.0$", "imf/list_dimensions_cpi_1.json"),
        Rule(r"^/structure/codelist/IMF/CL_FREQ/", "imf/sdmx_structure_codelist.json"),
        Rule(r"^/availability/dataflow/IMF.STA/CPI/", "imf/list_dimension_values_cpi_frequency_2.json"),
        Rule(r"^/data/dataflow/IMF.STA/CPI/", "imf/get_data_empty.json", {"c[COUNTRY]": "ZZZ"}),
        Rule(r"^/data/dataflow/IMF.STA/CPI/", "imf/get_data_cpi.json"),
        Rule(r"^/(structure|data)/", b"", status=204),
    ],
    "norges_bank": [Rule(r"^/data/EXR", "norges_bank/data_EXR_sdmx_json_1.0.json")],
    "un_sdg": [
        Rule(r"^/Series/List$", "un_sdg/Series_List_2022Q2.json"),
        Rule(r"^/Goal/List$", "un_sdg/Goal_List.json"),
        Rule(r"^/GeoArea/Tree$", "un_sdg/GeoArea_Tree.json"),
        Rule(r"^/Series/DataCSV$", "un_sdg/Series_DataCSV_SI_POV_DAY1_trimmed.csv", method="POST"),
    ],
}
"""By source. What none of the rules fits is answered with 404."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A source that asks the server, with a clock that stands."""

    source: StatisticsSource
    server: StatisticsServer
    asking: Asking
    clock: StandingClock


@contextmanager
def replayed(
    id: str, shared: Path, rules: Sequence[Rule] = (), clock: StandingClock | None = None
) -> Iterator[Replayed]:
    """The source `id` on its recorded answers, `rules` before them."""
    clock = clock or StandingClock()
    with StatisticsServer(shared / "data" / "statistics", [*rules, *RULES[id]]) as server:
        asking = Asking(clock=clock, environment={})
        yield Replayed(source_of(id, asking, server.base_url), server, asking, clock)
        asking.close()


def line(observation: Observation, *, of: Sequence[str] = ()) -> str:
    """A figure in short: the labels of its dimensions (or of those named), its text or mark, its flag."""
    labels = [key.label for key in observation.keys if not of or key.dimension in of]
    figure = observation.text if observation.text is not None else observation.status or "-"
    flag = f" ({observation.status})" if observation.text is not None and observation.status else ""
    return f"{' · '.join(labels)}: {figure}{flag}"


def are_as_sent(observations: Sequence[Observation]) -> bool:
    """Whether every figure has the value that the source wrote."""
    return all(
        Decimal(each.text) == Decimal(each.raw)
        for each in observations
        if each.text is not None and each.raw is not None
    )
