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
