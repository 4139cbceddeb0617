"""Coming in over HTTP: cookies, tokens, whose data it is, and what is refused."""

from __future__ import annotations

import logging
from dataclasses import replace
from ipaddress import ip_network
from typing import Any

import pytest
from starlette.testclient import TestClient

from belegg.errors import NotSignedIn, TooManyRequests
from belegg.library.library import Library
from belegg.serving.entrance.sessions import COOKIE
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.http.app import create_app
from belegg.serving.http.house import Serving
from belegg.stores.people import SqlitePeople
from doors import API
from extras import needs
from serving.entrance.coming_in import PASSWORD, URL, Clock, add, made_token, sources, team_of

needs("serve")
pytestmark = pytest.mark.req("FAC-6", "FAC-4")
SALES = "prisliste"
EVIL = {"origin": "https://evil.example", "sec-fetch-site": "cross-site"}


def test_who_signs_in_finds_what_their_groups_may_read(visit: Any) -> None:
    anna, cato = visit("anna"), visit("cato")
    asked = f"{API}/search?q={SALES}&limit=50"

    hers, his = sources(anna.get(asked)), sources(cato.get(asked))

    assert any("/sales/" in source for source in hers)
    assert not any("/sales/" in source for source in his)


def test_nobody_who_has_not_signed_in_is_told_anything(visit: Any) -> None:
    client = visit()

    for path in ("/search?q=x", "/me", "/me/sessions", "/me/tokens", "/people", "/audit"):
        answer = client.get(API + path)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (401, "NotSignedIn"), path


def test_the_cookie_is_set_once_and_strictly(visit: Any) -> None:
    client = visit()

    came = client.post("/sign-in", data={"name": "anna", "password": PASSWORD, "next": "/documents"})

    (line,) = came.headers.get_list("set-cookie")
    assert line.startswith(f"{COOKIE}=")
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(line.split("; "))
    assert came.headers["location"] == "/documents"
    assert came.headers["cache-control"] == "private, no-store"


def test_a_cookie_replayed_after_signing_out_is_refused_and_nothing_was_kept(visit: Any) -> None:
    client = visit("anna")
    value = client.cookies[COOKIE]
    assert "no-store" in client.get(f"{API}/search?q=leave").headers["cache-control"]

    left = client.post("/sign-out", headers={"sec-fetch-site": "same-origin"})

    assert left.status_code == 303
    assert COOKIE not in client.cookies
    replayed = visit().get(f"{API}/search?q=leave", headers={"cookie": f"{COOKIE}={value}"})
    assert replayed.status_code == 401


def test_wrong_passwords_are_told_alike_and_then_slowed(visit: Any) -> None:
    client = visit()

    told = [client.post("/sign-in", data={"name": name, "password": "x"}) for name in ("anna", "nobody")]
    assert [each.status_code for each in told] == [401, 401]
    assert told[0].text.replace("anna", "") == told[1].text.replace("nobody", "")
    answers = [client.post("/sign-in", data={"name": "anna", "password": "x"}).status_code for _ in range(8)]
    assert answers == [401] * 4 + [429] * 4
    slowed = client.post("/sign-in", data={"name": "anna", "password": PASSWORD})
    assert slowed.status_code == 429
    assert int(slowed.headers["retry-after"]) == 900


def test_what_was_typed_is_escaped_and_the_password_never_shown(visit: Any) -> None:
    told = visit().post("/sign-in", data={"name": '"><script>alert(1)</script>', "password": "hush hush"})

    assert "<script>alert" not in told.text
    assert "hush" not in told.text


@pytest.mark.parametrize("wanted", ["//evil.example", "/\\evil.example", "https://evil.example", "/a//b"])
def test_signing_in_stays_on_this_site(visit: Any, wanted: str) -> None:
    came = visit().post("/sign-in", data={"name": "anna", "password": PASSWORD, "next": wanted})

    assert came.headers["location"] == "/"


