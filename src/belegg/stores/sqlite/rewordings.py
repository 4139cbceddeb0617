"""Rewordings as rows: counted, bounded, each under the access list of its document."""

from __future__ import annotations

import apsw

from belegg.records import DocumentId
from belegg.records.rewordings import MOST_REWORDINGS, Rewording
from belegg.stores.sqlite import statements
from belegg.stores.sqlite.arrays import Mask


def remember(connection: apsw.Connection, document: int, asked: str, found_with: str) -> None:
    """Count it once more; of too many of the document, let the one go that helped least, but not this."""
    connection.execute(
        "INSERT INTO rewordings VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET times = times + 1",
        (document, asked, found_with),
    )
    connection.execute(
        "DELETE FROM rewordings WHERE (document, asked, found_with) IN ("
        "SELECT document, asked, found_with FROM rewordings "
        "WHERE document = ?1 AND (asked, found_with) <> (?2, ?3) ORDER BY times, asked, found_with "
        "LIMIT max(0, (SELECT count(*) FROM rewordings WHERE document = ?1) - ?4))",
        (document, asked, found_with, MOST_REWORDINGS),
    )


def readable(connection: apsw.Connection, documents: Mask) -> list[Rewording]:
    """Those of the current documents of a mask by number, the most helpful first."""
    rows = statements.rows(
        connection,
        "SELECT d.number, d.id, r.asked, r.found_with, r.times FROM rewordings AS r "
        "CROSS JOIN documents AS d ON d.number = r.document WHERE d.current "
        "ORDER BY r.times DESC, r.asked, r.found_with, d.id",
    )
    return [Rewording(DocumentId(row[1]), *row[2:]) for row in rows if documents[row[0]]]
