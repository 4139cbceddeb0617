"""
Runs of an ingest that several processes share: pieces are rows, taken with SKIP LOCKED, held by a lease.

A lease is an advisory lock on a connection of its own, so that it is gone with its process or its network,
and a time until which it must be renewed, so that one who hangs does not hold on. What became of a piece is
stored in the transaction that stores its documents: whoever lost the lease meanwhile stores neither.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, compress
from time import monotonic
from typing import Any

import psycopg

from belegg.errors import LeaseLost
from belegg.records import DocumentId
from belegg.records.queued import MetAs, Outcome, Piece, SharedRun, Standing
from belegg.seams import Writer
from belegg.stores.engine import stored
from belegg.stores.engine.roles import INGEST
from belegg.stores.engine.writer import EngineWriter
from belegg.stores.postgres import lock
from belegg.stores.postgres.connection import PostgresConnection
from belegg.stores.postgres.database import PostgresDatabase
from belegg.stores.postgres.refusals import refusals
from belegg.stores.postgres.session import Raw, connected
from belegg.stores.postgres.showing import EVERYTHING

LEASE_S = 900
"""
As long as one file may take to be read. A worker renews while it works, so that only one that hangs, or was
stopped, is overtaken by time: one that died is overtaken at once.
"""
RENEWED_EVERY_S = 1.0

LIVING = (
    "SELECT l.number FROM ingest_leases AS l JOIN pg_locks AS k ON k.locktype = 'advisory' AND k.granted "
    "AND k.classid = %(class)s AND k.objid = l.held WHERE l.until > now() "
    "AND k.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
TAKEN = (
    "WITH free AS MATERIALIZED ("  # a plain subselect may be run once for each row, and take them all
    "SELECT number FROM ingest_pieces WHERE run = %(run)s AND ended = 0 AND {which} "
    "ORDER BY weight DESC, number LIMIT %(most)s FOR UPDATE SKIP LOCKED) "
    "UPDATE ingest_pieces AS p SET lease = %(lease)s, tries = p.tries + 1 FROM free "
    "WHERE p.run = %(run)s AND p.number = free.number "
    "RETURNING p.number, p.weight, p.source, p.path, p.size_bytes, p.first, p.count, p.tries - 1"
)
NEW = TAKEN.format(which="tries = 0")
LEFT_BEHIND = TAKEN.format(which=f"tries > 0 AND NOT lease IN ({LIVING})")
GIVEN_BACK = "UPDATE ingest_pieces SET lease = NULL, tries = 0 WHERE run = %s AND number = ANY(%s)"
KEPT = (
    "INSERT INTO ingest_outcomes "
    "(run, source, piece, met, document, inside, opened, warnings, notes, report) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (run, source) DO UPDATE SET piece = EXCLUDED.piece, report = EXCLUDED.report, "
    "met = CASE WHEN ingest_outcomes.met = 'added' AND EXCLUDED.met = 'changed' THEN 'added' "
    "ELSE EXCLUDED.met END, document = EXCLUDED.document, warnings = EXCLUDED.warnings, "
    "notes = EXCLUDED.notes, opened = greatest(ingest_outcomes.opened, EXCLUDED.opened) "
    "WHERE EXCLUDED.met <> 'unchanged'"
)
"""What another try finds as it is was stored by the one before, and counts as that."""


class PostgresLease:
    """One worker's hold. Used by one thread."""

    def __init__(self, raw: Raw, number: int, name: str, leads: PostgresQueue) -> None:
        self._raw = raw
        self._number = number
        self._name = name
        self._queue = leads
        self._renewed = monotonic()

    def claim(self, run: int, most: int, most_bytes: int, left_behind: bool = True) -> Sequence[Piece]:
        if not self._queue.is_led(run):
            return []
        asked = {"lease": self._number, "run": run, "class": lock.CLASS}
        with refusals(self._name), all_of(self._raw):
            rows = self._raw.execute(NEW.encode(), {**asked, "most": most}).fetchall()
            rows.sort(key=lambda row: (-row[1], row[0]))
            fits = (so_far <= most_bytes for so_far in accumulate(row[4] for row in rows))
            within = list(compress(rows, fits)) or rows[:1]
            if len(within) < len(rows):
                self._raw.execute(GIVEN_BACK, (run, [row[0] for row in rows[len(within) :]]))
            if left_behind and not rows:
                within = self._raw.execute(LEFT_BEHIND.encode(), {**asked, "most": 1}).fetchall()
        return [Piece(row[0], *row[2:]) for row in within]

    def renew(self, doing: str) -> None:
        if monotonic() - self._renewed < RENEWED_EVERY_S:
            return
        with refusals(self._name), all_of(self._raw):
            self._raw.execute(
                "UPDATE ingest_leases SET until = now() + %s * interval '1 s', doing = %s WHERE number = %s",
                (LEASE_S, doing, self._number),
            )
        self._renewed = monotonic()

    def settle(
        self, writer: Writer, run: int, held: Sequence[Piece], ended: Sequence[Piece], met: Sequence[Outcome]
    ) -> None:
        assert isinstance(writer, EngineWriter)
        connection = writer.connection
        sql = "SELECT number FROM ingest_pieces WHERE run = ? AND lease = ? AND ended = 0 FOR UPDATE"
        mine = {row[0] for row in connection.execute(sql, (run, self._number))}
        lost = [piece.source for piece in held if piece.number not in mine]
        if lost:
            raise LeaseLost(f"`{lost[0]}` was taken over by another worker: this one was silent for too long")
        connection.executemany(
            "UPDATE ingest_pieces SET ended = 1 WHERE run = ? AND number = ?",
            [(run, piece.number) for piece in ended],
        )
        connection.executemany(KEPT, [_row(run, outcome) for outcome in met])


