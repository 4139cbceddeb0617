"""Company tables in PostgreSQL: the settings, the role, values, health, and a server that fails."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from belegg.errors import BadInput, BadSetting, StatementStopped
from belegg.library.library import Library
from belegg.records import OWNER, Principal, Scope
from belegg.sources.tables.settings import databases
from extras import needs

needs("tables")
psycopg = pytest.importorskip("psycopg", reason="belegg[postgres] is not installed")

from psycopg.conninfo import conninfo_to_dict, make_conninfo  # noqa: E402

from tables.company_server import CANARY, company, engine, prepared, role_for  # noqa: E402

pytestmark = pytest.mark.req("AGE-10")

SETTINGS = """
[tables.deals]
dsn = "{dsn}"
schema = "sales"
password_file = "{file}"
about = "Invented."
access = ["sales"]
only = ["figures", "customers", "users"]
hidden = ["customers.phone"]

[tables.deals.table.figures]
about = "By year."
columns = {{ v = "in MNOK" }}

[tables.deals.table.users]
access = ["hr"]
"""
VALUES = """
CREATE SCHEMA sales; CREATE TYPE sales.mood AS ENUM ('glad');
CREATE TABLE sales.t(a numeric(12,2), b numeric, c double precision, d boolean, e timestamptz, f timestamp,
  g date, h money, i integer[], j jsonb, k bytea, l sales.mood, m text, n bigint, o interval, p char(5));
INSERT INTO sales.t VALUES (10.50, 0.100, 0.1, true, '2026-01-01 00:30+01', '2026-01-01 10:00', '2026-12-31',
  1234.5, '{1,2}', '{"a": 1}', '\\x0011', 'glad', E'a\\nb', 9007199254740993, '1 day 2 hours', 'ab');
