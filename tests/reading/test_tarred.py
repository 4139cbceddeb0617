"""A tar archive is a list of what it holds, packed or not; what cannot be had of it is told."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import Damaged, NotADocument, ReadingError, TooLarge
from belegg.reading import read
from belegg.reading.content import Content
from belegg.reading.kinds import kind_of
from belegg.reading.tarred import parse

pytestmark = pytest.mark.req("ING-15")
FILES = [("nl/a.md", b"# A\n\nOne."), ("nl/b.txt", b"Two.")]


def packed(*members: tuple[str, bytes] | tarfile.TarInfo, format: int = tarfile.PAX_FORMAT) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=format) as archive:
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size = len(member[1])
                archive.addfile(info, io.BytesIO(member[1]))
    return out.getvalue()


def odd(name: str, kind: bytes, target: str = "", size: int = 0) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size = kind, target, size
    return info


def parts(content: Content) -> list[tuple[str, bytes]]:
    return [(part.name, part.data) for part in content.parts]


def told(content: Content) -> str:
    return " / ".join(warned.text for warned in content.warnings)


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_members_are_parts_however_it_is_packed(pack: Callable[[bytes], bytes]) -> None:
    found = parse(pack(packed(*FILES)))

    assert parts(found) == parts(found) == FILES
    assert found.text == "2 files:\n\nnl/a.md\nnl/b.txt"
    assert found.warnings == ()


@pytest.mark.parametrize(
    "name", ["a.tar", "a.TAR.gz", "a.tar.bz2", "a.tar.xz", "a.tgz", "x/gjeldende.lover.tbz2"]
)
def test_an_archive_is_known_by_its_name(name: str) -> None:
    assert kind_of(b"\x1f\x8b", f"root/{name}") == "tar"


def test_it_is_read_behind_the_fence_like_every_file() -> None:
    found = read(bz2.compress(packed(*FILES)), "box/laws.tar.bz2", "p")

    assert (found.reader, [p.name for p in found.parts]) == ("tar 1", ["nl/a.md", "nl/b.txt"])


def test_links_devices_and_hidden_files_are_left_out_and_told() -> None:
    found = parse(
        packed(
            odd("folder", tarfile.DIRTYPE),
            odd("passwd", tarfile.SYMTYPE, "/etc/passwd"),
            odd("again", tarfile.LNKTYPE, "nl/a.md"),
            odd("null", tarfile.CHRTYPE),
            (".git/config", b"x"),
            *FILES,
        )
    )

    assert parts(found) == FILES
    assert "2 files inside (a link): `passwd`, `again`" in told(found)
    assert "1 file inside (no ordinary file): `null`" in told(found)
    assert "hidden" in told(found)


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "a/../../etc/passwd", "C:\\etc\\passwd"])
def test_a_name_leads_nowhere_but_down(name: str) -> None:
    (part,) = parse(packed((name, b"x"))).parts

    assert part.name.endswith("etc/passwd")
    assert ".." not in part.name.split("/")
    assert not part.name.startswith("/")


def test_a_name_that_comes_twice_gets_a_number() -> None:
    assert parts(parse(packed(("a.md", b"1"), ("a.md", b"2")))) == [("a.md", b"1"), ("a (2).md", b"2")]


def test_an_archive_that_unpacks_to_far_more_than_it_is_is_refused() -> None:
    with pytest.raises(TooLarge, match="unpacks to more than"):
        parse(bz2.compress(packed(("zeros", bytes(50_000_000)))))


def test_a_member_that_states_an_endless_size_ends_the_reading() -> None:
    endless = packed(*FILES, odd("end.md", tarfile.REGTYPE, size=8**11 - 1))

    found = parse(endless)

    assert parts(found)[: len(FILES)] == FILES
    assert "end.md" not in found.text or "larger than" in told(found)


def test_a_torn_archive_gives_what_is_whole_and_says_so() -> None:
    whole = packed(*FILES)

    found = parse(whole[: 512 + 512 + 512 + 2])

    assert parts(found) == FILES[:1]
    assert told(found) == "the archive is torn after 1 file; the rest is lost"


def test_a_broken_header_in_the_middle_is_told() -> None:
    whole = bytearray(packed(*FILES, ("nl/c.md", b"Three.")))
    whole[1024:1034] = b"\xff" * 10

    assert told(parse(bytes(whole))) == "the archive is torn after 1 file; the rest is lost"


@pytest.mark.parametrize(
    ("data", "error"), [(b"plain text", NotADocument), (b"\x1f\x8brubbish", NotADocument)]
)
def test_what_is_no_archive_is_told_apart(data: bytes, error: type[ReadingError]) -> None:
    with pytest.raises(error, match="no tar archive"):
        parse(data)


def test_an_archive_without_a_file_is_no_document() -> None:
    with pytest.raises(NotADocument, match="holds no file"):
        parse(packed(odd("folder", tarfile.DIRTYPE)))


def test_an_archive_that_breaks_in_its_first_member_is_damaged() -> None:
    with pytest.raises(Damaged, match="torn"):
        parse(packed(("a.md", bytes(5_000)))[:600])


@given(st.binary(max_size=2_000), st.integers(0, 3_000))
def test_no_bytes_make_it_fail_in_another_way(noise: bytes, at: int) -> None:
    data = packed(*FILES)
    for tried in (noise, data[:at] + noise + data[at + len(noise) :]):
        try:
            found = parse(tried)
            assert [name for name, _ in parts(found)] == found.text.split("\n\n")[1].splitlines()
        except ReadingError:
            pass