class PostgresQueue:
    """The shared runs of a library in PostgreSQL."""

    def __init__(self, database: PostgresDatabase, dsn: str) -> None:
        self._database = database
        self.address = dsn

    def begin(self, run: SharedRun, pieces: Sequence[Piece]) -> int:
        with self._changing() as raw:
            _drop_runs(raw)
            raw.execute(f"DELETE FROM ingest_leases WHERE NOT number IN ({LIVING})", {"class": lock.CLASS})
            new = (
                "INSERT INTO ingest_runs (root, below, place, process, given, gone) "
                "VALUES (%s, %s, %s, %s, %s, 0) RETURNING number"
            )
            row = raw.execute(new, (run.root, run.below, run.place, run.process, run.given)).fetchone()
            assert row is not None
            connection = PostgresConnection(raw)
            connection.executemany(
                f"INSERT INTO ingest_pieces VALUES ({', '.join('?' * 11)})",
                [_piece_row(row[0], piece) for piece in pieces],
            )
            connection.changes()  # or they would wait for another statement
        return int(row[0])

    def running(self, place: str | None = None) -> SharedRun | None:
        rows = self._database.rows(
            "SELECT number, root, below, place, process, given FROM ingest_runs ORDER BY number DESC LIMIT 1"
        )
        found = [run for run in (SharedRun(*row) for row in rows) if place in (None, run.place)]
        return next((run for run in found if self.is_led(run.number)), None)

    def is_led(self, run: int) -> bool:
        rows = self._database.rows("SELECT process FROM ingest_runs WHERE number = ?", (run,))
        return bool(rows) and self._database.holding(INGEST) == rows[0][0]

    def standing(self, run: int) -> Standing:
        left, done = self._database.rows(
            "SELECT count(*) FILTER (WHERE ended = 0), "
            "CAST(coalesce(sum(size_bytes) FILTER (WHERE ended = 1), 0) AS bigint) "
            "FROM ingest_pieces WHERE run = ?",
            (run,),
        )[0]
        met = self._database.rows(
            "SELECT met, count(*), count(*) FILTER (WHERE inside = 1) FROM ingest_outcomes "
            "WHERE run = ? GROUP BY met",
            (run,),
        )
        doing = self._database.rows(
            "SELECT doing FROM ingest_leases WHERE until > now() AND doing <> '' ORDER BY number"
        )
        inside = sum(row[2] for row in met if row[0] != "gone")
        return Standing(left, done, {row[0]: row[1] for row in met}, inside, tuple(row[0] for row in doing))

    def outcomes(self, run: int) -> Sequence[Outcome]:
        rows = self._database.rows(
            "SELECT source, met, piece, document, inside, opened, warnings, notes, report "
            "FROM ingest_outcomes WHERE run = ? ORDER BY piece, number",
            (run,),
        )
        return [_outcome(*row) for row in rows]

    def goes(self, run: int, documents: int) -> int:
        with self._changing() as raw:
            sql = "UPDATE ingest_runs SET gone = gone + %s WHERE number = %s RETURNING gone"
            row = raw.execute(sql, (documents, run)).fetchone()
        return int(row[0]) if row else 0

    def end(self) -> None:
        with self._changing() as raw:
            _drop_runs(raw)

    @contextmanager
    def lease(self, purpose: str) -> Iterator[PostgresLease]:
        name = self._database.name
        with refusals(name):
            raw = connected(self.address, f"{os.getpid()} {purpose}")
        try:
            with refusals(name), all_of(raw):
                number = _leased(raw)
            yield PostgresLease(raw, number, name, self)
            with refusals(name), all_of(raw):
                raw.execute("DELETE FROM ingest_leases WHERE number = %s", (number,))
        finally:
            raw.close()

    @contextmanager
    def _changing(self) -> Iterator[Raw]:
        with self._database.connection() as (connection, _), all_of(connection.raw):
            yield connection.raw


