"""Signing in and one's own settings, as pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.serving.entrance.sessions import COOKIE
from belegg.serving.entrance.settings import Oidc
from belegg.serving.entrance.team import TeamEntrance, Ways
from belegg.serving.http.house import Serving
from belegg.serving.http.routes.entering import STATUS, Asked
from belegg.serving.web.catalogue import LANGUAGES, catalogue
from belegg.stores.people import SqlitePeople
from doors import client_of
from serving.entrance.coming_in import PASSWORD, URL, Clock, add, team_of

pytestmark = pytest.mark.req("FAC-3", "FAC-6")


@pytest.fixture
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TeamEntrance]:
    people = SqlitePeople(tmp_path_factory.mktemp("people") / "belegg.db.people")
    add(people, "anna", "sales")
    yield team_of(people, Clock())
    people.close()


@pytest.fixture
def browser(desk: Library, team: TeamEntrance) -> Iterator[TestClient]:
    with client_of(desk, team, Serving(hosts=("belegg.example.org",)), URL) as client:
        yield client


def comes_in(browser: TestClient) -> None:
    assert browser.post("/sign-in", data={"name": "anna", "password": PASSWORD}).status_code == 303


def test_a_page_sends_who_is_not_known_to_sign_in_and_back(browser: TestClient) -> None:
    sent = browser.get("/search?q=travel")

    assert sent.status_code == 303
    shown = browser.get(sent.headers["location"])
    assert (shown.status_code, 'type="password"' in shown.text) == (200, True)
    next_ = re.search(r'name="next" value="([^"]+)"', shown.text)
    assert next_ is not None
    came = browser.post("/sign-in", data={"name": "anna", "password": PASSWORD, "next": next_[1]})
    assert came.headers["location"] == "/search?q=travel"
    assert browser.get("/search?q=travel").status_code == 200


def test_a_wrong_password_is_told_in_the_readers_language(browser: TestClient) -> None:
    told = browser.post("/sign-in", data={"name": "anna", "password": "x"}, headers={"accept-language": "nb"})

    assert told.status_code == 401
    assert "Navnet eller passordet er feil." in told.text


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_trouble_has_its_words(code: str) -> None:
    for trouble in STATUS:
        if trouble:
            assert catalogue(code).say(f"door.{trouble}", minutes=15)


def test_a_dead_session_leads_to_the_page_and_not_in_a_circle(browser: TestClient) -> None:
    browser.cookies.set(COOKIE, "dead", domain="belegg.example.org", path="/")

    sent = browser.get("/documents")
    shown = browser.get(sent.headers["location"])

    assert (sent.status_code, shown.status_code) == (303, 200)
    assert COOKIE not in browser.cookies


def made(page: Any) -> list[str]:
    return re.findall(r"blg_[\w-]{43}", page.text)


def test_a_token_is_made_on_the_page_and_shown_once(browser: TestClient) -> None:
    comes_in(browser)

    page = browser.post("/settings/tokens", data={"name": "nightly", "days": "30", "right": ["read"]})

    assert page.status_code == 200
    text = made(page)[0]
    assert made(browser.get("/settings")) == []
    assert browser.get("/api/v1/me", headers={"authorization": f"Bearer {text}"}).json()["by"] == "token"


def test_a_page_that_is_loaded_again_makes_no_second_token(browser: TestClient) -> None:
    comes_in(browser)
    form = {"name": "weekly", "days": "30", "right": ["read"]}
    browser.post("/settings/tokens", data=form)

    again = browser.post("/settings/tokens", data=form)

    assert again.status_code == 400
    assert "You have a token of this name." in again.text
    assert again.text.count('<th scope="row">weekly') == 1
    assert made(again) == []


def test_a_token_is_revoked_on_the_page(browser: TestClient) -> None:
    comes_in(browser)
    text = made(browser.post("/settings/tokens", data={"name": "n", "days": "1", "right": ["read"]}))[0]
    path = re.search(r"/settings/tokens/\w+/revoke", browser.get("/settings").text)
    assert path is not None

    assert browser.post(path[0]).status_code == 303

    assert browser.get("/api/v1/me", headers={"authorization": f"Bearer {text}"}).status_code == 401
    assert "/revoke" not in browser.get("/settings").text


def test_ones_sessions_are_shown_and_one_is_ended_on_the_page(browser: TestClient) -> None:
    comes_in(browser)
    page = browser.get("/settings", headers={"accept-language": "en"}).text
    (path,) = re.findall(r"/settings/sessions/\w+/end", page)
    assert "this one" in page

    assert browser.post(path).status_code == 303

    assert browser.get("/settings").headers["location"].startswith("/sign-in")


@pytest.mark.parametrize("days", ["soon", "0", "9999", "-1", "٣"])
def test_a_number_of_days_that_cannot_be_is_told(browser: TestClient, days: str) -> None:
    comes_in(browser)

    assert (
        browser.post("/settings/tokens", data={"name": "n", "days": days, "right": "read"}).status_code == 400
    )


def test_only_rights_that_one_has_are_offered(browser: TestClient) -> None:
    comes_in(browser)

    offered = re.findall(r'name="right" value="(\w+)"', browser.get("/settings").text)

    assert offered == ["read", "ask"]


def test_the_way_to_the_provider_carries_the_page_that_was_wanted(
    browser: TestClient, team: TeamEntrance
) -> None:
    from dataclasses import replace

    team.settings = replace(
        team.settings, sign_in="oidc", oidc=Oidc("https://id.example", "belegg", name="Strømvåg")
    )

    shown = browser.get("/sign-in?next=/search%3Fq%3Dtravel", headers={"accept-language": "en"}).text

    assert "Continue with Strømvåg" in shown
    assert "/sign-in/organisation?next=%2Fsearch%3Fq%3Dtravel" in shown
    assert 'type="password"' not in shown


def test_what_is_asked_again_keeps_the_name_and_no_password() -> None:
    assert not any("password" in name for name in Asked.__dataclass_fields__ if name != "ways")
    assert Ways(True, False, "").passwords


def test_local_mode_says_that_nobody_signs_in(owner_at: TestClient) -> None:
    assert "Nobody signs in" in owner_at.get("/sign-in", headers={"accept-language": "en"}).text
