"""Kept runs over HTTP are their asker's alone, and what the asker lost is withheld from them too."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.http.house import Serving
from belegg.stores.people import SqlitePeople
from doors import API, client_of
from extras import needs
from serving.entrance.coming_in import PASSWORD, URL, add

needs("serve")
pytestmark = pytest.mark.req("FAC-6", "ANS-2")
CLOSED = "How much did the POL-350 cost in 2023?"


@pytest.fixture
def library(tmp_path: Path, company_file: Path) -> Iterator[Library]:
    """A copy, for runs are kept in it."""
    shutil.copy(company_file, tmp_path / "company.db")
    with Library.open(tmp_path / "company.db") as opened:
        yield opened


def browser_of(library: Library, office: TeamEntrance, name: str) -> TestClient:
    client = client_of(library, office, Serving(hosts=("belegg.example.org",)), URL)
    assert client.post("/sign-in", data={"name": name, "password": PASSWORD}).status_code == 303
    return client


def asked(client: TestClient, question: str) -> Any:
    answer = client.post(f"{API}/ask", json={"question": question, "model": False, "keep": True})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_every_address_of_anothers_run_is_as_absent_as_one_of_none(
    library: Library, office: TeamEntrance
) -> None:
    with browser_of(library, office, "anna") as anna, browser_of(library, office, "cato") as cato:
        run = asked(anna, "How many weeks of parental leave may each parent take?")["run"]
        none = "0" * len(run)

        for method, path in (
            ("GET", "/runs/{}"),
            ("GET", "/runs/{}/events"),
            ("GET", "/runs/{}/verification"),
            ("GET", "/runs/{}/receipt"),
            ("GET", "/runs/{}/export"),
            ("POST", "/runs/{}/stop"),
            ("DELETE", "/runs/{}"),
        ):
            his = cato.request(method, API + path.format(run))
            nowhere = cato.request(method, API + path.format(none))
            told = [each.text.replace(each.headers["x-request-id"], "") for each in (his, nowhere)]
            assert (his.status_code, nowhere.status_code) == (404, 404), path
            assert told[0].replace(run, "") == told[1].replace(none, ""), path
        going_on = cato.post(
            f"{API}/ask", json={"question": "And then?", "model": False, "conversation": run}
        )
        assert going_on.status_code == 404
        assert run not in cato.get(f"{API}/runs").text
        assert anna.get(f"{API}/runs/{run}").status_code == 200


def test_who_lost_a_group_sees_nothing_of_what_it_opened_in_their_own_old_run(
    library: Library, office: TeamEntrance, people: SqlitePeople
) -> None:
    with browser_of(library, office, "anna") as anna:
        told = asked(anna, CLOSED)
        quoted = {quote["source"] for sentence in told["sentences"] for quote in sentence["quotes"]}
        assert any("/sales/" in source for source in quoted)
        words = [quote["text"] for sentence in told["sentences"] for quote in sentence["quotes"]]

        add(people, "anna")

        for path in ("", "/events", "/receipt", "/export"):
            shown = anna.get(f"{API}/runs/{told['run']}{path}")
            assert not any(text in shown.text for text in words), path
            assert "prisliste" not in shown.text, path
