"""A text that a server will not embed costs itself alone; a server that serves nobody still stops the run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg import Library
from belegg.errors import ModelError
from belegg.library.embedders import ChosenEmbedder
from belegg.library.embedding import EmbeddingRun
from belegg.library.lots import HARMLESS
from belegg.library.refused_texts import places_of
from belegg.models.hosted.settings import EmbedderSettings
from belegg.records import OWNER, Principal, RefusedPassage, Scope
from belegg.serving.cli.commands import app
from belegg.testing import incoming
from belegg.testing.model_server import Behaviour, ModelServer, Turn, refusing, status
from extras import needs

EVERYTHING = Scope(OWNER)
TEXTS = tuple(f"the {thing} of the harbour is green" for thing in ("lamp", "gate", "crane", "boat", "rope"))
FORBIDDEN = "the brothel of the harbour is green"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    needs("models")
    with ModelServer() as started:
        yield started


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Six passages of two documents, one of which a policy may forbid."""
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        with opened.store.writing("test") as writer:
            writer.add(incoming("rules/harbour.md", *TEXTS[:3], FORBIDDEN, title="Harbour", access=["staff"]))
            writer.add(incoming("rules/boats.md", *TEXTS[3:], title="Boats"))
        yield opened


def embedded(library: Library, server: ModelServer) -> EmbeddingRun:
    settings = EmbedderSettings("openai", "m", server.base_url, dimension=8)
    return library.embed(ChosenEmbedder(settings), workers=1)


def inputs(server: ModelServer) -> list[list[str]]:
    return [asked.body["input"] for asked in server.requests]


def is_asked_for(text: str, server: ModelServer) -> bool:
    return any(text in sent for texts in inputs(server) for sent in texts)


@pytest.mark.req("HYB-4")
def test_a_refused_text_is_set_aside_and_the_others_get_vectors(
    library: Library, server: ModelServer
) -> None:
    server.always(refusing("brothel"))

    run = embedded(library, server)

    assert (run.passages, run.of, run.passages_in_all, run.whole, run.serves) == (5, 5, 6, True, True)
    assert [(one.document.source, one.passage.text) for one in run.refused] == [
        ("rules/harbour.md", FORBIDDEN)
    ]
    assert "content_filter" in run.refused[0].why
    assert FORBIDDEN not in run.refused[0].why


def test_a_lot_that_is_too_large_as_a_whole_is_sent_in_parts_and_nothing_is_refused(
    library: Library, server: ModelServer
) -> None:
    def at_most_two(turn: Turn) -> None:
        too_many = len(turn.asked.body["input"]) > 2
        turn.send(413, {"error": "batch too large"}) if too_many else turn.send(200, turn.right)

    with library.store.writing("test") as writer:  # the mean is asked for in larger lots
        writer.begin_vectors("openai/m@8", 8, "int8", bytes(32))
    server.always(at_most_two)

    run = embedded(library, server)

    assert (run.passages, run.refused) == (6, ())


@pytest.mark.parametrize(
    "failing",
    [
        status(401),
        status(403),
        status(404),
        status(429, error={"code": "insufficient_quota"}),
        status(400, error={"code": 400, "details": [{"reason": "API_KEY_INVALID"}]}),
        status(501),
    ],
)
def test_a_server_that_serves_nobody_stops_the_run_without_asking_for_each_text(
    library: Library, server: ModelServer, failing: Behaviour
) -> None:
    with library.store.writing("test") as writer:
        writer.begin_vectors("openai/m@8", 8, "int8", bytes(32))
    server.always(failing)

    with pytest.raises(ModelError):
        embedded(library, server)

    assert len(server.requests) == 1
    assert library.store.refused_passages("openai/m@8") == []


def test_a_server_that_refuses_every_text_is_asked_for_one_harmless_text_and_then_left(
    library: Library, server: ModelServer
) -> None:
    with library.store.writing("test") as writer:
        writer.begin_vectors("openai/m@8", 8, "int8", bytes(32))
    server.always(status(400, error={"code": "invalid_value"}))

    with pytest.raises(ModelError, match="invalid_value"):
        embedded(library, server)

    assert [len(texts) for texts in inputs(server)] == [6, 1]
    assert inputs(server)[1] == [HARMLESS]


