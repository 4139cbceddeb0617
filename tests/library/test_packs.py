"""Packs of a library: defined from files, changed by hand, and what that does to documents that are there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from belegg import Library
from belegg.errors import BadInput, UnknownPack
from belegg.library.packs import restem
from belegg.library.progress import Progress
from belegg.library.reanalyse import reanalyse
from belegg.library.settings import wished_stemmer
from belegg.records import OWNER, Pack, Principal, Scope, SynonymGroup
from belegg.testing import MemoryStore
from belegg.text.analysis import Analyser
from library.ingesting import Stopped, groups, rules, run, sources, write

OWNERS = Scope(OWNER)
STAFF = Scope(Principal("staff", frozenset({"staff"})))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        yield opened


@pytest.fixture
def wiki(tmp_path: Path) -> Path:
    write(
        tmp_path / "wiki" / "open.md", "---\naccess: staff\nlanguage: nb\n---\n# Lamper\n\nLampene lyser.\n"
    )
    write(tmp_path / "wiki" / "silent.md", "# Ovner\n\nOvnene er varme hele natten og dagen etter.\n")
    return tmp_path / "wiki"


def pack_file(tmp_path: Path, text: str) -> Path:
    return write(tmp_path / "pack" / "pack.toml", text).parent


def found(library: Library, words: str, scope: Scope = OWNERS) -> list[str]:
    return [hit.document.source for hit in library.search(words, scope).hits]


def spaces(library: Library, *packs: str) -> tuple[str, ...]:
    """The name spaces of the terms in the index."""
    with library.store.reading(Scope(OWNER, packs=packs)) as reader:
        return reader.languages()


def names(library: Library, scope: Scope) -> list[tuple[str, int]]:
    return [(each.pack.name, each.documents) for each in library.packs(scope)]


# ---------------------------------------------------------------- seeing them


@pytest.mark.req("PAC-1", "FAC-6")
def test_a_person_sees_the_packs_in_which_they_may_read(library: Library, wiki: Path, tmp_path: Path) -> None:
    library.ingest(wiki, pack="wiki")
    library.add_pack(pack_file(tmp_path, 'name = "law"\nkind = "law"\naccess = ["hr"]'))

    assert names(library, OWNERS) == [("law", 0), ("wiki", 2)]
    assert names(library, STAFF) == [("wiki", 1)]
    assert names(library, groups()) == []
    assert library.pack("law", OWNERS).pack.access == frozenset({"hr"})
    for scope, name in ((STAFF, "law"), (groups(), "wiki"), (STAFF, "nowhere")):
        with pytest.raises(UnknownPack, match=f"no pack `{name}`"):
            library.pack(name, scope)


@pytest.mark.req("FAC-6")
def test_who_may_read_by_default_is_the_owners_to_know(library: Library, wiki: Path, tmp_path: Path) -> None:
    library.ingest(wiki, pack="wiki")
    library.add_pack(pack_file(tmp_path, 'name = "wiki"\naccess = ["hr"]\n[[synonyms]]\nwords = ["a", "b"]'))

    seen = library.pack("wiki", STAFF).pack

    assert (seen.access, seen.synonyms) == (None, (SynonymGroup(("a", "b")),))


@pytest.mark.req("FAC-6", "PAC-2")
def test_nothing_that_a_person_asks_tells_whether_a_hidden_pack_is_there(
    tmp_path: Path, wiki: Path, library: Library
) -> None:
    write(tmp_path / "pay" / "pay.md", "---\naccess: hr\nlanguage: nb\n---\n# Lønn\n\nLampene og lønna.\n")
    group = '[[synonyms]]\nwords = ["lampene", "lønna"]\n'
    entry = '[[dictionary]]\nword = "lampene"\ndocuments_say = ["lønna"]\n'
    hidden = pack_file(tmp_path, f'name = "pay"\nstemmer = "none"\naccess = ["hr"]\n{group}{entry}')

    def told() -> object:
        asked = [library.search(words, STAFF) for words in ("lampene", "lønna", "lampne")]
        explained = library.explain("lampene", STAFF)
        with pytest.raises(UnknownPack) as refused:
            library.scope(STAFF.principal, packs=["pay"])
        return (
            [replace(each, took_ms=0.0) for each in asked],
            explained,
            library.packs(STAFF),
            library.discover_terms("lampene", STAFF),
            str(refused.value),
        )

    library.ingest(wiki, pack="wiki")
    without = told()
    library.ingest(tmp_path / "pay", pack="pay")
    library.add_pack(hidden)
    assert told() == without
    library.turn("pay", False)
    assert told() == without


# ---------------------------------------------------------------- on and off


@pytest.mark.req("PAC-1")
def test_a_pack_that_is_off_is_not_searched_and_can_be_read(library: Library, wiki: Path) -> None:
    library.ingest(wiki, pack="wiki")
    assert found(library, "lampene") == ["wiki/open.md"]

    library.turn("wiki", False)

    assert found(library, "lampene") == []
    assert "Lampene lyser." in library.read("open.md", OWNERS).text
    told = library.search("lampene", STAFF).notes
    assert ["pack `wiki` is switched off" in note.text for note in told if note.stage == "packs"] == [True]
    assert [note for note in library.search("lampene", groups()).notes if note.stage == "packs"] == []
    with pytest.raises(BadInput, match="`belegg pack on wiki`"):
        library.scope(OWNER, packs=["wiki"])
    with pytest.raises(UnknownPack):
        library.scope(groups().principal, packs=["wiki"])
    library.turn("wiki", True)
    assert found(library, "lampene", library.scope(OWNER, packs=["wiki"])) == ["wiki/open.md"]


@pytest.mark.req("SEA-7", "PAC-1")
def test_an_explanation_says_that_a_document_is_in_a_pack_that_is_off(library: Library, wiki: Path) -> None:
    library.ingest(wiki, pack="wiki")
    library.turn("wiki", False)

    fate = library.explain("lampene", OWNERS, "open.md").fate

    assert fate is not None
    assert fate.stage == "filtered"
    assert "is in pack `wiki`, which is switched off" in fate.text


# ---------------------------------------------------------------- who may read by default


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


# ---------------------------------------------------------------- how documents are cut


@pytest.mark.req("PAC-1")
def test_documents_are_cut_as_their_pack_says_and_anew_when_it_says_otherwise(
    store: MemoryStore, wiki: Path
) -> None:
    run(store, wiki)
    with store.writing("test") as writer:
        writer.set_pack(Pack("documents", profile="reports"))

    assert (run(store, wiki).changed, run(store, wiki).changed) == (2, 0)


@pytest.mark.req("PAC-1", "SEA-3")
def test_a_search_within_one_pack_is_ordered_as_that_pack_says(library: Library, tmp_path: Path) -> None:
    apart, together = (
        "The lamp is off; it was the hall that is lit. A lamp, a hall, a lamp, a hall.",
        "A hall lamp.",
    )
    write(tmp_path / "wiki" / "apart.md", f"---\nlanguage: en\n---\n# One\n\n{apart}\n")
    write(
        tmp_path / "wiki" / "together.md",
        f"---\nlanguage: en\n---\n# Two\n\n{together} {'Other words. ' * 9}\n",
    )
    library.ingest(tmp_path / "wiki", pack="wiki")
    within = library.scope(OWNER, packs=["wiki"])
    asked = {name: library.search("hall lamp", within, ranking=name).hits for name in ("default", "bm25")}

    library.set_pack("wiki", "ranking", "bm25")

    assert [hit.score for hit in asked["default"]] != [hit.score for hit in asked["bm25"]]
    assert library.search("hall lamp", within).hits == asked["bm25"]
    assert library.search("hall lamp", OWNERS).hits == asked["default"]
    assert library.search("hall lamp", within, ranking="default").hits == asked["default"]
    assert library.explain("hall lamp", within).ranking == "bm25"


# ---------------------------------------------------------------- stemmers


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


# ---------------------------------------------------------------- changing them


@pytest.mark.req("PAC-1")
def test_adding_again_replaces_what_was_said(library: Library, tmp_path: Path) -> None:
    first = library.add_pack(pack_file(tmp_path, 'name = "a"\ndescription = "one"\non = false'))
    again = library.add_pack(pack_file(tmp_path, 'name = "a"\nkind = "law"\nstemmer = "nb"'))

    assert (first.before, again.before) == (None, first.now)
    assert library.store.packs() == {"a": Pack("a", kind="law", stemmer="nb")}


def test_a_fault_in_the_file_changes_nothing(library: Library, tmp_path: Path) -> None:
    library.add_pack(pack_file(tmp_path, 'name = "a"'))

    with pytest.raises(BadInput, match=r"line 2 of `.*pack\.toml`"):
        library.add_pack(pack_file(tmp_path, 'name = "a"\ncolour = "red"'))

    assert library.store.packs() == {"a": Pack("a")}


def test_a_pack_that_documents_came_under_can_be_changed_though_nobody_defined_it(
    library: Library, wiki: Path
) -> None:
    library.ingest(wiki, pack="My wiki")

    library.set_pack("My wiki", "description", "Ours")

    assert library.store.packs() == {"My wiki": Pack("My wiki", description="Ours")}
    with pytest.raises(UnknownPack):
        library.set_pack("yours", "description", "Ours")
    with pytest.raises(BadInput, match="`kind` is `odd`"):
        library.set_pack("My wiki", "kind", "odd")


def test_a_new_description_leaves_an_interrupted_change_of_stemmer_as_it_is(
    library: Library, wiki: Path
) -> None:
    library.ingest(wiki, pack="wiki")
    with library.store.writing("test") as writer:
        writer.set_setting(wished_stemmer("wiki"), "none")

    changed = library.set_pack("wiki", "description", "Ours")

    assert replace(changed.now, description="") == Pack("wiki")
    assert library.pack("wiki", OWNERS).wished == "none"


# ---------------------------------------------------------------- a pack that lies with its documents


@pytest.mark.req("PAC-1")
def test_a_folder_with_a_pack_in_it_is_that_pack(library: Library, wiki: Path) -> None:
    file = write(wiki / "pack.toml", 'name = "wiki"\naccess = ["hr"]\nprofile = "reports"\n')

    outcome = library.ingest(wiki)

    assert (outcome.pack, outcome.added) == ("wiki", 2)
    assert [note.text for note in outcome.notes] == [f"pack `wiki` is what `{file}` says"]
    assert library.store.packs() == {
        "wiki": Pack("wiki", access=frozenset({"hr"}), profile="reports"),
    }
    assert found(library, "ovnene", groups("hr")) == ["wiki/silent.md"]
    assert library.ingest(wiki).notes == ()


@pytest.mark.req("PAC-1")
def test_what_was_changed_last_holds_the_file_or_the_command(library: Library, wiki: Path) -> None:
    write(wiki / "pack.toml", 'name = "wiki"\ndescription = "one"\n')
    library.ingest(wiki)
    library.set_pack("wiki", "description", "two")
    library.ingest(wiki)
    assert library.store.packs()["wiki"].description == "two"

    write(wiki / "pack.toml", 'name = "wiki"\ndescription = "three"\n')
    library.ingest(wiki)

    assert library.store.packs()["wiki"].description == "three"


@pytest.mark.req("PAC-1")
def test_a_folder_is_not_of_two_packs(library: Library, wiki: Path) -> None:
    write(wiki / "pack.toml", 'name = "wiki"\n')

    with pytest.raises(BadInput, match="says that its documents are pack `wiki`, not `other`"):
        library.ingest(wiki, pack="other")

    assert library.packs(OWNERS) == []


@pytest.mark.req("PAC-1", "FAC-6")
def test_a_folder_cannot_open_what_lies_in_another_folder_of_its_pack(
    library: Library, wiki: Path, tmp_path: Path
) -> None:
    library.ingest(wiki, pack="wiki")
    stranger = write(tmp_path / "stranger" / "pack.toml", 'name = "wiki"\naccess = ["everyone"]\n').parent
    write(stranger / "a.md", "# A\n\nText.\n")

    told = library.ingest(stranger).notes

    library.ingest(wiki)
    assert library.store.packs() == {}
    assert found(library, "ovnene", groups("everyone")) == []
    assert [f"`belegg pack add {stranger}`" in note.text for note in told] == [True]


@pytest.mark.req("PAC-1", "FAC-6")
def test_a_folder_cannot_say_who_reads_the_folders_that_come_later(library: Library, wiki: Path) -> None:
    write(wiki / "pack.toml", 'name = "documents"\naccess = ["everyone"]\n')

    assert len(library.ingest(wiki).notes) == 1
    assert library.store.packs() == {}


@pytest.mark.req("PAC-1")
def test_a_pack_that_was_added_is_not_replaced_by_the_file_of_a_folder(
    library: Library, wiki: Path, tmp_path: Path
) -> None:
    library.add_pack(pack_file(tmp_path, 'name = "wiki"\ndescription = "added"\n'))
    write(wiki / "pack.toml", 'name = "wiki"\ndescription = "found"\n')

    outcome = library.ingest(wiki)

    assert (outcome.pack, len(outcome.notes)) == ("wiki", 1)
    assert library.store.packs()["wiki"].description == "added"
