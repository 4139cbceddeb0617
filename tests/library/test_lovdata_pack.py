"""The law pack that ships with Belegg: its data comes in as a folder or an archive."""

from __future__ import annotations

import bz2
import io
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from belegg.errors import BadInput
from belegg.library.library import Library
from belegg.library.lovdata_pack import load_lovdata, lovdata_definition
from belegg.records import OWNER, Principal, Scope
from belegg.sources.packs import read_pack
from belegg.text.names import normal_name

pytestmark = pytest.mark.req("PAC-1", "ING-6")
ACT = (
    '---\ntitle: "Lov om lamper (lampeloven)"\nshort_title: "Lampeloven – lampl"\nid: LOV-2020-01-02-3\n'
    "lang: nb\n---\n\n# Lov om lamper\n\n### § {n} Oppsigelse\n\n"
    "Oppsigelse av lampe nummer {n} skal skje skriftlig.\n"
)
PAGE = Path(__file__).parents[1] / "reading" / "lampeloven.xml"
ANYONE = Scope(Principal.signed_in("ada", ()))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library.open(tmp_path / "law.db", create=True)


@pytest.fixture
def acts(tmp_path: Path) -> Path:
    folder = tmp_path / "lover"
    folder.mkdir()
    for n in (1, 2):
        (folder / f"lov-{n}.md").write_text(ACT.format(n=n), encoding="utf-8")
    return folder


