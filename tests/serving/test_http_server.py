"""The process behind `belegg serve`: what it refuses, what it says, how it ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from belegg.library.library import Library
from belegg.records.chat import Reply
from belegg.serving.cli.commands import app
from belegg.serving.http.house import Serving
from belegg.serving.http.server import address_told
from belegg.testing.answer_calls import proposes
from belegg.testing.chat import Request
from belegg.testing.chat_server import ChatServer
from doors import API
from extras import needs

pytestmark = pytest.mark.req("FAC-2")
MAIN = "from belegg.serving.cli.main import main; main()"
QUESTION = "How is the lease ended?"


@pytest.fixture
def lease(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lease.md").write_text("# Lease\n\nThe lease ends in May.\n", encoding="utf-8")
    with Library.open(tmp_path / "lease.db", create=True) as library:
        library.ingest(tmp_path / "docs")
    return tmp_path / "lease.db"


def log_of(library: Path) -> Path:
    return library.with_suffix(".log")


@contextmanager
def serving(library: Path, *more: str, **environment: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-c", MAIN, "serve", "--library", str(library), "--port", str(port), *more]
    with log_of(library).open("wb") as log:
        more_environment = {"BELEGG_CONFIG": "", **environment}
        process = subprocess.Popen(command, stderr=log, env={**os.environ, **more_environment})
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            assert process.poll() is None, log_of(library).read_text()
            try:
                httpx.get(f"{url}/readyz").raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.1)
        yield url, process
    finally:
        process.kill()
        process.wait()


def asked(url: str) -> AbstractContextManager[httpx.Response]:
    """The question, watched."""
    accept = {"accept": "text/event-stream"}
    return httpx.stream("POST", f"{url}{API}/ask", timeout=30, json={"question": QUESTION}, headers=accept)


def test_a_port_that_is_taken_is_told_and_no_address(lease: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        outcome = CliRunner().invoke(app, ["serve", "--library", str(lease), "--port", port])

    assert outcome.exit_code == 2
    assert f"port `{port}`" in outcome.stderr
    assert "http://" not in outcome.stderr


@pytest.mark.parametrize(
    ("serving_as", "url", "told"),
    [
        (Serving(), "", "http://127.0.0.1:8484/"),
        (Serving(host="::1", base_path="/belegg"), "", "http://[::1]:8484/belegg/"),
        (Serving(), "https://docs.example.org/belegg", "https://docs.example.org/belegg/"),
    ],
)
def test_the_address_told_is_the_one_by_which_it_is_reached(serving_as: Serving, url: str, told: str) -> None:
    assert address_told(serving_as, url) == told


def test_it_does_not_listen_to_others_while_nobody_signs_in(lease: Path) -> None:
    for host in ("0.0.0.0", "::", "10.0.0.1"):
        outcome = CliRunner().invoke(app, ["serve", "--library", str(lease), "--host", host])
        assert outcome.exit_code == 2
        assert "no sign-in" in outcome.stderr


def test_a_path_before_ours_is_written_as_it_is_used(lease: Path) -> None:
    for path in ("belegg", "/belegg/"):
        outcome = CliRunner().invoke(app, ["serve", "--library", str(lease), "--base-path", path])
        assert outcome.exit_code == 2


def test_a_library_that_is_not_there_is_told_before_anything_listens(tmp_path: Path) -> None:
    outcome = CliRunner().invoke(app, ["serve", "--library", str(tmp_path / "none.db")])

    assert outcome.exit_code == 2
    assert "there is no library" in outcome.stderr


def test_a_stop_gives_who_watches_the_answer_and_ends_in_time(lease: Path) -> None:
    needs("chat")
    reached, go_on = threading.Event(), threading.Event()

    def waits(request: Request) -> Reply:
        reached.set()
        go_on.wait(30)
        return proposes(("The lease ends in May.", [("D1", "The lease ends in May")]))

    with ChatServer([waits]) as model:
        of_model = {"BELEGG_ANSWER_MODEL": "openai:writer", "BELEGG_ANSWER_BASE_URL": model.base_url}
        with serving(lease, **of_model) as (url, process):
            with asked(url) as response:
                assert reached.wait(20)
                started = time.monotonic()
                process.send_signal(signal.SIGTERM)
                last = [line for line in response.iter_lines() if line.startswith("data: ")][-1]
            process.wait(15)
            took_s = time.monotonic() - started
            go_on.set()

    assert json.loads(last.removeprefix("data: "))["stopped"] == "whoever asked stopped it"
    assert process.returncode in (0, -signal.SIGTERM)
    assert took_s < 10


def test_its_log_has_a_line_a_request_and_no_words(lease: Path) -> None:
    with serving(lease) as (url, process):
        found = httpx.get(f"{url}{API}/search", params={"q": "lease secretword"})
        process.send_signal(signal.SIGTERM)
        process.wait(15)
        log = log_of(lease).read_text()

    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    (line,) = [each for each in lines if each.get("route") == f"{API}/search"]
    assert line["request"] == found.headers["x-request-id"]
    assert (line["method"], line["status"]) == ("GET", 200)
    assert "secretword" not in log
    assert "May" not in log


def test_another_process_reads_on_and_stops_a_run(lease: Path) -> None:
    """As of two workers: the side files are all that they share."""
    needs("chat")
    reached, go_on = threading.Event(), threading.Event()

    def waits(request: Request) -> Reply:
        reached.set()
        go_on.wait(30)
        return proposes(("The lease ends in May.", [("D1", "The lease ends in May")]))

    with ChatServer([waits]) as model:
        of_model = {"BELEGG_ANSWER_MODEL": "openai:writer", "BELEGG_ANSWER_BASE_URL": model.base_url}
        with serving(lease, **of_model) as (first, _), serving(lease, **of_model) as (second, _):
            with asked(first) as response:
                assert reached.wait(20)
                run = f"{second}{API}/runs/{response.headers['belegg-run']}"
                httpx.post(f"{run}/stop").raise_for_status()
                there = httpx.get(f"{run}/events", timeout=30).text.splitlines()
                here = list(response.iter_lines())
            go_on.set()

    assert [line for line in here if line and line[0] != ":"] == [
        line for line in there if line and line[0] != ":"
    ]
    assert '"stopped":"whoever asked stopped it"' in here[-2]
