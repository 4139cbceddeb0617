"""Small things that a page says: names, counts, choices that fit, and what was asked for and is not there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.records import OWNER, Scope
from doors import API, client_of
from pages_seen import Page, asked
from web.browsing import opened, reports, served

pytestmark = pytest.mark.req("FAC-3")
PLAN = "Hva er betalingsplanen i kontrakt 2026-041 med Elvheim Fjernvarme?"
GYM = "Does the company pay for a gym membership?"
UNTITLED = b"The boathouse is locked at nine in the evening.\n"


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("told_well")
    with Library.open(folder / "papers.db", create=True) as library:
        library.ingest(reports(folder))
        yield library


def choices(html: str) -> list[str | None]:
    return [own["value"] for own in Page(html).all("button", name="says")]


def test_what_can_be_said_of_an_abstention_fits_it(owner_at: TestClient) -> None:
    assert choices(asked(owner_at, GYM)[1]) == ["right", "missing"]
    assert choices(asked(owner_at, PLAN)[1]) == ["right", "wrong_source", "not_supporting", "missing"]


def test_more_packs_are_offered_where_some_were_left_out(owner_at: TestClient, desk: Library) -> None:
    document = desk.documents(Scope(OWNER))[0].id

    assert "Look in more packs" not in asked(owner_at, GYM)[1]
    assert "Look in more packs" in asked(owner_at, GYM, document=document)[1]


def test_a_step_says_once_that_it_weighed(owner_at: TestClient) -> None:
    text = Page(asked(owner_at, GYM)[1]).text

    assert "Weighed" in text
    assert "weighed" not in text


def test_a_question_is_as_long_as_at_the_api(owner_at: TestClient) -> None:
    long = owner_at.post("/ask", data={"q": "why " * 1_001})

    assert long.status_code == 400
    assert "4,000 letters at most" in long.text
    assert "why why why" in long.text


def test_a_page_that_is_not_there_is_said_to_be_none(papers: Library) -> None:
    document = papers.document("committee.pdf", Scope(OWNER)).id
    with client_of(papers) as client:
        beyond = Page(client.get(f"/documents/{document}?page=99").text).text
        within = Page(client.get(f"/documents/{document}?page=2").text).text

    assert "There is no page 99; it has 2" in beyond
    assert "There is no page" not in within


def test_every_language_of_the_documents_is_named(owner_at: TestClient, desk: Library) -> None:
    spoken = {head.language for head in desk.documents(Scope(OWNER)) if head.language}
    text = Page(owner_at.get("/documents").text).text

    assert len(spoken) > 4
    assert "English, Finnish, Norwegian Bokmål, Norwegian Nynorsk, Swedish" in text


def test_a_file_that_was_brought_in_is_called_as_its_owner_calls_it(papers: Library) -> None:
    with client_of(papers) as client:
        told = client.post(f"{API}/uploads", files={"file": ("båthus.txt", UNTITLED)}).json()
        listed = Page(client.get("/documents").text).text
        shown = Page(client.get(f"/documents/{told['document']}").text).text
        original = client.get(f"{API}/documents/{told['document']}/original")

    assert "båthus.txt" in listed
    assert "båthus.txt" in shown
    assert "b%C3%A5thus.txt" in original.headers["content-disposition"]


@pytest.mark.parametrize("size", [(768, 900), (390, 844), (360, 740)])
@pytest.mark.parametrize("path", ["/", "/health"])
def test_the_menu_is_one_row_that_shows_where_one_is(
    browser: Browser, papers: Library, size: tuple[int, int], path: str
) -> None:
    with served(papers) as url:
        page = opened(browser, url, size=size)
        page.goto(path)
        tops = page.evaluate(
            "[...new Set([...document.querySelectorAll('.nav a')].map(a => a.getBoundingClientRect().top))]"
        )
        here = page.locator(".nav [aria-current]").bounding_box()
        page.context.close()

    assert len(tops) == 1
    assert here is not None
    assert 0 <= here["x"] <= size[0] - here["width"]


def test_the_notes_of_an_empty_library_stand_apart_from_what_follows(
    browser: Browser, tmp_path: Path
) -> None:
    with Library.open(tmp_path / "empty.db", create=True) as library, served(library) as url:
        page = opened(browser, url)
        page.goto("/search")
        note, form = (page.locator(which).bounding_box() for which in (".main > .note", "[data-search]"))
        page.context.close()

    assert note is not None
    assert form is not None
    assert form["y"] - note["y"] - note["height"] >= 16


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "**Quotations verified.** The documents’ own sentences."),
        ("nb", "**Sitatene verifisert.** Dokumentenes egne setninger."),
    ],
)
def test_an_answer_that_is_taken_along_has_the_verdict_of_its_page(
    owner_at: TestClient, code: str, told: str
) -> None:
    address, _ = asked(owner_at, PLAN)

    taken = owner_at.get(f"{address}/answer.md", headers={"accept-language": code})

    assert told in taken.text
    assert owner_at.get(f"{address}/answer.docx").content[:2] == b"PK"
