"""
What whoever looks after a living database should know, though results are right as they are.

Nothing here needs more right than the library's own role has: what that role may not see is said, with the
grant that would show it. Each check is a few statements on the catalogue and on PostgreSQL's own counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from belegg.stores.engine.checked import Checked
from belegg.stores.postgres.catalogue import Asked
from belegg.stores.postgres.living import (
    collation,
    pages,
    pooler,
    rows,
    schema,
    server,
    settings,
    transactions,
)
from belegg.stores.postgres.living.bounds import Bounds

__all__ = ["Bounds", "advice"]


def advice(connect: Callable[[], Asked], connections: int, bounds: Bounds | None = None) -> Iterator[Checked]:
    """
    Every check in turn. `connect` makes a connection of one's own, as the library's are made; `connections`:
    how many a process may have of them.
    """
    within = bounds or Bounds()
    with connect() as raw:
        yield server.checked(raw, connections)
        yield settings.checked(raw)
        yield pooler.checked(raw, connect)
        yield collation.checked(raw)
        yield schema.checked(raw)
        yield pages.checked(raw, within)
        yield rows.checked(raw, within)
        yield transactions.checked(raw, within)
