"""`ask` with a model: told step by step, kept, followed up, and let go when nobody waits any more."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from belegg.library.library import Library
from belegg.records import OWNER
from belegg.records.chat import Reply
from belegg.serving.mcp.server import mcp_server
from belegg.testing.answer_calls import proposes
from belegg.testing.chat import Request
from belegg.testing.chat_server import ChatServer, Line
from extras import needs
from mcp_clients import OWNER_HERE, REVISIONS, asked, called, given

needs("serve")
needs("chat")
pytestmark = pytest.mark.req("FAC-3")
QUESTION = "What does a lost key cost?"
ANSWER = proposes(("A lost key costs 350 kroner.", [("D1", "A lost key costs 350 kroner")]))


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    monkeypatch.setenv("BELEGG_CONFIG", "")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "keys.md").write_text("# Keys\n\nThere are two keys. A lost key costs 350 kroner.\n")
    with Library.open(tmp_path / "keys.db", create=True) as library:
        library.ingest(tmp_path / "docs")
        yield library


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Line]]:
    """The script of the answering model; it is filled before the first question."""
    script: list[Line] = []
    with ChatServer(()) as server:
        server._script = script
        monkeypatch.setenv("BELEGG_ANSWER_MODEL", "openai:writer")
        monkeypatch.setenv("BELEGG_ANSWER_BASE_URL", server.base_url)
        yield script


@pytest.mark.parametrize("mode", REVISIONS)
def test_a_model_answers_step_by_step_and_the_run_is_kept(says: list[Line], keys: Library, mode: str) -> None:
    says.append(ANSWER)
    steps: list[tuple[float, str | None]] = []

    async def told(progress: float, total: float | None, message: str | None) -> None:
        steps.append((progress, message))

    async def watched(client: Client) -> dict[str, Any]:
        return given(await client.call_tool("ask", {"question": QUESTION}, progress_callback=told))

    answer = asked(keys, OWNER_HERE, watched, mode)

    assert answer["sentences"][0]["text"] == "A lost key costs 350 kroner."
    assert [number for number, _ in steps] == [float(place) for place in range(1, len(steps) + 1)]
    assert any(message and message.startswith("searched: ") for _, message in steps)
    assert keys.stored_run(answer["run"], OWNER).question == QUESTION


def test_a_question_follows_up_an_earlier_one(says: list[Line], keys: Library) -> None:
    says.append(ANSWER)
    first = given(called(keys, OWNER_HERE, "ask", question=QUESTION))
    second = given(called(keys, OWNER_HERE, "ask", question="And in euros?", follows=first["run"]))

    one, two = (keys.stored_run(each["run"], OWNER) for each in (first, second))
    assert (one.conversation, one.number) == (two.conversation, 1)
    assert two.number == 2


def test_a_run_that_is_not_ones_own_is_followed_up_by_nobody(keys: Library) -> None:
    refused = called(keys, OWNER_HERE, "ask", question=QUESTION, follows="0123abcd")

    assert refused.is_error


def test_a_model_is_let_go_when_nobody_waits_any_more(says: list[Line], keys: Library) -> None:
    reached, go_on = threading.Event(), threading.Event()

    def waits(request: Request) -> Reply:
        reached.set()
        go_on.wait(20)
        return ANSWER

    says.append(waits)

    async def left() -> dict[str, Any]:
        async with Client(mcp_server(keys, lambda context: OWNER_HERE)) as client:
            asking = asyncio.create_task(client.call_tool("ask", {"question": QUESTION}))
            assert await asyncio.to_thread(reached.wait, 20)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            return given(await client.call_tool("search", {"queries": ["key"]}))

    try:
        assert asyncio.run(left())["total"] == 1
    finally:
        go_on.set()
