"""Which root and pack a folder belongs to: of one name, in two packs, moved, inside another."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg.testing import MemoryStore
from library.ingesting import heads, run, sources, write


@pytest.mark.req("ING-1")
def test_two_folders_with_the_same_name_and_files_are_two_roots(store: MemoryStore, tmp_path: Path) -> None:
    for place in ("north", "south"):
        write(tmp_path / place / "docs" / "a.md", f"# A\n\nThe {place} office.\n")
        outcome = run(store, tmp_path / place / "docs")

    assert sources(store) == ["docs/a.md", "docs~2/a.md"]
    assert "is called `docs~2`" in outcome.notes[0].text
    assert run(store, tmp_path / "north" / "docs").root == "docs"


@pytest.mark.req("ING-1")
def test_one_folder_in_two_packs_is_two_sets_of_documents(store: MemoryStore, notes: Path) -> None:
    run(store, notes, pack="one")
    run(store, notes, pack="two")

    assert sorted({(h.pack, h.source.partition("/")[0]) for h in heads(store)}) == [
        ("one", "notes"),
        ("two", "notes~2"),
    ]
    assert (run(store, notes, pack="two").unchanged, run(store, notes, pack="one").unchanged) == (10, 10)


def test_a_run_without_a_pack_keeps_the_one_that_the_root_has(store: MemoryStore, notes: Path) -> None:
    run(store, notes, pack="one")

    assert run(store, notes).pack == "one"
    assert len(sources(store)) == 10


def test_a_folder_that_moved_keeps_its_name_and_is_not_read_again(
    store: MemoryStore, notes: Path, tmp_path: Path
) -> None:
    run(store, notes)
    moved = tmp_path / "elsewhere" / "notes"
    moved.parent.mkdir()
    notes.rename(moved)

    outcome = run(store, moved)

    assert (outcome.root, outcome.unchanged, outcome.location) == ("notes", 10, str(moved))
    assert "which is gone" in outcome.notes[0].text


def test_a_folder_inside_a_root_belongs_to_it(store: MemoryStore, notes: Path) -> None:
    write(notes / "deep" / "a.md", "# A\n\nDeep.\n")
    run(store, notes)
    write(notes / "deep" / "b.md", "# B\n\nDeeper.\n")
    (notes / "note-0.md").unlink()

    outcome = run(store, notes / "deep")

    assert (outcome.root, outcome.added, outcome.removed) == ("notes", 1, 0)
    assert "notes/deep/b.md" in sources(store)
    assert len(sources(store)) == 12


def test_a_folder_around_a_known_root_is_told_to_hold_it_twice(store: MemoryStore, notes: Path) -> None:
    run(store, notes)

    outcome = run(store, notes.parent)

    assert len(sources(store)) == 20
    assert "`notes` lies in it" in outcome.notes[0].text
