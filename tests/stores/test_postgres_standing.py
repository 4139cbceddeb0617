"""Every way past the second fence, made with real roles, is told with what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from belegg.testing import incoming
from belegg.testing.postgres_server import PostgresServer
from extras import needs
from stores.stocked import put

needs("postgres")

import psycopg  # noqa: E402

from belegg.errors import BadInput, StoreReadOnly  # noqa: E402
from belegg.stores.engine.checked import Checked  # noqa: E402
from belegg.stores.engine.roles import AT_ONCE  # noqa: E402
from belegg.stores.postgres import PostgresStore  # noqa: E402
from belegg.stores.postgres.session import connected  # noqa: E402
from belegg.stores.postgres.setting_up import set_up  # noqa: E402
from belegg.stores.postgres.standing import checked, faults  # noqa: E402

WITHIN_REACH = """
SELECT CAST(CAST(c.oid AS regclass) AS text) FROM pg_class AS c
JOIN pg_class AS library ON library.relnamespace = c.relnamespace AND library.relname = 'belegg_layout'
WHERE c.relkind IN ('r', 'p', 'v', 'm')
AND (has_table_privilege(c.oid, 'SELECT, INSERT, UPDATE, DELETE')
     OR has_any_column_privilege(c.oid, 'SELECT, INSERT, UPDATE')) ORDER BY 1
"""

NEEDED = (
    "key", "document", "ordinal", "span_start", "span_end", "kind", "path", "context", "text", "enriched"
)  # fmt: skip
BLANK = ", ".join(["''"] * 5)

OTHER, OWNER_ROLE, READER = "belegg_t_other", "belegg_t_owner", "belegg_t_reader"


@pytest.fixture
def dsn(postgres: Callable[[], str]) -> str:
    dsn = postgres()
    library = PostgresStore(dsn)
    put(library, incoming("r/a", "word", access=frozenset({"few"})))
    library.close()
    return dsn


@pytest.fixture
def owners(dsn: str, as_superuser: Callable[[str], str]) -> str:
    return as_superuser(dsn)


@pytest.fixture
def other(postgres_server: PostgresServer, owners: str) -> Iterator[str]:
    """A role that Belegg's set-up did not name; what it was given is taken from it afterwards."""
    postgres_server.role(OTHER)
    yield OTHER
    run(owners, f"DROP OWNED BY {OTHER}", f"ALTER ROLE {OTHER} RESET ALL")


def run(dsn: str, *statements: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def found(dsn: str) -> list[Checked]:
    with connected(dsn, "test") as raw:
        return faults(raw)


@pytest.mark.usefixtures("owning_nothing")
def test_a_role_that_owns_nothing_in_a_library_that_was_set_up_is_without_fault(dsn: str) -> None:
    assert found(dsn) == []
    with connected(dsn, "test") as raw:
        (fence,) = checked(raw)
    assert fence.sound
    assert "the role `belegg_app` owns none of them" in fence.text


@pytest.mark.req("FAC-6")
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("ALTER TABLE passages DISABLE ROW LEVEL SECURITY", "row-level security of `passages` is off"),
        ("ALTER TABLE versions NO FORCE ROW LEVEL SECURITY", "`versions` does not bind its owner"),
        ("DROP POLICY belegg_owner ON turns", "policy `belegg_owner` of `turns` is missing"),
        ("ALTER POLICY belegg_reader ON passages USING (true)", "`belegg_reader` of `passages` was changed"),
        (
            "DROP POLICY belegg_reader ON passages; CREATE POLICY belegg_reader ON passages USING (true)",
            "`belegg_reader` of `passages` was changed",
        ),
        ("CREATE POLICY mine ON fetched USING (true)", "`fetched` has a policy that is not Belegg's: `mine`"),
        ("GRANT SELECT ON passages TO PUBLIC", "every role may use `passages` (a grant to PUBLIC)"),
        ("GRANT SELECT (term) ON vocabulary_0 TO PUBLIC", "every role may use `vocabulary_0`"),
        (f"GRANT SELECT ON passages TO {OTHER}", f"the role `{OTHER}`, which `setup` did not name"),
        (f"GRANT SELECT (text) ON passages TO {OTHER}", f"the role `{OTHER}`, which `setup` did not name"),
        (f"GRANT SELECT ON vocabulary_0 TO {OTHER}", "may use `vocabulary_0`"),
        ("CREATE VIEW told AS SELECT text FROM passages", "the view `told` reads with its owner's rights"),
        ("CREATE MATERIALIZED VIEW kept AS SELECT * FROM passages", "`kept` keeps rows outside of the fence"),
        (f"ALTER ROLE {OTHER} SET belegg.lists = '*'", f"`belegg.lists` is set for the role `{OTHER}`"),
    ],
)
def test_a_way_past_the_fence_is_told(owners: str, dsn: str, other: str, wrong: str, told: str) -> None:
    run(owners, wrong)

    texts = [fault.text for fault in found(dsn)]

    assert any(told in text for text in texts), texts
    assert all(fault.todo for fault in found(dsn))


