"""Bringing folders in: what is new, changed, gone, broken, and who may read it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from belegg.errors import BadInput
from belegg.library.ingest import Ingested, Wanted, ingest
from belegg.library.progress import Progress
from belegg.library.reanalyse import reanalyse
from belegg.library.settings import ANALYSER, Reading
from belegg.records import OWNER, Document, DocumentHead, Principal, Report, Scope, document_id
from belegg.sources.access import AccessRules
from belegg.testing import MemoryStore
from belegg.text.analysis import Analyser

ANYONE = Scope(OWNER)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder of ten notes, so that one of them is no large part."""
    folder = tmp_path / "notes"
    for n in range(10):
        write(folder / f"note-{n}.md", f"# Note {n}\n\nThe lamp number {n} stands in the hall.\n")
    return folder


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def run(store: MemoryStore, path: Path, **wanted: object) -> Ingested:
    return ingest(store, Analyser(), path, Wanted(**wanted))  # type: ignore[arg-type]


def heads(store: MemoryStore, scope: Scope = ANYONE) -> list[DocumentHead]:
    with store.reading(scope) as reader:
        return list(reader.heads())


def sources(store: MemoryStore, scope: Scope = ANYONE) -> list[str]:
    return [head.source for head in heads(store, scope)]


def text_of(store: MemoryStore, source: str, version: int | None = None) -> str | None:
    with store.reading(ANYONE) as reader:
        text = reader.text(document_id("documents", source), version)
    return text.text if text else None


def groups(*names: str) -> Scope:
    return Scope(Principal("test", frozenset(names)))


def rules(tmp_path: Path, text: str) -> AccessRules:
    return AccessRules.read(write(tmp_path / "rules.tsv", text))


# ---------------------------------------------------------------- new, changed, unchanged


@pytest.mark.req("ING-12")
def test_a_second_run_over_the_same_files_reads_nothing(store: MemoryStore, notes: Path) -> None:
    first = run(store, notes)
    second = run(store, notes)

    assert (first.added, first.unchanged) == (10, 0)
    assert (second.added, second.changed, second.unchanged, second.removed) == (0, 0, 10, 0)
    assert {head.version for head in heads(store)} == {1}


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
    with store.writing("a library of an earlier Belegg") as writer:
        writer.add(incoming_of(before, kept.sha256, kept.size_bytes, kept.modified_ns, reader="markdown 0"))

    assert run(store, notes).changed == 1
    assert "stands in the hall" in (text_of(store, "notes/note-0.md") or "")


def incoming_of(document: Document, sha256: str, size_bytes: int, modified_ns: int, reader: str):  # type: ignore[no-untyped-def]
    from belegg.seams import Incoming

    return Incoming(
        document, (), (), (), Report(document.source, reader), sha256, None, size_bytes, modified_ns
    )


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


# ---------------------------------------------------------------- failed


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

    broken.unlink()
    write(notes / "broken.pdf.md", "# Whole\n\nNow it can be read.\n")
    assert run(store, notes).failures == ()


@pytest.mark.req("ING-13")
def test_a_changed_file_that_can_no_longer_be_read_keeps_its_earlier_text(
    store: MemoryStore, notes: Path
) -> None:
    run(store, notes)
    (notes / "note-1.md").write_bytes(b"\x00\x01\x02\x03" * 50)

    outcome = run(store, notes)

    assert [r.source for r in outcome.failures] == ["notes/note-1.md"]
    assert "lamp number 1" in (text_of(store, "notes/note-1.md") or "")


# ---------------------------------------------------------------- gone


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


# ---------------------------------------------------------------- roots and packs


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


# ---------------------------------------------------------------- access


@pytest.mark.req("FAC-6", "ING-3")
def test_rules_decide_who_finds_a_document_and_no_rule_is_nobody(store: MemoryStore, tmp_path: Path) -> None:
    wiki = tmp_path / "wiki"
    for name in ("pay/a.md", "open/b.md", "other/c.md"):
        write(wiki / name, f"# {name}\n\nText.\n")

    run(store, wiki, rules=rules(tmp_path, "pay/\tpeople\nopen/\tall\n"))

    assert sources(store, groups("all")) == ["wiki/open/b.md"]
    assert sources(store, groups("people", "all")) == ["wiki/open/b.md", "wiki/pay/a.md"]
    assert sources(store, groups()) == []
    assert len(sources(store)) == 3


@pytest.mark.req("ING-3", "FAC-6")
def test_rules_that_decide_about_no_file_are_told(store: MemoryStore, notes: Path) -> None:
    hr, everyone = frozenset({"hr"}), frozenset({"all"})
    rules = AccessRules((("handbook/pay/", hr), ("note-1", hr), ("", everyone)))

    told = run(store, notes, rules=rules).notes

    assert ["1 of 3 access rules without a file here: `handbook/pay/`" in n.text for n in told] == [True]
    assert run(store, notes, rules=AccessRules((("", everyone),))).notes == ()


@pytest.mark.req("FAC-6", "ING-12")
def test_a_changed_rule_changes_access_without_reading_a_file(store: MemoryStore, tmp_path: Path) -> None:
    wiki = tmp_path / "wiki"
    write(wiki / "pay" / "a.md", "# A\n\nText.\n")
    run(store, wiki, rules=rules(tmp_path, "pay/\tpeople\n"))

    outcome = run(store, wiki, rules=rules(tmp_path, "pay/\tfinance\n"))

    assert (outcome.access_changed, outcome.unchanged, outcome.changed) == (1, 1, 0)
    assert sources(store, groups("people")) == []
    assert [head.version for head in heads(store, groups("finance"))] == [1]


