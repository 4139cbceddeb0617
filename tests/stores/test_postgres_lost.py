"""
A server or a connection that goes away: nothing acknowledged is lost, nothing hangs, and who lived through it
goes on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest

from belegg.errors import OutcomeUnknown, StoreBusy, StoreError
from belegg.records import document_id
from belegg.stores.engine.roles import MERGER, WRITER
from belegg.testing import incoming
from belegg.testing.cutting_proxy import CuttingProxy, Fault
from belegg.testing.postgres_server import OTHER_SERVER, PostgresServer, installed
from extras import needs
from stores.crash_harness import SMALL
from stores.stocked import EVERYTHING, analysing, asked, put

needs("postgres")

import psycopg  # noqa: E402

from belegg.stores.postgres import PostgresStore  # noqa: E402
from belegg.stores.postgres.connecting import Connecting  # noqa: E402

pytestmark = pytest.mark.req("FAC-5", "ING-12")

CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE %s"
)
QUICK = Connecting(statement_s=1, away_s=5, silence_s=0.3, writer_silence_s=1)
PATIENT = Connecting(away_s=60)  # a loaded machine takes long to start a server
IMPATIENT = Connecting(away_s=0.1, connections=1)


@pytest.fixture
def dsn(postgres: Callable[[], str]) -> str:
    return postgres()


@pytest.fixture
def cut(dsn: str, as_superuser: Callable[[str], str]) -> Callable[..., None]:
    """Ends the connections of the database, or those of an `application_name` that is LIKE something."""

    def cut(of: str = "%") -> None:
        with psycopg.connect(as_superuser(dsn), autocommit=True) as connection:
            connection.execute(CUT, (of,))

    return cut


@pytest.fixture
def library(dsn: str) -> Iterator[PostgresStore]:
    with closing(PostgresStore(dsn, wait_s=5, sizes=SMALL)) as store:
        yield store


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    """One that may be killed."""
    if os.environ.get(OTHER_SERVER) or installed() is None:
        pytest.skip("only a server that the test started itself is killed")
    with PostgresServer() as started:
        yield started


@pytest.fixture
def proxied(dsn: str) -> Iterator[tuple[CuttingProxy, PostgresStore]]:
    """A library behind the proxy, and the proxy."""
    with (
        CuttingProxy(PostgresServer.address_of(dsn)) as proxy,
        closing(PostgresStore(proxy.dsn(dsn), wait_s=5, sizes=SMALL, connecting=QUICK)) as store,
    ):
        yield proxy, store


def run(dsn: str, *statements: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def held(store: PostgresStore) -> list[str]:
    with store.reading(EVERYTHING) as reader:
        return sorted(head.source for head in reader.heads())


def unsound(store: PostgresStore) -> list[str]:
    return [checked.text for checked in store.health() if not checked.sound and checked.name != "traces"]


def found(store: PostgresStore) -> int:
    with store.reading(EVERYTHING) as reader:
        return len(reader.by_words(asked("word"), 99))


@contextmanager
def refused(*kinds: type[StoreError]) -> Iterator[None]:
    """A typed error in one line that says no more of the server than where it is."""
    with pytest.raises(kinds) as raised:
        yield
    assert "\n" not in str(raised.value)
    assert "password" not in str(raised.value)


# ---------------------------------------------------------------- a connection that is cut


def test_a_question_whose_connection_is_cut_goes_on_over_another_one(
    library: PostgresStore, dsn: str, cut: Callable[..., None]
) -> None:
    put(library, incoming("r/a", "word"))

    with library.reading(EVERYTHING) as reader:
        before = reader.by_words(asked("word"), 9)
        cut()
        assert reader.by_words(asked("word"), 9) == before
        cut()
        assert [passage.text for passage in reader.passages([before[0].key])] == ["word"]


def test_when_the_library_changed_meanwhile_the_question_is_not_answered_from_two_states(
    library: PostgresStore, dsn: str, cut: Callable[..., None]
) -> None:
    put(library, incoming("r/a", "word"))
    with library.reading(EVERYTHING) as reader:
        cut()
        with closing(PostgresStore(dsn)) as other:
            put(other, incoming("r/b", "word"))
        with pytest.raises(StoreBusy, match="the library changed meanwhile; ask again"):
            reader.by_words(asked("word"), 9)

    assert found(library) == 2


def test_a_writer_that_is_cut_leaves_nothing_behind(
    library: PostgresStore, dsn: str, cut: Callable[..., None]
) -> None:

    def write_and_be_cut() -> None:
        with library.writing("ingest") as writer:
            writer.add(incoming("r/a", "word"))
            cut()
            writer.add(incoming("r/b", "word"))

    with refused(StoreBusy):
        write_and_be_cut()

    assert held(library) == []
    put(library, incoming("r/a", "word"), incoming("r/b", "word"))
    assert unsound(library) == []


@pytest.mark.parametrize("role", [WRITER, MERGER])
def test_who_lost_the_lock_in_the_middle_changes_nothing_more(
    library: PostgresStore, dsn: str, cut: Callable[..., None], role: str
) -> None:
    def at(step: str) -> None:
        if step == ("before commit" if role == WRITER else "slice merged"):
            cut("% test" if role == WRITER else "% merge")

    with closing(PostgresStore(dsn, wait_s=5, sizes=SMALL, step=at)) as store:
        for number in range(40):
            try:
                put(store, incoming(f"r/{number}", "word", "word"))
            except StoreBusy as error:
                pytest.fail(str(error))

    assert len(held(library)) == 40
    assert unsound(library) == []
    library.compact()
    assert unsound(library) == []


def test_an_ingest_that_lost_its_place_takes_it_again(
    library: PostgresStore, dsn: str, cut: Callable[..., None]
) -> None:
    with library.ingesting("ingest"):
        put(library, incoming("r/a", "word"))
        cut()
        put(library, incoming("r/b", "word"))
        assert library.ingesting_process() == os.getpid()

    assert library.ingesting_process() is None
    assert held(library) == ["r/a", "r/b"]


def test_an_ingest_that_lost_its_place_to_another_one_says_so(
    library: PostgresStore, dsn: str, cut: Callable[..., None]
) -> None:
    patient = PostgresStore(dsn, wait_s=0.1)
    with closing(patient), patient.ingesting("first"):
        cut()
        with library.ingesting("second"), pytest.raises(StoreBusy, match="by `second`"):
            put(patient, incoming("r/a", "word"))

    assert held(library) == []


# ---------------------------------------------------------------- at the very moment of a commit


@pytest.mark.parametrize(
    ("fault", "there"),
    [
        (Fault.NOT_ASKED, False),
        (Fault.HALF_ASKED, False),
        (Fault.ANSWER_LOST, True),
        (Fault.HALF_ANSWERED, True),
    ],
)
def test_a_commit_whose_answer_is_lost_is_looked_for(
    proxied: tuple[CuttingProxy, PostgresStore], fault: Fault, there: bool
) -> None:
    proxy, store = proxied
    proxy.when(b"; COMMIT", fault)

    if there:
        put(store, incoming("r/a", "word"))
    else:
        with pytest.raises(StoreBusy, match="lost before a change was committed; nothing was changed"):
            put(store, incoming("r/a", "word"))

    assert proxy.happened.is_set()
    assert held(store) == (["r/a"] if there else [])
    put(store, incoming("r/a", "word"), incoming("r/b", "word"))
    assert (held(store), unsound(store)) == (["r/a", "r/b"], [])


def test_a_commit_that_nobody_can_be_asked_about_is_said_to_be_unknown(server: PostgresServer) -> None:
    dsn = server.database("unknown")

    def at(step: str) -> None:
        if step == "before commit":
            server.kill()

    store = PostgresStore(dsn, wait_s=0.2, step=at)
    with closing(store), pytest.raises(OutcomeUnknown, match="what is there is not added twice"):
        put(store, incoming("r/a", "word"))
    server.start()
    with closing(PostgresStore(dsn)) as again:
        assert held(again) == []


def test_receipts_are_thrown_away_after_a_while(library: PostgresStore, dsn: str) -> None:
    put(library, incoming("r/a", "word"))
    run(dsn, "UPDATE receipts SET at = at - interval '2 hours'")
    put(library, incoming("r/b", "word"))

    with psycopg.connect(dsn) as connection:
        assert connection.execute("SELECT count(*) FROM receipts").fetchone() == (1,)


# ---------------------------------------------------------------- half a message, and a silent server


@pytest.mark.parametrize("fault", [Fault.NOT_ASKED, Fault.HALF_ASKED, Fault.ANSWER_LOST, Fault.HALF_ANSWERED])
def test_half_a_question_and_half_an_answer_are_asked_again(
    proxied: tuple[CuttingProxy, PostgresStore], fault: Fault
) -> None:
    proxy, store = proxied
    put(store, *(incoming(f"r/{number}", "word " * 50, "other") for number in range(30)))
    expected = found(store)
    with store.reading(EVERYTHING) as reader:
        keys = [candidate.key for candidate in reader.by_words(asked("word"), 99)]
        proxy.when(b"passages AS p", fault)
        assert len(reader.passages(keys)) == expected

    assert proxy.happened.is_set()


@pytest.mark.parametrize("fault", [Fault.HALF_ASKED, Fault.ANSWER_LOST, Fault.STALLED])
def test_half_of_many_rows_is_none(proxied: tuple[CuttingProxy, PostgresStore], fault: Fault) -> None:
    proxy, store = proxied
    proxy.when(b"unmistakable", fault)  # in the middle of a COPY

    with refused(StoreBusy):
        put(store, incoming("r/a", *["word " * 500] * 40, "unmistakable", *["word"] * 40))

    assert proxy.happened.is_set()
    proxy.cut()  # what was stalled
    assert held(store) == []
    put(store, incoming("r/b", "word"))
    assert (held(store), unsound(store)) == (["r/b"], [])


def test_a_server_that_says_nothing_is_given_up_and_the_next_question_is_answered(
    proxied: tuple[CuttingProxy, PostgresStore],
) -> None:
    proxy, store = proxied
    put(store, incoming("r/a", "word"))
    proxy.when(b"REPEATABLE READ", Fault.STALLED)

    with pytest.raises(StoreBusy, match=r"it said nothing for 1\.3 s"):
        found(store)

    assert found(store) == 1


# ---------------------------------------------------------------- in the middle of all else that is done


def compacted(store: PostgresStore) -> None:
    store.compact()


def forgotten(store: PostgresStore) -> None:
    store.forget(document_id("documents", "r/3"))


def analysed(store: PostgresStore) -> None:
    store.replace_terms(analysing(store, "nb"), "nb")


@pytest.mark.parametrize("work", [compacted, forgotten, analysed])
@pytest.mark.parametrize(
    "words", [b"; COMMIT", b"VACUUM", b"long_lists_0", b"short_lists_0", b"folded_key", b"forward_1"]
)
def test_what_is_cut_in_the_middle_of_keeping_is_done_when_it_is_done_again(
    proxied: tuple[CuttingProxy, PostgresStore], work: Callable[[PostgresStore], None], words: bytes
) -> None:
    proxy, store = proxied
    for number in range(12):
        put(store, incoming(f"r/{number}", f"word word{number}", "more", names=[f"name {number}"]))
    before = held(store)
    proxy.when(words, Fault.NOT_ASKED)

    try:
        work(store)
    except StoreBusy:
        assert unsound(store) == []
        assert held(store) in (before, [source for source in before if source != "r/3"])
        if held(store) == before:
            work(store)
        else:
            store.compact()

    assert [checked.text for checked in store.health() if not checked.sound] == []
    assert len(held(store)) == (11 if work is forgotten else 12)


# ---------------------------------------------------------------- the server itself


@pytest.mark.parametrize("hard", [False, True])
def test_what_was_acknowledged_outlives_a_server_that_is_killed(server: PostgresServer, hard: bool) -> None:
    kill = server.kill_hard if hard else server.kill
    with closing(PostgresStore(server.database("killed"), wait_s=0.1, connecting=IMPATIENT)) as library:
        acknowledged = [put(library, incoming(f"r/{n}", "word"))[0].source for n in range(5)]

        def write_and_be_killed() -> None:
            with library.writing("ingest") as writer:
                writer.add(incoming("r/unfinished", "word"))
                kill()
                writer.add(incoming("r/never", "word"))

        with refused(StoreBusy):
            write_and_be_killed()
        with pytest.raises(StoreBusy, match="cannot be reached"):
            found(library)
        server.start()

        assert held(library) == acknowledged
        put(library, incoming("r/unfinished", "word"))
        assert unsound(library) == []


def test_a_backend_that_is_killed_takes_nothing_with_it(server: PostgresServer) -> None:
    with closing(PostgresStore(server.database("backend"), wait_s=60, connecting=PATIENT)) as library:
        put(library, incoming("r/a", "word"))

        def write_and_be_killed() -> None:
            with library.writing("ingest") as writer:
                writer.add(incoming("r/b", "word"))
                server.kill_backend("belegg writes")  # after which the server starts all others anew
                writer.add(incoming("r/c", "word"))

        with refused(StoreBusy):
            write_and_be_killed()

        assert held(library) == ["r/a"]
        put(library, incoming("r/b", "word"))
        assert unsound(library) == []


def test_questions_live_through_a_server_that_starts_again(server: PostgresServer) -> None:
    with closing(PostgresStore(server.database("questions"), wait_s=60, connecting=PATIENT)) as library:
        put(library, incoming("r/a", "word"))
        with library.reading(EVERYTHING) as reader, library.reading(EVERYTHING) as second:
            before = reader.by_words(asked("word"), 9)
            server.kill_hard()
            server.start()
            assert reader.by_words(asked("word"), 9) == before
            assert second.by_words(asked("word"), 9) == before
        assert found(library) == 1


def test_what_is_acknowledged_is_on_the_disk_whatever_the_server_is_set_to() -> None:
    if os.environ.get(OTHER_SERVER) or installed() is None:
        pytest.skip("only a server that the test started itself is killed")
    lazy = {"synchronous_commit": "off", "wal_writer_delay": "10s", "wal_writer_flush_after": "0"}
    with PostgresServer(lazy) as server:
        library = PostgresStore(server.database("lazy"), wait_s=5)
        with closing(library):
            acknowledged = [put(library, incoming(f"r/{n}", "word"))[0].source for n in range(5)]
            server.kill_hard()
            server.start()
            assert held(library) == acknowledged
