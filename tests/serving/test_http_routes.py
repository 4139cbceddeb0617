"""Every route, by reflection: whom it asks for, and what it may do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.serving.entrance.visitor import LocalEntrance
from belegg.serving.http.app import create_app
from belegg.serving.http.house import visitor_of
from doors import API, as_

pytestmark = pytest.mark.req("FAC-6")
OPEN_TO_ALL = {
    "/healthz": "says that the process answers",
    "/readyz": "says that the library can be read, nothing of what is in it",
    f"{API}/webhook": "whoever announces is known by the signature; no text of a document is told",
}
"""Routes that ask for nobody, each with its reason."""
ROUTES = Path(__file__).resolve().parents[2] / "src" / "belegg" / "serving" / "http" / "routes"
CHANGES = (
    "store.writing",
    "store.keeping",
    ".ingest(",
    ".turn(",
    ".remove_",
    ".close_gap(",
    ".accept_words(",
)


def routes_of(library: Library) -> list[APIRoute]:
    app = create_app(library, LocalEntrance())
    return [route for route in app.routes if isinstance(route, APIRoute)]


def asked_for(dependant: Dependant) -> Iterator[object]:
    for each in dependant.dependencies:
        yield each.call
        yield from asked_for(each)


def test_every_route_asks_who_it_is(company_library: Library) -> None:
    anonymous = [r.path for r in routes_of(company_library) if visitor_of not in asked_for(r.dependant)]

    assert sorted(anonymous) == sorted(OPEN_TO_ALL)


def test_no_route_opens_a_document_as_the_owner() -> None:
    for file in ROUTES.glob("*.py"):
        assert "Scope(OWNER" not in file.read_text(encoding="utf-8"), file.name


def test_who_is_not_signed_in_gets_nothing(team: TestClient, company_library: Library) -> None:
    for route in routes_of(company_library):
        if route.path in OPEN_TO_ALL:
            continue
        path = route.path_format.format(**dict.fromkeys(route.param_convertors, "1"))
        for method in route.methods or ():
            response = team.request(method, path)
            assert response.status_code == 401, (method, path)
            assert response.json()["error"]["kind"] == "NotSignedIn"
            assert response.headers["www-authenticate"] == "Bearer"


def test_an_unknown_token_is_refused_and_not_anonymous(team: TestClient) -> None:
    assert team.get(f"{API}/packs", headers=as_("mallory")).status_code == 401


def test_reading_changes_nothing(company_library: Library) -> None:
    for route in routes_of(company_library):
        if (route.methods or set()) & {"GET", "HEAD"}:
            code = Path(route.endpoint.__code__.co_filename).read_text(encoding="utf-8").splitlines()
            first = route.endpoint.__code__.co_firstlineno
            last = max(line for *_, line in route.endpoint.__code__.co_lines() if line)
            body = "\n".join(code[first : last + 1])
            assert [name for name in CHANGES if name in body] == [], route.path


def test_a_role_is_needed_for_what_it_is_for(team: TestClient) -> None:
    for path, allowed in ((f"{API}/gaps", ("kira", "ada")), (f"{API}/health", ("ada",))):
        for name in ("linn", "torunn", "kira", "ada"):
            status = team.get(path, headers=as_(name)).status_code
            assert status == (200 if name in allowed else 403), (path, name)


@pytest.mark.parametrize("extra", ["user_id", "is_admin", "access", "principal"])
def test_a_body_takes_no_field_that_is_not_described(owner: TestClient, extra: str) -> None:
    response = owner.post(f"{API}/check", json={"draft": 'It says "a thing".', extra: "everyone"})

    assert response.status_code == 400
    assert f"`{extra}`" in response.json()["error"]["message"]


@pytest.mark.parametrize(
    "body",
    [
        b'{"draft": "a", "draft": "b"}',
        b'{"draft": NaN}',
        b'{"draft": 1e400}',
        b"[" * 100_000,
        b'{"draft": ' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"}",
        b'{"draft": ' + b"9" * 10_000 + b"}",
        b"",
        b"null",
        b'"a"',
        b'{"draft": "\xff"}',
    ],
)
def test_a_malformed_body_is_a_400(owner: TestClient, body: bytes) -> None:
    response = owner.post(f"{API}/check", content=body, headers={"content-type": "application/json"})

    assert response.status_code == 400
    assert response.json()["error"]["kind"] == "BadInput"


def test_a_body_of_50_mb_is_a_413(owner: TestClient) -> None:
    response = owner.post(f"{API}/check", content=b" " * 50_000_000)

    assert response.status_code == 413


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_body_of_another_kind_is_refused(owner: TestClient, kind: str) -> None:
    response = owner.post(f"{API}/check", content=b'{"draft": "a"}', headers={"content-type": kind})

    assert response.status_code == 400
