"""
Attacks on parts that this server does not have, or hands to others: what is left of each is tried here.

- A PDF with scripts "in the built-in viewer": there is none. Pages are shown as pictures that PDFium draws
  without its form module, in which scripts live; the file itself is only ever a download.
- The consent page of an authorization server, and its redirects: this is no authorization server. It names
  the organisation's provider, and comes back from it to one address that stands in the settings.
- A token forwarded upstream: what lets somebody in here is sent to no model and no provider.
- Fetching an address that somebody names: nothing takes one. The servers that are asked (models, the
  provider, sources of statistics) are named by the operator or by the program, and a model may well be on
  10.0.0.0/8 or on this machine; so addresses are not refused by where they lead, and none comes from outside.
"""

from __future__ import annotations

import http.server
import io
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.http.house import Serving
from belegg.stores.people import SqlitePeople
from belegg.testing.chat_server import ChatServer
from belegg.testing.model_shapes import Asked
from belegg.testing.oidc_server import OidcServer
from doors import API, client_of
from extras import needs
from serving.entrance.coming_in import URL, Clock, add, team_of, team_with
from web.browsing import Held, answers, searches

needs("serve")
pytestmark = pytest.mark.req("FAC-6", "FAC-4")
STRANGE = (
    "http://127.0.0.1:9/x",
    "http://[::1]/x",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:70/",
)
WORDS_FOR_ADDRESSES = ("url", "uri", "href", "address", "link", "callback", "webhook", "endpoint", "host")


# ---------------------------------------------------------------- a PDF with scripts


