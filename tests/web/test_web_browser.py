"""The other pages in a real browser: search by keyboard alone, documents, every page for axe and width."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from belegg.library.library import Library
from belegg.records import OWNER, Scope
from web.browsing import NARROW, WIDE, is_too_wide, opened, reports, served, watched

PLAN = "Hva er betalingsplanen i kontrakt 2026-041 med Elvheim Fjernvarme?"
GYM = "Does the company pay for a gym membership?"
PATHS = (
    "/",
    "/search",
    "/search?q=ferie+permisjon",
    "/search?q=zzyzx",
    "/documents",
    "/packs",
    "/gaps",
    "/evaluation",
    "/health",
    "/settings",
    "/sign-in",
    "/runs",
    "/nothing/here",
    "/documents/0123456789abcdef",
    "ANSWER",
    "ABSTAINED",
    "PDF",
    "TEXT",
)


@pytest.fixture(scope="module")
def library(desk: Library, tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The demo company with a report in pages, runs, a golden set measured twice, and checked health."""
    desk.ingest(reports(tmp_path_factory.mktemp("more")), pack="reports")
    return desk


@pytest.fixture(scope="module")
def url(library: Library) -> Iterator[str]:
    with served(library) as url:
        yield url


@pytest.fixture(scope="module")
def addresses(browser: Browser, url: str, library: Library) -> dict[str, str]:
    """The pages whose address is known only when they are there."""
    page = opened(browser, url)
    found = {}
    for name, question in (("ANSWER", PLAN), ("ABSTAINED", GYM)):
        page.goto("/")
        page.locator("#question").fill(question)
        page.get_by_role("button", name="Ask", exact=True).click()
        expect(page.locator(".verdict")).to_be_visible()
        found[name] = page.url
    page.get_by_role("button", name="Something is missing").click()
    library.measure("feedback")
    library.measure("feedback")
    page.goto("/health")
    page.get_by_role("button", name="Check now").click()
    heads = {head.source: head.id for head in library.documents(Scope(OWNER))}
    pdf = next(id for source, id in heads.items() if source.endswith("committee.pdf"))
    found["PDF"] = f"/documents/{pdf}?page=2&start=10&end=40"
    found["TEXT"] = f"/documents/{next(iter(heads.values()))}"
    return found


@pytest.mark.req("FAC-3")
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1440", "390"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_open_to_everybody(
    browser: Browser, url: str, addresses: dict[str, str], path: str, size: tuple[int, int], dark: bool
) -> None:
    page = opened(browser, url, size=size, dark=dark)
    wrong = watched(page)
    page.goto(addresses.get(path, path), wait_until="load")

    found = Axe().run(page).response["violations"]
    told = [(each["id"], [node["html"][:160] for node in each["nodes"]][:3]) for each in found]
    assert told == []
    assert not is_too_wide(page)
    assert [each for each in wrong if "404" not in each] == []
    page.context.close()


@pytest.mark.parametrize("path", PATHS)
def test_no_page_scrolls_sideways_at_360_pixels(
    browser: Browser, url: str, addresses: dict[str, str], path: str
) -> None:
    page = opened(browser, url, size=(360, 740))
    page.goto(addresses.get(path, path), wait_until="load")

    assert not is_too_wide(page)
    page.context.close()


@pytest.mark.req("SEA-6")
def test_a_search_is_made_and_read_with_the_keyboard_alone(browser: Browser, url: str) -> None:
    page = opened(browser, url)
    page.goto("/documents")
    page.goto("/search")
    page.locator("body").press("/")
    page.keyboard.type("ferie")
    page.keyboard.press("Enter")
    expect(page.locator("#hits > li").first).to_be_visible()
    page.locator("body").press("j")
    page.keyboard.press("j")
    expect(page.locator("#hits > li").nth(1)).to_have_attribute("aria-current", "true")
    page.keyboard.press("k")
    page.keyboard.press("w")
    expect(page.locator("#hits > li").first.get_by_role("columnheader").first).to_be_visible()
    page.keyboard.press("x")
    expect(page.locator("#hits > li").first.locator("input")).to_be_checked()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/documents/[0-9a-f]{16}\?"))
    expect(page.locator(".rawtext mark").first).to_be_visible()


def test_what_is_chosen_in_a_search_is_asked_about(browser: Browser, url: str) -> None:
    page = opened(browser, url)
    page.goto("/search?q=ferie")
    page.locator("#hits > li input").first.check()
    page.get_by_role("button", name="Ask about the chosen").click()

    expect(page.get_by_text("only in 1 document")).to_be_visible()


def test_a_document_is_found_and_read_beside_its_page(
    browser: Browser, url: str, addresses: dict[str, str]
) -> None:
    page = opened(browser, url)
    page.goto("/documents")
    page.locator("#find").fill("committee")
    page.get_by_role("button", name="Find", exact=True).click()
    page.locator("tbody a").first.click()
    page.locator(".pagestrip a").nth(1).click()

    expect(page.locator(".rawtext")).to_contain_text("Unless the board has been dissolved")
    drawn = page.locator("svg.sheet image")
    response = page.request.get(str(drawn.get_attribute("href")))
    assert (response.status, response.headers["content-type"]) == (200, "image/png")


def test_the_scope_that_is_chosen_comes_into_the_address(
    browser: Browser, url: str, library: Library
) -> None:
    page = opened(browser, url)
    page.goto("/")
    page.locator("#as_of").fill("2026-05-01")
    page.get_by_label("reports").uncheck()

    assert "as_of=2026-05-01" in page.url
    assert "pack=documents" in page.url
    page.reload()
    assert page.get_by_label("reports").is_checked() is False


def test_language_and_appearance_change_where_they_are_chosen(browser: Browser, url: str) -> None:
    page = opened(browser, url)
    page.goto("/search?q=ferie")
    page.locator("footer select[name=theme]").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator("footer select[name=language]").select_option("fi")

    expect(page.locator("html")).to_have_attribute("lang", "fi")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.url.endswith("/search?q=ferie")
