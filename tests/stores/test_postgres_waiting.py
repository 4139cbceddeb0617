"""Statements that give nothing back wait, and go to PostgreSQL together: in order, before whatever looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from belegg.errors import StoreError
from extras import needs

needs("postgres")

from psycopg import errors  # noqa: E402

from belegg.stores.postgres import PostgresStore  # noqa: E402
from belegg.stores.postgres.connection import PostgresConnection  # noqa: E402
from belegg.stores.postgres.session import connected  # noqa: E402

PUT = "INSERT INTO roots (name, location) VALUES (?, ?)"
ALL = "SELECT name, location FROM roots ORDER BY name"


@pytest.fixture
def dsn(postgres: Callable[[], str]) -> str:
    return postgres()


@pytest.fixture
def connection(dsn: str) -> Iterator[PostgresConnection]:
    with connected(dsn, "test") as raw:
        yield PostgresConnection(raw)


@pytest.mark.req("ING-12")
def test_whoever_looks_sees_what_was_written_before_in_its_order(connection: PostgresConnection) -> None:
    connection.command("BEGIN")
    connection.execute(PUT, ("a", "first"))
    connection.execute("UPDATE roots SET location = ? WHERE name = ?", ("second", "a"))
    connection.executemany(PUT, [(f"b{n}", "many") for n in range(3)])
    connection.execute("DELETE FROM roots WHERE name = ?", ("b1",))

    assert connection.execute(ALL).fetchall() == [("a", "second"), ("b0", "many"), ("b2", "many")]
    connection.execute("DELETE FROM roots")
    assert connection.changes() == 3
    connection.command("ROLLBACK")


@pytest.mark.req("ING-12")
def test_what_waits_is_committed_with_the_commit_and_dropped_by_a_rollback(
    connection: PostgresConnection, dsn: str
) -> None:
    connection.command("BEGIN")
    connection.execute(PUT, ("kept", "x"))
    connection.command("COMMIT")
    connection.command("BEGIN")
    connection.execute(PUT, ("dropped", "x"))
    connection.command("ROLLBACK")

    with connected(dsn, "another") as other:
        assert other.execute(ALL).fetchall() == [("kept", "x")]


def test_outside_of_a_transaction_nothing_waits(connection: PostgresConnection, dsn: str) -> None:
    connection.execute(PUT, ("a", "x"))

    with connected(dsn, "another") as other:
        assert other.execute(ALL).fetchall() == [("a", "x")]


@pytest.mark.req("ING-12")
def test_a_refused_statement_is_raised_as_itself_and_nothing_of_its_transaction_is_kept(
    connection: PostgresConnection, dsn: str
) -> None:
    connection.command("BEGIN")
    for name in ("a", "twice", "twice", "b"):
        connection.execute(PUT, (name, "x"))

    with pytest.raises(errors.UniqueViolation, match="twice"):
        connection.command("COMMIT")

    connection.command("ROLLBACK")
    assert connection.execute(ALL).fetchall() == []


def test_a_text_that_no_database_stores_leaves_the_transaction_as_it_was(
    connection: PostgresConnection,
) -> None:
    connection.command("BEGIN")
    connection.execute(PUT, ("a", "x"))
    connection.execute(PUT, ("half \ud800", "x"))

    with pytest.raises(UnicodeEncodeError):
        connection.execute(ALL)

    assert connection.execute(ALL).fetchall() == [("a", "x")]
    connection.command("ROLLBACK")


def test_a_change_that_was_refused_late_changes_nothing_for_readers(dsn: str) -> None:
    library = PostgresStore(dsn)

    def written() -> None:
        with library.writing("test") as writer:
            writer.set_root("a", "x")
            writer.set_root("b", "half \ud800")

    with pytest.raises((UnicodeEncodeError, StoreError)):
        written()

    assert library.roots() == {}
    library.close()
