"""What is wrong with a library's database as such: tables or indexes that are missing or not valid."""

from __future__ import annotations

import re

from belegg.stores.postgres import migrations
from belegg.stores.postgres.connection import Raw

MADE = re.compile(r"CREATE (?:TABLE|INDEX) (\w+)")
THERE = (
    "SELECT c.relname, coalesce(i.indisvalid AND i.indisready, true) FROM pg_class AS c "
    "LEFT JOIN pg_index AS i ON i.indexrelid = c.oid "
    "WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'i')"
)


def damage(raw: Raw) -> str:
    """In words; empty when all is there. Pages are the server's to check: no table is read for this."""
    there: dict[str, bool] = dict(raw.execute(THERE).fetchall())
    expected = {name for migration in migrations.packaged() for name in MADE.findall(migration)}
    missing = sorted(expected - there.keys())
    invalid = sorted(name for name, valid in there.items() if not valid)
    told = [f"`{name}` is missing" for name in missing]
    told += [f"the index `{name}` is not valid (`REINDEX INDEX {name}` makes it anew)" for name in invalid]
    return "; ".join(told)
