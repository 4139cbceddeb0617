"""What health advises about a living PostgreSQL: each fault is made on a server and told."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from belegg.stores.engine.checked import Checked
from belegg.testing import incoming
from belegg.testing.postgres_server import OTHER_SERVER, PostgresServer, installed
from extras import needs
from stores.stocked import put
from transaction_pooler import TransactionPooler

needs("postgres")

import psycopg  # noqa: E402

from belegg.stores.postgres import PostgresStore  # noqa: E402
from belegg.stores.postgres.living import Bounds, advice, server, transactions  # noqa: E402
from belegg.stores.postgres.session import connected  # noqa: E402

STATEMENT = re.compile(r"`((?:ALTER|CREATE|DROP|GRANT|REINDEX|VACUUM|ANALYZE|ROLLBACK|SELECT) [^`]+)`")
CAREFUL = {
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "max_prepared_transactions": "2",
    "wal_level": "logical",
}
STRICT = Bounds(dead_rows=1, small_bytes=1, long_s=0.0)
FILLED = "INSERT INTO gaps (gap, closed_at) SELECT x, '' FROM generate_series(1, 99) AS x"
AGED = (
    "UPDATE pg_database SET datfrozenxid = CAST(CAST((CAST(CAST(txid_current() AS text) AS bigint) "
    "+ 4294967296 - 1500000000) % 4294967296 AS text) AS xid) WHERE datname = current_database()"
)


@pytest.fixture(scope="module")
def careful() -> Iterator[Callable[[], str]]:
    """Gives the DSN of an empty library on a server that keeps what it promises, another one each time."""
    if os.environ.get(OTHER_SERVER) or installed() is None:
        pytest.skip("its settings are those of a server that the test starts itself")
    with PostgresServer(CAREFUL) as server:
        PostgresStore(server.database("empty")).close()
        numbers = iter(range(1_000))
        yield lambda: server.database(f"one_{next(numbers)}", of="empty")


@pytest.fixture
def dsn(careful: Callable[[], str]) -> str:
    return careful()


def run(dsn: str, *statements: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def told(dsn: str, check: str, within: Bounds | None = None, connections: int = 16) -> Checked:
    found = advice(lambda: connected(dsn, "belegg health"), connections, within)
    return next(checked for checked in found if checked.name == check)


@pytest.mark.req("HYB-9")
def test_a_sound_library_on_a_careful_server_is_well_in_every_respect(dsn: str) -> None:
    with closing(PostgresStore(dsn)) as library:
        put(library, incoming("r/a", "one word", "another word"))

        assert [
            checked for checked in library.advice() if not checked.sound and checked.name != "fence"
        ] == []


@pytest.mark.req("HYB-9")
@pytest.mark.parametrize(
    ("check", "faults", "met"),
    [
        ("settings", ["ALTER DATABASE {} SET statement_timeout = '5s'"], "`statement_timeout` is `5s`"),
        (
            "settings",
            ["ALTER DATABASE {} SET idle_in_transaction_session_timeout = '1min'"],
            "may cut ingesting",
        ),
        ("settings", ["ALTER DATABASE {} SET default_transaction_read_only = on"], "nothing can be changed"),
        ("settings", ["ALTER DATABASE {} SET zero_damaged_pages = on"], "emptied without an error"),
        ("settings", ["ALTER DATABASE {} SET standard_conforming_strings = off"], "a backslash"),
        ("settings", ["ALTER DATABASE {} SET enable_indexscan = off"], "`enable_indexscan` is `off`"),
        ("settings", ["ALTER DATABASE {} SET row_security = off"], "row security"),
        ("server", ["ALTER DATABASE {} CONNECTION LIMIT 5"], "the database has 5 connections"),
        (
            "collation",
            ["UPDATE pg_database SET datcollversion = '0' WHERE datname = current_database()"],
            "ordered by version `0`",
        ),
        ("schema", ["CREATE TABLE theirs (id int PRIMARY KEY, a text)"], "the table `theirs`"),
        ("schema", ["CREATE VIEW seen AS SELECT text FROM passages"], "the view `seen`"),
        ("schema", ["ALTER TABLE names ADD CONSTRAINT odd CHECK (name <> 'x')"], "the constraint `odd` of"),
        (
            "schema",
            [
                "CREATE FUNCTION changing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
                "CREATE TRIGGER changing BEFORE INSERT ON passages FOR EACH ROW EXECUTE FUNCTION changing()",
            ],
            "the trigger `changing` of table `passages`",
        ),
        ("schema", ["CREATE RULE losing AS ON INSERT TO gaps DO INSTEAD NOTHING"], "the rule `losing`"),
        ("schema", ["CREATE INDEX names_pkey_ccnew ON names (name)"], "left behind by a `REINDEX`"),
        ("rows", ["ALTER TABLE passages SET (autovacuum_enabled = off)"], "autovacuum is off"),
        (
            "rows",
            [FILLED, "DELETE FROM gaps"],
            "table `gaps` holds 99 dead rows beside 0 (never vacuumed)",
        ),
        (
            "rows",
            [FILLED],
            "table `gaps` was never analysed",
        ),
        (
            "transactions",
            ["BEGIN; CREATE TABLE held (id int); PREPARE TRANSACTION 'held'"],
            "the prepared transaction `held` waits",
        ),
        (
            "transactions",
            ["SELECT pg_create_logical_replication_slot('unread', 'test_decoding')"],
            "nobody reads the replication slot `unread`",
        ),
    ],
)  # fmt: skip
def test_a_fault_is_told_and_gone_after_what_is_said_to_do(
    dsn: str, check: str, faults: list[str], met: str
) -> None:

    database = psycopg.conninfo.conninfo_to_dict(dsn)["dbname"]
    run(dsn, *(fault.format(database) for fault in faults))

    found = told(dsn, check, STRICT)

    assert not found.sound
    assert not found.grave
    assert met in found.text
    mending = STATEMENT.findall(found.todo)
    if check in ("settings", "collation", "rows", "transactions"):
        run(dsn, "SET default_transaction_read_only = off", *mending)
        assert met not in told(dsn, check, STRICT).text
    else:
        assert found.todo


@pytest.mark.req("HYB-9")
def test_a_server_that_does_not_force_to_disk_is_told(postgres: Callable[[], str]) -> None:
    found = told(postgres(), "settings")

    assert "`fsync` is `off`" in found.text
    assert "may lose or damage all that was acknowledged" in found.text
    assert "leave `fsync` out of the command" in found.todo


def test_an_extension_beside_the_library_is_no_strangers_thing(dsn: str) -> None:
    run(dsn, "CREATE EXTENSION pg_trgm", "CREATE EXTENSION pg_stat_statements")

    assert told(dsn, "schema").sound


def test_a_server_with_few_connections_or_of_another_age_is_told(dsn: str) -> None:
    assert "and one process of Belegg may need 1,004" in told(dsn, "server", connections=1_000).text
    assert told(dsn, "server").sound
    assert ["PostgreSQL 15" in met for met, _ in server.of_version(150_004)] == [True]
    assert list(server.of_version(160_004)) == []


@pytest.mark.req("HYB-9")
def test_a_damaged_index_is_told_where_amcheck_may_look(dsn: str) -> None:
    with closing(PostgresStore(dsn)) as library:
        put(library, incoming("r/a", "word"), incoming("r/b", "word"))
    assert "was not checked (`CREATE EXTENSION amcheck`" in told(dsn, "pages").text
    run(dsn, "CREATE EXTENSION amcheck")
    assert "indexes are in order" in told(dsn, "pages").text

    # Its entries are taken to be in the other order than they are.
    run(dsn, "UPDATE pg_index SET indoption = '1' WHERE indexrelid = 'sources_by_source'::regclass")
    found = told(dsn, "pages")

    assert not found.sound
    assert "the index `sources_by_source` is damaged (item order" in found.text
    run(dsn, *STATEMENT.findall(found.todo))
    assert told(dsn, "pages").sound
    assert "not gone through: `" in told(dsn, "pages", Bounds(checked_bytes=20_000)).text


def test_unused_space_is_told_where_it_can_be_measured(dsn: str) -> None:
    filled = (
        "INSERT INTO gaps (gap, closed_at) "
        "SELECT x::text || repeat('x', 900), '' FROM generate_series(1, 3000) AS x"
    )
    run(dsn, filled, "DELETE FROM gaps WHERE number > 9 AND number < 2999", "VACUUM ANALYZE gaps")
    assert "was not measured (`CREATE EXTENSION pgstattuple`" in told(dsn, "rows").text

    run(dsn, "CREATE EXTENSION pgstattuple")
    assert "of table `gaps` are unused" in told(dsn, "rows").text
    with closing(PostgresStore(dsn)) as library:
        library.compact()

    assert "of table `gaps` are unused" not in told(dsn, "rows").text


@pytest.mark.req("HYB-9")
def test_a_transaction_that_is_held_open_is_told_with_who_holds_it(dsn: str) -> None:
    with psycopg.connect(dsn, application_name="a report") as holding:
        holding.execute("SELECT count(*) FROM passages")
        found = told(dsn, "transactions", STRICT)

        assert "a transaction of `a report` (process " in found.text
        assert "(idle in transaction)" in found.text
        assert f"pg_terminate_backend({holding.info.backend_pid})" in found.todo
        assert told(dsn, "transactions").sound, "it is not open for long"


@pytest.mark.req("HYB-9")
def test_transaction_numbers_that_near_their_end_are_told(dsn: str) -> None:
    run(dsn, AGED)

    assert re.search(
        r"transaction numbers of database one_\d+ are 1,[45]\d\d,\d", told(dsn, "transactions").text
    )


@pytest.mark.req("HYB-9")
def test_a_role_of_few_rights_is_told_what_it_may_not_see_and_how_it_would(dsn: str) -> None:
    role = "CREATE ROLE few LOGIN PASSWORD 'few'"
    run(
        dsn,
        "CREATE EXTENSION amcheck",
        "CREATE EXTENSION pgstattuple",
        role,
        "GRANT USAGE ON SCHEMA public TO few",
    )
    theirs = psycopg.conninfo.make_conninfo(dsn, user="few", password="few")
    with psycopg.connect(dsn):  # a session of another role
        found = {c.name: c for c in advice(lambda: connected(theirs, "belegg health"), 16)}

    assert [checked.name for checked in found.values() if not checked.sound] == []
    assert "this role may not (`GRANT EXECUTE ON FUNCTION public.bt_index_check" in found["pages"].text
    assert "this role may not (`GRANT EXECUTE ON FUNCTION public.pgstattuple_approx" in found["rows"].text
    assert "of other roles not looked into (`GRANT pg_read_all_stats" in found["transactions"].text
    run(dsn, "DROP OWNED BY few", "DROP ROLE few")


@pytest.mark.req("HYB-9")
def test_a_pooler_that_shares_a_sessions_connection_is_found_by_what_it_does(dsn: str) -> None:
    assert "to the server itself" in told(dsn, "pooler").text

    with TransactionPooler(dsn) as pooler:
        found = told(pooler.address, "pooler")

    assert not found.sound
    assert "a pooler gives the connection of one session to others" in found.text
    assert "pool_mode = session" in found.todo


@pytest.mark.req("HYB-9")
def test_a_standby_is_told() -> None:
    if os.environ.get(OTHER_SERVER) or installed() is None:
        pytest.skip("only a server that the test started itself is made a standby")
    with PostgresServer() as standby:
        dsn = standby.database("standby")
        PostgresStore(dsn).close()
        standby.kill()
        (standby.home / "d" / "standby.signal").touch()
        standby.start()

        with closing(PostgresStore(dsn)) as library:
            found = next(checked for checked in library.advice() if checked.name == "server")

        assert "it is a standby" in found.text
        assert "target_session_attrs=read-write" in found.todo


def test_what_amounts_to_nothing_is_not_told(dsn: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as raw:
        assert list(transactions.of_age(raw, 1_000_000_000)) == []
        assert list(transactions.of_prepared(raw, 0)) == []
