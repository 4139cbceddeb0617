"""What PostgreSQL refuses, in Belegg's words: which error of `errors` stands for which of PostgreSQL's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors
from psycopg_pool import PoolTimeout

from belegg.errors import StoreBusy, StoreError, StoreFull, StoreReadOnly, StoreUnhealthy


@contextmanager
def refusals(name: str) -> Iterator[None]:
    """Turn PostgreSQL's errors inside the block into StoreErrors of one plain sentence."""
    try:
        yield
    except psycopg.Error as error:
        refused = in_words(name, error)
        if refused is None:
            raise
        raise refused from error


def in_words(name: str, error: psycopg.Error) -> StoreError | None:
    """None for errors that only a fault in this program can cause."""
    match error:
        case errors.DiskFull():
            return StoreFull(f"the disk of `{name}` is full; nothing that was acknowledged is lost")
        case errors.ReadOnlySqlTransaction() | errors.InsufficientPrivilege():
            return StoreReadOnly(f"`{name}` may not be written to by this role; nothing was changed")
        case errors.DataCorrupted() | errors.IndexCorrupted():
            return StoreUnhealthy(f"`{name}` is damaged ({first_line(error)}); restore a backup")
        case errors.LockNotAvailable() | errors.DeadlockDetected() | errors.SerializationFailure():
            return StoreBusy(f"another program holds `{name}`; try again")
        case errors.QueryCanceled():
            return StoreBusy(f"`{name}` did not answer in time; try again")
        case errors.TooManyConnections() | PoolTimeout():
            return StoreBusy(f"`{name}` has no connection left for this; try again")
        case psycopg.OperationalError():
            return StoreBusy(f"`{name}` cannot be reached ({first_line(error)}); try again when it runs")
    return None


def first_line(error: psycopg.Error) -> str:
    return str(error).strip().split("\n", 1)[0]
