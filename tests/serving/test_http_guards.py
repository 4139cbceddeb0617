"""What every request passes and every response carries."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from belegg.errors import BadInput, BadSetting
from belegg.library.library import Library
from belegg.serving.entrance.visitor import LocalEntrance
from belegg.serving.http.app import create_app
from belegg.serving.http.house import Serving
from belegg.serving.http.problems import strict_json
from belegg.serving.http.server import entrance_for
from doors import API, client_of, running

SEARCH = f"{API}/search?q=notice+period"
EVIL = "https://evil.example"
JSON = {"content-type": "application/json"}


@pytest.mark.req("FAC-2")
@pytest.mark.parametrize("path", [SEARCH, "/nothing", f"{API}/search", "/healthz", f"{API}/openapi.json"])
def test_every_response_has_its_headers(owner: TestClient, path: str) -> None:
    response = owner.get(path)

    policy = response.headers["content-security-policy"]
    for part in ("object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "connect-src 'self'"):
        assert part in policy
    assert "img-src 'self' blob:" in policy
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["cache-control"] == "private, no-store"
    assert len(response.headers["x-request-id"]) == 16


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8484",
        "127.0.0.1.evil.example",
        "",
        "[::",
        "localhost:8484,evil.example",
        "evil@localhost",
        "localhost:x",
    ],
)
def test_another_host_name_is_refused(owner: TestClient, host: str) -> None:
    response = owner.get(SEARCH, headers={"host": host})

    assert response.status_code == 421
    assert response.json()["error"]["kind"] == "WrongHost"
    assert "content-security-policy" in response.headers


@pytest.mark.parametrize("host", ["127.0.0.1:8484", "localhost", "LOCALHOST:9", "[::1]:8484"])
def test_this_machine_is_called_by_its_names(owner: TestClient, host: str) -> None:
    assert owner.get("/healthz", headers={"host": host}).status_code == 200


def test_a_configured_host_name_is_taken(company_library: Library) -> None:
    with client_of(company_library, serving=Serving(hosts=("docs.example.org",))) as client:
        assert client.get("/healthz", headers={"host": "Docs.example.org"}).status_code == 200


@pytest.mark.parametrize("origin", [EVIL, "null"])
def test_no_other_site_is_let_in(owner: TestClient, origin: str) -> None:
    simple = owner.get(SEARCH, headers={"origin": origin})
    asked = {"origin": origin, "access-control-request-method": "POST"}
    preflight = owner.options(SEARCH, headers=asked)

    assert [r for r in (simple, preflight) if "access-control-allow-origin" in r.headers] == []


@pytest.mark.parametrize("headers", [{"origin": EVIL}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}])
def test_a_change_from_another_site_is_refused(owner: TestClient, headers: dict[str, str]) -> None:
    for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"):
        response = owner.post(SEARCH, content=b"a=b", headers={**headers, "content-type": kind})
        assert response.status_code == 403


def test_a_change_from_our_own_page_is_not(owner: TestClient) -> None:
    own = {"origin": "http://127.0.0.1:8484", "sec-fetch-site": "same-origin"}

    assert owner.post(SEARCH, headers=own).status_code == 405


def test_a_body_that_is_too_large_is_refused_before_it_is_read(owner: TestClient) -> None:
    response = owner.post(SEARCH, content=b"x" * (3 * 1024 * 1024))

    assert response.status_code == 413
    assert "2,097,152 bytes" in response.json()["error"]["message"]


def test_a_body_without_end_is_refused_while_it_comes(company_library: Library) -> None:
    app = create_app(company_library, LocalEntrance(), Serving(most_body_bytes=10_000))

    @app.post("/echo")
    async def echo(body: dict[str, str]) -> dict[str, str]:
        return body

    with running(app) as server:
        url = urlsplit(server.url)
        with socket.create_connection((url.hostname, url.port), 10) as line:
            line.sendall(
                f"POST /echo HTTP/1.1\r\nHost: {url.netloc}\r\nContent-Type: application/json\r\n"
                "Transfer-Encoding: chunked\r\n\r\n".encode()
            )
            line.sendall(b"2710\r\n" + b" " * 10_000 + b"\r\n" + b"1\r\n \r\n")
            assert line.recv(1000).startswith(b"HTTP/1.1 413")


def test_an_error_has_the_form_of_the_commands(owner: TestClient) -> None:
    response = owner.get(f"{API}/search", params={"q": "x", "pack": "nowhere"})
    error = response.json()["error"]

    assert response.status_code == 404
    assert error["kind"] == "UnknownPack"
    assert "`nowhere`" in error["message"]
    assert error["request"] == response.headers["x-request-id"]


@pytest.mark.parametrize("query", ["", "q=a&limit=0", "q=a&limit=x", "q=a&mode=magic", "q=a&user_id=7"])
def test_input_that_does_not_fit_is_a_400(owner: TestClient, query: str) -> None:
    response = owner.get(f"{API}/search?{query}")

    assert response.status_code == 400
    assert response.json()["error"]["kind"] == "BadInput"


def test_an_unexpected_error_tells_its_number_and_nothing_else(company_library: Library) -> None:
    app = create_app(company_library, LocalEntrance())

    def breaks() -> None:
        raise ZeroDivisionError("a sentence of a document")

    app.router.routes.insert(0, APIRoute(f"{API}/breaks", breaks))  # before what answers any address
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        response = client.get(f"{API}/breaks")

    assert response.status_code == 500
    assert response.json()["error"]["kind"] == "InternalError"
    assert "sentence" not in response.text
    assert "content-security-policy" in response.headers


@pytest.mark.parametrize(
    "body",
    [
        b'{"a": 1, "a": 2}',
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 1e400}',
        b'{"a": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b'{"a": "\xff"}',
        b"{",
    ],
)
def test_json_that_could_mean_two_things_is_refused(body: bytes) -> None:
    with pytest.raises(BadInput):
        strict_json(body)


def test_a_server_for_others_needs_a_sign_in(company_library: Library) -> None:
    assert Serving().host == "127.0.0.1"
    for host in ("0.0.0.0", "::", "192.168.1.7", "example.org"):
        with pytest.raises(BadSetting, match="no sign-in"):
            entrance_for(company_library, Serving(host=host))


def test_a_base_path_may_be_stripped_or_left_by_the_proxy(company_library: Library) -> None:
    with client_of(company_library, serving=Serving(base_path="/belegg")) as client:
        assert client.get("/belegg/healthz").status_code == 200
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("path", ["/belegg", "/belegg/", "/"])
def test_a_base_path_without_a_slash_is_the_first_page_too(company_library: Library, path: str) -> None:
    with client_of(company_library, serving=Serving(base_path="/belegg")) as client:
        page = client.get(path)

    assert page.status_code == 200
    assert 'href="/belegg/search"' in page.text


def test_what_is_wrong_with_json_is_told_at_the_api_too(owner: TestClient) -> None:
    twice = owner.post(f"{API}/check", content=b'{"quote": "a", "quote": "b"}', headers=JSON)
    no_number = owner.post(f"{API}/check", content=b'{"quote": NaN}', headers=JSON)

    assert "a key twice" in twice.json()["error"]["message"]
    assert "`NaN`" in no_number.json()["error"]["message"]


@pytest.mark.parametrize("half", ["\\ud800", "\\udfff", "a\\udc00\\ud800b"])
def test_half_a_surrogate_pair_in_a_body_is_refused_in_words(owner: TestClient, half: str) -> None:
    body = f'{{"question": "{half}", "words": ["{half}", "b"]}}'.encode()
    for path in ("ask", "check", "runs/1/feedback", "packs/main/synonyms"):
        response = owner.post(f"{API}/{path}", content=body, headers=JSON)
        assert response.status_code == 400, path
        assert "half of a pair" in response.json()["error"]["message"]

    assert strict_json(b'"\\ud83d\\udea4"') == "\U0001f6a4"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "people/p1", {"disabled": "yes"}),
        ("PUT", "packs/documents/on", {"on": 1}),
        ("POST", "ask", {"question": "why", "model": "no"}),
        ("POST", "ask", {"question": "why", "most_rounds": "3"}),
        ("POST", "check", {"draft": 7}),
        ("POST", "me/tokens", {"name": "n", "rights": ["read"], "days": "30"}),
    ],
)
def test_a_body_says_itself_what_is_a_number_and_what_is_yes_or_no(
    owner: TestClient, method: str, path: str, body: dict[str, object]
) -> None:
    response = owner.request(method, f"{API}/{path}", json=body)

    assert response.status_code == 400
    assert response.json()["error"]["kind"] == "BadInput"
