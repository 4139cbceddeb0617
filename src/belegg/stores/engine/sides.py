"""The two sides of the index: one serves, the other is empty or being built."""

from __future__ import annotations

from collections.abc import Collection

from belegg.stores.engine import statements
from belegg.stores.engine.connection import Connection

INDEX_TABLES = ("vocabulary", "term_blocks", "extents", "forward", "segments", "short_lists", "long_lists")
BEGUN = "index begun"
"""The setting that names the index on the idle side while it is being built."""


def clear_side(connection: Connection, side: int) -> None:
    """Empty the tables of a side. What was being built on the idle one cannot be gone on with."""
    for table in INDEX_TABLES:
        connection.execute(f"DELETE FROM {table}_{side}")
    connection.execute("DELETE FROM settings WHERE name = ?", (BEGUN,))


def begun(connection: Connection) -> str | None:
    """The name of the index that was begun on the idle side, when it can be gone on with."""
    row = statements.row(connection, "SELECT value FROM settings WHERE name = ?", (BEGUN,))
    return None if row is None else str(row[0])


def begin(connection: Connection, name: str) -> None:
    """What is on the idle side from here on belongs to the index of that name. Without one it is not kept."""
    if name:
        connection.execute(statements.put("settings", ("name",), ("value",)), (BEGUN, name))


def copy_words(connection: Connection, source: int) -> None:
    """The idle side numbers terms as the side that serves, so that forward arrays mean the same there."""
    for table in ("vocabulary", "term_blocks"):
        connection.execute(f"INSERT INTO {table}_{1 - source} SELECT * FROM {table}_{source}")


def copy_passages(
    connection: Connection, source: int, first_key: int, end_key: int, without: Collection[str]
) -> None:
    """
    Put on the idle side what the other one holds of these keys' documents, packs in `without` left out.

    A document belongs to the range in which its keys begin.
    """
    of_them, names = statements.one_of("pack", without)
    kept = (
        "WITH kept AS MATERIALIZED (SELECT number, first_key, passages FROM documents WHERE current = 1 "
        f"AND first_key >= ? AND first_key < ? AND NOT ({of_them}) ORDER BY first_key) "
    )
    bindings = (first_key, end_key, *names)
    connection.execute(
        f"{kept} INSERT INTO forward_{1 - source} SELECT f.* FROM kept CROSS JOIN forward_{source} AS f "
        "ON f.key >= kept.first_key AND f.key < kept.first_key + kept.passages",
        bindings,
    )
    connection.execute(
        f"{kept} INSERT INTO extents_{1 - source} SELECT e.* FROM kept CROSS JOIN extents_{source} AS e "
        "ON e.document = kept.number",
        bindings,
    )


def drop_changed(connection: Connection, side: int) -> None:
    """
    Take out what an idle side holds of passages that are gone since, and its postings, which are made again.

    Keys are given once: a document that changed has others.
    """
    connection.execute(
        f"DELETE FROM forward_{side} AS f WHERE NOT EXISTS (SELECT 1 FROM passages WHERE key = f.key)"
    )
    connection.execute(
        f"DELETE FROM extents_{side} WHERE document NOT IN (SELECT number FROM documents WHERE current = 1)"
    )
    for table in ("segments", "short_lists", "long_lists"):
        connection.execute(f"DELETE FROM {table}_{side}")


def lacking(connection: Connection, side: int) -> list[str]:
    """The ids of the current documents whose passages an idle side does not hold, by number."""
    rows = statements.rows(
        connection,
        f"SELECT id FROM documents AS d WHERE current = 1 AND NOT EXISTS (SELECT 1 FROM extents_{side} "
        "WHERE document = d.number AND length(lengths) = 2 * d.passages AND d.passages = "
        f"(SELECT count(*) FROM forward_{side} WHERE key >= d.first_key AND key < d.first_key + d.passages)) "
        "ORDER BY number",
    )
    return [row[0] for row in rows]
