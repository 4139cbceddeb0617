"""The tools, as the official client meets them in both revisions of the protocol."""

from __future__ import annotations

import json

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.serving.mcp.finding import RANKING
from doors import API
from mcp_clients import OWNER_HERE, REVISIONS, asked, called, given, text_of, tools_of, visitor

pytestmark = pytest.mark.req("FAC-3")
LEAVING = "company/handbook/oppsigelse.md"
QUOTED = "I prøvetiden er fristen 14 kalenderdager, regnet fra dag til dag."


@pytest.mark.parametrize("mode", REVISIONS)
def test_both_revisions_in_use_are_spoken(company_library: Library, mode: str) -> None:
    async def spoken(client: Client) -> tuple[str | None, list[str]]:
        return client.protocol_version, [tool.name for tool in (await client.list_tools()).tools]

    revision, names = asked(company_library, OWNER_HERE, spoken, mode)

    assert revision == REVISIONS[mode]
    assert names[:2] == ["search", "read"]
    assert {"check_quotes", "find_documents", "list_documents", "discover_terms", "ask"} <= set(names)


def test_a_tool_that_can_return_nothing_is_not_told_of(company_library: Library) -> None:
    """No pack of the demo company has a dictionary."""
    assert "related_terms" not in tools_of(company_library, OWNER_HERE)


def test_only_what_may_cost_and_is_kept_is_more_than_reading(company_library: Library) -> None:
    hints = {name: tool.annotations for name, tool in tools_of(company_library, OWNER_HERE).items()}

    assert [name for name, hint in hints.items() if hint and not hint.read_only_hint] == ["ask"]
    assert not any(hint and hint.destructive_hint for hint in hints.values())


@pytest.mark.parametrize("mode", REVISIONS)
def test_searching_and_reading_lead_to_a_quotation_that_holds(company_library: Library, mode: str) -> None:
    async def worked(client: Client) -> tuple[str, str, dict[str, object]]:
        found = given(await client.call_tool("search", {"queries": ["oppsigelse prøvetid", "frist"]}))
        document = next(hit["document"] for hit in found["hits"] if hit["source"] == LEAVING)
        read = given(await client.call_tool("read", {"document": document, "around": "frist i prøvetiden"}))
        draft = f"“{QUOTED}” ({read['title']})"
        return document, read["text"], given(await client.call_tool("check_quotes", {"draft": draft}))

    document, text, checked = asked(company_library, OWNER_HERE, worked, mode)

    assert QUOTED in text
    assert (checked["total"], checked["right"], checked["wrong"]) == (1, 1, [])
    assert checked["quotes"][0]["document"] == document  # type: ignore[index]


def test_a_search_finds_what_http_finds(company_library: Library, owner: TestClient) -> None:
    there = owner.get(f"{API}/search", params={"q": "notice period rental", "limit": 5}).json()["hits"]
    here = given(called(company_library, OWNER_HERE, "search", queries=["notice period rental"]))["hits"]

    plain = [{name: value for name, value in hit.items() if name not in RANKING} for hit in there]
    assert [json.dumps(hit) for hit in here[:5]] == [json.dumps(hit) for hit in plain]


def test_the_pages_of_a_search_are_its_hits_each_once(company_library: Library) -> None:
    async def walked(client: Client) -> tuple[int, list[tuple[int, str]]]:
        skip, met, total = 0, list[tuple[int, str]](), 0
        while True:
            page = given(await client.call_tool("search", {"queries": ["møte"], "skip": skip}))
            met += [(hit["rank"], hit["text"]) for hit in page["hits"]]
            total = page["total"]
            if page["next"] is None:
                return total, met
            skip = page["next"]

    total, met = asked(company_library, OWNER_HERE, walked)

    assert [rank for rank, _ in met] == list(range(1, total + 1))
    assert len({text for _, text in met}) == total > 10


def test_what_is_read_goes_on_where_it_was_cut(company_library: Library) -> None:
    async def read_on(client: Client) -> list[str]:
        found = given(await client.call_tool("list_documents", {}))
        longest = max(found["documents"], key=lambda head: head["passages"])
        part = given(await client.call_tool("read", {"document": longest["document"], "lines": "1-20"}))
        rest = given(await client.call_tool("read", {"document": longest["document"], "lines": "21-"}))
        return [part["text"], rest["text"], longest["document"]]

    first, rest, document = asked(company_library, OWNER_HERE, read_on)
    whole = company_library.read(document, company_library.scope(OWNER_HERE.principal)).text

    assert whole.startswith(first)
    assert rest in whole
    assert rest not in first


