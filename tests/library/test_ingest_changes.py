"""What is new, changed, unchanged or unreadable in a folder, and how its files are read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from belegg.library.settings import Reading
from belegg.records import Document, Report
from belegg.seams import Incoming
from belegg.testing import MemoryStore
from library.ingesting import ANYONE, heads, run, text_of, write
from plain_pdf import line, one_page


@pytest.mark.req("ING-12")
def test_a_second_run_over_the_same_files_reads_nothing(store: MemoryStore, notes: Path) -> None:
    first = run(store, notes)
    # Other bytes behind the same size and time: a run that opened the file would take them in.
    note = notes / "note-3.md"
    modified_ns = note.stat().st_mtime_ns
    write(note, note.read_text().replace("hall", "barn"))
    os.utime(note, ns=(modified_ns, modified_ns))
    second = run(store, notes)

    assert (first.added, first.unchanged) == (10, 0)
    assert (second.added, second.changed, second.unchanged, second.removed) == (0, 0, 10, 0)
    assert {head.version for head in heads(store)} == {1}
    assert "hall" in (text_of(store, "notes/note-3.md") or "")


@pytest.mark.req("ING-12")
def test_a_file_with_a_new_time_and_the_same_bytes_is_unchanged(store: MemoryStore, notes: Path) -> None:
    run(store, notes)
    os.utime(notes / "note-3.md", ns=(1, 1))

    assert (run(store, notes).unchanged, heads(store)[3].version) == (10, 1)
    assert store.known("notes")["notes/note-3.md"].modified_ns == 1


@pytest.mark.req("ING-12")
def test_a_changed_file_is_a_new_version_and_the_old_one_stays_readable(
    store: MemoryStore, notes: Path
) -> None:
    run(store, notes)
    write(notes / "note-3.md", "# Note 3\n\nThe lamp was sold.\n")

    outcome = run(store, notes)

    assert (outcome.changed, outcome.unchanged) == (1, 9)
    assert "sold" in (text_of(store, "notes/note-3.md") or "")
    assert "stands in the hall" in (text_of(store, "notes/note-3.md", version=1) or "")


@pytest.mark.req("ING-1")
def test_the_same_folder_gives_the_same_documents_in_another_library(notes: Path) -> None:
    one, other = MemoryStore(), MemoryStore()
    run(one, notes)
    run(other, notes)

    assert [(h.id, h.sha256, h.passages) for h in heads(one)] == [
        (h.id, h.sha256, h.passages) for h in heads(other)
    ]


@pytest.mark.req("ING-12")
def test_a_document_of_an_older_reader_is_read_again(store: MemoryStore, notes: Path) -> None:
    run(store, notes)
    kept = store.known("notes")["notes/note-0.md"]
    before = Document(kept.document, kept.source, "documents", "Note 0", text="as an older reader saw it")
    report = Report(kept.source, "markdown 0")
    with store.writing("a library of an earlier Belegg") as writer:
        writer.add(Incoming(before, (), (), (), report, kept.sha256, None, kept.size_bytes, kept.modified_ns))

    assert run(store, notes).changed == 1
    assert "stands in the hall" in (text_of(store, "notes/note-0.md") or "")


@pytest.mark.req("ING-2")
def test_another_profile_cuts_every_document_anew(store: MemoryStore, tmp_path: Path) -> None:
    folder = tmp_path / "book"
    write(folder / "a.md", "\n\n".join(f"## Part {n}\n\n" + "A sentence of the part. " * 5 for n in range(6)))
    run(store, folder)
    before = heads(store)[0].passages

    outcome = run(store, folder, reading=Reading(profile="sections"))

    assert (before, outcome.changed) == (6, 1)
    assert run(store, folder, reading=Reading(profile="sections")).unchanged == 1


@pytest.mark.req("LAN-1")
def test_a_language_that_the_caller_states_is_not_told_from_the_text(
    store: MemoryStore, tmp_path: Path
) -> None:
    folder = tmp_path / "short"
    write(folder / "a.md", "Alt er klart.\n")

    run(store, folder, reading=Reading(language="nb"))

    with store.reading(ANYONE) as reader:
        assert [p.language for p in reader.passages_of(heads(store)[0].id)] == ["nb"]


def test_originals_are_kept_unless_the_caller_says_no(store: MemoryStore, tmp_path: Path) -> None:
    kept, left = tmp_path / "kept", tmp_path / "left"
    write(kept / "a.md", "# A\n\nText.\n")
    write(left / "a.md", "# A\n\nText.\n")
    run(store, kept)
    run(store, left, reading=Reading(originals=False))

    with store.reading(ANYONE) as reader:
        assert [reader.original(head.id) for head in reader.heads()] == [b"# A\n\nText.\n", None]


def test_the_library_itself_is_no_document(store: MemoryStore, notes: Path) -> None:
    for name in ("belegg.db", "belegg.db-wal"):
        (notes / name).write_bytes(b"SQLite format 3\0")

    outcome = run(store, notes, library=notes / "belegg.db")

    assert ([s.reason for s in outcome.skipped], outcome.failures) == (["the library itself"] * 2, ())


@pytest.mark.req("ING-13")
def test_a_file_that_cannot_be_read_is_kept_with_its_reason_and_tried_again(
    store: MemoryStore, notes: Path
) -> None:
    broken = notes / "broken.pdf"
    broken.write_bytes(b"not a page of it")

    first = run(store, notes)
    second = run(store, notes)

    assert [(r.source, r.error) for r in first.failures] == [("notes/broken.pdf", "Damaged")]
    assert [r.source for r in second.failures] == ["notes/broken.pdf"]
    with store.reading(ANYONE) as reader:
        assert next(iter(reader.reports()))[1].failed

    broken.write_bytes(one_page(line("Now it can be read.")))
    assert run(store, notes).failures == ()
    with store.reading(ANYONE) as reader:
        assert not any(report.failed for _, report in reader.reports())


@pytest.mark.req("ING-13")
def test_a_changed_file_that_can_no_longer_be_read_keeps_its_earlier_text(
    store: MemoryStore, notes: Path
) -> None:
    run(store, notes)
    (notes / "note-1.md").write_bytes(b"\x00\x01\x02\x03" * 50)

    outcome = run(store, notes)

    assert [r.source for r in outcome.failures] == ["notes/note-1.md"]
    assert "lamp number 1" in (text_of(store, "notes/note-1.md") or "")
