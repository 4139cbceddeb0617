"""
What the role may do that asks a database: read, and nothing else. It is looked at each time before it asks.

A statement is held by its words, by what stands before it and by a transaction that cannot write; the role's
rights are what is left should all of that fail, so a role that could do more is not used at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import psycopg

from belegg.sources.tables.names import listed, quoted

_OF_LIBRARY: Final = "'passages', 'versions', 'access_lists'"
"""A schema with all of these holds a library of Belegg's."""

_OURS = r"n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'"
_ROLES = r"""
SELECT r.rolname, r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb, r.rolreplication,
  r.rolname LIKE 'pg\_%'
FROM pg_catalog.pg_roles r WHERE pg_catalog.pg_has_role(current_user, r.oid, 'MEMBER') ORDER BY r.rolname
"""
_RELATIONS = f"""
SELECT n.nspname, c.relname
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE {_OURS} AND
"""
_OWNED = f"{_RELATIONS} pg_catalog.pg_has_role(current_user, c.relowner, 'MEMBER') ORDER BY 1, 2 LIMIT 100"
_WRITES = f"""
{_RELATIONS} CASE
  WHEN c.relkind = 'S' THEN pg_catalog.has_sequence_privilege(c.oid, 'USAGE, UPDATE')
  WHEN c.relkind IN ('r', 'p', 'v', 'm', 'f') THEN
    pg_catalog.has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
    OR pg_catalog.has_any_column_privilege(c.oid, 'INSERT, UPDATE, REFERENCES')
  ELSE false END
ORDER BY 1, 2 LIMIT 100
"""
_LIBRARIES = f"""
{_RELATIONS} c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND 3 = (SELECT count(*) FROM pg_catalog.pg_class l
           WHERE l.relnamespace = n.oid AND l.relname IN ({_OF_LIBRARY}))
  AND (pg_catalog.has_table_privilege(c.oid, 'SELECT')
       OR pg_catalog.has_any_column_privilege(c.oid, 'SELECT'))
ORDER BY 1, 2 LIMIT 100
"""
_SCHEMAS = f"""
SELECT n.nspname FROM pg_catalog.pg_namespace n
WHERE {_OURS} AND pg_catalog.has_schema_privilege(n.oid, 'CREATE') ORDER BY 1
"""
_DATABASE = """
SELECT current_user, current_database(), pg_catalog.has_database_privilege(current_database(), 'CREATE'),
  (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user)
"""
Raw = psycopg.Connection[Any]


@dataclass(frozen=True, slots=True)
class TooMuch:
    """Something that a role may do besides reading company tables, and the statement that takes it away."""

    told: str
    mend: str

    def __str__(self) -> str:
        return f"{self.told}: {self.mend}"


def too_much(connection: Raw) -> list[TooMuch]:
    """All of it; none for a role that can be used. Raises psycopg.Error."""
    [(role, database, makes_schemas, superuser)] = connection.execute(_DATABASE).fetchall()
    found = list(_by_its_kind(connection, role))
    if not superuser:  # who has no limit
        found += _by_grants(connection, role)
        if makes_schemas:
            told = f"the role `{role}` may make schemas in `{database}`"
            mend = f"REVOKE CREATE ON DATABASE {quoted(database)} FROM {quoted(role)}, PUBLIC"
            found.append(TooMuch(told, mend))
    return found


def _by_its_kind(connection: Raw, role: str) -> Iterator[TooMuch]:
    names = ("SUPERUSER", "BYPASSRLS", "CREATEROLE", "CREATEDB", "REPLICATION")
    rows = connection.execute(_ROLES).fetchall()
    for name, *kinds, predefined in sorted(rows, key=lambda row: bool(row[0] != role)):
        much = [kind for kind, has in zip(names, kinds, strict=True) if has]
        if name == role and much:
            without = " ".join(f"NO{kind}" for kind in much)
            yield TooMuch(
                f"the role `{role}` has {' and '.join(much)}", f"ALTER ROLE {quoted(role)} {without}"
            )
            if "SUPERUSER" in much:
                return  # a member of every role
        elif name != role and (much or predefined):
            told = f"the role `{role}` is a member of `{name}`"
            yield TooMuch(told, f"REVOKE {quoted(name)} FROM {quoted(role)}")


def _by_grants(connection: Raw, role: str) -> Iterator[TooMuch]:
    of = f"FROM {quoted(role)}, PUBLIC"
    if library := connection.execute(_LIBRARIES).fetchall():
        schemas = sorted({schema for schema, _ in library})
        mend = "; ".join(f"REVOKE ALL ON ALL TABLES IN SCHEMA {quoted(each)} {of}" for each in schemas)
        told = f"the role `{role}` may read {_places(library)} beside a library of Belegg's"
        yield TooMuch(told, mend)
    if owned := connection.execute(_OWNED).fetchall():
        mend = "ALTER TABLE … OWNER TO another role, then GRANT SELECT"
        yield TooMuch(f"the role `{role}` owns {_places(owned)}", mend)
    elif written := connection.execute(_WRITES).fetchall():
        tables = ", ".join(f"{quoted(schema)}.{quoted(name)}" for schema, name in written[:5])
        mend = f"REVOKE ALL ON {tables} {of}, then GRANT SELECT"
        yield TooMuch(f"the role `{role}` may write {_places(written)}", mend)
    if schemas := [schema for (schema,) in connection.execute(_SCHEMAS).fetchall()]:
        mend = f"REVOKE CREATE ON SCHEMA {', '.join(map(quoted, schemas))} {of}"
        yield TooMuch(f"the role `{role}` may make tables in {listed(schemas, 5)}", mend)


def _places(rows: list[Any]) -> str:
    return listed([f"{schema}.{name}" for schema, name in rows], 5)
