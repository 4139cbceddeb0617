"""What `[tables.NAME]` in `belegg.toml` says: where a company's tables are, and who may ask which of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from belegg.errors import BadSetting
from belegg.sources import pack_values
from belegg.sources.access import narrower
from belegg.sources.pack_values import Check, Unfit
from belegg.sources.tables.engine import FoundTable
from belegg.sources.tables.names import folded, listed
from belegg.sources.tables.server import SCHEMA, Server, wrong

SECTION: Final = "tables"


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Of one table. `access` None: as its database says. `columns`: what is said of each, by folded name."""

    about: str = ""
    access: frozenset[str] | None = None
    columns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DatabaseSettings:
    """
    One database. `path` is a SQLite file, or a folder of files of rows; of tables in PostgreSQL `server` is
    where they are, and `path` the settings' file. `access`: who may ask the tables of which nothing else is
    said; empty is nobody but the owner. `only` None: all tables there are. `hidden` are columns that nobody
    sees (`customers.phone`). Names of tables and columns are folded.
    """

    name: str
    path: Path
    access: frozenset[str] = frozenset()
    about: str = ""
    only: frozenset[str] | None = None
    hidden: frozenset[tuple[str, str]] = frozenset()
    tables: Mapping[str, TableSettings] = field(default_factory=dict)
    server: Server | None = None

    @property
    def place(self) -> str:
        """Where it is, for whoever looks after it."""
        return str(self.path) if self.server is None else self.server.shown

    def of(self, table: str) -> TableSettings:
        return self.tables.get(folded(table), TableSettings())

    def access_of(self, table: str) -> frozenset[str]:
        """Who may ask a table."""
        stated = self.of(table).access
        return self.access if stated is None else stated

    def access_of_all(self, tables: Iterable[str]) -> frozenset[str]:
        """
        Who may read what was made of all of these together. Of none: whoever may ask anything here, for it
        says nothing of any table.
        """
        lists = [self.access_of(table) for table in tables]
        if not lists:
            own = (each.access for each in self.tables.values() if each.access is not None)
            return self.access.union(*own)
        access = lists[0]
        for each in lists[1:]:
            access = narrower(access, each)
        return access

    def shows(self, table: str) -> bool:
        return self.only is None or folded(table) in self.only

    def columns_shown(self, table: FoundTable) -> tuple[str, ...]:
        """The columns of a table that are not hidden."""
        of = folded(table.name)
        return tuple(column.name for column in table.columns if (of, folded(column.name)) not in self.hidden)


def path(value: object) -> str:
    """A path, of a file or folder."""
    if not isinstance(value, str) or not value.strip():
        raise Unfit(f"is {pack_values.shown(value)}; write the path of a SQLite file or of a folder")
    return value


def dsn(value: object) -> str:
    """Where a PostgreSQL database is. No message repeats it: it may hold a password."""
    if not isinstance(value, str):
        raise Unfit(f"is {pack_values.shown(value)}; write postgresql://ROLE@HOST/DATABASE")
    if (unfit := wrong(value)) is not None:
        raise Unfit(unfit)
    return value


def place(value: object) -> str:
    """A column with its table before it."""
    if not isinstance(value, str) or not all(value.partition(".")):
        raise Unfit(f'is {pack_values.shown(value)}; write "TABLE.COLUMN"')
    return value


