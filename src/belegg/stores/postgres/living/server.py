"""Which server it is, whether it takes changes, and whether it has connections enough."""

from __future__ import annotations

from collections.abc import Iterator

from belegg.stores.engine.checked import Checked
from belegg.stores.postgres.catalogue import Asked
from belegg.stores.postgres.living.told import Fault, summed

OLDEST, NEWEST = 16, 18
WRITING = 4
"""Connections of a process beside those for reading: the writer's, and those that hold its locks."""

ROOM = """
SELECT CAST(current_setting('max_connections') AS int)
    - CAST(current_setting('superuser_reserved_connections') AS int)
    - CAST(current_setting('reserved_connections') AS int),
  (SELECT datconnlimit FROM pg_database WHERE datname = current_database()),
  (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user),
  (SELECT count(*) FROM pg_stat_activity
   WHERE usename IS NOT NULL AND application_name NOT LIKE 'belegg%%' AND pid <> pg_backend_pid())
"""
RESERVED = "reserved_connections"


def checked(raw: Asked, connections: int) -> Checked:
    """`connections`: that a process reads with, at most."""
    version = raw.info.server_version
    names = f"PostgreSQL {version // 10_000}.{version % 10_000}"
    faults = [*of_version(version), *of_standby(raw), *of_room(raw, connections + WRITING)]
    return summed(
        "server", faults, f"{names}, with room for {connections + WRITING} connections of a process"
    )


def of_version(version: int) -> Iterator[Fault]:
    major = version // 10_000
    if not OLDEST <= major <= NEWEST:
        met = f"it is PostgreSQL {major}, and Belegg is tried with {OLDEST} to {NEWEST}"
        yield met, "move the library to one of these (`pg_upgrade`, or `belegg copy` into another server)"


def of_standby(raw: Asked) -> Iterator[Fault]:
    row = raw.execute("SELECT pg_is_in_recovery()").fetchone()
    if row is not None and row[0]:
        yield (
            "it is a standby: it takes no changes, lags behind, and may cut questions short",
            "give the DSN of the primary server (`target_session_attrs=read-write` finds it among several)",
        )


def of_room(raw: Asked, needed: int) -> Iterator[Fault]:
    row = raw.execute(ROOM).fetchone()
    assert row is not None
    server, database, role, others = row
    limits = {
        f"the server has {server} connections for all, of which others use {others}": server - others,
        f"the database has {database} connections": database,
        f"the role has {role} connections": role,
    }
    todos = ("`ALTER SYSTEM SET max_connections`, and start it again", "`ALTER DATABASE … CONNECTION LIMIT`",
             "`ALTER ROLE … CONNECTION LIMIT`")  # fmt: skip
    for (met, room), todo in zip(limits.items(), todos, strict=True):
        if 0 <= room < needed or room < -1:
            yield (
                f"{met}, and one process of Belegg may need {needed:,}",
                f"{todo}, or let a process have fewer",
            )
