"""
Whether a pooler stands between Belegg and its server that gives a session's connection to others.

Locks of a role belong to a session: behind PgBouncer with `pool_mode = transaction` they stay with whichever
connection took them, and nobody is kept from anything. It is found by what it does: two sessions that hold
nothing are given one and the same backend, or one session is given two.
"""

from __future__ import annotations

from collections.abc import Callable

from belegg.stores.engine.checked import Checked
from belegg.stores.postgres.catalogue import Asked
from belegg.stores.postgres.living.told import summed

MET = "a pooler gives the connection of one session to others (transaction mode): locks do not hold"
TODO = (
    "let sessions keep their connection (PgBouncer: `pool_mode = session`), or give the server's own address"
)


def checked(raw: Asked, connect: Callable[[], Asked]) -> Checked:
    """`raw` must be in no transaction."""
    first = backend(raw)
    if first == raw.info.backend_pid:
        return summed("pooler", (), "the connection goes to the server itself")
    with connect() as other, other.transaction():
        # A pooler that shares gives the other one's transaction the backend that is free now.
        shared = backend(other) == first or backend(raw) != first
    return summed(
        "pooler", [(MET, TODO)] if shared else (), "a pooler is between, and sessions keep their own"
    )


def backend(raw: Asked) -> int:
    """The number of the server's process that answers."""
    row = raw.execute("SELECT pg_backend_pid()").fetchone()
    assert row is not None
    return int(row[0])
