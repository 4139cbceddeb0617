"""Access lists as small numbers: two documents with the same groups share one."""

from __future__ import annotations

import apsw

from belegg.stores.sqlite.stored import groups_json


def list_id(connection: apsw.Connection, groups: frozenset[str]) -> int:
    """The number of these groups' list, made when it is new."""
    text = groups_json(groups)
    known = connection.execute("SELECT id FROM access_lists WHERE groups = ?", (text,)).get
    if known is not None:
        return int(known)
    connection.execute("INSERT INTO access_lists (groups) VALUES (?)", (text,))
    return connection.last_insert_rowid()
