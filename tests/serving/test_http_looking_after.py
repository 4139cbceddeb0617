"""Packs, health, gaps and measurements by HTTP."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.records import OWNER, Scope
from doors import API, KnownByName, as_, client_of, person

pytestmark = pytest.mark.req("FAC-2")


@pytest.fixture
def copy(company_file: Path, tmp_path: Path) -> Iterator[Library]:
    """A company that may be changed, with a question that was left open."""
    file = tmp_path / "copy.db"
    shutil.copy(company_file, file)
    with Library.open(file) as library:
        question = "What does the cafeteria in Brattholm serve for breakfast?"
        answer = library.ask(question, Scope(OWNER))
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        library.keep_answer(answer, Scope(OWNER), question=question, started_at=now, took_s=0.1)
        yield library


@pytest.fixture
def keeper(copy: Library) -> Iterator[TestClient]:
    with client_of(copy) as client:
        yield client


@pytest.fixture
def curators(copy: Library) -> Iterator[TestClient]:
    people = KnownByName(kira=person("kira", role="curator"), ada=person("ada", role="admin"))
    with client_of(copy, people) as client:
        yield client


def test_a_pack_is_switched_off_and_on(keeper: TestClient) -> None:
    (pack,) = keeper.get(f"{API}/packs").json()["packs"]
    path = f"{API}/packs/{pack['name']}"

    assert keeper.put(f"{path}/on", json={"on": False}).json()["on"] is False
    assert keeper.get(path).json()["on"] is False
    assert keeper.get(f"{API}/search", params={"q": "notice"}).json()["hits"] == []
    assert keeper.put(f"{path}/on", json={"on": True}).json()["on"] is True
    assert keeper.put(f"{path}/on", json={"on": "maybe"}).status_code == 400
    assert keeper.put(f"{API}/packs/nothing/on", json={"on": True}).status_code == 404


def test_words_that_helped_are_accepted_as_synonyms(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "notice.md").write_text("# Leaving\n\nThe notice is ninety days.\n")
    everything = Scope(OWNER)
    with Library.open(tmp_path / "rules.db", create=True) as library, client_of(library) as client:
        library.ingest(tmp_path / "rules", pack="rules")
        (found,) = library.documents(everything)
        assert library.remember_rewording("resignation", "notice", found.id, everything)
        path = f"{API}/packs/rules"
        (offered,) = client.get(f"{path}/suggestions").json()["suggestions"]

        assert client.post(f"{path}/synonyms", json={"words": ["this", "that"]}).status_code == 400
        done = client.post(f"{path}/synonyms", json={"words": offered["words"]})
        assert done.json()["words"] == offered["words"]
        assert client.get(path).json()["synonyms"][0]["words"] == offered["words"]
        assert client.get(f"{path}/suggestions").json() == {"suggestions": []}


def test_a_gap_is_listed_and_closed(keeper: TestClient) -> None:
    (gap,) = keeper.get(f"{API}/gaps").json()["gaps"]

    assert keeper.post(f"{API}/gaps/{gap['number']}/close").json() == {"closed": gap["number"]}
    assert keeper.get(f"{API}/gaps").json() == {"gaps": []}
    assert len(keeper.get(f"{API}/gaps", params={"closed": True}).json()["gaps"]) == 1
    assert keeper.post(f"{API}/gaps/77/close").status_code == 400


def test_a_gap_shows_a_curator_nothing_that_they_may_not_read(copy: Library, curators: TestClient) -> None:
    (own,) = copy.gaps()
    (shown,) = curators.get(f"{API}/gaps", headers=as_("kira")).json()["gaps"]
    kira = Scope(person("kira").principal)
    readable = {head.id for head in copy.documents(kira)}

    assert own.searches
    assert (shown["searches"], shown["runs"], shown["would_settle"]) == ([], [], "")
    assert {hit["document"] for hit in shown["nearest"]} <= readable
    assert shown["question"] == own.question
    page = curators.get("/gaps", headers=as_("kira")).text
    assert own.question in page
    assert "<code" not in page  # what somebody's searches were
    hidden = [hit.document.title for hit in own.nearest if hit.document.id not in readable]
    assert [title for title in hidden if title in page] == []


def test_health_is_checked_on_request_and_kept(keeper: TestClient) -> None:
    assert keeper.get(f"{API}/health").json() == {"history": []}
    checked = keeper.post(f"{API}/health").json()
    (kept,) = keeper.get(f"{API}/health").json()["history"]

    assert checked["healthy"] is True
    assert kept["checks"] == checked["checks"]


def test_health_names_nothing_to_an_administrator_who_is_not_the_owner(
    copy: Library, curators: TestClient
) -> None:
    checks = curators.post(f"{API}/health", headers=as_("ada")).json()["checks"]

    page = curators.get("/health", headers=as_("ada")).text
    names = [head.source for head in copy.documents(Scope(OWNER))] + list(copy.store.roots())
    assert [name for name in names if any(f"`{name}" in each["text"] for each in checks)] == []
    assert "<code>…</code>" in page
    assert [name for name in names if f">{name}" in page] == []


def test_measurements_are_listed(keeper: TestClient, copy: Library, company: Path) -> None:
    name = copy.taken_set(company.with_name("company.questions.jsonl"))
    number, made = copy.measure(name, limit=3)
    (listed,) = keeper.get(f"{API}/evaluation/runs").json()["runs"]
    (kept_set,) = keeper.get(f"{API}/evaluation/sets").json()["sets"]
    shown = keeper.get(f"{API}/evaluation/runs/{number}").json()

    assert kept_set == {"set": name, "questions": made.questions} or kept_set["set"] == name
    assert listed["run"] == number
    assert len(shown["outcomes"]) == 3
    assert keeper.get(f"{API}/evaluation/runs/99").status_code == 400


def test_a_measurement_shows_its_questions_to_the_owner_alone(
    copy: Library, curators: TestClient, company: Path
) -> None:
    number, _ = copy.measure(copy.taken_set(company.with_name("company.questions.jsonl")), limit=3)

    assert "outcomes" not in curators.get(f"{API}/evaluation/runs/{number}", headers=as_("kira")).json()
