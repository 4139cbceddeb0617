"""Office files of strangers: bombs end at a limit, entities are refused, nothing outside is opened."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belegg.errors import Damaged, PasswordNeeded, ReadingError, TooLarge
from belegg.reading.office import docx as word
from belegg.reading.office import pptx as powerpoint
from belegg.reading.office import xlsx as excel
from belegg.reading.office.doctypes import without_doctype
from belegg.reading.office.markup import pieces, tree
from belegg.reading.zipped import MOST_ENTRIES, Zipped
from reading.office.office_files import WORD, docx, paragraph, pptx, rows, xlsx

pytestmark = pytest.mark.req("ING-11", "ING-13")

ENTITIES = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "cp1252"])
def test_a_document_type_is_refused_in_any_encoding(encoding: str) -> None:
    declared = f"<?xml version='1.0' encoding='{encoding.removesuffix('-sig')}'?>"

    with pytest.raises(Damaged, match="document type"):
        tree((declared + ENTITIES).encode(encoding), "part.xml")


@pytest.mark.parametrize(
    ("subset", "shown"),
    [
        ("", "One two"),
        ('SYSTEM "http://127.0.0.1:9/a.dtd"', "One two"),
        ('[<!ENTITY a "&b;&b;"> <!ENTITY b "]>">]', "One &a; two"),
        ("[<!ENTITY a SYSTEM 'file:///etc/hostname'> <!-- ' ]> --> <?x ' ]> ?>]", "One &a; two"),
        ('PUBLIC "x" "y" [ <!ATTLIST w:p w:rsid CDATA "&a;"> ] ', "One &a; two"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"])
def test_no_entity_is_expanded_and_the_text_is_read(subset: str, shown: str, encoding: str) -> None:
    middle = "&a;" if "&" in shown else ""
    declared = f"<?xml version='1.0' encoding='{encoding.removesuffix('-sig')}'?><!-- x -->"
    main = f"<w:document {WORD}><w:body>{paragraph(f'One {middle} two')}</w:body></w:document>"
    parts: dict[str, str | bytes] = {
        "word/document.xml": f"{declared}<!DOCTYPE d {subset}>{main}".encode(encoding)
    }

    content = word.parse(docx("", parts))

    assert " ".join(content.text.split()) == shown
    assert [warned.code for warned in content.warnings] == ["document type"]


def test_entities_in_attributes_are_not_expanded_either() -> None:
    part = b"<!DOCTYPE a [<!ENTITY b 'c'>]><a b='&b;&lt;'><![CDATA[&b;]]></a>"

    element = tree(without_doctype(part)[0], "part.xml")

    assert (element.get("b"), element.text) == ("&b;<", "&b;")


@given(
    st.lists(
        st.sampled_from(["<!DOCTYPE a", "[", "]", ">", "<!--", "-->", "'", '"', "<?", "?>", "<a", "&a;"])
    )
)
def test_taking_out_a_document_type_leaves_a_part_without_one_as_it_is(pieces: list[str]) -> None:
    data = "".join(pieces).encode()

    kept, references = without_doctype(data)

    assert references >= 0 or kept == data


def test_xml_that_nests_too_deep_or_is_torn_is_refused() -> None:
    with pytest.raises(TooLarge, match="nests more than 200"):
        tree(b"<a>" * 300, "part.xml")
    with pytest.raises(Damaged, match=r"`part\.xml` is no XML"):
        tree(b"<a><b></a>", "part.xml")
    with pytest.raises(Damaged, match=r"`part\.xml` is"):
        tree(b"", "part.xml")


def test_pieces_are_given_one_by_one_and_not_kept() -> None:
    part = b"<r><list>" + b"<i>x</i>" * 3 + b"</list><z/></r>"

    found = list(pieces(part, "part.xml", frozenset({"list"})))

    assert [element.tag for element in found] == ["i", "i", "i", "list", "z"]
    assert len(found[3]) == 0


def test_a_bomb_ends_at_the_limit_and_takes_no_memory() -> None:
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("word/document.xml", "w", force_zip64=True) as part,
    ):
        for _ in range(80):
            part.write(b" " * 1_000_000)
    tracemalloc.start()

    with pytest.raises(TooLarge, match="more than 100 times its size"):
        word.parse(packed.getvalue())

    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()


def test_a_file_of_too_many_members_is_refused_before_they_are_listed() -> None:
    whole = docx(paragraph("x"))
    end = whole.rindex(b"PK\5\6")
    crowded = whole[: end + 8] + struct.pack("<HH", MOST_ENTRIES + 1, MOST_ENTRIES + 1) + whole[end + 12 :]

    with pytest.raises(TooLarge, match="10,001 members"):
        Zipped(crowded)


def test_a_member_that_is_encrypted_asks_for_a_password() -> None:
    whole = bytearray(docx(paragraph("x")))
    whole[6] |= 1
    whole[whole.index(b"PK\1\2") + 8] |= 1

    with pytest.raises(PasswordNeeded):
        word.parse(bytes(whole))


def test_a_part_outside_the_file_cannot_be_named() -> None:
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    listed = (
        f'<Relationships xmlns="{space}"><Relationship Id="x" Type="t/aFChunk" Target="../../../etc/passwd"/>'
    )
    parts: dict[str, str | bytes] = {"word/_rels/document.xml.rels": f"{listed}</Relationships>"}

    content = word.parse(docx(paragraph("Words.") + '<w:altChunk r:id="x"/>', parts))

    assert content.text == "Words."
    assert [warned.code for warned in content.warnings] == ["missing part"]


FILES = {
    "docx": (docx(paragraph("One two three.") * 20), word.parse),
    "xlsx": (xlsx(rows("a | b", "1 | 2")), excel.parse),
    "pptx": (pptx("<p:sp/>"), powerpoint.parse),
}


@settings(max_examples=60)
@given(st.sampled_from(sorted(FILES)), st.data())
def test_a_damaged_file_gives_a_content_or_a_reason(kind: str, data: st.DataObject) -> None:
    whole, parse = FILES[kind]
    spoilt = bytearray(whole)
    for place in data.draw(st.lists(st.integers(0, len(spoilt) - 1), max_size=6)):
        spoilt[place] = data.draw(st.integers(0, 255))

    try:
        content = parse(bytes(spoilt[: data.draw(st.integers(0, len(spoilt)))]))
    except ReadingError:
        return
    assert all(block.span.end <= len(content.text) for block in content.blocks)


@pytest.mark.parametrize(
    ("generator", "wanted"),
    [
        ("docx_external_links", "outside parts"),
        ("docx_xml_entities", "document type"),
        ("zip_bomb_docx", "100 times its size"),
        ("zip_many_entries", "members"),
    ],
)
def test_the_generators_of_bombs_end_soundly(
    shared: Path, tmp_path: Path, generator: str, wanted: str
) -> None:
    folder = shared / "data" / "security" / "gen"
    subprocess.run(
        [sys.executable, f"gen_{generator}.py", str(tmp_path)], cwd=folder, check=True, capture_output=True
    )
    files = sorted(tmp_path.glob("*.docx"))

    outcomes = [outcome(path) for path in files]

    assert files
    assert [found for found in outcomes if wanted not in found] == []


def outcome(path: Path) -> str:
    try:
        content = word.parse(path.read_bytes())
    except ReadingError as error:
        return str(error)
    assert "CANARY" not in content.text
    return "read, " + ", ".join(warned.code for warned in content.warnings)
