"""Each of the eleven sources, from recorded answers to a document and back: every line is derived again."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from belegg.library.statistics.document import figures_document
from belegg.library.statistics.record import kept_in, record_of
from belegg.library.statistics.verifying import lines_in, verified
from belegg.records.statistics import Fetch, Selection
from belegg.text.figure_lines import FigureLine
from extras import needs
from statistics_bodies import rules_of
from statistics_recorded import replayed

needs("statistics")

pytestmark = pytest.mark.req("STA-1", "STA-3", "STA-4")

Asked = tuple[str, str, str, Selection, int, str, str]
EVERY: list[Asked] = [
    (
        "ssb",
        "14700",
        "en",
        {
            "VareTjenesteGrp": ("00",),
            "ContentsCode": ("KpiIndMnd", "Tolvmanedersendring"),
            "Tid": ("2026M05..",),
        },
        6,
        "Consumer Price Index (2025=100) · 2026M05: 103.0",
        "12-month rate (per cent) · 2026M07: 3.0",
    ),
    (
        "eurostat",
        "nama_10r_2gdp",
        "en",
        {"freq": ("A",), "unit": ("MIO_EUR",), "geo": ("DE1", "DE2", "FR10"), "time": ("2021..2022",)},
        6,
        "Baden-Württemberg · 2021: 556182.31 (p, provisional)",
        "Ile de France · 2022: 783456.8 (p, provisional)",
    ),
    (
        "oecd",
        "OECD.GOV.GIP,DSD_GOV_INT@DF_GOV_TDG_2025,1.1",
        "en",
        {"MEASURE": ("TRUST_NG",), "SCALE": ("HMH",), "REF_AREA": ("*",), "TIME_PERIOD": ("2021",)},
        21,
        "Australia · 2021: 38",
        "OECD average country · 2021: 41.4",
    ),
    (
        "imf",
        "IMF.STA:CPI",
        "en",
        {
            "COUNTRY": ("USA",),
            "INDEX_TYPE": ("CPI",),
            "COICOP_1999": ("_T",),
            "TYPE_OF_TRANSFORMATION": ("IX",),
            "FREQUENCY": ("M",),
            "TIME_PERIOD": ("2026-M04..2026-M05",),
        },
        2,
        "2026-M04: 152.7225866809138 (derivation type O)",
        "2026-M05: 153.6870200476484 (derivation type O)",
    ),
    (
        "norges_bank",
        "EXR",
        "en",
        {"BASE_CUR": ("USD", "EUR", "SEK", "JPY"), "TIME_PERIOD": ("last(3)",)},
        12,
        "Japanese yen, per 100 · 2026-08-25: 5.8654",
        "Swedish krona, per 100 · 2026-08-27: 98.14",
    ),
    (
        "un_sdg",
        "SI_POV_DAY1",
        "en",
        {"GeoAreaCode": ("202",), "TimePeriod": ("*",)},
        20,
        "2000: 59.3 (G, global monitoring)",
        "2019: 39.2 (G, global monitoring)",
    ),
    (
        "worldbank",
        "NY.GDP.PCAP.CD",
        "en",
        {"country": ("FRA", "DEU"), "date": ("2020..2022",)},
        6,
        "Germany · 2020: 47394.8734504469",
        "France · 2022: 40988.6396406579",
    ),
    (
        "owid",
        "literacy",
        "en",
        {"entity": ("*",), "time": ("*",)},
        27,
        "Afghanistan · 1979: 18.16",
        "East Asia and Pacific (WB) · 2024: 96.61",
    ),
    (
        "sodir",
        "field_production_totalt_NCS_year",
        "en",
        {},
        258,
        "oil, net, million Sm3 · 1971: 0.357",
        "produced water, million Sm3 · 2013: 23.709",
    ),
    (
        "nve",
        "magasinstatistikk",
        "no",
        {"omrade": ("NO0", "EL1"), "maal": ("fyllingsgrad", "fylling_TWh"), "uke": ("last(1)",)},
        4,
        "Norge · fyllingsgrad, andel av kapasiteten · 2025-W07: 0.6017175",
        "NO 1 · fylling, TWh · 2025-W07: 2.7642632",
    ),
    (
        "brreg",
        "regnskap-923609016",
        "no",
        {"post": ("*",)},
        18,
        "ordinaert resultat foer skattekostnad · 2025: 6124000000.00",
        "sum langsiktig gjeld · 2025: 27325000000.00",
    ),
]


def fetched(id: str, table: str, language: str, selection: Selection, shared: Path) -> tuple[Fetch, str]:
    with replayed(id, shared, rules_of(id, shared)) as replay:
        described = replay.source.describe(table, language)
        wanted = selection or {each.id: ("*",) for each in described.dimensions}
        return replay.source.fetch(replay.source.plan(described, wanted)), replay.source.name


@pytest.mark.parametrize("asked", EVERY, ids=[asked[0] for asked in EVERY])
def test_a_fetch_becomes_a_document_whose_lines_are_derived_again(asked: Asked, shared: Path) -> None:
    id, table, language, selection, count, first, last = asked
    fetch, name = fetched(id, table, language, selection, shared)

    document = figures_document(fetch, name, "token").document
    record, bodies = record_of(fetch, name), [body.content for body in fetch.bodies]
    lines = lines_in(document.text)

    assert (len(lines), lines[0], lines[-1]) == (count, first, last)
    for line, observation in zip(lines, fetch.observations, strict=True):
        read = FigureLine.read(line)
        assert read is not None
        assert (read.figure is None) == (observation.raw is None)
        if observation.raw is not None:
            assert Decimal(read.figure or "") == Decimal(observation.raw)
    with replayed(id, shared) as replay:
        assert verified(document.id, document.text, record, bodies, replay.source.derive).holds
    assert kept_in(record).observations == fetch.observations
