"""Bringing documents in by HTTP: what is taken, under which name, by whom, up to which limits."""

from __future__ import annotations

import io
import json
import os
import stat
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.library.uploads import Uploads, name_told, suffix_of
from belegg.records import OWNER, Scope
from belegg.sources.webhook import SECRET, signature_of
from doors import API, KnownByName, as_, client_of, person

pytestmark = pytest.mark.req("ING-15", "FAC-2")
NOTE = b"# Boathouse\n\nThe boathouse is locked at nine in the evening.\n"
UPLOADS = f"{API}/uploads"
KEY = "a secret of more than sixteen bytes"
HOSTILE = (
    "../../../etc/cron.d/x.md",
    "..\\..\\x.md",
    "note\0.md",
    "n" * 300 + ".md",
    "....md",
    "CON.md",
    "/abs/olute.md",
    "a\r\nb.md",
    "\u202egpj.md",
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lease.md").write_text("# Lease\n\nThe lease ends in May.\n", encoding="utf-8")
    with Library.open(tmp_path / "here.db", create=True) as library:
        library.ingest(tmp_path / "docs")
        yield library


@pytest.fixture
def keeper(library: Library) -> Iterator[TestClient]:
    with client_of(library) as client:
        yield client


@pytest.fixture
def people(library: Library) -> Iterator[TestClient]:
    known = KnownByName(
        kira=person("kira", "crew", role="curator"), ben=person("ben", "crew"), cay=person("cay", "office")
    )
    with client_of(library, known) as client:
        yield client


def test_a_file_is_read_found_and_given_back_under_its_name(keeper: TestClient, library: Library) -> None:
    brought = keeper.post(UPLOADS, files={"file": ("båthus.md", NOTE)})
    told = brought.json()
    found = keeper.get(f"{API}/search", params={"q": "boathouse"}).json()["hits"]

    assert brought.status_code == 201, brought.text
    assert (told["state"], told["name"], told["size_bytes"]) == ("read", "båthus.md", len(NOTE))
    assert [hit["document"] for hit in found] == [told["document"]]
    assert keeper.get(f"{API}/documents/{told['document']}/original").content == NOTE
    assert keeper.get(f"{UPLOADS}/{told['upload']}").json() == told
    assert keeper.get(UPLOADS).json()["held_bytes"] == len(NOTE)


def test_what_is_brought_to_a_library_that_was_restored_elsewhere_is_its_own(
    keeper: TestClient, library: Library, tmp_path: Path
) -> None:
    keeper.post(UPLOADS, files={"file": ("before.md", NOTE)})
    (tmp_path / "there").mkdir()
    library.backup(tmp_path / "there" / "here.db")

    with Library.open(tmp_path / "there" / "here.db") as restored, client_of(restored) as client:
        told = client.post(UPLOADS, files={"file": ("after.md", b"# Pier\n\nThe pier is new.\n")}).json()
        again = client.get(f"{UPLOADS}/{told['upload']}").json()
        refused = client.post(UPLOADS, files={"file": ("bad.pdf", b"%PDF-1.4 nothing")}).json()

        assert told["document"] is not None
        assert again == told
        assert restored.document(told["document"], Scope(OWNER)).source == told["source"]
        assert refused["state"] == "refused"
        assert refused["reason"] != "it could not be read; the server's log has more"
        assert len(restored.documents(Scope(OWNER))) == 3


def test_files_lie_under_our_own_ids_for_the_owner_alone(keeper: TestClient, library: Library) -> None:
    told = keeper.post(UPLOADS, files={"file": ("note.md", NOTE)}).json()
    folder = Uploads.beside(library.path).folder
    (file,) = (folder / "uploads").iterdir()

    assert file.name == f"{told['upload']}.md"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_data_and_never_a_path(name: str, tmp_path: Path) -> None:
    uploads = Uploads(tmp_path / "brought")
    upload = uploads.take(NOTE, name, "", "ann", ("crew",))

    assert uploads.place(upload).read_bytes() == NOTE
    assert uploads.place(upload).parent == tmp_path / "brought" / "uploads"
    assert upload.file in (upload.id, f"{upload.id}.md")
    assert not set(upload.name) & set("/\\\0\r\n")
    assert len(upload.name) <= 200


def test_what_follows_a_dot_is_taken_over_when_it_is_plain() -> None:
    assert suffix_of("a.PDF") == ".pdf"
    assert suffix_of("a.tar.gz") == ".tar.gz"
    assert suffix_of("v1.2.md") == ".md"
    assert suffix_of("a.p/df") == ""
    assert suffix_of("noend") == ""
    assert name_told("") == "file"


def zipped(*names: str, data: bytes = b"x") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, data)
    return out.getvalue()


