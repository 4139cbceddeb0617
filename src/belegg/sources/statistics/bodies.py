"""Answers of sources, kept for a while under what was asked."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from belegg.records.statistics import SourceRequest

MOST_BYTES = 64 * 2**20


@dataclass(frozen=True, slots=True)
class KeptBody:
    """
    A success as it came. `retrieved_at` is when the source sent it, and stays when the source says later
    that it has not changed; `checked_at` is when it was last known to be the newest.
    """

    content: bytes
    media_type: str
    url: str
    retrieved_at: datetime
    checked_at: datetime
    etag: str = ""
    last_modified: str = ""


class Bodies(Protocol):
    """Where answers are kept, from any thread."""

    def get(self, key: str) -> KeptBody | None:
        """What is kept under that key."""

    def put(self, key: str, body: KeptBody) -> None:
        """Keep it, in the place of what was there."""

    def drop(self, key: str) -> None:
        """Keep it no longer."""


class MemoryBodies:
    """In this process; the longest unused go when there are more than `most_bytes`."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._lock = threading.Lock()
        self._most_bytes = most_bytes
        self._kept: OrderedDict[str, KeptBody] = OrderedDict()
        self._bytes = 0

    def get(self, key: str) -> KeptBody | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: str, body: KeptBody) -> None:
        with self._lock:
            self._drop(key)
            self._kept[key] = body
            self._bytes += len(body.content)
            while self._bytes > self._most_bytes and self._kept:
                self._drop(next(iter(self._kept)))

    def drop(self, key: str) -> None:
        with self._lock:
            self._drop(key)

    def _drop(self, key: str) -> None:
        gone = self._kept.pop(key, None)
        if gone is not None:
            self._bytes -= len(gone.content)


def key_of(request: SourceRequest) -> str:
    """SHA-256 of method, address, what is accepted and the body, in hexadecimal."""
    digest = hashlib.sha256()
    for part in (request.method.encode(), request.url.encode(), request.accept.encode(), request.body):
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()
