"""A library copied between a file and PostgreSQL: every row, once, whatever ends it and whoever writes."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from belegg.errors import BadInput, StoreBusy, StoreError, StoreUnhealthy, UnfinishedCopy
from belegg.records import document_id
from belegg.stores.engine.copied_tables import APART, COPIED
from belegg.stores.engine.digests import Digest
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming
from extras import needs
from stores import copied as copies
from stores.copied import change, copied, file_at, fill, in_postgres, opened, rows_of, unheard
from stores.stocked import found, named, put
from stores.test_promised_turns import keep, turn

pytestmark = pytest.mark.req("FAC-5")

PLACES = ["file", "postgres"]
MADE = re.compile(r"CREATE TABLE (\w+)")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file with rows in every table."""
    path = tmp_path / "source.db"
    fill(path)
    return path


@pytest.fixture
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "file":
        return str(tmp_path / "target.db")
    needs("postgres")
    return str(request.getfixturevalue("postgres")())


def same_files(one: Path, other: Path) -> bool:
    return all(rows_of(one, table) == rows_of(other, table) for table in COPIED)


# ---------------------------------------------------------------- what is copied


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_every_table_of_a_layout_is_copied_or_named_as_one_database_s_own(database: str) -> None:
    folder = Path(copies.__file__).parents[2] / "src" / "belegg" / "stores" / database / "schema"
    made = {name for file in folder.glob("*.sql") for name in MADE.findall(file.read_text(encoding="utf-8"))}

    assert made - APART.keys() == {table.name for table in COPIED}
    assert all(reason for reason in APART.values())


@pytest.mark.parametrize("target", ["postgres"], indirect=True)
def test_every_row_comes_back_from_postgresql_as_it_was(source: Path, target: str, tmp_path: Path) -> None:
    there = copied(str(source), target)
    back = copied(target, str(tmp_path / "back.db"))

    assert there.tables == back.tables
    assert all(table.rows for table in there.tables)
    assert same_files(source, tmp_path / "back.db")
    assert (there.went_on, there.passes, there.changed, there.generation) == (False, 2, (), 5)


@pytest.mark.parametrize("target", PLACES, indirect=True)
def test_a_copy_is_a_library_that_finds_the_same_and_counts_on(target: str, tmp_path: Path) -> None:
    path = str(tmp_path / "library.db")
    with_words = opened(path)
    put(with_words, *(incoming(f"r/{n}", f"word number{n}", access=[f"group{n % 3}"]) for n in range(9)))
    keep(with_words, turn("a", gap="g", shown=[document_id("documents", "r/1")]))
    copied(path, target)

    made = opened(target)
    asked = ("word", "number7", "nothing")
    assert [found(made, words) for words in asked] == [found(with_words, words) for words in asked]
    put(made, incoming("r/new", "word fresh"))
    keep(made, turn("b", gap="h"))

    assert found(made, "fresh") == [named("r/new")]
    assert [gap.number for gap in made.gaps()] == [1, 2]
    assert all(checked.sound for checked in made.health())
    for store in (made, with_words):
        store.close()


# ---------------------------------------------------------------- a copy that is ended


@pytest.mark.parametrize("target", PLACES, indirect=True)
def test_a_copy_that_is_killed_again_and_again_comes_to_its_end_with_every_row_once(
    source: Path, target: str, tmp_path: Path
) -> None:
    kills = 0
    for step in (1, 3, 20, 45, 62, 10**9):
        child = [sys.executable, copies.__file__, str(source), target, str(step)]
        ended = subprocess.run(child, capture_output=True, text=True, check=False)
        kills += ended.returncode == -signal.SIGKILL
        assert ended.returncode in (0, -signal.SIGKILL), ended.stderr
        if ended.returncode == 0:
            break
    copied(target, str(tmp_path / "back.db"))

    assert kills >= 4
    assert same_files(source, tmp_path / "back.db")


@pytest.mark.parametrize("target", PLACES, indirect=True)
def test_what_is_no_whole_copy_opens_as_no_library_and_says_how_to_go_on(source: Path, target: str) -> None:
    ended_at(source, target, "rows copied")

    with pytest.raises(
        UnfinishedCopy, match=r"`belegg copy .*source.db .*` goes on .* To give it up, remove"
    ) as told:
        reopened(target)
    assert str(source) in str(told.value)
    assert opened_once(target).unfinished_copy() == str(source)

    assert copied(str(source), target).went_on
    reopened(target)


@pytest.mark.parametrize("target", PLACES, indirect=True)
def test_what_changed_since_a_copy_was_ended_is_in_it(source: Path, target: str, tmp_path: Path) -> None:
    ended_at(source, target, "rows copied", 30)
    change(source, "DELETE FROM names; UPDATE versions SET title = 'anew' WHERE document = 3")

    went_on = copied(str(source), target)
    copied(target, str(tmp_path / "back.db"))

    assert went_on.changed == ("names", "versions")
    assert same_files(source, tmp_path / "back.db")


