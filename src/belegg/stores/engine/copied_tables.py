"""
Which tables are a library, in the order in which they are copied; and which belong to one database alone.

A test holds both lists against the tables that the layouts of both databases make.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MARK: Final = "copying"
"""The setting that stands in a library as long as a copy into it has not come to its end."""


@dataclass(frozen=True, slots=True)
class Table:
    """
    `keys`: the columns of its primary key, in order. `only`: the condition of the rows that are copied, when
    some are not. `kept`: its row is never absent, so another one takes its place.
    """

    name: str
    keys: tuple[str, ...]
    only: str = "1 = 1"
    kept: bool = False


def _index(side: int) -> tuple[Table, ...]:
    return (
        Table(f"vocabulary_{side}", ("term",)),
        Table(f"term_blocks_{side}", ("first_id",)),
        Table(f"extents_{side}", ("document",)),
        Table(f"forward_{side}", ("key",)),
        Table(f"segments_{side}", ("id",)),
        Table(f"short_lists_{side}", ("key",)),
        Table(f"long_lists_{side}", ("key",)),
    )


COPIED: Final = (
    Table("settings", ("name",), only=f"name <> '{MARK}'"),
    Table("roots", ("name",)),
    Table("access_lists", ("id",)),
    Table("packs", ("name",)),
    Table("golden_sets", ("name",)),
    Table("documents", ("number",)),
    Table("names", ("name", "document")),
    Table("organisations", ("name", "document")),
    Table("sources", ("document",)),
    Table("removed", ("document",)),
    Table("versions", ("document", "version")),
    Table("page_layouts", ("document", "version", "page")),
    Table("originals", ("sha256",)),
    Table("passages", ("key",)),
    Table("traits", ("id",)),
    *_index(0),
    *_index(1),
    Table("vector_models", ("number",)),
    Table("vectors", ("id",)),
    Table("vector_hashes", ("head", "id")),
    Table("vector_chunks", ("id",)),
    Table("vectors_refused", ("id",)),
    Table("enriched_documents", ("document",)),
    Table("model_said", ("document", "hash")),
    Table("rewordings", ("document", "asked", "found_with")),
    Table("runs", ("number",)),
    Table("probes", ("number",)),
    Table("turns", ("number",)),
    Table("turn_documents", ("document", "turn", "version")),
    Table("gaps", ("number",)),
    Table("fetched", ("number",)),
    Table("fetched_bodies", ("fetched", "place")),
    Table("state", ("one",), kept=True),
)
"""The state comes last: with it, what was copied is a library."""

APART: Final = {
    "belegg_layout": "PostgreSQL's own count of migrations; a file keeps it in its header",
    "receipts": "PostgreSQL's own: of commits of the last hour, for who lost the connection",
    **dict.fromkeys(
        ("ingest_runs", "ingest_leases", "ingest_pieces", "ingest_outcomes"),
        "what workers in PostgreSQL share while a run goes on",
    ),
}
"""What is in one database alone, and why it is not copied."""
