"""Any bytes give a document or a reason, the same each time; no other error leaves the room."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belegg.errors import NotADocument, ReadingError
from belegg.reading import Read, read
from belegg.reading.kinds import kind_of
from belegg.reading.passages import cut
from belegg.reading.read import READERS, is_fenced
from belegg.records import document_id

OLD_WORD = "WordDocument\0".encode("utf-16-le")
OLD_EXCEL = "Workbook\0".encode("utf-16-le")
NAMES = st.sampled_from(["a.md", "a.txt", "a.html", "a.xml", "a", "corpus.jsonl#1"])


def outcome(data: bytes, name: str) -> Read | str:
    try:
        return read(data, f"n/{name}", "p")
    except ReadingError as error:
        return str(error)


@pytest.mark.req("ING-13")
@given(st.binary(max_size=500), NAMES)
def test_no_bytes_raise_anything_but_a_reading_error(data: bytes, name: str) -> None:
    found = outcome(data, name)

    if isinstance(found, Read):
        assert cut(found.document, found.profile)


@pytest.mark.req("ING-1")
@given(st.text(max_size=300), NAMES)
def test_the_same_bytes_give_the_same_document_and_passages(text: str, name: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    first, second = outcome(data, name), outcome(data, name)

    assert first == second
    if isinstance(first, Read) and isinstance(second, Read):
        assert cut(first.document, "wiki") == cut(second.document, "wiki")


@pytest.mark.req("ING-13")
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_files_cut_off_or_damaged_anywhere_give_a_document_or_a_reason(
    shared: Path, data: st.DataObject
) -> None:
    folders = ("office", "pdf", "html", "markdown-cases", "law/no/lovtidend-2025-html", "text-encodings")
    folder = shared / "data" / data.draw(st.sampled_from(folders))
    files = sorted(p for p in folder.rglob("*") if p.is_file() and 0 < p.stat().st_size < 300_000)
    path = data.draw(st.sampled_from(files))
    whole = bytearray(path.read_bytes())
    cut_at = data.draw(st.integers(0, len(whole)))
    for place in data.draw(st.lists(st.integers(0, len(whole) - 1), max_size=8)):
        whole[place] = data.draw(st.integers(0, 255))

    outcome(bytes(whole[:cut_at]), path.name)


@pytest.mark.req("ING-13")
@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.html", "a.csv", "a.eml", "README"])
def test_every_kind_of_file_is_read_in_a_process_of_its_own(name: str) -> None:
    assert is_fenced(b"<!doctype html><p>Words", f"n/{name}")


@pytest.mark.req("ING-13")
@pytest.mark.parametrize("data", [b"<!---->" * 500, b"<html>" + b"<dl" * 200_000 + b"<main" * 200_000])
def test_telling_the_kind_of_a_page_takes_one_look_at_each_byte(data: bytes) -> None:
    """The patterns before these took hours; nothing outside a reader's process ends them."""
    assert kind_of(data, "a.html") == "html"


@pytest.mark.req("ING-12")
def test_a_reader_names_its_version() -> None:
    found = read(b"# Title\n", "n/a.md", "p")

    assert found.reader in READERS
    assert found.reader == "markdown 4"


def test_a_document_has_the_id_of_its_pack_and_source() -> None:
    assert read(b"text", "n/a.txt", "p").document.id == document_id("p", "n/a.txt")


@pytest.mark.parametrize(
    ("data", "name", "title"),
    [
        (b"---\ntitle: Stated\n---\n# Heading\n", "a.md", "Stated"),
        (b"text first\n\n## **Heading**\n", "a.md", "Heading"),
        (b"only text", "My notes.md", "My notes"),
        (b"only text", "README", "README"),
    ],
)
@pytest.mark.req("ING-3")
def test_a_title_is_stated_or_the_first_heading_or_the_files_name(data: bytes, name: str, title: str) -> None:
    assert read(data, f"n/{name}", "p").document.title == title


