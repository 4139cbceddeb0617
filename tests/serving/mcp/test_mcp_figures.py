"""An AI client fetches figures, reads them by their id, and has them checked; nobody else finds them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp.shared.exceptions import MCPError

from belegg.library.demo import place_tables
from belegg.library.library import Library
from belegg.testing.statistics_source import KnownSource
from extras import needs
from mcp_clients import called, given, text_of, tools_of, visitor

pytestmark = pytest.mark.req("FAC-3", "STA-1")
STATISTICS = {"find_statistics", "describe_statistics", "get_statistics"}
TABLES = {"list_tables", "describe_table", "query_table"}
KARI, OLA = visitor("sales", name="kari"), visitor("sales", name="ola")
SELECTION = {"Region": ["4601"], "Tid": ["2023", "2024"]}
STATEMENT = (
    "SELECT customer, year, sum(amount_nok) AS revenue_nok FROM revenue "
    "WHERE customer LIKE 'Elvheim Fjernvarme%' AND year = 2026 GROUP BY customer, year"
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Statistics are on, and sales may ask the deals."""
    needs("tables")
    place_tables(tmp_path)
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        opened.use_statistics([KnownSource()])
        opened.sync_statistics()
        yield opened


def test_the_tools_are_there_where_they_can_return_something(library: Library, tmp_path: Path) -> None:
    here = tools_of(library, KARI)

    assert set(here) >= STATISTICS | TABLES
    assert not set(tools_of(library, visitor("canteen"))) & TABLES
    library.turn("statistics", False)
    assert not set(tools_of(library, KARI)) & STATISTICS
    for name in STATISTICS | TABLES:
        hints = here[name].annotations
        assert hints is not None
        assert (hints.read_only_hint, hints.destructive_hint, hints.open_world_hint) == (True, False, True)


def test_a_table_is_found_described_and_fetched(library: Library) -> None:
    found = given(called(library, KARI, "find_statistics", query="population"))
    table = found["tables"][0]
    described = given(called(library, KARI, "describe_statistics", source="known", table=table["table"]))
    got = given(
        called(library, KARI, "get_statistics", source="known", table=table["table"], selection=SELECTION)
    )

    assert described["dimensions"][0]["id"] == "Region"
    assert len(got["lines"]) == 2
    assert all(line["figure"] for line in got["lines"])
    assert got["text"].endswith(got["lines"][-1]["line"])


def test_what_was_fetched_is_read_and_checked_by_whoever_fetched_it_alone(library: Library) -> None:
    table = given(called(library, KARI, "find_statistics", query="population"))["tables"][0]["table"]
    got = given(called(library, KARI, "get_statistics", source="known", table=table, selection=SELECTION))
    line, document = got["lines"][0]["line"], got["document"]
    draft = f"> {line}\n\n({document})"

    assert given(called(library, KARI, "read", document=document))["text"] == got["text"]
    checked = given(called(library, KARI, "check_quotes", draft=draft))
    assert (checked["total"], checked["right"]) == (1, 1)

    hidden = called(library, OLA, "read", document=document)
    absent = called(library, OLA, "read", document="0123456789abcdef")
    assert hidden.is_error
    assert text_of(hidden).replace(document, "X") == text_of(absent).replace("0123456789abcdef", "X")
    assert given(called(library, OLA, "check_quotes", draft=draft))["right"] == 0
    assert given(called(library, KARI, "search", queries=[line]))["total"] == 0


@pytest.mark.req("AGE-10")
def test_a_company_table_is_asked(library: Library) -> None:
    tables = given(called(library, KARI, "list_tables"))["tables"]
    described = given(called(library, KARI, "describe_table", database="deals", table="revenue"))
    got = given(called(library, KARI, "query_table", database="deals", statement=STATEMENT))

    assert "revenue" in [table["name"] for table in tables]
    assert "amount_nok" in [column["name"] for column in described["columns"]]
    (row,) = got["lines"]
    assert row["line"] == "customer: Elvheim Fjernvarme AS · year: 2026 · revenue_nok: 4131000.0"
    checked = given(called(library, KARI, "check_quotes", draft=f"> {row['line']}\n\n({got['document']})"))
    assert (checked["total"], checked["right"]) == (1, 1)


def test_what_fails_is_told_in_words(library: Library) -> None:
    missing = called(library, KARI, "get_statistics", source="known", table="0", selection=SELECTION)
    written = called(library, KARI, "query_table", database="deals", statement="DELETE FROM revenue")

    assert missing.is_error
    assert text_of(missing).endswith("No figure was fetched.")
    assert written.is_error
    with pytest.raises(MCPError, match="Unknown tool: query_table"):
        called(library, visitor("canteen"), "query_table", database="deals", statement=STATEMENT)
