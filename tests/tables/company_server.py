"""A company's PostgreSQL as the statements of the shared test data expect it, and a role that may read it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256

import psycopg
from psycopg.conninfo import make_conninfo

from belegg.library.tables.databases import command
from belegg.sources.tables.engine import Seen
from belegg.sources.tables.postgres.engine import PostgresEngine
from belegg.sources.tables.postgres.worker import START

CANARY = "KANARI"
HIDDEN_ROWS = 1013
"""Of a table that is not seen: a number that nothing else comes to."""

SCHEMA = f"""
CREATE SCHEMA sales;
CREATE TABLE sales.figures(region text, year integer, v numeric(10,2));
INSERT INTO sales.figures VALUES ('Tromsøy', 2023, 10.5), ('Tromsøy', 2024, 12.25), ('Bergen', 2023, 3),
    ('Bergen', 2024, NULL);
CREATE TABLE sales.users(name text, pw text);
INSERT INTO sales.users SELECT 'x', '{CANARY}-1' FROM generate_series(1, {HIDDEN_ROWS});
CREATE TABLE sales.documents(id text PRIMARY KEY, body text, access text);
INSERT INTO sales.documents VALUES ('hidden-id', '{CANARY}-2', 'hr');
CREATE TABLE sales.customers(id integer PRIMARY KEY, name text, phone text);
INSERT INTO sales.customers VALUES (7, 'Alfa', '{CANARY}-99');
CREATE TABLE sales.pay(name text, amount numeric, shown boolean);
INSERT INTO sales.pay VALUES ('Anna', 1, true), ('{CANARY}-5', 3, false);
CREATE VIEW sales.shown_pay AS SELECT name, amount FROM sales.pay WHERE shown;
CREATE SEQUENCE sales.s;
CREATE SCHEMA secret;
CREATE TABLE secret.raises(name text); INSERT INTO secret.raises VALUES ('{CANARY}-6');
CREATE FUNCTION sales.f_leak(text) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS
    $$ BEGIN RAISE NOTICE '%', $1; RETURN true; END $$;
CREATE FUNCTION sales.told() RETURNS text LANGUAGE sql SECURITY DEFINER AS
    $$ SELECT string_agg(name, ' ') FROM secret.raises $$;
"""
FIGURES: Seen = {"figures": ("region", "year", "v")}


def role_for(dsn: str, *schemas: str) -> str:
    """The DSN of a new role that may read all tables of these schemas, and nothing else."""
    role, password = f"reader_{secrets.token_hex(6)}", secrets.token_hex(8)
    with psycopg.connect(dsn, autocommit=True) as owner:
        owner.execute(f"CREATE ROLE {role} LOGIN PASSWORD '{password}'")
        for schema in schemas:
            owner.execute(f"GRANT USAGE ON SCHEMA {schema} TO {role}")
            owner.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {role}")
    return make_conninfo(dsn, user=role, password=password)


def prepared(dsn: str, schema: str = SCHEMA) -> str:
    """The database without Belegg's tables and with these. Returns the DSN."""
    with psycopg.connect(dsn, autocommit=True) as owner:
        owner.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        owner.execute(schema)
    return dsn


def engine(conninfo: str, schema: str = "sales", name: str = "deals") -> PostgresEngine:
    return PostgresEngine(name, conninfo, schema, tuple(command(START)))


def digest(dsn: str) -> str:
    """Of everything that a statement could change: rows, sequences, tables, functions, roles, settings."""
    asked = """
    SELECT string_agg(relname || relkind::text, ' ' ORDER BY oid) FROM pg_class WHERE oid > 16383
    UNION ALL SELECT string_agg(proname, ' ' ORDER BY oid) FROM pg_proc WHERE oid > 16383
    UNION ALL SELECT (last_value, is_called)::text FROM sales.s
    UNION ALL SELECT string_agg(extname, ' ' ORDER BY oid) FROM pg_extension
    UNION ALL SELECT count(*)::text FROM pg_largeobject_metadata
    UNION ALL SELECT string_agg(setconfig::text, ' ') FROM pg_db_role_setting
    UNION ALL SELECT count(*)::text FROM pg_prepared_xacts
    """
    tables = (
        "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname IN ('sales', 'secret')"
    )
    with psycopg.connect(dsn) as owner:
        told = str(owner.execute(asked).fetchall())
        for (table,) in owner.execute(f"{tables} ORDER BY 1").fetchall():
            told += str(owner.execute(f"SELECT t::text FROM {table} AS t ORDER BY 1").fetchall())
    return sha256(told.encode()).hexdigest()


@contextmanager
def company(company_databases: Callable[[], str]) -> Iterator[tuple[str, str]]:
    """The owner's DSN and a reading role's. What is in the database is after this what it was before."""
    owner = prepared(company_databases())
    reader = role_for(owner, "sales")
    before = digest(owner)
    yield owner, reader
    assert digest(owner) == before
