"""Documents whose source is gone, as rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from belegg.records import DocumentHead
from belegg.stores.engine import statements, stored
from belegg.stores.engine.arrays import Mask
from belegg.stores.engine.connection import Connection


def readable(connection: Connection, documents: Mask) -> Iterator[DocumentHead]:
    """Those of these documents, by number, whose source is gone, ordered by source."""
    rows = statements.rows(
        connection,
        f"SELECT d.number, r.at, {stored.HEAD_COLUMNS} FROM removed AS r CROSS JOIN {stored.HEAD_TABLES} "
        "WHERE d.number = r.document AND v.version = d.version ORDER BY s.source, d.id",
    )
    return (replace(stored.head_of(row[2:]), removed_at=row[1]) for row in rows if documents[row[0]])
