"""Which columns a file's tables have, and what they hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from belegg.stores.engine import statements
from belegg.stores.engine.connection import Connection, Kind

KINDS: Final[Mapping[str, Kind]] = {"INTEGER": "number", "REAL": "real", "TEXT": "text", "BLOB": "bytes"}
SQL: Final = (
    "SELECT t.name, c.name, c.type FROM pragma_table_list AS t CROSS JOIN pragma_table_info(t.name) AS c "
    "WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.name"
)


def columns(connection: Connection) -> Mapping[str, Mapping[str, Kind]]:
    """By table, in the order of their names."""
    found: dict[str, dict[str, Kind]] = {}
    for table, column, kind in statements.rows(connection, SQL):
        found.setdefault(table, {})[column] = KINDS[kind]
    return found
