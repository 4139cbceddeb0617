"""A text that is no plain number becomes none in a statement: it is refused, or is compared as it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import StatementRefused
from belegg.sources.tables.engine import Seen
from belegg.sources.tables.sqlite.engine import SqliteEngine
from extras import needs
from tables.company_database import database, engine

needs("tables")
from belegg.sources.tables.sqlite.guards import PLAIN, counted_with  # noqa: E402  with the extra alone

pytestmark = pytest.mark.req("AGE-10")

SCHEMA = """
CREATE TABLE t(id INTEGER PRIMARY KEY, amount TEXT, n REAL, day TEXT, code TEXT, q INTEGER, free, short TEXT,
    year TEXT);
INSERT INTO t VALUES (1, '1 000,50', 1.5, '2025-01-31', '0047', 3, 7, '9', '2024'),
    (2, '2 000,00', 2.5, '2026-02-01', '0048', 4, 'n/a', '10', '2025'),
    (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
"""
SEEN: Seen = {"t": ("id", "amount", "n", "day", "code", "q", "free", "short", "year")}

REFUSED = """
SELECT sum(amount) FROM t
SELECT avg(amount) FROM t
SELECT total(free) FROM t
SELECT sum(DISTINCT amount) FROM t
SELECT sum(amount) OVER (ORDER BY id) FROM t
SELECT sum(amount) FILTER (WHERE id = 1) FROM t
SELECT sum(v) FROM (SELECT amount AS v FROM t)
WITH c AS (SELECT amount AS v FROM t) SELECT sum(v) / 2 FROM c
SELECT sum(coalesce(amount, 0)) FROM t
SELECT sum(CASE WHEN id = 1 THEN amount ELSE 0 END) FROM t
SELECT sum(iif(id = 1, amount, 0)) FROM t
SELECT id FROM t GROUP BY id HAVING sum(amount) > 3
SELECT round(amount, 1) FROM t
SELECT abs(amount) FROM t
SELECT amount + 1 FROM t
SELECT 1 - amount FROM t
SELECT n * amount FROM t
SELECT amount / 2 FROM t
SELECT amount % 7 FROM t
SELECT -amount FROM t
SELECT amount & 1 FROM t
SELECT day + 1 FROM t
SELECT CAST(amount AS REAL) FROM t
SELECT CAST(amount AS INTEGER) FROM t
SELECT CAST(day AS DATE) FROM t
SELECT id FROM t WHERE amount > 500
SELECT id FROM t WHERE 500 < amount
SELECT id FROM t WHERE NOT amount <= 500
SELECT id FROM t WHERE amount > '500'
SELECT id FROM t WHERE amount BETWEEN 1 AND 3000
SELECT id FROM t WHERE amount = 1000.5
SELECT id FROM t WHERE n < amount
SELECT id FROM t WHERE short > 5
SELECT id FROM t WHERE code = 47
SELECT id FROM t WHERE code IN (47, 48)
SELECT id FROM t WHERE strftime('%Y', day) >= 2025
SELECT id FROM t WHERE strftime('%Y', day) = 2025
SELECT max(amount) FROM t
SELECT min(short) FROM t
SELECT max(n, amount) FROM t
SELECT amount FROM t ORDER BY amount DESC LIMIT 1
SELECT id, amount FROM t ORDER BY 2 DESC LIMIT 1
SELECT rank() OVER (ORDER BY amount) FROM t
"""
ANSWERED = {
    "SELECT sum(n), avg(q), total(n) FROM t": ("4.0", "3.5", "4.0"),
    "SELECT sum(short) FROM t": ("19",),
    "SELECT sum(CAST(replace(replace(amount, ' ', ''), ',', '.') AS REAL)) FROM t": ("3000.5",),
    "SELECT CAST(strftime('%Y', day) AS INTEGER) AS y FROM t WHERE y = 2026": ("2026",),
    "SELECT substr(day, 1, 4) + 0 FROM t GROUP BY substr(day, 1, 4) + 0 ORDER BY 1 DESC": ("2026",),
    "SELECT max(day), min(code), max(year), max(n) FROM t": ("2026-02-01", "0047", "2025", "2.5"),
    "SELECT id FROM t WHERE day >= '2026-01-01'": ("2",),
    "SELECT id FROM t WHERE q >= '3' AND code = '0047' AND day BETWEEN '2025-01-01' AND '2025-12-31'": ("1",),
    "SELECT id FROM t WHERE year = 2025": ("2",),
    "SELECT year FROM t WHERE year >= '2025'": ("2025",),
    "SELECT n * 2 AS x FROM t UNION ALL SELECT q FROM t ORDER BY x DESC": ("5.0",),
    "SELECT amount FROM t WHERE amount IS NOT NULL ORDER BY amount": ("1 000,50",),
    "SELECT day FROM t ORDER BY 1 DESC LIMIT 1": ("2026-02-01",),
    "SELECT length(amount) + 1, amount || ' kr' FROM t": ("9", "1 000,50 kr"),
    "SELECT round(sum(n) / count(*), 1), sum(DISTINCT q) FROM t": ("1.3", "7"),
    "SELECT julianday(day) - julianday('2025-01-01') FROM t": ("30.0",),
    "SELECT CASE WHEN n > 2 THEN 'x' ELSE 'y' END, sum(n) FROM t GROUP BY 1": ("x", "2.5"),
}


TEXTS = ["1 000", "1\u00a0000", "1\u202f000,5", "1,5", "-2,50", "(12)", "4,1 %", "4%", "12-", "", " ", "n/a"]
TEXTS += ["1e3", "12 kr", "0x10", "31.12.2025", "2025-12-31", "923 609 016", "1.000.000", "\u22125", "½", "٣"]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> SqliteEngine:
    return engine(database(tmp_path_factory.mktemp("texts") / "company.db", SCHEMA))


@pytest.mark.parametrize("statement", REFUSED.strip().splitlines())
def test_a_text_that_is_no_number_is_neither_counted_with_nor_ranked(
    asked: SqliteEngine, statement: str
) -> None:
    with pytest.raises(StatementRefused, match="holds text, such as"):
        asked.select(statement, SEEN)


@pytest.mark.parametrize(("statement", "row"), ANSWERED.items())
def test_numbers_days_codes_and_texts_made_numbers_are_answered(
    asked: SqliteEngine, statement: str, row: tuple[str, ...]
) -> None:
    assert asked.select(statement, SEEN).rows[0] == row


def test_the_refusal_names_the_column_and_what_stands_in_it(asked: SqliteEngine) -> None:
    with pytest.raises(StatementRefused) as refused:
        asked.select("SELECT sum(amount) FROM t", SEEN)

    assert str(refused.value) == (
        "`amount` holds text, such as `1 000,50`: it is no plain number, and cannot be summed, cast or "
        "counted with; leave such rows out, or make numbers of them with replace(…) first"
    )


def test_a_text_in_rows_that_are_not_asked_refuses_nothing(asked: SqliteEngine) -> None:
    assert asked.select("SELECT sum(free) FROM t WHERE typeof(free) <> 'text'", SEEN).rows == (("7",),)


@pytest.mark.parametrize(
    "text",
    TEXTS,
)
def test_what_sqlite_would_read_in_part_is_no_plain_number(text: str) -> None:
    with pytest.raises(StatementRefused):
        counted_with(text, "amount")


@given(st.from_regex(PLAIN, fullmatch=True))
def test_a_plain_number_is_the_number_that_is_written(text: str) -> None:
    assert counted_with(text, "amount") == text
    float(text)
