"""The server on standard input and output, for a client that starts it on its own machine."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import anyio
from mcp.server.stdio import stdio_server

from belegg.library.library import Library
from belegg.records import Principal
from belegg.serving.entrance.visitor import Visitor
from belegg.serving.mcp.server import mcp_server


def serve_stdio(path: Path, who: Principal) -> None:
    """
    Serve until the client closes its end. Nothing but the protocol is written to standard output: while it
    runs, whatever else would print there prints to standard error. Raises as `Library.open` does.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="belegg: %(name)s: %(message)s")
    visitor = Visitor(who, "", frozenset({"reader"}), "local")
    with Library.open(path) as library:
        anyio.run(_serve, library, visitor)


async def _serve(library: Library, visitor: Visitor) -> None:
    server = mcp_server(library, lambda context: visitor)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
