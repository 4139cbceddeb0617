"""What a model writes as arguments is taken for what it means, told once when it cannot be, and bounded."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answering.toolbox import Toolbox
from belegg.answering.tools.arguments import LONGEST_ARGUMENTS, arguments_of, number_of, text_of, texts_of
from belegg.answering.tools.named import tool_called
from belegg.answering.tools.room import BadArguments, Told
from belegg.records.chat import Tool
from belegg.testing.shelf import Shelf

QUERIES = {"queries": {"type": "array", "items": {"type": "string"}}, "skip": {"type": "integer"}}
SEARCH = Tool("search", "Searches.", {"type": "object", "properties": QUERIES, "required": ["queries"]})
TOOLS = [
    Tool(name, "", {"type": "object"})
    for name in ("search", "read", "find_documents", "list_documents", "related_terms", "discover_terms")
]


@pytest.fixture
def box() -> Toolbox:
    shelf = Shelf()
    shelf.put("leave.md", "Keepers have six weeks of leave.", "Leave is asked for in May.", title="Leave")
    shelf.put("pay.md", "Pay comes on the 20th of each month.", title="Pay")
    return Toolbox(shelf.finder(), shelf.store)


@pytest.mark.req("AGE-1")
@pytest.mark.parametrize(
    "written",
    [
        '{"queries": ["leave weeks"]}',
        '{"queries": "leave weeks"}',
        '{"queries": "[\\"leave weeks\\"]"}',
        '{"queries": "[\'leave weeks\']"}',
        '{"query": "leave weeks"}',
        '{"queries": [{"query": "leave weeks"}]}',
        '{"Queries": ["leave weeks"], "mood": "urgent", "limit": 5}',
        '{"queries": ["leave weeks"], "skip": "0"}',
        '{"queries": ["leave weeks"], "skip": null, "since": ""}',
        '```json\n{"queries": ["leave weeks"]}\n```',
        '{"queries": ["leave weeks",],}',
        "{'queries': ['leave weeks']}",
        '[{"queries": ["leave weeks"]}]',
        '"{\\"queries\\": [\\"leave weeks\\"]}"',
        '"leave weeks"',
        "leave weeks",
        '["leave weeks"]',
        '{"queries": ["leave\nweeks"]}',
    ],
)
def test_twenty_ways_of_writing_a_search_all_find_the_passage(written: str, box: Toolbox) -> None:
    assert "Keepers have six weeks of leave." in box.told("search", written)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("leave weeks; notice period", ("leave weeks", "notice period")),
        ("leave weeks\nnotice period", ("leave weeks", "notice period")),
        ('"leave weeks", "notice period"', ("leave weeks", "notice period")),
        ("leave, weeks", ("leave, weeks",)),
        (["a", 4, None, True, ["b"], "a"], ("a", "4", "b")),
    ],
)
def test_a_list_given_as_a_string_is_a_list(said: object, wanted: tuple[str, ...]) -> None:
    assert texts_of({"queries": said}, 3, "queries") == wanted


def test_documents_are_also_told_apart_by_commas() -> None:
    assert texts_of({"documents": "D1, D2 and D3"}, 9, "documents", commas=True) == ("D1", "D2 and D3")


def test_a_number_may_be_a_text_and_no_other_text_is_a_number() -> None:
    assert number_of({"skip": "10"}, 0, "skip") == 10
    assert number_of({"skip": 10.0}, 0, "skip") == 10
    assert number_of({}, 3, "skip") == 3
    with pytest.raises(BadArguments, match="`skip` is a whole number such as 10, not `ten`"):
        number_of({"skip": "ten"}, 0, "skip")


@pytest.mark.parametrize("written", ['{"queries": ["leave', "{", "{]", '{"queries" ["leave"]}'])
def test_broken_json_is_told_with_what_is_wanted(written: str, box: Toolbox) -> None:
    assert box.told("search", written).startswith("refused: The arguments of `search` are no JSON object")
    assert "`queries`" in box.told("search", written)


@pytest.mark.parametrize("written", ["", "{}", "null", '{"queries": []}', '{"queries": "  "}'])
def test_what_is_missing_is_told_with_an_example(written: str, box: Toolbox) -> None:
    told = box.told("search", written)

    assert told == 'refused: `queries` is missing: a list of key words, such as ["notice period"].'


def test_ten_megabytes_of_arguments_are_refused_unread(box: Toolbox) -> None:
    told = box.told("search", '{"queries": ["' + "leave " * 2_000_000 + '"]}')

    assert told.startswith("refused: `search` was called with 12,000,")
    assert len(told) < 300


def test_a_long_query_is_cut_between_words_and_the_answer_stays_small(box: Toolbox) -> None:
    told = box.told("search", {"queries": ["leave " * 2_000] * 5})

    assert len(told) < 3_000
    assert "Keepers have six weeks" in told


def test_deeply_nested_arguments_do_no_harm(box: Toolbox) -> None:
    for written in ("[" * 90_000, '{"a":' * 15_000, "(" * 5_000, "-" * 50_000 + "1", "9" * 50_000):
        told = box.told("search", written)
        assert len(told) < 1_500


@pytest.mark.parametrize(
    ("called", "meant"),
    [
        ("search", "search"),
        ("Search", "search"),
        ("functions.search", "search"),
        ("search_library", "search"),
        ("serach", "search"),
        ("findDocuments", "find_documents"),
        ("find-document", "find_documents"),
        ("list_document", "list_documents"),
        ("read_document", "read"),
        ("tools:related_terms", "related_terms"),
        ("discover terms", "discover_terms"),
    ],
)
def test_a_tool_called_almost_right_is_that_tool(called: str, meant: str) -> None:
    assert tool_called(called, TOOLS).name == meant


@pytest.mark.parametrize("called", ["", "delete_everything", "browse", "documents", "x" * 100_000])
def test_a_tool_that_is_not_there_is_told_with_those_that_are(called: str) -> None:
    with pytest.raises(BadArguments, match="the tools are `search`, `read`, `find_documents`") as refused:
        tool_called(called, TOOLS)

    assert len(str(refused.value)) < 300


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ["queries", "query", "document", "documents", "page", "section", "lines", "around", "since", "until"]
FIELDS += ["skip", "word", "pack", "organisation", "from_line"]


@pytest.mark.req("AGE-1")
@given(tool=st.sampled_from(TOOLS), fields=st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5))
def test_whatever_the_arguments_are_a_tool_answers_or_says_what_it_wants(
    tool: Tool, fields: dict[str, object]
) -> None:
    shelf = Shelf()
    shelf.put("leave.md", "Keepers have six weeks of leave.", title="Leave")
    shelf.put("pay.md", "Pay comes on the 20th.", title="Pay")
    box = Toolbox(shelf.finder(), shelf.store)

    if tool.name in box.rooms:
        assert 0 < len(box.told(tool.name, {"document": "D1", **fields})) < 10_000


@given(st.text(max_size=200))
def test_any_text_is_read_as_arguments_or_refused(written: str) -> None:
    try:
        arguments = arguments_of(written, SEARCH)
    except BadArguments:
        return
    assert isinstance(text_of(arguments, "queries"), str)


@given(JSON)
def test_json_is_read_as_it_is(value: object) -> None:
    written = json.dumps({"queries": value})

    assert len(written) < LONGEST_ARGUMENTS
    assert list(arguments_of(written, SEARCH)) == ["queries"]


def test_what_comes_back_is_told(box: Toolbox) -> None:
    assert isinstance(box.act("list_documents"), Told)
