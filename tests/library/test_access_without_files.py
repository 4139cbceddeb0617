"""Who may read is changed without the files: at once, and so that no later run undoes it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from belegg import Library
from belegg.errors import BadInput
from belegg.library.access import ChangedAccess
from belegg.records import Scope
from library.ingesting import groups, write
from library.packing import OWNERS, pack_file

pytestmark = pytest.mark.req("FAC-6", "ING-12")

STAFF = groups("everyone", "staff")
PAGES = ["wiki/open/b.md", "wiki/pay/a.md", "wiki/payments.md"]


@pytest.fixture
def opened(library: Library, tmp_path: Path) -> Library:
    """A wiki that whoever has signed in reads, by the default of its pack."""
    library.add_pack(pack_file(tmp_path, 'name = "wiki"\naccess = ["everyone"]'))
    for page in PAGES:
        write(tmp_path / page, f"# {page}\n\nAbout lamps.\n")
    library.ingest(tmp_path / "wiki", pack="wiki")
    assert read_by(library) == PAGES
    return library


def read_by(library: Library, scope: Scope = STAFF) -> list[str]:
    return [head.source for head in library.documents(scope)]


def rules_file(tmp_path: Path, text: str) -> Path:
    return write(tmp_path / "rules.tsv", text)


@pytest.mark.parametrize("root", ["wiki", "its folder"])
def test_rules_close_what_a_folder_held_that_is_gone(opened: Library, tmp_path: Path, root: str) -> None:
    folder = tmp_path / "wiki"
    shutil.move(folder, tmp_path / "elsewhere")

    changed = opened.set_rules(
        root if root == "wiki" else str(folder), rules_file(tmp_path, "pay/\thr\nopen/\teveryone\n\t\n")
    )

    assert changed == ChangedAccess("wiki", 3, 2, 0, str(folder))
    assert read_by(opened) == ["wiki/open/b.md"]
    shutil.move(tmp_path / "elsewhere", folder)
    opened.ingest(folder)
    assert read_by(opened) == ["wiki/open/b.md"]
    assert read_by(opened, groups("hr")) == ["wiki/pay/a.md"]


@pytest.mark.parametrize("path", ["wiki/pay", "wiki/pay/", "./wiki/pay", "the folder"])
def test_a_path_is_closed_at_once_and_stays_closed_in_later_runs(
    opened: Library, tmp_path: Path, path: str
) -> None:
    changed = opened.limit_access(str(tmp_path / "wiki" / "pay") if path == "the folder" else path, [])

    assert (changed.path, changed.documents, changed.closed) == ("wiki/pay", 1, 1)
    assert read_by(opened) == ["wiki/open/b.md", "wiki/payments.md"]
    write(tmp_path / "wiki" / "pay" / "a.md", "# A\n\nAnother text about lamps.\n")
    write(tmp_path / "wiki" / "pay" / "new.md", "# New\n\nAlso lamps.\n")
    opened.ingest(tmp_path / "wiki", access=rules_file(tmp_path, "\teveryone\n"))
    opened.set_pack("wiki", "access", ["everyone", "staff"])
    opened.ingest(tmp_path / "wiki")
    assert read_by(opened) == ["wiki/open/b.md", "wiki/payments.md"]


def test_a_limit_opens_nothing_and_may_be_taken_off(opened: Library, tmp_path: Path) -> None:
    write(tmp_path / "wiki" / "pay" / "board.md", "---\naccess: [board]\n---\n# Board\n\nLamps.\n")
    opened.ingest(tmp_path / "wiki")

    opened.limit_access("wiki/pay", ["hr", "staff"])
    assert read_by(opened, groups("hr")) == ["wiki/pay/a.md"]
    assert read_by(opened, groups("board")) == []
    assert opened.access()[0].limits == (("wiki/pay", frozenset({"hr", "staff"})),)

    changed = opened.limit_access("wiki/pay", None)
    assert (changed.closed, changed.waiting) == (0, 2)
    opened.ingest(tmp_path / "wiki")
    assert read_by(opened, groups("board")) == ["wiki/pay/board.md"]
    assert read_by(opened) == PAGES
    with pytest.raises(BadInput, match="no limit is set on `wiki/pay`"):
        opened.limit_access("wiki/pay", None)


def test_a_document_inside_a_file_is_limited_by_its_own_path(library: Library, tmp_path: Path) -> None:
    mail = "From: a@b.no\nSubject: Lamps\nContent-Type: multipart/mixed; boundary=x\n\n--x\n"
    mail += "Content-Type: text/plain\n\nAbout lamps.\n--x\nContent-Type: text/markdown\n"
    mail += 'Content-Disposition: attachment; filename="pay.md"\n\n# Pay\n\nFigures.\n--x--\n'
    write(tmp_path / "box" / "one.eml", mail)
    library.ingest(tmp_path / "box", access=rules_file(tmp_path, "\teveryone\n"))
    assert read_by(library) == ["box/one.eml", "box/one.eml/pay.md"]

    library.limit_access("box/one.eml/pay.md", ["nobody"])
    library.ingest(tmp_path / "box")
    assert read_by(library) == ["box/one.eml"]

    library.limit_access("box/one.eml", ["nobody"])
    assert read_by(library) == []


def test_what_lies_nowhere_is_told(opened: Library, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no document of the library lies at `wiki/pya`"):
        opened.limit_access("wiki/pya", [])
    with pytest.raises(BadInput, match=r"nothing was ingested as `wikki`; what was: `wiki`"):
        opened.set_rules("wikki", rules_file(tmp_path, "\thr\n"))
    with pytest.raises(BadInput, match="nobody can be in a group with a comma"):
        opened.limit_access("wiki/pay", ["hr,sales"])
    assert len(opened.documents(OWNERS)) == 3


def test_a_group_that_differs_from_a_known_one_in_case_alone_is_told(opened: Library, tmp_path: Path) -> None:
    opened.limit_access("wiki/pay", ["hr"])

    assert [note.text for note in opened.groups_alike(["HR", "hr", "board"])] == [
        "no list names the group `HR`, but `hr`: they are two groups, case counts"
    ]
    assert opened.groups_alike(["everyone"]) == []
