"""A server whose library is in many states at once, and the address of each of them, for looking at pages."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, Page, expect

from belegg.library.library import Library
from belegg.records import OWNER, Scope, SynonymGroup
from belegg.records.chat import Reply
from belegg.serving.entrance.settings import EntranceSettings, Sessions
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.entrance.visitor import Role
from belegg.serving.http.app import create_app
from belegg.serving.http.house import Serving
from belegg.serving.http.live_files import LiveEvent, LiveFile
from belegg.stores.people import SqlitePeople
from belegg.testing.answer_calls import proposes
from belegg.testing.chat import Request, calls
from doors import Announcing
from made_runs import kept
from serving.entrance.coming_in import PASSWORD, add
from web.browsing import PATIENCE_MS, Held, handle, reports

OLD_FEE = "The fee for a lost key is 350 kroner."
NEW_FEE = "The fee for a lost key is 450 kroner."
LEAVE = "# Leave\n\nParental leave lasts {weeks} weeks for every employee.\n\nThe company pays it in full.\n"
FEE = "What is the fee for a lost key?"
WEEKS = "How many weeks does parental leave last?"
SLOW = "Who keeps the register of keys?"
FAILED_RUN = "fa11edfa11edfa11"


def handbook(folder: Path) -> Path:
    (folder / "handbook").mkdir()
    for name, text in {
        "fees-2024.md": f"---\ntitle: Fees of 2024\ndate: 2024-01-01\n---\n# Fees\n\n{OLD_FEE}\n",
        "fees-2026.md": f"---\ntitle: Fees of 2026\ndate: 2026-01-01\n---\n# Fees\n\n{NEW_FEE}\n",
        "leave.md": LEAVE.format(weeks="sixteen"),
    }.items():
        (folder / "handbook" / name).write_text(text, encoding="utf-8")
    return folder / "handbook"


def looks_for_fees(request: Request) -> Reply:
    return calls(("search", {"query": "fee lost key"}))


def disagrees(request: Request) -> Reply:
    old, new = handle(request, "2024"), handle(request, "2026")
    return proposes(
        settled="no",
        reason="sources_conflict",
        conflicts=[("the fee for a lost key", [(old, OLD_FEE), (new, NEW_FEE)])],
    )


def filled(library: Library, folder: Path) -> dict[str, str]:
    """In a thread of its own: whoever drives a browser has an event loop, and an answer needs one too."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(_filled, library, folder).result()


def _filled(library: Library, folder: Path) -> dict[str, str]:
    """Two packs, one with synonyms and one that is off, a version replaced, a file that cannot be read."""
    pages = handbook(folder)
    library.ingest(pages)
    library.ingest(reports(folder), pack="reports")
    (folder / "old").mkdir()
    (folder / "old" / "plan.md").write_text("# Plan\n\nThe plan of old holds no longer.\n", encoding="utf-8")
    (folder / "old" / "torn.pdf").write_bytes(b"%PDF-1.7 torn")
    library.ingest(folder / "old", pack="archive")
    library.turn("archive", False)
    name = next(head.pack for head in library.documents(Scope(OWNER)) if head.title == "Leave")
    library.set_synonyms(name, (SynonymGroup(("leave", "permission", "time off"), "en"),))
    found = {"SINCE": f"/runs/{kept(library, WEEKS).id}", "PARTLY": f"/runs/{kept(library, FEE).id}"}
    replaced(library, folder)
    failed_run(library)
    leave = next(head for head in library.documents(Scope(OWNER)) if head.title == "Leave")
    found |= {"VERSIONS": f"/documents/{leave.id}", "EARLIER": f"/documents/{leave.id}?version=1"}
    found["CHANGES"] = f"/documents/{leave.id}?from=1&to=2"
    found |= {"SYNONYMS": f"/packs/{leave.pack}", "OFF": "/packs/archive", "RUNS": "/runs"}
    return found | {"REMARKS": "/documents", "FAILED": f"/runs/{FAILED_RUN}"}


def replaced(library: Library, folder: Path) -> None:
    (folder / "handbook" / "leave.md").write_text(LEAVE.format(weeks="ten"), encoding="utf-8")
    library.ingest(folder / "handbook")


def failed_run(library: Library) -> None:
    """A run that began and could not be ended."""
    file = LiveFile(library.path.with_name(f"{library.path.name}.live"), FAILED_RUN)
    file.begin(OWNER)
    file.add(LiveEvent(1, "asked", {"question": SLOW, "day": "2026-03-01", "models": {}}))
    told = {"kind": "ModelFailed", "message": "the model `writer` does not answer: 503; ask again later"}
    file.add(LiveEvent(2, "failed", told))


def asks(page: Page, question: str) -> str:
    """The address of the answer."""
    page.goto("/")
    page.locator("#question").fill(question)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator(".verdict")).to_be_visible(timeout=3 * PATIENCE_MS)
    return page.url


def with_a_model(page: Page, model: Held) -> dict[str, str]:
    """What needs a model to come about; `RUNNING` goes on until the model may say something."""
    model.waits, model.lines = False, [looks_for_fees, disagrees]
    found = {"DISAGREE": asks(page, FEE)}
    model.waits = True
    page.goto("/")
    page.locator("#question").fill(SLOW)
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.locator("#now")).to_be_visible(timeout=PATIENCE_MS)
    return found | {"RUNNING": page.url}


@contextmanager
def team_served(library: Library, folder: Path) -> Iterator[str]:
    """A server whose people sign in with passwords: Anna of sales, and Eva, who is an admin and a curator."""
    listening = socket.create_server(("127.0.0.1", 0))
    url = f"http://localhost:{listening.getsockname()[1]}"  # to a browser as safe as https
    people = SqlitePeople(folder / "belegg.db.people")
    for name, *groups in (("anna", "sales"), ("eva", "it", "sales"), ("nightly", "everyone")):
        add(people, name, *groups, password=None if name == "nightly" else PASSWORD)
    roles: dict[Role, frozenset[str]] = {"admin": frozenset({"it"}), "curator": frozenset({"it"})}
    team = TeamEntrance(people, EntranceSettings("passwords", url, None, roles, Sessions()))
    team.tokens.make(team.people.all_people()[0], "nightly report", {"read", "ask"})
    server = Announcing(
        uvicorn.Config(
            create_app(library, team, Serving()),
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=5,
        )
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    assert server.is_up.wait(20), "the server does not start"
    try:
        yield url
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()
        team.close()


def signs_in(browser: Browser, url: str, name: str, size: tuple[int, int], dark: bool) -> Page:
    context = browser.new_context(
        base_url=url,
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto("/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{url}/")
    return page
