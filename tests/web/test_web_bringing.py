"""A document is brought in from the page of documents, without script, by whoever may; others see no form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.records import OWNER, Principal, Scope
from belegg.serving.entrance.visitor import Role, Visitor
from doors import client_of
from pages_seen import As, Page

pytestmark = pytest.mark.req("FAC-3", "ING-13", "ING-15")
LEAVE = b"# Leave\n\nParental leave lasts sixteen weeks for every employee.\n"


def curator(name: str, *groups: str, role: Role = "curator") -> As:
    return As(Visitor(Principal.signed_in(name, groups), name, frozenset({role}), "session"))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "keys.md").write_text("# Keys\n\nA lost key costs 350 kroner.\n")
    with Library.open(tmp_path / "brought.db", create=True) as library:
        library.ingest(tmp_path / "texts")
        yield library


def browser(library: Library, who: As | None = None) -> TestClient:
    client = client_of(library, who)
    client.follow_redirects = True
    return client


def brings(client: TestClient, data: bytes, name: str, *groups: str) -> Page:
    with client:
        response = client.post(
            "/documents/bring", files={"file": (name, data)}, data={"group": list(groups), "pack": ""}
        )
    return Page(response.text)


def test_a_file_that_was_brought_is_read_and_led_to(library: Library) -> None:
    page = brings(browser(library), LEAVE, "leave.md")

    assert "Read: leave.md" in page.text
    (link,) = [str(own["href"]) for own in page.all("a") if "/documents/" in str(own.get("href"))][:1]
    assert library.document(link.rpartition("/")[2], Scope(OWNER)).title == "Leave"


def test_a_file_that_cannot_be_read_says_why_and_leaves_nothing(library: Library) -> None:
    page = brings(browser(library), b"%PDF-1.7 torn", "torn.pdf")

    assert "Not taken: torn.pdf" in page.text
    assert "damaged" in page.text
    assert len(library.documents(Scope(OWNER))) == 1


@pytest.mark.parametrize(
    ("data", "name", "told"),
    [(b"MZ\x90\x00", "setup.exe", "not a document"), (LEAVE, "", "send one file")],
)
def test_what_is_not_taken_comes_back_above_the_form(
    library: Library, data: bytes, name: str, told: str
) -> None:
    page = brings(browser(library), data, name)

    assert told in page.text
    assert page.all("input", type="file"), "the form is there, for another try"


def test_whoever_brings_it_chooses_among_their_own_groups(library: Library) -> None:
    form = Page(browser(library, curator("eva", "archive")).get("/documents").text)
    assert [own["value"] for own in form.all("input", name="group")] == ["archive", "everyone"]

    refused = brings(browser(library, curator("eva", "archive")), LEAVE, "leave.md", "board")
    assert "board is none of your groups" in refused.text
    refused = brings(browser(library, curator("eva", "archive")), LEAVE, "leave.md")
    assert "say who may read it" in refused.text
    taken = brings(browser(library, curator("eva", "archive")), LEAVE, "leave.md", "archive")
    assert "Read: leave.md" in taken.text
    assert library.documents(Scope(Principal.signed_in("kari", ["sales"]))) == []


def test_a_reader_has_no_form_and_is_refused_without_it(library: Library) -> None:
    reader = browser(library, curator("kari", "sales", role="reader"))
    with reader:
        assert not Page(reader.get("/documents").text).all("input", type="file")
        answer = reader.post("/documents/bring", files={"file": ("leave.md", LEAVE)}, data={"group": "sales"})

    assert answer.status_code == 403
    assert len(library.documents(Scope(OWNER))) == 1


def test_a_form_of_another_site_brings_nothing(library: Library) -> None:
    with browser(library) as client:
        answer = client.post(
            "/documents/bring", files={"file": ("x.md", LEAVE)}, headers={"sec-fetch-site": "cross-site"}
        )

    assert answer.status_code == 403
    assert len(library.documents(Scope(OWNER))) == 1


def test_what_somebody_else_brought_is_told_to_nobody(library: Library) -> None:
    with browser(library, curator("eva", "archive")) as eva:
        came = eva.post("/documents/bring", files={"file": ("plan-x.md", LEAVE)}, data={"group": "archive"})
        address = str(came.url).partition("127.0.0.1:8484")[2]
    with browser(library, curator("ola", "archive")) as ola, browser(library, curator("ola", "archive")):
        theirs = Page(ola.get(address).text).text
        unknown = Page(ola.get("/documents?brought=0123456789abcdef").text).text

    assert "plan-x" not in theirs
    assert theirs == unknown
