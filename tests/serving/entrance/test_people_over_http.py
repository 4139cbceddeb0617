"""What an admin does for others over HTTP, and what no admin can do."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from doors import API
from extras import needs
from serving.entrance.coming_in import PASSWORD, made_token, sources

needs("serve")
pytestmark = pytest.mark.req("FAC-6", "FAC-4")
SALES = "prisliste"


def test_a_reader_looks_after_nobody(visit: Any) -> None:
    anna = visit("anna")

    for method, path in (
        ("GET", "/people"),
        ("PATCH", "/people/p-cato"),
        ("GET", "/people/p-cato/sessions"),
        ("DELETE", "/people/p-cato/sessions"),
        ("DELETE", "/people/p-cato/sessions/x"),
        ("GET", "/people/p-cato/tokens"),
        ("DELETE", "/people/p-cato/tokens/x"),
        ("GET", "/audit"),
        ("GET", "/people/p-nobody/tokens"),
    ):
        told = {"json": {"disabled": True}} if method == "PATCH" else {}
        assert anna.request(method, API + path, **told).status_code == 403, path
    assert visit("cato").get(f"{API}/me").status_code == 200


def test_an_admin_ends_anyones_sessions_and_tokens(visit: Any) -> None:
    eva, anna, again = visit("eva"), visit("anna"), visit("anna")
    bearer = {"authorization": f"Bearer {made_token(anna, 'read')['text']}"}
    (token,) = eva.get(f"{API}/people/p-anna/tokens").json()["tokens"]
    shown = anna.get(f"{API}/me").json()["session"]

    assert eva.delete(f"{API}/people/p-anna/sessions/{shown}").status_code == 200
    assert [each.get(f"{API}/me").status_code for each in (anna, again)] == [401, 200]
    assert eva.delete(f"{API}/people/p-anna/sessions").json() == {"ended": 1}
    assert again.get(f"{API}/me").status_code == 401
    assert visit().get(f"{API}/me", headers=bearer).status_code == 200
    assert eva.delete(f"{API}/people/p-anna/tokens/{token['token']}").status_code == 200
    assert visit().get(f"{API}/me", headers=bearer).status_code == 401


def test_disabling_somebody_ends_all_they_have_at_the_next_request(visit: Any) -> None:
    eva, anna = visit("eva"), visit("anna")
    bearer = {"authorization": f"Bearer {made_token(anna, 'read')['text']}"}

    told = eva.patch(f"{API}/people/p-anna", json={"disabled": True}).json()

    assert (told["disabled"], told["sessions"], told["tokens"]) == (True, 0, 0)
    assert anna.get(f"{API}/search?q=leave").status_code == 401
    assert visit().get(f"{API}/search?q=leave", headers=bearer).status_code == 401
    assert visit().post("/sign-in", data={"name": "anna", "password": PASSWORD}).status_code == 401


def test_disabling_somebody_ends_their_ai_client_at_the_next_request(visit: Any) -> None:
    pytest.importorskip("mcp")
    eva, anna = visit("eva"), visit("anna")
    bearer = {"authorization": f"Bearer {made_token(anna, 'read', 'ask')['text']}"}
    listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    headers = {**bearer, "accept": "application/json, text/event-stream"}
    assert visit().post("/mcp", json=listing, headers=headers).status_code == 200

    eva.patch(f"{API}/people/p-anna", json={"disabled": True})

    refused = visit().post("/mcp", json=listing, headers=headers)
    assert refused.status_code == 401
    assert "resource_metadata" in refused.headers["www-authenticate"]


def test_no_admin_is_out_by_their_own_hand(visit: Any) -> None:
    eva = visit("eva")

    assert eva.patch(f"{API}/people/p-eva", json={"disabled": True}).status_code == 400
    assert eva.get(f"{API}/me").status_code == 200


def test_nobody_looks_as_somebody_else(visit: Any) -> None:
    """There is no view-as: whatever a request says, it is who came in that reads."""
    eva = visit("eva")
    asked = f"{API}/search?q={SALES}&limit=50"
    plain = sources(eva.get(asked))
    assert not any("/sales/" in source for source in plain)

    for headers in ({"x-view-as": "p-anna"}, {"x-forwarded-user": "anna"}, {"x-remote-user": "anna"}):
        assert sources(eva.get(asked, headers=headers)) == plain
    for name in ("as", "as_user", "principal", "groups", "user"):
        answer = eva.get(f"{asked}&{name}=p-anna")
        assert answer.status_code == 400 or sources(answer) == plain


def test_the_log_tells_admins_who_did_what_and_that_they_looked(visit: Any) -> None:
    anna, eva = visit("anna"), visit("eva")
    made_token(anna, "read")

    rows = eva.get(f"{API}/audit?person=p-anna").json()["rows"]
    again = eva.get(f"{API}/audit").json()["rows"]

    assert [row["doing"] for row in rows] == ["token made", "sign-in"]
    assert again[0] == {**again[0], "person": "p-eva", "doing": "log read"}
    assert datetime.fromisoformat(rows[0]["at"]).tzinfo == UTC
