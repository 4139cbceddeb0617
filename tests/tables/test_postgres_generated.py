"""No statement that can be made of PostgreSQL's own words writes, or reads what it may not."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from belegg.errors import StatementRefused
from extras import needs

needs("tables")
psycopg = pytest.importorskip("psycopg", reason="belegg[postgres] is not installed")

from belegg.sources.tables.postgres import running  # noqa: E402
from belegg.sources.tables.postgres.faults import Stopped  # noqa: E402
from belegg.sources.tables.postgres.session import Raw, begin, opened  # noqa: E402
from tables.company_server import CANARY, FIGURES, HIDDEN_ROWS, company  # noqa: E402

pytestmark = pytest.mark.req("AGE-10")

COUNTED = {str(HIDDEN_ROWS * factor) for factor in (1, 2, 4, 16)}
SEEN = {**FIGURES, "customers": ("id", "name"), "shown_pay": ("name", "amount")}
_HIDDEN = """
users sales.users documents sales.documents pay sales.pay sales.customers sales.figures secret.raises pg_class
pg_catalog.pg_authid information_schema.columns "users" "sales"."users" pg_stat_activity generate_series(1,9)
sales.told() told() pg_ls_dir('.') unnest(ARRAY[1]) c
"""
_FUNCTIONS = """
count max string_agg array_agg sum lower md5 length coalesce to_char row_to_json pg_read_file pg_sleep
lo_import sales.told told f_leak sales.f_leak nextval setval set_config current_setting query_to_xml pg_notify
"count" "pg_sleep" pg_catalog.max to_regclass pg_relation_size has_table_privilege txid_current
pg_advisory_lock dblink
"""
_VALUES = """
1 'x' NULL -1 1e9 'users' 'sales.users'::regclass date'2026-01-01' $$x$$ E'x' U&'x' $1 true current_user
ARRAY[1,2] ROW(1,2) '{"a":1}'::jsonb
"""
HIDDEN_TABLES, FUNCTIONS, VALUES = (st.sampled_from(each.split()) for each in (_HIDDEN, _FUNCTIONS, _VALUES))
TABLES = st.sampled_from(["figures", "customers", "FIGURES", '"figures"', "shown_pay"]) | HIDDEN_TABLES
COLUMNS = st.sampled_from(
    [
        "region",
        "v",
        "year",
        "name",
        "amount",
        "phone",
        "pw",
        "body",
        "ctid",
        "figures",
        "customers.phone",
        "figures.*",
    ]
)
OPERATORS = st.sampled_from(["+", "||", "=", "IN", "LIKE", "~", "->", "::text ||", "OPERATOR(pg_catalog.+)"])


def expressions() -> st.SearchStrategy[str]:
    return st.recursive(
        COLUMNS | VALUES,
        lambda inner: st.one_of(
            st.builds("{}({})".format, FUNCTIONS, inner),
            st.builds("({} {} {})".format, inner, OPERATORS, inner),
            st.builds("(SELECT {} FROM {} LIMIT 1)".format, inner, TABLES),
            st.builds("CASE WHEN {} IS NULL THEN {} END".format, inner, inner),
            st.builds("EXISTS(SELECT 1 FROM {} WHERE {} IS NULL)".format, TABLES, inner),
            st.builds("CAST({} AS text)".format, inner),
        ),
        max_leaves=6,
    )


def selects() -> st.SearchStrategy[str]:
    more = [
        "",
        "",
        ", figures f",
        " JOIN sales.users u ON true",
        " NATURAL JOIN documents",
        ", LATERAL (TABLE users) z",
    ]
    plain = st.builds("SELECT {} FROM {}{}".format, expressions(), TABLES, st.sampled_from(more))
    names = st.sampled_from(["c", "users", "figures", "customers", "shown_pay"])
    return st.one_of(
        plain,
        st.builds("{} UNION ALL {}".format, plain, plain),
        st.builds("WITH {}(a) AS ({}) {}".format, names, plain, plain),
        st.builds("WITH {} AS MATERIALIZED ({}) SELECT * FROM {}".format, names, plain, names),
        st.builds("WITH RECURSIVE c(a) AS ({} UNION {}) {}".format, plain, plain, plain),
        st.builds("SELECT ({}) FROM figures WHERE {} IS NULL".format, plain, expressions()),
        st.builds("SELECT * FROM ({}) AS q ORDER BY {}".format, plain, expressions()),
    )


def others() -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("INSERT INTO {} {}".format, TABLES, selects()),
        st.builds("WITH d AS (DELETE FROM {} RETURNING *) {}".format, TABLES, selects()),
        st.builds("UPDATE {} SET v = {}".format, TABLES, expressions()),
        st.builds("CREATE TABLE sales.c AS {}".format, selects()),
        st.builds("CREATE TEMP VIEW c AS {}".format, selects()),
        st.builds("COPY ({}) TO '/tmp/belegg-w'".format, selects()),
        st.builds("SET {} = {}".format, st.sampled_from(["role", "search_path"]), VALUES),
        st.builds("{}; {}".format, selects(), selects()),
        st.builds("{}; COMMIT; {}".format, selects(), selects()),
        st.builds("SELECT 1) AS q; {} --".format, selects()),
        st.builds("SELECT * FROM figures) AS q, ({}".format, selects()),
        st.builds("EXPLAIN ANALYZE {}".format, selects()),
        st.builds("{} FOR UPDATE".format, selects()),
        st.builds("/* /* */ {} -- */".format, selects()),
        st.builds("DO $$ BEGIN PERFORM ({}); END $$".format, selects()),
    )


def hidden_in(rows: list[list[str | None]]) -> list[str]:
    """What of the tables that are not seen stands in rows: text, and their size."""
    told = [value or "" for row in rows for value in row]
    return [value for value in told if value in COUNTED or CANARY in value]


@pytest.fixture(scope="module")
def connection(company_databases: Callable[[], str]) -> Iterator[Raw]:
    """Of a database that is after all statements what it was before."""
    with company(company_databases) as (_, reader), opened(reader) as made:
        yield made


@pytest.mark.parametrize("look_first", [True, False], ids=["all walls", "without sqlglot"])
@given(statement=st.one_of(selects(), others()))
@settings(max_examples=250, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_statement_on_postgresql_writes_or_reads_what_it_may_not(
    connection: Raw, look_first: bool, statement: str
) -> None:
    connection.execute("ROLLBACK")
    begin(connection)
    try:
        rows = running.selected(connection, "sales", statement, SEEN, look_first=look_first)["rows"]
    except (StatementRefused, Stopped) as error:
        rows = [[str(error)]]
    assert hidden_in(rows) == []
