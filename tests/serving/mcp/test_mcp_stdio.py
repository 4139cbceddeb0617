"""`belegg mcp` as a client starts it: a process whose standard output is the protocol and nothing else."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from extras import needs
from mcp_clients import REVISIONS, given, text_of

needs("serve")
pytestmark = pytest.mark.req("FAC-3")
BOARD = "company/board/2026-02-12.md"
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def command(library: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "belegg", "mcp", "--library", str(library), *more]


def spoken(library: Path, lines: list[bytes], answers: int, *more: str) -> tuple[list[dict[str, Any]], str]:
    """What comes back on standard output, as many messages as are owed, and what stands on standard error."""
    with (
        tempfile.TemporaryFile() as aside,
        subprocess.Popen(
            command(library, *more), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=aside
        ) as server,
    ):
        too_long = threading.Timer(60, server.kill)
        too_long.start()
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b"\n".join(lines) + b"\n")
        server.stdin.flush()
        told = [server.stdout.readline() for _ in range(answers)]
        server.stdin.close()
        told += server.stdout.readlines()
        assert server.wait() == 0
        too_long.cancel()
        aside.seek(0)
        messages = [json.loads(line) for line in told]
        return sorted(messages, key=lambda one: -1 if one["id"] is None else one["id"]), aside.read().decode()


def call(id: object, name: str, **arguments: Any) -> bytes:
    params = {"name": name, "arguments": arguments}
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).encode()


BEGUN = [json.dumps(INITIALIZE).encode(), json.dumps(READY).encode()]


@pytest.mark.parametrize("mode", REVISIONS)
def test_a_client_starts_it_and_asks(company_file: Path, mode: str) -> None:
    program, *arguments = command(company_file)
    started = StdioServerParameters(command=program, args=arguments, env=dict(os.environ))

    async def worked() -> tuple[str | None, dict[str, Any], list[str]]:
        steps: list[str] = []
        async with Client(started, mode=mode) as client:
            found = given(await client.call_tool("search", {"queries": ["oppsigelse prøvetid"]}))
            answer = await client.call_tool("ask", {"question": "Hva er oppsigelsesfristen i prøvetiden?"})
            steps.append(text_of(answer))
            return client.protocol_version, found, steps

    revision, found, (answer,) = asyncio.run(worked())

    assert revision == REVISIONS[mode]
    assert found["hits"][0]["source"] == "company/handbook/oppsigelse.md"
    assert "14 kalenderdager" in answer


def test_every_line_on_standard_output_is_a_message_whatever_comes_in(company_file: Path) -> None:
    odd = [
        *BEGUN,
        b"",
        b"{",
        b"not JSON at all",
        b"\xff\xfe\x00",
        json.dumps([INITIALIZE, INITIALIZE]).encode(),
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/forget"}',
        b'{"jsonrpc": "2.0", "id": 2}',
        b'{"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": 7}}',
        call(4, "search", queries="x" * 3_000_000),
        call(5, "search", querys=["frist"]),
        call(6, "read", document="nothing"),
        call(7, "search", queries=["frist"]),
    ]

    messages, aside = spoken(company_file, odd, 12)

    nameless = sorted(one["error"]["code"] for one in messages if one["id"] is None)
    assert nameless == [-32700, -32700, -32700, -32600, -32600]
    assert "not JSON at all" not in str(messages)
    by_id = {one.get("id"): one for one in messages}
    assert all(one["jsonrpc"] == "2.0" for one in messages)
    assert by_id[1]["error"]["code"] == -32601
    assert by_id[3]["error"]["code"] == -32602
    assert all(by_id[id]["result"]["isError"] for id in (4, 5, 6))
    assert by_id[7]["result"]["structuredContent"]["hits"]
    assert "Traceback" not in aside


def test_who_asks_is_whom_it_was_started_for(company_file: Path) -> None:
    asked = [*BEGUN, call(1, "read", document=BOARD), call(2, "read", document="company/board/1999-02-12.md")]

    owners, _ = spoken(company_file, asked, 3)
    supports, _ = spoken(company_file, asked, 3, "--as", "support")

    assert not owners[1]["result"]["isError"]
    told = [message["result"] for message in supports[1:]]
    assert told[0]["isError"]
    assert json.dumps(told[0]).replace(BOARD, "") == json.dumps(told[1]).replace(
        "company/board/1999-02-12.md", ""
    )


def test_a_library_that_is_not_there_is_told_on_standard_error(tmp_path: Path) -> None:
    done = subprocess.run(
        command(tmp_path / "none.db"), input=b"", capture_output=True, timeout=60, check=False
    )

    assert done.returncode == 2
    assert done.stdout == b""
    assert b"there is no library" in done.stderr


def test_what_an_inspector_calls_is_listed_described_and_called(company_file: Path) -> None:
    """As the inspector's command line does it: a process for each, `tools/list` and `tools/call`."""
    program, *arguments = command(company_file)
    started = StdioServerParameters(command=program, args=arguments, env=dict(os.environ))

    async def worked() -> tuple[list[str], dict[str, Any], str]:
        async with Client(started) as client:
            tools = (await client.list_tools()).tools
        async with Client(started) as client:
            draft = "“I prøvetiden er fristen 14 kalenderdager”"
            checked = await client.call_tool("check_quotes", {"draft": draft})
            resource = (await client.list_resources()).resources[0]
            read = await client.read_resource(resource.uri)
            return [tool.name for tool in tools], given(checked), read.contents[0].text  # type: ignore[union-attr]

    names, checked, text = asyncio.run(worked())

    assert names[:2] == ["search", "read"]
    assert checked["quotes"][0]["status"] in ("exact", "same words")
    assert text.strip()
