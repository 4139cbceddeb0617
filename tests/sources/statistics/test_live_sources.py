"""The sources themselves, over the internet: only when BELEGG_LIVE_STATISTICS=1 asks for it."""

from __future__ import annotations

import os
from collections.abc import Mapping

import pytest

from belegg.sources.statistics import KNOWN, Asking, source_of
from extras import needs
from statistics_recorded import are_as_sent

needs("statistics")

pytestmark = [
    pytest.mark.req("STA-1"),
    pytest.mark.skipif(
        os.environ.get("BELEGG_LIVE_STATISTICS") != "1",
        reason="asks the publishers over the internet; set BELEGG_LIVE_STATISTICS=1 to do so",
    ),
]

ASKED: Mapping[str, tuple[str, Mapping[str, tuple[str, ...]]]] = {
    "ssb": (
        "14700",
        {"VareTjenesteGrp": ("00",), "ContentsCode": ("KpiIndMnd",), "Tid": ("last(3)",)},
    ),
    "eurostat": (
        "nama_10r_2gdp",
        {"freq": ("A",), "unit": ("MIO_EUR",), "geo": ("DE1", "FR10"), "time": ("2021..2022",)},
    ),
    "worldbank": ("NY.GDP.PCAP.CD", {"country": ("DEU", "FRA"), "date": ("2020..2022",)}),
    "owid": ("literacy", {"entity": ("ARM",), "time": ("*",)}),
    "sodir": (
        "field_production_monthly",
        {
            "prfInformationCarrier": ("TROLL",),
            "measure": ("prfPrdOilNetMillSm3",),
            "time": ("2020-01..2020-12",),
        },
    ),
    "nve": (
        "magasinstatistikk",
        {"omrade": ("NO0", "EL1"), "maal": ("fyllingsgrad",), "uke": ("last(1)",)},
    ),
    "brreg": ("regnskap-923609016", {"post": ("*",), "regnskapstype": ("*",), "aar": ("last(1)",)}),
    "oecd": (
        "OECD.GOV.GIP,DSD_GOV_INT@DF_GOV_TDG_2025,1.1",
        {"MEASURE": ("TRUST_NG",), "SCALE": ("HMH",), "REF_AREA": ("NOR",), "TIME_PERIOD": ("2021",)},
    ),
    "imf": (
        "IMF.STA:CPI",
        {
            "COUNTRY": ("USA",),
            "INDEX_TYPE": ("CPI",),
            "COICOP_1999": ("_T",),
            "TYPE_OF_TRANSFORMATION": ("IX",),
            "FREQUENCY": ("M",),
            "TIME_PERIOD": ("last(3)",),
        },
    ),
    "norges_bank": ("EXR", {"BASE_CUR": ("USD", "SEK"), "TIME_PERIOD": ("last(3)",)}),
    "un_sdg": ("SI_POV_DAY1", {"GeoAreaCode": ("202",), "TimePeriod": ("last(2)",)}),
}


@pytest.mark.parametrize("id", KNOWN)
def test_figures_of_a_source_come_and_are_derived_again(id: str) -> None:
    source = source_of(id, Asking(contact="https://belegg.example/tests"))
    name, selection = ASKED[id]

    plan = source.plan(source.describe(name, source.languages[0]), selection)
    fetch = source.fetch(plan)

    assert any(each.text is not None for each in fetch.observations)
    assert are_as_sent(fetch.observations)
    assert tuple(source.derive(plan, fetch.bodies)) == fetch.observations
