"""Pages in states that are seldom seen: open to everybody, as wide as their window, copied and printed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from belegg.library.library import Library
from web.browsing import NARROW, WIDE, Held, is_too_wide, opened, searches, served, with_model
from web.states import filled, signs_in, team_served, with_a_model

pytestmark = pytest.mark.req("FAC-3")
STATES = (
    *("DISAGREE", "PARTLY", "SINCE", "RUNNING", "FAILED", "RUNS", "REMARKS"),
    *("VERSIONS", "EARLIER", "CHANGES", "SYNONYMS", "OFF"),
)
OF_A_TEAM = ("/settings", "/documents", "/people", "/people/p-anna", "/audit", "/audit?doing=sign-in")
LOOKS = [(WIDE, False), (WIDE, True), (NARROW, False), (NARROW, True)]
NAMES = ["1440-light", "1440-dark", "390-light", "390-dark"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("states")


@pytest.fixture(scope="module")
def library(folder: Path) -> Iterator[Library]:
    with Library.open(folder / "states.db", create=True) as library:
        yield library


@pytest.fixture(scope="module")
def addresses(browser: Browser, library: Library, folder: Path) -> Iterator[dict[str, str]]:
    """Whole addresses, by state."""
    found, model = filled(library, folder), Held([searches])
    with with_model(model), served(library) as url:
        found |= with_a_model(opened(browser, url), model)
        yield {name: path if path.startswith("http") else url + path for name, path in found.items()}
        model.waits = False
        model.may_say.release(20)


@pytest.fixture(scope="module")
def team(library: Library, folder: Path) -> Iterator[str]:
    with team_served(library, folder) as url:
        yield url


def is_well(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"][:160] for node in each["nodes"]][:3]) for each in found] == []
    assert not is_too_wide(page)


@pytest.mark.parametrize(("size", "dark"), LOOKS, ids=NAMES)
@pytest.mark.parametrize("state", STATES)
def test_every_state_of_a_page_is_open_to_everybody(
    browser: Browser, addresses: dict[str, str], state: str, size: tuple[int, int], dark: bool
) -> None:
    address = addresses[state]
    page = opened(browser, "/".join(address.split("/")[:3]), size=size, dark=dark)
    page.goto(address, wait_until="domcontentloaded" if state == "RUNNING" else "load")

    is_well(page)
    page.context.close()


@pytest.mark.parametrize(("size", "dark"), LOOKS, ids=NAMES)
def test_what_a_team_sees_is_open_to_everybody(
    browser: Browser, team: str, size: tuple[int, int], dark: bool
) -> None:
    page = signs_in(browser, team, "eva", size, dark)
    for path in OF_A_TEAM:
        page.goto(path)
        is_well(page)
    page.context.close()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1440", "390"])
def test_an_empty_library_is_open_to_everybody(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with Library.open(tmp_path / "empty.db", create=True) as empty, served(empty) as url:
        page = opened(browser, url, size=size)
        for path in ("/", "/search", "/documents", "/packs", "/runs"):
            page.goto(path)
            is_well(page)


def test_an_answer_is_copied_with_its_quotations_and_sources(
    browser: Browser, addresses: dict[str, str]
) -> None:
    url = "/".join(addresses["PARTLY"].split("/")[:3])
    page = opened(browser, url)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=url)
    page.goto(addresses["PARTLY"])
    button = page.locator("[data-copy]")
    button.click()

    page.wait_for_function("document.querySelector('[data-copy]').textContent === 'Copied'")
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert copied.startswith("What is the fee for a lost key?\n")
    assert "The fee for a lost key is 450 kroner. [1 Fees]" in copied
    assert "[1] Fees of 2026 · 1 January 2026" in copied
    assert "    “The fee for a lost key is 450 kroner.”" in copied
    assert "More may be known elsewhere." in copied
    page.context.close()


def test_on_paper_stand_question_verdict_sentences_and_every_quotation_and_no_control(
    browser: Browser, addresses: dict[str, str]
) -> None:
    page = opened(browser, "/".join(addresses["PARTLY"].split("/")[:3]))
    page.goto(addresses["PARTLY"])
    page.emulate_media(media="print")

    for each in page.locator("#source article").all():
        assert each.is_visible()
    for shown in ("h1", ".verdict", "#answer", ".cited", ".note--partly"):
        assert page.locator(shown).first.is_visible(), shown
    for hidden in (".head", ".foot", ".actions", ".followup", ".source-bar", "button"):
        assert not any(each.is_visible() for each in page.locator(hidden).all()), hidden
    mark = page.locator("#source mark").first
    assert mark.evaluate("each => getComputedStyle(each).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert "underline" in mark.evaluate("each => getComputedStyle(each).textDecorationLine")
    before = "getComputedStyle(document.querySelector('#answer .cite'), '::before').content"
    assert page.evaluate(before) == '"["'
    page.context.close()


def test_where_sources_disagree_each_date_is_told_once(browser: Browser, addresses: dict[str, str]) -> None:
    page = opened(browser, "/".join(addresses["DISAGREE"].split("/")[:3]))
    page.goto(addresses["DISAGREE"])
    told = page.locator(".differ").inner_text()

    assert told.count("1 January 2026") == 1
    assert told.count("1 January 2024") == 1
    page.context.close()
