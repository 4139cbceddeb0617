from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import ModelError, ModelRefused
from belegg.library.embedding import EmbeddingRun, embed
from belegg.library.progress import Progress, nobody
from belegg.models.processes import InThreads
from belegg.records import OWNER, Scope
from belegg.seams import Store
from belegg.stores.sqlite import SqliteStore
from belegg.testing import FakeEmbedder, MemoryStore, incoming

EVERYTHING = Scope(OWNER)
RULES = ("the employee is dismissed", "lamps are green", "holidays last five weeks")


@pytest.fixture(params=["memory", "sqlite"])
def stocked(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "library.db")
    put(made, "rules.md", *RULES)
    yield made
    made.close()


def put(store: Store, source: str, *texts: str) -> None:
    with store.writing("test") as writer:
        writer.add(incoming(source, *texts, title="Handbook"))


def run(store: Store, embedder: FakeEmbedder, watch: list[Progress] | None = None) -> EmbeddingRun:
    with InThreads(embedder, 1) as workers:
        told = nobody if watch is None else watch.append
        return embed(store, embedder, workers, told, mean=lambda: bytes(4 * embedder.dimension))


def nearest(store: Store, embedder: FakeEmbedder, question: str) -> str:
    (vector,) = embedder.queries([question])
    with store.reading(EVERYTHING) as reader:
        best = reader.by_vector(vector, 1)
        return reader.passages([one.key for one in best])[0].text


def embedded(store: Store) -> tuple[str | None, int, int]:
    with store.reading(EVERYTHING) as reader:
        found = reader.embedded()
        return found.model, found.passages, found.of


@pytest.mark.req("HYB-4")
def test_a_passage_is_found_by_what_it_means(stocked: Store) -> None:
    embedder = FakeEmbedder(means={"sacked": "dismissed"})

    outcome = run(stocked, embedder)

    assert (outcome.passages, outcome.windows, outcome.whole, outcome.serves) == (3, 3, True, True)
    assert nearest(stocked, embedder, "sacked") == RULES[0]


def test_headings_are_embedded_with_the_text(stocked: Store) -> None:
    embedder = FakeEmbedder()

    run(stocked, embedder)

    assert embedder.embedded[0] == f"Handbook\n{RULES[0]}"


def test_a_second_run_embeds_what_is_new_and_nothing_else(stocked: Store) -> None:
    embedder = FakeEmbedder()
    run(stocked, embedder)
    put(stocked, "more.md", "bicycles stand in the yard")
    embedder.embedded.clear()

    outcome = run(stocked, embedder)

    assert embedder.embedded == ["Handbook\nbicycles stand in the yard"]
    assert (outcome.passages, outcome.of, outcome.passages_in_all) == (1, 4, 4)


def test_a_document_that_changed_in_one_place_is_embedded_there(stocked: Store) -> None:
    embedder = FakeEmbedder()
    run(stocked, embedder)
    put(stocked, "rules.md", RULES[0], "lamps are blue now", RULES[2])
    embedder.embedded.clear()

    outcome = run(stocked, embedder)

    assert embedder.embedded == ["Handbook\nlamps are blue now"]
    assert (outcome.passages, outcome.reused) == (3, 2)
    assert embedded(stocked) == (embedder.id, 3, 3)


def test_the_same_words_in_two_places_are_embedded_once(stocked: Store) -> None:
    put(stocked, "copy.md", *RULES)
    embedder = FakeEmbedder()

    run(stocked, embedder)

    assert len(embedder.embedded) == len(RULES)
    assert embedded(stocked) == (embedder.id, 6, 6)


def test_what_was_embedded_before_a_failure_is_kept_and_the_next_run_goes_on(stocked: Store) -> None:
    put(stocked, "more.md", *(f"note number {n} on something" for n in range(40)))
    embedder = FakeEmbedder(failing=ModelRefused("the server is gone"), fails_after=30)
    with pytest.raises(ModelRefused):
        run(stocked, embedder)
    _, kept, _ = embedded(stocked)
    embedder.failing = None
    already = len(embedder.embedded)

    run(stocked, embedder)

    assert 0 < kept < 43
    assert embedded(stocked) == (embedder.id, 43, 43)
    assert len(embedder.embedded) - already == 43 - kept


@pytest.mark.req("HYB-3")
def test_another_model_is_built_beside_the_one_that_serves_and_takes_its_place_when_whole(
    stocked: Store,
) -> None:
    old, new = FakeEmbedder("test/old", 16), FakeEmbedder("test/new", 32)
    run(stocked, old)
    new.failing = ModelRefused("not now")
    with pytest.raises(ModelError):
        run(stocked, new)
    while_building = embedded(stocked)
    new.failing = None

    run(stocked, new)

    assert while_building == (old.id, 3, 3)
    assert embedded(stocked) == (new.id, 3, 3)
    assert [model.id for model in stocked.vector_models()] == [new.id]


def test_progress_counts_passages_up_to_all_of_them(stocked: Store) -> None:
    told: list[Progress] = []

    run(stocked, FakeEmbedder(), told)

    assert [(one.done, one.total) for one in (told[0], told[-1])] == [(0, 3), (3, 3)]


def test_settings_are_remembered_at_first_and_when_whole(stocked: Store) -> None:
    embedder = FakeEmbedder(failing=ModelRefused("not now"))
    wished, fulfilled = {"wished": "fake"}, {"wished": "", "embedder": "fake"}

    def tried() -> None:
        with InThreads(embedder, 1) as workers:
            embed(
                stocked,
                embedder,
                workers,
                nobody,
                mean=lambda: bytes(4 * embedder.dimension),
                at_first=wished,
                when_whole=fulfilled,
            )

    with pytest.raises(ModelRefused):
        tried()
    after_failure = dict(stocked.settings())
    embedder.failing = None
    tried()

    assert after_failure["wished"] == "fake"
    assert "embedder" not in after_failure
    assert stocked.settings()["embedder"] == "fake"
    assert stocked.settings()["wished"] == ""
