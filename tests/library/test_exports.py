"""Exports come in as they are: a ZIP file of pages that lead to one another, a mail with its attachment."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from belegg.library.library import Library
from belegg.records import OWNER, Principal, Scope

pytestmark = [pytest.mark.req("ING-15"), pytest.mark.req("ING-11")]

NOTION, OTHER = "152bb52ee2b580f1bc1bd5ac36d7f9e3", "2a889dba369b48709ec62508d5020d93"
MAIL = """From: Kari <kari@x.no>
Subject: Vedtak
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=utf-8

Vedtaket ligger ved.
--b
Content-Type: text/plain; charset=utf-8
Content-Disposition: attachment; filename="vedtak.txt"

Søknaden er innvilget i sin helhet.
--b--
"""


def archive(**members: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, text in members.items():
            packed.writestr(name, text)
    return out.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "drive"
    folder.mkdir()
    link = f"Home%20{NOTION}/Rules%20{OTHER}.md"
    pages = {
        f"Home {NOTION}.md": f"# Home\n\nStatus: Open\n\nSee [rules]({link}).",
        f"Home {NOTION}/Rules {OTHER}.md": "# Rules\n\nEmployees have five weeks of holiday each year.",
    }
    (folder / "Export.zip").write_bytes(archive(**pages))
    (folder / "vedtak.eml").write_bytes(MAIL.encode())
    return folder


def test_pages_of_an_export_are_found_and_their_links_lead_to_sources(folder: Path, tmp_path: Path) -> None:
    with Library.open(tmp_path / "l.db", create=True) as library:
        library.ingest(folder)
        scope = Scope(OWNER)
        heads = {head.source: head for head in library.documents(scope)}
        found = library.search("weeks of holiday", scope).hits[0]

    home = heads[f"drive/Export.zip/Home {NOTION}.md"]
    assert (home.title, home.fact("Status"), home.fact("page_id")) == ("Home", "Open", NOTION)
    assert home.fact("link") in heads
    assert found.document.title == "Rules"


def test_an_attachment_has_the_access_of_its_mail(folder: Path, tmp_path: Path) -> None:
    rules = tmp_path / "rules.tsv"
    rules.write_text("vedtak.eml\tcase\nExport.zip\tall\n")
    with Library.open(tmp_path / "l.db", create=True) as library:
        library.ingest(folder, access=rules)
        case = library.search("innvilget i sin helhet", Scope(Principal("a", frozenset({"case"}))), 3).hits
        everyone = library.documents(Scope(Principal("b", frozenset({"all"}))))

    assert case[0].document.source == "drive/vedtak.eml/vedtak.txt"
    assert not [head.source for head in everyone if "vedtak" in head.source]
