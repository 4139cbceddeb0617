"""An archive is a list of what it holds; its members are parts, and what is not taken is told."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import Damaged, NotADocument, PasswordNeeded, ReadingError, TooLarge
from belegg.reading import read
from belegg.reading.archive import parse
from belegg.reading.content import Content
from belegg.reading.kinds import kind_of

pytestmark = pytest.mark.req("ING-15")


def packed(members: list[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data, compress_type=method)
    return out.getvalue()


def names(content: Content) -> list[str]:
    return [part.name for part in content.parts]


def told(content: Content) -> str:
    return " / ".join(warned.text for warned in content.warnings)


def test_members_are_parts_in_the_order_of_the_archive_and_the_text_lists_them() -> None:
    found = parse(packed([("b/two.md", b"# Two"), ("folder/", b""), ("a.txt", b"One")]))

    assert [(p.name, p.data) for p in found.parts] == [("b/two.md", b"# Two"), ("a.txt", b"One")]
    assert found.text == "2 files:\n\nb/two.md\na.txt"
    assert [f.value for f in found.facts if f.name == "link"] == ["b/two.md", "a.txt"]


def test_a_list_of_names_is_in_no_language_and_nothing_is_said_of_that() -> None:
    english = packed([(f"the {n} of the and to in that is/a.txt", b"One") for n in range(5)])

    found = read(english, "box/names.zip", "p")

    assert (found.document.language, found.warnings) == (None, ())


def test_parts_can_be_asked_for_again() -> None:
    found = parse(packed([("a.md", b"A"), ("b.md", b"B")]))

    assert names(found) == names(found) == ["a.md", "b.md"]


def test_a_member_leads_by_its_link_to_the_source_that_it_becomes() -> None:
    document = read(packed([("a.md", b"A")]), "root/Export.zip", "p").document

    assert document.title == "Export"
    assert document.fact("link") == "root/Export.zip/a.md"


def test_hidden_members_links_and_folders_of_tools_are_left_out_and_told() -> None:
    link = zipfile.ZipInfo("out.md")
    link.external_attr = 0o120777 << 16
    out = io.BytesIO(packed([("a.md", b"A"), (".env", b"x"), ("__MACOSX/a.md", b"x")]))
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    found = parse(out.getvalue())

    assert names(found) == ["a.md"]
    assert told(found) == (
        "2 files inside (hidden, or of a folder of tools): `.env`, `__MACOSX/a.md` / "
        "1 file inside (a link): `out.md`"
    )


def test_an_encrypted_member_is_told_and_an_archive_of_such_asks_for_a_copy() -> None:
    def last_locked(data: bytes) -> bytes:
        at = data.rindex(b"PK\1\2")
        return data[: at + 8] + struct.pack("<H", 1) + data[at + 10 :]

    some = parse(last_locked(packed([("a.md", b"A"), ("b.md", b"B")])))

    assert names(some) == ["a.md"]
    assert "encrypted" in told(some)
    with pytest.raises(PasswordNeeded, match="unpack it"):
        parse(last_locked(packed([("a.md", b"A")])))


def test_a_torn_member_is_told_and_the_others_are_read() -> None:
    data = packed([("a.md", b"A" * 50), ("b.md", b"B" * 50)], zipfile.ZIP_STORED)
    found = parse(data.replace(b"A" * 50, b"A" * 49 + b"?"))

    assert names(found) == ["b.md"]
    assert told(found) == "1 file inside (torn): `a.md`"


def test_a_member_that_unpacks_to_a_hundred_times_its_size_is_left_out() -> None:
    found = parse(packed([("bomb.txt", bytes(20_000_000)), ("small.txt", b"a" * 100_000)]))

    assert names(found) == ["small.txt"]
    assert "as bombs do" in told(found)


@pytest.mark.parametrize("data", [b"PK\3\4 no archive", b"PK\5\6" + bytes(18), b"PK\5\6"])
def test_an_empty_or_broken_archive_says_so(data: bytes) -> None:
    with pytest.raises((Damaged, NotADocument)):
        parse(data)


@given(st.integers(0, 400), st.integers(0, 255))
def test_an_archive_with_one_wrong_byte_is_read_or_refused(place: int, value: int) -> None:
    data = bytearray(packed([("a.md", b"Words."), ("b/c.md", b"More words.")]))
    data[place % len(data)] = value

    try:
        found = parse(bytes(data))
    except ReadingError:
        return
    assert all(part.data in (b"Words.", b"More words.") for part in found.parts)


@pytest.mark.parametrize(
    ("raw", "system", "shown"),
    [
        ("blåbær.md".encode(), 3, "blåbær.md"),
        ("blåbær.md".encode("cp850"), 0, "blåbær.md"),
        ("Øst æ å ø.md".encode("cp850"), 0, "Øst æ å ø.md"),
    ],
)
def test_names_without_a_mark_of_their_encoding_are_read(raw: bytes, system: int, shown: str) -> None:
    stand_in = "x" * len(raw)
    data = packed([(stand_in, b"A")]).replace(stand_in.encode(), raw)
    at = data.rindex(b"PK\1\2")

    assert names(parse(data[: at + 5] + bytes([system]) + data[at + 6 :])) == [shown]


def test_a_zip_whose_first_member_is_a_pdf_is_an_archive() -> None:
    data = packed([("a.pdf", b"%PDF-1.7 ...")], zipfile.ZIP_STORED)

    assert kind_of(data, "root/a.zip") == "archive"


def generated(shared: Path, folder: Path, script: str) -> None:
    """Run one of the generators of hostile archives."""
    command = [sys.executable, "-W", "ignore", script, str(folder)]
    subprocess.run(command, cwd=shared / "data" / "security" / "gen", check=True, capture_output=True)


@pytest.mark.req("ING-11")
def test_hostile_archives(shared: Path, tmp_path: Path) -> None:
    for script in ("gen_zip_many_entries.py", "gen_zip_nested.py", "gen_names.py"):
        generated(shared, tmp_path, script)
    named = parse((tmp_path / "names.zip").read_bytes())

    assert all(not name.startswith("/") and ".." not in name.split("/") for name in names(named))
    assert all(name.isprintable() for name in names(named))
    assert len(set(names(named))) == len(names(named))
    assert names(parse((tmp_path / "nested.zip").read_bytes())) == [f"{n}_level4.zip" for n in range(4)]
    with pytest.raises(NotADocument, match="as bombs do"):
        parse((tmp_path / "overlap.zip").read_bytes())
    with pytest.raises(TooLarge, match=r"20,000 members"):
        parse((tmp_path / "many_entries.docx").read_bytes())


def test_a_real_export_of_notion(shared: Path) -> None:
    export = shared / "data" / "markdown-cases" / "exports" / "notion" / "Notion.Test.Export.zip"
    (inner,) = parse(export.read_bytes()).parts
    pages = {part.name: part.data for part in parse(inner.data).parts}

    assert len(pages) == 281
    source = "root/Export.zip/" + next(name for name in pages if "/Getting Started on Mobile 152" in name)
    found = read(pages[source.removeprefix("root/Export.zip/")], source, "p").document
    assert found.title == "Getting Started on Mobile"
    assert (found.fact("link") or "").removeprefix("root/Export.zip/") in pages


def test_a_member_without_a_name_is_kept_under_one() -> None:
    data = packed([("x", b"A")]).replace(b"PK\1\2", b"PK\1\2", 1)
    at = data.rindex(b"PK\1\2")
    nameless = data[: at + 28] + b"\0\0" + data[at + 30 : at + 46] + data[at + 47 :]
    end = nameless.rindex(b"PK\5\6")
    size = struct.unpack_from("<I", nameless, end + 12)[0] - 1

    with pytest.raises(NotADocument, match="torn"):
        parse(nameless[: end + 12] + struct.pack("<I", size) + nameless[end + 16 :])