def test_the_next_embed_asks_once_more_and_keeps_what_is_taken(library: Library, server: ModelServer) -> None:
    server.always(refusing("brothel"))
    embedded(library, server)
    server.requests.clear()

    still = embedded(library, server)
    asked_again = is_asked_for(FORBIDDEN, server)
    server.always(lambda turn: turn.send(200, turn.right))
    taken = embedded(library, server)

    assert asked_again
    assert len(still.refused) == 1
    assert (taken.passages, taken.of, taken.refused) == (1, 6, ())
    assert library.store.refused_passages(taken.model) == []


def test_an_ingest_does_not_ask_for_them_again(library: Library, server: ModelServer) -> None:
    server.always(refusing("brothel"))
    embedded(library, server)
    with library.store.writing("test") as writer:
        writer.add(incoming("rules/new.md", "the net of the harbour is green"))
    server.requests.clear()

    run = library.embed_new()

    assert isinstance(run, EmbeddingRun)
    assert (run.passages, len(run.refused), run.whole) == (1, 1, True)
    assert not is_asked_for(FORBIDDEN, server)
    assert library.embed_new() is None


@pytest.mark.req("HYB-3")
def test_searches_stay_hybrid_and_say_what_meaning_cannot_find_to_those_who_may_read_it(
    library: Library, server: ModelServer
) -> None:
    server.always(refusing("brothel"))
    embedded(library, server)

    found = library.search("the green harbour", EVERYTHING, per_document=9)
    others = library.search("which boat", Scope(Principal("guest", frozenset({"guests"}))))

    assert found.mode == "hybrid"
    assert FORBIDDEN in [hit.passage.text for hit in found.hits]
    assert [n.text[:49] for n in found.notes if n.stage == "vectors"] == [
        "1 of 6 passages cannot be found by meaning, for t"
    ]
    assert [note for note in others.notes if note.stage == "vectors"] == []


def test_health_names_them_with_what_to_do(library: Library, server: ModelServer) -> None:
    server.always(refusing("brothel"))
    embedded(library, server)

    (told,) = [one for one in library.health() if "refused" in one.text]

    assert (told.check, told.state) == ("vectors", "look")
    assert "`rules/harbour.md, page 4`" in told.text
    assert "belegg embed" in told.todo
    assert "content_filter" in told.todo


def test_a_model_that_takes_nothing_does_not_take_the_place_of_one_that_did(
    library: Library, server: ModelServer
) -> None:
    first = embedded(library, server)
    settings = EmbedderSettings("openai", "picky", server.base_url, dimension=8)
    server.always(refusing("harbour"))

    run = library.embed(ChosenEmbedder(settings), workers=1)

    assert (run.passages, len(run.refused), run.serves) == (0, 6, False)
    assert [one.id for one in library.vector_models() if one.serving] == [first.model]


def test_a_page_is_named_once_and_the_rest_is_counted(library: Library, server: ModelServer) -> None:
    server.always(refusing("harbour"))
    refused: list[RefusedPassage] = list(embedded(library, server).refused)

    assert places_of([*refused[:1], *refused], 2) == [
        "rules/harbour.md, page 1",
        "rules/harbour.md, page 2",
        "4 passages more",
    ]


def test_the_command_names_document_and_place(tmp_path: Path, server: ModelServer) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "harbour.md").write_text(f"# Harbour\n\n## Houses\n\n{FORBIDDEN}\n\n## Lamps\n\n{TEXTS[0]}\n")
    file, screen = str(tmp_path / "belegg.db"), CliRunner()
    screen.invoke(app, ["ingest", "--library", file, str(notes)])
    hosted = ["--embedder", "openai", "--base-url", server.base_url, "--model", "m"]
    server.always(refusing("brothel"))

    shown = screen.invoke(app, ["embed", "--library", file, *hosted])
    record: Any = json.loads(screen.invoke(app, ["embed", "--library", file, "--json"]).stdout)

    assert shown.exit_code == 0
    assert "1 passage refused, found by words alone: " in shown.stdout
    assert "\n  notes/harbour.md, Houses\n" in shown.stdout
    assert [(one["source"], one["place"]) for one in record["refused"]] == [
        ("notes/harbour.md", "notes/harbour.md, Houses")
    ]
    assert record["whole"] is True
