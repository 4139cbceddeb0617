"""A document whose file is gone: for old quotations it is read in every way, and found in none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.records import OWNER, Scope
from doors import API, KnownByName, as_, client_of, person
from web.browsing import reports

pytestmark = pytest.mark.req("ANS-2", "FAC-6")
READ = (
    "",
    "/text",
    "/text?version=1",
    "/versions",
    "/original",
    "/pages/2",
    "/pages/2/image",
    "/marks?start=0&end=20",
    "/pages/1/marks.svg?start=0&end=20",
    "/mark?quotation=duties",
)


@pytest.fixture(scope="module")
def gone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Library, str]]:
    """A library whose one PDF is gone, and the PDF's id."""
    folder = tmp_path_factory.mktemp("gone")
    with Library.open(folder / "gone.db", create=True) as library:
        library.ingest(reports(folder))
        document = library.document("committee.pdf", Scope(OWNER)).id
        (folder / "reports" / "committee.pdf").unlink()
        library.ingest(folder / "reports")
        yield library, document


@pytest.fixture(scope="module")
def client(gone: tuple[Library, str]) -> Iterator[TestClient]:
    with client_of(gone[0]) as client:
        yield client


@pytest.mark.parametrize("way", READ)
def test_it_is_read_in_every_way(client: TestClient, gone: tuple[Library, str], way: str) -> None:
    assert client.get(f"{API}/documents/{gone[1]}{way}").status_code == 200


@pytest.mark.parametrize("place", ["", "?page=2", "?page=1&start=0&end=20", "?version=1"])
def test_its_page_says_that_its_file_is_gone(
    client: TestClient, gone: tuple[Library, str], place: str
) -> None:
    page = client.get(f"/documents/{gone[1]}{place}")

    assert page.status_code == 200
    assert "Its file is gone" in page.text
    assert f"/api/v1/documents/{gone[1]}/pages/" in page.text
    assert f"/search?document={gone[1]}" not in page.text


def test_it_is_found_and_listed_nowhere(client: TestClient, gone: tuple[Library, str]) -> None:
    for path in (f"{API}/documents", f"{API}/search?q=findings+board", f"{API}/reports", "/documents"):
        assert gone[1] not in client.get(path).text
    for path in ("/similar", "/report"):
        assert client.get(f"{API}/documents/{gone[1]}{path}").status_code == 404


@pytest.mark.parametrize("way", [*READ, "/report", "/similar"])
def test_who_may_not_read_it_is_told_as_of_what_never_was(gone: tuple[Library, str], way: str) -> None:
    library, document = gone
    with client_of(library, KnownByName(kari=person("kari", "sales"))) as client:
        theirs, nothing = (
            client.get(f"{API}/documents/{each}{way}", headers=as_("kari"))
            for each in (document, "0123456789abcdef")
        )

    assert theirs.status_code == nothing.status_code == 404
    told = [each.json()["error"] | {"request": ""} for each in (theirs, nothing)]
    assert told[0]["message"].replace(document, "0123456789abcdef") == told[1]["message"]
