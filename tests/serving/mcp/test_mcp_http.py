"""`/mcp` of a server: who calls is looked up on every request, by their token and by nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from belegg.errors import TooManyRequests
from belegg.library.library import Library
from belegg.records import Answer
from belegg.serving.entrance.settings import EntranceSettings, Oidc, Sessions
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.entrance.visitor import LocalEntrance
from belegg.serving.http.app import create_app
from belegg.serving.http.at_once import MOST_EACH
from belegg.serving.http.house import Serving
from belegg.serving.http.measuring import Unmeasured
from belegg.stores.people import SqlitePeople
from doors import HERE, Running, client_of, running
from extras import needs
from mcp_clients import OWNER_HERE, REVISIONS, called, client_at, given
from serving.entrance.coming_in import URL, Clock, add, team_of

needs("serve")
pytestmark = pytest.mark.req("FAC-3", "FAC-6")
PROTOCOL = "2025-11-25"
CLIENT = {"name": "test", "version": "1"}
HEADERS = {"accept": "application/json, text/event-stream", "mcp-protocol-version": PROTOCOL}
SERVED = Serving(hosts=("belegg.example.org",))


def message(method: str, id: object = 1, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


INITIALIZE = message("initialize", protocolVersion=PROTOCOL, capabilities={}, clientInfo=CLIENT)
LIST = message("tools/list")


def reading(document: str) -> dict[str, Any]:
    return message("tools/call", name="read", arguments={"document": document})


def answered(response: httpx2.Response) -> dict[str, Any]:
    """The message that came back, as JSON or as the last event of a stream."""
    text = response.text
    if response.headers["content-type"].startswith("text/event-stream"):
        text = [line.removeprefix("data: ") for line in text.splitlines() if line.startswith("data: {")][-1]
    return dict(json.loads(text))


@pytest.fixture
def team(tmp_path: Path) -> Iterator[TeamEntrance]:
    """Anna is of the board, Dag of the support desk."""
    people = SqlitePeople(tmp_path / "belegg.db.people")
    add(people, "anna", "board", password=None)
    add(people, "dag", "support", password=None)
    yield team_of(people, Clock())
    people.close()


@pytest.fixture
def door(team: TeamEntrance, company_library: Library) -> Iterator[TestClient]:
    with client_of(company_library, team, SERVED, "https://belegg.example.org") as client:
        yield client


def token(team: TeamEntrance, name: str, *rights: str) -> dict[str, str]:
    person = team.people.known_as("", name)
    assert person is not None
    made = team.tokens.make(person, "client", rights or ("read",))
    return {"authorization": f"Bearer {made.text}"}


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Bearer blg_unknown"},
        {"authorization": "Basic YW5uYTpwdw=="},
        {"cookie": "__Host-belegg=guessed"},
        {"authorization": "Bearer eyJhbGciOiJub25lIn0.eyJhdWQiOiJvdGhlciJ9."},
    ],
)
def test_without_a_token_that_holds_one_is_told_where_to_get_one(
    door: TestClient, headers: dict[str, str]
) -> None:
    refused = door.post("/mcp", json=LIST, headers=HEADERS | headers)

    metadata = f"{URL}/.well-known/oauth-protected-resource/mcp"
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"] == f'Bearer resource_metadata="{metadata}"'
    assert refused.json()["error"]["kind"] == "NotSignedIn"
    told = door.get(metadata).json()
    assert (told["resource"], told["bearer_methods_supported"]) == (f"{URL}/mcp", ["header"])


def test_a_token_in_the_address_is_not_looked_at(door: TestClient, team: TeamEntrance) -> None:
    text = token(team, "anna")["authorization"].removeprefix("Bearer ")

    for name in ("token", "access_token", "authorization"):
        assert door.post(f"/mcp?{name}={text}", json=LIST, headers=HEADERS).status_code == 401


def test_a_provider_is_named_where_its_tokens_are_taken(tmp_path: Path, company_library: Library) -> None:
    oidc = Oidc("https://login.example.org", "belegg", audience=URL)
    people = SqlitePeople(tmp_path / "belegg.db.people")
    entrance = TeamEntrance(people, EntranceSettings("oidc", URL, oidc, {}, Sessions()))

    with client_of(company_library, entrance, SERVED) as client:
        told = client.get("/.well-known/oauth-protected-resource").json()

    people.close()
    assert told["authorization_servers"] == ["https://login.example.org"]


def test_a_server_for_its_owner_has_no_tokens_to_tell_of(owner: TestClient) -> None:
    assert owner.get("/.well-known/oauth-protected-resource/mcp").status_code == 404
    assert owner.post("/mcp", json=LIST, headers=HEADERS).status_code == 200
    refused = owner.post("/mcp", json=LIST, headers=HEADERS | {"authorization": "Bearer blg_x"})
    assert refused.status_code == 401


def test_a_token_without_the_right_to_read_is_turned_away(door: TestClient, team: TeamEntrance) -> None:
    refused = door.post("/mcp", json=LIST, headers=HEADERS | token(team, "anna", "write"))

    assert refused.status_code == 403
    assert 'error="insufficient_scope"' in refused.headers["www-authenticate"]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://belegg.example.org.evil.example"])
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS"])
def test_another_site_is_refused_with_a_token_too(
    door: TestClient, team: TeamEntrance, origin: str, method: str
) -> None:
    headers = HEADERS | token(team, "anna") | {"origin": origin}

    refused = door.request(method, "/mcp", json=LIST, headers=headers)

    assert refused.status_code == 403
    assert "access-control-allow-origin" not in refused.headers


def test_another_host_name_is_refused(door: TestClient, team: TeamEntrance) -> None:
    headers = HEADERS | token(team, "anna") | {"host": "evil.example"}

    refused, elsewhere = (
        door.post("/mcp", json=LIST, headers=headers),
        door.get("/api/v1/me", headers=headers),
    )
    assert refused.status_code == 421
    told = [answer.json()["error"] for answer in (refused, elsewhere)]
    assert told[0] | {"request": ""} == told[1] | {"request": ""}
    assert "--allow-host" in told[0]["message"]


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_there_is_no_stream_and_no_session_to_open_or_end(
    door: TestClient, team: TeamEntrance, method: str
) -> None:
    response = door.request(method, "/mcp", headers=HEADERS | token(team, "anna"))

    assert (response.status_code, response.headers["allow"]) == (405, "POST")


def test_a_session_id_stands_for_nobody(
    door: TestClient, team: TeamEntrance, company_library: Library
) -> None:
    """Dag's session, were there one, with Anna's token, and Anna's with Dag's."""
    board = "company/board/2026-02-12.md"
    begun = door.post("/mcp", json=INITIALIZE, headers=HEADERS | token(team, "anna"))

    assert "mcp-session-id" not in begun.headers
    for name in ("anna", "dag"):
        for guessed in ("1", "0" * 32, "anna"):
            headers = HEADERS | token(team, name) | {"mcp-session-id": guessed}
            assert door.post("/mcp", json=reading(board), headers=headers).status_code == 404
    annas = answered(door.post("/mcp", json=reading(board), headers=HEADERS | token(team, "anna")))
    dags = answered(door.post("/mcp", json=reading(board), headers=HEADERS | token(team, "dag")))
    assert "Styremøte" in json.dumps(annas["result"], ensure_ascii=False)
    assert dags["result"]["isError"]
    assert "Styremøte" not in json.dumps(dags, ensure_ascii=False)


def test_a_revoked_token_ends_with_the_request_before(door: TestClient, team: TeamEntrance) -> None:
    headers = HEADERS | token(team, "anna")
    assert door.post("/mcp", json=LIST, headers=headers).status_code == 200

    (kept,) = team.tokens.all_of("p-anna")
    team.tokens.revoke(kept.id)

    assert door.post("/mcp", json=LIST, headers=headers).status_code == 401


def test_who_read_and_searched_what_is_noted_by_ids(door: TestClient, team: TeamEntrance) -> None:
    board = "company/board/2026-02-12.md"
    headers = HEADERS | token(team, "anna")
    door.post("/mcp", json=reading(board), headers=headers)
    door.post(
        "/mcp", json=message("tools/call", name="search", arguments={"queries": ["lønn"]}), headers=headers
    )

    noted = [(row.doing, row.what, row.door) for row in team.people.noted(10) if row.person == "p-anna"]

    assert ("read", "44c93baeb61f5736", "mcp") in noted
    assert ("search", "", "mcp") in noted


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"", 400),
        (b"[]", 400),
        (b'"text"', 400),
        (json.dumps([LIST, LIST]).encode(), 400),
        (b'{"jsonrpc": "2.0", "id": 1}', 400),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "tools/list"}', 400),
        (b"[" * 100_000, 400),
        (b"\xff\xfe", 400),
        (b'{"a":"' + b"x" * 10_000_000 + b'"}', 413),
    ],
)
@pytest.mark.parametrize("revision", REVISIONS.values())
def test_what_is_no_message_is_refused_and_the_next_one_works(
    owner: TestClient, body: bytes, status: int, revision: str
) -> None:
    sent = HEADERS | {"content-type": "application/json", "mcp-protocol-version": revision}

    refused = owner.post("/mcp", content=body, headers=sent)

    assert refused.status_code == status
    assert "Traceback" not in refused.text
    assert owner.post("/mcp", json=LIST, headers=HEADERS).status_code == 200


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (message("tools/forget", "a"), -32601),
        (message("resources/read", "a", uri="belegg://documents/0123456789abcdef"), -32602),
        (message("tools/call", "a", arguments={}), -32602),
        (message("tools/call", "a", name="forget", arguments={}), -32602),
        (message("tools/call", "a", name="search", arguments=["x"]), -32602),
    ],
)
def test_an_error_carries_the_id_of_its_request(owner: TestClient, sent: dict[str, Any], code: int) -> None:
    told = answered(owner.post("/mcp", json=sent, headers=HEADERS))

    assert told["id"] == "a"
    assert told["error"]["code"] == code
    assert "result" not in told


@pytest.fixture(scope="module")
def served(company_library: Library) -> Iterator[Running]:
    from belegg.serving.entrance.visitor import LocalEntrance

    with running(create_app(company_library, LocalEntrance())) as up:
        yield up


@pytest.mark.parametrize("mode", REVISIONS)
def test_over_a_real_connection_it_is_the_same_as_in_this_process(
    served: Running, company_library: Library, mode: str
) -> None:
    async def searched() -> tuple[str | None, dict[str, Any]]:
        async with client_at(served.url, mode=mode) as client:
            found = await client.call_tool("search", {"queries": ["oppsigelse prøvetid"]})
            return client.protocol_version, given(found)

    revision, found = asyncio.run(searched())

    assert revision == REVISIONS[mode]
    here = given(called(company_library, OWNER_HERE, "search", queries=["oppsigelse prøvetid"]))
    assert json.dumps(found) == json.dumps(here)


@pytest.mark.parametrize("mode", REVISIONS)
def test_many_calls_at_once_get_each_their_own_answer(served: Running, mode: str) -> None:
    queries = ["oppsigelse", "ferie", "lønn", "semester", "loma", "notice", "rental", "reise"] * 3

    async def all_at_once() -> list[str]:
        async with client_at(served.url, mode=mode) as client:
            calls = [client.call_tool("discover_terms", {"query": query}) for query in queries]
            return [given(result)["query"] for result in await asyncio.gather(*calls)]

    assert asyncio.run(all_at_once()) == queries


def test_the_path_behind_a_proxy_is_in_what_is_told(company_library: Library, team: TeamEntrance) -> None:
    bare = TeamEntrance(team.people, EntranceSettings("passwords", "", None, {}, Sessions()))
    with client_of(company_library, bare, Serving(base_path="/docs")) as client:
        refused = client.post("/docs/mcp", json=LIST, headers=HEADERS)
        address = refused.headers["www-authenticate"].split('"')[1]
        assert address == f"{HERE}/docs/.well-known/oauth-protected-resource/mcp"
        assert client.get(address).json()["resource"] == f"{HERE}/docs/mcp"


class Counting(Unmeasured):
    def __init__(self) -> None:
        self.answers: list[Answer] = []

    def answered(self, answer: Answer) -> None:
        self.answers.append(answer)


def asking(question: str) -> dict[str, Any]:
    return message("tools/call", name="ask", arguments={"question": question})


def test_what_is_asked_here_is_counted_among_the_answers(company_library: Library) -> None:
    counting = Counting()
    app = create_app(company_library, LocalEntrance(), SERVED, counting)
    with TestClient(app, base_url=HERE) as client:
        told = answered(client.post("/mcp", json=asking("Hva er fristen i prøvetiden?"), headers=HEADERS))

    assert not told["result"]["isError"]
    assert len(counting.answers) == 1


def test_one_person_asks_as_many_at_once_as_by_http(
    company_library: Library, team: TeamEntrance, door: TestClient
) -> None:
    app = door.app
    assert isinstance(app, FastAPI)
    at_once = app.state.house.live.at_once
    for _ in range(MOST_EACH):
        at_once.take("p-anna")
    anna, dag = (HEADERS | token(team, name, "read", "ask") for name in ("anna", "dag"))

    refused = answered(door.post("/mcp", json=asking("Hva er fristen?"), headers=anna))["result"]
    assert refused["isError"]
    assert f"{MOST_EACH} of your questions are being answered" in refused["content"][0]["text"]
    assert not answered(door.post("/mcp", json=asking("Hva er fristen?"), headers=dag))["result"]["isError"]
    at_once.give_back("p-anna")
    assert not answered(door.post("/mcp", json=asking("Hva er fristen?"), headers=anna))["result"]["isError"]
    at_once.take("p-anna")  # what was asked here is over
    with pytest.raises(TooManyRequests):
        at_once.take("p-anna")
