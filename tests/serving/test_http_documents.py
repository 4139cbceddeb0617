"""Documents and their pages by HTTP."""

from __future__ import annotations

import struct
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from belegg.errors import UnknownDocument
from belegg.library.library import Library
from belegg.records import OWNER, DocumentHead, Principal, Scope
from belegg.serving.http.files import disposition
from belegg.serving.http.pictures import Pictures
from belegg.serving.shapes.documents import head_json
from doors import API, as_

pytestmark = pytest.mark.req("FAC-2")
EVERYTHING = Scope(OWNER)
HOSTILE = ("a\r\nSet-Cookie: x", 'a"; b', "../../etc/passwd", "\x00", "é" * 400, "...")
PNG = b"\x89PNG\r\n\x1a\n"


def head_of(library: Library, name: str) -> DocumentHead:
    return library.document(name, EVERYTHING)


def at(client: TestClient, library: Library, name: str, rest: str = "") -> str:
    return f"{API}/documents/{head_of(library, name).id}{rest}"


def test_documents_are_listed_in_parts_and_counted_whole(owner: TestClient, company_library: Library) -> None:
    every = [head_json(head) for head in company_library.documents(EVERYTHING)]
    first = owner.get(f"{API}/documents", params={"limit": 10}).json()
    second = owner.get(f"{API}/documents", params={"limit": 1000, "offset": 10}).json()

    assert first["documents"] + second["documents"] == every
    assert first["total"] == second["total"] == len(every)


def test_a_text_is_read_whole_and_by_section(owner: TestClient, company_library: Library) -> None:
    path = at(owner, company_library, "2026-053-brattholm-aqua.md", "/text")
    whole, part = owner.get(path).json(), owner.get(path, params={"section": "3"}).json()

    ((start, end),) = part["spans"]
    assert whole["text"][start:end] == part["text"]
    assert "90 days' written notice" in part["text"]
    assert owner.get(path, params={"section": "99"}).status_code == 400
    assert owner.get(path, params={"version": 7}).status_code == 400


def test_versions_reports_and_neighbours_are_told(owner: TestClient, company_library: Library) -> None:
    path = at(owner, company_library, "2026-053-brattholm-aqua.md")

    assert [one["version"] for one in owner.get(f"{path}/versions").json()["versions"]] == [1]
    assert owner.get(f"{path}/report").json()["passages"] == owner.get(path).json()["passages"]
    assert owner.get(f"{path}/similar").json()["hits"]
    assert owner.get(f"{path}/changes").json()["error"]["kind"] == "BadInput"
    assert len(owner.get(f"{API}/reports").json()["reports"]) >= 60


def test_an_original_is_a_download_to_the_byte(reader: TestClient, paper_library: Library) -> None:
    path = at(reader, paper_library, "boats.pdf", "/original")
    response = reader.get(path)

    assert response.content == paper_library.original("boats.pdf", EVERYTHING)
    assert response.headers["content-disposition"].startswith("attachment;")
    assert "sandbox" in response.headers["content-security-policy"]
    assert response.headers["content-type"] == "application/octet-stream"


def test_one_range_of_an_original_is_served(reader: TestClient, paper_library: Library) -> None:
    path = at(reader, paper_library, "boats.pdf", "/original")
    whole = reader.get(path).content

    def ranged(value: str) -> tuple[int, bytes]:
        response = reader.get(path, headers={"range": value})
        return response.status_code, response.content

    assert ranged("bytes=0-4") == (206, b"%PDF-")
    assert ranged("bytes=-6") == (206, whole[-6:])
    assert ranged("bytes=10-") == (206, whole[10:])
    assert ranged(f"bytes={len(whole)}-")[0] == 416
    assert ranged("bytes=" + ",".join(f"{n}-{n}" for n in range(9_000)))[0] in (200, 400)
    assert ranged("bytes=0-0,1-1") == (200, whole)