@pytest.mark.req("FAC-6")
def test_a_setting_of_the_database_opens_the_fence_and_is_told(owners: str, dsn: str) -> None:
    name = psycopg.conninfo.conninfo_to_dict(dsn)["dbname"]
    run(owners, f"ALTER DATABASE {name} SET belegg.lists = '*'")

    with psycopg.connect(dsn) as connection:
        assert connection.execute("SELECT count(*) FROM passages").fetchone() == (1,)  # it is a hole
    texts = [fault.text for fault in found(dsn)]
    assert any(f"`belegg.lists` is set for the database `{name}`" in text for text in texts)
    assert any("has a value before any transaction gave it one" in text for text in texts)


@pytest.mark.req("FAC-6")
@pytest.mark.usefixtures("owning_nothing")
def test_a_view_of_its_owner_shows_all_and_one_of_its_invoker_nothing(owners: str, dsn: str) -> None:
    run(
        owners,
        "CREATE VIEW told AS SELECT text FROM passages",
        "CREATE VIEW fenced WITH (security_invoker = true) AS SELECT text FROM passages",
        "GRANT SELECT ON told, fenced TO belegg_app",
    )

    with psycopg.connect(dsn) as connection:
        assert connection.execute("SELECT count(*) FROM told").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM fenced").fetchone() == (0,)
    assert [fault.text for fault in found(dsn)] == ["the view `told` reads with its owner's rights"]


