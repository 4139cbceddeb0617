"""The asker's own filters in words, for a note when nothing passes them."""

from __future__ import annotations

from collections.abc import Iterator

from belegg.records import Note, Scope


def nothing_passes(scope: Scope) -> list[Note]:
    """The note of a search in a scope that holds no passage; none when no filter is to blame."""
    named = list(_named(scope))
    if not named:
        return []
    which = "this filter" if len(named) == 1 else "these filters together"
    return [Note("filters", f"no passage that you may read passes {which}: {', '.join(named)}")]


def is_narrowed(scope: Scope) -> bool:
    """Whether the asker's own filters leave anything out."""
    return any(_named(scope))


def _named(scope: Scope) -> Iterator[str]:
    for name, values in (
        ("pack", scope.packs),
        ("language", scope.languages),
        ("organisation", scope.organisations),
    ):
        if values:
            yield f"{name} {' or '.join(f'`{value}`' for value in values)}"
    if scope.documents:
        yield "the documents that are named"
    if scope.since:
        yield f"since `{scope.since}`"
    if scope.until:
        yield f"until `{scope.until}`"
    if scope.as_of:
        yield f"valid on `{scope.as_of}`"
