"""A library in a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Callable

from belegg.stores.engine.database import Step, nothing
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.roles import Patience, nobody
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.store import EngineStore
from belegg.stores.postgres.connecting import USUAL, Connecting
from belegg.stores.postgres.database import PostgresDatabase
from belegg.stores.postgres.queue import PostgresQueue

WAIT_S = 60.0


class PostgresStore(EngineStore):
    """
    A library in a PostgreSQL database of its own, or a schema of its own; with `create` made when there is
    none. Raises StoreError, and BadInput when there is none or the address is wrong.

    Safe to share between threads. `dsn`: as libpq takes it (`postgresql://…`). The other arguments are those
    of `SqliteStore`.
    """

    def __init__(
        self,
        dsn: str,
        *,
        wait_s: float = WAIT_S,
        tell: Callable[[str], None] = nobody,
        formula: Formula | None = None,
        sizes: Sizes | None = None,
        step: Step = nothing,
        create: bool = True,
        connecting: Connecting = USUAL,
        unfinished: bool = False,
    ) -> None:
        patience = Patience(wait_s, tell)
        how = (formula or Formula(), sizes or Sizes(), step, create, connecting)
        database = PostgresDatabase(dsn, patience, *how, unfinished=unfinished)
        super().__init__(database)
        self.queue = PostgresQueue(database, dsn)
