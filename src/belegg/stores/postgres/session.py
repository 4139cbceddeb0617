"""Connections to the server: how they are made, what is asked of each, and when one is given up."""

from __future__ import annotations

import time
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow

from belegg.stores.postgres.adapting import adapt

T = TypeVar("T")
Value = TypeVar("Value")

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 0.5
NETWORK = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""A network that is gone is noticed after a minute at most; the DSN may say otherwise."""

PREPARED = b"; ".join(
    (
        # The server notices as soon as a machine that is gone, and ends its transaction and its locks.
        b"SET tcp_keepalives_idle = 30",
        b"SET tcp_keepalives_interval = 10",
        b"SET tcp_keepalives_count = 3",
        # A lock is held by a connection that has nothing to say.
        b"SET idle_session_timeout = 0",
        # What was acknowledged is on the disk. What is stricter (`remote_apply`) stays.
        b"SELECT set_config('synchronous_commit', 'on', false) "
        b"WHERE current_setting('synchronous_commit') = 'off'",
    )
)


class NoAnswer(psycopg.OperationalError):
    """The server said nothing for too long; what it does with what it was asked is not known."""


class Raw(psycopg.Connection[TupleRow]):
    """A connection that is given up when the server is silent for `silence_s` in the middle of something."""

    silence_s = float("inf")

    def wait(self, gen: PQGen[Value], *limits: Any, **named_limits: Any) -> Value:
        try:
            return super().wait(heard(gen, self.silence_s), *limits, **named_limits)
        except NoAnswer:
            self.pgconn.finish()
            raise


def heard(gen: PQGen[Value], silence_s: float) -> PQGen[Value]:
    """psycopg's generator of one exchange; raises NoAnswer inside it when nothing moves for so long."""
    moved = time.monotonic()
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if ready:
                moved = time.monotonic()
            elif time.monotonic() - moved > silence_s:
                raise NoAnswer(f"it said nothing for {silence_s:g} s")
            wanted = gen.send(ready)
    except StopIteration as ended:
        result: Value = ended.value
        return result


def connected(dsn: str, purpose: str, silence_s: float = float("inf")) -> Raw:
    """A connection of one's own. `purpose`: what others see of it. Raises psycopg.Error."""
    with_defaults = make_conninfo("", **{**NETWORK, **conninfo_to_dict(dsn), "application_name": purpose})
    raw = Raw.connect(with_defaults, autocommit=True)
    try:
        raw.silence_s = silence_s
        adapt(raw)
        raw.execute(PREPARED)
    except BaseException:
        raw.close()
        raise
    return raw


def connected_within(dsn: str, purpose: str, limit_s: float, silence_s: float = float("inf")) -> Raw:
    """The same, of a server that may be starting again: tried until the limit is over, once at least."""
    ends = time.monotonic() + limit_s
    pause_s = FIRST_PAUSE_S
    while True:
        try:
            return connected(dsn, purpose, silence_s)
        except psycopg.OperationalError:
            left_s = ends - time.monotonic()
            if left_s <= 0:
                raise
        time.sleep(min(pause_s, left_s))
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


def lost(raw: Raw) -> bool:
    """Whether nothing more can be said over a connection, as far as is known."""
    return bool(raw.closed)


def lives(raw: Raw) -> bool:
    """Whether the server answers over a connection; one that does not is closed."""
    if lost(raw):
        return False
    try:
        raw.execute("")
    except psycopg.OperationalError:
        raw.close()
        return False
    return True
