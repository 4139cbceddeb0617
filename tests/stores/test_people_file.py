"""The file of people beside the library: what it keeps and refuses, and that no key to a door is in it."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from belegg.errors import BadInput, NotALibrary, StoreReadOnly
from belegg.records.people import ApiToken, Begun, Grant, Person, Session
from belegg.seams.people import People
from belegg.stores.people import SqlitePeople, beside
from belegg.stores.sqlite import SqliteStore

pytestmark = pytest.mark.req("FAC-6")
ANNA = Person("p1", "password", "", "anna", "Anna", frozenset({"sales"}), 100.0)
BERIT = Person("p2", "provider", "https://id", "b", "Berit", frozenset({"hr"}), 100.0)


@pytest.fixture
def people(tmp_path: Path) -> Iterator[SqlitePeople]:
    opened = SqlitePeople(beside(tmp_path / "belegg.db"))
    yield opened
    opened.close()


def session(digest: str, person: str = "p1", seen_at: float = 100.0) -> Session:
    return Session(digest, person, 100.0, seen_at, "Firefox")


def token(id: str, person: str = "p1") -> ApiToken:
    return ApiToken(id, f"digest of {id}", person, "nightly", frozenset({"read"}), 100.0, 200.0)


def begun(state: str, ends_at: float) -> Begun:
    return Begun(state, "browser", "nonce", "verifier", "/", ends_at)


def test_the_file_is_what_the_seam_says(people: SqlitePeople) -> None:
    kept: People = people

    assert kept.all_people() == []


def test_only_its_owner_may_read_the_file(people: SqlitePeople) -> None:
    assert people.path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_others_may_read_is_not_opened(people: SqlitePeople) -> None:
    people.close()
    os.chmod(people.path, 0o644)

    with pytest.raises(StoreReadOnly, match="chmod 600"):
        SqlitePeople(people.path)


def test_a_library_is_no_file_of_people_and_a_file_of_people_no_library(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "belegg.db").close()
    SqlitePeople(tmp_path / "people").close()

    with pytest.raises(NotALibrary):
        SqlitePeople(tmp_path / "belegg.db")
    with pytest.raises(NotALibrary):
        SqliteStore(tmp_path / "people")


def test_a_file_that_another_program_changed_is_refused(people: SqlitePeople) -> None:
    people.close()
    apsw.Connection(str(people.path)).execute("DROP TRIGGER audit_is_not_changed")

    with pytest.raises(NotALibrary, match="audit_is_not_changed"):
        SqlitePeople(people.path)


def test_people_are_found_by_id_and_by_what_they_are_known_by(people: SqlitePeople) -> None:
    people.keep_person(ANNA)
    people.keep_person(BERIT)

    assert people.person("p1") == ANNA
    assert people.known_as("https://id", "b") == BERIT
    assert people.known_as("", "b") is None
    assert people.all_people() == [ANNA, BERIT]


def test_two_people_are_not_known_by_one_name(people: SqlitePeople) -> None:
    people.keep_person(ANNA)

    with pytest.raises(BadInput, match="anna"):
        people.keep_person(replace(ANNA, id="p9"))


def test_disabling_ends_all_that_lets_in_and_nobody_elses(people: SqlitePeople) -> None:
    for who in (ANNA, BERIT):
        people.keep_person(who)
        people.keep_session(session(f"s of {who.id}", who.id), 10)
        people.keep_token(token(f"t of {who.id}", who.id))
    people.keep_grant("p1", Grant("access", 200.0, "refresh"))

    people.disable("p1", True)

    assert people.session("s of p1") is None
    assert people.tokens("p1")[0].is_revoked
    assert people.grant("p1") is None
    assert people.session("s of p2") is not None
    assert not people.tokens("p2")[0].is_revoked


def test_saying_a_person_anew_does_not_enable_them(people: SqlitePeople) -> None:
    people.keep_person(ANNA)
    people.disable("p1", True)

    people.keep_person(replace(ANNA, name="Anna A."))

    found = people.person("p1")
    assert found is not None
    assert found.is_disabled


def test_of_many_sessions_the_last_seen_stay(people: SqlitePeople) -> None:
    people.keep_person(ANNA)
    for number in range(5):
        people.keep_session(session(f"s{number}", seen_at=100.0 + number), 3)

    assert [each.digest for each in people.sessions("p1")] == ["s4", "s3", "s2"]


def test_a_sign_in_is_finished_once(people: SqlitePeople) -> None:
    people.begin(begun("state", 700.0), 100.0, 10)

    assert people.finish("state") == begun("state", 700.0)
    assert people.finish("state") is None


def test_sign_ins_under_way_are_bounded(people: SqlitePeople) -> None:
    for number in range(8):
        people.begin(begun(f"s{number}", 700.0 + number), 100.0, 5)

    assert people.finish("s2") is None
    assert people.finish("s3") is not None


def test_one_of_many_re_reads_the_groups(people: SqlitePeople) -> None:
    people.keep_person(BERIT)
    known = people.person("p2")
    assert known is not None
    won: list[bool] = []

    def claim() -> None:
        won.append(people.claim_reading(known, 100.0, 115.0))

    threads = [threading.Thread(target=claim) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert won.count(True) == 1
    assert people.claim_reading(known, 115.0, 130.0)


def test_who_looked_before_another_read_the_groups_does_not_read_them_again(people: SqlitePeople) -> None:
    people.keep_person(BERIT)
    looked = people.person("p2")
    assert looked is not None

    people.groups_read("p2", ["archive"], 500.0)
    assert not people.claim_reading(looked, 501.0, 516.0)
    again = people.person("p2")
    assert again is not None
    people.groups_not_read("p2", 502.0)
    assert not people.claim_reading(again, 503.0, 518.0)


def test_rows_of_the_log_cannot_be_changed_nor_taken_out(people: SqlitePeople) -> None:
    people.note(100.0, "p1", "read", "d1", "http", "s1")
    connection = apsw.Connection(str(people.path))

    with pytest.raises(apsw.ConstraintError, match="not changed"):
        connection.execute("UPDATE audit SET what = 'd2'")
    with pytest.raises(apsw.ConstraintError, match="without a word"):
        connection.execute("DELETE FROM audit")


def test_a_row_that_was_changed_behind_the_triggers_is_noticed(people: SqlitePeople) -> None:
    for number in range(4):
        people.note(100.0 + number, "p1", "read", f"d{number}", "http", "s1")
    assert people.first_unsealed() is None
    connection = apsw.Connection(str(people.path))
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)

    connection.execute("UPDATE audit SET what = 'd9' WHERE number = 3")

    assert people.first_unsealed() == 3


def test_the_log_goes_oldest_first_and_stays_sealed(people: SqlitePeople) -> None:
    for number in range(4):
        people.note(100.0 + number, "p1", "read", f"d{number}", "http", "s1")

    assert people.forget_noted(102.0, 500.0) == 2
    people.note(600.0, "p1", "read", "d7", "http", "s1")

    assert [row.what for row in people.noted()] == ["d7", "d3", "d2"]
    assert [row.number for row in people.all_noted()] == [3, 4, 5]
    assert people.first_unsealed() is None


def test_the_log_is_asked_by_person_and_by_document(people: SqlitePeople) -> None:
    people.note(100.0, "p1", "read", "d1", "http", "s1")
    people.note(101.0, "p2", "read", "d1", "web", "s2")
    people.note(102.0, "p2", "ask", "r1", "web", "s2")

    assert [row.person for row in people.noted(what="d1")] == ["p2", "p1"]
    assert [row.what for row in people.noted(person="p2")] == ["r1", "d1"]
    assert [row.what for row in people.noted(since=101.5)] == ["r1"]


def test_what_many_threads_note_is_one_sealed_row_of_rows(people: SqlitePeople) -> None:
    def note() -> None:
        for _ in range(20):
            people.note(100.0, "p1", "read", "d1", "http", "s1")

    threads = [threading.Thread(target=note) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [row.number for row in people.all_noted()] == list(range(1, 81))
    assert people.first_unsealed() is None


def test_another_process_sees_what_was_ended(people: SqlitePeople) -> None:
    other = SqlitePeople(people.path)
    people.keep_person(ANNA)
    people.keep_session(session("s"), 10)
    assert other.session("s") is not None

    people.end_session("s")

    assert other.session("s") is None
    other.close()


def test_a_copy_of_the_library_takes_nobody_along(tmp_path: Path) -> None:
    library = tmp_path / "belegg.db"
    SqliteStore(library).close()
    people = SqlitePeople(beside(library))
    people.keep_person(ANNA)
    people.close()

    shutil.copy(library, tmp_path / "copy.db")

    assert not beside(tmp_path / "copy.db").exists()
    assert b"anna" not in (tmp_path / "copy.db").read_bytes()


def tampered(people: SqlitePeople, *statements: str) -> None:
    """What a program does that can write the file, and switches the triggers off."""
    connection = apsw.Connection(str(people.path))
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    for sql in statements:
        connection.execute(sql)
    connection.close()


def test_rows_cut_off_at_the_end_are_missed(people: SqlitePeople) -> None:
    for number in range(5):
        people.note(100.0 + number, "p1", "read", f"d{number}", "http", "s1")
    tampered(people, "DELETE FROM audit WHERE number > 3")

    assert people.first_unsealed() == 4


def test_a_log_that_was_emptied_is_missed(people: SqlitePeople) -> None:
    people.note(100.0, "p1", "read", "d1", "http", "s1")
    tampered(people, "DELETE FROM audit")

    assert people.first_unsealed() == 1


def test_the_end_is_moved_forward_alone(people: SqlitePeople) -> None:
    for number in range(3):
        people.note(100.0 + number, "p1", "read", f"d{number}", "http", "s1")
    connection = apsw.Connection(str(people.path))
    for sql in ("UPDATE head SET number = 1", "DELETE FROM head"):
        with pytest.raises(apsw.ConstraintError):
            connection.execute(sql)
    connection.close()

    assert people.last_noted()[0] == 3
    assert people.first_unsealed() is None


def test_a_log_that_was_cut_and_whose_end_was_moved_is_seen_by_a_row_kept_elsewhere(
    people: SqlitePeople,
) -> None:
    for number in range(5):
        people.note(100.0 + number, "p1", "read", f"d{number}", "http", "s1")
    known = people.last_noted()
    seal = [row.seal for row in people.all_noted()][2]
    tampered(people, "DELETE FROM audit WHERE number > 3", f"UPDATE head SET number = 3, seal = '{seal}'")

    assert people.first_unsealed() is None
    assert people.first_unsealed(known) == 4
    for number in range(4):  # written anew, with other rows
        people.note(200.0 + number, "p2", "search", "", "http", "s2")
    assert people.first_unsealed() is None
    assert people.first_unsealed((known[0], known[1][:16])) == 5
    assert people.first_unsealed(people.last_noted()) is None


def test_a_row_kept_elsewhere_may_have_gone_as_told(people: SqlitePeople) -> None:
    for number in range(4):
        people.note(100.0 + number, "p1", "read", f"d{number}", "http", "s1")
    first, second, *_ = [(row.number, row.seal) for row in people.all_noted()]
    people.forget_noted(102.0, 500.0)

    assert people.first_unsealed(first) is None
    assert people.first_unsealed(second) is None
    assert people.first_unsealed((2, "0" * 16)) == 2


def test_a_file_of_the_first_layout_is_brought_forward_with_its_end(tmp_path: Path) -> None:
    people = SqlitePeople(tmp_path / "old.people")
    for number in range(3):
        people.note(100.0 + number, "p1", "read", f"d{number}", "http", "s1")
    before = people.last_noted()
    people.close()
    connection = apsw.Connection(str(tmp_path / "old.people"))
    for name in ("audit_moves_the_head", "head_goes_forward", "head_stays"):
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("DROP TABLE head")
    connection.pragma("user_version", 1)
    connection.close()

    again = SqlitePeople(tmp_path / "old.people")
    assert again.last_noted() == before
    assert again.first_unsealed() is None
    again.close()