def with_link() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        link = zipfile.ZipInfo("passwd.md")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "status"),
    [
        ("picture.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 100, 422),
        ("program.md", b"\x7fELF" + b"\0" * 100, 422),
        ("drawing.svg", b"<svg onload='alert(1)'/>", 422),
        ("report.pdf", b"no pdf at all", 422),
        ("empty.md", b"", 422),
        ("thing.exe", b"words", 422),
        ("torn.pdf", b"%PDF-1.7\nnothing", 422),
        ("bomb.zip", zipped("a.txt", data=b"\0" * 40_000_000), 422),
    ],
)
def test_what_is_no_document_is_refused_with_the_reason(
    keeper: TestClient, library: Library, name: str, data: bytes, status: int
) -> None:
    response = keeper.post(UPLOADS, files={"file": (name, data)})
    told = response.json()

    assert response.status_code == status, response.text
    assert told.get("reason") or told["error"]["message"]
    folder = Uploads.beside(library.path).folder / "uploads"
    assert list(folder.glob("*")) == []
    assert len(library.documents(Scope(OWNER))) == 1


def test_a_link_in_an_archive_leads_nowhere(keeper: TestClient, library: Library) -> None:
    keeper.post(UPLOADS, files={"file": ("links.zip", with_link())})

    assert keeper.get(f"{API}/search", params={"q": "root passwd bin"}).json()["hits"] == []


def test_who_may_read_it_is_said_with_ones_own_groups(people: TestClient) -> None:
    def bring(group: list[str]) -> int:
        data = {"group": group} if group else {}
        return people.post(
            UPLOADS, files={"file": ("n.md", NOTE)}, data=data, headers=as_("kira")
        ).status_code

    assert [bring([]), bring(["office"]), bring(["anonymous"]), bring(["crew,office"])] == [400] * 4
    assert bring(["crew"]) == 201
    for name, hits in (("ben", 1), ("cay", 0)):
        found = people.get(f"{API}/search", params={"q": "boathouse"}, headers=as_(name)).json()
        assert len(found["hits"]) == hits
    assert people.get(UPLOADS, headers=as_("ben")).status_code == 403
    assert people.post(UPLOADS, files={"file": ("n.md", NOTE)}, headers=as_("ben")).status_code == 403


def test_a_second_file_leaves_the_first_to_its_readers(people: TestClient) -> None:
    for group, text in (
        ("crew", b"# One\n\nThe boathouse is blue.\n"),
        ("everyone", b"# Two\n\nBoathouse.\n"),
    ):
        done = people.post(
            UPLOADS, files={"file": ("n.md", text)}, data={"group": group}, headers=as_("kira")
        )
        assert done.status_code == 201
    found = {
        name: len(people.get(f"{API}/search", params={"q": "boathouse"}, headers=as_(name)).json()["hits"])
        for name in ("kira", "cay")
    }
    assert found == {"kira": 2, "cay": 1}