def test_a_question_is_answered_in_quotations_and_told_step_by_step(company_library: Library) -> None:
    answer = called(company_library, OWNER_HERE, "ask", question="Hva er oppsigelsesfristen i prøvetiden?")
    told = given(answer)

    assert told["verdict"] == "quotations verified"
    assert told["sentences"][0]["quotes"]
    assert told["run"] is None
    assert "14 kalenderdager" in text_of(answer)
    assert "Run: not kept" in text_of(answer)


def test_a_question_that_the_documents_leave_open_is_no_error(company_library: Library) -> None:
    told = given(called(company_library, OWNER_HERE, "ask", question="Which whales sing in the Pacific?"))

    assert told["verdict"] == "abstained"
    assert told["reason"] == "not_covered"


def test_quotations_that_do_not_stand_are_named_by_number(company_library: Library) -> None:
    draft = f"First “{QUOTED}” and then “a notice period of seven years” and “{QUOTED.replace('14', '15')}”."
    result = called(company_library, OWNER_HERE, "check_quotes", draft=draft)
    checked = given(result)

    assert (checked["total"], checked["wrong"]) == (3, [2, 3])
    assert text_of(result).startswith("3 quotations, 1 right. Not right: 2, 3.")


def test_quotations_are_checked_as_http_checks_them(company_library: Library) -> None:
    from belegg.serving.shapes.documents import checked_json

    draft = f"“{QUOTED}” … “a notice period of seven years”"
    scope = company_library.scope(OWNER_HERE.principal)
    here = given(called(company_library, OWNER_HERE, "check_quotes", draft=draft))

    assert here["quotes"] == checked_json(company_library.check(draft, scope))["quotes"]


@pytest.mark.parametrize("mode", REVISIONS)
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"querys": ["frist"]}, "`search` has no `querys`; it takes `queries`"),
        ({}, "`queries` is missing"),
        ({"queries": 7}, "`queries` is a list of texts"),
        ({"queries": [["frist"]]}, "`queries` is a list of texts"),
        ({"queries": ["frist"], "skip": "many"}, "`skip` is a whole number"),
        ({"queries": ["frist"], "skip": -1}, "`skip` is a whole number"),
        ({"queries": ["frist"], "skip": True}, "`skip` is a whole number"),
        ({"queries": ["frist"], "since": {"day": 1}}, "`since` is a text"),
        ({"queries": ["frist"], "since": "yesterday"}, "`since` is a date"),
        ({"queries": ["frist"], "as_of": "soon"}, "soon"),
        ({"queries": ["x" * 10_000_000]}, "10,000,000 characters; give 2,000 at most"),
        ({"queries": ["frist"] * 1000}, "1,000 items; give 20 at most"),
        ({"queries": ["frist"], "documents": ["nothing"]}, "No document `nothing`"),
    ],
)
def test_what_cannot_be_used_is_told_and_the_next_call_works(
    company_library: Library, mode: str, arguments: dict[str, object], told: str
) -> None:
    async def twice(client: Client) -> tuple[bool, str, bool]:
        refused = await client.call_tool("search", arguments)
        next_one = await client.call_tool("search", {"queries": ["frist"]})
        return refused.is_error, text_of(refused), next_one.is_error

    is_error, said, fails_again = asked(company_library, OWNER_HERE, twice, mode)

    assert is_error
    assert told in said
    assert len(said) < 400
    assert not fails_again


def test_a_text_where_a_list_is_wanted_is_taken_for_one(company_library: Library) -> None:
    one = given(called(company_library, OWNER_HERE, "search", queries="prøvetid", skip="0"))
    same = given(called(company_library, OWNER_HERE, "search", queries=["prøvetid"]))

    assert one == same


@pytest.mark.parametrize("mode", REVISIONS)
def test_an_unknown_tool_is_an_error_of_the_protocol(company_library: Library, mode: str) -> None:
    with pytest.raises(MCPError, match="Unknown tool: forget"):
        called(company_library, OWNER_HERE, "forget", mode)


def test_a_token_for_reading_is_told_of_no_tool_that_calls_a_model(company_library: Library) -> None:
    reader = visitor("hr", rights=frozenset({"read"}))

    assert "ask" not in tools_of(company_library, reader)
    with pytest.raises(MCPError, match="Unknown tool: ask"):
        called(company_library, reader, "ask", question="Hva er fristen?")


def test_a_day_leaves_out_what_was_not_valid_on_it(company_library: Library) -> None:
    today = given(called(company_library, OWNER_HERE, "search", queries=["oppsigelse"]))
    before = given(called(company_library, OWNER_HERE, "search", queries=["oppsigelse"], as_of="1990-01-01"))

    assert LEAVING in {hit["source"] for hit in today["hits"]}
    assert LEAVING not in {hit["source"] for hit in before["hits"]}
