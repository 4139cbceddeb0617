"""The company's tables as who asks may see them: what is not theirs is not there."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from belegg.errors import BadInput, MissingExtra, StatementRefused, StatementStopped
from belegg.library.tables.databases import Database
from belegg.library.tables.document import Asked, rows_document
from belegg.records import DocumentId, Scope
from belegg.records.fetched import Fetched
from belegg.records.searching import Principal
from belegg.records.turns import asker_of
from belegg.seams.figures import Column, CompanyTable
from belegg.sources.tables.engine import FoundTable, Selected
from belegg.sources.tables.loading import Loaded
from belegg.sources.tables.names import folded, listed, nearest, no_table

IN_POSTGRESQL = "Asked in the SQL of PostgreSQL."
Keep = Callable[[Fetched], None]
"""Keeps what was fetched."""


class ConfiguredTables:
    """
    `seams.figures.CompanyTables` over the databases of the settings. A database of which an asker may see
    nothing is as if it were not configured, in every message too.
    """

    def __init__(self, databases: Mapping[str, Database], keep: Keep) -> None:
        self._databases = databases
        self.keep = keep

    def may_ask(self, scope: Scope) -> bool:
        return any(True for _ in self._possible(scope.principal))

    def tables(self, scope: Scope) -> Sequence[CompanyTable]:
        found: list[CompanyTable] = []
        for database in self._possible(scope.principal):
            try:
                seen = seen_in(database, scope.principal)
                loaded = database.loaded()
            except (StatementStopped, MissingExtra) as error:
                found.append(CompanyTable(database.name, "", (), about=str(error)))
                continue
            found += [as_shown(database, table, columns, loaded) for table, columns in seen]
        return found

    def describe(self, database: str, table: str, scope: Scope) -> CompanyTable:
        """Raises BadInput for one that is not there, StatementStopped."""
        of = self._called(database, scope.principal)
        seen = seen_in(of, scope.principal)
        for found, columns in seen:
            if folded(found.name) == folded(table):
                examples = of.engine().examples(found.name, columns)
                return as_shown(of, found, columns, of.loaded(), examples)
        raise BadInput(no_table(table, [found.name for found, _ in seen]))

    def query(self, database: str, statement: str, scope: Scope) -> DocumentId:
        """Raises StatementRefused, StatementStopped, and BadInput for an unknown database."""
        fetched, _ = self.fetched(database, statement, scope)
        self.keep(fetched)
        return fetched.document.id

    def fetched(self, database: str, statement: str, scope: Scope) -> tuple[Fetched, Selected]:
        """The rows of a statement and the document of them, which is not kept. Raises as `query`."""
        of = self._called(database, scope.principal)
        seen = {table.name: columns for table, columns in seen_in(of, scope.principal)}
        found = of.engine().select(statement, seen)
        access = of.settings.access_of_all(found.tables)
        if not scope.principal.may_read(access):
            raise StatementRefused(
                f"{listed(found.tables)} are open to different groups, and what is made of all of them to "
                "nobody who asks; ask them one at a time"
            )
        question = scope.question or secrets.token_hex(8)
        asked = Asked(of.name, statement, datetime.now(UTC).isoformat(timespec="seconds"), access)
        document, passages = rows_document(asked, found, f"{question}\0{secrets.token_hex(8)}")
        record = record_of(asked, found)
        who = asker_of(scope.principal)
        return Fetched("table", question, who, asked.retrieved_at, document, passages, record), found

    def _possible(self, who: Principal) -> Iterator[Database]:
        """Databases of which the settings open anything to them; their tables are not looked at."""
        for database in self._databases.values():
            settings = database.settings
            if who.may_read(settings.access) or any(
                each.access is not None and who.may_read(each.access) for each in settings.tables.values()
            ):
                yield database

    def _called(self, name: str, who: Principal) -> Database:
        known = {folded(each.name): each for each in self._possible(who)}
        if (found := known.get(folded(name))) is not None:
            return found
        every = [each.name for each in known.values()]
        if not every:
            raise BadInput(f"there is no database `{name}`, and no other that may be asked")
        near = nearest(name, every, 1)
        meant = f"; did you mean `{near[0]}`?" if near and len(every) > 1 else ""
        raise BadInput(f"there is no database `{name}`{meant}; the databases: {listed(every)}")


def seen_in(database: Database, who: Principal) -> list[tuple[FoundTable, tuple[str, ...]]]:
    """The tables of a database that somebody may ask, each with its columns that are not hidden."""
    found = []
    for table in database.tables():
        columns = database.settings.columns_shown(table)
        if columns and who.may_read(database.settings.access_of(table.name)):
            found.append((table, columns))
    return found


def as_shown(
    database: Database,
    table: FoundTable,
    columns: Sequence[str],
    loaded: Loaded | None,
    examples: Mapping[str, Sequence[str]] | None = None,
) -> CompanyTable:
    """A table with what the settings, or the heads of its file, say of it."""
    settings = database.settings.of(table.name)
    shown = []
    for column in table.columns:
        if column.name in columns:
            heading = loaded.headings.get(table.name, {}).get(column.name, "") if loaded else ""
            note = loaded.said.get(table.name, {}).get(column.name, "") if loaded else ""
            about = settings.columns.get(folded(column.name)) or (heading if heading != column.name else "")
            values = tuple((examples or {}).get(column.name, ()))
            shown.append(Column(column.name, column.type, values, ". ".join(filter(None, (about, note)))))
    dialect = "" if database.settings.server is None else IN_POSTGRESQL
    about = " ".join(filter(None, (database.settings.about, settings.about, dialect)))
    return CompanyTable(database.name, table.name, tuple(shown), table.rows, about)


def record_of(asked: Asked, found: Selected) -> str:
    """What is kept beside the document: the statement as it was sent, and the rows as they came."""
    return json.dumps(
        {
            "database": asked.database,
            "statement": asked.statement,
            "tables": list(found.tables),
            "columns": list(found.columns),
            "rows": [list(row) for row in found.rows],
            "more": found.more,
            "uncounted": found.uncounted,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )
