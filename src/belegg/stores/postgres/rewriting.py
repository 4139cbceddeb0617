"""Whether a role may write tables anew, which takes bytes of what was removed out of their pages."""

from __future__ import annotations

from typing import Final

from belegg.errors import StoreReadOnly
from belegg.stores.postgres.connection import Raw

MAINTAIN_SINCE: Final = 170_000
"""The server's version from which a role that owns nothing can be let rewrite tables."""
OURS: Final = "FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
OWNED: Final = f"SELECT coalesce(bool_and(pg_has_role(relowner, 'USAGE')), true) {OURS}"
MAINTAINED: Final = (
    "SELECT coalesce(bool_and(pg_has_role(relowner, 'USAGE') OR has_table_privilege(oid, 'MAINTAIN')), true) "
    + OURS
)


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
