"""From where on something is worth telling."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """
    `dead_rows` of a table, at least, and `dead_share` of it: autovacuum comes at a fifth, so at twice that it
    does not keep up. `changed_share`: of a table's rows since it was analysed. `unused_share` of a table's
    pages. `small_bytes`: tables below it are not told of. `long_s`: a transaction that holds others up so
    long. `age`: of transaction numbers, of the two billion at which PostgreSQL takes no more writes.
    `checked_bytes`: indexes together that amcheck goes through.
    """

    dead_rows: int = 10_000
    dead_share: float = 0.4
    changed_share: float = 0.5
    unused_share: float = 0.5
    small_bytes: int = 1 << 20
    long_s: float = 300.0
    age: int = 1_000_000_000
    checked_bytes: int = 256 << 20
