"""Searching by HTTP."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.records import OWNER
from belegg.serving.shapes.documents import found_json
from doors import API


@pytest.mark.req("FAC-2")
def test_a_search_finds_what_the_command_finds(owner: TestClient, company_library: Library) -> None:
    found = owner.get(f"{API}/search", params={"q": "notice period", "limit": 5}).json()
    expected = found_json(company_library.search("notice period", company_library.scope(OWNER), 5))

    assert len(found["hits"]) == 5
    assert found | {"took_ms": 0} == expected | {"took_ms": 0}


def test_finding_nothing_is_a_result(owner: TestClient) -> None:
    found = owner.get(f"{API}/search", params={"q": "qqxxqq"})

    assert found.status_code == 200
    assert found.json()["hits"] == []


def test_filters_hold(owner: TestClient, company_library: Library) -> None:
    found = owner.get(f"{API}/search", params={"q": "ferie loma semester", "language": ["fi", "sv"]}).json()
    spoken = {head.id: head.language for head in company_library.documents(company_library.scope(OWNER))}

    assert {spoken[hit["document"]] for hit in found["hits"]} == {"fi", "sv"}


def test_the_server_stands(owner: TestClient) -> None:
    assert owner.get("/healthz").json() == {"standing": True}
    assert owner.get("/readyz").json() == {"ready": True}


def test_an_explanation_says_where_a_document_was_lost(owner: TestClient, company_library: Library) -> None:
    asked = {"q": "notice period", "of": "2026-053-brattholm-aqua.md"}
    told = owner.get(f"{API}/explain", params=asked).json()

    assert told["words"]
    assert told["fate"] is not None


def test_words_are_offered_for_the_next_search(owner: TestClient) -> None:
    discovered = owner.get(f"{API}/terms", params={"q": "notice period"}).json()
    related = owner.get(f"{API}/terms/related", params={"word": "notice"}).json()

    assert discovered["quotable"] is False
    assert discovered["terms"]
    assert related["quotable"] is False


def test_a_draft_is_checked(owner: TestClient) -> None:
    draft = 'The agreement says "90 days\' written notice", and "a fee of 99 crowns".'
    checked = owner.post(f"{API}/check", json={"draft": draft}).json()

    assert [claim["status"] for claim in checked["quotes"]] == ["exact", "not_found"] or (
        checked["quotes"][0]["document"] and checked["quotes"][1]["document"] is None
    )
