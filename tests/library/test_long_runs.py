"""Runs that take their time: stopped and taken up again, watched, analysed again."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg.library.ingest import Wanted, ingest
from belegg.library.progress import Progress
from belegg.library.reanalyse import reanalyse
from belegg.library.settings import ANALYSER
from belegg.records import Terms
from belegg.testing import MemoryStore
from belegg.text.analysis import Analyser
from library.ingesting import ANYONE, Stopped, run, sources, stops_at, write


@pytest.mark.req("ING-12")
def test_what_a_stopped_run_has_stored_stays_and_the_next_run_does_the_rest(
    store: MemoryStore, tmp_path: Path
) -> None:
    many = tmp_path / "many"
    for n in range(250):
        write(many / f"{n:03}.md", f"# {n}\n\nNumber {n}.\n")

    with pytest.raises(Stopped):
        ingest(store, Analyser(), many, Wanted(), stops_at(100))
    assert len(sources(store)) == 100

    outcome = run(store, many)
    assert (outcome.unchanged, outcome.added, len(sources(store))) == (100, 150, 250)


def test_progress_counts_what_is_stored_and_ends_at_the_total(store: MemoryStore, notes: Path) -> None:
    seen: list[Progress] = []
    stored: list[int] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)
        stored.append(len(sources(store)))

    ingest(store, Analyser(), notes, Wanted(), watch)

    assert (seen[-1].done, seen[-1].total, seen[-1].detail) == (10, 10, "10 added")
    assert [progress.done for progress in seen] == stored


def test_a_run_is_told_at_once_before_anything_is_read(store: MemoryStore, notes: Path) -> None:
    seen: list[Progress] = []
    ingest(store, Analyser(), notes, Wanted(), seen.append)

    assert seen[0] == Progress("ingest", 0, 10)


def test_a_run_is_over_the_files_that_it_looked_at_and_says_what_came_since(
    store: MemoryStore, notes: Path
) -> None:
    """One file comes and one goes between the look and the reading; the count is right all the same."""
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        if not seen:
            write(notes / "late.md", "# Late\n\nA lamp that came late.\n")
            (notes / "note-9.md").unlink()
        seen.append(progress)

    outcome = ingest(store, Analyser(), notes, Wanted(), watch)

    assert (outcome.added, len(sources(store)), outcome.failures) == (9, 9, ())
    assert (seen[-1].done, seen[-1].total) == (9, 9)
    assert [note.text for note in outcome.notes] == ["1 file came while it ran; the next run takes what came"]
    assert run(store, notes).added == 1


@pytest.mark.req("LAN-2")
def test_analysing_again_gives_the_index_that_a_fresh_ingest_gives(store: MemoryStore, notes: Path) -> None:
    run(store, notes)

    def index() -> object:
        terms = ["en:lamp", "en:hall", "=3", "en:lamps-of-before"]
        with store.reading(ANYONE) as reader:
            return reader.document_frequencies(terms), reader.sequences(reader.matching(terms))

    fresh = index()
    old = Terms((), (), ("en:lamps-of-before",))
    store.replace_terms(
        lambda wanted: ((head.id, [old] * len(found)) for head, found in store.stored_passages(wanted))
    )
    with store.writing("an analyser of before") as writer:
        writer.set_setting(ANALYSER, "words 0")
    assert index() != fresh

    outcome = reanalyse(store, Analyser(), lambda progress: None)

    assert (outcome.documents, outcome.before, outcome.now) == (10, "words 0", Analyser().identity)
    assert store.settings()[ANALYSER] == Analyser().identity
    assert index() == fresh
