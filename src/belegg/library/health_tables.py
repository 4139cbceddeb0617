"""What `health` says of the company's tables: which there are, whether they answer, when they were loaded."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

from belegg.errors import BadSetting, MissingExtra, StatementStopped
from belegg.library.findings import Finding
from belegg.sources.tables.names import listed
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.library import Library
    from belegg.library.tables.databases import Database

CHECK = "tables"
MOST_NOTES = 10


def table_findings(library: Library) -> Iterator[Finding]:
    """One finding for each database and what is odd about it; none where none is configured."""
    from belegg.library.tables.databases import all_of, configured

    try:
        settings, _ = configured(library.path)
    except BadSetting as error:
        yield Finding(CHECK, "look", f"{error}; no company table can be asked", "mend it there")
        return
    for database in all_of(settings, library.path).values():
        yield from of_database(database)
    if settings and find_spec("sqlglot") is None:
        todo = "pip install 'belegg[tables]'"
        yield Finding(CHECK, "look", "`sqlglot` is not installed; no company table can be asked", todo)


def of_database(database: Database) -> Iterator[Finding]:
    from belegg.sources.tables.settings import unmet

    settings = database.settings
    try:
        if much := database.faults():
            yield from (too_much(database.name, each) for each in much)
            return
        loaded, tables = database.loaded(), database.tables()
    except (StatementStopped, MissingExtra) as error:
        todo = f"see whether it is there and may be read, and what `[tables.{database.name}]` says"
        why = error.__cause__
        told = f"{error} (`{settings.place}`)" + (f": {why}" if isinstance(why, BadSetting) else "")
        yield Finding(CHECK, "look", told, todo)
        return
    when = f", loaded {loaded.at} of `{settings.place}`" if loaded else f" in `{settings.place}`"
    told = f"`{database.name}`: {counted(len(tables), 'table')}{when}"
    if tables:
        yield Finding(CHECK, "well", told)
    else:
        yield Finding(CHECK, "look", told, f"see what it holds, and `only` in `[tables.{database.name}]`")
    if loaded and loaded.notes:
        todo = f"see the files in `{settings.path}`; they are loaded again when they change"
        more = len(loaded.notes) - MOST_NOTES
        told = "; ".join(loaded.notes[:MOST_NOTES]) + (f"; and {more:,} more" if more > 0 else "")
        yield Finding(CHECK, "look", f"`{database.name}`: {told}", todo)
    if missed := unmet(settings, tables):
        todo = f"correct `[tables.{database.name}]` in `belegg.toml`"
        yield Finding(CHECK, "look", f"`{database.name}` has {' and '.join(missed)}", todo)
    closed = [table.name for table in tables if not settings.access_of(table.name)]
    if closed:
        which = listed(closed) if len(closed) < len(tables) else "any table"
        told = f"`{database.name}`: nobody but the owner may ask {which}"
        yield Finding(CHECK, "look", told, "give it `access`, or leave it out by `only`")


def too_much(name: str, fault: str) -> Finding:
    """`fault` ends with the statement that mends it."""
    told, _, mend = fault.partition(": ")
    return Finding(CHECK, "wrong", f"`{name}` is not asked: {told}", f"as a superuser: {mend}")
