"""What all connections of a process share of the vocabulary: hashes and signatures by term id."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from belegg.stores.engine.arrays import TermIds
from belegg.stores.engine.vocabulary import Hashes, Vocabulary

Halves = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]


MARKS_A_TERM = 4  # at least; twice as many at most


class Signed(NamedTuple):
    """Terms of one kind: ids, both halves of their signatures, how many bits each has."""

    ids: TermIds
    low: Halves
    high: Halves
    bits: Bytes

    def with_more(self, more: Signed) -> Signed:
        return Signed(*(np.concatenate(pair) for pair in zip(self, more, strict=True)))  # type: ignore[arg-type]


NO_TERMS = Signed(
    np.zeros(0, dtype=np.uint32),
    np.zeros(0, dtype=np.uint64),
    np.zeros(0, dtype=np.uint64),
    np.zeros(0, dtype=np.uint8),
)


class Words:
    """
    Hashes and signatures of one edition's terms, read when first needed and continued as terms arrive.

    Ids are not given twice while no word is removed, so that what is known stays right for older states too.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._hashes: Hashes = np.zeros(1, dtype=np.uint32)  # id 0 is the border between fields
        self._marked: Hashes | None = None
        self._marks: npt.NDArray[np.bool_] = np.zeros(1, dtype=np.bool_)  # by the low bits of a hash
        self._signed: dict[int, Signed] = {}
        self._texts: list[bytes] = []

    def hashes(self, vocabulary: Vocabulary) -> Hashes:
        """By term id, the crc32 of the term; 0 for the border. At least up to the vocabulary's last id."""
        with self._lock:
            known = self._hashes.size - 1
            if vocabulary.last_id() > known:
                self._hashes = np.concatenate((self._hashes, vocabulary.hashes_after(known)))
            return self._hashes

    def perhaps(self, terms: Sequence[str], vocabulary: Vocabulary) -> list[str]:
        """
        The terms that may be in the vocabulary: all that are, and an eighth of the others at most.

        Of a thousand spellings of a mistyped word a handful are words: looked up one by one, the others
        would be most of the time that the question takes.
        """
        hashes = self.hashes(vocabulary)
        with self._lock:
            if self._marked is not hashes:
                self._marked = hashes
                self._marks = np.zeros(MARKS_A_TERM << hashes.size.bit_length(), dtype=np.bool_)
                self._marks[hashes & np.uint32(self._marks.size - 1)] = True
            marks = self._marks
        asked = np.fromiter((crc32(t.encode("utf-8", "surrogatepass")) for t in terms), np.uint32, len(terms))
        return [terms[n] for n in np.flatnonzero(marks[asked & np.uint32(marks.size - 1)]).tolist()]

    def signed(self, vocabulary: Vocabulary, kind: int) -> Signed:
        """The signatures of all terms of a kind."""
        with self._lock:
            if vocabulary.last_id() > len(self._texts):
                self._continue(vocabulary)
            return self._signed.get(kind, NO_TERMS)

    def text(self, number: int) -> str:
        """The term of an id that `signed` returned."""
        return self._texts[number - 1].decode()

    def _continue(self, vocabulary: Vocabulary) -> None:
        known = len(self._texts)
        kinds, signatures = vocabulary.signatures_after(known)
        bits = np.bitwise_count(signatures).sum(axis=1, dtype=np.uint8)
        for kind in np.unique(kinds).tolist():
            places = np.flatnonzero(kinds == kind)
            ids = (places + known + 1).astype(np.uint32)
            more = Signed(ids, signatures[places, 0], signatures[places, 1], bits[places])
            self._signed[kind] = self._signed.get(kind, NO_TERMS).with_more(more)
        self._texts += vocabulary.terms_after(known)
