"""`belegg ask` and `belegg chat` with a model over real HTTP: kept, gone on with, stopped by Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from belegg.records.chat import Reply
from belegg.records.runs import Asked, Checked, Drafted, Searched, Writing
from belegg.serving.cli.at_work import AtWork
from belegg.serving.cli.commands import app
from belegg.serving.cli.stopping import Stopping
from belegg.testing.answer_calls import proposes
from belegg.testing.chat import Request
from belegg.testing.chat_server import ChatServer, Line
from extras import needs
from json_contract import CONTRACT

LEASE = """# Lease

Either party may end the lease with three months' written notice.

## Keys

There are two keys. A lost key costs 350 kroner.
"""
NOTICE = proposes(
    ("The lease ends with three months' notice.", [("D1", "end the lease with three months' written notice")])
)
KEYS = proposes(("A lost key costs 350 kroner.", [("D1", "A lost key costs 350 kroner")]))
QUESTION = "How is the lease ended?"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BELEGG_CONFIG", "")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lease.md").write_text(LEASE, encoding="utf-8")
    told("ingest", "docs")
    return tmp_path


@pytest.fixture
def says(desk: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Line]]:
    """The script of a model that is set for the answers; it is filled before the first question."""
    needs("chat")
    script: list[Line] = []
    with ChatServer(()) as server:
        server._script = script
        monkeypatch.setenv("BELEGG_ANSWER_MODEL", "openai:writer")
        monkeypatch.setenv("BELEGG_ANSWER_BASE_URL", server.base_url)
        yield script


def told(*words: str, code: int = 0, typed: str | None = None) -> str:
    outcome = CliRunner().invoke(app, list(words), input=typed)
    assert outcome.exit_code == code, outcome.output
    return outcome.stdout


def kept() -> list[tuple[str, int]]:
    """Question and number of each kept run, the newest first."""
    return [(run["question"], run["number"]) for run in json.loads(told("runs", "--json"))["runs"]]


@pytest.mark.req("AGE-9", "FAC-1")
def test_the_lines_of_a_pipe_are_turns_of_one_conversation(says: list[Line]) -> None:
    says += [NOTICE, KEYS]

    out = told("chat", typed=f"{QUESTION}\n\nAnd a lost key?\n")

    assert out.count("QUOTATIONS VERIFIED") == 2
    assert kept() == [("And a lost key?", 2), (QUESTION, 1)]
    runs = json.loads(told("runs", "--json"))["runs"]
    assert len({run["conversation"] for run in runs}) == 1


def test_a_conversation_goes_on_where_it_was_left(says: list[Line]) -> None:
    heard: list[Request] = []

    def listens(request: Request) -> Reply:
        heard.append(request)
        return KEYS

    says += [NOTICE, listens]
    told("chat", typed=f"{QUESTION}\n")

    told("chat", "--continue", "last", typed="And a lost key?\n")

    assert kept() == [("And a lost key?", 2), (QUESTION, 1)]
    assert f"Asked before: {QUESTION}" in heard[0].messages[1].text
    told("chat", "--continue", "nothing", typed="And?\n", code=2)
    told("chat", "--continue", "last", "--as", "staff", typed="And?\n", code=2)


def test_with_json_each_answer_is_a_line(says: list[Line]) -> None:
    says += [NOTICE, KEYS]

    lines = told("chat", "--json", typed=f"{QUESTION}\nAnd a lost key?\n").splitlines()

    first, second = map(json.loads, lines)
    assert set(first) == {path for path in CONTRACT["chat"] if "." not in path and "[]" not in path}
    assert [turn["verdict"] for turn in (first, second)] == ["quotations verified"] * 2
    assert (first["number"], second["number"]) == (1, 2)
    assert first["conversation"] == second["conversation"]


def test_sources_and_trace_of_the_last_answer_are_shown_when_asked_for(says: list[Line]) -> None:
    says += [NOTICE]

    out = told("chat", typed=f"/trace\n{QUESTION}\n/sources\n/trace\n/what\n/quit\nNever asked?\n")

    assert "There is no answer yet." in out
    assert out.count("“end the lease with three months' written notice”") == 2
    assert f"· searched: {QUESTION}" in out
    assert "There is no `/what`." in out
    assert kept() == [(QUESTION, 1)]


@pytest.mark.req("AGE-8")
def test_what_a_model_worked_on_is_kept_unless_it_is_said_otherwise(desk: Path, says: list[Line]) -> None:
    says += [NOTICE]

    told("ask", QUESTION, "--no-keep")
    assert kept() == []
    told("ask", QUESTION, "--no-model")
    assert kept() == []
    assert "Kept as run" in told("ask", QUESTION)
    assert len(kept()) == 1
    told("ask", QUESTION, "--as", "anonymous", code=6)
    assert len(kept()) == 1
    assert json.loads(told("ask", QUESTION, "--json"))["run"] is not None

    (desk / "belegg.toml").write_text("[ask]\nkeep = false\n")
    os.environ.pop("BELEGG_CONFIG")
    told("ask", QUESTION)
    assert len(kept()) == 2


def test_a_model_without_its_key_is_told_at_once(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs("chat")
    monkeypatch.setenv("BELEGG_ANSWER_MODEL", "openai:gpt-5")

    outcome = CliRunner().invoke(app, ["ask", QUESTION])

    assert outcome.exit_code == 2
    assert "wants a key" in outcome.stderr
    assert "--no-model" in outcome.stderr
    told("chat", typed="", code=2)
    told("ask", QUESTION, "--no-model")


def test_limits_given_with_a_question_hold_for_it(says: list[Line]) -> None:
    says += [NOTICE]

    assert "ran: the model" in told("ask", QUESTION, "--most-rounds", "2", "--most-seconds", "60.5")
    told("ask", QUESTION, "--most-rounds", "0", code=2)


@pytest.mark.req("AGE-7")
def test_ctrl_c_stops_the_answer_and_what_is_proven_is_shown_and_kept(says: list[Line]) -> None:
    gone = threading.Event()

    def pressed(request: Request) -> Reply:
        os.kill(os.getpid(), signal.SIGINT)
        gone.wait(20)
        return KEYS

    wrong = ("Cats pay.", [("D1", "cats pay the rent in cash")])
    proven = ("A lost key costs 350 kroner.", [("D1", "A lost key costs 350 kroner")])
    says += [proposes(proven, wrong), pressed]

    out = told("ask", "What does a lost key of the lease cost?", code=130)
    gone.set()

    assert out.startswith("DOWNGRADED")
    assert "A lost key costs 350 kroner. [1]" in out
    assert "Ended early: whoever asked stopped it." in out
    events = json.loads(told("replay", "last", "--json"))["events"]
    assert any(event.get("reason") == "cancelled" for event in events)


def test_a_second_ctrl_c_leaves_at_once_and_without_a_model_the_first() -> None:
    stopping = Stopping()
    with stopping.by_ctrl_c(), pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    assert not stopping.brake.pulled

    stopping.saw(Asked("?", "2026-06-01", {"answer": "fake:model"}))
    with stopping.by_ctrl_c():
        signal.raise_signal(signal.SIGINT)
        assert stopping.brake.pulled
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_while_a_model_works_a_line_says_at_what_and_never_its_draft(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = AtWork()
    for event in (
        Asked("?", "2026-06-01", {"answer": "fake:model"}),
        Searched(0, "belegg", "keys", "keyword", ()),
        Writing(1, "The draft says cats."),
        Drafted(1, ("The draft says cats.",), 1),
        Checked(1, "The draft says cats.", 0, ("it stands nowhere",)),
    ):
        line(event)
    line.wipe()

    out = capsys.readouterr().err
    assert "searched: keys → 0 passages" in out
    assert "checking 1 sentence, 1 quotation …" in out
    assert "cats" not in out
    assert out.endswith("\r\x1b[K")


def test_without_a_model_nothing_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    line = AtWork()
    line(Asked("?", "2026-06-01"))
    line(Searched(0, "belegg", "keys", "keyword", ()))

    assert capsys.readouterr().err == ""
