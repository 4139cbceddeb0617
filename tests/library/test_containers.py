"""Files inside files: each a document under its container's access, with its container's fate."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.library.containers import Allowance, Before, Sources
from belegg.library.ingest import Ingested, Wanted, ingest
from belegg.reading.content import Part
from belegg.reading.fenced import Here
from belegg.records import OWNER, DocumentId, Principal, Report, Scope
from belegg.seams import Known
from belegg.sources.access import AccessRules
from belegg.testing import MemoryStore
from belegg.testing.mock_parser import MockParsing, mock_file
from belegg.text.analysis import Analyser
from library.ingesting import Stopped, stops_at

pytestmark = pytest.mark.req("ING-8")
ANYONE = Scope(OWNER)
NOTE = ["part", "notes/a.md", "# A\n\nThe lamp in the hall is green.\n"]
OTHER = ["part", "notes/b.md", "# B\n\nThe kettle in the kitchen is red.\n"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a container of two notes, and ten notes beside it."""
    folder = tmp_path / "files"
    folder.mkdir()
    for n in range(10):
        (folder / f"note-{n}.md").write_text(f"# Note {n}\n\nThe lamp number {n} stands in the hall.\n")
    container(folder, NOTE, OTHER)
    return folder


def container(folder: Path, *actions: list[Any], name: str = "mail.pdf") -> Path:
    path = folder / name
    path.write_bytes(mock_file(["text", "A mail with files."], *actions))
    return path


def run(store: MemoryStore, folder: Path, **wanted: Any) -> Ingested:
    wanted.setdefault("fence", lambda *_: MockParsing(Here()))
    return ingest(store, Analyser(), folder, Wanted(**wanted))


def sources(store: MemoryStore, *groups: str) -> list[str]:
    """What somebody in these groups (none: the owner) finds of the container, its own source as `.`."""
    scope = Scope(Principal("test", frozenset(groups))) if groups else ANYONE
    with store.reading(scope) as reader:
        found = [head.source for head in reader.heads() if head.source.startswith("files/mail.pdf")]
    return [source.removeprefix("files/mail.pdf").removeprefix("/") or "." for source in found]


def report(store: MemoryStore, source: str = "files/mail.pdf") -> Report:
    with store.reading(ANYONE) as reader:
        return next(report for _, report in reader.reports() if report.source == source)


def left_out(store: MemoryStore) -> list[str]:
    return [w.text for w in report(store).warnings if w.code == "files inside left out"]


def test_a_file_inside_a_file_is_a_document_of_its_own(store: MemoryStore, folder: Path) -> None:
    outcome = run(store, folder)

    assert outcome.added == 13
    assert sources(store) == [".", "notes/a.md", "notes/b.md"]


def test_an_unchanged_container_leaves_what_is_inside_it_as_it_is(store: MemoryStore, folder: Path) -> None:
    run(store, folder)
    reader = MockParsing(Here())

    outcome = run(store, folder, fence=lambda *_: reader)

    assert (outcome.unchanged, outcome.added, outcome.removed, reader.asked) == (13, 0, 0, 0)


def test_a_container_with_a_new_time_and_the_same_bytes_leaves_them_too(
    store: MemoryStore, folder: Path
) -> None:
    run(store, folder)
    os.utime(folder / "mail.pdf", ns=(1, 1))

    outcome = run(store, folder)

    assert (outcome.unchanged, outcome.removed) == (13, 0)
    assert len(sources(store)) == 3


def test_a_changed_container_replaces_them(store: MemoryStore, folder: Path) -> None:
    run(store, folder)
    changed = ["part", "notes/b.md", "# B\n\nThe kettle is blue now.\n"]
    container(folder, changed, ["part", "notes/c.md", "# C\n\nNew.\n"])

    outcome = run(store, folder)

    assert (outcome.added, outcome.changed, outcome.removed, outcome.unchanged) == (1, 2, 1, 10)
    assert sources(store) == [".", "notes/b.md", "notes/c.md"]
    assert run(store, folder).unchanged == 13


def test_a_removed_container_takes_them_with_it(store: MemoryStore, folder: Path) -> None:
    run(store, folder)
    (folder / "mail.pdf").unlink()

    assert run(store, folder, allow_removals=True).removed == 3
    assert sources(store) == []


