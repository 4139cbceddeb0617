"""The whole way through the provider over HTTP, as a browser goes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.serving.http.house import Serving
from belegg.testing.oidc_server import OidcServer, status
from doors import API, client_of
from extras import needs
from serving.entrance.coming_in import URL, Clock, made_token, sources, team_with

needs("serve")
pytestmark = pytest.mark.req("FAC-6", "FAC-4")
SALES = "prisliste"


@pytest.fixture
def provider(clock: Clock) -> Iterator[OidcServer]:
    needs("sso")
    with OidcServer(now=clock) as server:
        server.knows("anna", groups=["sales"])
        server.knows("eva", groups=["it"])
        yield server


@pytest.fixture
def browser(
    company_library: Library, provider: OidcServer, tmp_path: Path, clock: Clock
) -> Iterator[TestClient]:
    team = team_with(provider, tmp_path / "oidc", clock)
    with client_of(company_library, team, Serving(hosts=("belegg.example.org",)), URL) as client:
        yield client
    team.close()


def comes_in(browser: TestClient, provider: OidcServer, who: str, wanted: str = "/documents") -> Any:
    sent = browser.get(f"/sign-in/organisation?next={wanted}")
    assert sent.status_code == 303, sent.text
    return browser.get(provider.signs_in(who, sent.headers["location"]))


@pytest.fixture(autouse=True)
def folder_of_the_provider(tmp_path: Path) -> None:
    (tmp_path / "oidc").mkdir()


def test_the_whole_way_through_the_provider(browser: TestClient, provider: OidcServer) -> None:
    arrived = comes_in(browser, provider, "anna")

    assert (arrived.status_code, arrived.headers["location"]) == (303, "/documents")
    told = browser.get(f"{API}/me").json()
    assert (told["name"], told["groups"]) == ("Anna", ["everyone", "sales"])
    assert any("/sales/" in s for s in sources(browser.get(f"{API}/search?q={SALES}&limit=50")))


def test_an_answer_of_the_provider_replayed_lets_nobody_in(browser: TestClient, provider: OidcServer) -> None:
    sent = browser.get("/sign-in/organisation")
    back = provider.signs_in("anna", sent.headers["location"])
    assert browser.get(back).status_code == 303
    browser.post("/sign-out")

    again = browser.get(back)

    assert again.status_code == 401
    assert browser.get(f"{API}/me").status_code == 401


def test_a_group_taken_away_at_the_provider_is_gone_from_the_same_session_and_token(
    browser: TestClient, provider: OidcServer, clock: Clock
) -> None:
    comes_in(browser, provider, "anna")
    bearer = {"authorization": f"Bearer {made_token(browser, 'read')['text']}"}
    asked = f"{API}/search?q={SALES}&limit=50"
    provider.put_in("anna", [])

    clock.now_s += 300

    for headers in ({}, bearer):
        assert not any("/sales/" in source for source in sources(browser.get(asked, headers=headers)))


def test_a_provider_that_is_down_is_told_on_the_page(browser: TestClient, provider: OidcServer) -> None:
    provider.always("openid-configuration", status(503))

    told = browser.get("/sign-in/organisation")

    assert told.status_code == 502
    assert "does not answer" in told.text


def test_no_code_stays_in_an_address_that_is_shown(browser: TestClient, provider: OidcServer) -> None:
    arrived = comes_in(browser, provider, "anna")

    assert "code" not in arrived.headers["location"]
    assert arrived.headers["referrer-policy"] == "no-referrer"
