"""A day as a filter: which documents were valid on it, by what their versions say themselves."""

from __future__ import annotations

from itertools import groupby

import apsw
import numpy as np

from belegg.records import OnTheDay
from belegg.stores.sqlite import statements, stored
from belegg.stores.sqlite.arrays import Mask
from belegg.stores.sqlite.view import View
from belegg.text.days import dated, standing, told_of_the_day

VERSIONS = (
    f"SELECT d.number, d.version, v.access, {stored.HEAD_COLUMNS} FROM {stored.HEAD_TABLES} "
    "WHERE d.current AND v.version <= d.version ORDER BY s.source, d.id, v.version"
)


def valid_on(
    connection: apsw.Connection, view: View, day: str, within: Mask, told: Mask
) -> tuple[Mask, OnTheDay]:
    """
    By document number, whether it was valid on the day, of those `within`; and what is to be told of those
    that are `told` too. An earlier version counts where the view may read it.
    """
    valid = np.zeros(within.size, dtype=np.bool_)
    stands = []
    rows = (row for row in statements.rows(connection, VERSIONS) if within[row[0]])
    for number, versions in groupby(rows, key=lambda row: int(row[0])):
        heads = [stored.head_of(row[3:]) for row in versions if row[1] == row[8] or view.holds(row[2])]
        outcome, version = standing([dated(head) for head in heads], day)
        valid[number] = outcome in ("valid", "undated")
        if told[number]:
            stands.append((heads[-1], outcome, version))
    return valid, told_of_the_day(day, stands)
