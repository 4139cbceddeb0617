"""Chats around a chat, for servers that ignore tools: the model acts by one JSON object instead."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any, Protocol, cast

from belegg.errors import ModelError, ModelRefused
from belegg.models.chat.action_form import SAY, action_in, schema_of, told
from belegg.records.chat import Delta, Message, Reply, Tool
from belegg.seams import Chat

IGNORED = "it ignored the tools that it was given"
REFUSED = "it does not take tools"
ABOUT_THE_FORM = frozenset((400, 404, 422, 500, 501))
"""What servers answer to tools that they do not know: Ollama 400, llama.cpp 500 …"""


class JsonActing:
    """
    `seams.Chat` that turns tools into the schema of one action and the reply's JSON into a call. Without
    tools it is the chat inside. The JSON is not shown as text; a reply that was cut in it has no call.
    """

    def __init__(self, inner: Chat) -> None:
        self.id = inner.id
        self._inner = inner

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
        """As the seam says. One call a reply at most."""
        limits: dict[str, Any] = {"most_tokens": most_tokens, "timeout_s": timeout_s}
        actions = [*tools, *(() if must_call else (SAY,))] if tools else []
        if actions:
            messages, schema = told(messages, actions), schema_of(actions)
        async with aclosing(pieces_of(self._inner, messages, schema=schema, **limits)) as pieces:
            async for piece in pieces:
                if not actions:
                    yield piece
                elif isinstance(piece, Reply):
                    reply = acted(piece, f"action-{len(messages)}")
                    if reply.message.text and reply.finish == "stop":
                        yield Delta(reply.message.text)
                    yield reply


class AutoActing:
    """
    `seams.Chat` that begins with tools. When the server refuses them, or a model does not call one though it
    must, the request is made again as JSON, and so are all later ones; the first such reply has a `note`.
    """

    def __init__(self, inner: Refusing) -> None:
        self.id = inner.id
        self._inner = inner
        self._json = JsonActing(inner)
        self.uses_json = False

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
        """As the seam says. The text of a reply that ignored the tools is not a reply."""
        asked: dict[str, Any] = {
            "tools": tools,
            "must_call": must_call,
            "schema": schema,
            "most_tokens": most_tokens,
            "timeout_s": timeout_s,
        }
        if not tools or self.uses_json:
            chat: Chat = self._json if self.uses_json else self._inner
            async with aclosing(pieces_of(chat, messages, **asked)) as pieces:
                async for piece in pieces:
                    yield piece
            return
        refused, first = None, None
        try:
            async with aclosing(pieces_of(self._inner, messages, **asked)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, Delta):
                        if not must_call:
                            yield piece
                        continue
                    first = piece
        except ModelRefused as error:
            if self._inner.refused_with not in ABOUT_THE_FORM:
                raise
            refused = error
        if first is not None and not (must_call and first.finish == "stop"):
            if must_call and first.message.text:
                yield Delta(first.message.text)
            yield first
            return
        async with aclosing(self._again(messages, asked, refused, first)) as pieces:
            async for piece in pieces:
                yield piece

    async def _again(
        self,
        messages: Sequence[Message],
        asked: dict[str, Any],
        refused: ModelRefused | None,
        first: Reply | None,
    ) -> AsyncGenerator[Delta | Reply]:
        """The same as JSON. What refuses that too was not about tools: then the first outcome counts."""
        try:
            async with aclosing(pieces_of(self._json, messages, **asked)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, Reply):
                        piece = self._settled(piece, REFUSED if refused else IGNORED, first)
                    yield piece
        except ModelError:
            if refused is not None:
                raise refused from None
            assert first is not None
            yield first

    def _settled(self, reply: Reply, why: str, first: Reply | None) -> Reply:
        """From a call on, JSON it is. Both requests are counted."""
        usage = reply.usage if first is None else first.usage + reply.usage
        if not reply.message.calls:
            return replace(reply, usage=usage)
        self.uses_json = True
        note = f'`{self.id}` is asked to act by JSON: {why}; `acts_by = "json"` spares the first try'
        return replace(reply, usage=usage, note=note)


class Refusing(Chat, Protocol):
    """A chat that tells with which status its last request was refused."""

    refused_with: int | None


def acted(reply: Reply, id: str) -> Reply:
    """The reply with its action as a call; `say` as words. The model's own record of it goes back as JSON."""
    said = reply.message
    call = action_in(said.text, id) if reply.finish == "stop" else None
    if call is None:
        return replace(reply, message=Message("assistant", said.text))
    if call.name == SAY.name:
        return replace(reply, message=Message("assistant", text_of(call.arguments)))
    return replace(reply, message=Message("assistant", "", (call,)), finish="calls")


def text_of(arguments: str) -> str:
    try:
        given = json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments
    text = given.get("text") if isinstance(given, dict) else None
    return text if isinstance(text, str) else arguments


def pieces_of(chat: Chat, messages: Sequence[Message], **asked: Any) -> AsyncGenerator[Delta | Reply]:
    """Chats stream by generators, whose closing closes the connection."""
    return cast("AsyncGenerator[Delta | Reply]", chat.stream(messages, **asked))
