"""A pack with a stemmer of its own: in use without an import, told and gone on with when interrupted."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg import Library
from belegg.library.packs import restem
from belegg.library.progress import Progress
from belegg.library.reanalyse import reanalyse
from belegg.library.settings import ANALYSER, wished_stemmer
from belegg.records import OWNER
from belegg.testing import MemoryStore
from belegg.text.analysis import Analyser
from library.ingesting import Stopped, run, write
from library.packing import OWNERS, found, pack_file, spaces


@pytest.mark.req("PAC-1", "SEA-2")
def test_another_stemmer_takes_hold_without_an_import(library: Library, wiki: Path) -> None:
    library.ingest(wiki, pack="wiki")
    (wiki / "open.md").unlink()

    changed = library.set_pack("wiki", "stemmer", "none")

    assert (changed.passages, changed.now.stemmer) == (2, "none")
    assert spaces(library) == ("=",)
    assert found(library, "lampene") == ["wiki/open.md"]
    assert "«Lampene»" in library.search("lampene", OWNERS).hits[0].snippet
    assert library.explain("lampene", OWNERS).passages[0].concepts[0].terms[0].term == "=lampene"
    assert [check for check in library.health() if check.state == "wrong"] == []
    library.set_pack("wiki", "stemmer", "auto")
    assert "no" in spaces(library)


@pytest.mark.req("PAC-1", "SEA-2")
def test_new_documents_are_analysed_by_the_stemmer_of_their_pack(
    library: Library, wiki: Path, tmp_path: Path
) -> None:
    library.add_pack(pack_file(tmp_path, 'name = "wiki"\nstemmer = "en"'))
    write(tmp_path / "other" / "a.md", "---\nlanguage: nb\n---\n# Lamper\n\nLampene lyser.\n")
    library.ingest(wiki, pack="wiki")
    library.ingest(tmp_path / "other", pack="other")

    assert [spaces(library, name) for name in ("wiki", "other")] == [("en",), ("no",)]
    assert found(library, "lampene", library.scope(OWNER, packs=["wiki"])) == ["wiki/open.md"]


def stops_analysing(progress: Progress) -> None:
    if progress.stage == "reanalyse" and progress.done:
        raise Stopped


@pytest.mark.req("PAC-1", "ING-12")
def test_a_change_of_stemmer_that_was_interrupted_is_told_and_gone_on_with(
    tmp_path: Path, wiki: Path
) -> None:
    path = tmp_path / "stopped.db"
    with Library.open(path, create=True) as library:
        library.ingest(wiki, pack="wiki")
    with Library.open(path, watch=stops_analysing) as library, pytest.raises(Stopped):
        library.set_pack("wiki", "stemmer", "none")

    with Library.open(path) as library:
        listed = library.pack("wiki", OWNERS)
        assert (listed.pack.stemmer, listed.wished) == ("auto", "none")
        assert "no" in spaces(library)
        told = [check for check in library.health() if check.check == "packs"]
        assert [(check.state, check.todo) for check in told] == [("look", "belegg pack rebuild wiki")]

        assert library.rebuild_pack("wiki").passages == 2

        listed = library.pack("wiki", OWNERS)
        assert (listed.pack.stemmer, listed.wished) == ("none", None)
        assert spaces(library) == ("=",)
        assert [check.state for check in library.health() if check.check == "packs"] == ["well"]


@pytest.mark.req("PAC-1")
def test_a_wish_that_is_taken_back_is_no_wish_any_more(store: MemoryStore, wiki: Path) -> None:
    run(store, wiki)
    with store.writing("test") as writer:
        writer.set_setting(wished_stemmer("documents"), "none")

    assert restem(store, Analyser(), "documents", "auto", lambda _: None) == 0

    assert store.settings()[wished_stemmer("documents")] == ""
    reanalyse(store, Analyser(), lambda _: None)
    assert store.packs()["documents"].stemmer == "auto"


@pytest.mark.req("PAC-1")
def test_another_stemmer_analyses_the_packs_own_documents_alone(tmp_path: Path, wiki: Path) -> None:
    seen: list[Progress] = []
    with Library.open(tmp_path / "two.db", create=True, watch=seen.append) as library:
        library.ingest(wiki, pack="wiki")
        write(tmp_path / "other" / "a.md", "---\nlanguage: nb\n---\n# Lamper\n\nLampene lyser.\n")
        library.ingest(tmp_path / "other", pack="other")
        seen.clear()

        changed = library.set_pack("other", "stemmer", "none")

        assert changed.passages == 1
        assert {(one.done, one.total) for one in seen if one.stage == "reanalyse"} == {(1, 1)}
        assert spaces(library, "other") == ("=",)
        assert "no" in spaces(library, "wiki")
        assert [check for check in library.health() if check.state == "wrong"] == []
        assert library.reanalyse().documents == 3


@pytest.mark.req("PAC-1", "LAN-2")
def test_under_another_analyser_a_packs_stemmer_analyses_everything(store: MemoryStore, wiki: Path) -> None:
    run(store, wiki)
    with store.writing("an analyser of before") as writer:
        writer.set_setting(ANALYSER, "words 0")

    assert reanalyse(store, Analyser(), lambda _: None, ("elsewhere",)).documents == 2
    assert reanalyse(store, Analyser(), lambda _: None, ("elsewhere",)).documents == 0
