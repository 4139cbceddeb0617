"""
The connections that a process reads with: a bounded number, made when they are needed.

When one turns out to be lost all that lie idle are thrown away with it, for a server that went away took all
of them; the next is made as soon as the server takes it.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from psycopg.pq import TransactionStatus

from belegg.stores.postgres.connecting import Connecting
from belegg.stores.postgres.session import Raw, connected_within, lives, lost


class NoConnectionLeft(Exception):
    """All are in use, and none came free in time."""


class Pool:
    """Safe to share between threads."""

    def __init__(self, dsn: str, purpose: str, connecting: Connecting) -> None:
        self._dsn = dsn
        self._purpose = purpose
        self._connecting = connecting
        self._free = threading.BoundedSemaphore(connecting.connections)
        self._idle: deque[Raw] = deque()
        self._closed = False

    @contextmanager
    def lent(self) -> Iterator[Raw]:
        """One for a while. Raises NoConnectionLeft, psycopg.Error."""
        raw = self.take()
        try:
            yield raw
        finally:
            self.give_back(raw)

    def take(self) -> Raw:
        ends = time.monotonic() + self._connecting.away_s
        if not self._free.acquire(timeout=self._connecting.away_s):
            raise NoConnectionLeft(f"all {self._connecting.connections} are in use")
        try:
            return self._idle_one() or self._new_one(ends)
        except BaseException:
            self._free.release()
            raise

    def another(self, instead_of: Raw) -> Raw:
        """One that lives in the place of one that was lost; that one stays lent when there is none."""
        instead_of.close()
        return self._idle_one() or self._new_one(time.monotonic() + self._connecting.away_s)

    def give_back(self, raw: Raw) -> None:
        """One in a transaction, in which something went wrong, is not used again."""
        if self._closed or lost(raw) or raw.info.transaction_status != TransactionStatus.IDLE:
            raw.close()
        else:
            self._idle.append(raw)
        self._free.release()

    def close(self) -> None:
        self._closed = True
        self._drop_idle()

    def _new_one(self, ends: float) -> Raw:
        silence_s = self._connecting.statement_s + self._connecting.silence_s
        return connected_within(self._dsn, self._purpose, max(0.0, ends - time.monotonic()), silence_s)

    def _idle_one(self) -> Raw | None:
        """One that lies idle and lives; None when there is none."""
        while self._idle:
            try:
                raw = self._idle.pop()
            except IndexError:
                return None  # another thread was faster
            if lives(raw):
                return raw
            self._drop_idle()
        return None

    def _drop_idle(self) -> None:
        while self._idle:
            try:
                self._idle.pop().close()
            except IndexError:
                return
