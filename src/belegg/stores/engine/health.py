"""
Whether a library's file is sound: its pages, its rows, its index against its documents, and live probes.

The index is compared with what the forward arrays say by a sum over all postings that does not depend on
their order: a posting too many, too few or changed changes it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from belegg.errors import StoreUnhealthy
from belegg.records import OWNER
from belegg.stores.engine import statements, vector_health
from belegg.stores.engine.checked import Checked
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.database import Database
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.forward import decode, invert
from belegg.stores.engine.lists import Lists
from belegg.stores.engine.postings import Postings, read_all
from belegg.stores.engine.segments import Segment, Segments
from belegg.stores.engine.snapshot import Snapshot
from belegg.stores.engine.view import view_of
from belegg.text.counted import counted

PROBES = 20
PASSAGES_AT_ONCE = 16_384
TERMS_AT_ONCE = 4_096
MIX = np.uint64(0x9E3779B97F4A7C15)  # an odd number of well mixed bits: 2^64 divided by the golden ratio

NOT_TOGETHER = {
    "passages without a document": (
        "SELECT count(*) FROM passages AS p WHERE NOT EXISTS (SELECT 1 FROM documents AS d "
        "WHERE d.current = 1 AND d.number = p.document "
        "AND p.key >= d.first_key AND p.key < d.first_key + d.passages)"
    ),
    "documents that lack passages": (
        "SELECT count(*) FROM documents AS d WHERE d.current = 1 AND d.passages != "
        "(SELECT count(*) FROM passages AS p WHERE p.key >= d.first_key AND p.key < d.first_key + d.passages)"
    ),
    "passages without a forward array": (
        "SELECT count(*) FROM passages AS p WHERE NOT EXISTS (SELECT 1 FROM forward_{side} WHERE key = p.key)"
    ),
    "forward arrays without a passage": (
        "SELECT count(*) FROM forward_{side} AS f WHERE NOT EXISTS (SELECT 1 FROM passages WHERE key = f.key)"
    ),
    "documents without lengths": (
        "SELECT count(*) FROM documents AS d WHERE current = 1 AND NOT EXISTS "
        "(SELECT 1 FROM extents_{side} WHERE document = d.number AND length(lengths) = 2 * d.passages)"
    ),
    "documents without their version": (
        "SELECT count(*) FROM documents AS d WHERE version > 0 AND d.version != "
        "(SELECT count(*) FROM versions AS v WHERE v.document = d.number)"
    ),
    "documents without a source": (
        "SELECT count(*) FROM documents WHERE number NOT IN (SELECT document FROM sources)"
    ),
    "names without a document": (
        "SELECT count(*) FROM names WHERE document NOT IN (SELECT number FROM documents WHERE current = 1)"
    ),
    "originals without a document": (
        "SELECT count(*) FROM originals WHERE sha256 NOT IN "
        "(SELECT original FROM documents WHERE original IS NOT NULL)"
    ),
    "documents under an unknown access list": (
        "SELECT count(*) FROM documents WHERE access NOT IN (SELECT id FROM access_lists)"
    ),
    "versions under an unknown access list": (
        "SELECT count(*) FROM versions WHERE access NOT IN (SELECT id FROM access_lists)"
    ),
    "page layouts without a version": (
        "SELECT count(*) FROM page_layouts AS l WHERE NOT EXISTS "
        "(SELECT 1 FROM versions AS v WHERE v.document = l.document AND v.version = l.version)"
    ),
    "bodies without what was fetched": (
        "SELECT count(*) FROM fetched_bodies WHERE fetched NOT IN (SELECT number FROM fetched)"
    ),
}


def checks(database: Database) -> tuple[Checked, ...]:
    """Every check in order; none after one that failed, for it would only say the same in other words."""
    found = [database.damage()]  # before anything that meets damage and ends there
    if not found[0].sound:
        return tuple(found)
    try:
        with database.newest_state(OWNER) as (connection, _, snapshot):
            for check in (rows, index, vectors, probes, leftovers):
                found += check(connection, snapshot, database.formula)
                if not all(checked.sound for checked in found):
                    break
    except StoreUnhealthy as error:  # postings that cannot be read
        found.append(Checked("index", False, str(error)))
    return tuple(found)


def rows(connection: Connection, snapshot: Snapshot, formula: Formula) -> Iterator[Checked]:
    """Whether what belongs together is there together."""
    side = snapshot.state.side
    counts = {
        name: int(statements.row(connection, sql.format(side=side))[0]) for name, sql in NOT_TOGETHER.items()
    }
    wrong = [f"{count} {name}" for name, count in counts.items() if count]
    documents = statements.row(connection, "SELECT count(*) FROM documents WHERE current = 1")[0]
    whole = f"{counted(documents, 'document')} whole, {counted(snapshot.passages, 'passage')} in all"
    yield Checked("documents", not wrong, ", ".join(wrong) or whole)


def index(connection: Connection, snapshot: Snapshot, formula: Formula) -> Iterator[Checked]:
    """Whether segments hold exactly the postings that their passages' forward arrays say."""
    segments = Segments(connection, snapshot.state.side)
    differing = [
        s for s in snapshot.segments if said_by(segments, s, formula) != held_by(segments, s, snapshot)
    ]
    outside = [
        s for s, t in zip(snapshot.segments, snapshot.segments[1:], strict=False) if s.end_key > t.first_key
    ]
    wrong, segments_in_all = len(differing) + len(outside), counted(len(snapshot.segments), "segment")
    text = f"postings differ from what the documents say in {wrong} of {segments_in_all}"
    yield Checked("index", not wrong, text if wrong else f"every posting is there, in {segments_in_all}")


