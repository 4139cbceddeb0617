"""`belegg statistics …` as a person types it, against a source on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg.serving.cli.commands import app
from belegg.testing.statistics_server import StatisticsServer, status
from extras import needs
from statistics_desk import statistics_in
from test_json_contract import hold

needs("statistics")

pytestmark = pytest.mark.req("STA-1", "STA-2", "STA-4")

BERGEN = ("ssb", "07459", "Region=4601", "ContentsCode=Personer1", "Tid=2023..")


@dataclass(frozen=True)
class Desk:
    folder: Path
    server: StatisticsServer

    def __call__(self, *words: str) -> tuple[int, str, str]:
        """Exit code, standard output and standard error of a command."""
        environment = {
            "BELEGG_LIBRARY": str(self.folder / "belegg.db"),
            "BELEGG_CONFIG": str(self.folder / "belegg.toml"),
            "COLUMNS": "100",
        }
        outcome = CliRunner().invoke(app, list(words), env=environment, catch_exceptions=False)
        return outcome.exit_code, outcome.stdout, outcome.stderr

    def json(self, *words: str) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self(*words, "--json")[1])
        return told


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An empty library, `ssb` on this machine, its catalogue fetched."""
    with statistics_in(tmp_path) as server:
        desk = Desk(tmp_path, server)
        assert desk("statistics", "sync")[0] == 0
        yield desk


def test_before_the_first_sync_nothing_is_asked_of_anybody(tmp_path: Path) -> None:
    with statistics_in(tmp_path) as server:
        desk = Desk(tmp_path, server)
        (tmp_path / "notes").mkdir()
        (tmp_path / "notes" / "a.md").write_text("# A\n\nA note.", encoding="utf-8")
        desk("ingest", str(tmp_path / "notes"))

        code, _, told = desk("statistics", "find", "population")

        assert code == 2
        assert "`belegg statistics sync` fetches the catalogues" in told
        assert server.requests == []


def test_sync_counts_what_it_fetched(desk: Desk) -> None:
    assert desk("statistics", "sync", "ssb")[1] == (
        "Statistics Norway (SSB): 1 table (0 titles new, 0 changed, 0 gone)\n"
    )


def test_a_source_that_fails_keeps_its_catalogue_and_the_exit_code_says_so(desk: Desk) -> None:
    desk.server.will(status(403))

    code, told, _ = desk("statistics", "sync")

    assert code == 5
    assert told.startswith("Statistics Norway (SSB): ")
    assert "07459" in desk("statistics", "find", "population")[1]


def test_find_shows_tables_with_the_age_of_the_catalogue(desk: Desk) -> None:
    code, told, aside = desk("statistics", "find", "population", "by", "region")

    assert code == 0
    assert told.startswith("ssb 07459  2022–2024 · year\n  Population, by region 2022-2024\n")
    assert "Note: catalogues searched: Statistics Norway (SSB) 20" in aside


def test_a_page_of_codes_that_is_not_there_is_told(desk: Desk) -> None:
    code, _, told = desk("statistics", "describe", "ssb", "07459", "--page", "99")

    assert code == 2
    assert "there is no page 99 of these codes" in told


def test_describe_shows_the_codes_and_looks_among_them(desk: Desk) -> None:
    _, whole, _ = desk("statistics", "describe", "ssb", "07459")
    _, found, _ = desk("statistics", "describe", "ssb", "07459", "--dimension", "region", "--find", "stav")
    second = desk.json("statistics", "describe", "ssb", "07459", "--dimension", "Region", "--page", "2")

    assert "Note: Figures are those of 1 January." in whole
    assert "Region region  geo, 62 codes" in whole
    assert "Tid year  time, 3 codes\n    2022; 2023; 2024" in whole
    assert "Region region  1 code of 62\n    1103 Stavanger" in found
    assert len(second["dimensions"][0]["codes"]) == 22


def test_get_prints_the_document_and_how_to_go_on(desk: Desk) -> None:
    code, told, _ = desk("statistics", "get", *BERGEN)

    assert code == 0
    assert "Fixed: region = Bergen; contents = Persons; unit = persons, 0 decimals\n" in told
    assert "## Figures\n2023: 289330\n2024: 291940\n" in told
    id = desk.json("statistics", "list")["fetched"][0]["document"]
    assert told.endswith(f"Kept as {id}: `belegg statistics verify {id}`, `belegg statistics pin {id}`\n")
    assert "2024: 291940" in desk("read", id)[1]


