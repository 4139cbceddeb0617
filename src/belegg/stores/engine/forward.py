"""
Forward arrays: each passage's terms in order, as numbers; and their inversion into postings.

A passage's row holds uint16 codes. A term's id below 65,535 is its code; a greater one is written as
65,535, id >> 15, id & 32,767 (both parts below 32,768, so that 65,535 only ever starts such a triple).
Code 0 is a border: title 0 heading 0 body, then 0 and the compound parts of the same three fields in the
same form. `words` says how many codes stand before the parts.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from belegg.stores.engine.arrays import Counts, Keys, Lengths, TermIds
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.postings import GREATEST, LONGEST, Postings

ESCAPE = 0xFFFF
LOW_BITS = 15
LOW_MASK = (1 << LOW_BITS) - 1
FIELDS = 6  # title, heading, body, and their parts


class ForwardRow(NamedTuple):
    """A passage's terms as stored."""

    key: int
    terms: bytes


def encode(fields: Sequence[Sequence[int]]) -> tuple[int, bytes]:
    """Words before the parts (borders counted), and the codes, of the six fields' term ids."""
    ids: list[int] = []
    words = 0
    for number, field in enumerate(fields):
        if number:
            ids.append(0)
        if number == FIELDS // 2:
            words = len(ids) - 1
        ids.extend(field)
    if max(ids) < ESCAPE:
        return words, array("H", ids).tobytes()
    codes: list[int] = []
    for position, term in enumerate(ids):
        if position == words:
            words_in_codes = len(codes)
        codes.extend((term,) if term < ESCAPE else (ESCAPE, term >> LOW_BITS, term & LOW_MASK))
    return words_in_codes, array("H", codes).tobytes()


class Decoded(NamedTuple):
    """Term ids of many passages one after another, borders as 0, and how many belong to each."""

    ids: TermIds
    counts: Counts


def decode(blobs: Sequence[bytes]) -> Decoded:
    """The term ids of rows, or of their beginnings."""
    codes: npt.NDArray[np.uint16] = np.frombuffer(b"".join(blobs), dtype=np.uint16)
    counts = np.fromiter((len(blob) // 2 for blob in blobs), np.int64, len(blobs))
    escapes = np.flatnonzero(codes == ESCAPE)
    if not escapes.size:
        return Decoded(codes.astype(np.uint32), counts)
    ids = codes.astype(np.uint32)
    ids[escapes] = (ids[escapes + 1] << LOW_BITS) | ids[escapes + 2]
    keep = np.ones(ids.size, dtype=np.bool_)
    keep[escapes + 1] = False
    keep[escapes + 2] = False
    owner = np.searchsorted(np.cumsum(counts), escapes, side="right")
    return Decoded(ids[keep], counts - 2 * np.bincount(owner, minlength=len(blobs)))


class Inverted(NamedTuple):
    """Postings, and each row's key and length."""

    postings: Postings
    row_keys: Keys
    lengths: Lengths


def invert(rows: Sequence[ForwardRow], formula: Formula) -> Inverted:
    """
    The postings of these passages, at most 2^20.

    Each occurrence is packed in 64 bits, id · place of the passage · weight, so that one sort of plain
    numbers brings equal (id, passage) together.
    """
    decoded = decode([row.terms for row in rows])
    place = np.repeat(np.arange(len(rows), dtype=np.uint64), decoded.counts)
    field = fields_of(decoded)
    by_field = np.array([formula.title, formula.heading, formula.body] * 2, dtype=np.uint64)
    is_term = decoded.ids != 0
    packed = decoded.ids.astype(np.uint64) << np.uint64(32)
    packed |= place << np.uint64(8)
    packed |= by_field[field]
    packed = packed[is_term]
    packed.sort()
    posting = packed >> np.uint64(8)
    starts = np.flatnonzero(np.diff(posting, prepend=np.uint64(0)))
    sums = np.add.reduceat((packed & np.uint64(0xFF)).astype(np.int64), starts) if starts.size else starts
    posting = posting[starts]
    row_keys = np.fromiter((row.key for row in rows), np.int64, len(rows))
    words = np.bincount(place[is_term & (field < FIELDS // 2)].astype(np.int64), minlength=len(rows))
    postings = Postings(
        (posting >> np.uint64(24)).astype(np.uint32),
        row_keys[(posting & np.uint64(0xFFFFFF)).astype(np.int64)],
        np.minimum(sums, GREATEST).astype(np.uint8),
    )
    return Inverted(postings, row_keys, np.minimum(words, LONGEST).astype(np.uint16))


def fields_of(decoded: Decoded) -> npt.NDArray[np.int64]:
    """The field that each id stands in: the borders met since its passage began."""
    borders = np.cumsum(decoded.ids == 0, dtype=np.int64)
    ends = np.cumsum(decoded.counts)
    before = np.concatenate(([0], borders[ends[:-1] - 1]))
    borders -= np.repeat(before, decoded.counts)
    return borders
