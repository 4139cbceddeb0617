"""Row acc-35 of the access matrix: what is told by MCP is told alike with and without what is hidden."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from access.access_rows import COMMON, TWINS, WORDS
from belegg.records import passage_id
from belegg.serving.entrance.visitor import EVERY_ROLE, Visitor
from belegg.serving.mcp.resources import ROOT
from belegg.serving.mcp.server import mcp_server
from serving.leaks.conftest import ASKERS
from serving.leaks.leak_worlds import PASSING, Door, Doors, leaked

pytestmark = pytest.mark.req("FAC-6", "FAC-3")
DRAWN = (re.compile(r"<<<\w+|\w+>>>"), "MARK")
"""The marks around texts, drawn anew for each call."""


def calls_of(doors: Doors) -> list[tuple[str, dict[str, Any]]]:
    words = ("oppk", *WORDS, *COMMON, TWINS)
    made: list[tuple[str, dict[str, Any]]] = [("search", {"queries": [word]}) for word in words]
    made += [(tool, {"query": word}) for tool in ("discover_terms", "find_documents") for word in words]
    made += [("list_documents", {}), ("list_documents", {"skip": 3}), ("list_documents", {"skip": 9})]
    made += [("related_terms", {"word": word}) for word in words]
    made.append(("check_quotes", {"draft": f'It says "{TWINS}" and "3.7 percent" (twin-closed.md).'}))
    made.append(("ask", {"question": "How large is the budgeted average raise for 2026?"}))
    for head in doors.heads:
        for name in (head.id, head.source, head.title, passage_id(head.id, 0)):
            made += [("read", {"document": name}), ("search", {"queries": ["marker"], "documents": [name]})]
    return made


def told_by(door: Door, visitor: Visitor, doors: Doors) -> list[tuple[str, str]]:
    """Each call and resource, with all that came of it."""

    async def connected() -> list[tuple[str, str]]:
        async with Client(mcp_server(door.library, lambda context: visitor)) as client:
            told = [("tools", (await client.list_tools()).model_dump_json())]
            told.append(("resources", (await client.list_resources()).model_dump_json()))
            offered = {tool.name for tool in (await client.list_tools()).tools}
            for name, arguments in calls_of(doors):
                if name in offered:
                    result = await client.call_tool(name, arguments)
                    told.append((f"{name} {arguments}", result.model_dump_json()))
            resources = [(head.id, await read(client, f"{ROOT}{head.id}")) for head in doors.heads]
            return told + resources

    return asyncio.run(connected())


async def read(client: Client, uri: str) -> str:
    try:
        return (await client.read_resource(uri)).model_dump_json()
    except MCPError as error:
        return f"{error}"


@pytest.mark.parametrize("who", ASKERS)
def test_acc_35_a_client_is_told_alike_with_and_without_what_is_hidden(who: str, doors: Doors) -> None:
    visitor = Visitor(doors.people[who], who, EVERY_ROLE, "token")
    hidden = doors.hidden(who)
    both = [told_by(door, visitor, doors) for door in (doors.whole, doors.alone[who])]
    for (asked, here), (_, there) in zip(*both, strict=True):
        assert leaked(here, hidden, asked) == [], asked
        for pattern, instead in (*PASSING, DRAWN):
            here, there = pattern.sub(instead, here), pattern.sub(instead, there)
        assert here == there, asked
