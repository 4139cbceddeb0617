"""What PostgreSQL refuses is a typed error in words; nothing is lost by it, and the next call works."""

from __future__ import annotations

import os
import pwd
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from belegg.errors import StoreBusy, StoreFull, StoreReadOnly, StoreUnhealthy
from belegg.records import PassageKey
from belegg.testing import incoming
from belegg.testing.postgres_server import OTHER_SERVER, PostgresServer, installed
from extras import needs
from stores.stocked import EVERYTHING, asked, put

needs("postgres")

import psycopg  # noqa: E402
from psycopg import errors  # noqa: E402
from psycopg.conninfo import conninfo_to_dict, make_conninfo  # noqa: E402

from belegg.stores.postgres import PostgresStore  # noqa: E402
from belegg.stores.postgres.connecting import Connecting  # noqa: E402
from belegg.stores.postgres.refusals import in_words  # noqa: E402

pytestmark = pytest.mark.req("FAC-5", "ING-12")


@pytest.fixture
def dsn(postgres: Callable[[], str]) -> str:
    return postgres()


@pytest.fixture
def owners(dsn: str, as_superuser: Callable[[str], str]) -> str:
    """The same database for somebody whom no fence holds."""
    return as_superuser(dsn)


@pytest.fixture
def library(dsn: str) -> Iterator[PostgresStore]:
    with closing(PostgresStore(dsn, wait_s=0.3)) as store:
        put(store, incoming("r/a", "word"))
        yield store


def works(store: PostgresStore) -> bool:
    """Whether it answers and takes what it is given."""
    put(store, incoming("r/after", "word"))
    with store.reading(EVERYTHING) as reader:
        found = reader.by_words(asked("word"), 9)
    return len(found) == 2 and all(checked.sound for checked in store.health() if checked.name == "index")


def with_setting(dsn: str, *settings: str) -> str:
    return make_conninfo(dsn, options=" ".join(f"-c {setting}" for setting in settings))


@contextmanager
def holding(dsn: str, *statements: str) -> Iterator[None]:
    """Somebody else in a transaction that did these."""
    with psycopg.connect(dsn) as other:
        for statement in statements:
            other.execute(statement.encode())
        yield
        other.rollback()


def test_a_table_that_somebody_holds_is_said_to_be_held(library: PostgresStore, owners: str) -> None:
    with (
        holding(owners, "LOCK TABLE versions IN ACCESS EXCLUSIVE MODE"),
        pytest.raises(StoreBusy, match="another program holds"),
    ):
        put(library, incoming("r/b", "word"))

    assert works(library)


def test_a_statement_that_takes_too_long_is_ended(dsn: str, library: PostgresStore, owners: str) -> None:
    with (
        closing(PostgresStore(dsn, connecting=Connecting(statement_s=0.2))) as hasty,
        holding(owners, "LOCK TABLE passages IN ACCESS EXCLUSIVE MODE"),
        pytest.raises(StoreBusy, match="did not answer in time"),
        hasty.reading(EVERYTHING) as reader,
    ):
        reader.passages([PassageKey(1)])

    assert works(library)


def test_a_deadlock_is_said_and_leaves_nothing(dsn: str, library: PostgresStore, owners: str) -> None:
    with psycopg.connect(owners) as other, closing(PostgresStore(dsn, wait_s=30)) as store:
        other.execute("SET deadlock_timeout = '30s'")  # so that it is ours that finds out
        other.execute("LOCK TABLE versions IN ACCESS EXCLUSIVE MODE")
        waits = threading.Thread(target=lambda: other.execute("SELECT 1 FROM state FOR UPDATE"))

        def write_into_it() -> None:
            with store.writing("test") as writer:
                waits.start()
                writer.add(incoming("r/b", "word"))

        with pytest.raises(StoreBusy, match="another program holds"):
            write_into_it()
        waits.join()
        other.rollback()

    assert works(library)


@pytest.mark.parametrize(
    "ended", [errors.IdleInTransactionSessionTimeout, errors.TransactionTimeout, errors.OutOfMemory]
)
def test_a_transaction_that_the_server_ended_by_itself_is_said_to_be_ended(
    ended: type[psycopg.Error],
) -> None:
    told = in_words("postgresql://db/x", ended("terminating connection due to a timeout"))

    assert isinstance(told, StoreBusy)
    assert str(told).endswith("ry again")


