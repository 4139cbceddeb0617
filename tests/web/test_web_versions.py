"""A document that was replaced since it was quoted: its words are marked in the text that was quoted."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from doors import client_of
from pages_seen import Page, asked

SAID = "The tariff for water is 40 kroner for every cubic metre."
QUESTION = "What is the tariff for water?"


def pdf_of(lines: list[str]) -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    file = BytesIO()
    canvas = Canvas(file)
    for place, line in enumerate(lines):
        canvas.drawString(72, 760 - 20 * place, line)
    canvas.save()
    return file.getvalue()


def links_to_words(html: str) -> list[str]:
    found = [own.get("href") or "" for own in Page(html).all("a")]
    return [address for address in found if "start=" in address]


@pytest.fixture
def replaced(tmp_path: Path) -> Iterator[tuple[TestClient, str]]:
    """Whoever asked, and the address of a run that quotes a version that was replaced since."""
    folder = tmp_path / "rules"
    folder.mkdir()
    file = folder / "tariff.pdf"
    file.write_bytes(pdf_of([SAID, "It is paid every quarter."]))
    with Library.open(tmp_path / "rules.db", create=True) as library:
        library.ingest(folder)
        with client_of(library) as client:
            client.follow_redirects = True
            address, _ = asked(client, QUESTION)
            file.write_bytes(pdf_of([f"Preface line {n}." for n in range(9)] + [SAID.replace("40", "55")]))
            library.ingest(folder)
            yield client, address


@pytest.mark.req("ANS-2", "FAC-3")
def test_no_box_is_drawn_on_the_picture_of_another_version(replaced: tuple[TestClient, str]) -> None:
    client, address = replaced
    page = Page(client.get(address).text)

    assert SAID in page.text
    assert "version 1" in page.text
    assert page.all("image") == []


@pytest.mark.req("ANS-2", "FAC-3")
def test_the_citation_opens_the_text_that_was_quoted_with_its_words_marked(
    replaced: tuple[TestClient, str],
) -> None:
    client, address = replaced
    links = links_to_words(client.get(address).text)
    assert links

    for link in links:
        html = client.get(link).text
        page = Page(html)

        assert "<mark>" in html
        assert SAID.split(" for every")[0] in page.text
        assert "Preface" not in page.text
        assert page.all("image") == []
        assert "was not kept" in page.text


@pytest.mark.req("ANS-2")
def test_the_link_of_a_citation_names_the_version_before_there_is_another(
    owner_at: TestClient,
) -> None:
    _, html = asked(owner_at, "Hvor mange feriedager har de ansatte?")
    links = links_to_words(html)

    assert links
    assert [link for link in links if "version=1" not in link] == []


@pytest.mark.parametrize(
    "address",
    [
        "/search?q=ferie&n={}",
        "/documents?from={}",
        "/documents/ID?page={}",
        "/documents/ID?version={}",
        "/documents/ID?at={}",
        "/documents/ID?start={}&end=30",
        "/documents/ID?start=0&end={}",
    ],
)
@pytest.mark.parametrize("number", ["²", "٣", "9" * 40, "9" * 5000, "-1", "1e3", "0x2"])
def test_a_number_that_is_none_is_no_fault_of_the_server(
    owner_at: TestClient, desk: Library, address: str, number: str
) -> None:
    from belegg.records import OWNER, Scope

    document = next(iter(desk.documents(Scope(OWNER)))).id

    response = owner_at.get(address.replace("ID", document).format(number))

    assert response.status_code in (200, 400, 404, 414)


@pytest.fixture
def three_versions(tmp_path: Path) -> Iterator[tuple[TestClient, str]]:
    from belegg.records import OWNER, Scope

    folder = tmp_path / "rules"
    folder.mkdir()
    with Library.open(tmp_path / "rules.db", create=True) as library:
        for weeks in ("sixteen", "twelve", "ten"):
            more = "\n\nNew is that it may be shared." if weeks == "ten" else ""
            text = f"# Leave\n\nIt is paid in full.\n\nParental leave lasts {weeks} weeks for all.{more}\n"
            (folder / "leave.md").write_text(text, encoding="utf-8")
            library.ingest(folder)
        (head,) = library.documents(Scope(OWNER))
        with client_of(library) as client:
            client.follow_redirects = True
            yield client, f"/documents/{head.id}"


@pytest.mark.req("FAC-3", "ING-12")
def test_the_page_of_a_document_shows_what_changed_between_two_versions(
    three_versions: tuple[TestClient, str],
) -> None:
    client, address = three_versions
    html = client.get(f"{address}?from=2&to=3").text

    assert "What changed from version 2 to version 3" in html
    assert '<del><span class="vh">taken out: </span>twelve</del>' in html
    assert '<ins><span class="vh">put in: </span>ten</ins>' in html
    assert '<ins><span class="vh">put in: </span>New is that it may be shared.</ins>' in html
    assert "paragraphs unchanged" in html or "paragraph unchanged" in html
    assert "sixteen" in client.get(f"{address}?from=1&to=3").text


@pytest.mark.req("ING-12")
def test_every_version_is_led_to_and_read(three_versions: tuple[TestClient, str]) -> None:
    client, address = three_versions
    links = [str(own.get("href")) for own in Page(client.get(address).text).all("a")]

    assert f"{address}?version=1" in links
    assert f"{address}?from=1&to=2#changes" in links
    assert "sixteen weeks" in client.get(f"{address}?version=1").text


def test_versions_that_are_not_there_are_told_in_words(three_versions: tuple[TestClient, str]) -> None:
    client, address = three_versions

    assert "has no version 9" in client.get(f"{address}?from=9").text
    assert "compared with itself" in client.get(f"{address}?from=3&to=3").text
    assert client.get(f"{address}?from=x").status_code == 200