def vectors(connection: Connection, snapshot: Snapshot, formula: Formula) -> Iterator[Checked]:
    """Whether the vectors are whole; how many passages have some is told and no fault."""
    wrong = list(vector_health.faults(connection, snapshot))
    yield Checked("vectors", not wrong, "; ".join(wrong) or vector_health.standing(connection, snapshot))


def said_by(segments: Segments, segment: Segment, formula: Formula) -> tuple[int, int]:
    """Number and sum of the postings that the forward arrays in a segment's range make."""
    count = total = 0
    for first_key in range(segment.first_key, segment.end_key, PASSAGES_AT_ONCE):
        rows = segments.forward_rows(first_key, min(segment.end_key, first_key + PASSAGES_AT_ONCE))
        if rows:
            postings = invert(rows, formula).postings
            count, total = count + postings.ids.size, (total + mixed_sum(postings)) % 2**64
    return count, total


def held_by(segments: Segments, segment: Segment, snapshot: Snapshot) -> tuple[int, int]:
    """Number and sum of the living postings that a segment holds."""
    count = total = 0
    for first_id in range(0, segments.end_id(segment), TERMS_AT_ONCE):
        rows = segments.rows(segment, first_id, first_id + TERMS_AT_ONCE)
        postings = read_all(rows, segment.first_key, segment.span)
        living = postings.only(snapshot.live[postings.keys])
        count, total = count + living.ids.size, (total + mixed_sum(living)) % 2**64
    return count, total


def mixed_sum(postings: Postings) -> int:
    """The sum of well mixed numbers, one for each posting."""
    mixed = postings.ids.astype(np.uint64) << np.uint64(40)
    mixed ^= postings.keys.astype(np.uint64) << np.uint64(8)
    mixed ^= postings.frequencies.astype(np.uint64)
    mixed *= MIX
    mixed ^= mixed >> np.uint64(32)
    mixed *= MIX
    return int(mixed.sum(dtype=np.uint64))


def probes(connection: Connection, snapshot: Snapshot, formula: Formula) -> Iterator[Checked]:
    """Whether a word of a stored passage finds that passage, as a search would look for it."""
    keys = np.flatnonzero(snapshot.live)
    chosen = [int(key) for key in random.sample(keys.tolist(), min(PROBES, keys.size))]
    segments = Segments(connection, snapshot.state.side)
    lists = Lists(connection, view_of(snapshot, None, formula, None), formula)
    lost = tried = 0
    for key in chosen:
        ids = decode([row.terms for row in segments.forward_rows(key, key + 1)]).ids
        words = ids[ids > 0].tolist()
        if words:
            tried += 1
            word = random.choice(words)
            found = lists.held({"": word})
            lost += "" not in found or key not in found[""].run.keys
    text = f"not found by their own words: {lost} of {counted(tried, 'passage')}"
    well = f"found by their own words: {tried} of {counted(tried, 'passage')}"
    yield Checked("probes", not lost, text if lost else well)


def leftovers(connection: Connection, snapshot: Snapshot, formula: Formula) -> Iterator[Checked]:
    """Whether something forgotten may still leave traces in the file."""
    traces = bool(statements.row(connection, "SELECT traces FROM state")[0])
    text = "a removal was interrupted and may leave traces in the file; run `belegg compact`"
    yield Checked("traces", not traces, text if traces else "nothing forgotten is left", grave=False)
