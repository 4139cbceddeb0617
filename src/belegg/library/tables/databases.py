"""The company's databases as `belegg.toml` names them, each with what asks it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import monotonic

from belegg.errors import BadSetting, StatementStopped
from belegg.library.tables.loaded import Folder
from belegg.models.chat.roles import config_file, told_in
from belegg.reading.fenced.process import places
from belegg.reading.fenced.same import same_belegg
from belegg.sources.tables.engine import Engine, FoundTable
from belegg.sources.tables.loading import Loaded
from belegg.sources.tables.postgres.engine import PostgresEngine
from belegg.sources.tables.postgres.worker import START as POSTGRES
from belegg.sources.tables.settings import SECTION, DatabaseSettings, databases
from belegg.sources.tables.sqlite.engine import SqliteEngine
from belegg.sources.tables.sqlite.worker import START as SQLITE

SUFFIX = ".tables"
"""Of the folder beside a library that holds what was loaded of folders."""


KEPT_S = 30
"""How long it is remembered at most which tables a server has; a statement meets those that it has now."""


@dataclass(frozen=True, slots=True)
class Database:
    """
    A configured database. Its tables are looked at anew when its file, or the log beside it, has changed.
    """

    settings: DatabaseSettings
    library: Path

    @property
    def name(self) -> str:
        return self.settings.name

    def faults(self) -> tuple[str, ...]:
        """
        What the role may do by which a server is asked, besides reading: with any of it no table is asked.
        Owner's view. Raises StatementStopped.
        """
        server = self._server()
        return () if server is None else server.faults()

    def loaded(self) -> Loaded | None:
        """Of a folder, how it is loaded now; None for a file, asked as it is. Raises StatementStopped."""
        folder = self._folder()
        if folder is None:
            return None
        try:
            return folder.fresh()
        except StatementStopped as error:
            raise StatementStopped(f"`{self.name}` {error}") from error

    def engine(self) -> Engine:
        """What asks it, after its folder was loaded where that changed. Raises StatementStopped."""
        if (server := self._server()) is not None:
            return server
        self.loaded()
        return SqliteEngine(self.name, self._file(), command(SQLITE))

    def tables(self) -> tuple[FoundTable, ...]:
        """Those that the settings show. Owner's view. Raises StatementStopped."""
        if (server := self._server()) is not None:
            found = _asked(server, int(monotonic() // KEPT_S))
        else:
            self.loaded()
            file = self._file()
            found = _looked(self.name, file, _state(file))
        return tuple(table for table in found if self.settings.shows(table.name))

    def _server(self) -> PostgresEngine | None:
        """Raises StatementStopped where its password cannot be read."""
        server = self.settings.server
        if server is None:
            return None
        try:
            conninfo = server.conninfo(self.name, os.environ)
        except BadSetting as error:
            raise StatementStopped(f"`{self.name}` cannot be asked: its password cannot be read") from error
        return PostgresEngine(self.name, conninfo, server.schema, tuple(command(POSTGRES)))

    def _folder(self) -> Folder | None:
        if not self.settings.path.is_dir():
            return None
        beside = self.library.with_name(f"{self.library.name}{SUFFIX}")
        try:
            beside.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise StatementStopped(
                f"`{self.name}` could not be loaded: `{beside.name}` beside the library cannot be made "
                f"({error.strerror})"
            ) from error
        return Folder(self.settings.path, beside / f"{self.name}.db")

    def _file(self) -> Path:
        folder = self._folder()
        return self.settings.path if folder is None else folder.target


def configured(library: Path) -> tuple[dict[str, DatabaseSettings], Path | None]:
    """What `[tables]` says in the `belegg.toml` that counts, and which file that is. Raises BadSetting."""
    file = config_file(library, os.environ)
    if file is None:
        return {}, None
    return databases(told_in(file).get(SECTION, {}), file.absolute()), file


def all_of(settings: Mapping[str, DatabaseSettings], library: Path) -> dict[str, Database]:
    beside = library.absolute()
    return {name: Database(each, beside) for name, each in sorted(settings.items())}


def command(start: str) -> list[str]:
    """What starts a process that asks: the very Belegg that runs here."""
    return [*same_belegg(start, "-E", "-B", "-X", "utf8"), *places()]


def _state(file: Path) -> tuple[tuple[int, int], ...]:
    """What changes when the file does; empty for one that is not there."""
    found = []
    for each in (file, file.with_name(f"{file.name}-wal")):
        try:
            kept = each.stat()
        except OSError:
            continue
        found.append((kept.st_mtime_ns, kept.st_size))
    return tuple(found)


@lru_cache(maxsize=64)
def _looked(name: str, file: Path, state: tuple[tuple[int, int], ...]) -> tuple[FoundTable, ...]:
    return SqliteEngine(name, file, command(SQLITE)).tables()


@lru_cache(maxsize=64)
def _asked(server: PostgresEngine, moment: int) -> tuple[FoundTable, ...]:
    """`moment` changes with time: a server does not say when its tables change."""
    return server.tables()
