"""Who may read what was brought in: by rules, by the file itself, from run to run."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg.library.ingest import Wanted, ingest
from belegg.records import document_id
from belegg.sources.access import AccessRules
from belegg.testing import MemoryStore
from belegg.text.analysis import Analyser
from library.ingesting import Stopped, groups, heads, rules, run, sources, stops_at, write


@pytest.mark.req("FAC-6", "ING-3")
def test_rules_decide_who_finds_a_document_and_no_rule_is_nobody(store: MemoryStore, tmp_path: Path) -> None:
    wiki = tmp_path / "wiki"
    for name in ("pay/a.md", "open/b.md", "other/c.md"):
        write(wiki / name, f"# {name}\n\nText.\n")

    run(store, wiki, rules=rules(tmp_path, "pay/\tpeople\nopen/\teveryone\n"))

    assert sources(store, groups("everyone")) == ["wiki/open/b.md"]
    assert sources(store, groups("people", "everyone")) == ["wiki/open/b.md", "wiki/pay/a.md"]
    assert sources(store, groups()) == []
    assert len(sources(store)) == 3


@pytest.mark.req("ING-3", "FAC-6")
def test_rules_that_decide_about_no_file_are_told(store: MemoryStore, notes: Path) -> None:
    hr, everyone = frozenset({"hr"}), frozenset({"everyone"})
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

    run(store, wiki, rules=rules(tmp_path, "\teveryone\n"))

    with store.reading(groups("everyone")) as reader:
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

    outcome = run(store, wiki, rules=rules(tmp_path, "\teveryone\n"))
    assert (len(outcome.failures), outcome.access_changed) == (1, 1)
    assert sources(store, groups("everyone")) == ["wiki/b.md"]

    write(page, "# A\n\nThe secret is pearl.\n")
    run(store, wiki)
    assert sources(store, groups("everyone")) == ["wiki/a.md", "wiki/b.md"]


@pytest.mark.req("FAC-6", "ING-12")
def test_a_run_stopped_before_it_opened_anything_is_made_up_for_by_the_next(
    store: MemoryStore, notes: Path, tmp_path: Path
) -> None:
    run(store, notes, rules=rules(tmp_path, "\tpeople\n"))
    opened = rules(tmp_path, "\teveryone\n")
    with pytest.raises(Stopped):
        ingest(store, Analyser(), notes, Wanted(rules=opened), stops_at(1))
    assert sources(store, groups("everyone")) == []

    outcome = run(store, notes)

    assert (outcome.access_changed, len(sources(store, groups("everyone")))) == (10, 10)


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

    run(store, wiki, rules=rules(tmp_path, "\teveryone\n"))
    assert len(sources(store, groups("people"))) == 1


@pytest.mark.req("FAC-6", "ING-3")
def test_without_rules_a_document_without_a_list_is_the_owners_alone(store: MemoryStore, notes: Path) -> None:
    write(notes / "open.md", "---\naccess: everyone\n---\n# Open\n\nText.\n")
    run(store, notes)

    assert sources(store, groups("everyone")) == ["notes/open.md"]
