"""`belegg embed`, and `belegg ingest` after it, as a person types them, against a server on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg import Library
from belegg.library.embedders import ChosenEmbedder, chosen, key_of
from belegg.models.hosted.settings import LOCAL_BATCH_TEXTS
from belegg.models.mean_direction import SENTENCES
from belegg.serving.cli.commands import app
from belegg.testing.model_server import ModelServer, Turn, status
from extras import needs

SCREEN = CliRunner()


@pytest.fixture
def server() -> Iterator[ModelServer]:
    needs("models")
    with ModelServer() as started:
        yield started


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A library of two notes, ingested and not embedded."""
    for name in ("lamps", "ovens"):
        note = tmp_path / "notes" / f"{name}.md"
        note.parent.mkdir(exist_ok=True)
        note.write_text(f"# On {name}\n\nThe {name} of the house are green.\n", encoding="utf-8")
    said(tmp_path / "belegg.db", "ingest", str(tmp_path / "notes"))
    return tmp_path / "belegg.db"


def run(file: Path, *words: str, exit_code: int = 0) -> tuple[str, str]:
    command, *rest = words
    done = SCREEN.invoke(app, [command, "--library", str(file), *rest])
    assert done.exit_code == exit_code, done.output
    return done.stdout, done.stderr


def said(file: Path, *words: str) -> Any:
    return json.loads(run(file, *words, "--json")[0])


def rightly(turn: Turn) -> None:
    turn.send(200, turn.right)


def hosted(server: ModelServer, model: str = "small") -> list[str]:
    return ["embed", "--embedder", "openai", "--base-url", server.base_url, "--model", model]


@pytest.mark.req("HYB-4")
def test_a_library_is_embedded_by_a_server_and_remembers_which(file: Path, server: ModelServer) -> None:
    first = said(file, *hosted(server))
    again = said(file, "embed")

    assert (first["passages"], first["whole"], first["serves"]) == (2, True, True)
    assert (again["model"], again["passages"], again["whole"]) == (first["model"], 0, True)


def test_an_ingest_embeds_what_is_new_once_a_library_has_vectors(file: Path, server: ModelServer) -> None:
    notes = file.parent / "notes"
    said(file, *hosted(server))
    (notes / "doors.md").write_text("# On doors\n\nThe doors are blue.\n", encoding="utf-8")

    brought = said(file, "ingest", str(notes))
    left = said(file, "ingest", str(notes), "--no-embed")

    assert (brought["embedded"]["passages"], brought["embedded"]["whole"]) == (1, True)
    assert left["embedded"] is None


def test_an_ingest_is_done_though_the_server_is_gone(file: Path, server: ModelServer) -> None:
    notes = file.parent / "notes"
    said(file, *hosted(server))
    (notes / "doors.md").write_text("# On doors\n\nThe doors are blue.\n", encoding="utf-8")
    server.will(status(401))

    brought = said(file, "ingest", str(notes))

    assert brought["added"] == 1
    assert brought["embedded"] is None
    assert [note["text"][:14] for note in brought["notes"]] == ["not embedded: "]
    assert said(file, "search", "doors")["hits"][0]["title"] == "On doors"


@pytest.mark.req("HYB-3")
def test_another_model_takes_the_place_of_the_first_when_all_is_embedded(
    file: Path, server: ModelServer
) -> None:
    said(file, *hosted(server))
    server.will(*[rightly] * (1 + ceil(len(SENTENCES) / LOCAL_BATCH_TEXTS)), status(401))
    run(file, *hosted(server, "large"), exit_code=4)
    with Library.open(file) as library:
        while_building = [(one.id, one.serving) for one in library.vector_models()]
        remembered = chosen(library.store.settings())

    goes_on = said(file, "embed")

    assert [serving for _, serving in while_building] == [True, False]
    assert remembered is not None
    assert remembered.hosted is not None
    assert remembered.hosted.model == "small"
    assert "large" in goes_on["model"]
    with Library.open(file) as library:
        assert [one.id for one in library.vector_models()] == [goes_on["model"]]


def test_vectors_of_one_model_are_not_begun_in_two_forms(file: Path, server: ModelServer) -> None:
    said(file, *hosted(server))

    _, error = run(file, "embed", "--store", "float32", exit_code=2)

    assert "float32" in error


def test_dropped_vectors_leave_a_library_of_words(file: Path, server: ModelServer) -> None:
    said(file, *hosted(server))

    gone = said(file, "embed", "--drop")
    again = said(file, "embed", "--drop")

    assert [one["passages"] for one in gone["dropped"]] == [2]
    assert again["dropped"] == []
    with Library.open(file) as library:
        assert library.vector_models() == []
        assert library.embedder() is None


def test_no_key_is_kept_in_the_library(file: Path, server: ModelServer) -> None:
    environment = {"BELEGG_EMBED_KEY": "sk-very-secret"}

    done = SCREEN.invoke(app, [*hosted(server), "--library", str(file)], env=environment)

    assert done.exit_code == 0
    assert server.requests[0].headers["authorization"] == "Bearer sk-very-secret"
    assert b"very-secret" not in file.read_bytes()


def test_a_key_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("sk-in-a-file\n", encoding="utf-8")

    key = key_of({"BELEGG_EMBED_KEY_FILE": str(tmp_path / "key")})

    assert key is not None
    assert key.reveal() == "sk-in-a-file"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--model", "x"], "`--model` goes with a hosted embedder"),
        (["--embedder", "openai"], "`--embedder openai` needs `--model NAME`"),
        (["--embedder", "azure", "--model", "x"], "Azure needs a base_url"),
    ],
)
def test_options_that_do_not_fit_are_told(file: Path, words: list[str], told: str) -> None:
    _, error = run(file, "embed", *words, exit_code=2)

    assert told in error


def test_a_choice_that_was_remembered_is_the_choice_that_was_made() -> None:
    assert ChosenEmbedder.of_setting(ChosenEmbedder().to_setting()) == ChosenEmbedder()
