"""
How a process learns whether a change was committed when the connection broke before the server could say so.

Each change leaves a row in its own transaction. Whoever did not hear how that ended waits until nobody is at
it any more, and looks for the row: it is there when the change is. PostgreSQL's own word (`pg_xact_status`)
is not enough: a server that crashed may give the number of a transaction that it lost to another one.
"""

from __future__ import annotations

import secrets
import time

import psycopg

from belegg.errors import OutcomeUnknown
from belegg.stores.engine.roles import Patience
from belegg.stores.postgres.lock import Place
from belegg.stores.postgres.session import connected_within

KEPT = "1 hour"
NOBODY_IS_AT_IT = b"BEGIN; SET LOCAL lock_timeout = %d; SELECT 1 FROM state FOR UPDATE"
PAUSE_S = 0.2


def new() -> str:
    return secrets.token_hex(16)


def left(receipt: str) -> tuple[str, str]:
    """The statements that leave a receipt and remove old ones; to be sent with COMMIT."""
    return (
        f"INSERT INTO receipts VALUES ('{receipt}', now())",
        f"DELETE FROM receipts WHERE at < now() - interval '{KEPT}'",
    )


def found(place: Place, receipt: str, patience: Patience) -> bool:
    """
    Whether the change with this receipt was committed. Waits for the server as long as for another writer,
    and raises OutcomeUnknown when it does not say.
    """
    ends = time.monotonic() + patience.limit_s
    while True:
        left_s = max(0.0, ends - time.monotonic())
        try:
            return _found(place, receipt, left_s)
        except psycopg.Error as error:
            if time.monotonic() >= ends:
                raise OutcomeUnknown(
                    f"the connection to `{place.name}` was lost while a change was being committed, and it "
                    "does not say whether it was; look, or do it again: what is there is not added twice"
                ) from error
        time.sleep(min(PAUSE_S, left_s))


def _found(place: Place, receipt: str, limit_s: float) -> bool:
    silence_s = limit_s + place.silence_s
    with connected_within(place.dsn, "belegg asks for a receipt", limit_s, silence_s) as raw:
        raw.execute(NOBODY_IS_AT_IT % max(1, int(1000 * limit_s)))
        there = raw.execute("SELECT 1 FROM receipts WHERE id = %s", (receipt,)).fetchone()
        raw.execute("ROLLBACK")
        return there is not None
