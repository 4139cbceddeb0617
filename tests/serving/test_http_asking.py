"""Asking by HTTP: with a model and without, watched, read on, stopped, kept."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from os import utime
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.records import OWNER
from belegg.records.chat import Reply
from belegg.serving.entrance.visitor import LocalEntrance
from belegg.serving.http.app import create_app
from belegg.serving.http.live import Live
from belegg.serving.http.live_files import LiveEvent, LiveFile, sweep
from belegg.testing.answer_calls import proposes
from belegg.testing.chat import Request
from belegg.testing.chat_server import ChatServer, Line
from doors import API, KnownByName, Running, as_, client_of, person, running
from extras import needs

pytestmark = pytest.mark.req("FAC-2", "ANS-2")
LEASE = """# Lease

Either party may end the lease with three months' written notice.

## Keys

There are two keys. A lost key costs 350 kroner.
"""
NOTICE = proposes(
    ("The lease ends with three months' notice.", [("D1", "end the lease with three months' written notice")])
)
QUESTION = "How is the lease ended?"
STREAMED = {"accept": "text/event-stream"}


@dataclass(frozen=True, slots=True)
class Event:
    number: int
    name: str
    data: dict[str, Any]


def events_in(lines: Iterator[str]) -> Iterator[Event]:
    """Server-sent events as a browser reads them."""
    fields: dict[str, str] = {}
    for line in lines:
        if line.startswith(":"):
            continue
        if not line and fields:
            yield Event(int(fields["id"]), fields["event"], json.loads(fields["data"]))
            fields = {}
        elif line:
            name, _, value = line.partition(": ")
            fields[name] = value


def asked(client: httpx.Client | TestClient, question: str = QUESTION, **more: Any) -> list[Event]:
    body = {"question": question, **more}
    with client.stream("POST", f"{API}/ask", json=body, headers=STREAMED) as response:
        assert response.status_code == 200, response.read()
        return list(events_in(response.iter_lines()))


@pytest.fixture
def lease(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    monkeypatch.setenv("BELEGG_CONFIG", "")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lease.md").write_text(LEASE, encoding="utf-8")
    with Library.open(tmp_path / "lease.db", create=True) as library:
        library.ingest(tmp_path / "docs")
        yield library


@pytest.fixture
def client(lease: Library) -> Iterator[TestClient]:
    with client_of(lease) as client:
        yield client


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Line]]:
    """The script of a model that is set for the answers; it is filled before the first question."""
    needs("chat")
    script: list[Line] = []
    with ChatServer(()) as server:
        server._script = script
        monkeypatch.setenv("BELEGG_ANSWER_MODEL", "openai:writer")
        monkeypatch.setenv("BELEGG_ANSWER_BASE_URL", server.base_url)
        yield script


@pytest.fixture
def served(lease: Library) -> Iterator[Running]:
    with running(create_app(lease, LocalEntrance())) as server:
        yield server


def test_without_a_model_the_documents_answer(client: TestClient) -> None:
    answer = client.post(f"{API}/ask", json={"question": QUESTION}).json()

    assert answer["verdict"] == "quotations verified"
    assert "three months' written notice" in answer["sentences"][0]["quotes"][0]["text"]
    assert answer["run"] is None
    assert answer["usage"] is None


def test_an_answer_is_watched_as_it_comes_about(client: TestClient) -> None:
    first, *_, last = told = asked(client)

    assert (first.number, first.name, first.data["question"]) == (1, "asked", QUESTION)
    assert "searched" in [event.name for event in told]
    assert last.name == "ended"
    assert last.data["verdict"] == "quotations verified"
    assert [event.number for event in told] == list(range(1, len(told) + 1))


def test_a_model_answers_and_the_run_is_kept(says: list[Line], client: TestClient) -> None:
    says.append(NOTICE)
    *steps, ended = asked(client)
    kept = client.get(f"{API}/runs").json()

    names = [event.name for event in steps]
    assert {"asked", "sent", "drafted", "checked"} <= set(names)
    assert "messages" not in next(event for event in steps if event.name == "sent").data
    assert kept["runs"][0]["run"] == ended.data["run"]
    assert kept["total"] == 1


def test_a_run_has_one_id_while_it_goes_on_and_when_it_is_kept(says: list[Line], client: TestClient) -> None:
    says.append(NOTICE)
    response = client.post(f"{API}/ask", json={"question": QUESTION})
    run = response.headers["belegg-run"]

    assert response.json()["run"] == run
    assert client.get(f"{API}/runs/{run}").json()["question"] == QUESTION


def test_events_are_read_on_from_where_one_was(client: TestClient) -> None:
    with client.stream("POST", f"{API}/ask", json={"question": QUESTION}, headers=STREAMED) as response:
        run = response.headers["belegg-run"]
        whole = list(events_in(response.iter_lines()))
    path = f"{API}/runs/{run}/events"
    rest = client.get(path, headers={"last-event-id": "2"})

    assert list(events_in(iter(rest.text.splitlines()))) == whole[2:]
    assert client.get(path, headers={"last-event-id": "two"}).status_code == 400


def test_a_kept_run_is_told_again_when_its_events_have_gone(
    says: list[Line], client: TestClient, lease: Library
) -> None:
    says.append(NOTICE)
    told = asked(client)
    run = told[-1].data["run"]
    LiveFile(Live(lease).folder, run).gone()
    again = list(events_in(iter(client.get(f"{API}/runs/{run}/events").text.splitlines())))
    late = client.get(f"{API}/runs/{run}/events", headers={"last-event-id": "3"})

    assert [event.name for event in again] == [e.name for e in told if e.name != "writing"]
    assert [event.name for event in events_in(iter(late.text.splitlines()))] == ["ended"]


def test_a_run_is_stopped_with_what_is_proven(says: list[Line], served: Running) -> None:
    reached, go_on = threading.Event(), threading.Event()

    def waits(request: Request) -> Reply:
        reached.set()
        go_on.wait(20)
        return NOTICE

    says.append(waits)
    with served.client.stream(
        "POST", f"{API}/ask", json={"question": QUESTION}, headers=STREAMED
    ) as response:
        coming = events_in(response.iter_lines())
        assert next(coming).name == "asked"
        assert reached.wait(10)
        stopped = httpx.post(f"{served.url}{API}/runs/{response.headers['belegg-run']}/stop")
        last = list(coming)[-1]
    go_on.set()

    assert stopped.status_code == 200
    assert last.name == "ended"
    assert last.data["stopped"] == "whoever asked stopped it"


def test_who_goes_away_is_answered_no_more(says: list[Line], lease: Library, served: Running) -> None:
    reached, go_on = threading.Event(), threading.Event()

    def waits(request: Request) -> Reply:
        reached.set()
        go_on.wait(20)
        return NOTICE

    says.append(waits)
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(f"{served.url}{API}/ask", json={"question": QUESTION}, timeout=1)
    assert reached.wait(10)
    (events,) = Live(lease).folder.glob("*.events")
    run = events.stem
    with served.client.stream("GET", f"{API}/runs/{run}/events") as response:
        last = list(events_in(response.iter_lines()))[-1]
    go_on.set()

    assert last.data["stopped"] == "whoever asked stopped it"


def test_a_follow_up_goes_on_with_its_conversation(says: list[Line], client: TestClient) -> None:
    keys = proposes(("A lost key costs 350 kroner.", [("D1", "A lost key costs 350 kroner")]))
    says += [NOTICE, keys]
    first = client.post(f"{API}/ask", json={"question": QUESTION}).json()
    asking = {"question": "And a lost key?", "conversation": first["conversation"]}
    second = client.post(f"{API}/ask", json=asking).json()

    assert (second["conversation"], second["number"]) == (first["conversation"], 2)
    heads = client.get(f"{API}/runs", params={"conversation": first["conversation"]}).json()["runs"]
    assert [head["number"] for head in heads] == [2, 1]


def test_what_is_wrong_with_a_question_is_told_before_any_event(client: TestClient) -> None:
    for body, status, kind in (
        ({"question": "???"}, 400, "BadQuery"),
        ({"question": QUESTION, "conversation": "nope"}, 404, "UnknownRun"),
        ({"question": QUESTION, "pack": ["nope"]}, 404, "UnknownPack"),
        ({"question": QUESTION, "as_of": "soon"}, 400, "BadQuery"),
        ({"question": QUESTION, "user": "me"}, 400, "BadInput"),
    ):
        response = client.post(f"{API}/ask", json=body, headers=STREAMED)
        assert (response.status_code, response.json()["error"]["kind"]) == (status, kind)


@pytest.mark.req("FAC-6")
def test_a_run_is_nobodys_but_the_askers(says: list[Line], lease: Library) -> None:
    says.append(NOTICE)
    people = KnownByName(ann=person("ann", "nobody here"), ben=person("ben"), cay=person("ann", "others"))
    with client_of(lease, people) as client:
        body = {"question": QUESTION, "keep": True}
        run = client.post(f"{API}/ask", json=body, headers=as_("ann")).headers["belegg-run"]
        parts = ("", "/events", "/verification", "/receipt", "/export")
        for path in [f"{API}/runs/{{}}{part}" for part in parts]:
            assert client.get(path.format(run), headers=as_("ann")).status_code == 200
            met = [client.get(path.format(name), headers=as_("ben")) for name in (run, "0" * len(run))]
            assert [each.status_code for each in met] == [404, 404], path
            told = [each.json()["error"]["message"].replace(run, "0" * len(run)) for each in met]
            assert told[0] == told[1]
        for method, rest in (("POST", "/stop"), ("DELETE", "")):
            assert client.request(method, f"{API}/runs/{run}{rest}", headers=as_("ben")).status_code == 404
        assert client.get(f"{API}/runs", headers=as_("ben")).json()["total"] == 0
        # with other groups than when it was asked there is only the kept run
        late = client.get(f"{API}/runs/{run}/events", headers=as_("cay") | {"last-event-id": "1"})
        assert [event.name for event in events_in(iter(late.text.splitlines()))] == ["ended"]


def test_one_person_has_some_questions_at_once(says: list[Line], served: Running) -> None:
    go_on = threading.Event()

    def waits(request: Request) -> Reply:
        go_on.wait(20)
        return NOTICE

    says.append(waits)
    streams = [
        served.client.stream("POST", f"{API}/ask", json={"question": QUESTION}, headers=STREAMED)
        for _ in range(3)
    ]
    opened = [stream.__enter__() for stream in streams]
    refused = httpx.post(f"{served.url}{API}/ask", json={"question": QUESTION})
    go_on.set()
    for stream, response in zip(streams, opened, strict=True):
        assert list(events_in(response.iter_lines()))[-1].name == "ended"
        stream.__exit__(None, None, None)

    assert refused.status_code == 429
    assert refused.headers["retry-after"] == "5"


def test_a_run_whose_server_is_gone_is_told_to_be(client: TestClient, lease: Library) -> None:
    left = LiveFile(Live(lease).folder, "0abc")
    left.begin(OWNER)
    left.add(LiveEvent(1, "asked", {"question": QUESTION}))
    utime(left.events, (time.time() - 60,) * 2)
    told = list(events_in(iter(client.get(f"{API}/runs/0abc/events").text.splitlines())))

    assert [(event.number, event.name) for event in told] == [(1, "asked"), (2, "failed")]


def test_side_files_are_the_owners_alone_and_go(client: TestClient, lease: Library) -> None:
    asked(client)
    folder = Live(lease).folder
    (file,) = folder.glob("*.events")

    assert (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)
    for each in folder.iterdir():
        utime(each, (1, 1))
    sweep(folder)
    assert list(folder.iterdir()) == []


def test_a_kept_run_is_verified_taken_along_and_let_go(says: list[Line], client: TestClient) -> None:
    says.append(NOTICE)
    run = client.post(f"{API}/ask", json={"question": QUESTION}).json()["run"]
    path = f"{API}/runs/{run}"
    receipt = client.get(f"{path}/receipt").json()
    text, word = (client.get(f"{path}/export", params={"form": form}) for form in ("md", "docx"))

    assert client.get(f"{path}/verification").json()["holds"] is True
    assert client.post(f"{API}/receipts/verify", json=receipt).json()["holds"] is True
    assert client.post(f"{API}/receipts/verify", json={"a": 1}).status_code == 400
    assert "three months' written notice" in text.text
    assert text.headers["content-disposition"].startswith("attachment")
    assert word.content.startswith(b"PK")
    assert client.delete(path).json() == {"removed": 1}
    assert client.get(path).status_code == 404


def test_what_a_reader_says_becomes_a_case_to_be_measured(says: list[Line], client: TestClient) -> None:
    says.append(NOTICE)
    run = client.post(f"{API}/ask", json={"question": QUESTION}).json()["run"]
    path = f"{API}/runs/{run}/feedback"

    told = client.post(path, json={"says": "wrong_source", "note": "it is the old lease"}).json()
    assert told == {"run": run, "set": "feedback", "question": f"run-{run}"}
    assert client.get(f"{API}/evaluation/sets").json() == {"sets": [{"set": "feedback", "questions": 1}]}
    assert client.post(path, json={"says": "right"}).status_code == 200
    assert client.post(path, json={"says": "nice"}).status_code == 400
