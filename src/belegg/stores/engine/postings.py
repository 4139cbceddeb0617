"""
A term's postings inside one segment: how they are written, and how they are read.

Keys count from the segment's first one, its base. Lists of up to 15 postings, nine tenths of all, stand
together, 64 neighbouring term ids in a row, for a row of its own costs more than such a list:

    how many each of the 64 terms has, two in a byte · each posting as uint32, key << 8 | frequency

A longer list has a row with its number of postings and these bytes:

    keys · each frequency, a byte · greatest frequency, a byte · shortest passage, two bytes

Keys that lie closer than 255 on average are gaps, a byte each: 255 says that the gap goes on in the next
byte. Keys that lie wider apart are their low 16 bits and, in a segment of more than 65,536 keys, a byte of
what is above. The last three bytes bound what the list can score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from belegg.errors import StoreUnhealthy
from belegg.stores.engine.arrays import Counts, Frequencies, Keys, Lengths, Mask, TermIds

LOW_BITS = 16
NARROW = 1 << LOW_BITS
LOW = NARROW - 1
WIDEST = 1 << 24  # keys of a segment: key << 8 | frequency fits 32 bits
SHORT = 15  # as many as half a byte can tell
GROUP_BITS = 6
GROUP = 1 << GROUP_BITS
HEAD_BYTES = GROUP // 2
IN_BOTH_HALVES = bytes((byte & 15) + (byte >> 4) for byte in range(256))
GOES_ON = 255
TAIL_BYTES = 3
GREATEST = 255  # a weighted frequency fits a byte
LONGEST = 65_535  # a length fits two bytes


@dataclass(frozen=True, slots=True)
class Run:
    """Postings of one term: keys ascending, and what bounds their score."""

    keys: Keys
    frequencies: Frequencies
    greatest: int
    shortest: int


NOTHING = Run(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint8), 0, LONGEST)


class Postings(NamedTuple):
    """Postings of many terms: parallel arrays ordered by term id, then key."""

    ids: TermIds
    keys: Keys
    frequencies: Frequencies

    def only(self, chosen: Mask) -> Postings:
        """Those that the mask chooses."""
        return Postings(self.ids[chosen], self.keys[chosen], self.frequencies[chosen])


class Rows(NamedTuple):
    """Postings as stored: (group, data) of short lists, (term id, number, data) of long ones, ascending."""

    short: Sequence[tuple[int, bytes]]
    long: Sequence[tuple[int, int, bytes]]


# ---------------------------------------------------------------- writing


def write_all(postings: Postings, lengths: Lengths, base: int, span: int) -> Rows:
    """The rows of a segment of `span` keys from `base` on; `lengths` of each posting's passage."""
    counted = postings._replace(keys=postings.keys - base)
    _, sizes = lists_in(postings.ids)
    short = np.repeat(sizes <= SHORT, sizes)
    return Rows(
        list(short_rows(counted.only(short))),
        list(long_rows(counted.only(~short), lengths[~short], span)),
    )


def lists_in(ids: TermIds) -> tuple[Counts, Counts]:
    """Where each term's list starts, and its size."""
    starts = np.flatnonzero(np.diff(ids, prepend=np.uint32(0)))
    return starts, np.diff(starts, append=ids.size)


def short_rows(postings: Postings) -> Iterator[tuple[int, bytes]]:
    starts, sizes = lists_in(postings.ids)
    ids = postings.ids[starts].astype(np.int64)
    groups, places = np.unique(ids >> GROUP_BITS, return_inverse=True)
    table = np.zeros((groups.size, GROUP), dtype=np.uint8)
    table[places, ids & (GROUP - 1)] = sizes
    ends = (4 * np.cumsum(table.sum(axis=1, dtype=np.int64))).tolist()
    heads = (table[:, 0::2] | table[:, 1::2] << 4).tobytes()
    data = (postings.keys << 8 | postings.frequencies).astype("<u4").tobytes()
    for place, (group, start, end) in enumerate(zip(groups.tolist(), [0, *ends], ends, strict=False)):
        yield group, heads[HEAD_BYTES * place : HEAD_BYTES * (place + 1)] + data[start:end]


def long_rows(postings: Postings, lengths: Lengths, span: int) -> Iterator[tuple[int, int, bytes]]:
    starts, sizes = lists_in(postings.ids)
    if not starts.size:
        return
    dense = sizes * GOES_ON > span
    each = np.repeat(dense, sizes)
    gaps = gap_bytes(postings.keys[each], sizes[dense])
    plain = plain_bytes(postings.keys[~each], sizes[~dense], span)
    frequencies = postings.frequencies.tobytes()
    greatest = np.maximum.reduceat(postings.frequencies, starts).tolist()
    shortest = np.minimum.reduceat(lengths, starts).tolist()
    columns = (postings.ids[starts], starts, sizes, dense)
    for term, start, size, by_gaps, most, least in zip(
        *(column.tolist() for column in columns), greatest, shortest, strict=True
    ):
        tail = bytes((most, least & 0xFF, least >> 8))
        yield term, size, next(gaps if by_gaps else plain) + frequencies[start : start + size] + tail


