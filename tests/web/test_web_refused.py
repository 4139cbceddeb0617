"""What is refused before a page is reached, and what no page foresaw, is told on a page in one's language."""

from __future__ import annotations

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.serving.entrance.visitor import LocalEntrance
from belegg.serving.http.app import create_app
from belegg.serving.http.measuring import Prometheus
from doors import API, HERE, client_of
from pages_seen import Page

pytestmark = pytest.mark.req("FAC-3")
SPOKEN = {"en": "Something went wrong here", "nb": "Noe gikk galt her", "fi": "Täällä meni jotain vikaan"}
BIG = b"q=" + b"x" * (3 * 1024 * 1024)
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize("code", SPOKEN)
def test_a_fault_is_a_page_in_ones_language_with_the_number_in_the_log(desk: Library, code: str) -> None:
    app = create_app(desk, LocalEntrance())

    def breaks() -> None:
        raise ZeroDivisionError("a sentence of a document")

    app.router.routes.insert(0, APIRoute("/breaks", breaks))  # before the page that answers any address
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        response = client.get("/breaks", headers={"accept-language": code})

    assert response.status_code == 500
    assert SPOKEN[code] in response.text
    assert response.headers["x-request-id"] in Page(response.text).text
    assert "sentence" not in Page(response.text).text
    assert "default-src 'none'" in response.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("method", "path", "sent", "status", "told"),
    [
        ("POST", "/ask", {"content": BIG, "headers": FORM}, 413, "This is too large"),
        ("POST", "/ask", {"headers": {"sec-fetch-site": "cross-site"}}, 403, "This came from another site"),
        ("GET", "/", {"headers": {"host": "evil.example"}}, 421, "This server goes by another name"),
        ("GET", "/documents", {"headers": {"host": "["}}, 421, "This server goes by another name"),
        ("POST", "/search", {"data": {"q": "a"}}, 405, "There is nothing at this address"),
        ("POST", "/nowhere", {"data": {"q": "a"}}, 405, "There is nothing at this address"),
        (
            "POST",
            "/ask",
            {"content": b"--x\r\nnone", "headers": {"content-type": "multipart/form-data"}},
            400,
            "This could not be read",
        ),
        (
            "POST",
            "/sign-in",
            {"data": {f"n{number}": "a" for number in range(99)}},
            400,
            "This could not be read",
        ),
    ],
)
def test_what_is_refused_on_the_way_to_a_page_is_told_on_one(
    owner_at: TestClient, method: str, path: str, sent: dict[str, object], status: int, told: str
) -> None:
    response = owner_at.request(method, path, **sent)  # type: ignore[arg-type]

    assert response.status_code == status
    assert response.headers["content-type"].startswith("text/html")
    assert told in Page(response.text).text


def test_programs_are_told_in_their_own_form(owner_at: TestClient) -> None:
    strange = {"sec-fetch-site": "cross-site"}
    for path in (f"{API}/ask", "/mcp", "/healthz"):
        assert owner_at.post(path, headers=strange).json()["error"]["kind"] == "NotAllowed"


@pytest.mark.parametrize(
    ("form", "page"),
    [
        ("/ask", "/"),
        ("/settings/tokens", "/settings"),
        ("/settings/tokens/t1/revoke", "/settings"),
        ("/packs/main/synonyms", "/packs/main"),
        ("/gaps/1/close", "/gaps"),
        ("/runs/abc/feedback", "/runs/abc"),
        ("/looks", "/"),
    ],
)
def test_the_address_of_a_form_leads_who_gets_it_to_its_page(desk: Library, form: str, page: str) -> None:
    with client_of(desk) as client:
        response = client.get(form)

    assert (response.status_code, response.headers["location"]) == (303, page)


def test_a_language_can_be_chosen_where_a_form_was_answered(owner_at: TestClient) -> None:
    refused = Page(owner_at.post("/ask", data={"q": " "}).text)
    back = refused.all("input", name="next")[0]["value"]

    chosen = owner_at.post("/looks", data={"language": "nb", "next": back or ""})
    owner_at.cookies.clear()

    assert chosen.status_code == 200
    assert Page(chosen.text).all("html")[0]["lang"] == "nb"


def test_pages_are_counted_under_the_pattern_of_their_address(desk: Library) -> None:
    measures = Prometheus()
    with TestClient(create_app(desk, LocalEntrance(), measures=measures), base_url=HERE) as client:
        for path in ("/", "/packs/runs", "/runs/runs", "/sign-in", "/nowhere/zebrafink", f"{API}/packs"):
            client.get(path)

    counted = measures.page()[0].decode()
    for route in ("/", "/packs/{name}", "/runs/{id}", "/sign-in", "/{path:path}", f"{API}/packs"):
        assert f'route="{route}"' in counted
    assert "zebrafink" not in counted
    assert 'route="none"' not in counted
