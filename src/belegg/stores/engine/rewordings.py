"""Rewordings as rows: counted, bounded, each under the access list of its document."""

from __future__ import annotations

from belegg.records import DocumentId
from belegg.records.rewordings import MOST_REWORDINGS, Rewording
from belegg.stores.engine import statements
from belegg.stores.engine.arrays import Mask
from belegg.stores.engine.connection import Connection


def remember(connection: Connection, document: int, asked: str, found_with: str) -> None:
    """Count it once more; of too many of the document, let the one go that helped least, but not this."""
    connection.execute(
        "INSERT INTO rewordings VALUES (?, ?, ?, 1) ON CONFLICT (document, asked, found_with) "
        "DO UPDATE SET times = rewordings.times + 1",
        (document, asked, found_with),
    )
    (held,) = statements.row(connection, "SELECT count(*) FROM rewordings WHERE document = ?", (document,))
    connection.execute(
        "DELETE FROM rewordings WHERE (document, asked, found_with) IN ("
        "SELECT document, asked, found_with FROM rewordings "
        "WHERE document = ?1 AND (asked, found_with) <> (?2, ?3) ORDER BY times, asked, found_with "
        "LIMIT ?4)",
        (document, asked, found_with, max(0, held - MOST_REWORDINGS)),
    )


def readable(connection: Connection, documents: Mask) -> list[Rewording]:
    """Those of the current documents of a mask by number, the most helpful first."""
    rows = statements.rows(
        connection,
        "SELECT d.number, d.id, r.asked, r.found_with, r.times FROM rewordings AS r "
        "CROSS JOIN documents AS d ON d.number = r.document WHERE d.current = 1 "
        "ORDER BY r.times DESC, r.asked, r.found_with, d.id",
    )
    return [Rewording(DocumentId(row[1]), *row[2:]) for row in rows if documents[row[0]]]
