"""What all connections of a process share of the vocabulary: hashes and signatures by term id."""

from __future__ import annotations

import threading

import numpy as np

from belegg.stores.sqlite.vocabulary import Hashes, Signatures, Vocabulary


class Words:
    """
    Hashes and signatures of one edition's terms, read when first needed and continued as terms arrive.

    Ids are never given twice within an edition, so that what is known stays right for older states too.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._hashes: Hashes = np.zeros(1, dtype=np.uint32)  # id 0 is the border between fields
        self._signatures: Signatures = np.zeros((0, 2), dtype=np.uint64)

    def hashes(self, vocabulary: Vocabulary) -> Hashes:
        """By term id, the crc32 of the term; 0 for the border. At least up to the vocabulary's last id."""
        self._follow(vocabulary)
        return self._hashes

    def signatures(self, vocabulary: Vocabulary) -> Signatures:
        """The signatures of ids from 1 on."""
        self._follow(vocabulary)
        return self._signatures

    def _follow(self, vocabulary: Vocabulary) -> None:
        with self._lock:
            known = self._hashes.size - 1
            if vocabulary.last_id() > known:
                hashes, signatures = vocabulary.blocks_after(known)
                self._signatures = np.concatenate((self._signatures, signatures))
                self._hashes = np.concatenate((self._hashes, hashes))