def test_any_name_is_offered_as_it_is(reader: TestClient, paper_library: Library) -> None:
    names = [head.source.rpartition("/")[2] for head in paper_library.documents(EVERYTHING)]
    for name in names:
        response = reader.get(at(reader, paper_library, name, "/original"))
        assert response.status_code == 200
        told = response.headers["content-disposition"]
        assert told.isascii()
        assert quote(name.replace("\u202e", ""), safe="") in told


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_breaks_no_header(name: str) -> None:
    told = disposition(name)

    assert told.isascii()
    assert not set(told) & set("\r\n\0")
    assert told.count('"') == 2
    assert "/" not in told


def test_a_page_is_a_picture_of_its_size(reader: TestClient, paper_library: Library) -> None:
    response = reader.get(at(reader, paper_library, "boats.pdf", "/pages/2/image"))
    wide, high = struct.unpack(">II", response.content[16:24])

    assert response.headers["content-type"] == "image/png"
    assert response.content.startswith(PNG)
    assert (wide, high) == (2 * 595, 2 * 842)


def test_a_page_that_is_not_there_is_told(reader: TestClient, paper_library: Library) -> None:
    path = at(reader, paper_library, "boats.pdf", "/pages")

    assert reader.get(f"{path}/4/image").json()["error"]["kind"] == "BadInput"
    assert reader.get(f"{path}/0/image").status_code == 400
    assert "no PDF" not in reader.get(f"{path}/1").json()["text"]
    of_text = at(reader, paper_library, "\U0001f6a4.md", "/pages/1/image")
    assert "only the pages of a PDF" in reader.get(of_text).json()["error"]["message"]


def test_the_words_quoted_are_boxed_on_their_page(reader: TestClient, paper_library: Library) -> None:
    path = at(reader, paper_library, "boats.pdf")
    marked = reader.get(f"{path}/mark", params={"quotation": "insured in the year 2021"}).json()
    span = {"start": marked["start"], "end": marked["end"]}
    boxes = reader.get(f"{path}/marks", params=span).json()["pages"]
    drawn = reader.get(f"{path}/pages/2/marks.svg", params=span)

    ((page, box),) = [(each["number"], box) for each in boxes for box in each["boxes"]]
    assert page == 2
    assert 72 < box[0] < box[2] < 523
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.count("<rect") == 1
    assert reader.get(f"{path}/pages/1/marks.svg", params=span).text.count("<rect") == 0


def test_a_kept_picture_is_shown_to_nobody_who_may_not_read(paper_library: Library) -> None:
    pictures = Pictures()
    head = head_of(paper_library, "boats.pdf")
    nobody = Scope(Principal.anonymous())
    try:
        first = pictures.page(paper_library, head.id, 1, EVERYTHING)
        assert pictures.page(paper_library, head.id, 1, EVERYTHING) is first
        with pytest.raises(UnknownDocument):
            pictures.page(paper_library, head.id, 1, nobody)
    finally:
        pictures.close()


def test_pictures_keep_to_their_room(paper_library: Library) -> None:
    pictures = Pictures(room_bytes=1)
    try:
        for number in (1, 2, 3):
            pictures.page(paper_library, "boats.pdf", number, EVERYTHING)
        assert len(pictures.kept()) == 1
    finally:
        pictures.close()


def test_what_one_may_not_read_reads_as_what_is_not_there(team: TestClient, company_library: Library) -> None:
    hidden = next(h for h in company_library.documents(EVERYTHING) if h.source.startswith("company/notes/"))
    parts = (
        *("", "/text", "/versions", "/changes", "/report", "/similar", "/original", "/pages/1"),
        *("/pages/1/image", "/marks?start=0&end=1", "/pages/1/marks.svg?start=0&end=1", "/mark?quotation=a"),
    )
    for part in parts:
        met = [
            team.get(f"{API}/documents/{name}{part}", headers=as_("linn")) for name in (hidden.id, "0" * 16)
        ]
        told = [each.json()["error"] | {"request": ""} for each in met]
        assert [each.status_code for each in met] == [404, 404], part
        assert told[0] == told[1] | {"message": told[1]["message"].replace("0" * 16, hidden.id)}, part
