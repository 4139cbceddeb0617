"""What PostgreSQL refuses, in Belegg's words: which error of `errors` stands for which of PostgreSQL's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from psycopg import errors

from belegg.errors import BadInput, StoreBusy, StoreError, StoreFull, StoreReadOnly, StoreUnhealthy
from belegg.stores.postgres.pool import NoConnectionLeft

NO_CONNECTION: Final = re.compile("too many (clients|connections)|connection slots are reserved")
"""How the server says it to who is not let in yet: without a code (53300)."""

PASSWORD: Final = (
    "the password belongs into a file that PGPASSFILE names (a line `HOST:PORT:DATABASE:USER:PASSWORD`, "
    "readable by you alone), or into PGPASSWORD"
)
AT_THE_DOOR: Final = (
    ("password authentication failed", PASSWORD),
    ("no password supplied", PASSWORD),
    ("failed to resolve host", "correct the host in the address"),
    ("could not translate host name", "correct the host in the address"),
    ("no pg_hba.conf entry", "whoever runs the server lets this machine and role in (`pg_hba.conf`)"),
    ("not permitted to log in", "name a role that may log in"),
    ("permission denied for database", "the database's owner grants it: `GRANT CONNECT ON DATABASE …`"),
    ('database "[^"]*" does not exist', "`createdb` makes a database; or correct the address"),
    ('role "[^"]*" does not exist', "name a role that is there; whoever runs the server makes one"),
    ("unrecognized configuration parameter", "correct `options` in the address"),
)
"""What a server says to who comes wrongly (patterns of its English words), and what to do about it."""


@contextmanager
def unopened(name: str) -> Iterator[None]:
    """Turn what PostgreSQL says to an address that is wrong into BadInput; all else is left to `refusals`."""
    try:
        yield
    except errors.InsufficientPrivilege as error:
        raise BadInput(
            f"this role may not make or read a library in `{name}` ({first_line(error)}); whoever owns the "
            "database grants it (`GRANT USAGE, CREATE ON SCHEMA … TO …`), or makes the library"
        ) from error
    except errors.InvalidSchemaName as error:
        raise BadInput(
            f"`{name}` names a schema that is not there; make it (`CREATE SCHEMA …`), or correct the address"
        ) from error
    except psycopg.OperationalError as error:
        todo = next((todo for said, todo in AT_THE_DOOR if re.search(said, str(error))), None)
        if error.sqlstate is not None or todo is None:
            raise
        raise BadInput(f"`{name}` cannot be opened ({first_line(error)}); {todo}") from error


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
    except NoConnectionLeft as error:
        raise StoreBusy(f"`{name}` has no connection left for this ({error}); try again") from error


def in_words(name: str, error: psycopg.Error) -> StoreError | None:
    """None for errors that only a fault in this program can cause."""
    said = first_line(error)
    match error:
        case errors.DiskFull():
            return StoreFull(f"the disk of `{name}` is full; nothing that was acknowledged is lost")
        case errors.ReadOnlySqlTransaction():
            return StoreReadOnly(
                f"`{name}` may not be written to: it takes no changes over this connection ({said}); nothing "
                "was changed"
            )
        case errors.InsufficientPrivilege():
            return StoreReadOnly(
                f"`{name}` may not be written to by this role, or not read ({said}); nothing was changed"
            )
        case errors.DataCorrupted() | errors.IndexCorrupted() | errors.UndefinedTable() | errors.IoError():
            return StoreUnhealthy(f"`{name}` is damaged ({said}); restore a backup")
        case errors.ProgramLimitExceeded():
            return StoreError(f"`{name}` cannot hold this ({said})")
        case errors.LockNotAvailable() | errors.DeadlockDetected() | errors.SerializationFailure():
            return StoreBusy(f"another program holds `{name}`; try again")
        case errors.QueryCanceled():
            return StoreBusy(f"`{name}` did not answer in time; try again")
        case errors.IdleInTransactionSessionTimeout() | errors.TransactionTimeout():
            return StoreBusy(
                f"`{name}` lets no transaction take so long ({said}); nothing was changed. Try again"
            )
        case errors.OutOfMemory() | errors.ConfigurationLimitExceeded():
            return StoreBusy(f"`{name}` has not enough left for this ({said}); try again")
        case psycopg.OperationalError() if NO_CONNECTION.search(str(error)):
            return StoreBusy(f"`{name}` has no connection left for this ({said}); try again")
        case psycopg.OperationalError():
            return StoreBusy(f"`{name}` cannot be reached ({said}); try again when it runs")
    return None


def first_line(error: psycopg.Error) -> str:
    """What the server said; where it is stands in the address that is named beside."""
    said = str(error).strip().split("\n", 1)[0]
    return said.rpartition(" failed: ")[2]
