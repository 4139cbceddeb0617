"""A desk narrowed by what a question states, for the search before the model; what the asker set wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from belegg.answering.desk import Desk
from belegg.errors import BadInput, UnknownDocument
from belegg.records import Scope
from belegg.search.called import document_called


def desk_within(desk: Desk, filters: Mapping[str, str]) -> Desk | None:
    """The desk inside these filters of `Understood`; None where they narrow nothing."""
    scope = desk.scope
    dated = not (scope.since or scope.until or scope.as_of)
    narrowed = replace(
        scope,
        since=filters.get("since") if dated else scope.since,
        until=filters.get("until") if dated else scope.until,
        as_of=filters.get("as_of") if dated else scope.as_of,
        organisations=scope.organisations or _one(filters.get("organisation")),
        packs=scope.packs or _one(filters.get("pack")),
    )
    if "document" in filters and not scope.documents:
        narrowed = _within_document(desk, narrowed, filters["document"])
    return None if narrowed == scope else replace(desk, scope=narrowed)


def _one(value: str | None) -> tuple[str, ...]:
    return (value,) if value else ()


def _within_document(desk: Desk, scope: Scope, name: str) -> Scope:
    with desk.store.reading(desk.scope) as reader:
        try:
            return replace(scope, documents=(document_called(reader, name).id,))
        except (UnknownDocument, BadInput):
            return scope