def scripted_pdf() -> bytes:
    """A page of text whose file wants a script run when it is opened, and an address called."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFString
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.drawString(72, 760, "The fee for a lost key is 350 kroner.")
    script = "app.alert('canary-script'); this.submitForm('http://127.0.0.1:9/');"
    action = PDFDictionary({"S": PDFName("JavaScript"), "JS": PDFString(script)})
    canvas._doc.Catalog.OpenAction = action
    canvas.save()
    assert b"/JavaScript" in out.getvalue()
    return out.getvalue()


@pytest.fixture
def scripted(tmp_path: Path) -> Iterator[tuple[TestClient, str]]:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "fees.pdf").write_bytes(scripted_pdf())
    with Library.open(tmp_path / "scripted.db", create=True) as library:
        library.ingest(tmp_path / "texts")
        (head,) = library.documents(Scope(OWNER))
        with client_of(library) as client:
            client.follow_redirects = True
            yield client, head.id


def test_of_a_pdf_with_a_script_there_is_text_and_a_picture(scripted: tuple[TestClient, str]) -> None:
    client, id = scripted
    page = client.get(f"/documents/{id}?page=1").text

    assert "The fee for a lost key is 350 kroner." in page
    assert "canary-script" not in page
    assert not re.search(r"<(iframe|embed|object)\b", page)
    picture = client.get(f"{API}/documents/{id}/pages/1/image")
    assert (picture.headers["content-type"], picture.content[:8]) == ("image/png", b"\x89PNG\r\n\x1a\n")


def test_the_file_itself_is_a_download_in_a_sandbox(scripted: tuple[TestClient, str]) -> None:
    client, id = scripted
    original = client.get(f"{API}/documents/{id}/original")

    assert original.headers["content-disposition"].startswith("attachment")
    assert "sandbox" in original.headers["content-security-policy"]
    assert "default-src 'none'" in original.headers["content-security-policy"]
    assert original.headers["x-content-type-options"] == "nosniff"


# ---------------------------------------------------------------- consent, redirects


@pytest.fixture
def provider() -> Iterator[OidcServer]:
    needs("sso")
    with OidcServer(now=Clock()) as server:
        server.knows("anna", groups=["sales"])
        yield server


@pytest.fixture
def at_the_door(provider: OidcServer, company_library: Library, tmp_path: Path) -> Iterator[TestClient]:
    team = team_with(provider, tmp_path, Clock())
    with client_of(company_library, team, Serving(hosts=("belegg.example.org",)), URL) as client:
        yield client
    team.close()


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("path", ["/authorize", "/oauth/authorize", "/consent", "/token", "/register"])
def test_there_is_no_page_on_which_anybody_consents(at_the_door: TestClient, method: str, path: str) -> None:
    answer = at_the_door.request(method, path, params={"redirect_uri": "https://evil.example/"})

    assert answer.status_code in (404, 405)
    assert "set-cookie" not in answer.headers


def test_clients_are_told_the_organisations_provider_and_no_other(
    at_the_door: TestClient, provider: OidcServer
) -> None:
    told = at_the_door.get("/.well-known/oauth-protected-resource/mcp").json()

    assert set(told.get("authorization_servers", [])) <= {provider.issuer}
    assert at_the_door.get("/.well-known/oauth-authorization-server").status_code == 404


@pytest.mark.parametrize("named", ["redirect_uri", "next", "callback", "url"])
def test_the_provider_sends_people_back_to_one_address(at_the_door: TestClient, named: str) -> None:
    asked = at_the_door.get("/sign-in/organisation", params={named: "https://evil.example/"})
    told = parse_qs(urlsplit(asked.headers["location"]).query)

    assert told["redirect_uri"] == [f"{URL}/auth/callback"]
    assert "evil.example" not in asked.headers["location"]


def test_a_cookie_that_was_not_begun_here_lets_nobody_in(at_the_door: TestClient) -> None:
    asked = at_the_door.get("/sign-in/organisation")
    state = parse_qs(urlsplit(asked.headers["location"]).query)["state"][0]
    at_the_door.cookies.clear()
    back = at_the_door.get(
        "/auth/callback",
        params={"code": "x", "state": state},
        headers={"cookie": "__Host-belegg-begun=set-by-an-attacker"},
    )

    assert back.status_code == 401
    assert "__Host-belegg=" not in back.headers.get("set-cookie", "").replace("__Host-belegg=;", "")


@pytest.mark.parametrize("path", ["/sign-in", "/settings", "/auth/callback", "/nothing"])
def test_no_page_stands_in_a_frame_of_another(at_the_door: TestClient, path: str) -> None:
    answer = at_the_door.get(path)

    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


# ---------------------------------------------------------------- tokens


class Hearing(ChatServer):
    """Keeps every request as it came, with its keys."""

    def __init__(self, script: list[Any]) -> None:
        super().__init__(script)
        self.heard: list[str] = []

    def take(self, asked: Asked, handler: http.server.BaseHTTPRequestHandler) -> None:
        self.heard.append(repr((asked.path, dict(asked.headers), asked.body)))
        super().take(asked, handler)


def test_a_token_is_sent_to_no_model(tmp_path: Path) -> None:
    needs("chat")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "committee.md").write_text(
        "# Committee\n\nUnless the board has been dissolved, the committee shall publish its findings "
        "before the first of May.\n"
    )
    people = SqlitePeople(tmp_path / "belegg.db.people")
    team: TeamEntrance = team_of(people, Clock())
    token = team.tokens.make(add(people, "ines", password=None), "a client", ("read", "ask")).text
    model = Held([searches, answers])
    model.waits = False
    with (
        Library.open(tmp_path / "asked.db", create=True) as library,
        Hearing([model]) as server,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("BELEGG_CONFIG", "")
        patch.setenv("BELEGG_ANSWER_MODEL", "openai:writer")
        patch.setenv("BELEGG_ANSWER_BASE_URL", server.base_url)
        library.ingest(tmp_path / "texts", access=everyone(tmp_path))
        headers = {"authorization": f"Bearer {token}"}
        with client_of(library, team, Serving()) as client:
            told = client.post(
                f"{API}/ask", json={"question": "When are findings published?"}, headers=headers
            )
            params = {"name": "ask", "arguments": {"question": "When are findings published?"}}
            sent = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            accepts = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25"}
            client.post("/mcp", json=sent, headers=headers | accepts)
    people.close()

    assert told.status_code == 200, told.text
    assert len(server.heard) > 2
    assert [each for each in server.heard if token in each or "blg_" in each or "p-ines" in each] == []


def everyone(folder: Path) -> Path:
    rules = folder / "rules.tsv"
    rules.write_text("\teveryone\n", encoding="utf-8")
    return rules


# ---------------------------------------------------------------- addresses that somebody names


@contextmanager
def listening() -> Iterator[tuple[str, list[str]]]:
    """A server on this machine, and what was asked of it."""
    asked: list[str] = []

    class Heard(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, format: str, *args: object) -> None:
            return

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Heard)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join(10)
        server.server_close()


def names_in(schema: Any) -> Iterator[str]:
    """Every name of a property or parameter, of what is sent to the server."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {}) if isinstance(schema.get("properties"), dict) else ()
        if schema.get("in") in ("query", "path", "header") and "name" in schema:
            yield schema["name"]
        for value in schema.values():
            yield from names_in(value)
    elif isinstance(schema, list | tuple):
        for value in schema:
            yield from names_in(value)


