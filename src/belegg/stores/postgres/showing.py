"""
Whose a transaction is, as settings that end with it: what the second fence goes by (`fences`).

Always `SET LOCAL`, always inside a transaction: a connection that goes back to its pool carries nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from psycopg.pq import Escaping

from belegg.records import Principal
from belegg.stores.engine import statements
from belegg.stores.engine.stored import groups_json
from belegg.stores.postgres.adapting import as_stored
from belegg.stores.postgres.fences import ASKER, GROUPS, LISTS
from belegg.stores.postgres.session import Raw

EVERYTHING = f"SET LOCAL {LISTS} = '*'"
"""For the library's owner, and for whatever writes, keeps or removes."""


def only_these(lists: str) -> str:
    """The rows under these access lists (as `Readable.text`)."""
    return f"SET LOCAL {LISTS} = '{lists}'"


def shown(raw: Raw, who: Principal, lists: str) -> Iterator[str]:
    """The rows of somebody, and what stands under these lists. Whose name no text can hold has no rows."""
    yield only_these(lists)
    if who.groups is not None:
        groups = groups_json(frozenset(filter(statements.is_id, who.groups)))
        for name, value in ((ASKER, who.id if statements.is_text(who.id) else ""), (GROUPS, groups)):
            literal = bytes(Escaping(raw.pgconn).escape_literal(as_stored(value).encode()))
            yield f"SET LOCAL {name} = {literal.decode()}"