INSERT INTO sales.t(b, c, m) VALUES ('NaN', 'Infinity', repeat('å', 3000)), (NULL, '-Infinity', '');
"""


def uri(conninfo: str) -> tuple[str, str]:
    """A DSN as settings have it, and the password that they do not."""
    told = conninfo_to_dict(conninfo)
    dsn = f"postgresql://{told['user']}@/{told['dbname']}?host={told['host']}"
    return dsn + (f"&port={told['port']}" if "port" in told else ""), str(told["password"])


def placed(folder: Path, conninfo: str, password: str | None = None) -> None:
    dsn, own = uri(conninfo)
    (folder / "secret").write_text(f"{own if password is None else password}\n")
    (folder / "belegg.toml").write_text(SETTINGS.format(dsn=dsn, file="secret"), encoding="utf-8")


@pytest.fixture(scope="module")
def server(company_databases: Callable[[], str]) -> Iterator[tuple[str, str]]:
    with company(company_databases) as found:
        yield found


@pytest.fixture
def library(tmp_path: Path, server: tuple[str, str]) -> Iterator[Library]:
    placed(tmp_path, server[1])
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        yield opened


def asking(*groups: str) -> Scope:
    return Scope(Principal.signed_in("anna", groups), question="q1")


def test_tables_in_postgresql_are_listed_described_and_asked_as_a_file_is(library: Library) -> None:
    tables, scope = library.tables, asking("sales")

    assert [(each.name, each.rows) for each in tables.tables(scope)] == [("customers", 1), ("figures", 4)]
    figures = tables.describe("deals", "figures", scope)
    assert figures.about == "Invented. By year. Asked in the SQL of PostgreSQL."
    assert [(c.name, c.type, c.examples, c.about) for c in figures.columns] == [
        ("region", "text", ("Tromsøy", "Bergen"), ""),
        ("year", "integer", ("2023", "2024"), ""),
        ("v", "numeric(10,2)", ("10.50", "12.25", "3.00"), "in MNOK"),
    ]
    id = tables.query("deals", "SELECT region, v FROM figures WHERE year = 2023 ORDER BY v", scope)
    with library.store.reading(scope) as reader:
        head, text = reader.head(id), reader.text(id)
    assert head is not None
    assert text is not None
    assert head.title == "deals: figures"
    assert head.access == {"sales"}
    assert text.text.split("\n")[-2:] == ["region: Bergen · v: 3.00", "region: Tromsøy · v: 10.50"]


def test_whoever_is_in_no_group_of_it_meets_no_trace_of_a_database_in_postgresql(library: Library) -> None:
    assert list(library.tables.tables(asking("support"))) == []
    assert not library.tables.may_ask(asking("support"))
    with pytest.raises(BadInput, match="there is no database `deals`, and no other"):
        library.tables.query("deals", "SELECT 1", asking("support"))
    assert [each.name for each in library.tables.tables(asking("hr"))] == ["users"]
    with pytest.raises(BadInput, match="there is no table `figures`; the tables: `users`"):
        library.tables.describe("deals", "figures", asking("hr"))


def test_values_of_postgresql_are_text_as_they_were_written(company_databases: Callable[[], str]) -> None:
    reader = role_for(prepared(company_databases(), VALUES), "sales")
    seen = {"t": tuple("abcdefghijklmnop")}

    first, second, third = engine(reader).select("SELECT * FROM t", seen).rows

    assert first[:4] == ("10.50", "0.100", "0.1", "true")
    assert str(first[4])[:10] in ("2025-12-31", "2026-01-01")
    assert str(first[4])[19:20] in "+-"
    assert first[5:] == (
        *("2026-01-01 10:00:00", "2026-12-31", "1234.50", "{1,2}", '{"a": 1}'),
        *("(bytes, 2 of them, not shown)", "glad", "a b", "9007199254740993", "1 day 02:00:00", "ab"),
    )
    assert second[1:3] == ("NaN", "Infinity")
    assert str(second[12]).endswith("å… (cut; 3000 characters)")
    assert third[1:3] == (None, "-Infinity")
    assert third[12] == ""


def test_rows_of_postgresql_have_an_end_and_what_is_left_is_counted(
    company_databases: Callable[[], str],
) -> None:
    many = "CREATE SCHEMA sales; CREATE TABLE sales.many AS SELECT n, repeat('y', 1500) AS long"
    reader = role_for(prepared(company_databases(), f"{many} FROM generate_series(1, 1200) AS n"), "sales")
    seen = {"many": ("n", "long")}

    numbers = engine(reader).select("SELECT n FROM many ORDER BY n", seen)
    assert (len(numbers.rows), numbers.rows[-1]) == (200, ("200",))
    assert numbers.uncounted or numbers.more == 1000
    wide = engine(reader).select("SELECT long, long, long, long FROM many", seen)
    assert sum(len(value or "") for row in wide.rows for value in row) <= 1_000_000
    assert wide.uncounted or len(wide.rows) + wide.more == 1200


@pytest.mark.parametrize(
    ("given", "words", "mend"),
    [
        ("ALTER ROLE {role} SUPERUSER", "SUPERUSER", "NOSUPERUSER"),
        ("ALTER ROLE {role} BYPASSRLS", "BYPASSRLS", "NOBYPASSRLS"),
        ("ALTER ROLE {role} CREATEROLE CREATEDB", "CREATEROLE and CREATEDB", "NOCREATEROLE NOCREATEDB"),
        ("GRANT pg_read_server_files TO {role}", "member of `pg_read_server_files`", "REVOKE"),
        ("GRANT pg_execute_server_program TO {role}", "member of `pg_execute_server_program`", "REVOKE"),
        ("GRANT pg_read_all_data TO {role}", "member of `pg_read_all_data`", "REVOKE"),
        ("GRANT INSERT ON sales.figures TO {role}", "may write `sales.figures`", "REVOKE ALL ON"),
        ("GRANT UPDATE (v) ON sales.figures TO PUBLIC", "may write `sales.figures`", "PUBLIC"),
        ("GRANT USAGE ON SEQUENCE sales.s TO {role}", "may write `sales.s`", "REVOKE"),
        ("GRANT CREATE ON SCHEMA sales TO {role}", "may make tables in `sales`", "REVOKE CREATE ON SCHEMA"),
        ("DO $$ BEGIN EXECUTE 'GRANT CREATE ON DATABASE ' || current_database() || ' TO {role}'; END $$",
         "may make schemas in", "REVOKE CREATE ON DATABASE"),
        ("ALTER TABLE sales.pay OWNER TO {role}", "owns `sales.pay`", "OWNER TO"),
        ("CREATE SCHEMA lib; CREATE TABLE lib.passages(x int); CREATE TABLE lib.versions(x int); "
         "CREATE TABLE lib.access_lists(x int); GRANT SELECT ON lib.passages TO {role}",
         "may read `lib.passages` beside a library", "REVOKE ALL ON ALL TABLES IN SCHEMA"),
    ],
)  # fmt: skip
def test_a_role_that_can_do_more_than_read_is_not_used_and_is_told_how_to_mend_it(
    company_databases: Callable[[], str], given: str, words: str, mend: str
) -> None:
    owner = prepared(company_databases())
    reader = role_for(owner, "sales")
    role = conninfo_to_dict(reader)["user"]
    asked = engine(reader)
    assert asked.faults() == ()

    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(given.format(role=role))

    [fault] = asked.faults()
    assert words in fault
    assert mend in fault
    for ask in (asked.tables, lambda: asked.select("SELECT v FROM figures", {"figures": ("v",)})):
        with pytest.raises(StatementStopped) as stopped:
            ask()
        assert str(stopped.value) == (
            "`deals` is not asked: its role may do more than read; `belegg health` says what"
        )
    harmless(owner, role)


def harmless(owner: str, role: object) -> None:
    """What a role holds in the whole server is seen in every database of it: other tests ask there."""
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f"ALTER ROLE {role} NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB NOLOGIN")
        connection.execute(
            f"REVOKE pg_read_server_files, pg_execute_server_program, pg_read_all_data FROM {role}"
        )


def test_a_role_of_a_library_is_refused_for_its_tables(
    postgres: Callable[[], str], as_superuser: Callable[[str], str]
) -> None:
    owner = as_superuser(postgres())

    told = engine(role_for(owner, "public"), "public").faults()

    assert any("beside a library of Belegg's" in each for each in told), told


def test_health_says_how_a_database_in_postgresql_is(
    library: Library, server: tuple[str, str], tmp_path: Path
) -> None:
    from belegg.library.health_tables import table_findings

    [well, *rest] = table_findings(library)
    assert (well.state, rest) == ("well", [])
    assert well.text.startswith("`deals`: 3 tables in `postgresql://")
    assert uri(server[1])[1] not in well.text

    placed(tmp_path, server[0])
    [wrong] = table_findings(library)
    assert wrong.state == "wrong"
    assert "SUPERUSER" in wrong.text
    assert "NOSUPERUSER" in wrong.todo


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"password": "another one"}, "does not let Belegg's role in"),
        ({"dbname": "nowhere"}, "is not where the settings say"),
        ({"host": "/tmp/no_socket_here"}, "cannot be reached; ask again when its server runs"),
        ({"host": "127.0.0.1", "port": "9"}, "cannot be reached; ask again when its server runs"),
    ],
)
def test_a_server_that_does_not_answer_is_told_without_its_place(
    server: tuple[str, str], change: dict[str, str], words: str
) -> None:
    if "BELEGG_TEST_PG_DSN" in os.environ:
        pytest.skip("another server's settings decide")

    with pytest.raises(StatementStopped) as stopped:
        engine(make_conninfo(server[1], **change)).tables()

    assert str(stopped.value) == f"`deals` {words}"


def test_a_server_killed_in_between_is_told_and_asked_again_when_it_is_back() -> None:
    from belegg.testing.postgres_server import NoServer, PostgresServer

    try:
        with PostgresServer() as own:
            reader = role_for(prepared(own.database("one")), "sales")
            asked, seen = engine(reader), {"figures": ("v",)}
            assert len(asked.select("SELECT v FROM figures", seen).rows) == 4
            own.kill()
            with pytest.raises(StatementStopped, match="`deals` cannot be reached"):
                asked.select("SELECT v FROM figures", seen)
            own.start()
            assert len(asked.select("SELECT v FROM figures", seen).rows) == 4
    except NoServer as error:
        pytest.skip(str(error))


def test_a_password_comes_from_a_variable_a_file_or_postgresqls_own_file(tmp_path: Path) -> None:
    (tmp_path / "p").write_text("kept & safe\n")
    told = {"my-deals": {"dsn": "postgresql://reader@db/erp?sslmode=require", "password_file": "p"}}
    server = databases(told, tmp_path / "belegg.toml")["my-deals"].server
    assert server is not None
    conninfo = server.conninfo("my-deals", {})

    assert conninfo_to_dict(conninfo)["password"] == "kept & safe"
    assert "kept" not in repr(server) + server.shown
    variable = {"BELEGG_TABLES_MY_DEALS_PASSWORD": "another"}
    assert conninfo_to_dict(server.conninfo("my-deals", variable))["password"] == "another"
    own = databases({"d": {"dsn": "postgresql://reader@db/erp"}}, tmp_path / "belegg.toml")["d"].server
    assert own is not None
    assert own.conninfo("d", {}) == "postgresql://reader@db/erp"
    assert conninfo_to_dict(own.conninfo("d", {"PGPASSFILE": "/a/b"}))["passfile"] == "/a/b"
    with pytest.raises(BadSetting, match="the password of `d` cannot be read"):
        own.conninfo("d", {"BELEGG_TABLES_D_PASSWORD_FILE": str(tmp_path / "nowhere")})


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"dsn": "postgresql://reader:hush@db/erp"}, "holds a password; take it out"),
        ({"dsn": "postgresql://reader@db/erp?password=hush"}, "holds a password; take it out"),
        ({"dsn": "mysql://reader:hush@db/erp"}, "is no address of a database; write postgresql://"),
        ({"dsn": "postgresql://reader@db"}, "is no address of a database"),
        ({"dsn": 7}, "write postgresql://"),
        ({"dsn": "postgresql://reader@db/erp", "path": "a.db"}, "has a path and a dsn"),
        ({"path": "a.db", "schema": "sales"}, "`schema` goes with a dsn"),
    ],
)
def test_settings_of_a_server_that_cannot_be_meant_are_refused_without_a_secret(
    tmp_path: Path, told: dict[str, object], words: str
) -> None:
    with pytest.raises(BadSetting) as refused:
        databases({"deals": told}, tmp_path / "belegg.toml")

    assert words in str(refused.value)
    assert "hush" not in str(refused.value)


def test_the_owner_sees_what_the_settings_hide_nowhere(library: Library) -> None:
    found = library.tables.tables(Scope(OWNER))

    assert {each.name for each in found} == {"customers", "figures", "users"}
    assert "phone" not in str(found)
    assert CANARY not in str(found)
