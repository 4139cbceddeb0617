"""No statement that can be made of SQLite's own words writes, or reads what it may not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belegg.errors import StatementRefused
from belegg.sources.tables.sqlite import running
from belegg.sources.tables.sqlite.faults import Stopped
from belegg.sources.tables.sqlite.opening import opened
from extras import needs
from tables.company_database import CANARY, FIGURES, SCHEMA, database

needs("tables")
pytestmark = pytest.mark.req("AGE-10")

ROWS = 1013
"""Of each table that is not seen: a number that nothing else comes to."""

COUNTED = {str(ROWS * factor) for factor in (1, 2, 4, 16)}
HIDDEN = f"""
WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < {ROWS} - 1)
    INSERT INTO users SELECT 'x', '{CANARY}' FROM n;
WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < {ROWS} - 1)
    INSERT INTO documents(body, access) SELECT '{CANARY}', 'hr' FROM n;
"""
_HIDDEN = """
users documents fts fts_data figures_hidden sqlite_schema sqlite_master temp.sqlite_master main.users c
"users" pragma_table_list pragma_table_info('users') dbstat json_each('[1]') [documents] `fts`
"""
_FUNCTIONS = """
count max hex sum quote group_concat count max hex sum quote length upper coalesce load_extension readfile
writefile printf sqlite_version fts3_tokenizer randomblob changes total_changes sqlite_compileoption_get
"""
_VALUES = "1 'x' NULL x'00' -1 1e9 '/var/tmp/belegg-w' X'4142' 1 2 3 ? :p"
HIDDEN_TABLES, FUNCTIONS, VALUES = (st.sampled_from(each.split()) for each in (_HIDDEN, _FUNCTIONS, _VALUES))
TABLES = st.sampled_from(["figures", "figures", "FIGURES", '"figures"']) | HIDDEN_TABLES
COLUMNS = st.sampled_from(["region", "v", "year", "v", "year", "region", "rowid", "pw", "body", "name"])


def expressions() -> st.SearchStrategy[str]:
    return st.recursive(
        COLUMNS | VALUES,
        lambda inner: st.one_of(
            st.builds("{}({})".format, FUNCTIONS, inner),
            st.builds(
                "({} {} {})".format, inner, st.sampled_from(["+", "||", "=", "IN", "LIKE", "MATCH"]), inner
            ),
            st.builds("(SELECT {} FROM {})".format, inner, TABLES),
            st.builds("CASE WHEN {} THEN {} END".format, inner, inner),
            st.builds("EXISTS(SELECT 1 FROM {} WHERE {})".format, TABLES, inner),
        ),
        max_leaves=6,
    )


def selects() -> st.SearchStrategy[str]:
    parts = st.tuples(
        expressions(),
        TABLES,
        st.sampled_from(["", "", ", figures", " JOIN users", " NATURAL JOIN documents"]),
    )
    plain = parts.map(lambda part: f"SELECT {part[0]} FROM {part[1]}{part[2]}")
    return st.one_of(
        plain,
        st.builds("{} UNION ALL {}".format, plain, plain),
        st.builds("WITH {}(a) AS ({}) {}".format, st.sampled_from(["c", "users", "figures"]), plain, plain),
        st.builds("WITH RECURSIVE c(a) AS ({} UNION {}) {}".format, plain, plain, plain),
        st.builds("SELECT ({}) FROM figures WHERE {}".format, plain, expressions()),
    )


def others() -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("INSERT INTO {} {}".format, TABLES, selects()),
        st.builds("DELETE FROM {} WHERE {} RETURNING *".format, TABLES, expressions()),
        st.builds("UPDATE {} SET v = {}".format, TABLES, expressions()),
        st.builds("CREATE TABLE c AS {}".format, selects()),
        st.builds("CREATE TEMP VIEW c AS {}".format, selects()),
        st.builds("ATTACH {} AS {}".format, VALUES, TABLES),
        st.builds("VACUUM INTO {}".format, VALUES),
        st.builds(
            "PRAGMA {} = {}".format,
            st.sampled_from(["user_version", "query_only", "writable_schema"]),
            VALUES,
        ),
        st.builds("{}; {}".format, selects(), selects()),
        st.builds("EXPLAIN {}".format, selects()),
        st.builds("/* /* */ {} -- */".format, selects()),
    )


def hidden_in(rows: list[list[str | None]]) -> list[str]:
    """What of the tables that are not seen stands in rows: text, also in hexadecimal, and their size."""
    told = [value or "" for row in rows for value in row]
    words = (CANARY, CANARY.encode().hex().upper())
    return [value for value in told if value in COUNTED or any(word in value for word in words)]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A database that is after all statements what it was before, with nothing beside it."""
    made = database(tmp_path_factory.mktemp("generated") / "company.db", SCHEMA + HIDDEN)
    before = made.read_bytes()
    yield made
    assert made.read_bytes() == before
    assert os.listdir(made.parent) == ["company.db"]


@pytest.mark.parametrize("look_first", [True, False], ids=["both walls", "the database's rights alone"])
@given(statement=st.one_of(selects(), others()))
@settings(max_examples=500)
def test_no_statement_writes_or_reads_what_it_may_not(file: Path, look_first: bool, statement: str) -> None:
    with opened(file, 2.0) as found:
        try:
            rows = running.selected(found, statement, FIGURES, look_first=look_first)["rows"]
        except (StatementRefused, Stopped):
            return
        assert hidden_in(rows) == []