def test_nothing_that_is_sent_to_this_server_is_an_address(company_library: Library) -> None:
    with client_of(company_library) as client:
        told = client.get(f"{API}/openapi.json").json()
        sent = [
            (operation.get("parameters", []), operation.get("requestBody", {}))
            for path in told["paths"].values()
            for operation in path.values()
        ]
        referred = {
            name
            for name in told["components"]["schemas"]
            if f'"#/components/schemas/{name}"' in json.dumps(sent)
        }
        names = set(names_in(sent)) | set(
            names_in([told["components"]["schemas"][name] for name in referred])
        )

    assert {"question", "document", "limit", "q"} <= names
    assert [name for name in names if any(word in name.casefold() for word in WORDS_FOR_ADDRESSES)] == []


@pytest.mark.parametrize("address", STRANGE)
def test_an_address_in_the_place_of_an_id_is_no_document(company_library: Library, address: str) -> None:
    with client_of(company_library) as client:
        for path in ("/documents", f"{API}/documents"):
            assert client.get(f"{path}/{address}").status_code in (400, 404)
        params = {"uri": address}
        sent = {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": params}
        accepts = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25"}
        answer = client.post("/mcp", json=sent, headers=accepts)

    assert '"error"' in answer.text
    assert "root:" not in answer.text


def test_addresses_in_a_document_a_question_and_a_search_are_asked_for_by_nobody(tmp_path: Path) -> None:
    with listening() as (url, asked), Library.open(tmp_path / "links.db", create=True) as library:
        (tmp_path / "texts").mkdir()
        (tmp_path / "texts" / "links.html").write_text(
            f'<html><head><link rel="stylesheet" href="{url}/a.css"><base href="{url}/"></head><body>'
            f'<h1>Fees</h1><p>The fee is 350 kroner.</p><img src="{url}/b.png">'
            f'<iframe src="{url}/c"></iframe>'
            f'<script src="{url}/d.js"></script></body></html>'
        )
        (tmp_path / "texts" / "links.md").write_text(
            f"# Keys\n\n![x]({url}/e.png) A key costs 50. <{url}/f>\n"
        )
        library.ingest(tmp_path / "texts")
        with client_of(library) as client:
            client.follow_redirects = True
            client.get("/search", params={"q": f"fee {url}/g"})
            client.post("/ask", data={"q": f"What is the fee, as {url}/h says?"})
            client.post(f"{API}/check", json={"draft": f"“The fee is 350 kroner” ({url}/i)"})
            for head in library.documents(Scope(OWNER)):
                client.get(f"/documents/{head.id}")
            client.post(f"{API}/uploads", files={"file": ("links.html", f'<img src="{url}/j">'.encode())})

    assert asked == []