@pytest.mark.req("FAC-6", "ING-12")
def test_a_page_redacted_and_opened_in_one_run_keeps_its_old_text_closed(
    store: MemoryStore, tmp_path: Path
) -> None:
    wiki = tmp_path / "wiki"
    page = write(wiki / "a.md", "# A\n\nThe secret is pearl.\n")
    run(store, wiki, rules=rules(tmp_path, "\tpeople\n"))
    write(page, "# A\n\nNothing.\n")

    run(store, wiki, rules=rules(tmp_path, "\tall\n"))

    with store.reading(groups("all")) as reader:
        document = document_id("documents", "wiki/a.md")
        now, before = reader.text(document), reader.text(document, 1)
    assert now is not None
    assert ("pearl" in now.text, before) == (False, None)


@pytest.mark.req("FAC-6", "ING-13")
def test_new_rules_open_a_document_only_once_its_file_is_read(store: MemoryStore, tmp_path: Path) -> None:
    wiki = tmp_path / "wiki"
    page = write(wiki / "a.md", "# A\n\nThe secret is pearl.\n")
    write(wiki / "b.md", "# B\n\nText.\n")
    run(store, wiki, rules=rules(tmp_path, "\tpeople\n"))
    page.write_bytes(b"\x89PNG\r\n\x1a\n a picture by mistake")

    outcome = run(store, wiki, rules=rules(tmp_path, "\tall\n"))
    assert (len(outcome.failures), outcome.access_changed) == (1, 1)
    assert sources(store, groups("all")) == ["wiki/b.md"]

    write(page, "# A\n\nThe secret is pearl.\n")
    run(store, wiki)
    assert sources(store, groups("all")) == ["wiki/a.md", "wiki/b.md"]


@pytest.mark.req("FAC-6", "ING-12")
def test_a_run_stopped_before_it_opened_anything_is_made_up_for_by_the_next(
    store: MemoryStore, notes: Path, tmp_path: Path
) -> None:
    run(store, notes, rules=rules(tmp_path, "\tpeople\n"))
    opened = rules(tmp_path, "\tall\n")
    with pytest.raises(Stopped):
        ingest(store, Analyser(), notes, Wanted(rules=opened), stops_at(1))
    assert sources(store, groups("all")) == []

    outcome = run(store, notes)

    assert (outcome.access_changed, len(sources(store, groups("all")))) == (10, 10)


@pytest.mark.req("FAC-6")
def test_rules_hold_in_later_runs_that_name_none(store: MemoryStore, tmp_path: Path) -> None:
    wiki = tmp_path / "wiki"
    write(wiki / "pay" / "a.md", "# A\n\nText.\n")
    run(store, wiki, rules=rules(tmp_path, "pay/\tpeople\n"))
    write(wiki / "pay" / "b.md", "# B\n\nText.\n")

    outcome = run(store, wiki)

    assert len(sources(store, groups("people"))) == 2
    assert "as last given, 1 access rule in force" in outcome.notes[0].text


@pytest.mark.req("FAC-6", "ING-3")
def test_a_rule_cannot_open_what_the_document_itself_closes(store: MemoryStore, tmp_path: Path) -> None:
    wiki = tmp_path / "wiki"
    write(wiki / "a.md", "---\naccess: [people]\n---\n# A\n\nText.\n")
    run(store, wiki, rules=rules(tmp_path, "\tfinance,people\n"))
    assert (len(sources(store, groups("people"))), sources(store, groups("finance"))) == (1, [])

    run(store, wiki, rules=rules(tmp_path, "\tfinance\n"))
    assert (sources(store, groups("people")), sources(store, groups("finance"))) == ([], [])

    run(store, wiki, rules=rules(tmp_path, "\tall\n"))
    assert len(sources(store, groups("people"))) == 1


@pytest.mark.req("FAC-6", "ING-3")
def test_without_rules_a_document_without_a_list_is_the_owners_alone(store: MemoryStore, notes: Path) -> None:
    write(notes / "open.md", "---\naccess: everyone\n---\n# Open\n\nText.\n")
    run(store, notes)

    assert sources(store, groups("everyone")) == ["notes/open.md"]


# ---------------------------------------------------------------- stopped, watched, analysed again


class Stopped(Exception):
    """Stands for a kill in the middle of a run."""


def stops_at(done: int) -> Callable[[Progress], None]:
    def watch(progress: Progress) -> None:
        if progress.done >= done:
            raise Stopped

    return watch


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
    ingest(store, Analyser(), notes, Wanted(), seen.append)

    assert (seen[-1].done, seen[-1].total, seen[-1].detail) == (10, 10, "10 added")
    assert [p.done for p in seen] == sorted(p.done for p in seen)


@pytest.mark.req("LAN-2")
def test_analysing_again_gives_the_index_that_a_fresh_ingest_gives(store: MemoryStore, notes: Path) -> None:
    run(store, notes)
    with store.reading(ANYONE) as reader:
        before = reader.document_frequencies(["en:lamp", "=lamp"])
    with store.writing("an analyser of before") as writer:
        writer.set_setting(ANALYSER, "words 0")

    outcome = reanalyse(store, Analyser(), lambda progress: None)

    assert (outcome.documents, outcome.before, outcome.now) == (10, "words 0", Analyser().identity)
    assert store.settings()[ANALYSER] == Analyser().identity
    with store.reading(ANYONE) as reader:
        assert reader.document_frequencies(["en:lamp", "=lamp"]) == before
