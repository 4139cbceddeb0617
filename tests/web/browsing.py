"""A browser for tests, a server whose model says its script, and what a page looks like to axe."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from belegg.library.library import Library
from belegg.records.chat import Reply
from belegg.serving.entrance.visitor import LocalEntrance
from belegg.serving.http.app import create_app
from belegg.serving.http.house import Serving
from belegg.testing.answer_calls import proposes
from belegg.testing.chat import Request, calls
from belegg.testing.chat_server import ChatServer
from doors import running
from reading.pdf_pages import pdf

WIDE, NARROW = (1440, 1000), (390, 844)
PATIENCE_MS = 20_000
QUOTED = "the committee shall publish its findings before the first of May"


def chromium() -> str:
    """Where Chromium is. Skips the test, and says so, where there is none."""
    named = os.environ.get("BELEGG_CHROMIUM", "")
    found = named or shutil.which("chromium") or shutil.which("chromium-browser") or ""
    if not found:
        pytest.skip("no Chromium here (`apt-get install chromium`, or say where with BELEGG_CHROMIUM)")
    return found


@contextmanager
def browsing() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def opened(
    browser: Browser, url: str, *, size: tuple[int, int] = WIDE, dark: bool = False, script: bool = True
) -> Page:
    """A page of a browser of its own, which asks nothing of any other server and says no error."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        locale="en-GB",
        java_script_enabled=script,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.on("request", lambda request: _own(request.url, url))
    return page


def _own(asked: str, url: str) -> None:
    assert asked.startswith((url, "data:", "blob:")), f"the page asks for {asked}"


def watched(page: Page) -> list[str]:
    """What goes wrong in the page from now on: errors of the script, and what the policy refuses."""
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
    return wrong


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


@dataclass(slots=True)
class Held:
    """A model that says one line after the other, each when the test lets it."""

    lines: list[Callable[[Request], Reply]]
    may_say: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    waits: bool = True

    def __call__(self, request: Request) -> Reply:
        if self.waits:
            self.may_say.acquire(timeout=60)
        said = sum(message.by == "assistant" for message in request.messages)
        return self.lines[min(said, len(self.lines) - 1)](request)


def first_page(canvas: Any) -> None:
    canvas.setFont("Helvetica", 11)
    for row in range(40):
        canvas.drawString(72, 760 - 14 * row, f"Line {row} of the report is about their duties.")


def second_page(canvas: Any) -> None:
    canvas.setFont("Helvetica", 11)
    canvas.drawString(72, 760, f"Unless the board has been dissolved, {QUOTED}.")
    for row in range(20):
        canvas.drawString(72, 732 - 14 * row, f"Row {row} of the findings is read aloud to all.")


def reports(folder: Path) -> Path:
    """A folder with a report of two pages; what is quoted stands on the second."""
    (folder / "reports").mkdir()
    (folder / "reports" / "committee.pdf").write_bytes(pdf(first_page, second_page))
    (folder / "reports" / "keys.md").write_text("# Keys\n\nA lost key costs 350 kroner.\n", encoding="utf-8")
    return folder / "reports"


def handle(request: Request, name: str) -> str:
    """What the document whose title or path holds `name` is called in what the model was sent."""
    for message in request.messages:
        for line in message.text.splitlines():
            if name in line and line.startswith("D") and line[1:2].isdigit():
                return line.split()[0].rstrip(",:")
    return "D1"


def searches(request: Request) -> Reply:
    return calls(("search", {"query": "committee findings publish"}))


def answers(request: Request) -> Reply:
    at = handle(request, "committee")
    return proposes(
        ("The committee publishes its findings before the first of May.", [(at, QUOTED)]),
        (f"In its own words, “{QUOTED}”.", [(at, QUOTED)]),
    )


def leaves_open(request: Request) -> Reply:
    return proposes(settled="no", reason="not_covered", would_settle="A list of fees of the canteen.")


@contextmanager
def served(library: Library) -> Iterator[str]:
    """The address of a real server of the library, in local mode."""
    with running(create_app(library, LocalEntrance(), Serving())) as server:
        yield server.url


@contextmanager
def with_model(model: Held) -> Iterator[ChatServer]:
    """The answer model of this process, while the block lasts."""
    pytest.importorskip("pydantic_ai", reason="`belegg[chat]` is not installed")
    with ChatServer([model]) as server, pytest.MonkeyPatch.context() as patch:
        patch.setenv("BELEGG_CONFIG", "")
        patch.setenv("BELEGG_ANSWER_MODEL", "openai:writer")
        patch.setenv("BELEGG_ANSWER_BASE_URL", server.base_url)
        yield server
