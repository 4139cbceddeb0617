"""Asking in a real browser: steps as they happen, a citation at its page, an abstention, stop."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from belegg.library.library import Library
from belegg.records import OWNER
from belegg.records.chat import Reply
from belegg.testing.chat import Request, calls
from web.browsing import (
    NARROW,
    QUOTED,
    Held,
    answers,
    leaves_open,
    opened,
    reports,
    searches,
    served,
    watched,
    with_model,
)

QUESTION = "When does the committee publish its findings?"
UNANSWERABLE = "What does the canteen charge for soup?"


@pytest.fixture(scope="module")
def model() -> Held:
    return Held([searches, answers])


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("asked")
    with Library.open(folder / "asked.db", create=True) as library:
        library.ingest(reports(folder))
        yield library


@pytest.fixture(scope="module")
def url(library: Library, model: Held) -> Iterator[str]:
    with with_model(model), served(library) as url:
        yield url


def searches_in_vain(request: Request) -> Reply:
    return calls(("search", {"query": "wombat canteen"}))


def ask(page: Page, question: str) -> None:
    page.goto("/")
    page.get_by_label("What do you need to know?").fill(question)
    page.get_by_role("button", name="Ask", exact=True).click()


@pytest.mark.req("FAC-3", "ANS-2")
def test_steps_come_as_they_happen_and_a_citation_opens_at_its_page(
    browser: Browser, url: str, model: Held
) -> None:
    model.waits, model.lines = True, [searches, answers]
    page = opened(browser, url)
    wrong = watched(page)

    ask(page, QUESTION)
    expect(page.locator("#now")).to_be_visible()
    before = page.locator("#steps > li").count()
    address = page.url
    model.may_say.release()
    expect(page.get_by_text("committee findings publish")).to_be_visible()
    assert page.locator("#steps > li").count() > before
    model.may_say.release(10)
    expect(page.locator(".verdict")).to_have_text("Partly supported")
    assert page.url == address

    marker = page.locator("#answer .cite").first
    expect(marker).to_have_text("Source 1 p. 2, words cut away")
    marker.click()
    source = page.locator("#source article:visible")
    expect(source.locator("mark")).to_have_text(QUOTED)
    expect(source.locator(".cutaway")).to_have_text("Unless the board has been dissolved,")
    image = source.locator("svg.sheet image")
    assert str(image.get_attribute("href")).endswith(("/pages/2.png", "/pages/2/image"))
    assert boxes_cover_the_words(page)
    assert page.evaluate("document.activeElement.id") == "source"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.c") == "c1"

    page.reload()
    expect(page.locator(".verdict")).to_have_text("Partly supported")
    assert wrong == []


def boxes_cover_the_words(page: Page) -> bool:
    """Whether the box lies where the words are printed: on the first line of the page, behind its start."""
    told = page.evaluate(
        "[...document.querySelectorAll('#source article:not([hidden]) .hit')].map(each => each.getBBox())"
        ".map(box => [box.x, box.y, box.width, box.height])"
    )
    (x, y, width, height) = told[0]
    return len(told) == 1 and 240 < x < 270 and 60 < y < 90 and 250 < width < 340 and 8 < height < 20


def test_words_quoted_inside_a_sentence_are_set_as_the_documents(
    browser: Browser, url: str, model: Held
) -> None:
    model.waits, model.lines = False, [searches, answers]
    page = opened(browser, url)
    ask(page, QUESTION)

    quoted, sentence = page.locator("#answer q.w"), page.locator("#answer .s").first
    expect(quoted).to_have_text(QUOTED)
    font = "each => getComputedStyle(each).fontFamily.toLowerCase()"
    assert "belegg serif" in quoted.evaluate(font)
    assert "belegg sans" in sentence.evaluate(font)


def test_hover_and_focus_show_the_words_of_a_marker(browser: Browser, url: str, model: Held) -> None:
    model.waits, model.lines = False, [searches, answers]
    page = opened(browser, url)
    ask(page, QUESTION)
    marker = page.locator("#answer .cite").first

    marker.hover()
    expect(page.locator("#peek")).to_contain_text(QUOTED)
    page.mouse.move(0, 0)
    expect(page.locator("#peek")).to_be_hidden()


def test_on_a_narrow_screen_the_source_rises_below_its_sentence(
    browser: Browser, url: str, model: Held
) -> None:
    model.waits, model.lines = False, [searches, answers]
    page = opened(browser, url, size=NARROW)
    ask(page, QUESTION)
    expect(page.locator(".verdict")).to_have_text("Partly supported")

    page.locator("#answer .cite").first.click()
    expect(page.locator("#source.is-sheet mark").first).to_be_visible()
    expect(page.locator("#s1")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("#source")).not_to_have_class("source is-sheet")


@pytest.mark.req("ANS-2")
def test_what_is_not_settled_says_so_and_what_would_settle_it(
    browser: Browser, url: str, model: Held
) -> None:
    model.waits, model.lines = False, [searches, leaves_open]
    page = opened(browser, url)
    ask(page, UNANSWERABLE)

    expect(page.locator(".verdict")).to_have_text("Not settled")
    expect(page.get_by_text("A list of fees of the canteen.")).to_be_visible()
    expect(page.get_by_text("What was searched")).to_be_visible()


def test_a_run_is_stopped_with_what_is_proven_and_looked_at_again(
    browser: Browser, url: str, model: Held, library: Library
) -> None:
    model.waits, model.lines = True, [searches, searches, searches]
    while model.may_say.acquire(blocking=False):
        pass
    page = opened(browser, url)
    ask(page, QUESTION)
    expect(page.locator("#now")).to_be_visible()
    address = page.url

    elsewhere = page.context.new_page()
    elsewhere.goto(address)
    expect(elsewhere.locator("#now")).to_be_visible()
    page.get_by_role("button", name="Stop").click()

    expect(page.locator(".verdict")).to_be_visible()
    expect(elsewhere.locator(".verdict")).to_be_visible()
    model.may_say.release(10)
    assert library.stored_run(address.rpartition("/")[2], OWNER).question == QUESTION


def test_without_the_script_a_run_is_read_on_by_itself(browser: Browser, url: str, model: Held) -> None:
    model.waits, model.lines = True, [searches, answers]
    while model.may_say.acquire(blocking=False):
        pass
    page = opened(browser, url, script=False)
    ask(page, QUESTION)
    expect(page.locator("#now")).to_be_visible()
    model.may_say.release(10)

    expect(page.locator(".verdict")).to_be_visible()
    page.locator("#answer .cite").nth(1).click()
    expect(page.locator("#c2 mark")).to_be_visible()
    expect(page.locator("#c1 mark")).to_be_hidden()


def test_what_stands_between_backticks_is_set_as_code_while_a_run_goes_on(
    browser: Browser, url: str, model: Held
) -> None:
    model.waits, model.lines = True, [searches_in_vain, leaves_open]
    while model.may_say.acquire(blocking=False):
        pass
    page = opened(browser, url)
    ask(page, UNANSWERABLE)
    expect(page.locator("#now")).to_be_visible()
    model.may_say.release()

    expect(page.locator("#steps small code").first).to_have_text("canteen")
    assert "`" not in page.locator("#steps").inner_text()
    model.may_say.release(10)
    expect(page.locator(".verdict")).to_be_visible()


def test_a_source_beside_the_answer_is_closed_and_focus_goes_to_what_was_open(
    browser: Browser, url: str, model: Held
) -> None:
    model.waits, model.lines = False, [searches, answers]
    page = opened(browser, url)
    ask(page, QUESTION)
    markers = page.locator("#answer .cite")
    answer_at = page.locator("#answer").bounding_box()

    markers.first.click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#c2")).to_be_visible()
    page.keyboard.press("Escape")

    expect(page.locator("#source")).to_be_hidden()
    expect(markers.nth(1)).to_be_focused()
    assert page.locator("#answer").bounding_box() == answer_at
    page.keyboard.press("Enter")
    expect(page.locator("#c2 mark")).to_be_visible()
    page.get_by_role("button", name="Close the source").click()
    expect(page.locator("#source")).to_be_hidden()


def test_without_the_script_the_source_that_a_marker_opens_says_which_it_is(
    browser: Browser, url: str, model: Held
) -> None:
    model.waits, model.lines = False, [searches, answers]
    page = opened(browser, url, script=False)
    ask(page, QUESTION)
    expect(page.locator(".verdict")).to_be_visible()

    page.locator("#answer .cite").nth(1).click()
    expect(page.locator("#source .which:visible")).to_have_text("Citation 2 of 2")
    expect(page.locator(".source-bar")).to_be_hidden()
    expect(page.locator("#c2 h2")).to_be_in_viewport()
    title = page.locator("#c2 h2").bounding_box()
    assert title is not None
    at = {"x": title["x"] + 5, "y": title["y"] + 5}
    on_top = page.evaluate("at => document.elementFromPoint(at.x, at.y).closest('article')?.id", at)
    assert on_top == "c2"
