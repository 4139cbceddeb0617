"""`belegg enrich` as a person types it, against a server on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg.serving.cli import enriching
from belegg.serving.cli.commands import app
from belegg.testing.chat_faults import FAULTS
from belegg.testing.chat_server import ChatServer
from extras import needs
from library.enriched import sections, writes, written
from test_json_contract import hold

pytestmark = pytest.mark.req("ING-10")
SCREEN = CliRunner()


@pytest.fixture
def server() -> Iterator[ChatServer]:
    needs("chat")
    with ChatServer([writes(lambda text: f"zeppelin {text.split()[-1]}", organisation="Nobody")]) as started:
        yield started


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with a library of three passages in two documents."""
    notes = written(tmp_path / "notes", lamps=sections(["lamps", "ovens"]), ships=sections(["ships"]))
    printed(tmp_path, "ingest", str(notes))
    return tmp_path


def settings(desk: Path, server: ChatServer, more: str = "") -> None:
    text = f'[models.enrich]\nprovider = "openai"\nmodel = "small"\nbase_url = "{server.base_url}"\n{more}'
    (desk / "belegg.toml").write_text(text, encoding="utf-8")


def printed(desk: Path, *words: str, exit_code: int = 0) -> str:
    done = SCREEN.invoke(app, [*words, "--library", str(desk / "belegg.db")])
    assert done.exit_code == exit_code, done.output
    return done.stdout if exit_code == 0 else done.stderr


def said(desk: Path, *words: str) -> Any:
    return json.loads(printed(desk, *words, "--json"))


def test_what_would_be_sent_is_told_before_and_nothing_is_sent(desk: Path, server: ChatServer) -> None:
    settings(desk, server, "prices = { input = 1000.0, output = 1000.0 }\n")

    told = printed(desk, "enrich", "--estimate")

    assert "3 passages and the first pages of 2 documents go to `openai:small@" in told
    assert "in 4 requests" in told
    assert " USD, " in told
    assert "at a pace that is assumed" in told
    estimate = said(desk, "enrich", "--estimate")
    hold("enrich --estimate", estimate)
    assert (
        estimate["cost_usd"] == (estimate["plan"]["input_tokens"] + estimate["plan"]["output_tokens"]) / 1000
    )
    assert server.asked == []


def test_it_enriches_and_says_what_came_of_it(desk: Path, server: ChatServer) -> None:
    settings(desk, server)

    run = said(desk, "enrich")

    hold("enrich", run)
    assert (run["lines"], run["of"], run["asked_about"], run["facts"]) == (3, 3, 2, 0)
    assert [one["facts"] for one in run["dropped"]] == [["organisation"], ["organisation"]]
    found = said(desk, "search", "zeppelin ships")
    assert found["hits"][0]["source"] == "notes/ships.md"
    assert "zeppelin" not in json.dumps(found["hits"]).lower()
    report = said(desk, "report", "ships.md")
    hold("report", report)
    assert report["reports"][0]["enriched"]["lines"] == 1
    assert "1 context line by openai:small@" in printed(desk, "report", "ships.md")
    assert "nothing to ask" in printed(desk, "enrich", "--estimate")


def test_people_read_what_was_dropped_and_what_is_in_use(desk: Path, server: ChatServer) -> None:
    settings(desk, server)

    told = printed(desk, "enrich")

    assert "3 lines and 2 documents asked for" in told
    assert "3 of 3 passages have a context line, 0 facts of documents are the model's" in told
    assert "2 values dropped: they do not stand in their documents" in told


def test_much_is_asked_about_first_and_nobody_here_can_answer(desk: Path, server: ChatServer) -> None:
    dear = (enriching.MOST_USD + 1) * 1_000_000
    settings(desk, server, f"prices = {{ input = {dear:.1f}, output = 0.0 }}\n")

    assert "say `--yes`" in printed(desk, "enrich", exit_code=2)
    assert server.asked == []

    assert "3 of 3 passages" in printed(desk, "enrich", "--yes")


def test_what_a_model_gave_nothing_for_is_named(desk: Path) -> None:
    needs("chat")
    with ChatServer([FAULTS["400"]]) as server:
        settings(desk, server)
        told = printed(desk, "enrich")

    assert "5 times the model gave nothing; the next `belegg enrich` asks again:" in told
    assert "notes/lamps.md, facts: " in told
    assert "notes/lamps.md, On ovens: " in told
    assert "0 of 3 passages have a context line" in told


def test_a_server_that_is_down_ends_it_with_the_exit_code_of_models(desk: Path) -> None:
    needs("chat")
    with ChatServer([writes()]) as server:
        settings(desk, server)

    assert "cannot be reached" in printed(desk, "enrich", exit_code=4)


def test_dropping_is_told(desk: Path, server: ChatServer) -> None:
    settings(desk, server)
    said(desk, "enrich")

    assert "2 documents as by rule again" in printed(desk, "enrich", "--drop")
    assert said(desk, "search", "zeppelin")["hits"] == []


def test_without_a_model_it_says_how_to_name_one(desk: Path) -> None:
    assert "BELEGG_ENRICH_MODEL" in printed(desk, "enrich", "--estimate", exit_code=2)
