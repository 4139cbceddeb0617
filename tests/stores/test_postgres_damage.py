"""What health says of the schema of a library in PostgreSQL, and that what it says to do mends it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from belegg.errors import NotALibrary
from belegg.stores.engine.checked import Checked
from belegg.testing import incoming
from belegg.testing.postgres_server import PostgresServer
from extras import needs
from stores.stocked import put

needs("postgres")

import psycopg  # noqa: E402

from belegg.stores.postgres import PostgresStore, catalogue  # noqa: E402

STATEMENT = re.compile(r"`((?:ALTER|CREATE|DROP|REINDEX|VACUUM|ANALYZE|ROLLBACK|SELECT) [^`]+)`")


@pytest.fixture
def dsn(postgres: Callable[[], str]) -> str:
    return postgres()


@pytest.fixture
def owners(dsn: str, as_superuser: Callable[[str], str]) -> str:
    """The same database for whoever may change its tables."""
    return as_superuser(dsn)


@pytest.fixture
def library(dsn: str) -> Iterator[PostgresStore]:
    store = PostgresStore(dsn, wait_s=5)
    put(store, incoming("r/a", "one word", "another word"))
    yield store
    store.close()


def run(dsn: str, *statements: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def told(library: PostgresStore) -> Checked:
    """What the first check says, which is of the database."""
    return library.health()[0]


def test_the_packaged_catalogue_is_what_the_migrations_make(dsn: str) -> None:
    with psycopg.connect(dsn) as connection:
        there = catalogue.written(catalogue.there(connection))

    assert there == catalogue.written(catalogue.made()), "run `python tests/postgres_catalogue.py`"


def test_no_thing_of_a_library_depends_on_an_extension(dsn: str) -> None:
    with psycopg.connect(dsn) as connection:
        extensions = [name for (name,) in connection.execute("SELECT extname FROM pg_extension")]

    assert extensions == ["plpgsql"]


@pytest.mark.req("HYB-9")
@pytest.mark.parametrize(
    ("faults", "met"),
    [
        (["DROP INDEX sources_by_source"], "the index `sources_by_source` is missing"),
        (
            ["UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'turns_by_asker'::regclass"],
            "the index `turns_by_asker` is not valid",
        ),
        (
            ["UPDATE pg_index SET indisready = false WHERE indexrelid = 'turns_by_asker'::regclass"],
            "the index `turns_by_asker` is not valid",
        ),
        (
            [
                "DROP INDEX sources_by_source",
                "CREATE INDEX sources_by_source ON sources (source text_pattern_ops)",
            ],
            "text_pattern_ops",
        ),
        (
            ["DROP INDEX turns_by_gap", "CREATE INDEX turns_by_gap ON turns USING hash (gap)"],
            "USING hash",
        ),
        (
            ['ALTER TABLE names ALTER COLUMN name TYPE text COLLATE "default"'],
            "the column `names.name` is `1. text NOT NULL`",
        ),
        (["ALTER TABLE passages SET UNLOGGED"], "the table `passages` is emptied when the server crashes"),
        (["ALTER TABLE passages ADD COLUMN theirs text"], "the column `passages.theirs` is not Belegg's"),
        (
            ["ALTER TABLE names DROP CONSTRAINT names_pkey"],
            "the constraint `names.names_pkey` is missing",
        ),
        (
            ["ALTER TABLE state DROP CONSTRAINT state_one_check",
             "ALTER TABLE state ADD CONSTRAINT state_one_check CHECK (one = 1 OR one = 2)"],
            "CHECK (one = 1 OR one = 2)",
        ),
    ],
)  # fmt: skip
def test_what_is_not_as_it_was_made_is_told_and_mended_by_what_is_said_to_do(
    library: PostgresStore, owners: str, faults: list[str], met: str
) -> None:
    assert told(library).sound

    run(owners, *faults)

    found = told(library)
    assert not found.sound
    assert found.grave
    assert met in found.text
    run(owners, *STATEMENT.findall(found.todo))
    assert told(library).sound


@pytest.mark.req("HYB-9")
@pytest.mark.parametrize(
    ("fault", "met"),
    [
        ("DROP TABLE gaps", "the table `gaps` is missing"),
        ("ALTER TABLE passages ALTER COLUMN kind DROP NOT NULL", "the column `passages.kind` is"),
        ("ALTER TABLE passages ALTER COLUMN ordinal TYPE bigint", "and was made as `3. integer NOT NULL`"),
        ("ALTER TABLE turns ALTER COLUMN number DROP IDENTITY", "the column `turns.number` is"),
        ("ALTER TABLE sources ALTER COLUMN failed SET DEFAULT 0", "DEFAULT 0"),
        (
            "CREATE OR REPLACE FUNCTION carray(bigint[]) RETURNS TABLE (value bigint) LANGUAGE sql IMMUTABLE "
            "PARALLEL SAFE ROWS 100 AS 'SELECT DISTINCT unnest($1)'",
            "the function `carray(bigint[])` is",
        ),
    ],
)
def test_what_no_statement_mends_is_told_with_where_to_get_it_from(
    library: PostgresStore, owners: str, fault: str, met: str
) -> None:
    run(owners, fault)

    found = told(library)

    assert not found.sound
    assert met in found.text
    assert found.text.count("`gaps") <= 1, "what follows from a missing table is not told besides"
    assert "restore a backup" in found.todo


def test_a_damaged_schema_is_told_in_few_words(library: PostgresStore, owners: str) -> None:
    indexes = [name for kind, name in catalogue.made() if kind == "index" and "_by_" in name]
    run(owners, *(f"DROP INDEX {name}" for name in indexes))

    assert f"and {len(indexes) - 5} more" in told(library).text


def test_a_database_that_does_not_know_all_letters_is_refused_and_left_as_it_was() -> None:
    with PostgresServer() as server:
        made = "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0"
        run(server.dsn(), made)

        with pytest.raises(NotALibrary, match="`LATIN1`"):
            PostgresStore(server.dsn("latin"))

        with psycopg.connect(server.dsn("latin")) as connection:
            tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
            assert tables.fetchone() == (0,)
