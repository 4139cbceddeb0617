"""A statement reads the tables it may read and does nothing else, whatever it looks like."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import apsw
import pytest

from belegg.errors import StatementRefused, StatementStopped
from belegg.sources.tables.engine import Seen, Selected
from belegg.sources.tables.sqlite import running
from belegg.sources.tables.sqlite.faults import Stopped
from belegg.sources.tables.sqlite.opening import opened
from extras import needs
from tables.company_database import CANARY, FIGURES, database, engine

T = TypeVar("T")

needs("tables")
pytestmark = pytest.mark.req("AGE-10")

BENIGN: dict[str, list[tuple[str | None, ...]]] = {
    "sql-104": [("12.25",), (None,)],
    "sql-106": [("Tromsøy",), ("Bergen",)],
    "sql-107": [("1.75",), (None,)],
    "sql-109": [("BERGEN", "3.0"), ("TROMSøY", "11.4")],
    "sql-110": [("insert into",)],
    "sql-111": [("10.5",), ("12.25",), ("3.0",), (None,)],
    "sql-113": [("Tromsøy",), ("Tromsøy",)],
    "sql-114": [("10.5",), ("12.25",), ("3.0",), (None,)],
}
HARMLESS = {"sql-084": 4, "sql-103": 4}
"""Statements of other kinds that do nothing they must not, with how many rows they give."""


def statements(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "data/security/sql/statements.jsonl").read_text(encoding="utf-8").splitlines()
    return [told for told in map(json.loads, lines) if told["backend"] == "sqlite"]


def outcome(select: Callable[[], T]) -> T | str:
    """The rows, or the words of the refusal."""
    try:
        return select()
    except (StatementRefused, StatementStopped, Stopped) as error:
        return str(error)


def test_every_statement_of_the_collection_comes_out_right_in_both_directions(
    shared: Path, tmp_path: Path
) -> None:
    file = database(tmp_path / "company.db")
    asked, before = engine(file), file.read_bytes()

    for told in statements(shared):
        name = told["id"]
        found = outcome(partial(asked.select, told["sql"], FIGURES))
        assert isinstance(found, Selected) == (name in BENIGN or name in HARMLESS), (name, found)
        if isinstance(found, Selected):
            assert len(found.rows) == HARMLESS.get(name, len(found.rows))
            assert list(found.rows) == BENIGN.get(name, list(found.rows)), name
        else:
            assert len(found) > 20
            assert str(tmp_path) not in found
            assert CANARY not in found

    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == ["company.db"]


@pytest.mark.parametrize(
    "seen",
    [{}, FIGURES, {**FIGURES, "figures_hidden": ("v",)}, {"documents": ("id", "access"), **FIGURES}],
    ids=["nobody", "figures", "two tables", "a table without a column"],
)
def test_the_rights_of_the_database_alone_hold_every_statement_for_each_person(
    shared: Path, tmp_path: Path, seen: Seen
) -> None:
    open_to_them = f"{CANARY}-3" if "figures_hidden" in seen else "nothing"
    file = database(tmp_path / "company.db")
    before = file.read_bytes()

    for told in statements(shared):
        with opened(file, 2.0) as found:
            rows = outcome(partial(running.selected, found, told["sql"], seen, look_first=False))
        if not seen and told["id"] != "sql-110":
            assert isinstance(rows, str), (told["id"], rows)
        assert CANARY not in str(rows).replace(open_to_them, ""), (told["id"], rows)

    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == ["company.db"]


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("SELECT v FROM figure", "there is no table `figure`; the tables: `figures`"),
        ("SELECT reginos FROM figures", "there is no column `reginos`; nearest: `figures.region`"),
        ('SELECT v FROM figures WHERE region = "Bergen"', "a text stands between 'single' marks"),
        ("SELECT region FROM figures a, figures b", "`region` stands in several tables"),
        ("SELECT rond(v) FROM figures", "there is no function `rond` here; nearest: `round`"),
        ("SELECT v FORM figures", "near"),
        ("DELETE FROM figures", "`DELETE` is no SELECT; write exactly one SELECT"),
        ("SELECT 1; SELECT 2", "there are 2 statements; write exactly one"),
        ("SELECT v FROM figures WHERE v = ?", "stands for a value that nobody gives"),
        ("SELECT v FROM main.figures", "write `figures` alone"),
        (
            "WITH c AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM c) SELECT * FROM c",
            "may not refer to itself",
        ),
    ],
)
def test_a_refusal_says_how_to_mend_the_statement(tmp_path: Path, statement: str, words: str) -> None:
    asked = engine(database(tmp_path / "company.db"))

    with pytest.raises(StatementRefused) as refused:
        asked.select(statement, FIGURES)

    assert words in str(refused.value)


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT count(*) FROM users",
        "SELECT (WITH users AS (SELECT 1) SELECT 1), (SELECT count(*) FROM users)",
        "SELECT rowid FROM users",
        "SELECT pw FROM users",
        "SELECT * FROM figures NATURAL JOIN users",
        "WITH figures AS (SELECT * FROM users) SELECT * FROM figures",
        "SELECT (SELECT pw FROM users LIMIT 1) FROM figures",
        "SELECT v FROM figures WHERE EXISTS (SELECT 1 FROM users)",
        "SELECT v FROM figures UNION SELECT pw FROM users",
        "SELECT v FROM figures ORDER BY (SELECT pw FROM users)",
        'SELECT * FROM "USERS"',
    ],
)
def test_a_hidden_table_and_one_that_is_not_there_are_told_alike(tmp_path: Path, statement: str) -> None:
    """The same statement, in a database with the table and in one without."""
    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()
    told = []
    for world, schema in (
        ("with", "CREATE TABLE users(name, pw); INSERT INTO users VALUES (1, 2);"),
        ("without", ""),
    ):
        file = database(tmp_path / world / "c.db", f"CREATE TABLE figures(region, year, v); {schema}")
        with pytest.raises(StatementRefused) as refused:
            engine(file).select(statement, FIGURES)
        told.append(str(refused.value))
        with opened(file, 2.0) as found, pytest.raises(StatementRefused) as refused:
            running.selected(found, statement, FIGURES, look_first=False)
        told.append(str(refused.value))

    assert told[0] == told[2]
    assert told[1] == told[3]


def test_a_name_that_a_statement_gives_may_be_that_of_a_hidden_table(tmp_path: Path) -> None:
    asked = engine(database(tmp_path / "company.db"))

    found = asked.select("WITH users AS (SELECT v FROM figures) SELECT count(*) FROM users", FIGURES)

    assert found.rows == (("4",),)
    assert found.tables == ("figures",)


def test_a_hidden_column_is_not_there_for_any_statement(tmp_path: Path) -> None:
    table = (
        "CREATE TABLE customers(id INTEGER PRIMARY KEY, name{}); INSERT INTO customers VALUES (7, 'Alfa'{});"
    )
    schema, bare = table.format(", phone", ", 99"), table.format("", "")
    hidden = engine(database(tmp_path / "hidden.db", schema))
    absent = engine(database(tmp_path / "absent.db", bare))
    seen = {"customers": ("id", "name")}

    assert hidden.select("SELECT * FROM customers", seen).rows == (("7", "Alfa"),)
    assert hidden.select("SELECT * FROM customers", seen) == absent.select("SELECT * FROM customers", seen)
    assert hidden.select("SELECT count(*) FROM Customers", seen).tables == ("customers",)
    for statement in (
        "SELECT phone FROM customers",
        "SELECT c.PHONE FROM customers AS c",
        "SELECT name FROM customers WHERE phone = 99",
        'SELECT "phone" FROM customers',
        "SELECT a.name FROM customers a JOIN customers b USING (phone)",
    ):
        told = []
        for asked in (hidden, absent):
            with pytest.raises(StatementRefused) as refused:
                asked.select(statement, seen)
            told.append(str(refused.value))
        assert told[0] == told[1], statement


def test_a_view_may_show_what_its_tables_do_not(tmp_path: Path) -> None:
    schema = """
    CREATE TABLE pay(name, amount); INSERT INTO pay VALUES ('Anna', 1), ('Bo', 3);
    CREATE VIEW mean_pay AS SELECT avg(amount) AS mean FROM pay;
    """
    asked = engine(database(tmp_path / "company.db", schema))
    seen = {"mean_pay": ("mean",)}

    found = asked.select("SELECT mean FROM mean_pay", seen)

    assert (found.rows, found.tables) == ((("2.0",),), ("mean_pay",))
    for statement in (
        "SELECT amount FROM pay",
        "WITH mean_pay AS (SELECT amount FROM pay) SELECT * FROM mean_pay",
        "SELECT mean, (SELECT max(amount) FROM pay) FROM mean_pay",
    ):
        with pytest.raises(StatementRefused, match="there is no table `pay`"):
            asked.select(statement, seen)


def test_values_are_text_as_the_database_has_them(tmp_path: Path) -> None:
    schema = """
    CREATE TABLE t(a);
    INSERT INTO t VALUES (9007199254740993), (0.1), (1e300), ('a' || char(10) || 'b'), (x'0011'), (NULL),
        ('');
    """
    asked = engine(database(tmp_path / "company.db", schema))

    found = asked.select("SELECT a, a FROM t", {"t": ("a",)})

    assert found.columns == ("a", "a (2)")
    assert [row[0] for row in found.rows] == [
        "9007199254740993",
        "0.1",
        "1e+300",
        "a b",
        "(bytes, 2 of them, not shown)",
        None,
        "",
    ]


def test_rows_and_bytes_have_an_end_and_what_is_left_is_counted(tmp_path: Path) -> None:
    schema = """
    CREATE TABLE many(n, long);
    WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1200)
        INSERT INTO many SELECT x, printf('%.1500c', 'y') FROM c;
    """
    asked = engine(database(tmp_path / "company.db", schema))
    seen = {"many": ("n", "long")}

    numbers = asked.select("SELECT n FROM many ORDER BY n", seen)
    assert (len(numbers.rows), numbers.more, numbers.uncounted) == (200, 1000, False)
    assert numbers.rows[-1] == ("200",)
    wide = asked.select("SELECT long, long, long, long FROM many", seen)
    assert sum(len(value or "") for row in wide.rows for value in row) <= 1_000_000
    assert len(wide.rows) + wide.more == 1200


def test_a_database_that_is_none_is_told_without_its_place(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database, and longer than the head of one is" * 10)
    for file, words in (("text.db", "is no SQLite file"), ("nowhere.db", "is not where the settings say")):
        with pytest.raises(StatementStopped) as stopped:
            engine(tmp_path / file).tables()
        assert str(stopped.value) == f"`deals` {words}"


def test_a_database_with_a_log_beside_it_is_read_and_left_alone(tmp_path: Path) -> None:
    file = database(
        tmp_path / "company.db", "PRAGMA journal_mode = wal; CREATE TABLE t(a); INSERT INTO t VALUES (1);"
    )
    asked = engine(file)
    assert asked.select("SELECT a FROM t", {"t": ("a",)}).rows == (("1",),)
    assert os.listdir(tmp_path) == ["company.db"]

    writer = apsw.Connection(str(file))
    writer.execute("INSERT INTO t VALUES (2)")
    assert asked.select("SELECT a FROM t", {"t": ("a",)}).rows == (("1",), ("2",))
    writer.close()
