"""The two sides of the index: one serves, the other is empty or being built."""

from __future__ import annotations

import apsw

INDEX_TABLES = ("vocabulary", "term_blocks", "extents", "forward", "segments", "short_lists", "long_lists")


def clear_side(connection: apsw.Connection, side: int) -> None:
    """Empty the tables of a side."""
    for table in INDEX_TABLES:
        connection.execute(f"DELETE FROM {table}_{side}")