def test_a_line_that_was_fetched_is_verified_and_a_document_of_words_is_not(desk: Desk) -> None:
    id = desk.json("statistics", "get", *BERGEN)["document"]

    code, told, _ = desk("statistics", "verify", id)

    assert code == 0
    assert told == "2 lines derived again from the answers that were kept: all hold.\n"
    assert desk("statistics", "verify", "nothing")[0] == 2


def test_pinned_figures_are_documents_that_searches_find(desk: Desk) -> None:
    id = desk.json("statistics", "get", *BERGEN)["document"]
    assert desk.json("search", "population of Bergen in 2024")["hits"] == []

    pinned = desk.json("statistics", "pin", id)

    assert pinned["source"].startswith("statistics:ssb/07459/")
    assert pinned["source"] in desk("documents")[1]
    hits = desk.json("search", "population of Bergen in 2024", "--as", "staff")["hits"]
    assert {hit["document"] for hit in hits} == {pinned["document"]}
    assert "2024: 291940" in {hit["text"] for hit in hits}


def test_what_was_fetched_is_forgotten(desk: Desk) -> None:
    id = desk.json("statistics", "get", *BERGEN)["document"]

    assert desk("statistics", "forget", id)[0] == 0
    assert desk("read", id)[0] == 2
    assert desk("statistics", "forget", id)[0] == 2


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (("Region=9", "ContentsCode=Personer1", "Tid=2024"), "has no code `9`"),
        (("Region=*", "ContentsCode=Personer1", "Tid=*", "Sex=1"), "Sex"),
        (("ContentsCode=Personer1", "Tid=2024"), "Region"),
    ],
)
def test_a_selection_that_cannot_be_sent_is_told_in_words(
    desk: Desk, cells: tuple[str, ...], words: str
) -> None:
    code, printed, told = desk("statistics", "get", "ssb", "07459", *cells)

    assert (code, printed) == (5, "")
    assert told.startswith("belegg: Statistics Norway (SSB)")
    assert words in told
    assert told.rstrip().endswith("No figure was fetched.")
    assert desk.json("statistics", "list")["fetched"] == []


def test_a_source_that_will_not_answer_is_told_in_words(desk: Desk) -> None:
    desk.server.will(status(429, {"Retry-After": "7"}))

    code, _, told = desk("statistics", "get", *BERGEN)

    assert code == 5
    assert "try again in 7 seconds" in told
    assert told.rstrip().endswith("No figure was fetched.")


def test_health_tells_how_each_source_stands(desk: Desk) -> None:
    told = " ".join(desk("health")[1].split())

    assert "statistics: Statistics Norway (SSB); 1 table in its catalogue of 20" in told
    assert "last success 20" in told


@pytest.mark.req("FAC-1")
def test_what_each_command_prints_for_programs_keeps_to_the_contract(desk: Desk) -> None:
    hold("statistics sync", desk.json("statistics", "sync"))
    desk.server.will(status(403))
    hold("statistics sync", desk.json("statistics", "sync"))
    hold("statistics find", desk.json("statistics", "find", "population"))
    hold("statistics describe", desk.json("statistics", "describe", "ssb", "07459"))
    fetched = desk.json("statistics", "get", *BERGEN)
    hold("statistics get", fetched)
    hold("statistics verify", desk.json("statistics", "verify", fetched["document"]))
    hold("statistics pin", desk.json("statistics", "pin", fetched["document"]))
    hold("statistics list", desk.json("statistics", "list"))
    hold("statistics forget", desk.json("statistics", "forget", fetched["document"]))


def test_settings_that_cannot_be_are_refused(desk: Desk) -> None:
    for line, words in (
        ('sources = ["sbb"]', "names `sbb`"),
        ('source = ["ssb"]', "`sources` is meant?"),
        ("live_search = 1", "`true` or `false`"),
        ('contact = "a\\nb"', "`contact`"),
        ("addresses = 3", "`addresses` is a table"),
        ('addresses = { ssb = "http://elsewhere.example" }', "not https"),
    ):
        (desk.folder / "belegg.toml").write_text(f"[statistics]\n{line}\n", encoding="utf-8")

        code, _, told = desk("statistics", "find", "population")

        assert code == 2, line
        assert words in told, told
