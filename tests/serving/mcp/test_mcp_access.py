"""Who sees what by MCP: unknown and forbidden are one, and nothing stands for a person but the person."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from belegg.library.library import Library
from belegg.serving.mcp import server as mcp_server_module
from belegg.serving.mcp.caller import Caller
from belegg.serving.mcp.resources import ROOT
from belegg.serving.mcp.server import all_tools
from mcp_clients import OWNER_HERE, REVISIONS, asked, called, given, text_of, tools_of, visitor

pytestmark = pytest.mark.req("FAC-6")
BOARD = "44c93baeb61f5736"  # company/board/2026-02-12.md: board and management alone
BOARD_PATH = "company/board/2026-02-12.md"
BOARD_TITLE = "Styremøte 12. februar 2026"
NOWHERE = "0123456789abcdef"
SUPPORT = visitor("support")
HR = visitor("hr")


def test_the_document_of_these_tests_is_the_boards(company_library: Library) -> None:
    head = company_library.document(BOARD, company_library.scope(OWNER_HERE.principal))

    assert (head.source, head.title, set(head.access)) == (BOARD_PATH, BOARD_TITLE, {"board", "management"})


@pytest.mark.parametrize("mode", REVISIONS)
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("read", {"document": "{}"}),
        ("read", {"document": "{}", "page": "1"}),
        ("read", {"document": "{}", "around": "styret vedtok"}),
        ("search", {"queries": ["styremøte"], "documents": ["{}"]}),
        ("ask", {"question": "Hva vedtok styret?", "documents": ["{}"]}),
        ("find_documents", {"query": "{}"}),
    ],
)
@pytest.mark.parametrize(
    ("theirs", "nothing"), [(BOARD, NOWHERE), (BOARD_PATH, "company/board/1999-02-12.md")]
)
def test_what_is_forbidden_reads_as_what_is_not_there(
    company_library: Library, tool: str, arguments: dict[str, Any], theirs: str, nothing: str, mode: str
) -> None:
    def tried(name: str) -> str:
        filled = json.loads(json.dumps(arguments).replace("{}", name))
        result = called(company_library, SUPPORT, tool, mode, **filled)
        return result.model_dump_json().replace(name, "NAME")

    assert tried(theirs) == tried(nothing)
    assert BOARD_TITLE not in tried(theirs)


@pytest.mark.parametrize("mode", REVISIONS)
def test_a_resource_that_is_forbidden_reads_as_one_that_is_not_there(
    company_library: Library, mode: str
) -> None:
    async def told(client: Client) -> list[str]:
        refusals = []
        for name in (
            BOARD,
            NOWHERE,
            f"{BOARD}/pages/1",
            f"{NOWHERE}/pages/1",
            f"{BOARD}/lines/1-",
            "../x",
            "",
        ):
            with pytest.raises(MCPError) as refused:
                await client.read_resource(ROOT + name)
            error = refused.value.error
            refusals.append(error.model_dump_json().replace(name or "¤", "NAME"))
        return refusals

    refusals = asked(company_library, SUPPORT, told, mode)

    assert len({refusal.replace(ROOT, "") for refusal in refusals if "NAME" in refusal}) == 1
    assert "Resource not found" in refusals[0]


@pytest.mark.parametrize(
    "uri",
    [
        "file:///etc/passwd",
        ROOT + "../../etc/passwd",
        ROOT + "%2e%2e%2fetc%2fpasswd",
        ROOT + BOARD + "/../" + NOWHERE,
        ROOT + BOARD + "\0",
        ROOT + BOARD_PATH,
        ROOT + "x" * 100_000,
        ROOT + BOARD + "/lines/1;drop",
        "belegg://documents",
    ],
)
def test_an_address_is_no_path(company_library: Library, uri: str) -> None:
    async def read(client: Client) -> None:
        await client.read_resource(uri)

    with pytest.raises(MCPError, match="Resource not found"):
        asked(company_library, OWNER_HERE, read)


def test_every_word_that_somebody_gets_is_of_documents_that_they_may_read(company_library: Library) -> None:
    """The board's decisions are asked for in many ways by somebody of the support desk."""
    may = {head.id for head in company_library.documents(company_library.scope(SUPPORT.principal))}
    may_not = [
        head
        for head in company_library.documents(company_library.scope(OWNER_HERE.principal))
        if head.id not in may
    ]

    async def everything(client: Client) -> str:
        told = [json.dumps([tool.model_dump() for tool in (await client.list_tools()).tools])]
        for words in ("styret vedtok", "styremøte 12. februar", "lønn", "salary", BOARD_TITLE, BOARD_PATH):
            for tool, arguments in (
                ("search", {"queries": [words]}),
                ("find_documents", {"query": words}),
                ("discover_terms", {"query": words}),
                ("ask", {"question": words}),
                ("check_quotes", {"draft": f"“{words} og det som ble sagt”"}),
            ):
                told.append((await client.call_tool(tool, arguments)).model_dump_json())
        told.append((await client.call_tool("list_documents", {})).model_dump_json())
        told.append((await client.list_resources()).model_dump_json())
        return "\n".join(told)

    told = asked(company_library, SUPPORT, everything)

    assert len(may_not) > 10
    assert [head.source for head in may_not if head.id in told] == []


