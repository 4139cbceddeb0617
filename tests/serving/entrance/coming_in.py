"""What the tests of the entrance share: a clock that is set, people, and a team with a provider."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from belegg.models.http.secret import Secret
from belegg.records.people import KnownBy, Person
from belegg.serving.entrance import passwords
from belegg.serving.entrance.provider import Provider
from belegg.serving.entrance.sessions import COOKIE
from belegg.serving.entrance.settings import EntranceSettings, Oidc, Sessions
from belegg.serving.entrance.team import Arrived, TeamEntrance
from belegg.serving.entrance.visitor import Role, Visitor
from belegg.stores.people import SqlitePeople
from belegg.testing.oidc_server import OidcServer
from doors import API

PASSWORD = "seven grey herons wade"
URL = "https://belegg.example.org"
START = 1_800_000_000.0


@dataclass
class Clock:
    """A time that a test sets; waiting moves it."""

    now_s: float = START

    def __call__(self) -> float:
        return self.now_s

    def wait(self, s: float) -> None:
        self.now_s += s


def add(people: SqlitePeople, name: str, *groups: str, password: str | None = PASSWORD) -> Person:
    """Somebody with a password (None: with tokens alone); their id is `p-` and their name."""
    by: KnownBy = "token" if password is None else "password"
    person = Person(f"p-{name}", by, "", name, name.title(), frozenset(groups), START)
    people.keep_person(person)
    if password is not None:
        people.set_password(person.id, hashed(password))
    return person


HASHED: dict[str, str] = {}


def hashed(password: str) -> str:
    """Each password once: a hash takes long by intention."""
    if password not in HASHED:
        HASHED[password] = passwords.hashed(password)
    return HASHED[password]


def team_of(people: SqlitePeople, clock: Clock) -> TeamEntrance:
    """A team with passwords; `it` are admins, `archive` curators."""
    roles: dict[Role, frozenset[str]] = {"admin": frozenset({"it"}), "curator": frozenset({"archive"})}
    told = EntranceSettings("passwords", URL, None, roles, Sessions())
    return TeamEntrance(people, told, None, clock, clock.wait)


def team_with(
    provider: OidcServer,
    folder: Path,
    clock: Clock,
    wait: Callable[[float], None] | None = None,
    **oidc: object,
) -> TeamEntrance:
    """A team that signs in at a provider."""
    secret = None if provider.client_secret is None else Secret(provider.client_secret)
    told = Oidc(provider.issuer, provider.client_id, secret, **oidc)  # type: ignore[arg-type]
    settings = EntranceSettings("oidc", URL, told, {"admin": frozenset({"it"})}, Sessions())
    asked = Provider(told, URL + "/auth/callback", clock)
    people = SqlitePeople(folder / "belegg.db.people")
    return TeamEntrance(people, settings, asked, clock, wait or clock.wait)


def groups_of(visitor: Visitor) -> set[str]:
    return set(visitor.principal.groups or ())


def cookies_of(*lines: str) -> dict[str, str]:
    """What a browser sends after these `Set-Cookie` lines."""
    jar: SimpleCookie = SimpleCookie()
    for line in lines:
        jar.load(line)
    return {name: morsel.value for name, morsel in jar.items()}


def query_of(url: str) -> dict[str, str]:
    from urllib.parse import parse_qsl, urlsplit

    return dict(parse_qsl(urlsplit(url).query))


def signed_in(team: TeamEntrance, provider: OidcServer, subject: str, wanted: str | None = None) -> Arrived:
    """The whole way through the provider."""
    leaving = team.begin(wanted, {})
    back = provider.signs_in(subject, leaving.url)
    return team.finish(query_of(back), cookies_of(leaving.cookie), "Firefox/130 (X11; Linux)")


def cookie_of(arrived: Arrived) -> dict[str, str]:
    found = cookies_of(arrived.cookie)
    assert set(found) == {COOKIE}
    return found


def sources(answer: Any) -> set[str]:
    """The sources of the hits of a search over HTTP."""
    assert answer.status_code == 200, answer.text
    return {hit["source"] for hit in answer.json()["hits"]}


def made_token(client: TestClient, *rights: str, days: int = 90) -> dict[str, Any]:
    """A token that the person in this browser makes over HTTP, as it is told."""
    made = client.post(f"{API}/me/tokens", json={"name": "nightly", "rights": list(rights), "days": days})
    assert made.status_code == 201, made.text
    told: dict[str, Any] = made.json()
    return told
