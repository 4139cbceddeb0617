"""A day as a filter: which documents were valid on it, by what their versions say themselves."""

from __future__ import annotations

import json
from typing import NamedTuple

import numpy as np

from belegg.records import DocumentId, LeftOut, OnTheDay
from belegg.stores.engine import statements
from belegg.stores.engine.arrays import Mask
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.view import View
from belegg.text.days import Dated, days_told, standing


class DatedVersion(NamedTuple):
    """A version with its days; `access` is the list it was last under while it was the newest."""

    access: int
    newest: bool
    dated: Dated


VERSIONS = (
    "SELECT d.number, v.access, v.version = d.version, v.version, v.facts, substr(v.ingested_at, 1, 10) "
    "FROM documents AS d CROSS JOIN versions AS v ON v.document = d.number "
    "WHERE d.current = 1 AND v.version <= d.version ORDER BY d.number, v.version"
)
NAMES = (
    "SELECT d.number, d.id, s.source FROM carray(?) AS k CROSS JOIN documents AS d ON d.number = k.value "
    "CROSS JOIN sources AS s ON s.document = d.number ORDER BY s.source, d.id"
)


def valid_on(connection: Connection, view: View, day: str, within: Mask, told: Mask) -> tuple[Mask, OnTheDay]:
    """
    By document number, whether it was valid on the day, of those `within`; and what is to be told of those
    that are `told` too. An earlier version counts where the view may read it.
    """
    valid = np.zeros(within.size, dtype=np.bool_)
    undated = 0
    left_out: dict[int, tuple[int | None, str]] = {}
    for number, versions in dated_versions(connection, view).items():
        if not within[number]:
            continue
        outcome, version = standing([v.dated for v in versions if v.newest or view.holds(v.access)], day)
        valid[number] = outcome in ("valid", "undated")
        if not told[number]:
            continue
        undated += outcome == "undated"
        if outcome == "earlier version":
            left_out[number] = (version, "")
        elif outcome == "no day":
            left_out[number] = (None, versions[-1].dated.days.starts)
    return valid, OnTheDay(day, undated, named(connection, left_out))


def named(connection: Connection, left_out: dict[int, tuple[int | None, str]]) -> tuple[LeftOut, ...]:
    """Documents by number as a reader is told of them, by source."""
    if not left_out:
        return ()
    rows = statements.rows(connection, NAMES, (connection.array(np.array(list(left_out), dtype=np.int64)),))
    return tuple(LeftOut(DocumentId(name), source, *left_out[number]) for number, name, source in rows)


def dated_versions(connection: Connection, view: View) -> dict[int, list[DatedVersion]]:
    """
    Every current document's versions, oldest first, by number; kept with the view once asked for, for a
    database may show each view its own.
    """
    if not view.dated:
        found: dict[int, list[DatedVersion]] = {}
        for number, access, newest, version, facts, taken_in in statements.rows(connection, VERSIONS):
            days = days_told((name, value) for name, value, _ in json.loads(facts))
            one = DatedVersion(access, bool(newest), Dated(version, days, taken_in))
            found.setdefault(number, []).append(one)
        view.dated.update(found)
    return view.dated