def test_a_quotation_of_a_forbidden_document_is_not_found(company_library: Library) -> None:
    words = company_library.read(BOARD, company_library.scope(OWNER_HERE.principal)).text
    sentence = next(line for line in words.splitlines() if len(line.split()) > 8 and not line.startswith("#"))
    draft = f"> {sentence}"

    assert given(called(company_library, OWNER_HERE, "check_quotes", draft=draft))["wrong"] == []
    checked = called(company_library, SUPPORT, "check_quotes", draft=draft)
    assert given(checked)["wrong"] == [1]
    assert BOARD not in checked.model_dump_json()


def test_resources_come_in_pages_that_are_the_callers_own(tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(130):
        (folder / f"{number:03}.md").write_text(f"# Note {number}\n\nThe tide came in at {number}.\n")

    async def walked(client: Client) -> tuple[list[str], str]:
        first = await client.list_resources()
        assert first.next_cursor is not None
        second = await client.list_resources(cursor=first.next_cursor)
        assert second.next_cursor is None
        return [one.name for page in (first, second) for one in page.resources], first.next_cursor

    async def with_cursor(client: Client, cursor: str) -> int:
        return len((await client.list_resources(cursor=cursor)).resources)

    anna, dag = visitor("staff", name="p-anna"), visitor("staff", name="p-dag")
    with Library.open(tmp_path / "many.db", create=True) as library:
        library.ingest(folder)
        names, cursor = asked(library, OWNER_HERE, walked)
        assert len(set(names)) == len(names) == 130
        annas = asked(library, anna, lambda client: client.list_resources())
        assert annas.resources == []  # an ingest without rules is its owner's alone
        for who in (anna, dag):
            for wrong in (cursor, "100", "100.0123456789abcdef", "", "x" * 1000):
                with pytest.raises(MCPError, match="none of yours"):
                    asked(library, who, lambda client, wrong=wrong: with_cursor(client, wrong))  # type: ignore[misc]


def test_tools_are_told_by_what_the_caller_may_read(company_library: Library) -> None:
    """Groups that open nothing more than what is open to all change nothing of what is told."""
    here, there = tools_of(company_library, SUPPORT), tools_of(company_library, visitor())

    assert list(here) == list(there)
    assert here["read"] == there["read"]


def test_every_tool_reads_as_its_caller() -> None:
    """A tool reaches the library by its caller alone: `Caller` gives scopes and desks of who calls."""
    for tool in all_tools():
        assert list(inspect.signature(tool.call).parameters) == ["arguments", "caller"], tool.name
        source = inspect.getsource(type(tool).call) + inspect.getsource(
            inspect.getmodule(type(tool)) or Caller
        )
        assert "OWNER" not in source, tool.name
        assert "caller.desk(" in source or "caller.scope(" in source or "caller.visitor.principal" in source
    assert "OWNER" not in inspect.getsource(mcp_server_module)


def test_nothing_else_is_offered(company_library: Library) -> None:
    async def capabilities(client: Client) -> set[str]:
        told = client.server_capabilities
        return set(told.model_dump(exclude_none=True))

    assert asked(company_library, OWNER_HERE, capabilities) == {"tools", "resources"}
    assert text_of(called(company_library, HR, "search", queries=["lønn"]))
