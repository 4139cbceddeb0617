"""The ways in which a process loses its PostgreSQL server, or its connections to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import sleep
from typing import Final

from belegg.testing.postgres_server import DURABLE, PostgresServer

SERVER, HARD, WRITER, LOCK, ALL = (
    "the server",
    "the server, hard",
    "its writer",
    "its lock",
    "all connections",
)
WAYS: Final = (SERVER, HARD, WRITER, LOCK, ALL)
LONGEST_AWAY_S: Final = 1.0
CUT: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid()"
)


def lose(server: PostgresServer, dsn: str, way: str, away_s: float) -> None:
    """
    Kill the server and start it again after so many seconds, or kill one of its processes (after which it
    starts all others anew), or cut connections of the database.
    """
    import psycopg

    server.wait_until_it_answers()  # it may still recover from the last time
    if way in (SERVER, HARD):
        (server.kill if way == SERVER else server.kill_hard)()
        sleep(away_s)
        server.start()
    elif way == WRITER:
        server.kill_backend("belegg writes")
    else:
        narrowed = " AND application_name ~ '^[0-9]+ '" if way == LOCK else ""
        with suppress(psycopg.OperationalError), psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute((CUT + narrowed).encode())


@contextmanager
def to_lose(given: str) -> Iterator[tuple[str, PostgresServer | None]]:
    """An empty database: the one of this DSN, or in a server of one's own, which may be killed."""
    if given:
        yield given, None
        return
    with PostgresServer(DURABLE) as server:
        yield server.database("lost"), server
