"""Who may read the documents of a pack by default, and what a change of that does to those that are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg import Library
from belegg.errors import BadInput
from belegg.library.ingest import Ingested
from belegg.records import Pack
from belegg.testing import MemoryStore
from library.ingesting import groups, rules, run, sources, write
from library.packing import OWNERS, STAFF, found, names, pack_file, spaces


@pytest.mark.req("PAC-1", "FAC-6")
def test_the_packs_default_is_for_documents_of_which_nothing_else_speaks(
    store: MemoryStore, wiki: Path, tmp_path: Path
) -> None:
    write(wiki / "pay" / "a.md", "# Pay\n\nSalaries.\n")
    write(wiki / "closed.md", "---\naccess: []\n---\n# Closed\n\nNobody.\n")
    with store.writing("test") as writer:
        writer.set_pack(Pack("documents", access=frozenset({"everyone"})))

    run(store, wiki, rules=rules(tmp_path, "pay/\tpeople\n"))

    assert sources(store, groups("everyone")) == ["wiki/silent.md"]
    assert sources(store, groups("people")) == ["wiki/pay/a.md"]
    assert sources(store, groups("staff")) == []


@pytest.mark.req("FAC-6", "ING-3")
def test_a_rule_of_a_tab_alone_leaves_nothing_to_the_packs_default(
    store: MemoryStore, wiki: Path, tmp_path: Path
) -> None:
    write(wiki / "open" / "a.md", "# A\n\nText.\n")
    with store.writing("test") as writer:
        writer.set_pack(Pack("documents", access=frozenset({"everyone"})))

    run(store, wiki, rules=rules(tmp_path, "open/\teveryone\n\t\n"))

    assert sources(store, groups("everyone", "staff")) == ["wiki/open/a.md"]


@pytest.mark.req("FAC-6")
def test_without_rules_a_document_keeps_its_own_list_beside_the_default(
    store: MemoryStore, wiki: Path
) -> None:
    with store.writing("test") as writer:
        writer.set_pack(Pack("documents", access=frozenset({"everyone"})))

    run(store, wiki)

    assert sources(store, groups("everyone")) == ["wiki/silent.md"]
    assert sources(store, groups("staff")) == ["wiki/open.md"]


@pytest.mark.req("FAC-6")
def test_a_pack_that_nobody_defined_changes_nothing(store: MemoryStore, wiki: Path) -> None:
    run(store, wiki)

    assert sources(store, groups("everyone", "staff")) == ["wiki/open.md"]


@pytest.mark.req("FAC-6", "ING-12")
def test_a_narrower_default_closes_at_once_and_a_wider_one_opens_with_the_next_ingest(
    library: Library, wiki: Path, tmp_path: Path
) -> None:
    library.add_pack(pack_file(tmp_path, 'name = "wiki"\naccess = ["hr"]'))
    library.ingest(wiki, pack="wiki")
    assert found(library, "ovnene", groups("hr")) == ["wiki/silent.md"]

    closed = library.set_pack("wiki", "access", ["board"])

    assert (closed.closed, closed.waiting, closed.folders) == (1, 1, (str(wiki),))
    assert found(library, "ovnene", groups("hr", "board")) == []
    outcome = library.ingest(wiki)
    assert (outcome.changed, outcome.access_changed) == (0, 1)
    assert found(library, "ovnene", groups("board")) == ["wiki/silent.md"]
    assert found(library, "ovnene", groups("hr")) == []
    assert found(library, "lampene", STAFF) == ["wiki/open.md"]


@pytest.mark.req("FAC-6", "ING-12")
def test_a_page_redacted_before_its_pack_is_opened_keeps_its_old_text_closed(
    library: Library, wiki: Path
) -> None:
    library.ingest(wiki, pack="wiki")
    write(wiki / "silent.md", "# Ovner\n\nIngenting.\n")

    library.set_pack("wiki", "access", ["hr"])

    assert found(library, "natten", groups("hr")) == []
    library.ingest(wiki)
    assert found(library, "natten", groups("hr")) == []
    assert found(library, "ingenting", groups("hr")) == ["wiki/silent.md"]


@pytest.mark.req("FAC-6")
def test_a_removed_pack_takes_its_default_with_it(library: Library, wiki: Path, tmp_path: Path) -> None:
    library.add_pack(pack_file(tmp_path, 'name = "wiki"\naccess = ["hr"]\nstemmer = "none"'))
    library.ingest(wiki, pack="wiki")

    removed = library.remove_pack("wiki")

    assert (removed.closed, removed.passages > 0) == (1, True)
    assert found(library, "ovnene", groups("hr")) == []
    assert [(each.defined, each.documents) for each in library.packs(OWNERS)] == [(False, 2)]
    assert "no" in spaces(library)


def told_opened(outcome: Ingested) -> list[str]:
    return [note.text.partition(":")[0] for note in outcome.notes if "opened" in note.text]


@pytest.mark.req("PAC-1", "FAC-6")
def test_what_a_default_opens_is_told_once_with_how_many_and_to_whom(
    library: Library, wiki: Path, tmp_path: Path
) -> None:
    library.add_pack(pack_file(tmp_path, 'name = "wiki"\naccess = ["everyone", "hr"]'))
    write(wiki / "pay" / "a.md", "# Pay\n\nSalaries.\n")
    ruled = write(tmp_path / "rules.tsv", "pay/\tpeople\n")

    first = library.ingest(wiki, pack="wiki", access=ruled)
    write(wiki / "silent.md", "# Ovner\n\nOvnene er kalde.\n")

    assert told_opened(first) == ["the default of pack `wiki` opened 1 document to `everyone`, `hr`"]
    assert told_opened(library.ingest(wiki)) == []
    write(wiki / "later.md", "# Later\n\nIt came later.\n")
    assert told_opened(library.ingest(wiki)) == told_opened(first)


@pytest.mark.req("PAC-1", "FAC-6")
def test_what_a_wider_default_opens_without_reading_is_told_too(
    library: Library, wiki: Path, tmp_path: Path
) -> None:
    assert told_opened(library.ingest(wiki, pack="wiki")) == []
    library.add_pack(pack_file(tmp_path, 'name = "wiki"\naccess = ["hr"]'))

    assert told_opened(library.ingest(wiki)) == ["the default of pack `wiki` opened 1 document to `hr`"]


@pytest.mark.req("PAC-1")
@pytest.mark.parametrize("name", ["Wiki", "my wiki", "", "-x", "æ", "a" * 61])
def test_a_name_that_no_pack_file_could_give_is_no_pack_of_an_ingest(
    library: Library, wiki: Path, name: str
) -> None:
    with pytest.raises(BadInput, match="lower-case letters a to z, digits and hyphens"):
        library.ingest(wiki, pack=name)

    assert names(library, OWNERS) == []
