"""Writing tables anew, which takes bytes of what was removed out of their pages; and whether a role may."""

from __future__ import annotations

import time
from typing import Final

from psycopg import errors

from belegg.errors import StoreReadOnly
from belegg.stores.engine.roles import Patience
from belegg.stores.postgres.session import Raw

MAINTAIN_SINCE: Final = 170_000
"""The server's version from which a role that owns nothing can be let rewrite tables."""
OURS: Final = "FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
OWNED: Final = f"SELECT coalesce(bool_and(pg_has_role(relowner, 'USAGE')), true) {OURS}"
MAINTAINED: Final = (
    "SELECT coalesce(bool_and(pg_has_role(relowner, 'USAGE') OR has_table_privilege(oid, 'MAINTAIN')), true) "
    + OURS
)
TABLES: Final = (
    "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
)
LOCK_MS: Final = 200
PAUSE_S: Final = 0.1


def refuse_who_may_not(raw: Raw, name: str) -> None:
    """The server would only warn, and pass over tables that are not this role's. Raises StoreReadOnly."""
    granted = raw.info.server_version >= MAINTAIN_SINCE
    row = raw.execute((MAINTAINED if granted else OWNED).encode()).fetchone()
    if row is None or not row[0]:
        or_let = ", or lets this role do it (`belegg setup`)" if granted else ""
        raise StoreReadOnly(
            f"this role may not write the tables of `{name}` anew, so bytes of what was removed may be left "
            f"in their pages: whoever owns them runs `belegg compact` with their own DSN{or_let}"
        )


def rewrite_all(raw: Raw, patience: Patience) -> None:
    """
    Leave nothing of removed rows in any table. Whoever waits for a table keeps others out of it: so it is not
    waited for long at a time. Raises psycopg.errors.LockNotAvailable when a table is never free.
    """
    raw.execute(f"SET lock_timeout = {LOCK_MS}".encode())
    ends = time.monotonic() + patience.limit_s
    for (table,) in raw.execute(TABLES.encode()).fetchall():
        while not _rewritten(raw, table, ends):
            time.sleep(PAUSE_S)


def _rewritten(raw: Raw, table: str, ends: float) -> bool:
    try:
        raw.execute(f"VACUUM (FULL, ANALYZE) {table}".encode())
    except errors.LockNotAvailable:
        if time.monotonic() >= ends:
            raise
        return False
    return True
