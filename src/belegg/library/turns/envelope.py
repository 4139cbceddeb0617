"""
A stored run as a record of a library: JSON that says its form and who wrote it.

The form counts up when an older Belegg would misread a record; a newer one's is refused.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from belegg.errors import MigrationNeeded, StoreUnhealthy
from belegg.library.turns.codec import from_plain, to_plain
from belegg.records.runs import StoredRun, Writing

FORM: Final = 1
NAME: Final = "belegg_run"


def as_record(run: StoredRun) -> str:
    """A run as it is kept; its number in the conversation is the store's to know."""
    kept = replace(run, number=0, events=tuple(e for e in run.events if not isinstance(e, Writing)))
    return json.dumps({NAME: FORM, "run": to_plain(kept)}, allow_nan=False, separators=(",", ":"))


def run_of(record: str, number: int) -> StoredRun:
    """The run of a record. Raises StoreUnhealthy, MigrationNeeded for that of a newer Belegg."""
    try:
        told = json.loads(record)
    except (ValueError, RecursionError) as error:
        raise StoreUnhealthy(f"this run cannot be read; {LET_IT_GO}") from error
    form = told.get(NAME) if isinstance(told, dict) else None
    if not isinstance(form, int) or isinstance(form, bool) or set(told) != {NAME, "run"}:
        raise StoreUnhealthy(f"this is no run of Belegg's; {LET_IT_GO}")
    if form > FORM:
        raise MigrationNeeded(
            f"this run was kept by a newer Belegg (form {form}, this one knows {FORM}): update Belegg to "
            "look at it"
        )
    try:
        run: StoredRun = from_plain(StoredRun, told["run"], "run")
    except StoreUnhealthy as error:
        raise StoreUnhealthy(
            f"this run cannot be read ({error}): a newer Belegg may have kept it, then "
            f"update; else {LET_IT_GO}"
        ) from error
    return replace(run, number=number)


LET_IT_GO: Final = "`belegg runs remove RUN` lets it go"
