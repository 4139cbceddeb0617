"""Packs of a library: defined from files, changed by hand, seen by those who may read in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from belegg import Library
from belegg.errors import BadInput, UnknownPack
from belegg.library.settings import wished_stemmer
from belegg.records import OWNER, Pack, SynonymGroup
from belegg.testing import MemoryStore
from library.ingesting import groups, run, write
from library.packing import OWNERS, STAFF, found, names, pack_file

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
    library.ingest(wiki, pack="my-wiki")

    library.set_pack("my-wiki", "description", "Ours")

    assert library.store.packs() == {"my-wiki": Pack("my-wiki", description="Ours")}
    with pytest.raises(UnknownPack):
        library.set_pack("yours", "description", "Ours")
    with pytest.raises(BadInput, match="`kind` is `odd`"):
        library.set_pack("my-wiki", "kind", "odd")


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
    assert outcome.notes[0].text == f"pack `wiki` is what `{file}` says"
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