def table(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise Unfit(f"is {pack_values.shown(value)}; write the name of a table")
    return value


OF_TABLE: Final[Mapping[str, Check]] = {"about": pack_values.text, "access": pack_values.groups}
OF_DATABASE: Final[Mapping[str, Check]] = {
    "path": path,
    "dsn": dsn,
    "schema": pack_values.text,
    "password_file": path,
    **OF_TABLE,
    "only": pack_values.listed(table),
    "hidden": pack_values.listed(place),
}
TABLE, COLUMNS = "table", "columns"


def databases(told: object, file: Path) -> dict[str, DatabaseSettings]:
    """
    Every database by name, of what stands under `[tables]` of the file; paths begin in its folder. Raises
    BadSetting naming the place.
    """
    under = _dictionary(told, f"`{file}`: `{SECTION}`", f"[{SECTION}.NAME]")
    return {name: database(name, value, file) for name, value in under.items()}


def database(name: str, value: object, file: Path) -> DatabaseSettings:
    """One of them. Raises BadSetting."""
    where = f"`{file}` under `[{SECTION}.{name}]`"
    try:
        pack_values.name(name)
    except Unfit as unfit:
        raise BadSetting(f"`{file}`: the name of a database {unfit}") from unfit
    told = dict(_dictionary(value, where, f"[{SECTION}.{name}]"))
    of_tables = _dictionary(told.pop(TABLE, {}), f"{where}: `{TABLE}`", f"[{SECTION}.{name}.{TABLE}.TABLE]")
    values = _checked(told, OF_DATABASE, where, (TABLE,))
    server = _server(values, where, file)
    only = values.get("only")
    own = {
        folded(each): _of_table(told_of, f"`{file}` under `[{SECTION}.{name}.{TABLE}.{each}]`")
        for each, told_of in of_tables.items()
    }
    return DatabaseSettings(
        name=name,
        path=(file.parent / values["path"]).absolute() if server is None else file,
        access=values.get("access", frozenset()),
        about=values.get("about", ""),
        only=None if only is None else frozenset(map(folded, only)),
        hidden=frozenset(
            (folded(t), folded(c)) for t, _, c in (h.partition(".") for h in values.get("hidden", ()))
        ),
        tables=own,
        server=server,
    )


def _server(values: Mapping[str, Any], where: str, file: Path) -> Server | None:
    """Where tables in PostgreSQL are; None for a path. Raises BadSetting for both, and for neither."""
    if "path" in values and "dsn" in values:
        raise BadSetting(f"{where} has a path and a dsn; a database is at one of them")
    if "dsn" not in values:
        if "path" not in values:
            raise BadSetting(
                f'{where} has no path; write path = "FILE.db", the path of a folder, or a dsn of PostgreSQL'
            )
        if beside := [key for key in ("schema", "password_file") if key in values]:
            raise BadSetting(f"{where}: `{beside[0]}` goes with a dsn, and there is a path")
        return None
    kept = values.get("password_file")
    return Server(
        values["dsn"],
        values.get("schema") or SCHEMA,
        None if kept is None else (file.parent / kept).absolute(),
    )


def unmet(settings: DatabaseSettings, found: Iterable[FoundTable]) -> list[str]:
    """What the settings name and the database does not have, in words; for whoever looks after it."""
    columns = {folded(each.name): {folded(c.name) for c in each.columns} for each in found}
    tables = [each for each in (*(settings.only or ()), *settings.tables) if each not in columns]
    tables += [of for of, _ in settings.hidden if of not in columns]
    told = [f"no table {listed(sorted(set(tables)))}"] if tables else []
    places = [f"{of}.{column}" for of, column in settings.hidden if column not in columns.get(of, {column})]
    places += [
        f"{of}.{column}"
        for of, each in settings.tables.items()
        for column in each.columns
        if column not in columns.get(of, {column})
    ]
    return [*told, *([f"no column {listed(sorted(set(places)))}"] if places else [])]


def _of_table(value: object, where: str) -> TableSettings:
    told = dict(_dictionary(value, where, "a table"))
    columns = _dictionary(told.pop(COLUMNS, {}), f"{where}: `{COLUMNS}`", f"a table of {COLUMNS}")
    values = _checked(told, OF_TABLE, where, (COLUMNS,))
    about = _checked(columns, dict.fromkeys(columns, pack_values.text), f"{where} of `{COLUMNS}`")
    return TableSettings(
        values.get("about", ""), values.get("access"), {folded(name): text for name, text in about.items()}
    )


def _dictionary(value: object, where: str, form: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadSetting(f"{where} is {pack_values.shown(value)}, no table; write `{form}`")
    return value


def _checked(
    told: Mapping[str, Any], checks: Mapping[str, Check], where: str, beside: tuple[str, ...] = ()
) -> dict[str, Any]:
    values = {}
    for key, value in told.items():
        if key not in checks:
            raise BadSetting(f"{where}: `{key}` {pack_values.unknown(key, (*checks, *beside))}")
        try:
            values[key] = checks[key](value)
        except Unfit as unfit:
            raise BadSetting(f"{where}: `{key}` {unfit}") from unfit
    return values