@contextmanager
def all_of(raw: psycopg.Connection[Any]) -> Iterator[None]:
    """A transaction that sees every row, as the library's owner does."""
    with raw.transaction():
        raw.execute(EVERYTHING.encode())
        yield


def _leased(raw: Raw) -> int:
    new = "INSERT INTO ingest_leases (held, until, doing) VALUES (0, now(), '') RETURNING number"
    row = raw.execute(new).fetchone()
    assert row is not None
    role = f"lease {row[0]}"
    lock.taken(raw, role)
    promised = "UPDATE ingest_leases SET held = %s, until = now() + %s * interval '1 s' WHERE number = %s"
    raw.execute(promised, (lock.number(raw, role), LEASE_S, row[0]))
    return int(row[0])


def _drop_runs(raw: Raw) -> None:
    for table in ("runs", "pieces", "outcomes"):
        raw.execute(f"DELETE FROM ingest_{table}".encode())


def _piece_row(run: int, piece: Piece) -> tuple[object, ...]:
    size = piece.size_bytes
    named = (run, piece.number, size.bit_length(), piece.source, piece.path, size)
    return (*named, piece.first, piece.count, 0, None, 0)


def _row(run: int, met: Outcome) -> tuple[object, ...]:
    report = None if met.report is None else stored.report_json(met.report)
    told = (stored.to_json(list(met.warnings)), stored.to_json(list(met.notes)), report)
    return (run, met.source, met.piece, met.met, met.document, int(met.inside), int(met.opened), *told)


def _outcome(
    source: str,
    met: MetAs,
    piece: int,
    document: str | None,
    inside: int,
    opened: int,
    codes: str,
    notes: str,
    told: str | None,
) -> Outcome:
    return Outcome(
        source,
        met,
        piece,
        None if document is None else DocumentId(document),
        bool(inside),
        bool(opened),
        tuple(json.loads(codes)),
        None if told is None else stored.report_of(source, told),
        tuple(json.loads(notes)),
    )