@pytest.mark.parametrize(
    "sent",
    [
        {"data": {"name": "anna", "password": PASSWORD}},
        {"content": "name=anna", "headers": {"content-type": "text/plain"}},
        {"files": {"name": ("a", b"anna")}},
    ],
)
@pytest.mark.parametrize("path", ["/sign-in", "/sign-out", f"{API}/me/tokens"])
def test_a_form_of_another_site_changes_nothing(visit: Any, path: str, sent: dict[str, Any]) -> None:
    client = visit("anna")

    answer = client.post(path, **{**sent, "headers": {**sent.get("headers", {}), **EVIL}})

    assert answer.status_code == 403
    assert client.get(f"{API}/me").json()["name"] == "Anna"
    assert client.get(f"{API}/me/tokens").json() == {"tokens": []}


def test_a_token_is_shown_once_and_reads_as_its_owner(visit: Any) -> None:
    anna = visit("anna")
    made = made_token(anna, "read")

    listed = anna.get(f"{API}/me/tokens")

    assert made["text"] not in listed.text
    (token,) = listed.json()["tokens"]
    assert (token["token"], token["rights"], token["used"]) == (made["token"], ["read"], None)
    by_token = visit().get(f"{API}/me", headers={"authorization": f"Bearer {made['text']}"})
    assert by_token.json() == {**by_token.json(), "name": "Anna", "by": "token", "rights": ["read"]}


def test_a_token_that_ran_out_is_refused_beside_a_valid_cookie(visit: Any, clock: Clock) -> None:
    made = made_token(visit("anna"), "read", days=1)
    clock.now_s += 86_400
    cato = visit("cato")

    answer = cato.get(f"{API}/search?q=leave", headers={"authorization": f"Bearer {made['text']}"})

    assert (answer.status_code, answer.json()["error"]["kind"]) == (401, "NotSignedIn")
    assert "Bearer" in answer.headers["www-authenticate"]


def test_a_token_makes_no_token_and_ends_no_session(visit: Any) -> None:
    anna = visit("anna")
    bearer = {"authorization": f"Bearer {made_token(anna, 'read', 'ask')['text']}"}
    client = visit()

    for method, path in (
        ("POST", "/me/tokens"),
        ("GET", "/me/tokens"),
        ("GET", "/me/sessions"),
        ("DELETE", "/me/sessions"),
    ):
        told = {"json": {"name": "x", "rights": ["read"]}} if method == "POST" else {}
        assert client.request(method, API + path, headers=bearer, **told).status_code == 403
    assert anna.get(f"{API}/me").status_code == 200


def test_a_token_in_an_address_is_no_token(visit: Any) -> None:
    text = made_token(visit("anna"), "read")["text"]

    for name in ("access_token", "token", "authorization", "api_key"):
        assert visit().get(f"{API}/search?q=leave&{name}={text}").status_code in (400, 401)


def test_no_token_and_no_cookie_stands_in_a_log_line_or_an_error(
    visit: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    anna = visit("anna")
    text = made_token(anna, "read")["text"]
    bearer = {"authorization": f"Bearer {text}"}

    told = [
        anna.get(f"{API}/documents/{text}").text,
        anna.get(f"{API}/search?q={text}&limit=x").text,
        visit().get(f"{API}/me/tokens", headers=bearer).text,
        visit().get(f"{API}/me", headers={"authorization": f"Bearer {text}x"}).text,
    ]

    lines = [
        f"{record.getMessage()} {vars(record)}" for record in caplog.records if record.name[:6] == "belegg"
    ]
    assert lines
    for secret in (text, anna.cookies[COOKIE], PASSWORD):
        assert not any(secret in line for line in lines)
    assert not any(text in each for each in told[2:])


def test_nobody_makes_a_token_for_more_than_they_may(visit: Any) -> None:
    answer = visit("anna").post(f"{API}/me/tokens", json={"name": "n", "rights": ["read", "admin"]})

    assert answer.status_code == 403


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"name": "n"},
        {"name": "n", "rights": []},
        {"name": "n", "rights": ["all"]},
        {"name": "n", "rights": ["read"], "days": 0},
        {"name": "n", "rights": ["read"], "person": "p-eva"},
        {"name": "a\nb", "rights": ["read"]},
    ],
)
def test_a_token_that_cannot_be_is_refused_with_the_reason(visit: Any, told: dict[str, Any]) -> None:
    assert visit("anna").post(f"{API}/me/tokens", json=told).status_code == 400


