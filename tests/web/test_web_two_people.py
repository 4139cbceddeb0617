"""Two people in two browsers, through the organisation's sign-in: one sees nothing of the other's."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from belegg.library.library import Library
from belegg.models.http.secret import Secret
from belegg.records import OWNER, Scope
from belegg.serving.entrance.provider import Provider
from belegg.serving.entrance.settings import EntranceSettings, Oidc, Sessions
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.http.app import create_app
from belegg.serving.http.house import Serving
from belegg.stores.people import SqlitePeople
from belegg.testing.oidc_server import OidcServer
from doors import Announcing
from extras import needs
from web.browsing import PATIENCE_MS, watched

pytestmark = pytest.mark.req("FAC-6", "FAC-4")
QUESTION = "Hva er betalingsplanen i kontrakt 2026-041 med Elvheim Fjernvarme?"


@pytest.fixture(scope="module")
def provider() -> Iterator[OidcServer]:
    needs("sso")
    with OidcServer() as server:
        server.knows("anna", groups=["sales"])
        server.knows("cato", groups=[])
        yield server


@pytest.fixture(scope="module")
def url(desk: Library, provider: OidcServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server whose people sign in at the provider; to a browser `localhost` is as safe as https."""
    folder: Path = tmp_path_factory.mktemp("people")
    listening = socket.create_server(("127.0.0.1", 0))
    url = f"http://localhost:{listening.getsockname()[1]}"
    secret = None if provider.client_secret is None else Secret(provider.client_secret)
    told = Oidc(provider.issuer, provider.client_id, secret)
    settings = EntranceSettings("oidc", url, told, {}, Sessions())
    asked = Provider(told, f"{url}/auth/callback", time.time)
    team = TeamEntrance(SqlitePeople(folder / "belegg.db.people"), settings, asked)
    app = create_app(desk, team, Serving())
    server = Announcing(uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=5))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    assert server.is_up.wait(20), "the server does not start"
    yield url
    server.should_exit = True
    thread.join(20)
    listening.close()
    team.close()


def comes_in(browser: Browser, url: str, who: str, wanted: str = "/") -> Page:
    """Whoever opens a page is sent to sign in, and comes back to that page."""
    context = browser.new_context(base_url=url, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(wanted)
    page.get_by_role("link", name="Continue with").click()
    page.get_by_label("Who are you?").select_option(who)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{url}{wanted}")
    return page


def test_a_second_person_sees_nothing_of_the_firsts(browser: Browser, url: str, desk: Library) -> None:
    contract = next(head for head in desk.documents(Scope(OWNER)) if "2026-041" in head.source)
    anna = comes_in(browser, url, "anna")
    wrong = watched(anna)
    anna.locator("#question").fill(QUESTION)
    anna.keyboard.press("Enter")
    expect(anna.locator("#answer .cite").first).to_be_visible()
    run = anna.url.removeprefix(url)
    anna.goto(f"/documents/{contract.id}")
    expect(anna.locator("h1")).to_have_text(contract.title)

    cato = comes_in(browser, url, "cato", "/documents")
    for address in (run, f"/documents/{contract.id}"):
        cato.goto(address)
        expect(cato.locator("h1")).to_contain_text("There is no such")
    for address in ("/", "/runs", "/search?q=Elvheim", "/documents?find=Elvheim"):
        cato.goto(address)
        assert contract.id not in cato.content()
        assert QUESTION not in cato.content()
    assert wrong == []


def test_who_signs_out_is_out_in_that_browser(browser: Browser, url: str) -> None:
    page = comes_in(browser, url, "anna", "/settings")
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("h1")).to_have_text("Sign in")
    page.goto("/documents")

    expect(page.locator("h1")).to_have_text("Sign in")
