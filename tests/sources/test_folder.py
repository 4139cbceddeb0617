"""A folder's files come in a fixed order, nothing outside it is read, and nothing is left out in silence."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest

from belegg.errors import BadInput, FileUnreadable, TooLarge
from belegg.sources.folder import Skipped, SourceFile, shown_name, walk

pytestmark = pytest.mark.req("ING-13")


def write(path: Path, data: bytes = b"text") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def found(root: Path, name: str = "root") -> tuple[list[str], dict[str, str]]:
    """The sources to read, and the reasons of those that are skipped."""
    met = list(walk(root, name))
    files = [m.source for m in met if isinstance(m, SourceFile)]
    return files, {m.source: m.reason for m in met if isinstance(m, Skipped)}


def test_files_come_sorted_folder_by_folder_and_again_the_same(tmp_path: Path) -> None:
    for name in ("b.md", "a/z.md", "a/a.md", "c/d/e.txt", "Å.md"):
        write(tmp_path / name)

    files, _ = found(tmp_path)

    assert files == ["root/a/a.md", "root/a/z.md", "root/b.md", "root/c/d/e.txt", "root/Å.md"]
    assert found(tmp_path) == (files, {})


def test_a_file_carries_its_size_its_time_and_its_bytes(tmp_path: Path) -> None:
    path = write(tmp_path / "a.md", b"# Title\n")

    (file,) = walk(tmp_path, "root")

    assert isinstance(file, SourceFile)
    assert (file.size_bytes, file.modified_ns) == (8, path.stat().st_mtime_ns)
    assert file.read() == b"# Title\n"


def test_a_single_file_is_a_root(tmp_path: Path) -> None:
    path = write(tmp_path / "a.md")

    assert found(path, "folder") == (["folder/a.md"], {})


def test_a_root_that_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        list(walk(tmp_path / "absent", "root"))


def test_hidden_files_and_folders_of_tools_are_left_out_and_told(tmp_path: Path) -> None:
    for name in (".env", ".git/config", "node_modules/x/README.md", "~$report.docx", "kept.md"):
        write(tmp_path / name)

    files, reasons = found(tmp_path)

    assert files == ["root/kept.md"]
    assert set(reasons) == {"root/.env", "root/.git", "root/node_modules", "root/~$report.docx"}


def test_no_link_is_followed_and_each_is_told(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside.md", b"secret")
    root = tmp_path / "root"
    write(root / "real.md")
    for name, target in (("loop", "."), ("up", ".."), ("out.md", outside), ("twin.md", "real.md")):
        (root / name).symlink_to(target)

    files, reasons = found(root)

    assert files == ["root/real.md"]
    assert set(reasons) == {"root/loop", "root/up", "root/out.md", "root/twin.md"}
    assert all("symbolic link" in reason for reason in reasons.values())


def test_a_file_that_became_a_link_after_it_was_listed_is_not_read(tmp_path: Path) -> None:
    secret = write(tmp_path / "secret.md", b"secret")
    path = write(tmp_path / "root" / "a.md")
    (file,) = walk(tmp_path / "root", "root")
    path.unlink()
    path.symlink_to(secret)

    assert isinstance(file, SourceFile)
    with pytest.raises(FileUnreadable):
        file.read()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_a_pipe_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")

    assert "no ordinary file" in found(tmp_path)[1]["root/pipe.md"]


def test_a_folder_that_cannot_be_listed_says_that_files_may_be_hidden(tmp_path: Path) -> None:
    write(tmp_path / "a" / "first.md")
    (tmp_path / "b").mkdir()
    walking = walk(tmp_path, "root")
    next(walking)
    (tmp_path / "b").rmdir()

    assert [m.hides_files for m in walking if isinstance(m, Skipped)] == [True]


def test_folders_may_nest_deeper_than_python_calls(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["d"] * 600)
    write(deep / "x.md")

    assert len(found(tmp_path)[0]) == 1


def test_a_file_above_the_limit_is_refused_when_it_is_read(tmp_path: Path) -> None:
    write(tmp_path / "big.md", b"x" * 11)
    (file,) = walk(tmp_path, "root", largest_bytes=10)

    assert isinstance(file, SourceFile)
    with pytest.raises(TooLarge, match="10 bytes"):
        file.read()


def test_a_file_that_is_gone_when_it_is_read_is_told(tmp_path: Path) -> None:
    path = write(tmp_path / "a.md")
    (file,) = walk(tmp_path, "root")
    path.unlink()

    assert isinstance(file, SourceFile)
    with pytest.raises(FileUnreadable, match=r"root/a\.md"):
        file.read()


@pytest.mark.req("ING-14")
def test_names_are_composed_in_the_source_and_stay_as_they_are_on_disk(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "Årsrapport.md")
    write(tmp_path / decomposed)

    (file,) = walk(tmp_path, "root")

    assert isinstance(file, SourceFile)
    assert file.source == "root/Årsrapport.md"
    assert file.read() == b"text"


def test_two_names_that_differ_in_composition_only_do_not_replace_each_other(tmp_path: Path) -> None:
    write(tmp_path / "café.md")
    write(tmp_path / unicodedata.normalize("NFD", "café.md"))
    if len(os.listdir(tmp_path)) < 2:
        pytest.skip("this file system holds the two names for one")

    files, reasons = found(tmp_path)

    assert files == ["root/café.md"]
    assert "same name" in reasons["root/café.md"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"latin-\xe5.md", "latin-\\xe5.md"),
        (b"new\nline.md", "new\\x0aline.md"),
        (b"a\x1b[31m.md", "a\\x1b[31m.md"),
    ],
)
def test_names_that_cannot_be_printed_are_spelt_out(tmp_path: Path, name: bytes, shown: str) -> None:
    path = os.path.join(os.fsencode(tmp_path), name)
    try:
        with open(path, "wb") as file:
            file.write(b"text")
    except OSError:
        pytest.skip("this file system refuses such a name")

    (met,) = walk(tmp_path, "root")

    assert isinstance(met, SourceFile)
    assert met.source == f"root/{shown}"
    assert met.read() == b"text"


def test_a_source_can_always_be_stored_as_utf_8() -> None:
    assert shown_name(os.fsdecode(b"\xff\xfe.md")).encode() == b"\\xff\\xfe.md"


def test_the_odd_names_of_the_test_data_are_all_read(shared: Path) -> None:
    files, reasons = found(shared / "data" / "text-encodings" / "names")

    assert list(reasons) == ["root/.skjult.md"]
    assert "root/§ 15-7 oppsigelse, æøå.md" in files
    assert "root/100% sikker?.md" in files