def test_an_upload_is_nobodys_but_who_brought_it(people: TestClient, library: Library) -> None:
    done = people.post(UPLOADS, files={"file": ("n.md", NOTE)}, data={"group": "crew"}, headers=as_("kira"))
    known = KnownByName(eve=person("eve", "crew", role="curator"))
    with client_of(library, known) as others:
        met = [others.get(f"{UPLOADS}/{id}", headers=as_("eve")) for id in (done.json()["upload"], "0" * 16)]
        assert [each.status_code for each in met] == [404, 404]
        assert others.get(UPLOADS, headers=as_("eve")).json()["uploads"] == []


def test_a_person_has_room_for_so_much(tmp_path: Path) -> None:
    from belegg.errors import TooLarge

    uploads = Uploads(tmp_path / "brought", quota_bytes=100, most_files=2)
    uploads.take(NOTE, "a.md", "", "ann", ())
    with pytest.raises(TooLarge, match="100 is the most of a person"):
        uploads.take(NOTE, "b.md", "", "ann", ())
    uploads.take(b"b", "b.md", "", "ann", ())
    with pytest.raises(TooLarge, match="2 is the most"):
        uploads.take(b"c", "c.md", "", "ann", ())
    assert uploads.take(NOTE, "a.md", "", "ben", ()).by == "ben"


def test_a_form_of_ten_thousand_fields_is_a_413(keeper: TestClient) -> None:
    fields = "".join(
        f'--x\r\nContent-Disposition: form-data; name="f{n}"\r\n\r\n1\r\n' for n in range(10_000)
    )
    kind = {"content-type": "multipart/form-data; boundary=x"}
    many = keeper.post(UPLOADS, content=f"{fields}--x--\r\n", headers=kind)
    long = '--x\r\nContent-Disposition: form-data; name="group"\r\n\r\n' + "g" * 1_000_000 + "\r\n--x--\r\n"

    assert many.status_code == 413
    assert keeper.post(UPLOADS, content=long, headers=kind).status_code == 413
    assert keeper.post(UPLOADS, content=b"--x--", headers=kind).status_code == 400
    assert keeper.post(UPLOADS, json={"file": "a"}).status_code == 400


def test_a_file_that_is_too_large_is_refused_before_it_is_read(keeper: TestClient) -> None:
    headers = {"content-type": "multipart/form-data; boundary=x", "content-length": str(10**12)}

    assert keeper.post(UPLOADS, content=b"", headers=headers).status_code == 413


def announced(keeper: TestClient, secret: str, **what: str) -> tuple[int, object]:
    body, stamp = json.dumps(what).encode(), str(int(time.time()))
    headers = {"X-Belegg-Timestamp": stamp, "X-Belegg-Signature": signature_of(body, stamp, secret.encode())}
    response = keeper.post(f"{API}/webhook", content=body, headers=headers)
    return response.status_code, response.json()


def test_a_signed_announcement_has_a_file_read_again(
    keeper: TestClient, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SECRET, KEY)
    (tmp_path / "docs" / "lease.md").write_text("# Lease\n\nThe lease ends in June.\n", encoding="utf-8")
    os.utime(tmp_path / "docs" / "lease.md", (1, 1))

    assert announced(keeper, "another secret of some length", source="docs/lease.md")[0] == 401
    assert announced(keeper, KEY, source="docs/nothing.md")[0] == 400
    assert announced(keeper, KEY, source="docs/lease.md") == (200, {"taken": 1})
    assert keeper.get(f"{API}/search", params={"q": "lease June"}).json()["hits"]


def test_without_a_secret_no_announcement_is_taken(
    keeper: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(SECRET, raising=False)

    assert announced(keeper, KEY, source="docs/lease.md")[0] == 401


def test_two_files_in_one_form_are_told_to_be_sent_one_by_one(keeper: TestClient) -> None:
    files = [("file", ("a.md", NOTE)), ("file", ("b.md", NOTE))]
    response = keeper.post(UPLOADS, files=files)

    assert response.status_code == 400
    assert "more than one file" in response.json()["error"]["message"]
