"""A library in PostgreSQL whose first fence is down: only what the database hides itself is hidden."""

from __future__ import annotations

from belegg.records import OWNER, Scope
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.database import nothing
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.roles import AT_ONCE
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.snapshot import Snapshot
from belegg.stores.engine.store import EngineStore
from belegg.stores.engine.view import View
from belegg.stores.postgres.database import PostgresDatabase


class UnfencedDatabase(PostgresDatabase):
    """Whoever asks, the engine takes them for the owner; the transaction says who they are."""

    def _view(self, connection: Connection, snapshot: Snapshot, scope: Scope) -> View:
        return super()._view(connection, snapshot, Scope(OWNER))


class UnfencedStore(EngineStore):
    """A store that asks for all there is, whoever asks."""

    def __init__(self, dsn: str) -> None:
        super().__init__(UnfencedDatabase(dsn, AT_ONCE, Formula(), Sizes(), nothing))
