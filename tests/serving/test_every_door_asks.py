"""
Every address that the application answers, by reflection: each is asked through the visitor, or stands in a
short list with its reason. A new route of any kind fails here until it does.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Route

import belegg.serving
from belegg.library.library import Library
from belegg.serving.entrance.visitor import LocalEntrance
from belegg.serving.http.app import create_app
from belegg.serving.http.house import visitor_of
from belegg.serving.mcp.mounting import METADATA
from belegg.serving.mcp.mounting import PATH as MCP
from belegg.serving.mcp.mounting import Door as McpDoor
from belegg.serving.web.visit import page
from doors import API, KnownByName, as_, client_of, person
from serving.test_http_routes import CHANGES, OPEN_TO_ALL, asked_for

pytestmark = pytest.mark.req("FAC-6")
OPEN = OPEN_TO_ALL | {
    f"{API}/openapi.json": "describes the program, which is public; holds nothing of a library",
    METADATA: "says where API tokens come from; reads nothing",
    METADATA + MCP: "says where API tokens come from; reads nothing",
    "/sign-in": "the door itself",
    "/sign-in/organisation": "the door itself: on to the provider",
    "/auth/callback": "the door itself: back from the provider",
    "/sign-out": "ends the session that the browser brings, whoever's it is; reads nothing",
    "/looks": "language and appearance, kept in the browser; reads nothing",
    "/static/{digest}/{path:path}": "files of the program, the same for every library",
    "/{path:path}": "says that there is no such page; reads nothing",
}
"""Addresses that ask for nobody, each with its reason."""
OF_ONESELF = {f"{API}/me": "who one is, and with which rights"}
"""Addresses that need no right, for whoever is known, each with its reason."""
AS_OWNER = {
    "cli/": "whoever holds the library's file holds everything in it",
    "entrance/visitor.py": "local mode: the owner, on a server that nothing but their own machine reaches",
    "http/routes/bringing.py": "asks whether the visitor is the owner, who may give a file to anybody",
    "looked_after.py": "asks whether the visitor is the owner, who is told all",
}
"""Files of the doors that name the owner, each with its reason."""
CHANGED_BY_PAGES = (".start(", ".stop(", "take_feedback", ".set_synonyms(", "keep(", "make_own", "revoke_own")
SERVING = Path(belegg.serving.__path__[0])


@cache
def endpoint_of_pages() -> str:
    """How an endpoint is called that was made by `page`."""
    return page(lambda visit: visit.go("/")).__qualname__


def right_of(route: BaseRoute) -> object:
    """What a route wants of the visitor before its handler runs; None for one that asks for nobody."""
    if isinstance(route, APIRoute):
        return "a visitor" if visitor_of in asked_for(route.dependant) else None
    assert isinstance(route, Route), f"a route of a kind that this test does not know: {route!r}"
    if isinstance(route.endpoint, McpDoor):
        return "a visitor"  # of every message; its tools: test_mcp_access.py
    if getattr(route.endpoint, "__qualname__", "") != endpoint_of_pages():
        return None
    return inspect.getclosurevars(route.endpoint).nonlocals["right"]


def routes_of(library: Library) -> Iterator[Route]:
    for route in create_app(library, LocalEntrance()).routes:
        assert isinstance(route, Route)
        yield route


def requests_of(library: Library) -> Iterator[tuple[str, str]]:
    """Each method of each address that asks who it is, with something in its places."""
    for route in routes_of(library):
        if route.path not in OPEN:
            path = route.path_format.format(**{**dict.fromkeys(route.param_convertors, "1"), "form": "md"})
            yield from ((method, path) for method in sorted(route.methods or ("POST",)))


def test_every_address_asks_who_it_is(company_library: Library) -> None:
    anonymous = {route.path for route in routes_of(company_library) if right_of(route) is None}

    assert sorted(anonymous) == sorted(OPEN)


def test_no_door_opens_anything_as_the_owner() -> None:
    naming = {
        file.relative_to(SERVING).as_posix()
        for file in SERVING.rglob("*.py")
        if re.search(r"\bOWNER\b", file.read_text(encoding="utf-8"))
    }

    assert sorted(name for name in naming if not name.startswith(tuple(AS_OWNER))) == []


def test_no_page_that_is_got_changes_anything(company_library: Library) -> None:
    """What a link or a picture of another site can have a browser get; the API's: test_http_routes.py."""
    for route in routes_of(company_library):
        if (
            "GET" in (route.methods or ())
            and getattr(route.endpoint, "__qualname__", "") == endpoint_of_pages()
        ):
            source = inspect.getsource(inspect.getclosurevars(route.endpoint).nonlocals["handler"])
            assert [each for each in (*CHANGES, *CHANGED_BY_PAGES) if each in source] == [], route.path


def test_who_has_not_signed_in_gets_nothing_at_any_address(company_library: Library) -> None:
    with client_of(company_library, KnownByName()) as client:
        for method, path in requests_of(company_library):
            response = client.request(method, path)
            is_page = not path.startswith((API, MCP, "/metrics"))
            if is_page and method == "GET":
                assert response.status_code == 303, (method, path)
                assert response.headers["location"].startswith("/sign-in?next="), (method, path)
            else:
                assert response.status_code == 401, (method, path)


def test_a_visitor_without_any_right_gets_nothing_at_any_address(company_library: Library) -> None:
    """A token that was made for nothing that an address needs."""
    powerless = replace(person("ines", role="admin"), rights=frozenset())
    with client_of(company_library, KnownByName(ines=powerless)) as client:
        for method, path in requests_of(company_library):
            body = {"name": "a", "rights": ["read"]} if path == f"{API}/me/tokens" else None
            status = client.request(method, path, headers=as_("ines"), json=body).status_code
            assert status == (200 if path in OF_ONESELF else 403), (method, path)
