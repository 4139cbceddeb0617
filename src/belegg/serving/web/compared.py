"""What changed from one version of a document to another, as its page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belegg.library.versions import versions_of
from belegg.records import DocumentHead
from belegg.serving.web.evidence import Changed, of_runs
from belegg.serving.web.visit import Visit

MOST = 200
"""Changes that are shown; more are counted."""


@dataclass(frozen=True, slots=True)
class ChangeShown:
    """A paragraph that changed, came or went; `path` the headings above it, `between` what did not change."""

    kind: str
    path: tuple[str, ...]
    changed: Changed
    between: int


@dataclass(frozen=True, slots=True)
class ComparedShown:
    """`more` changes are not shown; `after` paragraphs follow the last one unchanged."""

    old: int
    new: int
    changes: Sequence[ChangeShown]
    more: int
    after: int


def compared(visit: Visit, head: DocumentHead) -> ComparedShown | None:
    """The two versions that the address names by `from` and `to`; None where it names none."""
    old, new = visit.number("from"), visit.number("to")
    if old is None:
        return None
    found = visit.library.diff(head.id, visit.scope, old=old, new=new)
    shown = [
        ChangeShown(each.kind, each.path, of_runs(each.runs, head.language), each.unchanged_before)
        for each in found.changes[:MOST]
    ]
    more = len(found.changes) - len(shown)
    return ComparedShown(found.old.number, found.new.number, shown, more, found.unchanged_after)


def versions(visit: Visit, head: DocumentHead) -> list[DocumentHead]:
    """The versions that the visitor may read, newest first; none where there is one alone."""
    if head.version < 2:
        return []
    with visit.library.store.reading(visit.scope) as reader:
        return [text.head for text in reversed(versions_of(reader, head))]
