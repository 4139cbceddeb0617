"""What only a library in PostgreSQL has to answer for: its SQL, text and locks, a server that goes away."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from belegg.errors import MigrationNeeded, NotALibrary, StoreBusy, StoreReadOnly
from belegg.records import DocumentId
from belegg.stores.engine.store import EngineStore
from belegg.testing import incoming, term
from extras import needs
from stores.stocked import EVERYTHING, asked, put
from stores.test_twins import SMALL, Twins

needs("postgres")

import psycopg  # noqa: E402

from belegg.stores.postgres import PostgresStore  # noqa: E402
from belegg.stores.postgres.adapting import TextDumper, TextLoader  # noqa: E402
from belegg.stores.postgres.dialect import translated  # noqa: E402
from belegg.stores.postgres.dsn import named  # noqa: E402

MADE = "CREATE TABLE theirs (id int); INSERT INTO theirs VALUES (7)"


@pytest.fixture
def dsn(postgres: Callable[[], str]) -> str:
    return postgres()


@pytest.fixture
def owners(dsn: str, as_superuser: Callable[[str], str]) -> str:
    """The same database for somebody whom no fence holds."""
    return as_superuser(dsn)


@pytest.fixture
def library(dsn: str) -> Iterator[PostgresStore]:
    store = PostgresStore(dsn, wait_s=0.05)
    yield store
    store.close()


def run(dsn: str, *statements: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


# ---------------------------------------------------------------- statements and values


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("SELECT a FROM t WHERE b = ? AND c = ?", b"SELECT a FROM t WHERE b = $1 AND c = $2"),
        ("SELECT ?2, ?1, ?2", b"SELECT $2, $1, $2"),
        ("FROM t AS a CROSS JOIN u AS b ON b.x = a.x", b"FROM t AS a JOIN u AS b ON b.x = a.x"),
        ("FROM t AS a CROSS JOIN u AS b WHERE b.x = a.x", b"FROM t AS a CROSS JOIN u AS b WHERE b.x = a.x"),
        ("FROM t AS d INDEXED BY t_by_x WHERE x > ?", b"FROM t AS d WHERE x > $1"),
        ("json_each(?4) AS h", b"json_array_elements_text(CAST($4 AS json)) AS h(value)"),
    ],
)
def test_the_engines_sql_says_the_same_in_postgresql(written: str, meant: bytes) -> None:
    assert translated(written) == meant


@given(st.text(st.one_of(st.characters(codec="utf-8"), st.sampled_from(["\0", "\U0010ffff", "0", "1"]))))
def test_any_text_comes_back_as_it_was_and_without_what_postgresql_refuses(text: str) -> None:
    stored = bytes(TextDumper(str).dump(text))

    assert b"\0" not in stored
    assert TextLoader(0).load(stored) == text


def test_sources_are_in_the_order_of_their_code_points_whatever_the_collation(library: PostgresStore) -> None:
    sources = ["r/Zebra", "r/apple", "r/Äpple", "r/a-b", "r/ab", "r/\U0001f600"]
    put(library, *(incoming(source, "word") for source in sources))

    assert list(library.known("r")) == sorted(sources)


@pytest.mark.req("LAN-5", "FAC-5")
def test_whatever_happens_to_it_it_says_what_the_store_in_memory_says(postgres: Callable[[], str]) -> None:
    class OnPostgres(Twins):
        dsn = ""

        def opened(self) -> EngineStore:
            self.dsn = self.dsn or postgres()
            return PostgresStore(self.dsn, sizes=SMALL)

    few = settings(
        max_examples=4, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(OnPostgres, settings=few)


# ---------------------------------------------------------------- whose database it is


def test_a_database_with_other_tables_is_left_as_it_was(owners: str) -> None:
    run(owners, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public", MADE)

    with pytest.raises(NotALibrary, match="`theirs`"):
        PostgresStore(owners)
    with psycopg.connect(owners) as connection:
        assert connection.execute("SELECT id FROM theirs").fetchall() == [(7,)]


def test_a_library_of_a_newer_belegg_is_left_as_it_was(dsn: str, owners: str) -> None:
    run(owners, "UPDATE belegg_layout SET layout = 99")

    with pytest.raises(MigrationNeeded, match="layout 99"):
        PostgresStore(dsn)


def test_a_role_that_may_only_read_reads_and_is_told_that_it_cannot_write(dsn: str) -> None:
    library = PostgresStore(dsn)
    put(library, incoming("r/a", "word"))
    library.close()
    reading = psycopg.conninfo.make_conninfo(dsn, options="-c default_transaction_read_only=on")

    library = PostgresStore(reading)

    with library.reading(EVERYTHING) as reader:
        assert len(reader.by_words(asked("word"), 5)) == 1
    with pytest.raises(StoreReadOnly, match="may not be written to"):
        put(library, incoming("r/b", "word"))
    library.close()


def test_no_message_names_the_password() -> None:
    assert named("postgresql://me:secret@db.example:5433/belegg") == "postgresql://me@db.example:5433/belegg"
    assert "secret" not in named("postgresql://me:secret@[broken")

    with pytest.raises(StoreBusy) as refused:
        PostgresStore("postgresql://me:secret@127.0.0.1:1/belegg", wait_s=0.05)

    assert "secret" not in str(refused.value)
    assert "cannot be reached" in str(refused.value)


# ---------------------------------------------------------------- one writer, and a server that goes away


@pytest.mark.req("ING-12")
def test_a_second_writer_is_told_whom_it_waits_for(library: PostgresStore, dsn: str) -> None:
    second = PostgresStore(dsn, wait_s=1)

    with library.ingesting("belegg ingest /data"):
        with pytest.raises(StoreBusy, match="by `belegg ingest /data`"), second.ingesting("other"):
            pass
        assert second.ingesting_process() is not None
    assert second.ingesting_process() is None
    with second.ingesting("other"):
        pass
    second.close()


def test_two_that_write_in_turn_give_no_number_of_a_word_twice(library: PostgresStore, dsn: str) -> None:
    second = PostgresStore(dsn, wait_s=5)

    for number in range(3):
        put(library, incoming(f"r/a{number}", f"both first{number}"))
        put(second, incoming(f"r/b{number}", f"both second{number}"))

    assert all(check.sound for check in second.health())
    for store in (library, second):
        with store.reading(EVERYTHING) as reader:
            assert len(reader.matching([term("both", "en")])) == 6
            assert len(reader.matching([term("first2", "en"), term("second2", "en")])) == 2
    second.close()


def test_access_lists_narrow_while_somebody_ingests(library: PostgresStore, dsn: str) -> None:
    document = put(library, incoming("r/a", "word", access=frozenset({"all"})))[0].id
    second = PostgresStore(dsn, wait_s=5)

    with library.ingesting("ingest"), second.narrowing("access") as writer:
        writer.set_access(document, frozenset({"few"}))

    with library.reading(EVERYTHING) as reader:
        head = reader.head(document)
    assert head is not None
    assert head.access == frozenset({"few"})
    second.close()


def test_a_reader_stays_on_its_state_while_another_process_writes(library: PostgresStore, dsn: str) -> None:
    put(library, incoming("r/a", "word"))
    second = PostgresStore(dsn)

    with library.reading(EVERYTHING) as reader:
        before = reader.by_words(asked("word"), 9)
        put(second, incoming("r/b", "word"))
        assert reader.by_words(asked("word"), 9) == before
        assert [head.source for head in reader.heads()] == ["r/a"]

    with library.reading(EVERYTHING) as reader:
        assert len(reader.by_words(asked("word"), 9)) == 2
    second.close()


def test_a_forgotten_document_is_in_no_row(library: PostgresStore, owners: str) -> None:
    head = put(library, incoming("r/a", "unmistakable"), incoming("r/b", "word"))[0]

    library.forget(DocumentId(head.id))

    with psycopg.connect(owners) as connection:
        for table in ("vocabulary_0", "passages", "names"):
            rows = connection.execute(f"SELECT {table}::text FROM {table}".encode()).fetchall()
            assert not any("unmistakable" in row[0] for row in rows)


ODD = [
    "tab\tand\\tab", "\\N", "\\.", "line\nline\r\n", "nul \0 \U0010ffff", "\\\\x41",
    "æ \U0001f600", "'\"$1?%s",
]  # fmt: skip


@pytest.mark.req("ING-12")
def test_odd_text_comes_back_as_it_was_however_many_rows_are_written_at_once(library: PostgresStore) -> None:
    few = put(library, incoming("r/few", *ODD[:2]))[0]
    many = put(library, incoming("r/many", *ODD, *ODD, *ODD))[0]

    with library.reading(EVERYTHING) as reader:
        assert [passage.text for passage in reader.passages_of(few.id)] == ODD[:2]
        assert [passage.text for passage in reader.passages_of(many.id)] == ODD * 3


@pytest.mark.req("FAC-5")
def test_passages_of_a_document_may_begin_anywhere_in_it(library: PostgresStore) -> None:
    texts = [f"passage{number} " + "word " * 1_000 for number in range(10)]

    put(library, incoming("r/long", *texts))

    with library.reading(EVERYTHING) as reader:
        (head,) = reader.heads()
        assert [passage.text for passage in reader.passages_of(head.id)] == texts
