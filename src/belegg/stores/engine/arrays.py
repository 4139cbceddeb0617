"""Names of the array types that the engine's rooms pass to one another."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Keys: TypeAlias = npt.NDArray[np.int64]
"""Passages, ascending unless said otherwise. 64 bits because numpy indexes twice as fast with them."""

Counts: TypeAlias = npt.NDArray[np.int64]
TermIds: TypeAlias = npt.NDArray[np.uint32]
Frequencies: TypeAlias = npt.NDArray[np.uint8]
"""Weighted term frequencies in half units (title 4, heading 3, body 2), at most 255."""

Lengths: TypeAlias = npt.NDArray[np.uint16]
Floats: TypeAlias = npt.NDArray[np.float64]
Mask: TypeAlias = npt.NDArray[np.bool_]
AnyArray: TypeAlias = npt.NDArray[Any]


def ranges(starts: Counts, counts: Counts) -> Counts:
    """The numbers `start … start+count-1` of each pair, one after another."""
    ends = np.cumsum(counts)
    numbers: Counts = np.arange(ends[-1] if ends.size else 0, dtype=np.int64)
    numbers += np.repeat(starts - (ends - counts), counts)
    return numbers
