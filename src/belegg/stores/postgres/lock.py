"""
One holder of a role at a time, by name: a session-level advisory lock, on a connection of its own.

The lock is the server's: it ends with its connection, however that ends. That connection's `application_name`
says which process holds the lock, and why. A pool between Belegg and the server must keep sessions together
(PgBouncer: `pool_mode = session`).
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from zlib import crc32

import psycopg

from belegg.errors import StoreBusy
from belegg.stores.engine.roles import MERGER, WRITER, Patience
from belegg.stores.postgres.session import Raw, connected_within, lives

CLASS = 0x42454C47  # BELG
POLL_S = 0.02
MUST_NOT_BREAK = (WRITER, MERGER)
"""Roles of which a step relies on nobody having been in between the one before and this."""
HOLDER = (
    "SELECT a.application_name FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid "
    "WHERE l.locktype = 'advisory' AND l.granted AND l.classid = %s AND l.objid = %s "
    "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


@dataclass(frozen=True, slots=True)
class Place:
    """A library's database: how it is reached, what it is called, how long its silence is borne."""

    dsn: str
    name: str
    silence_s: float


@dataclass(slots=True)
class Held:
    """A role's lock, held by a connection."""

    place: Place
    role: str
    purpose: str
    patience: Patience
    raw: Raw = field(init=False)

    def check(self) -> None:
        """
        Raise StoreBusy when the lock was lost with its connection: somebody else may have done, or be at,
        what this one is in the middle of. A role that only holds others off is taken again.
        """
        if lives(self.raw):
            return
        if self.role in MUST_NOT_BREAK:
            raise StoreBusy(
                f"the connection that held `{self.place.name}` for `{self.purpose}` was lost in the middle; "
                "what was not acknowledged was not changed. Run it again"
            )
        self.take()

    def release(self) -> None:
        """Let the next one in, now: the server ends a connection that is closed a moment later."""
        with suppress(psycopg.OperationalError):
            self.raw.execute("SELECT pg_advisory_unlock_all()")
        self.raw.close()

    def take(self) -> None:
        """Waits for the server as for another holder. Raises StoreBusy naming that one, psycopg.Error."""
        begun = time.monotonic()
        place, limit_s = self.place, self.patience.limit_s
        self.raw = connected_within(place.dsn, f"{os.getpid()} {self.purpose}", limit_s, place.silence_s)
        try:
            wait(self.raw, place.name, self.role, self.patience, begun)
        except BaseException:
            self.raw.close()
            raise


@contextmanager
def only_one(place: Place, role: str, purpose: str, patience: Patience) -> Iterator[Held]:
    """Hold a role's lock. Raises StoreBusy naming the holder's purpose, psycopg.Error."""
    held = Held(place, role, purpose, patience)
    held.take()
    try:
        yield held
    finally:
        held.release()


def wait(raw: Raw, name: str, role: str, patience: Patience, begun: float) -> None:
    """`begun`: when waiting began (monotonic)."""
    told = False
    while not taken(raw, role):
        who = in_words(holder(raw, role))
        waited = time.monotonic() - begun
        if waited >= patience.limit_s:
            raise StoreBusy(
                f"`{name}` is being written to {who} and that did not end in {patience.limit_s:g} s; "
                "run this again when it has ended, or wait longer (`--wait SECONDS`)"
            )
        if not told and waited >= patience.tell_after_s:
            told = True
            patience.tell(
                f"`{name}` is being written to {who}; waiting for it, {patience.limit_s:g} s at most"
            )
        time.sleep(POLL_S)


def number(raw: Raw, role: str) -> int:
    """The lock's number: of a role, in the schema that this connection works in."""
    row = raw.execute("SELECT current_schema()").fetchone()
    assert row is not None
    return crc32(f"{row[0]} {role}".encode()) & 0x7FFFFFFF


def taken(raw: Raw, role: str) -> bool:
    row = raw.execute("SELECT pg_try_advisory_lock(%s::int, %s::int)", (CLASS, number(raw, role))).fetchone()
    return row is not None and bool(row[0])


def holder(raw: Raw, role: str) -> tuple[int, str] | None:
    """The process and the purpose of who holds the lock; 0 and nothing when it does not say."""
    with suppress(psycopg.Error):
        row = raw.execute(HOLDER, (CLASS, number(raw, role))).fetchone()
        if row is None:
            return None
        process, _, purpose = str(row[0] or "").partition(" ")
        return (int(process), purpose) if process.isdecimal() else (0, "")
    return 0, ""


def in_words(who: tuple[int, str] | None) -> str:
    return f"by `{who[1]}` (process {who[0]})" if who and who[1] else "by another process"
