"""`belegg rerank`, and searches after it, as a person types them, against a server on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg.serving.cli.commands import app
from belegg.testing.model_server import ModelServer, saying, status
from extras import needs
from json_contract import CONTRACT

SCREEN = CliRunner()
QUESTION = "who paints the green lamps"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    needs("models")
    with ModelServer() as started:
        yield started


@pytest.fixture
def file(tmp_path: Path) -> Path:
    for name, text in (("lamps", "Lamps, lamps, lamps."), ("paint", "Who paints the green lamps is told.")):
        note = tmp_path / "notes" / f"{name}.md"
        note.parent.mkdir(exist_ok=True)
        note.write_text(f"# On {name}\n\n{text}\n", encoding="utf-8")
    said(tmp_path / "belegg.db", "ingest", str(tmp_path / "notes"))
    return tmp_path / "belegg.db"


def said(file: Path, command: str, *words: str, exit_code: int = 0, **environment: str) -> Any:
    words = (command, "--library", str(file), "--json", *words)
    done = SCREEN.invoke(app, list(words), env=environment)
    assert done.exit_code == exit_code, done.output
    return json.loads(done.stdout)


def said_by(file: Path, *words: str, **environment: str) -> Any:
    done = SCREEN.invoke(app, [*words, "--library", str(file), "--json"], env=environment)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def hosted(server: ModelServer, provider: str = "tei") -> list[str]:
    return ["--provider", provider, "--model", "judge", "--base-url", server.base_url]


@pytest.mark.parametrize("provider", ["jina", "cohere", "tei", "chat"])
def test_searches_are_reranked_once_a_reranker_is_set_and_until_it_is_off(
    provider: str, file: Path, server: ModelServer
) -> None:
    set_to = said(file, "rerank", *hosted(server, provider), BELEGG_RERANK_KEY="k-123")
    key = server.requests[0].headers["authorization"]
    reranked = said(file, "explain", QUESTION, BELEGG_RERANK_KEY="k-123")
    asked = len(server.requests)
    said(file, "search", QUESTION, "--mode", "keyword")
    gone = said(file, "rerank", "--off")
    off = said(file, "explain", QUESTION)

    assert set_to["reranker"] == {"provider": provider, "model": "judge", "base_url": server.base_url}
    assert set(set_to["reranker"]) == {path[9:] for path in CONTRACT["rerank"] if "." in path}
    assert (key, b"k-123" in file.read_bytes()) == ("Bearer k-123", False)
    assert [one["reranked"] is None for one in reranked["passages"]] == [False, False]
    assert gone == {"reranker": None}
    assert [one["reranked"] for one in off["passages"]] == [None, None]
    assert len(server.requests) == asked


def test_a_reranker_that_does_not_answer_is_not_set(file: Path, server: ModelServer) -> None:
    server.will(status(401))

    error = said(file, "rerank", *hosted(server), exit_code=4)["error"]

    assert "BELEGG_RERANK_KEY" in error["message"]
    assert said(file, "rerank") == {"reranker": None}


def test_a_search_says_that_the_reranker_failed_and_keeps_its_order(file: Path, server: ModelServer) -> None:
    before = said(file, "search", QUESTION)["hits"]
    said(file, "rerank", *hosted(server))
    server.will(status(401))

    failed = said(file, "search", QUESTION)
    unreadable_key = said(file, "search", QUESTION, BELEGG_RERANK_KEY_FILE=str(file.parent / "none"))

    assert [hit["title"] for hit in failed["hits"]] == [hit["title"] for hit in before]
    for found in (failed, unreadable_key):
        assert [note["stage"] for note in found["notes"] if "not reranked" in note["text"]] == ["rerank"]


def findings(file: Path, **environment: str) -> list[tuple[str, str]]:
    checks = said_by(file, "health", **environment)["checks"]
    return [(one["state"], one["text"] + one["todo"]) for one in checks if one["check"] == "reranker"]


@pytest.mark.req("HYB-9")
def test_health_tries_a_reranker_that_is_set_and_says_what_to_do(file: Path, server: ModelServer) -> None:
    without = findings(file)
    said(file, "rerank", *hosted(server))
    server.requests.clear()

    ((well, _),) = findings(file)
    tried = len(server.requests)
    server.always(status(401))
    ((refused, why),) = findings(file)
    ((unreadable, path),) = findings(file, BELEGG_RERANK_KEY_FILE=str(file.parent / "none"))

    assert without == []
    assert (well, refused, unreadable) == ("well", "look", "look")
    assert tried >= 1
    assert "BELEGG_RERANK_KEY" in why
    assert "BELEGG_RERANK_KEY_FILE" in path
    assert "belegg rerank --off" in path


def test_health_tells_a_reranker_that_prefers_the_wrong_text(file: Path, server: ModelServer) -> None:
    said(file, "rerank", *hosted(server))
    server.always(saying([{"index": 0, "score": 0.1}, {"index": 1, "score": 0.9}]))

    ((state, text),) = findings(file)

    assert state == "look"
    assert "does not judge" in text


def test_a_run_over_a_set_goes_on_without_a_reranker_that_cannot_be_opened(
    file: Path, server: ModelServer
) -> None:
    said(file, "rerank", *hosted(server))
    questions = file.parent / "questions.jsonl"
    questions.write_text(
        json.dumps({"id": "q1", "question": QUESTION, "class": "unanswerable"}) + "\n", encoding="utf-8"
    )

    run = said_by(file, "eval", "run", str(questions), BELEGG_RERANK_KEY_FILE=str(file.parent / "none"))

    assert [text for text in run["warnings"] if "measured without the reranker" in text]
    assert "reranker" not in run["conditions"]["models"]


@pytest.mark.parametrize(
    "words",
    [["--model", "judge"], ["--provider", "jina"], ["--off", "--model", "judge"], ["--base-url", "http://h"]],
)
def test_half_a_reranker_is_refused(words: list[str], file: Path) -> None:
    assert said(file, "rerank", *words, exit_code=2)["error"]["kind"] == "BadSetting"


def test_the_role_rerank_of_the_settings_file_reranks_where_the_library_names_no_reranker(
    file: Path, server: ModelServer
) -> None:
    role = f'[models.rerank]\nprovider = "openai"\nmodel = "judge"\nbase_url = "{server.base_url}"\n'
    (file.parent / "belegg.toml").write_text(role, encoding="utf-8")

    reranked = said(file, "explain", QUESTION, BELEGG_RERANK_KEY="k-123")
    shown = SCREEN.invoke(app, ["rerank", "--library", str(file)]).output

    assert [one["reranked"] is None for one in reranked["passages"]] == [False, False]
    assert server.requests[0].headers["authorization"] == "Bearer k-123"
    assert "searches are reranked by `openai:judge@" in " ".join(shown.split())
    assert "which has the role `rerank`" in " ".join(shown.split())


def test_a_role_that_cannot_rerank_leaves_the_order_and_says_what_to_do(file: Path) -> None:
    (file.parent / "belegg.toml").write_text('[models]\nrerank = "anthropic:some"\n', encoding="utf-8")

    told = said(file, "search", QUESTION)["notes"]

    assert len(told) == 1
    assert "not reranked" in told[0]["text"]
    assert (
        "take one of `openai`, `ollama`, `vllm`, `llama.cpp`, or `belegg rerank` for Jina" in told[0]["text"]
    )
