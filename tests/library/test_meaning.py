"""Searching by meaning in a library's own file: models are opened once, floors are kept, commands tell it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import pytest
from typer.testing import CliRunner

from belegg.errors import BadSetting, UnknownDocument
from belegg.library.library import Library
from belegg.library.meaning import GATE
from belegg.records import OWNER, EmbeddedPassage, Mode, Principal, Scope
from belegg.records.gate import EVERY, Floor, Gate
from belegg.seams import Embedder
from belegg.serving.cli.commands import app
from belegg.testing import FakeEmbedder

EVERYTHING = Scope(OWNER)
PAGES = {
    "dismissal.md": "# Dismissal\n\nWhoever is dismissed may go to court.\n",
    "leave.md": "# Leave\n\nEvery employee has leave in summer.\n",
}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Two pages with vectors."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for name, text in PAGES.items():
        (folder / name).write_text(text, encoding="utf-8")
    with Library.open(tmp_path / "library.db", create=True) as opened:
        opened.ingest(folder)
        embed(opened, embedder())
        yield opened


def embedder() -> FakeEmbedder:
    return FakeEmbedder(means={"sacked": "dismissed"})


def embed(library: Library, model: FakeEmbedder) -> None:
    with library.store.writing("test") as writer:
        writer.begin_vectors(model.id, model.dimension, "int8", bytes(4 * model.dimension))
    lacking = library.store.without_vectors(model.id, 100)
    rows = [
        EmbeddedPassage(one.key, [blake2b(one.passage.text.encode(), digest_size=16).digest()], [vector])
        for one, vector in zip(lacking, model.passages([o.passage.text for o in lacking]), strict=True)
    ]
    with library.store.writing("test") as writer:
        writer.add_vectors(model.id, rows)


def with_gate(library: Library, value: float) -> None:
    floor = Floor(EVERY, EVERY, value, True, 50, 50, embedder().id, "1")
    with library.store.writing("test") as writer:
        writer.set_setting(GATE, Gate((floor,)).to_json())


@pytest.mark.req("HYB-1")
def test_the_embedder_is_opened_at_the_first_question_that_needs_it_and_kept(library: Library) -> None:
    opened: list[FakeEmbedder] = []

    def open_it() -> Embedder:
        opened.append(embedder())
        return opened[-1]

    library.use_models(embedder=open_it)
    library.search("dismissed", EVERYTHING, mode="keyword")
    library.check('The page says "Whoever is dismissed may go to court."', EVERYTHING)
    assert opened == []
    found = [library.search("I was sacked", EVERYTHING) for _ in range(2)]

    assert [(f.mode, f.hits[0].document.source) for f in found] == [("hybrid", "pages/dismissal.md")] * 2
    assert len(opened) == 1


@pytest.mark.req("HYB-2")
def test_a_fusion_that_nobody_knows_is_refused(library: Library) -> None:
    with pytest.raises(BadSetting, match="`best` is no fusion"):
        library.search("dismissed", EVERYTHING, fusion="best")


@pytest.mark.req("HYB-6")
def test_the_floors_that_were_calibrated_are_kept_in_the_library(library: Library) -> None:
    library.use_models(embedder=embedder)
    with_gate(library, 0.9)

    found = library.search("zebra crossing", EVERYTHING)
    answer = library.ask("Which zebra is crossing?", EVERYTHING)

    assert found.hits == ()
    assert answer.sentences if hasattr(answer, "sentences") else answer.reason == "not_covered"


@pytest.mark.req("HYB-10")
def test_what_is_like_a_document_is_told_by_the_library(library: Library) -> None:
    found = library.similar("leave.md", EVERYTHING)

    assert (found.by, [hit.document.source for hit in found.hits]) == ("vectors", ["pages/dismissal.md"])
    with pytest.raises(UnknownDocument):
        library.similar("leave.md", Scope(Principal.signed_in("x", ["all"])))


@pytest.mark.req("HYB-10", "FAC-1")
@pytest.mark.parametrize("given", ["leave.md", None])
def test_the_command_similar_tells_a_document_and_a_passage(library: Library, given: str | None) -> None:
    passage = library.search("leave", EVERYTHING, mode="keyword").hits[0].passage.id
    library.store.close()

    ran = CliRunner().invoke(app, ["similar", given or passage, "--json", "--library", str(library.path)])

    printed = json.loads(ran.stdout)
    assert (printed["source"], printed["passage"]) == ("pages/leave.md", None if given else passage)
    assert [hit["source"] for hit in printed["hits"]][:1] == ["pages/dismissal.md"]
    shown = CliRunner().invoke(app, ["similar", "leave.md", "--library", str(library.path)]).stdout
    assert "cosine 0." in shown


@pytest.mark.req("HYB-1", "FAC-1")
def test_the_command_search_says_which_mode_it_used(library: Library) -> None:
    library.store.close()
    call = ["search", "dismissed", "--json", "--library", str(library.path)]

    printed = [
        json.loads(CliRunner().invoke(app, [*call, "--mode", m]).stdout) for m in ("hybrid", "keyword")
    ]

    assert [one["mode"] for one in printed] == ["keyword", "keyword"]
    assert [[note["stage"] for note in one["notes"]] for one in printed] == [["vectors"], []]


@pytest.mark.req("HYB-2")
@pytest.mark.parametrize("mode", ["keyword", "vector"])
def test_a_fusion_beside_a_mode_of_one_arm_is_refused(library: Library, mode: Mode) -> None:
    with pytest.raises(BadSetting, match=f"mode `{mode}` has one of them"):
        library.search("dismissed", EVERYTHING, mode=mode, fusion="sum")