def test_a_database_that_takes_no_changes_is_read_and_says_so(dsn: str, library: PostgresStore) -> None:
    with closing(PostgresStore(with_setting(dsn, "default_transaction_read_only=on"))) as store:
        with store.reading(EVERYTHING) as reader:
            assert len(reader.by_words(asked("word"), 9)) == 1
        with pytest.raises(StoreReadOnly, match="takes no changes over this connection"):
            put(store, incoming("r/b", "word"))

    assert works(library)


def test_a_table_that_is_gone_is_damage_and_no_fault_of_the_program(
    library: PostgresStore, owners: str
) -> None:
    with psycopg.connect(owners, autocommit=True) as other:
        other.execute("DROP TABLE versions CASCADE")

    with pytest.raises(StoreUnhealthy, match="is damaged"):
        put(library, incoming("r/b", "word"))


@pytest.fixture
def small() -> Iterator[PostgresServer]:
    """A server with room for few connections."""
    if os.environ.get(OTHER_SERVER) or installed() is None:
        pytest.skip("only a server that the test started itself is made small")
    few = {"max_connections": "6", "superuser_reserved_connections": "0", "max_wal_senders": "0"}
    with PostgresServer(few) as server:
        yield server


def test_a_server_without_a_connection_left_says_so_and_serves_again(small: PostgresServer) -> None:
    dsn = small.database("few")
    with closing(PostgresStore(dsn, wait_s=0.1, connecting=Connecting(away_s=0.3))) as store:
        put(store, incoming("r/a", "word"))
        taken: list[psycopg.Connection] = []
        try:
            while True:
                taken.append(psycopg.connect(dsn))
        except psycopg.OperationalError:
            pass
        with pytest.raises(StoreBusy, match="has no connection left for this"):
            put(store, incoming("r/b", "word"))
        with pytest.raises(StoreBusy, match="has no connection left for this"):
            PostgresStore(dsn)
        for connection in taken:
            connection.close()
        small.wait_until_it_answers()
        assert works(store)


def test_a_process_that_uses_all_its_connections_says_so(dsn: str, library: PostgresStore) -> None:
    two = Connecting(connections=2, away_s=0.1)
    with closing(PostgresStore(dsn, connecting=two)) as store:
        with (
            store.reading(EVERYTHING),
            store.reading(EVERYTHING),
            pytest.raises(StoreBusy, match="all 2 are in use"),
            store.reading(EVERYTHING),
        ):
            pytest.fail("there was a third")
        assert works(store)


@pytest.fixture
def small_tablespace(small_disk: Path, postgres_server: PostgresServer) -> str:
    """A tablespace of the tests' server on a disk of 2 MB."""
    if os.environ.get(OTHER_SERVER):
        pytest.skip("another server may not reach the small disk")
    nobody = pwd.getpwnam("nobody")
    for folder in small_disk.resolve().parents:
        subprocess.run(["chmod", "o+x", str(folder)], check=False)
    os.chown(small_disk, nobody.pw_uid, nobody.pw_gid)
    with psycopg.connect(postgres_server.dsn(), autocommit=True) as connection:
        connection.execute(f"CREATE TABLESPACE small LOCATION '{small_disk.resolve()}'".encode())
    return "small"


def test_a_disk_that_is_full_is_one_plain_sentence_and_loses_nothing(
    dsn: str, owners: str, small_tablespace: str, postgres_server: PostgresServer
) -> None:
    with psycopg.connect(owners, autocommit=True) as connection:
        for table in ("passages", "versions"):
            connection.execute(f"ALTER TABLE {table} SET TABLESPACE {small_tablespace}".encode())
    stored = 0
    with closing(PostgresStore(dsn)) as store:

        def store_more() -> None:
            nonlocal stored
            for number in range(10_000):
                put(store, incoming(f"r/{number}", *[f"word{number} some text" * 60] * 30))
                stored += 1

        with pytest.raises(StoreFull, match="nothing that was acknowledged is lost"):
            store_more()

        with store.reading(EVERYTHING) as reader:
            assert len(list(reader.heads())) == stored
        assert [c.text for c in store.health() if not c.sound and c.name == "index"] == []
    with psycopg.connect(postgres_server.dsn(), autocommit=True) as connection:
        name = str(conninfo_to_dict(dsn)["dbname"])
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
        connection.execute(f"DROP TABLESPACE {small_tablespace}".encode())
