"""A library in a file and one in PostgreSQL, ingested apart from one another, give the same hits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from belegg import Library
from belegg.evaluation.golden import read_questions
from belegg.records import OWNER, Found, Mode, Scope
from belegg.stores.engine.store import EngineStore
from belegg.stores.sqlite import SqliteStore
from belegg.testing import FakeEmbedder
from belegg.testing.shelf import Shelf, reader_of

MODES: tuple[Mode, ...] = ("keyword", "vector", "hybrid")
LIMIT = 10


def filled(place: Path, store: EngineStore, company: Path) -> Shelf:
    """The demo company's documents under their access lists, with vectors."""
    Library(place, cast(Any, store)).ingest(company, access=company.with_name("company.access.tsv"))
    shelf = Shelf(store)
    shelf.embed(FakeEmbedder())
    return shelf


@pytest.fixture(scope="module")
def pair(
    tmp_path_factory: pytest.TempPathFactory, company: Path, postgres: Callable[[], str]
) -> Iterator[tuple[Shelf, Shelf]]:
    from belegg.stores.postgres import PostgresStore

    folder = tmp_path_factory.mktemp("two")
    with closing(SqliteStore(folder / "library.db")) as file, closing(PostgresStore(postgres())) as database:
        yield filled(folder / "library.db", file, company), filled(folder / "beside", database, company)


def seen(found: Found) -> list[tuple[str, float, float, str]]:
    return [(hit.passage.id, hit.score, hit.word_score, hit.snippet) for hit in found.hits]


@pytest.mark.req("FAC-5", "SEA-1")
@pytest.mark.parametrize("mode", MODES)
def test_a_file_and_a_database_give_each_asker_the_same_hits_in_the_same_order(
    pair: tuple[Shelf, Shelf], company: Path, mode: Mode
) -> None:
    questions = read_questions(company.with_name("company.golden.jsonl"))

    for question in questions:
        for scope in (Scope(OWNER), reader_of("everyone", "engineering", "support")):
            file, database = (shelf.search(question.text, scope, LIMIT, mode=mode) for shelf in pair)

            assert (database.mode, seen(database)) == (mode, seen(file)), question.text
