"""What becomes of documents whose files are gone, and when a run stops to ask."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from belegg.errors import BadInput
from belegg.testing import MemoryStore
from library.ingesting import run, sources, text_of, write


@pytest.mark.req("ING-12")
def test_a_removed_file_is_not_searched_and_its_text_stays_readable(store: MemoryStore, notes: Path) -> None:
    run(store, notes)
    (notes / "note-9.md").unlink()

    assert run(store, notes).removed == 1
    assert "notes/note-9.md" not in sources(store)
    assert text_of(store, "notes/note-9.md") is not None
    assert run(store, notes).removed == 0


@pytest.mark.req("ING-12")
def test_a_folder_that_shows_no_file_removes_nothing_and_says_so(store: MemoryStore, notes: Path) -> None:
    run(store, notes)
    shutil.rmtree(notes)
    notes.mkdir()

    outcome = run(store, notes)

    assert (outcome.removed, len(sources(store))) == (0, 10)
    assert "stay as they are" in outcome.notes[0].text


@pytest.mark.req("ING-12")
def test_a_missing_folder_is_an_error_and_removes_nothing(store: MemoryStore, notes: Path) -> None:
    run(store, notes)
    shutil.rmtree(notes)

    with pytest.raises(BadInput, match="No such file"):
        run(store, notes)
    assert len(sources(store)) == 10


@pytest.mark.req("ING-12")
def test_a_run_that_would_remove_a_fifth_stops_before_it_changes_anything(
    store: MemoryStore, notes: Path
) -> None:
    run(store, notes)
    write(notes / "new.md", "# New\n\nA new note.\n")
    for n in range(3):
        (notes / f"note-{n}.md").unlink()

    with pytest.raises(BadInput, match="--allow-removals"):
        run(store, notes)
    assert len(sources(store)) == 10

    assert run(store, notes, allow_removals=True).removed == 3
    assert len(sources(store)) == 8


@pytest.mark.req("ING-12")
def test_in_a_folder_of_less_than_ten_documents_a_share_says_nothing(
    store: MemoryStore, tmp_path: Path
) -> None:
    for n in range(9):
        write(tmp_path / "few" / f"note-{n}.md", f"# Note {n}\n\nThe kettle is blue.\n")
    run(store, tmp_path / "few")
    for n in range(5):
        (tmp_path / "few" / f"note-{n}.md").unlink()

    assert run(store, tmp_path / "few").removed == 5


@pytest.mark.req("ING-12")
def test_one_file_alone_removes_nothing_beside_it(store: MemoryStore, notes: Path) -> None:
    run(store, notes)
    for n in range(5):
        (notes / f"note-{n}.md").unlink()

    outcome = run(store, notes / "note-7.md")

    assert (outcome.unchanged, outcome.removed) == (1, 0)
