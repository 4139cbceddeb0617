"""The fixture's libraries behind their doors: who asks in which world, and what they are told there."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
from starlette.testclient import TestClient

from access.access_worlds import Worlds, markers
from belegg.library.library import Library
from belegg.records import DocumentHead, Principal
from belegg.records.people import Person
from belegg.serving.entrance.settings import EntranceSettings, Sessions
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.entrance.tokens import RIGHTS
from belegg.serving.entrance.visitor import Role
from belegg.serving.http.app import create_app
from belegg.stores.people import SqlitePeople
from doors import HERE
from serving.leaks.leak_requests import Asked

Response = httpx2.Response  # as the test client has it
START = 1_800_000_000.0
ROLES: Mapping[Role, frozenset[str]] = {"admin": frozenset({"admin"}), "curator": frozenset({"everyone"})}
"""Everybody is a curator, that they reach what curators are told: a role opens no document."""
PASSING = (
    (re.compile(r'"request":\s?"[0-9a-f]*"'), '"request":""'),
    (re.compile(r'"(took_ms|took_s|seconds|ms)":\s?[\d.]+'), r'"\1":0'),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?(Z|\+00:00)?"), "TIME"),
    (re.compile(r"\b\d\d?[:.]\d\d\b"), "TIME"),
    (re.compile(r"\b\d+([.,]\d+)? (s|sec|seconds|ms)\b"), "TIME"),
    (re.compile(r'"digest":"sha256:[0-9a-f]+"'), '"digest":""'),
)
"""What differs from one request to the next: request ids, times, the digest of a receipt with its time."""
OF_A_REQUEST = ("x-request-id", "content-length", "belegg-run")


@dataclass(frozen=True, slots=True)
class Door:
    """A server over one library and the tokens of its people."""

    library: Library
    team: TeamEntrance
    client: TestClient
    tokens: Mapping[str, str]

    def ask(self, who: str, asked: Asked) -> Response:
        """`who` empty: nobody has signed in."""
        sent = dict(asked.sent)
        headers = {"authorization": f"Bearer {self.tokens[who]}"} if who else {}
        headers |= sent.pop("headers", {})
        return self.client.request(asked.method, asked.path, headers=headers, **sent)


@dataclass(frozen=True, slots=True)
class Told:
    """A response without what differs from one request to the next."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str

    @property
    def text(self) -> str:
        return f"{self.headers}\n{self.body}"


def told(response: Response, passing: Iterable[str] = ()) -> Told:
    """`passing` are ids that were drawn in this world."""
    kind = response.headers.get("content-type", "")
    content = response.content
    text = unpacked(content) if content[:4] == b"PK\x03\x04" else content.decode("utf-8", "replace")
    headers = {name: value for name, value in response.headers.items() if name not in OF_A_REQUEST}
    if any(each in kind for each in ("html", "json", "text", "officedocument")):
        for pattern, instead in PASSING:
            text = pattern.sub(instead, text)
    shown = json.dumps(sorted(headers.items()))
    for id in passing:
        text, shown = text.replace(id, "ID"), shown.replace(id, "ID")
    return Told(response.status_code, tuple(map(tuple, json.loads(shown))), text)


def unpacked(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return "\n".join(packed.read(name).decode("utf-8", "replace") for name in sorted(packed.namelist()))


def difference(here: Told, there: Told) -> str | None:
    """What differs first between two worlds, in short."""
    if here == there:
        return None
    if (here.status, here.headers) != (there.status, there.headers):
        return f"{here.status} {here.headers} / {there.status} {there.headers}"
    at = next((i for i, pair in enumerate(zip(here.body, there.body, strict=False)) if len(set(pair)) > 1), 0)
    return f"…{here.body[max(0, at - 60) : at + 60]}… / …{there.body[max(0, at - 60) : at + 60]}…"


@contextmanager
def door_of(library: Library, people: Mapping[str, Principal]) -> Iterator[Door]:
    """The library as its people enter it: each by a token that is for everything their roles give."""
    kept = SqlitePeople(library.path.with_name(f"{library.path.name}.people"))
    team = TeamEntrance(
        kept, EntranceSettings("passwords", "https://belegg.example.org", None, ROLES, Sessions())
    )
    tokens = {}
    for name, principal in people.items():
        groups = (principal.groups or frozenset()) - {"everyone"}
        person = Person(f"p-{name}", "token", "", name, name, groups, START)
        kept.keep_person(person)
        tokens[name] = team.tokens.make(person, "a test", RIGHTS).text
    app = create_app(library, team)
    client = TestClient(app, base_url=HERE, raise_server_exceptions=False, follow_redirects=False)
    try:
        yield Door(library, team, client, tokens)
    finally:
        app.state.house.close()
        team.close()


@dataclass(frozen=True, slots=True)
class Doors:
    """One world with everything, and for each person one with only what they may read."""

    worlds: Worlds
    whole: Door
    alone: Mapping[str, Door]
    people: Mapping[str, Principal]

    @property
    def heads(self) -> Sequence[DocumentHead]:
        return self.worlds.heads

    def hidden(self, who: str) -> set[str]:
        """What stands in documents alone that somebody may not read."""
        return markers(self.worlds, self.people[who])


def leaked(text: str, hidden: Collection[str], given: str = "") -> list[str]:
    """What of hidden documents stands in a text, and was not said by who asked."""
    return sorted(each for each in hidden if each in text and each not in given)


@contextmanager
def copied(door: Door, folder: Path, people: Mapping[str, Principal]) -> Iterator[Door]:
    """A copy of a world, that may be changed."""
    folder.mkdir()
    door.library.backup(folder / "library.db")
    with Library.open(folder / "library.db") as library, door_of(library, people) as copy:
        yield copy
