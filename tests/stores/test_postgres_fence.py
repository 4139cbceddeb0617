"""The second fence: what a library in PostgreSQL shows where the first one, the engine's own, has a hole."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from belegg.errors import MigrationNeeded, StoreReadOnly
from belegg.records import OWNER, Principal, Scope
from belegg.testing import incoming
from extras import needs
from stores.stocked import EVERYTHING, asked, put
from stores.test_promised_turns import turn

needs("postgres")

import psycopg  # noqa: E402

from belegg.stores.postgres import PostgresStore  # noqa: E402
from belegg.stores.postgres.fences import FENCED, OPEN  # noqa: E402
from belegg.testing.unfenced import UnfencedStore  # noqa: E402

FEW = Scope(Principal("anna", frozenset({"few"})))
ROWS = "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"


@pytest.fixture
def dsn(postgres: Callable[[], str]) -> str:
    return postgres()


@pytest.fixture
def library(dsn: str) -> Iterator[PostgresStore]:
    store = PostgresStore(dsn)
    put(
        store,
        incoming("r/hidden", "secret word", access=frozenset({"board"})),
        incoming("r/shown", "plain word", access=frozenset({"few"})),
    )
    yield store
    store.close()


@pytest.mark.req("FAC-6")
def test_every_table_is_fenced_or_says_why_it_is_not(dsn: str) -> None:
    with psycopg.connect(dsn) as connection:
        tables = {name for (name,) in connection.execute(ROWS)}

    assert tables == {*FENCED, *OPEN}
    assert not FENCED.keys() & OPEN.keys()


@pytest.mark.req("FAC-6")
def test_a_connection_that_does_not_say_whose_it_is_sees_no_row_of_a_fenced_table(
    library: PostgresStore, dsn: str, as_superuser: Callable[[str], str]
) -> None:
    with psycopg.connect(as_superuser(dsn)) as connection:
        there = [t for t in FENCED if connection.execute(f"SELECT FROM {t} LIMIT 1".encode()).fetchall()]
    assert {"passages", "versions", "sources"} <= {*there}

    with psycopg.connect(dsn) as connection:
        for table in FENCED:
            assert connection.execute(f"SELECT count(*) FROM {table}".encode()).fetchone() == (0,)


@pytest.mark.req("FAC-6")
def test_where_the_first_fence_is_down_the_second_one_gives_no_word_of_what_is_hidden(
    library: PostgresStore, dsn: str
) -> None:
    unfenced = UnfencedStore(dsn)
    with unfenced.reading(EVERYTHING) as reader:
        documents = {head.source: head.id for head in reader.heads()}
        keys = [hit.key for hit in reader.by_words(asked("word"), 9)]
        assert len(keys) == 2

    with unfenced.reading(FEW) as reader:
        assert len(reader.by_words(asked("word"), 9)) == 2  # the index is the engine's, and that is broken
        assert [head.source for head in reader.heads()] == ["r/shown"]
        assert reader.text(documents["r/hidden"]) is None
        assert reader.passages_of(documents["r/hidden"]) == []
        assert reader.original(documents["r/hidden"]) is None
        assert [report.source for _, report in reader.reports()] == ["r/shown"]
        with pytest.raises(KeyError):
            reader.passages(keys)
    unfenced.close()


@pytest.mark.req("FAC-6")
def test_runs_and_what_was_fetched_are_shown_to_who_asked_whatever_the_statement(
    library: PostgresStore, dsn: str
) -> None:
    with library.keeping("test") as keeper:
        for asker in ("anna", "bert", "", "anonymous"):
            keeper.keep(turn(f"t-{asker}", f"c-{asker}", asker))

    def seen(who: Principal) -> list[tuple[str, ...]]:
        with library._database.newest_state(who) as (connection, _, _):
            return connection.execute("SELECT asker FROM turns ORDER BY asker").fetchall()

    assert seen(Principal("anna", frozenset({"few"}))) == [("anna",)]
    assert seen(Principal("carl", frozenset({"few"}))) == []
    assert seen(Principal("", frozenset())) == []
    assert seen(Principal("half \ud800", frozenset({"\ud800"}))) == []
    assert seen(Principal("'; SELECT 1 --\\", frozenset({"it's \\"}))) == []
    assert seen(Principal.anonymous()) == []
    assert len(seen(OWNER)) == 4


@pytest.mark.req("FAC-6")
def test_a_connection_carries_nothing_of_who_used_it_before(dsn: str) -> None:
    library = PostgresStore(dsn)
    put(library, incoming("r/a", "word"))
    for scope in (EVERYTHING, FEW, EVERYTHING):
        with library.reading(scope) as reader:
            reader.by_words(asked("word"), 3)

    settings = library._database.rows  # the owner's view sets its own
    assert settings("SELECT current_setting('belegg.lists', true)") == [("*",)]
    with library._database.connection() as (connection, _):
        for name in ("lists", "asker", "groups"):
            found = connection.execute(f"SELECT current_setting('belegg.{name}', true)").fetchall()
            assert found in ([(None,)], [("",)])
        assert connection.execute("SELECT count(*) FROM passages").fetchall() == [(0,)]
    library.close()


def test_a_list_that_is_new_opens_at_once(library: PostgresStore) -> None:
    with library.reading(FEW) as reader:
        assert [head.source for head in reader.heads()] == ["r/shown"]

    put(library, incoming("r/both", "word", access=frozenset({"few", "board"})))

    with library.reading(FEW) as reader:
        assert [head.source for head in reader.heads()] == ["r/both", "r/shown"]
        assert reader.passages([hit.key for hit in reader.by_words(asked("word"), 9)])


@pytest.mark.usefixtures("owning_nothing")
def test_an_older_layout_is_for_the_owner_to_bring_forward(
    dsn: str, as_superuser: Callable[[str], str]
) -> None:
    with psycopg.connect(as_superuser(dsn), autocommit=True) as connection:
        connection.execute("UPDATE belegg_layout SET layout = 2")
        connection.execute("DROP TABLE receipts")
        connection.execute("DROP TABLE ingest_runs, ingest_leases, ingest_pieces, ingest_outcomes")

    with pytest.raises(MigrationNeeded, match="`belegg setup DSN --role NAME`"):
        PostgresStore(dsn)
    PostgresStore(as_superuser(dsn)).close()
    PostgresStore(dsn).close()


@pytest.mark.req("FAC-6")
@pytest.mark.usefixtures("owning_nothing")
def test_a_role_that_may_not_rewrite_tables_forgets_and_says_what_is_left_to_do(
    dsn: str, as_superuser: Callable[[str], str]
) -> None:
    library = PostgresStore(dsn)
    document = put(library, incoming("r/a", "unmistakable"))[0].id
    with psycopg.connect(as_superuser(dsn), autocommit=True) as connection:
        connection.execute("REVOKE MAINTAIN ON ALL TABLES IN SCHEMA public FROM belegg_app")

    with pytest.raises(StoreReadOnly, match="whoever owns them runs `belegg compact`"):
        library.forget(document)

    with library.reading(EVERYTHING) as reader:
        assert list(reader.heads()) == []
    traces = next(checked for checked in library.health() if checked.name == "traces")
    assert not traces.sound
    owner = PostgresStore(as_superuser(dsn))
    owner.compact()
    assert all(checked.sound for checked in library.health())
    owner.close()
    library.close()