def test_a_container_that_can_no_longer_be_read_keeps_them(store: MemoryStore, folder: Path) -> None:
    run(store, folder)
    container(folder, ["raise", "ValueError"])

    outcome = run(store, folder, fence=MockParsing.behind)

    assert [r.error for r in outcome.failures] == ["ParserFailed"]
    assert (sources(store), outcome.removed) == ([".", "notes/a.md", "notes/b.md"], 0)


def test_a_container_that_lost_very_much_asks_first(store: MemoryStore, folder: Path) -> None:
    container(folder, *(["part", f"{n}.md", f"# {n}\n\nA text.\n"] for n in range(8)))
    run(store, folder)
    container(folder, NOTE)

    outcome = run(store, folder)
    assert (outcome.removed, len(sources(store))) == (0, 10)
    assert "no more inside `files/mail.pdf`" in outcome.notes[0].text

    assert run(store, folder, allow_removals=True).removed == 8
    assert sources(store) == [".", "notes/a.md"]


def test_what_could_not_be_read_inside_is_tried_again(store: MemoryStore, folder: Path) -> None:
    container(folder, NOTE, ["container", "hard.pdf", [["raise", "ValueError"]]])

    first, second = run(store, folder, fence=MockParsing.behind), run(store, folder, fence=MockParsing.behind)

    assert [r.source for r in first.failures] == ["files/mail.pdf/hard.pdf"]
    assert [r.source for r in second.failures] == ["files/mail.pdf/hard.pdf"]
    assert (second.unchanged, second.changed) == (12, 0)


def test_a_run_stopped_inside_a_container_takes_it_up_again(store: MemoryStore, folder: Path) -> None:
    container(folder, ["more", 150, 40])

    with pytest.raises(Stopped):
        ingest(store, Analyser(), folder, Wanted(fence=lambda *_: MockParsing(Here())), stops_at(1))
    half = sources(store)
    run(store, folder)

    assert 0 < len(half) < 151
    assert "." not in half
    assert len(sources(store)) == 151


# ---------------------------------------------------------------- access


def test_a_file_inside_is_under_the_containers_rule_and_may_only_narrow_it(
    store: MemoryStore, folder: Path
) -> None:
    container(
        folder,
        NOTE,
        ["part", "open.md", "---\naccess: everyone\n---\n# Open\n\nText.\n"],
        ["part", "pay.md", "---\naccess: [hr]\n---\n# Pay\n\nText.\n"],
        ["part", "board.md", "---\naccess: [board]\n---\n# Board\n\nText.\n"],
    )
    hr_and_all = (("mail.pdf/notes/", frozenset({"everyone"})), ("mail", frozenset({"hr", "it"})))

    run(store, folder, rules=AccessRules(hr_and_all))

    assert sources(store, "it") == [".", "notes/a.md", "open.md"]
    assert sources(store, "hr") == [".", "notes/a.md", "open.md", "pay.md"]
    assert (sources(store, "board"), sources(store, "all"), sources(store, "everyone")) == ([], [], [])
    assert len(sources(store)) == 5


def test_new_rules_for_a_container_hold_for_what_is_inside_it(store: MemoryStore, folder: Path) -> None:
    container(folder, NOTE, ["part", "pay.md", "---\naccess: [hr]\n---\n# Pay\n\nText.\n"])
    run(store, folder, rules=AccessRules((("", frozenset({"hr", "it"})),)))

    outcome = run(
        store, folder, rules=AccessRules((("mail.pdf/", frozenset({"all"})), ("", frozenset({"hr"}))))
    )

    assert (sources(store, "it"), sources(store, "all")) == ([], [])
    assert sources(store, "hr") == [".", "notes/a.md", "pay.md"]
    assert outcome.unchanged == 13


def test_without_rules_a_list_inside_opens_nothing_that_the_container_keeps_closed(
    store: MemoryStore, folder: Path
) -> None:
    container(folder, ["part", "open.md", "---\naccess: everyone\n---\n# Open\n\nText.\n"])
    run(store, folder)
    assert sources(store, "everyone") == []

    container(
        folder, ["access", "hr", "it"], ["part", "pay.md", "---\naccess: [hr, board]\n---\n# Pay\n\nText.\n"]
    )
    run(store, folder)
    assert (sources(store, "hr"), sources(store, "it"), sources(store, "board")) == (
        [".", "pay.md"],
        ["."],
        [],
    )


# ---------------------------------------------------------------- limits and names


