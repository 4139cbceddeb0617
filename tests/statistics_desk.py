"""A folder whose `belegg.toml` sends `ssb` to a server on this machine, with one small table made by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from belegg.testing.statistics_server import Rule, StatisticsServer

REGIONS = {"4601": "Bergen", "1103": "Stavanger", **{f"99{n:02}": f"Place {n}" for n in range(60)}}
YEARS = ("2022", "2023", "2024")
SETTINGS = """
[statistics]
sources = ["ssb"]
contact = "figures@example.org"
live_search = false

[statistics.addresses]
ssb = "{address}"
"""


def dataset(regions: dict[str, str], years: tuple[str, ...], values: list[int | None]) -> bytes:
    """A JSON-stat dataset of the population, as PxWebApi sends it."""

    def of(label: str, codes: dict[str, str], **more: Any) -> dict[str, Any]:
        index = {code: place for place, code in enumerate(codes)}
        return {"label": label, "category": {"index": index, "label": codes, **more}}

    unit = {"Personer1": {"base": "persons", "decimals": 0}}
    told = {
        "version": "2.0",
        "class": "dataset",
        "label": "07459: Population, by region, contents and year",
        "source": "Statistics Norway",
        "updated": "2024-02-21T07:00:00Z",
        "note": ["Figures are those of 1 January."],
        "role": {"time": ["Tid"], "geo": ["Region"], "metric": ["ContentsCode"]},
        "id": ["Region", "ContentsCode", "Tid"],
        "size": [len(regions), 1, len(years)],
        "dimension": {
            "Region": of("region", regions),
            "ContentsCode": of("contents", {"Personer1": "Persons"}, unit=unit),
            "Tid": of("year", {year: year for year in years}),
        },
        "extension": {"noteMandatory": {"0": True}, "px": {"tableid": "07459", "language": "en"}},
        "value": values,
    }
    return json.dumps(told).encode()


def catalogue() -> bytes:
    table = {
        "id": "07459",
        "label": "07459: Population, by region 2022-2024",
        "description": "",
        "updated": "2024-02-21T07:00:00Z",
        "firstPeriod": "2022",
        "lastPeriod": "2024",
        "variableNames": ["region", "contents", "year"],
        "timeUnit": "Annual",
        "paths": [[{"id": "be", "label": "Population"}]],
        "links": [],
    }
    page = {"pageNumber": 1, "pageSize": 100, "totalElements": 1, "totalPages": 1}
    return json.dumps({"language": "en", "tables": [table], "page": page}).encode()


@contextmanager
def statistics_in(folder: Path) -> Iterator[StatisticsServer]:
    """The server; the folder's `belegg.toml` says where it is, after what stood in it."""
    bergen = dataset({"4601": "Bergen"}, ("2023", "2024"), [289330, 291940])
    rules = [
        Rule("/tables/07459/metadata", dataset(REGIONS, YEARS, [])),
        Rule("/tables/07459/data", bergen),
        Rule("/tables$", catalogue()),
    ]
    with StatisticsServer(folder, rules) as server:
        file = folder / "belegg.toml"
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        file.write_text(before + SETTINGS.format(address=server.base_url), encoding="utf-8")
        yield server
