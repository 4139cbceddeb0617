"""Several processes take the files of one run in: the same library as by one, whoever dies meanwhile."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from belegg.errors import LeaseLost, StoreBusy
from belegg.library.crew import Crew
from belegg.library.ingest import Ingested, Wanted, ingest
from belegg.records import OWNER, Scope
from belegg.records.queued import Piece, SharedRun
from belegg.sources.access import AccessRules
from belegg.stores.postgres import PostgresStore
from belegg.stores.postgres.queue import all_of
from belegg.testing import incoming
from belegg.text.analysis import Analyser
from library.ingesting import write

DYING = Path(__file__).with_name("dying_worker.py")
RUN = SharedRun(0, "r", "r", "/r", os.getpid(), "{}")
PIECES = [Piece(n, f"r/{n}", f"{n}".encode(), 2**n) for n in range(1, 5)]


@pytest.fixture
def store(postgres: Callable[[], str]) -> Iterator[PostgresStore]:
    opened = PostgresStore(postgres())
    yield opened
    opened.close()


def taken_in(store: PostgresStore, folder: Path, **wanted: Any) -> Ingested:
    with store.ingesting("test"):
        return ingest(store, Analyser(), folder, Wanted(**wanted))


def held(store: PostgresStore) -> list[tuple[object, ...]]:
    """All that a library says of each document, but when it came."""
    with store.reading(Scope(OWNER)) as reader:
        told: list[tuple[object, ...]] = []
        for head in reader.heads():
            text, original = reader.text(head.id), reader.original(head.id)
            assert text is not None
            passages = tuple(reader.passages_of(head.id))
            about = (head.title, head.version, head.sha256, head.access, head.facts)
            told.append((head.id, head.source, *about, text.text, passages, original))
    assert all(check.sound for check in store.health())
    return told


def told(outcome: Ingested) -> tuple[object, ...]:
    """What a run says it did."""
    counts = (outcome.added, outcome.changed, outcome.unchanged, outcome.removed, outcome.access_changed)
    failed = [(report.source, report.failed) for report in outcome.failures]
    notes = sorted(note.text for note in outcome.notes)
    return (*counts, failed, outcome.skipped, dict(outcome.warnings), outcome.touched, notes)


def words(n: int) -> str:
    return f"# Lamp {n}\n\n" + f"The lamp number {n} stands in the hall of house {n}. " * 400


@pytest.fixture
def lamps(tmp_path: Path) -> Path:
    """Thirty notes, large enough to be shared."""
    for n in range(30):
        write(tmp_path / "lamps" / f"lamp-{n:02}.md", words(n))
    return tmp_path / "lamps"


@pytest.fixture
def odd(tmp_path: Path, lamps: Path) -> Path:
    """Every odd case that a folder may hold."""
    folder = lamps
    write(folder / "open" / "stated.md", "---\naccess: staff, board\n---\n" + words(40))
    write(folder / "broken.pdf", "%PDF-1.4 and nothing")
    write(folder / "empty.md", "")
    write(folder / ".hidden.md", "hidden")
    write(folder / "twice-1.md", words(50))
    write(folder / "twice-2.md", words(50))
    with zipfile.ZipFile(folder / "letters.zip", "w") as archive:
        for n in range(12):
            archive.writestr(f"in/letter-{n}.txt", f"Letter {n} about lamps and halls.\n" * 20)
    record = '{{"_id": "{0}", "title": "Record {0}", "text": "The record {0} tells of lamps."}}\n'
    write(folder / "set" / "corpus.jsonl", "".join(record.format(n) for n in range(1200)))
    return folder


def crew(how: str, where: str, folder: Path) -> Callable[[int, Path, Sequence[str]], Crew]:
    return partial(Crew, command=[sys.executable, str(DYING), how, where, str(folder)])


@pytest.mark.req("FAC-5")
def test_four_workers_leave_the_library_that_one_leaves(
    postgres: Callable[[], str], odd: Path, company: Path, tmp_path: Path
) -> None:
    rules = AccessRules.read(write(tmp_path / "rules.tsv", "open\tstaff\n*\tall\n"))
    one, four = PostgresStore(postgres()), PostgresStore(postgres())

    for folder, given in ((odd, rules), (company, None)):
        alone = taken_in(one, folder, workers=1, rules=given)
        together = taken_in(four, folder, workers=4, rules=given)
        assert told(together) == told(alone)
    assert held(four) == held(one)

    (odd / "lamp-03.md").write_text(words(300))
    (odd / "lamp-04.md").unlink()
    write(odd / "lamp-99.md", words(99) * 12)
    with zipfile.ZipFile(odd / "letters.zip", "w") as archive:
        archive.writestr("in/letter-1.txt", "Letter 1 about ovens.\n" * 20)
    closed = AccessRules.read(write(tmp_path / "closed.tsv", "open\tboard\n*\tfew\n"))
    alone = taken_in(one, odd, workers=1, rules=closed)
    together = taken_in(four, odd, workers=4, rules=closed)

    assert together.changed
    assert told(together) == told(alone)
    assert held(four) == held(one)
    one.close()
    four.close()


@pytest.mark.parametrize(
    ("how", "where"),
    [("silent", ""), ("step", "document described"), ("step", "before commit"), ("step", "after commit")],
)
def test_a_worker_that_is_killed_loses_nothing_and_doubles_nothing(
    store: PostgresStore, lamps: Path, tmp_path: Path, how: str, where: str
) -> None:
    outcome = taken_in(store, lamps, workers=2, crew=crew(how, where, tmp_path))

    assert (tmp_path / "died").exists()
    assert (outcome.added, outcome.changed, len(outcome.touched)) == (30, 0, 30)
    assert [row[1] for row in held(store)] == [f"lamps/lamp-{n:02}.md" for n in range(30)]
    assert store._database.rows("SELECT count(*) FROM versions") == [(30,)]


def test_a_file_that_kills_its_worker_three_times_is_set_aside_by_name(
    store: PostgresStore, lamps: Path, tmp_path: Path
) -> None:
    outcome = taken_in(store, lamps, workers=2, crew=crew("poison", "lamp-07.md", tmp_path))

    assert outcome.added == 29, outcome.failures[:3]
    assert [report.source for report in outcome.failures] == ["lamps/lamp-07.md"]
    assert "3 processes ended while they took in" in str(outcome.failures[0].failed)
    assert taken_in(store, lamps, workers=1).added == 1  # it is tried again


@pytest.mark.parametrize("where", ["document described", "before commit", "after commit"])
def test_a_run_whose_leader_is_killed_is_finished_by_the_next(
    store: PostgresStore, lamps: Path, tmp_path: Path, where: str
) -> None:
    leads = (
        "import json, sys; from functools import partial; from pathlib import Path\n"
        "from belegg.library.crew import Crew; from belegg.library.ingest import Wanted, ingest\n"
        "from belegg.stores.postgres import PostgresStore; from belegg.text.analysis import Analyser\n"
        "dsn, folder, command = json.loads(sys.stdin.readline())\n"
        "store = PostgresStore(dsn)\n"
        "with store.ingesting('test'):\n"
        "    wanted = Wanted(workers=2, crew=partial(Crew, command=command))\n"
        "    ingest(store, Analyser(), Path(folder), wanted)\n"
    )
    command = [sys.executable, str(DYING), "leader", where, str(tmp_path)]
    told = json.dumps([store.queue.address, str(lamps), command]) + "\n"
    leader = subprocess.run([sys.executable, "-c", leads], input=told, text=True, check=False, timeout=300)

    outcome = taken_in(store, lamps, workers=2)

    assert leader.returncode == -9
    assert outcome.added + outcome.unchanged == 30
    assert [row[1] for row in held(store)] == [f"lamps/lamp-{n:02}.md" for n in range(30)]
    assert store._database.rows("SELECT count(*) FROM versions") == [(30,)]
    assert store._database.rows("SELECT count(*) FROM ingest_pieces") == [(0,)]


def test_two_leases_never_hold_one_piece(store: PostgresStore) -> None:
    with store.ingesting("test"):
        run = store.queue.begin(RUN, PIECES)
        with store.queue.lease("one") as one, store.queue.lease("two") as two:
            first = one.claim(run, 2, 1_000)
            second = two.claim(run, 9, 1_000)
            assert [piece.number for piece in first] == [4, 3]  # the heaviest
            assert [piece.number for piece in second] == [2, 1]
            assert not one.claim(run, 9, 1_000)
            assert not two.claim(run, 9, 1_000)


def test_a_lease_ends_with_its_connection(store: PostgresStore) -> None:
    with store.ingesting("test"):
        run = store.queue.begin(RUN, PIECES[:1])
        with store.queue.lease("alive") as alive:
            with pytest.raises(StoreBusy), store.queue.lease("cut") as cut:  # noqa: PT012
                assert cut.claim(run, 9, 1_000)
                assert not alive.claim(run, 9, 1_000)
                ended(store, "cut")
                cut.claim(run, 9, 1_000)
            assert [(p.number, p.tries) for p in alive.claim(run, 9, 1_000)] == [(1, 1)]


def ended(store: PostgresStore, purpose: str) -> None:
    """The server ends the connection that holds a lease, and is done with it."""
    with psycopg.connect(store.queue.address, autocommit=True) as connection:
        sql = (
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            "WHERE application_name LIKE %s AND datname = current_database()"
        )
        assert connection.execute(sql, (f"% {purpose}",)).fetchall() == [(True,)]


def test_a_worker_that_was_silent_too_long_stores_nothing_of_what_others_took(store: PostgresStore) -> None:
    with store.ingesting("test"):
        run = store.queue.begin(RUN, PIECES[:1])
        with store.queue.lease("silent") as silent, store.queue.lease("awake") as awake:
            pieces = silent.claim(run, 9, 1_000)
            with psycopg.connect(store.queue.address) as connection, all_of(connection):
                connection.execute("UPDATE ingest_leases SET until = now()")
            assert awake.claim(run, 9, 1_000)

            with pytest.raises(LeaseLost, match="taken over"), store.writing("late") as writer:  # noqa: PT012
                writer.add(incoming("r/1", "late"))
                silent.settle(writer, run, pieces, pieces, [])
    assert held(store) == []


def test_nobody_works_for_a_run_that_is_not_led(store: PostgresStore) -> None:
    with store.ingesting("test"):
        run = store.queue.begin(RUN, PIECES)
        assert store.queue.is_led(run)

    with store.queue.lease("late") as lease:
        assert not lease.claim(run, 9, 1_000)
    assert store.queue.running() is None


def test_what_is_gone_for_good_is_not_waited_for(store: PostgresStore, lamps: Path) -> None:
    shutil.rmtree(lamps / "lamp-00.md", ignore_errors=True)
    outcome = taken_in(store, lamps, workers=2)

    assert taken_in(store, lamps, workers=2).unchanged == outcome.added == 30