def archive(folder: Path) -> Path:
    """As Lovdata packs its pages."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as packed:
        packed.add(PAGE, "nl/nl-20200102-003.xml")
    path = folder / "gjeldende-lover.tar.bz2"
    path.write_bytes(bz2.compress(out.getvalue()))
    return path


def test_a_folder_comes_in_under_the_packs_synonyms_and_dictionary(library: Library, acts: Path) -> None:
    done = load_lovdata(library, acts)

    assert (done.pack, done.added) == ("lovdata", 2)
    assert library.store.packs()["lovdata"] == read_pack(lovdata_definition())
    assert library.search("sparken", ANYONE).hits[0].document.pack == "lovdata"
    assert library.related_terms("sparken", ANYONE).entries[0].entry.word == "sparken"


def test_an_archive_of_pages_comes_in_page_by_page(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()

    done = load_lovdata(library, archive(folder))

    sources = [head.source for head in library.documents(ANYONE)]
    assert (done.failures, [note.stage for note in done.notes]) == ((), ["ingest"])
    assert sources == ["data/gjeldende-lover.tar.bz2/nl/nl-20200102-003.xml"]


def test_a_second_run_changes_nothing(library: Library, acts: Path) -> None:
    archive(acts)
    load_lovdata(library, acts)
    before = library.documents(Scope(OWNER))

    again = load_lovdata(library, acts)

    assert (again.added, again.changed, again.removed, again.notes) == (0, 0, 0, ())
    assert again.unchanged == len(before) == 4
    assert library.documents(Scope(OWNER)) == before


def test_what_was_changed_by_command_stays_and_is_told(library: Library, acts: Path) -> None:
    load_lovdata(library, acts)
    library.set_pack("lovdata", "access", ["lawyers"])

    again = load_lovdata(library, acts)

    assert library.store.packs()["lovdata"].access == frozenset({"lawyers"})
    assert "says something else than what ships" in again.notes[0].text


def test_documents_that_came_under_the_name_before_are_not_opened(library: Library, acts: Path) -> None:
    library.ingest(acts, pack="lovdata")

    done = load_lovdata(library, acts)

    assert library.documents(ANYONE) == []
    assert "belegg pack add" in done.notes[0].text


def test_a_folder_of_other_documents_is_refused_before_anything_is_kept(
    library: Library, tmp_path: Path
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "pay.md").write_text("# Pay\n\nAda earns more.", encoding="utf-8")

    with pytest.raises(BadInput, match=r"holds other documents than Lovdata's, such as `notes/pay.md`"):
        load_lovdata(library, folder)

    assert library.packs(Scope(OWNER)) == []


@pytest.mark.parametrize("name", ["pay.txt", "pay.csv", "pay.md", "pay.html"])
@pytest.mark.parametrize("alone", [True, False])
def test_files_of_any_kind_that_are_not_lovdatas_are_refused(
    library: Library, tmp_path: Path, name: str, alone: bool
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / name).write_text("Ada,earns more\nBo,earns less\n", encoding="utf-8")

    with pytest.raises(BadInput, match="other documents than Lovdata's"):
        load_lovdata(library, folder / name if alone else folder)

    assert library.packs(Scope(OWNER)) == []


@pytest.mark.req("FAC-6")
@pytest.mark.parametrize("packed", [True, False])
def test_a_private_file_among_the_acts_stays_closed_and_is_told(
    library: Library, tmp_path: Path, acts: Path, packed: bool
) -> None:
    for n in range(24):
        (acts / f"a-lov-{n}.md").write_text(ACT.format(n=n), encoding="utf-8")
    for name in ("z-pay.md", "z-pay.txt", "z-pay.html"):
        (acts / name).write_text("# Lønn\n\nAda tjener perlemor.\n", encoding="utf-8")
    data = acts
    if packed:
        data = tmp_path / "packed" / "all.zip"
        data.parent.mkdir()
        with zipfile.ZipFile(data, "w") as held:
            for file in sorted(acts.iterdir()):
                held.write(file, file.name)

    done = load_lovdata(library, data)

    assert len(library.documents(ANYONE)) == 26
    assert library.search("perlemor", ANYONE).hits == ()
    assert any("3 documents beside the acts" in n.text and "z-pay.md" in n.text for n in done.notes)


@pytest.mark.req("FAC-6")
def test_an_archive_of_private_files_opens_nothing(library: Library, tmp_path: Path) -> None:
    data = tmp_path / "home" / "private.zip"
    data.parent.mkdir()
    with zipfile.ZipFile(data, "w") as held:
        held.writestr("pay.md", "# Lønn\n\nAda tjener perlemor.\n")

    load_lovdata(library, data)

    assert library.documents(ANYONE) == []


@pytest.mark.req("FAC-6")
def test_a_file_that_a_plain_ingest_finds_among_the_acts_later_stays_closed(
    library: Library, acts: Path
) -> None:
    load_lovdata(library, acts)
    (acts / "pay.md").write_text("# Lønn\n\nAda tjener perlemor.\n", encoding="utf-8")

    library.ingest(acts)
    library.set_pack("lovdata", "access", ["everyone", "staff"])
    library.ingest(acts)

    assert [head.source for head in library.documents(ANYONE)] == ["lover/lov-1.md", "lover/lov-2.md"]


@pytest.mark.req("SEA-2")
def test_every_act_that_is_given_other_names_is_one_act_in_force(shared: Path) -> None:
    owners: dict[str, set[str]] = {}
    for file in (shared / "data" / "law" / "no" / "lover").glob("*.md"):
        text = file.read_text(encoding="utf-8")
        header = dict(re.findall(r'^(\w+): "?([^"\n]*)"?$', text.partition("\n---")[0], re.M))
        for name in (header["id"], *header.get("short_title", "").split(" – ")):
            plain = normal_name(name)
            for own in (plain, re.sub("loven$", "lova", plain), re.sub("lova$", "loven", plain)):
                owners.setdefault(own, set()).add(header["id"])

    given = read_pack(lovdata_definition()).names

    assert len(given) >= 25
    assert [each.document for each in given if len(owners.get(normal_name(each.document), ())) != 1] == []
    assert [name for each in given for name in each.names if normal_name(name) in owners] == []


@pytest.mark.req("PAC-3")
def test_every_section_that_the_dictionary_names_stands_in_its_act(shared: Path) -> None:
    acts: dict[str, list[str]] = {}
    for file in (shared / "data" / "law" / "no" / "lover").glob("*.md"):
        text = file.read_text(encoding="utf-8")
        title = re.search(r'^short_title: "(.*)"', text, re.M)
        if title and not re.search(
            "^in_force: Kongen", text, re.M
        ):  # the new act of a name, not in force yet
            for name in title[1].split(" – "):
                acts.setdefault(name.lower().rstrip("."), []).append(text)
    pack = read_pack(lovdata_definition())

    named = {
        (entry.word, found[1].lower(), found[2])
        for entry in pack.dictionary
        for text in (*entry.searches, entry.rule)
        for found in re.finditer(r"(\w+) § (\d+[a-z]?(?:-\d+)?[a-z]?)", text)
    }
    missing = [
        (word, act, number)
        for word, act, number in sorted(named)
        if not any(re.search(rf"^#+ § {number}(?=[ .\n])", text, re.M) for text in acts.get(act, []))
    ]

    assert len(pack.dictionary) >= 45
    assert all(entry.searches and entry.rule and entry.meanings for entry in pack.dictionary)
    assert len(named) > 200
    assert missing == []
