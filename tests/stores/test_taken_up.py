"""A new index that was stopped is gone on with: what was analysed is not analysed again, what changed is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from belegg.records import DocumentId, Terms, document_id
from belegg.stores.engine.sizes import Sizes
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming
from stores.stocked import EVERYTHING, analysing, put

pytestmark = pytest.mark.req("PAC-1", "ING-12")

SMALL = Sizes(most_fresh=2, inverted=3, merged=2, smallest_tier=4, analysed=2)
PACKS = ("others", "documents")  # of every second document


class Interrupted(Exception):
    """What a step raises here in the place of the end of the process."""


def stopping_at(step: str, occurrence: int) -> Callable[[str], None]:
    seen = 0

    def reached(name: str) -> None:
        nonlocal seen
        seen += name == step
        if name == step and seen == occurrence:
            raise Interrupted(step)

    return reached


def filled(path: Path) -> None:
    store = SqliteStore(path, sizes=SMALL)
    put(store, *(incoming(f"r/{n}", f"word{n} word", "more", pack=PACKS[n % 2]) for n in range(8)))
    store.close()


def stopped(path: Path, step: str, occurrence: int, packs: Sequence[str] | None = None) -> None:
    """An analysis named `nb` that ends at a step."""
    store = SqliteStore(path, sizes=SMALL, step=stopping_at(step, occurrence))
    with pytest.raises(Interrupted):
        store.replace_terms(analysing(store, "nb"), "nb", packs)
    store.close()


def gone_on_with(store: SqliteStore, name: str = "nb", packs: Sequence[str] | None = None) -> list[str]:
    """The sources that are analysed when the index is built again."""
    analysed: list[str] = []

    def analyse(wanted: Sequence[DocumentId]) -> Iterator[tuple[DocumentId, list[Terms]]]:
        with store.reading(EVERYTHING) as reader:
            heads = [reader.head(document) for document in wanted]
            analysed.extend(head.source for head in heads if head)
        yield from analysing(store, "nb")(wanted)  # type: ignore[misc]

    store.replace_terms(analyse, name, packs)
    assert [check.name for check in store.health() if not check.sound] == []
    return analysed


def held(store: SqliteStore, *terms: str) -> list[int]:
    with store.reading(EVERYTHING) as reader:
        return [len(reader.matching([term])) for term in terms]


def test_what_was_analysed_before_the_stop_is_not_analysed_again(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    filled(path)
    stopped(path, "documents analysed", 4)

    store = SqliteStore(path, sizes=SMALL)
    assert held(store, "en:word", "no:word") == [8, 0]
    assert gone_on_with(store) == [f"r/{n}" for n in range(3, 8)]

    assert held(store, "en:word", "no:word", "=word0", "=word7") == [0, 8, 1, 1]
    assert gone_on_with(store) == [f"r/{n}" for n in range(8)]


def test_an_index_of_another_name_or_of_none_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    filled(path)
    stopped(path, "documents analysed", 4)

    store = SqliteStore(path, sizes=SMALL)
    assert len(gone_on_with(store, "another")) == 8
    stopped(path, "documents analysed", 4)
    assert len(gone_on_with(store, "")) == 8


@pytest.mark.parametrize("occurrence", [1, 3, 5])
@pytest.mark.parametrize("step", ["documents analysed", "postings rebuilt", "index swapped"])
@pytest.mark.parametrize("packs", [None, ("others",)])
def test_documents_that_changed_since_the_stop_are_analysed_as_they_are_now(
    tmp_path: Path, packs: tuple[str, ...] | None, step: str, occurrence: int
) -> None:
    path = tmp_path / "library.db"
    filled(path)
    stopped(path, step, occurrence if step != "index swapped" and packs is None else 1, packs)
    store = SqliteStore(path, sizes=SMALL)
    put(
        store,
        incoming("r/1", "other"),
        incoming("r/2", "other words", pack="others"),
        incoming("r/new", "word"),
    )
    with store.writing("test") as writer:
        writer.retire(document_id("others", "r/4"))
        writer.retire(document_id("documents", "r/5"))

    analysed = gone_on_with(store, packs=packs)

    assert {"r/1", "r/2", "r/new"} <= set(analysed)
    assert not {"r/4", "r/5"} & set(analysed)
    old = 2 if packs else 0  # r/3 and r/7 kept their terms
    assert held(store, "en:word", "no:word", "no:other", "en:other") == [old, 5 - old, 2, 0]


@pytest.mark.parametrize("occurrence", [1, 3])
def test_a_stop_while_terms_are_copied_begins_anew(tmp_path: Path, occurrence: int) -> None:
    path = tmp_path / "library.db"
    filled(path)
    stopped(path, "passages copied", occurrence, ("others",))

    store = SqliteStore(path, sizes=SMALL)
    assert gone_on_with(store, packs=("others",)) == ["r/0", "r/2", "r/4", "r/6"]

    assert held(store, "en:word", "no:word") == [4, 4]


@pytest.mark.req("FAC-5")
def test_what_is_forgotten_in_between_is_on_neither_side(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    filled(path)
    stopped(path, "postings rebuilt", 1)
    store = SqliteStore(path, sizes=SMALL)
    store.forget(document_id("documents", "r/3"))

    assert b"word3" not in path.read_bytes()
    assert len(gone_on_with(store)) == 7
    assert held(store, "no:word", "=word3") == [7, 0]
