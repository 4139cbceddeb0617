"""A statement on a company's PostgreSQL reads the tables it may read and does nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from belegg.errors import StatementRefused
from belegg.sources.tables.engine import Seen
from extras import needs

needs("tables")
pytest.importorskip("psycopg", reason="belegg[postgres] is not installed")

from belegg.sources.tables.postgres import running  # noqa: E402
from belegg.sources.tables.postgres.faults import Stopped  # noqa: E402
from belegg.sources.tables.postgres.session import opened  # noqa: E402
from tables.company_server import CANARY, FIGURES, company, engine  # noqa: E402

pytestmark = pytest.mark.req("AGE-10")

SEEN: Seen = {**FIGURES, "customers": ("id", "name"), "shown_pay": ("name", "amount")}
BENIGN = {"sql-180": [["10.5"]], "sql-182": [["DROP TABLE x"]]}
WALLS = pytest.mark.parametrize("look_first", [True, False], ids=["all walls", "without sqlglot"])


@pytest.fixture(scope="module")
def reader(company_databases: Callable[[], str]) -> Iterator[str]:
    with company(company_databases) as (_, reading):
        yield reading


def asked(reader: str, statement: str, seen: Seen = SEEN, look_first: bool = True) -> dict[str, Any]:
    with opened(reader) as connection:
        return running.selected(connection, "sales", statement, seen, look_first=look_first)


def refusal(reader: str, statement: str, seen: Seen = SEEN, look_first: bool = True) -> str:
    with pytest.raises((StatementRefused, Stopped)) as refused:
        print(asked(reader, statement, seen, look_first))
    return str(refused.value)


@WALLS
def test_every_statement_of_the_collection_comes_out_right_in_both_directions_on_postgresql(
    shared: Path, reader: str, look_first: bool
) -> None:
    lines = (shared / "data/security/sql/statements.jsonl").read_text(encoding="utf-8").splitlines()
    statements = [told for told in map(json.loads, lines) if told["backend"] != "sqlite"]
    assert len(statements) > 30

    for told in statements:
        if told["kind"] == "benign":
            found = asked(reader, told["sql"], FIGURES, look_first)
            assert found["rows"] == BENIGN[told["id"]]
        else:
            words = refusal(reader, told["sql"], FIGURES, look_first)
            assert len(words) > 20
            assert CANARY not in words.replace(f"%{CANARY}%", "")


@WALLS
@pytest.mark.parametrize(
    "statement",
    [
        "SELECT pw FROM users",
        "SELECT count(*) FROM sales.users",
        "SELECT count(*) FROM sales.figures",
        "SELECT name FROM secret.raises",
        "SELECT phone FROM customers",
        "SELECT phone FROM sales.customers",
        "WITH customers AS (SELECT * FROM sales.customers) SELECT * FROM customers",
        "SELECT amount FROM pay",
        "SELECT (SELECT max(pw) FROM users) FROM figures",
        "SELECT v FROM figures UNION SELECT 1 FROM sales.pay",
        "SELECT v FROM figures, LATERAL (SELECT 1 FROM sales.users) AS u",
        "TABLE users",
        "WITH t AS (TABLE sales.users) SELECT * FROM t",
        "SELECT relname FROM pg_class",
        'SELECT relname FROM "pg_class"',
        "SELECT table_name FROM information_schema.tables",
        "SELECT rolpassword FROM pg_catalog.pg_authid",
        "SELECT told()",
        "SELECT sales.told()",
        'SELECT "told"()',
        "SELECT name FROM customers WHERE sales.f_leak(name)",
        "SELECT 1 FROM customers WHERE f_leak(name)",
        "SELECT pg_read_file('PG_VERSION')",
        'SELECT "pg_read_file"($$PG_VERSION$$)',
        "SELECT pg_catalog.pg_sleep(9)",
        "SELECT pg_sleep/* */(9)",
        'SELECT "pg_sl" "eep"(9)',
        'SELECT U&"pg\\005fsleep"(9)',
        "SELECT lo_import('/etc/passwd')",
        "SELECT current_setting('data_directory')",
        "SELECT pg_terminate_backend(1)",
        "SELECT pg_advisory_lock(1)",
        "SELECT pg_notify('a', 'b')",
        "SELECT query_to_xml('select 1', true, true, '')",
        "SELECT table_to_xml('sales.users', true, true, '')",
        "SELECT xmlparse(DOCUMENT '<a/>')",
        "SELECT 'users'::regclass",
        "SELECT CAST('users' AS regclass)",
        "SELECT CAST(('users') AS pg_catalog.regclass)",
        "SELECT regclass 'sales.users'",
        "SELECT '1'::oid",
        "SELECT 1 OPERATOR(pg_catalog.+) 1",
        "SELECT E'\\x41'",
        "SELECT $$a$$",
        "SELECT $1",
        "SELECT v FROM figures; SELECT 1",
        "SELECT 1) AS q, (SELECT 1",
        "SELECT 1 /* /* */ FROM users -- */ FROM figures",
        "SELECT * INTO x FROM figures",
        "SELECT * FROM figures FOR UPDATE",
        "SELECT * FROM figures FOR NO KEY UPDATE",
        "WITH d AS (DELETE FROM figures RETURNING *) SELECT * FROM d",
        "WITH d AS (INSERT INTO sales.figures VALUES ('x') RETURNING *) SELECT * FROM d",
        "WITH RECURSIVE c AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c",
        "SELECT current_user",
        "SELECT session_user FROM figures",
        "CALL x()",
        "EXECUTE x",
        "PREPARE x AS SELECT 1",
        "EXPLAIN ANALYZE SELECT 1",
        "COPY figures TO STDOUT",
        "SELECT",
        "",
        "-- nothing",
    ],
)
def test_nothing_but_a_select_of_what_is_seen_is_run_on_postgresql(
    reader: str, statement: str, look_first: bool
) -> None:
    words = refusal(reader, statement, look_first=look_first)

    assert CANARY not in words
    assert len(words) > 15


@WALLS
@pytest.mark.parametrize(
    ("there", "absent"),
    [
        ("SELECT count(*) FROM {}", ("users", "nosuch")),
        ("SELECT count(*) FROM sales.{}", ("users", "nosuch")),
        ("SELECT 1 FROM {}", ("secret.raises", "secret.nosuch")),
        ("SELECT {} FROM customers", ("phone", "nosuc")),
        ("SELECT c.{} FROM customers AS c", ("phone", "nosuc")),
        ("SELECT {}('x')", ("f_leak", "f_xxxx")),
    ],
)
def test_what_is_hidden_in_postgresql_and_what_is_not_there_are_told_alike(
    reader: str, there: str, absent: tuple[str, str], look_first: bool
) -> None:
    told = [
        refusal(reader, there.format(name), look_first=look_first).replace(name.rpartition(".")[2], "NAME")
        for name in absent
    ]

    assert told[0].partition("; nearest")[0] == told[1].partition("; nearest")[0]


@WALLS
def test_a_condition_does_not_meet_rows_that_a_view_leaves_out(reader: str, look_first: bool) -> None:
    told = "SELECT name FROM shown_pay WHERE 1 / (CASE WHEN name LIKE 'KANARI%' THEN 0 ELSE 1 END) = 1"

    assert asked(reader, told, look_first=look_first)["rows"] == [["Anna"]]


@WALLS
@pytest.mark.parametrize(
    ("statement", "rows"),
    [
        ("SELECT * FROM customers", [["7", "Alfa"]]),
        ("SELECT region, sum(v) FROM figures GROUP BY region ORDER BY 2 DESC;",
         [["Tromsøy", "22.75"], ["Bergen", "3.00"]]),
        ("WITH a(x) AS (SELECT v FROM figures), b AS MATERIALIZED (SELECT x FROM a) "
         "SELECT count(*), count(x) FROM b", [["4", "3"]]),
        ("SELECT FIGURES.V, v FROM Figures ORDER BY v DESC NULLS LAST LIMIT 1 -- the most",
         [["12.25", "12.25"]]),
        ('SELECT t."region" FROM "figures" AS t(region, y) WHERE y = 2023 ORDER BY 1',
         [["Bergen"], ["Tromsøy"]]),
        ("SELECT to_char(date '2026-03-01' - interval '1 day', 'YYYY-MM-DD'), cast(v as numeric(10, 3)) "
         "FROM figures WHERE v::int = 3", [["2026-02-28", "3.000"]]),
        ("SELECT lag(v) OVER (PARTITION BY region ORDER BY year), count(*) FILTER (WHERE year > 9) OVER () "
         "FROM figures WHERE region LIKE 'T%' ORDER BY year", [[None, "2"], ["10.50", "2"]]),
        ("SELECT ';', '--', '/*', '$$', 'it''s' WHERE EXISTS (SELECT 1 FROM figures)",
         [[";", "--", "/*", "$$", "it's"]]),
        ("WITH users AS (SELECT v FROM figures) SELECT count(*) FROM users", [["4"]]),
    ],
)  # fmt: skip
def test_plain_selects_are_answered_by_postgresql(
    reader: str, statement: str, rows: list[list[str | None]], look_first: bool
) -> None:
    assert asked(reader, statement, look_first=look_first)["rows"] == rows


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        (
            "SELECT v FROM figure",
            "there is no table `figure`; the tables: `customers`, `figures`, `shown_pay`",
        ),
        ("SELECT reginos FROM figures", "there is no column `reginos`; nearest: `figures.region`"),
        ('SELECT v FROM figures WHERE region = "Bergen"', "a text stands between 'single' marks"),
        ("SELECT region FROM figures a, figures b", "`region` stands in several tables"),
        ("SELECT rond(v) FROM figures", "there is no function `rond` here; nearest: `round`"),
        ("SELECT v FORM figures", "syntax error"),
        ("SELECT region + 1 FROM figures", "cast one side"),
        ("SELECT sum(region::numeric) FROM figures", "invalid input syntax for type numeric"),
        ('SELECT v FROM "Figures"', 'write it between "double" marks, as it is: "figures"'),
        ("SELECT v FROM sales.figures", "write `figures` alone"),
    ],
)
def test_a_refusal_of_postgresql_says_how_to_mend_the_statement(
    reader: str, statement: str, words: str
) -> None:
    assert words in refusal(reader, statement)


@WALLS
def test_a_join_of_everything_is_stopped_by_the_server(reader: str, look_first: bool) -> None:
    joined = ", ".join(f"figures {letter}" for letter in "abcdefghijklmnopqrst")

    assert refusal(reader, f"SELECT count(*) FROM {joined}", look_first=look_first).startswith(
        "took too long"
    )


def test_a_statement_goes_to_a_process_that_answers_with_rows_and_their_tables(reader: str) -> None:
    found = engine(reader).select("SELECT c.name FROM customers c JOIN figures ON year = 2023", SEEN)

    assert found.rows == (("Alfa",), ("Alfa",))
    assert found.tables == ("customers", "figures")
