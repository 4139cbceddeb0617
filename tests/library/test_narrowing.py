"""A right that is taken away is taken away at once, whatever else writes, and nobody's change undoes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from belegg import Library
from belegg.library.ingest import Wanted, ingest
from belegg.library.packs import define
from belegg.library.progress import Progress
from belegg.records import Pack
from belegg.stores.engine.writer import EngineWriter
from belegg.stores.sqlite import SqliteStore
from belegg.testing import MemoryStore
from belegg.text.analysis import Analyser
from library.ingesting import groups, heads, rules, run, sources, write
from library.packing import OWNERS, found, pack_file

pytestmark = pytest.mark.req("FAC-6", "PAC-1")

EVERYONE = frozenset({"everyone"})
STAFF = groups("everyone", "staff")


class Overtaken(SqliteStore):
    """A store in which somebody else always writes just before this one may."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.other: Callable[[], object] | None = None

    def overtake(self) -> None:
        other, self.other = self.other, None
        if other:
            other()

    @contextmanager
    def narrowing(self, purpose: str) -> Iterator[EngineWriter]:
        self.overtake()
        with super().narrowing(purpose) as writer:
            yield writer

    @contextmanager
    def writing(self, purpose: str) -> Iterator[EngineWriter]:
        self.overtake()
        with super().writing(purpose) as writer:
            yield writer

    @contextmanager
    def ingesting(self, purpose: str) -> Iterator[None]:
        self.overtake()
        with super().ingesting(purpose):
            yield


@pytest.fixture
def handbook(library: Library, wiki: Path, tmp_path: Path) -> Library:
    """A library with a pack that whoever has signed in reads."""
    library.add_pack(pack_file(tmp_path, 'name = "wiki"\naccess = ["everyone"]'))
    library.ingest(wiki, pack="wiki")
    return library


CHANGES: dict[str, Callable[[Library], object]] = {
    "description": lambda library: library.set_pack("wiki", "description", "How we work"),
    "stemmer": lambda library: library.set_pack("wiki", "stemmer", "none"),
    "on": lambda library: library.turn("wiki", True),
    "rebuild": lambda library: library.rebuild_pack("wiki"),
    "undo": lambda library: library.undo_words("wiki"),
    "accept": lambda library: library.accept_words("wiki", 1),
    "accept by words": lambda library: library.accept_words(
        "wiki", library.suggestions("wiki", OWNERS)[0].group.words
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_a_pack_does_not_undo_a_withdrawal_that_came_before_it(
    handbook: Library, change: str
) -> None:
    document = handbook.document("silent.md", OWNERS)
    for asked in ("radiator", "gullfisk"):
        handbook.remember_rewording(asked, "ovnene", document.id, OWNERS)
    handbook.accept_words("wiki", 1)
    store = Overtaken(handbook.path)
    store.other = lambda: handbook.set_pack("wiki", "access", ["hr"])

    CHANGES[change](Library(handbook.path, store))

    assert handbook.store.packs()["wiki"].access == frozenset({"hr"})
    assert found(handbook, "ovnene", STAFF) == []


def test_two_who_accept_words_at_once_both_have_their_say(handbook: Library) -> None:
    document = handbook.document("silent.md", OWNERS)
    for asked in ("radiator", "gullfisk"):
        handbook.remember_rewording(asked, "ovnene", document.id, OWNERS)
    store = Overtaken(handbook.path)
    store.other = lambda: handbook.accept_words("wiki", 1)

    Library(handbook.path, store).accept_words("wiki", 2)

    assert len(handbook.store.packs()["wiki"].synonyms) == 2


def test_a_right_is_taken_away_while_an_index_is_built(handbook: Library) -> None:
    done: list[str] = []

    def step(name: str) -> None:
        if name == "after commit" and not done:
            done.append(name)
            handbook.set_pack("wiki", "access", [])
            handbook.turn("wiki", False)
            assert found(handbook, "ovnene", STAFF) == []

    building = SqliteStore(handbook.path, wait_s=0, step=step)
    Library(handbook.path, building).rebuild_pack("wiki")

    pack = handbook.store.packs()["wiki"]
    assert (done, pack.access, pack.on) == (["after commit"], frozenset(), False)
    assert sources_of(handbook) == []
    handbook.turn("wiki", True)
    assert found(handbook, "ovnene") == ["wiki/silent.md"]


def sources_of(library: Library) -> list[str]:
    return [head.source for head in library.documents(STAFF) if head.source == "wiki/silent.md"]


def test_a_pack_is_closed_while_files_are_read_and_what_comes_then_is_closed_too(
    store: MemoryStore, notes: Path
) -> None:
    define(store, "documents", lambda before: Pack("documents", access=EVERYONE))

    def close(progress: Progress) -> None:
        define(store, "documents", lambda before: Pack("documents", access=frozenset()))

    outcome = ingest(store, Analyser(), notes, Wanted(), close)

    assert len(heads(store)) == 10
    assert sources(store, STAFF) == []
    assert any("was changed while this ran" in note.text for note in outcome.notes)


def test_what_new_rules_open_is_not_opened_by_a_run_that_was_overtaken(
    store: MemoryStore, notes: Path, tmp_path: Path
) -> None:
    run(store, notes, rules=rules(tmp_path, "\thr\n"))

    def close(progress: Progress) -> None:
        define(store, "documents", lambda before: Pack("documents", access=frozenset({"board"})))

    ingest(store, Analyser(), notes, Wanted(rules=rules(tmp_path, "\teveryone\n")), close)
    assert sources(store, STAFF) == []

    run(store, notes)
    assert len(sources(store, STAFF)) == 10


def test_a_file_that_could_not_be_read_before_comes_in_under_what_holds_now(
    store: MemoryStore, notes: Path
) -> None:
    define(store, "documents", lambda before: Pack("documents", access=EVERYONE))
    write(notes / "broken.md", "").write_bytes(b"\x89PNG\r\n\x1a\n a picture by mistake")

    def close(progress: Progress) -> None:
        define(store, "documents", lambda before: Pack("documents", access=frozenset()))

    ingest(store, Analyser(), notes, Wanted(), close)

    with store.reading(STAFF) as reader:
        assert list(reader.reports()) == []
