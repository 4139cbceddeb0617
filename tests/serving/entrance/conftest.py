from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.http.house import Serving
from belegg.stores.people import SqlitePeople
from doors import client_of
from serving.entrance.coming_in import PASSWORD, URL, Clock, add, team_of


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people(tmp_path: Path) -> Iterator[SqlitePeople]:
    opened = SqlitePeople(tmp_path / "belegg.db.people")
    yield opened
    opened.close()


@pytest.fixture
def office(people: SqlitePeople, clock: Clock) -> TeamEntrance:
    """Anna of sales, Cato of nothing, and Eva, an admin; all with passwords."""
    add(people, "anna", "sales")
    add(people, "cato")
    add(people, "eva", "it")
    return team_of(people, clock)


@pytest.fixture
def visit(company_library: Library, office: TeamEntrance) -> Iterator[Any]:
    """A browser of somebody's own, at each call a new one."""
    open_ones: list[TestClient] = []

    def opened(name: str | None = None) -> TestClient:
        client = client_of(company_library, office, Serving(hosts=("belegg.example.org",)), URL)
        open_ones.append(client)
        if name is not None:
            came = client.post("/sign-in", data={"name": name, "password": PASSWORD})
            assert came.status_code == 303, came.text
        return client

    yield opened
    for client in open_ones:
        client.close()
