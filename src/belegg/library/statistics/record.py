"""
What is kept beside a document of figures, as JSON: what was asked of which table, the requests with the
SHA-256 of each answer, and the figures as they were sent. Read strictly, so that a line can be derived again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from belegg.errors import StoreUnhealthy
from belegg.library.turns.codec import from_plain, to_plain
from belegg.records.statistics import Fetch, KeptBody, KeptFetch, Plan, RawBody


def record_of(fetch: Fetch, publisher: str) -> str:
    """The record of a fetch by a publisher, without its bodies' content."""
    kept = KeptFetch(
        publisher=publisher,
        plan=as_asked(fetch.plan),
        observations=fetch.observations,
        bodies=tuple(KeptBody(body.request, body.sha256) for body in fetch.bodies),
        retrieved_at=fetch.retrieved_at,
        licence=fetch.licence,
        citation=fetch.citation,
        source_updated=fetch.source_updated,
        notes=fetch.notes,
        warnings=fetch.warnings,
    )
    return json.dumps(to_plain(kept), ensure_ascii=False, separators=(",", ":"))


def kept_in(record: str) -> KeptFetch:
    """What `record_of` wrote. Raises StoreUnhealthy."""
    try:
        told = json.loads(record)
    except ValueError as error:
        raise StoreUnhealthy(f"the record of fetched figures is no JSON: {error}") from error
    found: KeptFetch = from_plain(KeptFetch, told, "fetched figures")
    return found


def fetch_of(kept: KeptFetch, bodies: Sequence[bytes]) -> Fetch:
    """The fetch of a record and its bodies. Raises StoreUnhealthy when they are not as many as were kept."""
    if len(bodies) != len(kept.bodies):
        raise StoreUnhealthy(f"fetched figures have {len(bodies)} answers kept, and {len(kept.bodies)} came")
    return Fetch(
        plan=kept.plan,
        observations=kept.observations,
        bodies=tuple(
            RawBody(body.request, content, body.sha256)
            for body, content in zip(kept.bodies, bodies, strict=True)
        ),
        retrieved_at=kept.retrieved_at,
        licence=kept.licence,
        citation=kept.citation,
        source_updated=kept.source_updated,
        notes=kept.notes,
        warnings=kept.warnings,
    )


def as_asked(plan: Plan) -> Plan:
    """The plan with those codes of its table alone that were asked for: a table may have a thousand."""
    dimensions = tuple(
        replace(each, codes=tuple(code for code in each.codes if code.id in set(plan.codes.get(each.id, ()))))
        for each in plan.table.dimensions
    )
    return replace(plan, table=replace(plan.table, dimensions=dimensions))
