"""A server for tests: its application over a library, a client of it, and a real one on a free port."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
import uvicorn
from fastapi import FastAPI
from starlette.testclient import TestClient

from belegg.errors import NotSignedIn
from belegg.library.library import Library
from belegg.records import Principal
from belegg.serving.entrance.visitor import NOBODY_KNOWN, Entrance, LocalEntrance, Role, Visitor
from belegg.serving.http.app import create_app
from belegg.serving.http.house import Serving

HERE = "http://127.0.0.1:8484"
API = "/api/v1"


def client_of(
    library: Library, entrance: Entrance | None = None, serving: Serving | None = None, base_url: str = HERE
) -> TestClient:
    """A client of the application in this process; an error that no handler knew is a 500, as outside."""
    app = create_app(library, entrance or LocalEntrance(), serving or Serving())
    return TestClient(app, base_url=base_url, raise_server_exceptions=False, follow_redirects=False)


@dataclass(frozen=True, slots=True)
class Running:
    """A real server on the loopback. `client` keeps cookies and connections."""

    url: str
    server: uvicorn.Server
    client: httpx.Client


@contextmanager
def running(app: FastAPI) -> Iterator[Running]:
    """Serve an application on a free port, in a thread, until the block ends."""
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    config = uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=5)
    server = Announcing(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    assert server.is_up.wait(20), "the server does not start"
    url = f"http://127.0.0.1:{port}"
    try:
        with httpx.Client(base_url=url, timeout=20) as client:
            yield Running(url, server, client)
    finally:
        server.should_exit = True
        thread.join(20)
        listening.close()


class Announcing(uvicorn.Server):
    """A server that says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_up = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_up.set()


class KnownByName:
    """An entrance for tests: `Authorization: Bearer NAME` is that person, with their groups and roles."""

    def __init__(self, **people: Visitor) -> None:
        self.people = people

    def visitor(self, cookies: Mapping[str, str], authorization: str | None) -> Visitor:
        if authorization is None:
            return NOBODY_KNOWN
        person = self.people.get(authorization.removeprefix("Bearer "))
        if person is None:
            raise NotSignedIn("no such token")
        return person


def person(name: str, *groups: str, role: Role = "reader") -> Visitor:
    held = frozenset(groups)
    return Visitor(Principal.signed_in(name, held), name, frozenset({role}), "token", groups=held)


def as_(name: str) -> dict[str, str]:
    return {"authorization": f"Bearer {name}"}
