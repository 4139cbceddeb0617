"""What lets in stays where it belongs: tokens and secrets are in no address, log, error or description."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.serving.entrance.team import TeamEntrance
from belegg.sources.webhook import SECRET
from belegg.stores.people import SqlitePeople
from doors import API, as_, client_of
from serving.entrance.coming_in import Clock, add, team_of
from serving.leaks.conftest import logged

__all__ = ["logged"]
pytestmark = pytest.mark.req("FAC-5", "FAC-6")
OPEN = ("/", "/documents", "/settings", f"{API}/documents", f"{API}/me", f"{API}/search?q=notice")


@pytest.fixture
def team(tmp_path: Path) -> Iterator[TeamEntrance]:
    people = SqlitePeople(tmp_path / "belegg.db.people")
    yield team_of(people, Clock())
    people.close()


@pytest.fixture
def served(company_library: Library, team: TeamEntrance) -> Iterator[TestClient]:
    with client_of(company_library, team) as client:
        yield client


def token_of(team: TeamEntrance, *rights: str) -> str:
    return team.tokens.make(add(team.people, "ines", "archive", password=None), "a test", rights).text  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["token", "access_token", "api_key", "authorization"])
def test_a_token_in_an_address_lets_nobody_in_and_is_not_logged(
    name: str, served: TestClient, team: TeamEntrance, logged: io.StringIO
) -> None:
    token = token_of(team, "read")
    for path in OPEN:
        joined = f"{path}{'&' if '?' in path else '?'}{name}={token}"
        response = served.get(joined)
        assert response.status_code in (303, 400, 401), path
        assert token not in response.text
    assert logged.getvalue()
    assert token not in logged.getvalue()


def test_a_token_stands_in_no_response_and_no_line_of_the_log(
    served: TestClient, team: TeamEntrance, logged: io.StringIO
) -> None:
    token = token_of(team, "read")
    for path in (*OPEN, f"{API}/documents/nothing", f"{API}/search?limit=x", "/nowhere", f"{API}/health"):
        response = served.get(path, headers=as_(token))
        assert token not in response.text + str(response.headers), path
    wrong = served.get(f"{API}/documents", headers=as_(f"{token}x"))
    assert wrong.status_code == 401
    assert token not in wrong.text + str(wrong.headers)
    assert token not in logged.getvalue()


def test_a_token_to_read_does_nothing_else(served: TestClient, team: TeamEntrance) -> None:
    """Its owner is a curator, who may bring documents in, ask, and close gaps."""
    reads = as_(token_of(team, "read"))
    file = {"file": ("note.md", b"# Note\n\nA note.\n")}

    assert served.get(f"{API}/documents", headers=reads).status_code == 200
    assert served.post(f"{API}/uploads", files=file, headers=reads).status_code == 403
    assert served.post(f"{API}/ask", json={"question": "What?"}, headers=reads).status_code == 403
    assert served.post("/ask", data={"q": "What?"}, headers=reads).status_code == 403
    assert served.get(f"{API}/gaps", headers=reads).status_code == 403
    assert served.get("/gaps", headers=reads).status_code == 403
    assert (
        served.post(f"{API}/me/tokens", json={"name": "a", "rights": ["read"]}, headers=reads).status_code
        == 403
    )


def test_the_servers_own_secrets_are_told_to_nobody(
    company_library: Library, monkeypatch: pytest.MonkeyPatch, logged: io.StringIO
) -> None:
    secret = "kept-to-itself-7c1d4e"
    for name in (SECRET, "BELEGG_ANSWER_KEY", "OPENAI_API_KEY", "BELEGG_SERVE_OIDC_SECRET"):
        monkeypatch.setenv(name, secret)
    asked = (f"{API}/openapi.json", "/healthz", "/readyz", "/settings", "/health", "/", f"{API}/health")
    with client_of(company_library) as client:
        told = [client.get(path).text for path in (*asked, f"{API}/search?limit=x", "/nowhere")]
        told.append(client.post(f"{API}/webhook", json={}).text)
    assert [text for text in told if secret in text] == []
    assert secret not in logged.getvalue()
