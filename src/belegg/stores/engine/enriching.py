"""Rows of what a model wrote, inside somebody's transaction; see `seams.enriching`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from belegg.records import DocumentId
from belegg.records.enriching import EnrichedDocument, Enrichment
from belegg.stores.engine import statements, stored
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.database import Database

MOST_HASHES = 500  # of one statement

ALL_ENRICHED = (
    "SELECT d.id, e.model, e.lines, e.title, e.language FROM enriched_documents AS e "
    "CROSS JOIN documents AS d ON d.number = e.document WHERE d.current = 1"
)


def describe(
    connection: Connection, number: int, version: int, enrichment: Enrichment, keys: tuple[int, int]
) -> None:
    """The rows of a document but its passages. `keys`: its new first key, and the generation."""
    first_key, generation = keys
    connection.execute(
        "UPDATE documents SET language = ?, date = ?, first_key = ?, generation = ? WHERE number = ?",
        (enrichment.language, stored.date_in(enrichment.facts), first_key, generation, number),
    )
    connection.execute(
        "UPDATE versions SET title = ?, language = ?, facts = ? WHERE document = ? AND version = ?",
        (enrichment.title, enrichment.language, stored.facts_json(enrichment.facts), number, version),
    )
    forget(connection, number)
    if enrichment.model:
        connection.execute(
            "INSERT INTO enriched_documents VALUES (?, ?, ?, ?, ?)",
            (number, enrichment.model, enrichment.lines, *enrichment.by_rule),
        )


def forget(connection: Connection, number: int) -> None:
    """A document is as it is by rule."""
    connection.execute("DELETE FROM enriched_documents WHERE document = ?", (number,))


def keep_said(connection: Connection, number: int, content: bytes, said: Mapping[bytes, str]) -> None:
    connection.executemany(
        statements.put("model_said", ("document", "hash"), ("content", "said")),
        [(number, asked, content, told) for asked, told in said.items()],
    )


def drop_said(connection: Connection) -> None:
    connection.execute("DELETE FROM model_said")


def said(
    database: Database, document: DocumentId, content: bytes, hashes: Sequence[bytes]
) -> dict[bytes, str]:
    found: dict[bytes, str] = {}
    wanted = list(dict.fromkeys(hashes))
    for start in range(0, len(wanted), MOST_HASHES):
        some = wanted[start : start + MOST_HASHES]
        places = ", ".join("?" * len(some))
        # What was said about the document itself comes last, and stays.
        sql = (
            "SELECT m.hash, m.said FROM model_said AS m CROSS JOIN documents AS d ON d.number = m.document "
            f"WHERE m.hash IN ({places}) AND (d.id = ? OR m.content = ?) ORDER BY d.id = ?, m.document"
        )
        found.update(database.rows(sql, (*some, document, content, document)))
    return found


def enriched(
    database: Database, documents: Sequence[DocumentId] | None
) -> dict[DocumentId, EnrichedDocument]:
    if documents is None:
        rows = database.rows(ALL_ENRICHED)
    else:
        rows = [row for each in documents for row in database.rows(f"{ALL_ENRICHED} AND d.id = ?", (each,))]
    return {DocumentId(row[0]): EnrichedDocument(DocumentId(row[0]), *row[1:]) for row in rows}