def test_an_unfinished_copy_of_one_library_is_not_gone_on_with_from_another(
    source: Path, tmp_path: Path
) -> None:
    target, other = tmp_path / "target.db", tmp_path / "other.db"
    ended_at(source, str(target), "rows copied")
    fill(other, seed=2)

    with pytest.raises(BadInput, match=r"unfinished copy of `.*source.db` and not of `.*other.db`"):
        copied(str(other), str(target))


# ---------------------------------------------------------------- a source that is written to


def test_what_is_written_while_a_library_is_copied_is_brought_along(source: Path, tmp_path: Path) -> None:
    written: list[str] = []

    def write(stage: str, table: str, amount: Digest) -> None:
        if table == "traits" and not written:
            written.append(table)
            change(source, "INSERT INTO runs VALUES (99, 'set', '{}'); DELETE FROM gaps WHERE number = 2")

    here, there = SqliteStore(source), opened(str(tmp_path / "target.db"))
    made = there.take_over(here, "source", write)
    for store in (here, there):
        store.close()

    assert made.changed == ("runs", "gaps")
    assert made.passes == 3
    assert same_files(source, tmp_path / "target.db")


def test_a_source_that_never_rests_is_refused_and_the_copy_goes_on_later(
    source: Path, tmp_path: Path
) -> None:
    numbers = iter(range(100, 10_000))

    def write(stage: str, table: str, amount: Digest) -> None:
        change(source, f"INSERT INTO runs VALUES ({next(numbers)}, 'set', '{{}}')")

    here, there = SqliteStore(source), opened(str(tmp_path / "target.db"))
    with pytest.raises(
        StoreBusy, match=r"changed again and again while it was copied \(`runs`.*stop whoever writes"
    ):
        there.take_over(here, "source", write)
    assert there.take_over(here, "source", unheard).went_on
    for store in (here, there):
        store.close()

    assert same_files(source, tmp_path / "target.db")


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("target", PLACES, indirect=True)
def test_a_target_that_holds_a_library_is_left_as_it_is(source: Path, target: str) -> None:
    before = opened(target)
    put(before, incoming("r/theirs", "their word"))

    with pytest.raises(BadInput, match=r"there is a library already \(`access_lists` has 1 rows\)"):
        copied(str(source), target)

    assert found(before, "word") == [named("r/theirs")]
    before.close()


@pytest.mark.parametrize("target", ["postgres"], indirect=True)
def test_a_name_that_postgresql_cannot_index_is_told_before_anything_is_copied(
    source: Path, target: str
) -> None:
    database = file_at(source)
    with database.committing() as (connection, _):
        long = "".join(chr(0x4E00 + (n * n * 7919) % 20_000) for n in range(3_000))
        connection.execute("INSERT INTO names VALUES (?, 4)", (long,))
        connection.execute("INSERT INTO names VALUES (?, 4)", ("a" * 9_000,))  # compresses, and is held
    database.close()

    with pytest.raises(
        StoreError, match=r"in the table `names` a `name` of 9,000 bytes that begins .*Nothing was copied"
    ):
        copied(str(source), target)

    assert opened_once(target).unfinished_copy() is None


@pytest.mark.parametrize("target", PLACES, indirect=True)
def test_a_copy_that_does_not_hold_what_was_copied_is_no_library(source: Path, target: str) -> None:
    def harm(stage: str, table: str, amount: Digest) -> None:
        if (stage, table) == ("compare", "state"):
            spoil(target)

    here, there = SqliteStore(source), opened(target)
    with pytest.raises(StoreUnhealthy, match=r"`gaps` does not hold what was copied: 6 rows .* and not 7"):
        there.take_over(here, "source", harm)
    for store in (here, there):
        store.close()

    with pytest.raises(UnfinishedCopy):
        reopened(target)


# ---------------------------------------------------------------- steps


class EndedError(Exception):
    """Ends a copy at a step."""


def ended_at(source: Path, target: str, step: str, time: int = 3) -> None:
    steps: list[str] = []

    def reached(name: str) -> None:
        steps.append(name)
        if steps.count(step) == time:
            raise EndedError

    with pytest.raises(EndedError):
        copied(str(source), target, reached)


def reopened(target: str) -> None:
    """Open it as anybody would."""
    if in_postgres(target):
        from belegg.stores.postgres import PostgresStore

        PostgresStore(target).close()
    else:
        SqliteStore(Path(target)).close()


def opened_once(target: str) -> SqliteStore:
    store = opened(target)
    store.close()
    return store  # type: ignore[return-value]


def spoil(target: str) -> None:
    if in_postgres(target):
        import psycopg

        with psycopg.connect(target) as connection:
            connection.execute("SET LOCAL belegg.lists = '*'")
            connection.execute("DELETE FROM gaps WHERE number = 3")
    else:
        change(Path(target), "DELETE FROM gaps WHERE number = 3")