@pytest.mark.req("ING-13")
@pytest.mark.parametrize(
    ("data", "name", "reason"),
    [
        (b"", "a.md", "the file is empty"),
        (b" \n\t\n", "a.md", "holds no text"),
        (b"\xef\xbb\xbf", "a.txt", "holds no text"),
        (b"PK\x03\x04rest", "a.docx", "no whole ZIP file"),
        (b"plain words", "a.docx", "named `.docx` but no Word document"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + OLD_WORD, "a.doc", "save it as `.docx`"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + OLD_EXCEL, "a.xls", "save it as `.xlsx`"),
        (b",,,\n", "a.csv", "holds no text"),
        (b"<en-export/>", "a.enex", "not read yet: Evernote exports; export the notes as HTML"),
        (b"{}", "a.json", "not read yet: JSON; export what it holds as"),
        (b"<svg/>", "a.svg", "not read yet: drawings"),
        (b"x", "a.pages", "not read yet: Pages documents; export them as Word"),
        (b"\x89PNG\r\n", "a.md", "a PNG picture"),
        (b"SQLite format 3\0", "belegg.db", "an SQLite database"),
        (b"print(1)", "a.py", "`.py` files are not read"),
        (b"<feed/>", "a.xml", "not read yet: XML"),
        (b"MZ\x90\0", "a.pdf", "a program"),
    ],
)
def test_what_is_not_read_says_why(data: bytes, name: str, reason: str) -> None:
    with pytest.raises(NotADocument, match=reason):
        read(data, f"n/{name}", "p")


@pytest.mark.req("ING-14")
def test_control_characters_are_taken_out_and_told() -> None:
    found = read(b"# Chapter\x00 one\n\nThe period is \x1b[2J30 days.\n", "n/a.md", "p")

    assert found.document.text == "# Chapter one\n\nThe period is [2J30 days.\n"
    assert [w.text for w in found.warnings if w.code == "control characters"] == [
        "2 control characters taken out"
    ]


@pytest.mark.req("LAN-1")
def test_a_text_whose_language_cannot_be_told_says_so() -> None:
    found = read(b"xyzzy plugh " * 20, "n/a.txt", "p")

    assert found.document.language is None
    assert [w.code for w in found.warnings] == ["language undecided"]


@pytest.mark.req("LAN-1")
def test_a_note_of_few_words_says_that_its_language_cannot_be_told_under_a_name_of_its_own() -> None:
    found = read(b"Call Kari about the lamps", "n/a.txt", "p")

    assert found.document.language is None
    assert [(w.code, "indexed as written" in w.text) for w in found.warnings] == [("few words", True)]


@pytest.mark.req("ING-13")
def test_every_file_of_the_handbook_is_read_or_says_why(shared: Path) -> None:
    files = sorted((shared / "data" / "wiki" / "sourcegraph-handbook").rglob("*.md"))
    outcomes = [outcome(path.read_bytes(), path.name) for path in files]

    assert len(outcomes) == 883
    assert sorted(o for o in outcomes if isinstance(o, str)) == ["the file is empty"] * 3


MANIFEST = {
    "empty.md": "the file is empty",
    "only-whitespace.md": "the file holds no text",
    "invalid-utf8.md": "damaged text",
    "truncated-utf8.md": "damaged text",
    "mojibake.md": "mojibake",
    "zero-width.md": "zero-width characters",
    "zwj-bidi-marks.md": "direction marks",
    "soft-hyphen.md": "soft hyphens",
    "nfd.md": "decomposed letters",
    "nfkd-fullwidth.md": "full-width letters",
    "unterminated-frontmatter.md": "front matter",
    "frontmatter-bad-yaml.md": "front matter",
    "frontmatter-only.md": "no text",
    "latin1.md": "encoding",
    "cp865.md": "encoding",
    "utf16le-nobom.md": "encoding",
}


@pytest.mark.req("ING-14")
def test_each_odd_file_of_the_manifest_says_what_is_odd_about_it(shared: Path) -> None:
    folder = shared / "data" / "text-encodings"
    for line in (folder / "MANIFEST.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        name = line.partition("\t")[0]
        found = outcome((folder / name).read_bytes(), name)
        told = {found} if isinstance(found, str) else {w.code for w in found.warnings}
        assert MANIFEST.get(name, "") in {*told, ""}, name


@pytest.mark.req("ING-13")
def test_a_conversion_that_lost_most_sections_is_told(shared: Path) -> None:
    lossy = shared / "data" / "law" / "no" / "lossy-conversion" / "LOV-2005-06-17-62.md"
    whole = shared / "data" / "law" / "no" / "lover" / "lov-2005-06-17-62.md"

    codes = [{w.code for w in read(path.read_bytes(), path.name, "p").warnings} for path in (lossy, whole)]

    assert ["empty sections" in found for found in codes] == [True, False]
