"""What somebody gets by MCP is, byte for byte, what they get by HTTP (acc-35)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.http.house import Serving
from belegg.serving.mcp.finding import RANKING
from belegg.stores.people import SqlitePeople
from doors import API, client_of
from extras import needs
from serving.entrance.coming_in import Clock, add, team_of

needs("serve")
pytestmark = pytest.mark.req("FAC-3", "FAC-6")
PEOPLE = {"anna": ("board", "management"), "dag": ("support",), "eva": ()}
HEADERS = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25"}


@pytest.fixture
def team(tmp_path: Path) -> Iterator[TeamEntrance]:
    people = SqlitePeople(tmp_path / "belegg.db.people")
    for name, groups in PEOPLE.items():
        add(people, name, *groups, password=None)
    yield team_of(people, Clock())
    people.close()


class Both:
    """One person at both doors, with one token."""

    def __init__(self, client: TestClient, authorization: str) -> None:
        self._client = client
        self._headers = {"authorization": authorization}

    def http(self, path: str, **params: str) -> Any:
        return self._client.get(f"{API}{path}", params=params, headers=self._headers).json()

    def check(self, draft: str) -> Any:
        return self._client.post(f"{API}/check", json={"draft": draft}, headers=self._headers).json()

    def mcp(self, tool: str, **arguments: Any) -> Any:
        params = {"name": tool, "arguments": arguments}
        sent = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        told = self._client.post("/mcp", json=sent, headers=HEADERS | self._headers).text
        (line,) = [line for line in told.splitlines() if line.startswith("data: {")]
        return json.loads(line.removeprefix("data: "))["result"]["structuredContent"]


@pytest.fixture(params=PEOPLE)
def both(request: pytest.FixtureRequest, team: TeamEntrance, company_library: Library) -> Iterator[Both]:
    person = team.people.known_as("", request.param)
    assert person is not None
    made = team.tokens.make(person, "client", ("read",))
    with client_of(company_library, team, Serving()) as client:
        yield Both(client, f"Bearer {made.text}")


@pytest.mark.parametrize("query", ["styret", "oppsigelse", "notice period", "lønn", "salary board"])
def test_hits(both: Both, query: str) -> None:
    there = both.http("/search", q=query, limit="5")["hits"]
    here = both.mcp("search", queries=[query])["hits"]

    plain = [{name: value for name, value in hit.items() if name not in RANKING} for hit in there]
    assert json.dumps(here[: len(plain)]) == json.dumps(plain)


def test_which_documents_there_are(both: Both) -> None:
    met, skip = set(), 0
    while skip is not None:
        page = both.mcp("list_documents", skip=skip)
        met |= {head["document"] for head in page["documents"]}
        skip = page["next"]

    assert met == {head["document"] for head in both.http("/documents", limit="200")["documents"]}
    assert len(met) == page["total"]


def test_words_for_the_next_search(both: Both) -> None:
    here = both.mcp("discover_terms", query="styret lønn")

    assert json.dumps(here) == json.dumps(both.http("/terms", q="styret lønn"))


def test_checked_quotations(both: Both) -> None:
    draft = "“Styret vedtok å øke lønnsrammen for året” og “I prøvetiden er fristen 14 kalenderdager”"

    assert json.dumps(both.mcp("check_quotes", draft=draft)["quotes"]) == json.dumps(
        both.check(draft)["quotes"]
    )