def test_what_lies_too_deep_is_named_in_the_containers_report(store: MemoryStore, folder: Path) -> None:
    deepest = ["container", "4.pdf", [["text", "Too deep"], NOTE]]
    third = ["container", "3.pdf", [["text", "Three"], deepest]]
    container(
        folder, ["container", "1.pdf", [["text", "One"], ["container", "2.pdf", [["text", "Two"], third]]]]
    )

    run(store, folder)

    assert sources(store) == [".", "1.pdf", "1.pdf/2.pdf", "1.pdf/2.pdf/3.pdf"]
    [told] = left_out(store)
    assert "inside (deeper than 3 files inside one another): `4.pdf`" in told


@pytest.mark.parametrize(
    ("allowance", "taken", "reason"),
    [
        (Allowance(parts=4), 4, "more than 10,000 files"),
        (Allowance(bytes=250), 2, "more than 1,000,000,000 bytes"),
    ],
)
def test_past_a_limit_no_part_is_taken_and_the_rest_is_named(
    allowance: Allowance, taken: int, reason: str
) -> None:
    parts = [Part(f"{n}.md", b"x" * 100) for n in range(7)]

    assert [allowance.takes(part, 1) for part in parts] == [True] * taken + [False] * (7 - taken)
    [told] = allowance.told()
    assert reason in told.text
    assert f"`{taken}.md`" in told.text


def test_hidden_files_inside_are_left_out_as_in_folders(store: MemoryStore, folder: Path) -> None:
    container(
        folder, NOTE, *(["part", name, "secret"] for name in (".env", "a\\.git\\config", "__MACOSX/a.md"))
    )

    run(store, folder)

    assert sources(store) == [".", "notes/a.md"]
    assert left_out(store)[0].startswith("3 files inside (hidden, or of a folder of tools): `.env`")


HOSTILE = [
    "../../etc/cron.d/evil.md",
    "/etc/passwd.md",
    "C:\\Windows\\evil.md",
    "\\\\host\\share\\evil.md",
    "CON.md",
    "x" * 5_000 + ".md",
    "a/" * 2_000 + "deep.md",
    "line\nbreak.md",
    "\u202egnp.exe.md",
    "half\ud800.md",
    "",
]


def test_a_hostile_name_is_a_name_and_touches_no_disk(
    store: MemoryStore, folder: Path, tmp_path: Path
) -> None:
    before = sorted(path for path in tmp_path.rglob("*"))
    container(folder, *(["part", name, f"# {n}\n\nText {n}.\n"] for n, name in enumerate(HOSTILE)))

    outcome = run(store, folder, fence=MockParsing.behind)

    assert sorted(path for path in tmp_path.rglob("*")) == before
    found = sources(store)
    assert outcome.added - 11 + len(outcome.failures) == len(HOSTILE)
    assert all(len(source) < 6_000 and source.isprintable() for source in found)
    assert not [source for source in found if ".." in source.split("/") or "\\Windows" in source]


@given(st.lists(st.text(st.characters(), max_size=20), max_size=12))
def test_every_part_has_a_source_of_its_own_below_its_container(names: list[str]) -> None:
    sources = Sources("root/mail.eml")
    found = [sources.of(Part(name, b"")) for name in names]

    assert len(set(found)) == len(found)
    assert all(source.startswith("root/mail.eml/") for source in found)
    assert not [s for s in found if {"", ".", ".."} & set(s.split("/"))]


def known(*sources: str) -> Before:
    made = (Known(s, DocumentId(s), "", frozenset(), "markdown 2", False, 1, 1) for s in sources)
    return Before({each.source: each for each in made})


def test_what_lies_below_a_files_source_came_inside_it() -> None:
    before = known("r/a.zip", "r/a.zip/b.eml", "r/a.zip/b.eml/c.md", "r/a.zip.md", "r/a/d.md", "r/a.zi")

    assert [each.source for each in before.inside("r/a.zip")] == ["r/a.zip/b.eml", "r/a.zip/b.eml/c.md"]
    assert before.container_of("r/a.zip/b.eml/c.md") == "r/a.zip"
    assert before.container_of("r/a/d.md") == "r/a/d.md"


def test_records_of_a_corpus_are_no_parts_of_one_another() -> None:
    before = known("r/corpus.jsonl#a", "r/corpus.jsonl#a/b")

    assert list(before.inside("r/corpus.jsonl#a")) == []
    assert before.container_of("r/corpus.jsonl#a/b") == "r/corpus.jsonl#a/b"
    assert Sources("r/x.zip").of(Part("corpus.jsonl#a", b"")) == "r/x.zip/corpus.jsonl_a"
