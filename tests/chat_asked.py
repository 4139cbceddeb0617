"""A hosted chat model at a test server, and one question to it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from belegg.models.chat import ChatSettings
from belegg.models.http import Secret
from belegg.records.chat import Delta, Message, Reply
from belegg.testing.model_server import ModelServer
from extras import needs

if TYPE_CHECKING:
    from belegg.models.chat.hosted import HostedChat

ASKED = (Message("system", "Be brief."), Message("user", "Who waters the plants?"))


class Waits:
    """Waits that take no time; `told` lists them in seconds."""

    def __init__(self) -> None:
        self.told: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.told.append(seconds)


def hosted(settings: ChatSettings, key: Secret | None = None, **more: Any) -> HostedChat:
    """The chat model of these settings; the test is skipped without `belegg[chat]`."""
    needs("chat")
    from belegg.models.chat.hosted import HostedChat

    return HostedChat(settings, key, **more)


def chat_at(
    server: ModelServer, *, key: str | None = None, waits: Waits | None = None, **more: Any
) -> HostedChat:
    settings = ChatSettings("openai", "small", server.base_url, **more)
    return hosted(settings, Secret(key) if key else None, wait=waits or Waits())


def said_by(chat: HostedChat, messages: Sequence[Message] = ASKED, **more: Any) -> tuple[list[str], Reply]:
    """The deltas' texts and the reply."""

    async def drained() -> list[Delta | Reply]:
        return [piece async for piece in chat.stream(messages, **more)]

    *deltas, reply = asyncio.run(drained())
    assert isinstance(reply, Reply)
    return [piece.text for piece in deltas if isinstance(piece, Delta)], reply
