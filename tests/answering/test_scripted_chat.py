"""The scripted chat model keeps to its script, and remembers what it was asked."""

from __future__ import annotations

import asyncio

import pytest

from belegg.errors import ModelTimeout
from belegg.records.chat import Delta, Message, Reply, Tool
from belegg.seams import Chat
from belegg.testing import ScriptedChat
from belegg.testing.chat import calls, says

SEARCH = Tool("search", "Searches.", {"type": "object"})


async def replied(chat: Chat, text: str) -> list[Delta | Reply]:
    return [piece async for piece in chat.stream([Message("user", text)], tools=[SEARCH])]


def test_each_request_gets_the_next_line_and_the_last_one_stays() -> None:
    chat = ScriptedChat([calls(("search", {"query": "leave"})), says("Five weeks.")])

    replies = [asyncio.run(replied(chat, f"question {n}"))[-1] for n in range(3)]

    assert all(isinstance(reply, Reply) for reply in replies)
    assert [reply.message.text for reply in replies if isinstance(reply, Reply)] == ["", *["Five weeks."] * 2]
    assert [request.messages[0].text for request in chat.asked] == ["question 0", "question 1", "question 2"]
    assert chat.asked[0].tools == ("search",)


def test_the_deltas_add_up_to_the_reply() -> None:
    pieces = asyncio.run(replied(ScriptedChat([says("word " * 50)]), "?"))

    assert "".join(piece.text for piece in pieces if isinstance(piece, Delta)) == "word " * 50


def test_an_error_of_the_script_is_raised() -> None:
    with pytest.raises(ModelTimeout):
        asyncio.run(replied(ScriptedChat([ModelTimeout("slow")]), "?"))


def test_usage_is_estimated_and_says_so() -> None:
    reply = asyncio.run(replied(ScriptedChat([says("x" * 80)]), "y" * 400))[-1]

    assert isinstance(reply, Reply)
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.estimated) == (100, 20, True)
