"""An answer whose documents changed says so first: on its page, in lists, by HTTP, and where it is copied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from doors import API, client_of
from pages_seen import Page, asked, reader_in

pytestmark = pytest.mark.req("FAC-3", "ING-12")
LEAVE = "# Leave\n\nParental leave lasts {weeks} weeks for every employee of the company.\n"
QUESTION = "How many weeks does parental leave last?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "handbook").mkdir()
    (tmp_path / "handbook" / "leave.md").write_text(LEAVE.format(weeks="sixteen"), encoding="utf-8")
    (tmp_path / "handbook" / "keys.md").write_text("# Keys\n\nA lost key costs 350 kroner.\n")
    return tmp_path / "handbook"


@pytest.fixture
def library(folder: Path, tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "since.db", create=True) as library:
        library.ingest(folder)
        yield library


@pytest.fixture
def client(library: Library) -> Iterator[TestClient]:
    with client_of(library) as client:
        client.follow_redirects = True
        yield client


def changes(library: Library, folder: Path) -> None:
    (folder / "leave.md").write_text(LEAVE.format(weeks="ten"), encoding="utf-8")
    library.ingest(folder)


def test_the_page_of_an_answer_says_first_what_no_longer_holds(
    client: TestClient, library: Library, folder: Path
) -> None:
    address, before = asked(client, QUESTION)
    assert "No longer holds" not in before
    changes(library, folder)

    html = client.get(address).text
    page = Page(html)
    assert "1 of 1 quotations no longer stands in today’s documents." in page.text
    assert '<del><span class="vh">taken out: </span>sixteen</del>' in html
    assert '<ins><span class="vh">put in: </span>ten</ins>' in html
    assert html.index("No longer holds") < html.index('class="ruling"')


def test_it_is_marked_where_answers_are_listed_and_in_what_is_copied(
    client: TestClient, library: Library, folder: Path
) -> None:
    address, _ = asked(client, QUESTION)
    other, _ = asked(client, "What does a lost key cost?")
    changes(library, folder)

    for path in ("/runs", "/"):
        rows = client.get(path).text.split("/runs/")
        told = {row.partition('"')[0]: "No longer holds" in row for row in rows}
        assert told[address.rpartition("/")[2]], path
        assert not told[other.rpartition("/")[2]], path
    copied = client.get(address).text.partition('id="copy-text"')[2]
    assert copied.index("No longer holds.") < copied.index("Leave")


def test_by_http_it_is_said_too(client: TestClient, library: Library, folder: Path) -> None:
    run = asked(client, QUESTION)[0].rpartition("/")[2]
    assert client.get(f"{API}/runs").json()["runs"][0]["holds"]
    changes(library, folder)

    assert not client.get(f"{API}/runs").json()["runs"][0]["holds"]
    told = client.get(f"{API}/runs/{run}").json()
    assert list(told)[:2] == ["holds", "no_longer"]
    assert "Then: “Parental leave lasts sixteen weeks" in told["no_longer"][1]


def test_of_a_document_whose_file_is_gone_the_words_are_still_shown(
    client: TestClient, library: Library, folder: Path
) -> None:
    address, _ = asked(client, QUESTION)
    (folder / "leave.md").unlink()
    library.ingest(folder)

    page = Page(client.get(address).text)
    assert "its file is gone" in page.text
    assert "Parental leave lasts sixteen weeks" in page.text


def test_whoever_may_not_read_it_any_more_is_not_shown_what_it_says_now(
    library: Library, folder: Path, tmp_path: Path
) -> None:
    """What one lost is withheld as ever: no line of today's text comes with the news that it changed."""
    rules = tmp_path / "rules.tsv"
    rules.write_text("leave.md\tsales\nkeys.md\teveryone\n", encoding="utf-8")
    library.ingest(folder, access=rules)
    with client_of(library, reader_in("sales")) as client:
        client.follow_redirects = True
        address, page = asked(client, QUESTION)
        assert "sixteen" in page
    changes(library, folder)
    with client_of(library, reader_in()) as client:
        told = client.get(address).text

    assert "sixteen" not in told
    assert "lasts ten" not in told
