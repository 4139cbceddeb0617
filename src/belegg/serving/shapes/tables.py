"""The company's tables as JSON for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belegg.records.fetched import Fetched
from belegg.seams.figures import CompanyTable

if TYPE_CHECKING:
    from belegg.sources.tables.engine import Selected


def table_json(table: CompanyTable) -> dict[str, Any]:
    return {
        "database": table.database,
        "name": table.name or None,
        "about": table.about,
        "rows": table.rows,
        "columns": [
            {
                "name": column.name,
                "type": column.type,
                "about": column.about,
                "examples": list(column.examples),
            }
            for column in table.columns
        ],
    }


def rows_json(fetched: Fetched, found: Selected, kept: bool) -> dict[str, Any]:
    return {
        "columns": list(found.columns),
        "rows": [list(row) for row in found.rows],
        "more": found.more,
        "uncounted": found.uncounted,
        "tables": list(found.tables),
        "retrieved_at": fetched.fetched_at,
        "document": str(fetched.document.id) if kept else None,
    }
