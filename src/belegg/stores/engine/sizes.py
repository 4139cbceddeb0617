"""How much is done at once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """
    Tests make all of them small, so that little data meets every case.

    `most_fresh`: passages left without a segment when a transaction ends. Each process that opens the library
    makes their postings anew, 20 ms at this size.
    `inverted`: passages whose postings are made and sorted together: some 100 MB at 150 words each.
    `analysed`: passages that a new index takes in together: what a kill costs it, half a second of analysis.
    `merged`, `smallest_tier`: how many segments of one tier become one, and the passages of the first tier.
    `slice_postings`, `cleared_rows`: postings that a merge writes, and rows that it removes, in one
    transaction, some 0.1 s, between which other writers come in.
    `chunk_windows`: vectors whose signs and passages stand in one row; a write continues the last row.
    `exact_windows`: up to so many vectors of a model are compared one by one, above by their signs first.
    `candidates`, `candidates_each`: passages that are then compared exactly, at least so many, and so many
    for each that is asked for; of `weighed` times as many each sign is weighed before.
    `part_bytes`: vectors that a process holds in one piece.
    """

    most_fresh: int = 512
    inverted: int = 16_384
    analysed: int = 1_000
    merged: int = 8
    smallest_tier: int = 4_096
    slice_postings: int = 400_000
    cleared_rows: int = 20_000
    chunk_windows: int = 2_048
    exact_windows: int = 100_000
    candidates: int = 1_600
    candidates_each: int = 4
    weighed: int = 5
    part_bytes: int = 16 * 1024 * 1024
