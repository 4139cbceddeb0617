"""The schema: what a new library holds, how an older one is brought forward, what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from belegg.errors import MigrationNeeded, NotALibrary
from belegg.stores.postgres.connection import Raw

TABLE = "belegg_layout"


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
    """The layout. Raises NotALibrary, MigrationNeeded."""
    layout = layout_of(raw, name)
    if layout > newest:
        raise MigrationNeeded(
            f"`{name}` was made by a newer Belegg (layout {layout}, this one knows {newest}); "
            "it was left as it is. Update Belegg."
        )
    return layout


def bring_forward(raw: Raw, layout: int, migrations: Sequence[str]) -> None:
    """Apply what is missing, each migration in a transaction of its own. The writer's lock must be held."""
    for number in range(layout + 1, len(migrations) + 1):
        with raw.transaction():
            raw.execute(migrations[number - 1].encode())
            raw.execute(f"UPDATE {TABLE} SET layout = {number}".encode())
