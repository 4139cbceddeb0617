"""
Where a library is: a file, or a database of PostgreSQL by its address (`postgresql://me@db.example/belegg`).

The address is what people typed. The place is where that which belongs to a library and does not lie in it
stands: its settings, the people who may come in, what they brought in. Of a file both are the file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from belegg.errors import BadInput, BadSetting, MissingExtra
from belegg.library.given import given_path

BESIDE: Final = "BELEGG_BESIDE"
"""The environment variable that names the folder of what stands beside a library in PostgreSQL."""
CONFIG: Final = "BELEGG_CONFIG"
LIBRARY: Final = "BELEGG_LIBRARY"
"""The environment variable that names the library of every command."""
SCHEMES: Final = ("postgresql://", "postgres://")
A_SCHEME: Final = re.compile(r"[a-z][a-z0-9+.-]+:/", re.IGNORECASE)
A_LIST: Final = re.compile(r"(^|\s)(host|dbname|password|service)\s*=")


@dataclass(frozen=True, slots=True)
class Address:
    """
    `told` is how messages and hints name it, without a password. `dsn` is the whole address of a database,
    empty of a file; it is not shown. `name` is what people call the library.
    """

    told: str
    place: Path
    name: str
    dsn: str = field(default="", repr=False)

    def __str__(self) -> str:
        return self.told

    @property
    def whole(self) -> str:
        """What opens the library again; of a database it may hold a password, so it is no word to show."""
        return self.dsn or self.told

    @property
    def options(self) -> list[str]:
        """How a command is told of the library, beside `environment`: whoever lists processes reads these."""
        return [] if self.dsn else ["--library", str(self.place)]

    @property
    def environment(self) -> dict[str, str]:
        """The environment in which a command with `options` finds the library."""
        return {**os.environ, LIBRARY: self.whole}


def address_of(given: Address | Path | str, environment: Mapping[str, str] | None = None) -> Address:
    """
    What was given, read. Raises BadInput for what is no address, MissingExtra without `belegg[postgres]`,
    BadSetting when BELEGG_BESIDE names no folder.
    """
    if isinstance(given, Address):
        return given
    text = str(given)
    if isinstance(given, str) and text.strip().casefold().startswith(SCHEMES):
        return _of_database(text.strip(), os.environ if environment is None else environment)
    if A_SCHEME.match(text) and not given_path(given).exists():
        raise BadInput(
            "the library's address cannot be read (it is not shown: it may hold a password); give a file, or "
            "a database as text that begins with `postgresql://`"
        )
    if A_LIST.search(text) and not given_path(given).exists():
        raise BadInput(
            "a database is named by `postgresql://USER@HOST:PORT/DATABASE`, not by a list of `name=value` "
            "(it is not shown: it may hold a password)"
        )
    file = given_path(given)
    return Address(str(file), file, file.name)


def _of_database(dsn: str, environment: Mapping[str, str]) -> Address:
    try:
        from belegg.stores.postgres.dsn import database_of, named, place_name, read
    except ImportError as missing:
        raise MissingExtra(
            f"a library in PostgreSQL needs `{missing.name or 'psycopg[binary]'}`; install it with "
            "`pip install 'belegg[postgres]'`"
        ) from missing
    read(dsn)
    return Address(named(dsn), folder_beside(environment) / place_name(dsn), database_of(dsn), dsn)


def folder_beside(environment: Mapping[str, str]) -> Path:
    """
    The folder of what stands beside a library in PostgreSQL: what BELEGG_BESIDE names, else the one of the
    settings that BELEGG_CONFIG names, else the working folder. Raises BadSetting.
    """
    if named := environment.get(BESIDE):
        if not Path(named).is_dir():
            raise BadSetting(f"{BESIDE} names no folder: `{named}`; make it, or correct that")
        return Path(named)
    config = environment.get(CONFIG)
    return Path(config).parent if config else Path()
