"""What somebody gets by MCP is, byte for byte, what they get by HTTP (acc-35)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.records import OWNER, Scope
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
        told = self.message("tools/call", name=tool, arguments=arguments)
        return told["result"]["structuredContent"]

    def message(self, method: str, **params: Any) -> Any:
        sent = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        told = self._client.post("/mcp", json=sent, headers=HEADERS | self._headers).text
        (line,) = [line for line in told.splitlines() if line.startswith("data: {")]
        return json.loads(line.removeprefix("data: "))


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


def test_the_text_of_every_document_that_may_be_read(both: Both) -> None:
    heads: dict[str, str] = {}
    cursor: dict[str, str] = {}
    while True:
        page = both.message("resources/list", **cursor)["result"]
        heads |= {each["uri"]: each["name"] for each in page["resources"]}
        if not page.get("nextCursor"):
            break
        cursor = {"cursor": page["nextCursor"]}
    there = {head["source"]: head["document"] for head in both.http("/documents", limit="200")["documents"]}
    assert sorted(heads.values()) == sorted(there)

    for uri, source in heads.items():
        first, *more = both.message("resources/read", uri=uri)["result"]["contents"]
        text = both.http(f"/documents/{there[source]}/text")["text"]
        assert text.startswith(first["text"]) if more else text == first["text"], source


def test_a_document_that_may_not_be_read_is_as_one_that_is_not_there(
    both: Both, company_library: Library
) -> None:
    mine = {head["document"] for head in both.http("/documents", limit="200")["documents"]}
    hidden = [head.id for head in company_library.documents(Scope(OWNER)) if head.id not in mine]

    for id in (*hidden, "0123456789abcdef"):
        (name,) = [
            each
            for each in both.message("resources/read", uri=f"belegg://documents/{id}").items()
            if each[0] == "error"
        ]
        assert json.dumps(name).replace(id, "ID") == json.dumps(
            ("error", both.message("resources/read", uri="belegg://documents/fedcba9876543210")["error"])
        ).replace("fedcba9876543210", "ID")
