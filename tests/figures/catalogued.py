"""The titles of `data/statistics`, read as what the sources' own catalogues are."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from belegg.records.statistics import TableRef

SHARED = os.environ.get("BELEGG_SHARED")
needs_titles = pytest.mark.skipif(SHARED is None, reason="BELEGG_SHARED is not set")


def folder() -> Path:
    return Path(SHARED or "") / "data" / "statistics"


def told(name: str) -> Any:
    return json.loads((folder() / name).read_text(encoding="utf-8"))


@cache
def titles() -> tuple[TableRef, ...]:
    """Each table once, in the order of the files."""
    every = {(ref.source, ref.language, ref.id): ref for ref in _all()}
    return tuple(every.values())


def _all() -> Iterator[TableRef]:
    yield from _eurostat()
    yield from _oecd()
    yield from _worldbank()
    yield from _un_sdg()
    yield from _imf()
    yield from _pxweb("ssb", "ssb/search_population_en.json")
    for name in ("scb_search", "scb_tables", "pxtools_expected_ListAllTables"):
        yield from _pxweb("scb", f"pxweb_other/{name}.json")
    yield from _ssb_described()
    for each in told("owid/search_life_expectancy_trimmed.json")["results"]:
        yield TableRef("owid", each["slug"], each["title"], "en", description=each.get("subtitle", ""))


def _eurostat() -> Iterator[TableRef]:
    path: list[str] = []
    file = folder() / "eurostat" / "toc_txt_en_2023-07_first_rows.txt"
    with file.open(encoding="utf-8", newline="") as lines:
        for row in list(csv.reader(lines, delimiter="\t"))[1:]:
            if len(row) < 3:
                continue
            level = (len(row[0]) - len(row[0].lstrip())) // 4
            del path[level:]
            if row[2] == "folder":
                path.append(row[0].strip())
            else:
                first, last = (row[5].strip(), row[6].strip()) if len(row) > 6 else ("", "")
                title = row[0].strip()
                yield TableRef("eurostat", row[1], title, "en", path=tuple(path), first=first, last=last)


def _oecd() -> Iterator[TableRef]:
    file = folder() / "oecd" / "catalogue_dataflows_derived_openbb_oecd_2.0.0.tsv"
    with file.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            yield TableRef("oecd", row["id"], row["name"], "en", path=(row["agency"],))


def _worldbank() -> Iterator[TableRef]:
    for each in told("worldbank/v2_indicator_list_rows_reserialised.json"):
        path = tuple(topic["value"].strip() for topic in each["topics"] if topic.get("value"))
        yield TableRef("worldbank", each["id"], each["name"], "en", each["sourceNote"], path)
    for each in told("worldbank/data360_search_gdp_clean.json")["value"]:
        series = each["series_description"]
        yield TableRef("worldbank", series["idno"], series["name"], "en")


def _un_sdg() -> Iterator[TableRef]:
    for each in told("un_sdg/Series_List_2022Q2.json"):
        path = tuple(f"Indicator {number}" for number in each["indicator"])
        yield TableRef("un_sdg", each["code"], each["description"], "en", path=path)


def _imf() -> Iterator[TableRef]:
    for each in told("imf/list_datasets_imf_sta.json")["data"]["dataflows"]:
        if each["id"].endswith("_VINTAGE"):  # a release of another flow, which the source leaves out
            continue
        yield TableRef("imf", each["id"], each["name"], "en", each.get("description", ""))


def _pxweb(source: str, name: str) -> Iterator[TableRef]:
    found = told(name)
    for each in found["tables"]:
        path = tuple(step["label"] for step in each["paths"][0]) if each.get("paths") else ()
        yield TableRef(
            source,
            each["id"],
            each["label"],
            found["language"],
            each.get("description", ""),
            path,
            tuple(each["variableNames"]),
            each.get("firstPeriod") or "",
            each.get("lastPeriod") or "",
            each.get("updated") or "",
            each.get("timeUnit") or "",
        )


def _ssb_described() -> Iterator[TableRef]:
    for number in ("03013", "07459", "11418", "14700"):
        table = told(f"ssb/metadata_{number}_en.json")
        variables = tuple(table["dimension"][each]["label"] for each in table["id"])
        yield TableRef("ssb", number, table["label"], "en", variables=variables)