def test_ones_sessions_are_listed_and_ended(visit: Any) -> None:
    here, there = visit("anna"), visit("anna")
    listed = here.get(f"{API}/me/sessions").json()["sessions"]
    assert sorted(each["here"] for each in listed) == [False, True]
    (other,) = [each["session"] for each in listed if not each["here"]]

    assert here.delete(f"{API}/me/sessions/{other}").json() == {"ended": 1}

    assert there.get(f"{API}/me").status_code == 401
    assert here.get(f"{API}/me").status_code == 200


def test_signing_out_everywhere_else_leaves_this_one(visit: Any) -> None:
    here, there, far = visit("anna"), visit("anna"), visit("anna")

    assert here.delete(f"{API}/me/sessions").json() == {"ended": 2}

    assert [each.get(f"{API}/me").status_code for each in (here, there, far)] == [200, 401, 401]


def test_what_is_anothers_is_as_absent_as_what_is_nowhere(visit: Any) -> None:
    anna, cato = visit("anna"), visit("cato")
    session = anna.get(f"{API}/me").json()["session"]
    token = made_token(anna, "read")["token"]

    for path, absent in (("sessions", session), ("tokens", token)):
        his = cato.delete(f"{API}/me/{path}/{absent}")
        nowhere = cato.delete(f"{API}/me/{path}/{'0' * len(absent)}")
        assert his.status_code == nowhere.status_code == 404
        told = [{**each.json()["error"], "request": ""} for each in (his, nowhere)]
        assert str(told[0]).replace(absent, "") == str(told[1]).replace("0" * len(absent), "")
    assert anna.get(f"{API}/me").status_code == 200


def test_the_description_and_the_pages_hold_no_secret(visit: Any, office: TeamEntrance) -> None:
    anna = visit("anna")
    made_token(anna, "read")

    for path in (f"{API}/openapi.json", "/sign-in", "/nowhere", f"{API}/nowhere"):
        text = anna.get(path).text
        assert "blg_" not in text.replace("blg_…", "")
        assert anna.cookies[COOKIE] not in text


def test_the_page_to_sign_in_takes_a_dead_cookie_away(visit: Any) -> None:
    client = visit("anna")
    value = client.cookies[COOKIE]
    client.delete(f"{API}/me/sessions/{client.get(f'{API}/me').json()['session']}")

    shown = client.get("/sign-in", headers={"cookie": f"{COOKIE}={value}"})

    assert shown.status_code == 200
    assert any(line.startswith(f"{COOKIE}=;") for line in shown.headers.get_list("set-cookie"))


def test_the_owner_alone_has_neither_sessions_nor_tokens(owner: TestClient) -> None:
    assert owner.get(f"{API}/me").json()["by"] == "local"
    assert owner.get(f"{API}/me/tokens").status_code == 403
    assert owner.get(f"{API}/people").status_code == 403
    assert owner.get("/sign-in").status_code == 200
    assert owner.post("/sign-in", data={"name": "a", "password": "b"}).headers["location"] == "/"


@pytest.mark.parametrize(
    ("peer", "line", "counted"),
    [("10.0.0.9", "198.51.100.1, 192.0.2.7, 10.1.1.1", "192.0.2.7"), ("192.0.2.8", "192.0.2.9", "192.0.2.8")],
)
def test_failed_tries_count_for_the_address_that_our_own_proxies_tell(
    company_library: Library, people: SqlitePeople, clock: Clock, peer: str, line: str, counted: str
) -> None:
    add(people, "anna")
    team = team_of(people, clock)
    team.settings = replace(team.settings, proxies=(ip_network("10.0.0.0/8"),))
    app = create_app(company_library, team, Serving(hosts=("belegg.example.org",)))
    client = TestClient(Peer(app, peer), base_url=URL)

    for _ in range(5):
        client.post("/sign-in", data={"name": "anna", "password": "x"}, headers={"x-forwarded-for": line})

    with pytest.raises(TooManyRequests):
        team.sign_in("anna", "x", counted, "")
    for address in {"10.0.0.9", "192.0.2.7", "192.0.2.8", "192.0.2.9", "198.51.100.1"} - {counted}:
        with pytest.raises(NotSignedIn):
            team.sign_in("anna", "x", address, "")


class Peer:
    """The application as one peer's requests reach it."""

    def __init__(self, app: Any, address: str) -> None:
        self.app, self.address = app, address

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.app({**scope, "client": (self.address, 1)}, receive, send)
