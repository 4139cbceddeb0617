"""The official client of the Model Context Protocol, connected to a server in this process or behind HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, TextContent, Tool

from belegg.library.library import Library
from belegg.records import OWNER, Principal
from belegg.serving.entrance.visitor import EVERY_ROLE, Right, Visitor
from belegg.serving.mcp.server import mcp_server

REVISIONS = {"auto": "2026-07-28", "legacy": "2025-11-25"}
T = TypeVar("T")


def visitor(*groups: str, name: str = "", rights: frozenset[Right] | None = None) -> Visitor:
    """Somebody who has signed in and is in these groups."""
    who = Principal.signed_in(name or f"p-{'-'.join(groups) or 'nobody'}", frozenset(groups))
    return Visitor(who, "", frozenset({"reader"}), "token", rights)


OWNER_HERE = Visitor(OWNER, "", EVERY_ROLE, "local")


def asked(
    library: Library,
    who: Visitor,
    act: Callable[[Client], Awaitable[T]],
    mode: str = "auto",
) -> T:
    """What a client in this process gets that is connected as this visitor. Raises MCPError as it comes."""

    async def connected() -> T | MCPError:
        async with Client(mcp_server(library, lambda context: who), mode=mode) as client:
            try:
                return await act(client)
            except MCPError as error:  # the client's own tasks would wrap it in groups
                return error

    outcome = asyncio.run(connected())
    if isinstance(outcome, MCPError):
        raise outcome
    return outcome


def called(
    library: Library, who: Visitor, tool: str, mode: str = "auto", /, **arguments: Any
) -> CallToolResult:
    return asked(library, who, lambda client: client.call_tool(tool, arguments), mode)


def tools_of(library: Library, who: Visitor) -> dict[str, Tool]:
    async def listed(client: Client) -> list[Tool]:
        return (await client.list_tools()).tools

    return {tool.name: tool for tool in asked(library, who, listed)}


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def given(result: CallToolResult) -> dict[str, Any]:
    """The structured content of a call that went well."""
    assert not result.is_error, text_of(result)
    assert result.structured_content is not None
    return dict(result.structured_content)


@asynccontextmanager
async def client_at(url: str, token: str | None = None, mode: str = "auto") -> AsyncIterator[Client]:
    """A client of a server that runs, with an API token."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=20) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client
