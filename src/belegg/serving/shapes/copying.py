"""A copied library as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from belegg.library.copying import CopiedLibrary


def copied_json(copied: CopiedLibrary) -> dict[str, Any]:
    return {
        "source": copied.source,
        "target": copied.target,
        "same": copied.same,
        "went_on": copied.went_on,
        "passes": copied.passes,
        "changed": list(copied.changed),
        "generation": copied.generation,
        "seconds": round(copied.seconds, 3),
        "rows": copied.rows,
        "size_bytes": copied.size_bytes,
        "tables": [asdict(table) for table in copied.tables],
        "people": copied.people and str(copied.people),
        "brought": copied.brought and str(copied.brought),
        "left": [{"place": str(place), "why": why} for place, why in copied.left],
        "health": [asdict(checked) for checked in copied.health],
        "parity": asdict(copied.parity),
    }
