"""
A term's postings inside one part of the index: how they are written, and how they are looked at.

Keys are counted from the segment's base, a multiple of 65,536, in chunks of 65,536. A list of one posting is
a plain integer, key << 8 | frequency. A longer one is bytes:

    low 16 bits of each key · each frequency, a byte · chunk borders · greatest frequency, shortest length

Borders are left out when the segment has one chunk; else they are a uint32 count for each chunk, or a byte
for each posting (its chunk), whichever is shorter. The last three bytes bound what the list can score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from belegg.errors import StoreUnhealthy
from belegg.stores.sqlite.arrays import Frequencies, Keys, Lengths, Mask, TermIds

CHUNK = 1 << 16
LONGEST = 65_535  # a length fits two bytes
LOW = CHUNK - 1
TAIL_BYTES = 3


def base_of(key: int) -> int:
    """The greatest multiple of 65,536 that is not above the key."""
    return key & ~LOW


def chunks_of(first_key: int, end_key: int) -> int:
    """How many chunks a segment of these keys has."""
    return (end_key - 1 - base_of(first_key)) // CHUNK + 1


def by_chunk(count: int, chunks: int) -> bool:
    """Whether chunk borders are written as counts (else as a byte for each posting)."""
    return count > 4 * chunks


@dataclass(frozen=True, slots=True)
class Run:
    """Postings of one term in one part: keys ascending, and what bounds their score."""

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


Row = tuple[int, int, int | bytes]
"""Term id, number of postings, postings in stored form."""


def write_all(postings: Postings, lengths: Lengths, base: int, chunks: int) -> Iterator[Row]:
    """Rows of a segment in the order of their ids; `lengths` of each posting's passage."""
    starts = np.flatnonzero(np.diff(postings.ids, prepend=np.uint32(0)))
    if not starts.size:
        return
    keys = postings.keys - base
    low = (keys & LOW).astype(np.uint16).tobytes()
    high = (keys >> 16).astype(np.uint8)
    frequencies = postings.frequencies.tobytes()
    singles = (keys[starts] << 8 | postings.frequencies[starts]).tolist()
    greatest = np.maximum.reduceat(postings.frequencies, starts).tolist()
    shortest = np.minimum.reduceat(lengths, starts).tolist()
    firsts = starts.tolist()
    each = zip(
        postings.ids[starts].tolist(),
        firsts,
        [*firsts[1:], keys.size],
        singles,
        greatest,
        shortest,
        strict=True,
    )
    for term, start, end, single, most, least in each:
        if end - start == 1:
            yield term, 1, single
        else:
            borders = b"" if chunks == 1 else border_bytes(high[start:end], chunks)
            tail = bytes((most, least & 0xFF, least >> 8))
            yield term, end - start, low[2 * start : 2 * end] + frequencies[start:end] + borders + tail


def border_bytes(high: npt.NDArray[np.uint8], chunks: int) -> bytes:
    if by_chunk(high.size, chunks):
        return np.bincount(high, minlength=chunks).astype(np.uint32).tobytes()
    return high.tobytes()


def read_all(rows: Sequence[Row], base: int, chunks: int) -> Postings:
    """The postings of rows of one segment; what `write_all` wrote."""
    low, high, frequencies = [], [], []
    for _, count, data in rows:
        if isinstance(data, int):
            low.append((data >> 8 & LOW).to_bytes(2, "little"))
            high.append(bytes((data >> 24,)))
            frequencies.append(bytes((data & 0xFF,)))
        else:
            check_size(count, data, chunks)
            low.append(data[: 2 * count])
            high.append(high_bytes(count, data, chunks))
            frequencies.append(data[2 * count : 3 * count])
    counts = np.fromiter((row[1] for row in rows), np.int64, len(rows))
    keys = np.frombuffer(b"".join(low), np.uint16).astype(np.int64)
    if chunks > 1:
        keys |= np.frombuffer(b"".join(high), np.uint8).astype(np.int64) << 16
    return Postings(
        np.repeat(np.fromiter((row[0] for row in rows), np.uint32, len(rows)), counts),
        keys + base,
        np.frombuffer(b"".join(frequencies), np.uint8),
    )


def high_bytes(count: int, data: bytes, chunks: int) -> bytes:
    """The chunk of each posting, a byte each; empty when the segment has one chunk."""
    if chunks == 1:
        return b""
    if not by_chunk(count, chunks):
        return data[3 * count : 4 * count]
    return np.repeat(np.arange(chunks, dtype=np.uint8), chunk_counts(count, data, chunks)).tobytes()


def chunk_counts(count: int, data: bytes, chunks: int) -> npt.NDArray[np.int64]:
    """How many postings lie in each chunk of a segment with several."""
    if by_chunk(count, chunks):
        return np.frombuffer(data[3 * count : 3 * count + 4 * chunks], np.uint32).astype(np.int64)
    return np.bincount(np.frombuffer(data, np.uint8, count, 3 * count), minlength=chunks)


class Piece(NamedTuple):
    """One term's postings in one segment, as stored."""

    size: int
    data: int | bytes
    base: int
    chunks: int


def read(pieces: Sequence[Piece], lengths: Lengths) -> Run:
    """
    A term's postings from segments in order; `lengths` of all passages, by key.

    Bytes of all pieces are joined before numpy sees them: a call of it costs as much as a thousand postings.
    Raises StoreUnhealthy when the bytes are not what `write_all` makes.
    """
    low, frequencies = [], []
    bases: list[int] = []
    counts: list[int] = []
    greatest, shortest = 0, LONGEST
    for count, data, base, chunks in pieces:
        if isinstance(data, int):
            low.append((data >> 8 & LOW).to_bytes(2, "little"))
            frequencies.append(bytes((data & 0xFF,)))
            bases.append(base + (data >> 24 << 16))
            counts.append(1)
            greatest = max(greatest, data & 0xFF)
            shortest = min(shortest, int(lengths[base + (data >> 8)]))
            continue
        check_size(count, data, chunks)
        low.append(data[: 2 * count])
        frequencies.append(data[2 * count : 3 * count])
        if chunks == 1:
            bases.append(base)
            counts.append(count)
        else:
            bases.extend(range(base, base + chunks * CHUNK, CHUNK))
            counts.extend(chunk_counts(count, data, chunks).tolist())
        greatest = max(greatest, data[-3])
        shortest = min(shortest, data[-2] | data[-1] << 8)
    keys = np.frombuffer(b"".join(low), np.uint16).astype(np.int64)
    keys += bases[0] if len(bases) == 1 else np.repeat(bases, counts)
    return Run(keys, np.frombuffer(b"".join(frequencies), np.uint8), greatest, shortest)


def check_size(count: int, data: bytes, chunks: int) -> None:
    borders = 0 if chunks == 1 else 4 * chunks if by_chunk(count, chunks) else count
    if len(data) != 3 * count + borders + TAIL_BYTES:
        raise StoreUnhealthy("a posting list has the wrong size; `belegg reanalyse` builds the index anew")
