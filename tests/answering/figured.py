"""Tables of official statistics and of the company, for tests of the agent's tools for figures."""

from __future__ import annotations

from belegg.seams import Store
from belegg.seams.figures import Column, CompanyTable
from belegg.testing.figures import FakeStatistics, FakeTables, table

YEARS = {str(year): str(year) for year in range(1980, 2025)}
REGIONS = {"0301": "Oslo", "4601": "Bergen", "1103": "Stavanger"}
MANY = {f"{number:04}": f"Municipality {number}" for number in range(1, 995)} | {"4601": "Bergen"}
WON = "SELECT client, sum(amount_nok) AS total_won_nok FROM deals WHERE stage = 'won' GROUP BY client"


def population() -> dict[tuple[str, ...], str]:
    """By region, contents and year."""
    return {
        ("4601", "Persons", "2023"): "289330",
        ("4601", "Persons", "2024"): "291940",
        ("0301", "Persons", "2023"): "709037",
        ("0301", "Persons", "2024"): "717710",
    }


def statistics(store: Store) -> FakeStatistics:
    """Population by region, prices by month, rates per 100 units, a wide table."""
    made = FakeStatistics(store)
    made.put(
        table(
            "ssb",
            "07459",
            "Population, by region, contents and year",
            {
                "Region": ("geo", REGIONS),
                "Contents": ("measure", {"Persons": "Persons"}),
                "Tid": ("time", YEARS),
            },
            notes=["Figures as of 1 January."],
            unit="persons",
            decimals=0,
        ),
        population(),
    )
    made.put(
        table(
            "ssb",
            "14700",
            "Consumer price index, by contents and month",
            {
                "Contents": ("measure", {"Kpi": "Consumer Price Index (2025=100)"}),
                "Tid": ("time", {f"2026M{month:02}": f"2026M{month:02}" for month in range(1, 8)}),
            },
            unit="index",
            decimals=1,
        ),
        {("Kpi", "2026M05"): "103.0", ("Kpi", "2026M06"): "102.8", ("Kpi", "2026M07"): "103.8"},
    )
    made.put(
        table(
            "eurostat",
            "wide",
            "Population of municipalities",
            {"geo": ("geo", MANY), "time": ("time", YEARS)},
        ),
        {("4601", "2024"): "291940"},
    )
    return made


def tables(store: Store) -> FakeTables:
    """The deals, which sales and management may ask."""
    made = FakeTables(store)
    deals = CompanyTable(
        "deals",
        "deals",
        (Column("client", "TEXT", ("Northern Steel Service",)), Column("amount_nok", "INTEGER", ("120000",))),
        rows=42,
        about="every deal, won or lost",
    )
    answers = {WON: ["client = Northern Steel Service · total_won_nok: 1240000"]}
    made.put("deals", ("sales", "management"), [deals], answers)
    return made
