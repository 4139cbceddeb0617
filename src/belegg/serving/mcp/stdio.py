"""The server on standard input and output, for a client that starts it on its own machine."""

from __future__ import annotations

import logging
import sys
from collections.abc import AsyncIterable, Awaitable, Callable
from pathlib import Path

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectSendStream
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from belegg.library.address import Address
from belegg.library.library import Library
from belegg.records import Principal
from belegg.serving.entrance.visitor import Visitor
from belegg.serving.mcp.server import mcp_server


def serve_stdio(library: Address | Path, who: Principal) -> None:
    """
    Serve until the client closes its end. Nothing but the protocol is written to standard output: while it
    runs, whatever else would print there prints to standard error. Raises as `Library.open` does.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="belegg: %(name)s: %(message)s")
    visitor = Visitor(who, "", frozenset({"reader"}), "local")
    with Library.open(library) as opened:
        anyio.run(_serve, opened, visitor)


async def _serve(library: Library, visitor: Visitor) -> None:
    server = mcp_server(library, lambda context: visitor)
    async with stdio_server() as (read, write):
        messages, heard = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_heard, read, messages, write.send)
            await server.run(heard, write, server.create_initialization_options())
            tasks.cancel_scope.cancel()


async def _heard(
    read: AsyncIterable[SessionMessage | Exception],
    messages: MemoryObjectSendStream[SessionMessage | Exception],
    tell: Callable[[SessionMessage], Awaitable[None]],
) -> None:
    """What comes in; a line that is no message is answered as JSON-RPC wants, which the SDK leaves out."""
    async with messages:
        async for message in read:
            if not isinstance(message, ValidationError):
                await messages.send(message)
            elif (error := _error_of(message)) is not None:
                await tell(SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=None, error=error)))


def _error_of(error: ValidationError) -> types.ErrorData | None:
    """What is wrong with a line, without a word of it; None for an empty one, which is nothing."""
    told = error.errors(include_url=False, include_context=False)
    if told[0]["type"] != "json_invalid":
        return types.ErrorData(code=types.INVALID_REQUEST, message="Invalid request: no JSON-RPC message")
    if not str(told[0]["input"]).strip():
        return None
    return types.ErrorData(code=types.PARSE_ERROR, message="Parse error: the line is no JSON")
