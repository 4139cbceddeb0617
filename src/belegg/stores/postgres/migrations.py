"""The schema: what a new library holds, how an older one is brought forward, what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from belegg.errors import MigrationNeeded, NotALibrary
from belegg.stores.postgres import fences
from belegg.stores.postgres.session import Raw
from belegg.stores.postgres.showing import EVERYTHING

TABLE = "belegg_layout"
OWNS = f"SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = CAST('{TABLE}' AS regclass)"
MAY_MAKE = "SELECT has_schema_privilege(current_schema(), 'CREATE')"


@cache
def packaged() -> tuple[str, ...]:
    """The migrations in order; the n-th leads from layout n-1 to n."""
    folder = files(__package__).joinpath("schema")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return tuple(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


def layout_of(raw: Raw, name: str) -> int:
    """The layout of the library that is there; 0 for none. Raises NotALibrary for somebody else's tables."""
    there = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
    tables = [row[0] for row in raw.execute(there)]
    if not tables:
        return 0
    if TABLE not in tables:
        raise NotALibrary(
            f"`{name}` holds tables that are not Belegg's (`{tables[0]}`, …); it was left as it is. "
            "Give Belegg a database of its own"
        )
    row = raw.execute(f"SELECT layout FROM {TABLE}").fetchone()
    return int(row[0]) if row else 0


def check(raw: Raw, name: str, newest: int) -> int:
    """The layout. Raises NotALibrary (also for a database that cannot hold all text), MigrationNeeded."""
    encoding = raw.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise NotALibrary(
            f"`{name}` keeps text as `{encoding}`, which does not know all letters; it was left as it is. "
            "Make a database for Belegg with `ENCODING 'UTF8'`"
        )
    layout = layout_of(raw, name)
    if layout > newest:
        raise MigrationNeeded(
            f"`{name}` was made by a newer Belegg (layout {layout}, this one knows {newest}); "
            "it was left as it is. Update Belegg."
        )
    return layout


def may_change(raw: Raw, layout: int) -> bool:
    """Whether this role may make the tables, or change those that are there."""
    row = raw.execute(OWNS if layout else MAY_MAKE).fetchone()
    return row is not None and bool(row[0])


def refuse_strangers(raw: Raw, name: str, layout: int, newest: int) -> None:
    """Raises MigrationNeeded when something has to be done that this role may not do."""
    if layout < newest and not may_change(raw, layout):
        there = f"has layout {layout} and this Belegg needs {newest}" if layout else "holds no library yet"
        raise MigrationNeeded(
            f"`{name}` {there}, and this role may not change its tables: whoever owns them runs "
            "`belegg setup DSN --role NAME`, with their own DSN and the name of this role"
        )


def bring_forward(raw: Raw, layout: int, migrations: Sequence[str]) -> None:
    """Apply what is missing, each migration in a transaction of its own. The writer's lock must be held."""
    for number in range(layout + 1, len(migrations) + 1):
        with raw.transaction():
            raw.execute(EVERYTHING.encode())
            raw.execute(migrations[number - 1].encode())
            if number == len(migrations):
                raw.execute("; ".join(fences.statements()).encode())
            raw.execute(f"UPDATE {TABLE} SET layout = {number}".encode())
