"""Access lists as small numbers: two documents with the same groups share one."""

from __future__ import annotations

from belegg.stores.engine import statements
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.stored import groups_json


def list_id(connection: Connection, groups: frozenset[str]) -> int:
    """The number of these groups' list, made when it is new."""
    text = groups_json(groups)
    known = statements.row(connection, "SELECT id FROM access_lists WHERE groups = ?", (text,))
    if known is None:
        known = statements.row(
            connection, "INSERT INTO access_lists (groups) VALUES (?) RETURNING id", (text,)
        )
    return int(known[0])
