"""The store behind an address: a file, or a database with what `[postgres]` in `belegg.toml` says of it."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from belegg.errors import BadInput, BadSetting
from belegg.library.address import Address
from belegg.library.progress import Teller

if TYPE_CHECKING:
    from belegg.stores.engine.store import EngineStore
    from belegg.stores.postgres.connecting import Connecting

MOST: Final = {
    "connections": 1000, "statement_s": 86_400, "connect_s": 3600, "away_s": 3600, "silence_s": 3600,
    "writer_silence_s": 86_400,
}  # fmt: skip
"""What each setting of `[postgres]` may be at most; the least is above 0."""
WHOLE: Final = ("connections", "connect_s")


def store_at(
    address: Address, create: bool, wait_s: float, tell: Teller, *, unfinished: bool = False
) -> EngineStore:
    """
    The store; with `create` made where there is none, with `unfinished` also a copy that has not come to its
    end. Raises BadInput, BadSetting, StoreError.
    """
    if address.dsn:
        from belegg.stores.postgres import PostgresStore

        connecting = connecting_at(address.place)
        return PostgresStore(
            address.dsn,
            wait_s=wait_s,
            tell=tell,
            create=create,
            connecting=connecting,
            unfinished=unfinished,
        )
    from belegg.stores.sqlite import SqliteStore

    file = address.place
    if not create and not file.exists():
        raise BadInput(f"there is no library `{file}`; make one with `belegg ingest FOLDER --library {file}`")
    if file.is_dir():
        raise BadInput(f"`{file}` is a folder; a library is one file, such as `{file / 'belegg.db'}`")
    if create and not file.parent.is_dir():
        raise BadInput(f"there is no folder `{file.parent}` for the library `{file.name}`; make it first")
    return SqliteStore(file, wait_s=wait_s, tell=tell, unfinished=unfinished)


def see_that_it_is_there(address: Address) -> None:
    """Raises BadInput when there is no library, StoreError."""
    if address.dsn:
        store_at(address, False, 0.0, lambda sentence: None).close()
    elif not address.place.is_file():
        raise BadInput(f"there is no library `{address}`; make one with `belegg ingest FOLDER`")


def connecting_at(place: Path | None) -> Connecting:
    """What `[postgres]` in the `belegg.toml` that counts says. Raises BadSetting."""
    from belegg.models.chat.roles import config_file, known, told_in
    from belegg.stores.postgres.connecting import Connecting

    file = config_file(place, os.environ)
    told: Any = {} if file is None else told_in(file).get("postgres", {})
    if not isinstance(told, dict):
        raise BadSetting(f"`{file}`: `postgres` is no table; write `[postgres]`")
    where = f"`{file}` under `[postgres]`"
    known(told, tuple(field.name for field in fields(Connecting)), where)
    for name, value in told.items():
        kinds = (int,) if name in WHOLE else (int, float)
        if type(value) not in kinds or not 0 < value <= MOST[name]:
            number = "a whole number" if name in WHOLE else "a number"
            raise BadSetting(
                f"{where}: `{name}` is {number} above 0, {MOST[name]:,} at most, and not `{value}`"
            )
    return Connecting(**told)


def in_database(address: Address) -> str:
    """How a library in PostgreSQL is backed up, and what is to be kept beside it."""
    return (
        f"`{address}` is backed up by PostgreSQL's own tools (`pg_dump --format=custom --file=FILE ADDRESS`, "
        f"`pg_restore`); keep with it what stands beside the library: `{address.place.absolute()}.*` "
        "(people, what they brought in) and `belegg.toml`. `belegg copy` makes a library in a file of it"
    )


def copy_to(store: EngineStore, file: Path) -> None:
    """A copy in a new file, whatever the library lies in: what must be tried out is tried on one."""
    from belegg.stores.sqlite import SqliteStore

    if isinstance(store, SqliteStore):
        store.backup(file)
        return
    copy = SqliteStore(file)
    try:
        copy.take_over(store, "the library", lambda doing, table, digest: None)
    finally:
        copy.close()
