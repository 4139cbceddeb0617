"""
How whoever asked stops a run: models, and sources outside, are let go at once; what is proven until then is
the answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from belegg.answering.beside import beside
from belegg.errors import ModelRefused
from belegg.records.chat import ChatRole, Delta, Message, Reply
from belegg.seams import Chat, LoadsLate

STOPPED = "whoever asked stopped it"
Given = TypeVar("Given")


class Brake:
    """
    Of one run. `pull` may be called from a signal's handler or another thread; what is pulled stays pulled.

    It ends waits for models and for sources outside. What runs without one (a search, a check) comes to its
    end first.
    """

    def __init__(self) -> None:
        self.pulled = False
        self._waits: dict[asyncio.Timeout, asyncio.AbstractEventLoop] = {}

    def pull(self) -> None:
        """Stop the run."""
        self.pulled = True
        for wait, loop in tuple(self._waits.items()):
            loop.call_soon_threadsafe(self._end, wait, loop)

    async def waited(self, pieces: AsyncIterator[Delta | Reply]) -> Delta | Reply:
        """The next piece of a reply. Raises ModelRefused once the brake is pulled, StopAsyncIteration."""
        try:
            async with asyncio.timeout(None) as wait:
                with self._ends(wait):
                    if self.pulled:
                        raise ModelRefused(STOPPED)
                    return await anext(pieces)
        except TimeoutError:
            if self.pulled:
                raise ModelRefused(STOPPED) from None
            raise

    async def outside(self, ask: Callable[[], Given], most_s: float) -> Given | None:
        """
        What is given outside, asked in a thread; None once the brake is pulled, and after `most_s` seconds:
        the thread is left to its end then. Raises what `ask` raises.
        """
        if self.pulled:
            return None
        wait = asyncio.timeout(most_s)
        try:
            async with wait:
                with self._ends(wait):
                    return await beside(ask)
        except TimeoutError:
            if wait.expired():
                return None
            raise

    @contextmanager
    def _ends(self, wait: asyncio.Timeout) -> Iterator[None]:
        self._waits[wait] = asyncio.get_running_loop()
        try:
            yield
        finally:
            del self._waits[wait]

    def _end(self, wait: asyncio.Timeout, loop: asyncio.AbstractEventLoop) -> None:
        if wait in self._waits and not wait.expired():
            wait.reschedule(loop.time())

    def on(self, chats: Mapping[ChatRole, Chat]) -> dict[ChatRole, Chat]:
        """The chats, each of which the brake ends."""
        return {role: Braked(chat, self) for role, chat in chats.items()}


class Braked:
    """A chat whose waits a brake ends: as any chat that fails, it raises ModelRefused then."""

    def __init__(self, chat: Chat, brake: Brake) -> None:
        self.id = chat.id
        self._chat = chat
        self._brake = brake

    def load(self) -> bool:
        """As the seam says."""
        return isinstance(self._chat, LoadsLate) and self._chat.load()

    async def stream(self, messages: Sequence[Message], **asked: Any) -> AsyncIterator[Delta | Reply]:
        """As the seam says."""
        pieces = self._chat.stream(messages, **asked)
        try:
            while True:
                try:
                    piece = await self._brake.waited(pieces)
                except StopAsyncIteration:
                    return
                yield piece
        finally:
            if isinstance(pieces, AsyncGenerator):
                await pieces.aclose()
