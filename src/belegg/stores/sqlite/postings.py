"""
A term's postings inside one part of the index: how they are written, and how they are looked at.

Keys are counted from the segment's base, a multiple of 65,536, in chunks of 65,536. A list of one posting is
a plain integer, key << 8 | frequency. A longer one is bytes:

    low 16 bits of each key · each frequency, a byte · chunk borders · greatest frequency, shortest length

Borders are left out when the segment has one chunk; else they are a uint32 count for each chunk, or a byte
for each posting (its chunk), whichever is shorter. The last three bytes bound what the list can score.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from belegg.errors import StoreUnhealthy
from belegg.stores.sqlite.arrays import Frequencies, Keys, Lengths

CHUNK = 1 << 16
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


def write(keys: Keys, frequencies: Frequencies, shortest: int, chunks: int) -> int | bytes:
    """Postings in stored form; keys count from the segment's base."""
    if keys.size == 1:
        return int(keys[0]) << 8 | int(frequencies[0])
    low = (keys & LOW).astype(np.uint16).tobytes()
    tail = bytes((int(frequencies.max()),)) + shortest.to_bytes(2, "little")
    return low + frequencies.tobytes() + chunk_bytes(keys >> 16, chunks) + tail


def chunk_bytes(chunk: npt.NDArray[np.int64], chunks: int) -> bytes:
    if chunks == 1:
        return b""
    if by_chunk(chunk.size, chunks):
        return np.bincount(chunk, minlength=chunks).astype(np.uint32).tobytes()
    return chunk.astype(np.uint8).tobytes()


def read(count: int, data: int | bytes, base: int, chunks: int, lengths: Lengths) -> Run:
    """
    Stored postings as arrays. `lengths` of all passages, by key.

    Raises StoreUnhealthy when the bytes are not what `write` makes.
    """
    if isinstance(data, int):
        key = base + (data >> 8)
        return Run(
            np.array([key], dtype=np.int64),
            np.array([data & 0xFF], dtype=np.uint8),
            data & 0xFF,
            int(lengths[key]),
        )
    low, frequencies, greatest, shortest = split(count, data, chunks)
    keys = low.astype(np.int64)
    if chunks == 1:
        keys += base
    elif by_chunk(count, chunks):
        each = np.frombuffer(data, np.uint32, chunks, 3 * count) if (3 * count) % 4 == 0 else None
        if each is None:
            each = np.frombuffer(data[3 * count : 3 * count + 4 * chunks], np.uint32)
        keys += np.repeat(np.arange(base, base + chunks * CHUNK, CHUNK, dtype=np.int64), each)
    else:
        keys += (np.frombuffer(data, np.uint8, count, 3 * count).astype(np.int64) << 16) + base
    return Run(keys, frequencies, greatest, shortest)


def split(count: int, data: bytes, chunks: int) -> tuple[npt.NDArray[np.uint16], Frequencies, int, int]:
    """Low bits, frequencies, greatest frequency and shortest length."""
    borders = 0 if chunks == 1 else 4 * chunks if by_chunk(count, chunks) else count
    if len(data) != 3 * count + borders + TAIL_BYTES:
        raise StoreUnhealthy("a posting list has the wrong size; `belegg reanalyse` builds the index anew")
    return (
        np.frombuffer(data, np.uint16, count),
        np.frombuffer(data, np.uint8, count, 2 * count),
        data[-3],
        data[-2] | data[-1] << 8,
    )