@pytest.mark.req("FAC-6")
@pytest.mark.parametrize(
    ("attributes", "told"),
    [
        ("SUPERUSER", "is a superuser and sees all rows"),
        ("BYPASSRLS", "has BYPASSRLS and sees all rows"),
        ("IN ROLE belegg_t_bypassrls", "may become `belegg_t_bypassrls`"),
    ],
)
def test_a_role_whom_no_fence_holds_is_told_and_not_let_in(
    postgres_server: PostgresServer, owners: str, attributes: str, told: str
) -> None:
    name = f"belegg_t_{attributes.split()[0].lower()}"
    postgres_server.role("belegg_t_bypassrls", "BYPASSRLS")
    postgres_server.role(name, attributes)
    database = str(psycopg.conninfo.conninfo_to_dict(owners)["dbname"])
    run(owners, f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {name}")

    (role, *_) = found(postgres_server.dsn(database, name))

    assert told in role.text
    assert not role.grave
    if "ROLE" not in attributes:
        with pytest.raises(BadInput, match="no fence holds it"):
            set_up(owners, name, AT_ONCE)


@pytest.mark.req("FAC-6")
def test_an_owner_who_is_no_superuser_stands_behind_the_fence_and_is_told_of_the_price(
    postgres_server: PostgresServer,
) -> None:
    postgres_server.role(OWNER_ROLE)
    admin = postgres_server.database("belegg_t_owned")
    run(admin, f"GRANT CREATE ON SCHEMA public TO {OWNER_ROLE}")
    dsn = postgres_server.dsn("belegg_t_owned", OWNER_ROLE)
    library = PostgresStore(dsn)
    put(library, incoming("r/a", "word"))

    with psycopg.connect(dsn) as connection:
        assert connection.execute("SELECT count(*) FROM passages").fetchone() == (0,)
    (role,) = found(dsn)
    assert "could take the fence down" in role.text
    assert not role.grave
    library.close()


# ---------------------------------------------------------------- setting it up


@pytest.mark.req("FAC-6")
def test_who_may_not_create_roles_is_given_the_sql_for_somebody_who_may(
    postgres_server: PostgresServer,
) -> None:
    postgres_server.role(OWNER_ROLE)
    admin = postgres_server.database("belegg_t_handed")
    run(admin, f"GRANT CREATE ON SCHEMA public TO {OWNER_ROLE}", "DROP ROLE IF EXISTS belegg_t_made")

    handed = set_up(postgres_server.dsn("belegg_t_handed", OWNER_ROLE), "belegg_t_made", AT_ONCE)

    assert handed.needed[0] == 'CREATE ROLE "belegg_t_made" LOGIN'
    run(admin, *handed.needed)
    again = set_up(postgres_server.dsn("belegg_t_handed", OWNER_ROLE), "belegg_t_made", AT_ONCE)
    assert again.needed == ()
    run(admin, "DROP DATABASE IF EXISTS nothing", "DROP OWNED BY belegg_t_made", "DROP ROLE belegg_t_made")


@pytest.mark.req("FAC-6")
@pytest.mark.usefixtures("owning_nothing")
def test_set_up_again_mends_what_was_changed(owners: str, dsn: str, other: str) -> None:
    run(
        owners,
        "ALTER TABLE passages DISABLE ROW LEVEL SECURITY",
        "ALTER POLICY belegg_reader ON versions USING (true)",
        "GRANT SELECT ON sources TO PUBLIC",
    )
    assert len(found(dsn)) == 3

    set_up(owners, "belegg_app", AT_ONCE)

    assert found(dsn) == []


@pytest.mark.req("FAC-6")
def test_a_role_that_only_reads_searches_and_cannot_write(
    postgres_server: PostgresServer, owners: str, dsn: str
) -> None:
    postgres_server.role(READER)
    set_up(owners, READER, AT_ONCE, read_only=True)
    database = str(psycopg.conninfo.conninfo_to_dict(dsn)["dbname"])
    library = PostgresStore(postgres_server.dsn(database, READER))

    from stores.stocked import EVERYTHING, asked

    with library.reading(EVERYTHING) as reader:
        assert reader.passages([hit.key for hit in reader.by_words(asked("word"), 3)])
    with pytest.raises(StoreReadOnly, match="may not be written to"):
        put(library, incoming("r/b", "word"))
    library.close()
    assert found(postgres_server.dsn(database, READER)) == []
    run(owners, f"DROP OWNED BY {READER}")


@pytest.mark.usefixtures("owning_nothing")
def test_the_role_cannot_take_the_fence_down(dsn: str) -> None:
    for statement in ("ALTER TABLE passages DISABLE ROW LEVEL SECURITY", "SET row_security = off"):
        refused = pytest.raises(psycopg.errors.InsufficientPrivilege)
        with psycopg.connect(dsn, autocommit=True) as connection, refused:
            connection.execute(f"{statement}; SELECT text FROM passages".encode())


@pytest.mark.req("FAC-6", "AGE-10")
def test_another_role_reaches_no_table_of_a_library_until_it_is_let(
    postgres_server: PostgresServer, owners: str, dsn: str, other: str
) -> None:
    database = str(psycopg.conninfo.conninfo_to_dict(dsn)["dbname"])

    def within_reach() -> list[tuple[str, ...]]:
        with psycopg.connect(postgres_server.dsn(database, other)) as connection:
            return connection.execute(WITHIN_REACH).fetchall()

    assert within_reach() == []
    run(owners, f"GRANT SELECT (text) ON passages TO {other}")
    assert within_reach() == [("passages",)]


@pytest.mark.req("FAC-6")
def test_neither_a_plan_nor_a_refusal_tells_of_a_row_behind_the_fence(dsn: str, owners: str) -> None:
    with psycopg.connect(owners) as connection:
        (text,) = connection.execute("SELECT text FROM passages").fetchone() or ("",)

    with psycopg.connect(dsn) as connection:
        assert connection.execute("SELECT * FROM pg_stats WHERE tablename = 'passages'").fetchall() == []
        asked = "EXPLAIN (ANALYZE, FORMAT TEXT) SELECT 1 FROM passages WHERE text = %s"
        told = connection.execute(asked, (text,)).fetchall()
        assert text not in " ".join(line for (line,) in told).replace(f"'{text}'", "")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):  # before the key is looked at: it exists
            connection.execute(
                "INSERT INTO passages SELECT 1, 1, 1, 1, 1, '', 1, 1, '', '', 1, '', '', '', '', ''"
            )
