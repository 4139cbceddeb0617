"""Official statistics as JSON for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from belegg.records.statistics import Code, Dimension, StatisticsTable, TableRef
from belegg.text.figure_lines import FigureLine

if TYPE_CHECKING:
    from belegg.answering.tools.figures.describing import Described
    from belegg.library.excerpt import Excerpt
    from belegg.library.statistics.syncing import Synced
    from belegg.library.statistics.verifying import VerifiedFigures
    from belegg.records.fetched import FetchedHead
    from belegg.seams.figures import Found


def synced_json(done: Sequence[Synced], on: bool) -> dict[str, Any]:
    return {"on": on, "sources": [_one_synced(each) for each in done]}


def _one_synced(each: Synced) -> dict[str, Any]:
    rows = each.replaced
    return {
        "source": each.source,
        "name": each.name,
        "tables": rows.tables if rows else None,
        "new": rows.new if rows else 0,
        "changed": rows.changed if rows else 0,
        "gone": rows.gone if rows else 0,
        "at": rows.at if rows else None,
        "failed": each.failed or None,
    }


def table_json(ref: TableRef) -> dict[str, Any]:
    return {
        "source": ref.source,
        "table": ref.id,
        "title": ref.title,
        "language": ref.language,
        "description": ref.description,
        "path": list(ref.path),
        "variables": list(ref.variables),
        "first": ref.first or None,
        "last": ref.last or None,
        "updated": ref.updated or None,
        "unit_of_time": ref.unit_of_time or None,
        "address": ref.address or None,
    }


def found_json(found: Found) -> dict[str, Any]:
    return {
        "tables": [table_json(ref) for ref in found.tables],
        "notes": [{"stage": note.stage, "text": note.text} for note in found.notes],
    }


def described_json(table: StatisticsTable, pages: Mapping[str, tuple[int, Dimension]]) -> dict[str, Any]:
    return {
        **table_json(table.ref),
        "dimensions": [_dimension(each, *pages[each.id]) for each in table.dimensions],
        "table_notes": [{"text": note.text, "must_show": note.must_show} for note in table.notes],
    }


def asked_json(described: Described) -> dict[str, Any]:
    """A table with those of its codes that were asked for."""
    return {
        **table_json(described.table.ref),
        "dimensions": [
            _dimension(each.dimension, each.of, replace(each.dimension, codes=each.page))
            for each in described.codes
        ],
        "table_notes": [{"text": note.text, "must_show": note.must_show} for note in described.table.notes],
    }


def _dimension(whole: Dimension, found: int, page: Dimension) -> dict[str, Any]:
    return {
        "id": whole.id,
        "label": whole.label,
        "role": whole.role,
        "total": whole.total,
        "found": found,
        "may_be_left_out": whole.may_be_left_out,
        "codes": [_code(code) for code in page.codes],
    }


def _code(code: Code) -> dict[str, Any]:
    return {
        "code": code.id,
        "label": code.label,
        "unit": code.unit or None,
        "decimals": code.decimals,
        "multiplier": code.multiplier or None,
    }


def fetched_json(part: Excerpt) -> dict[str, Any]:
    from belegg.library.statistics.verifying import lines_in

    head = part.document
    return {
        "document": head.id,
        "source": head.source,
        "title": head.title,
        "organisation": head.organisation,
        "licence": head.fact("licence"),
        "retrieved_at": head.fact("fetched"),
        "updated": head.fact("updated"),
        "text": part.text,
        "figures": [line_json(line) for line in lines_in(part.text)],
    }


def line_json(line: str) -> dict[str, Any]:
    """A line of a figure in its parts; of a row of a table the line alone."""
    read = FigureLine.read(line)
    return {
        "line": line,
        "label": list(read.label) if read else [],
        "figure": read.figure if read else None,
        "mark": read.mark or None if read else None,
        "said": read.said or None if read else None,
    }


def verified_json(found: VerifiedFigures) -> dict[str, Any]:
    return {
        "document": found.document,
        "holds": found.holds,
        "lines": found.lines,
        "differing": [
            {"line": line.number, "stands": line.stands, "derived": line.derived} for line in found.differing
        ],
        "damaged_answers": list(found.damaged),
        "failed": found.failed or None,
    }


def listed_json(head: FetchedHead) -> dict[str, Any]:
    return {
        "document": head.id,
        "source": head.source,
        "title": head.title,
        "question": head.question,
        "asker": head.asker,
        "fetched_at": head.fetched_at,
        "size_bytes": head.size_bytes,
    }