def gap_bytes(keys: Keys, sizes: Counts) -> Iterator[bytes]:
    """Each list's keys as gaps."""
    ends = np.cumsum(sizes)
    gaps = np.diff(keys, prepend=0)
    gaps[ends[:-1]] = keys[ends[:-1]]
    after = np.cumsum(gaps // GOES_ON + 1)
    written = np.full(after[-1] if after.size else 0, GOES_ON, dtype=np.uint8)
    written[after - 1] = gaps % GOES_ON
    data = written.tobytes()
    return (data[start:end] for start, end in pairwise([0, *after[ends - 1].tolist()]))


def plain_bytes(keys: Keys, sizes: Counts, span: int) -> Iterator[bytes]:
    """Each list's keys as their low 16 bits and what is above."""
    low = (keys & LOW).astype("<u2").tobytes()
    high = (keys >> LOW_BITS).astype(np.uint8).tobytes() if span > NARROW else b""
    for start, end in pairwise([0, *np.cumsum(sizes).tolist()]):
        yield low[2 * start : 2 * end] + high[start:end]


# ---------------------------------------------------------------- reading


class Piece(NamedTuple):
    """One term's postings in one segment. `data` are the uint32 values of a short list, or a long row's."""

    size: int
    data: bytes
    base: int
    span: int
    is_short: bool


def short_list(number: int, data: bytes) -> tuple[int, bytes]:
    """How many postings a term has in its group's row, and these; (0, b"") when none."""
    byte, half = divmod(number & (GROUP - 1), 2)
    size = data[byte] >> 4 * half & 15
    before = sum(data[:byte].translate(IN_BOTH_HALVES)) + (data[byte] & 15) * half
    start = HEAD_BYTES + 4 * before
    return size, data[start : start + 4 * size]


def read(pieces: Sequence[Piece]) -> Run:
    """
    A term's postings from segments in order.

    Short lists are not looked through for their bounds: any bound is good enough for a rare word.
    Raises StoreUnhealthy when the bytes are not what `write_all` makes.
    """
    read_pieces = [read_short(piece) if piece.is_short else read_long(piece) for piece in pieces]
    if len(read_pieces) == 1:
        return read_pieces[0]
    return joined(read_pieces)


def joined(runs: Sequence[Run]) -> Run:
    """Runs of one term from parts of the index in order, as one."""
    return Run(
        np.concatenate([run.keys for run in runs]),
        np.concatenate([run.frequencies for run in runs]),
        max(run.greatest for run in runs),
        min(run.shortest for run in runs),
    )


def read_short(piece: Piece) -> Run:
    values = np.frombuffer(piece.data, "<u4").astype(np.int64)
    return Run((values >> 8) + piece.base, values.astype(np.uint8), GREATEST, 1)


def read_long(piece: Piece) -> Run:
    size, data = piece.size, piece.data
    key_size = len(data) - size - TAIL_BYTES
    if size * GOES_ON > piece.span:
        keys = keys_of_gaps(np.frombuffer(data, np.uint8, key_size), size)
        keys += piece.base
    else:
        check(key_size == (3 if piece.span > NARROW else 2) * size)
        keys = np.frombuffer(data, "<u2", size).astype(np.int64)
        keys += piece.base
        if piece.span > NARROW:
            keys += np.frombuffer(data, np.uint8, size, 2 * size).astype(np.int64) << LOW_BITS
    frequencies = np.frombuffer(data, np.uint8, size, key_size)
    return Run(keys, frequencies, data[-3], data[-2] | data[-1] << 8)


def keys_of_gaps(gaps: npt.NDArray[np.uint8], size: int) -> Keys:
    keys: Keys = np.add.accumulate(gaps, dtype=np.int64)
    if gaps.size != size:
        keys = keys[gaps != GOES_ON]
    check(keys.size == size)
    return keys


def check(holds: bool) -> None:
    if not holds:
        raise StoreUnhealthy("a posting list has the wrong size; `belegg reanalyse` builds the index anew")


def read_all(rows: Rows, base: int, span: int) -> Postings:
    """The postings of rows of one segment, those of short lists first."""
    heads = np.frombuffer(b"".join(data[:HEAD_BYTES] for _, data in rows.short), np.uint8)
    counts = np.stack((heads & 15, heads >> 4), axis=1).ravel()
    values = np.frombuffer(b"".join(data[HEAD_BYTES:] for _, data in rows.short), "<u4").astype(np.int64)
    groups = np.fromiter((group for group, _ in rows.short), np.int64, len(rows.short))
    ids = (groups[:, None] * GROUP + np.arange(GROUP)).ravel()
    check(int(counts.sum(dtype=np.int64)) == values.size)
    runs = [read_long(Piece(size, data, base, span, False)) for _, size, data in rows.long]
    sizes = [run.keys.size for run in runs]
    return Postings(
        np.concatenate((np.repeat(ids, counts), np.repeat([row[0] for row in rows.long], sizes))).astype(
            np.uint32
        ),
        np.concatenate(((values >> 8) + base, *(run.keys for run in runs))),
        np.concatenate((values.astype(np.uint8), *(run.frequencies for run in runs))),
    )
