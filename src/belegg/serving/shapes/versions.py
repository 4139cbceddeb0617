"""What changed between versions, as JSON for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belegg.serving.shapes.documents import Json

if TYPE_CHECKING:
    from belegg.library.versions import DocumentDiff, Version


def diff_json(found: DocumentDiff) -> Json:
    sides = {"from": found.old, "to": found.new}
    return {
        "document": found.document.id,
        "source": found.document.source,
        **{
            name: {"version": side.number, "title": side.head.title, "dated": side.told}
            for name, side in sides.items()
        },
        "changes": [
            {
                "kind": change.kind,
                "path": list(change.path),
                "from": [change.old.start, change.old.end] if change.old else None,
                "to": [change.new.start, change.new.end] if change.new else None,
                "runs": [{"kind": run.kind, "text": run.text} for run in change.runs],
                "whole": change.whole,
                "unchanged_before": change.unchanged_before,
            }
            for change in found.changes
        ],
        "unchanged_after": found.unchanged_after,
    }


def version_json(version: Version) -> Json:
    head = version.head
    return {
        "version": version.number,
        "title": head.title,
        "dated": version.told,
        "sha256": head.sha256,
        "ingested_at": head.ingested_at,
    }
