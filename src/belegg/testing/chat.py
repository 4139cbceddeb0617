"""A chat model for tests that says what its script says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from belegg.errors import ModelError
from belegg.records.chat import Delta, Finish, Message, Reply, Tool, ToolCall, Usage

CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Request:
    """What the model was asked: the messages, and the names of the tools that were offered."""

    messages: tuple[Message, ...]
    tools: tuple[str, ...]
    must_call: bool
    schema: Mapping[str, object] | None


Line = Reply | ModelError | Callable[[Request], "Reply | ModelError"]
"""One turn of a script: a reply, an error to raise, or what makes one of the request."""


class ScriptedChat:
    """
    `seams.Chat` that gives one line of its script for each request, and the last one again and again.
    `asked` lists the requests as they came.
    """

    def __init__(self, script: Iterable[Line], id: str = "fake:scripted") -> None:
        self.id = id
        self.asked: list[Request] = []
        self._script = list(script)

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Tool] = (),
        must_call: bool = False,
        schema: Mapping[str, object] | None = None,
        most_tokens: int | None = None,
        timeout_s: float = 60.0,
    ) -> AsyncIterator[Delta | Reply]:
        """The reply in a few deltas, and then whole. Usage that the script leaves out is estimated."""
        request = Request(tuple(messages), tuple(tool.name for tool in tools), must_call, schema)
        line = self._script[min(len(self.asked), len(self._script) - 1)]
        self.asked.append(request)
        reply = line(request) if callable(line) else line
        if isinstance(reply, ModelError):
            raise reply
        text = reply.message.text
        for start in range(0, len(text), 40):
            yield Delta(text[start : start + 40])
            await asyncio.sleep(0)
        yield replace(reply, usage=reply.usage if reply.usage.requests else estimated(request, reply))


def says(text: str, finish: Finish = "stop") -> Reply:
    """A reply of words."""
    return Reply(Message("assistant", text), finish, Usage(), "scripted")


def calls(*called: tuple[str, Mapping[str, object] | str], text: str = "") -> Reply:
    """A reply that calls tools: name and arguments of each; a string is given as it is, JSON or not."""
    made = tuple(
        ToolCall(f"call-{next(_numbers)}", name, given if isinstance(given, str) else json.dumps(given))
        for name, given in called
    )
    return Reply(Message("assistant", text, made), "calls", Usage(), "scripted")


def estimated(request: Request, reply: Reply) -> Usage:
    """Tokens by the number of characters, as a server without a count would be read."""
    sent = sum(len(message.text) for message in request.messages)
    written = len(reply.message.text) + sum(len(call.arguments) for call in reply.message.calls)
    return Usage(1, sent // CHARACTERS_A_TOKEN, written // CHARACTERS_A_TOKEN, estimated=True)


_numbers = count(1)
