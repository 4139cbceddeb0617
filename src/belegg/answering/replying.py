"""One reply of a model, within the time that is left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence

from belegg.errors import ModelMalformed, ModelTimeout
from belegg.records.chat import Delta, Message, Reply, Tool
from belegg.seams import Chat


async def replying(
    chat: Chat,
    messages: Sequence[Message],
    tools: Sequence[Tool],
    *,
    must_call: bool = False,
    schema: Mapping[str, object] | None = None,
    most_tokens: int,
    timeout_s: float,
) -> AsyncGenerator[Delta | Reply, None]:
    """
    The reply as it comes; the `Reply` is the last. The time is kept here too, for a stream may ignore it.

    Raises ModelError: ModelTimeout when the time is over, ModelMalformed when the stream ends without one.
    """
    stream = chat.stream(
        messages,
        tools=tools,
        must_call=must_call,
        schema=schema,
        most_tokens=most_tokens,
        timeout_s=timeout_s,
    )
    deadline = asyncio.get_running_loop().time() + timeout_s
    try:
        while True:
            piece = await _next(stream, deadline, chat, timeout_s)
            yield piece
            if isinstance(piece, Reply):
                return
    finally:
        if isinstance(stream, AsyncGenerator):
            await stream.aclose()


async def _next(
    stream: AsyncIterator[Delta | Reply], deadline: float, chat: Chat, timeout_s: float
) -> Delta | Reply:
    try:
        async with asyncio.timeout_at(deadline):
            return await anext(stream)
    except StopAsyncIteration:
        raise ModelMalformed(f"`{chat.id}` ended its stream without a reply; ask again") from None
    except TimeoutError:
        raise ModelTimeout(f"`{chat.id}` had not replied after {timeout_s:.0f} s") from None
