"""A copy of the file of people: what is needed to come in anew, nothing that lets a browser in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from belegg.errors import BadInput
from belegg.records.people import ApiToken, Begun, Grant, Person, Session
from belegg.stores.people import SqlitePeople

pytestmark = pytest.mark.req("FAC-5", "FAC-6")
ANNA = Person("p1", "password", "", "anna", "Anna", frozenset({"sales"}), 100.0)
TOKEN = ApiToken("t1", "digest-of-t1", "p1", "nightly", frozenset({"read"}), 100.0, 200.0)


@pytest.fixture
def people(tmp_path: Path) -> Iterator[SqlitePeople]:
    opened = SqlitePeople(tmp_path / "belegg.db.people")
    opened.keep_person(ANNA)
    opened.set_password("p1", "argon2-form")
    opened.keep_token(TOKEN)
    opened.keep_token(replace(TOKEN, id="t2", digest="digest-of-t2"))
    opened.revoke_token("t2")
    opened.keep_session(Session("digest-of-a-session", "p1", 100.0, 100.0, "Firefox"), 5)
    opened.keep_grant("p1", Grant("access-of-the-provider", 100.0, "refresh-of-the-provider"))
    opened.begin(Begun("state-digest", "browser", "a-nonce", "a-verifier", "/", 300.0), 100.0, 10)
    opened.count_try({"a-key-of-tries": 5}, 100.0, 0.0)
    for number in range(3):
        opened.note(100.0 + number, "p1", "read", f"d{number}", "web", "")
    yield opened
    opened.close()


def test_people_tokens_and_the_log_are_in_the_copy(people: SqlitePeople, tmp_path: Path) -> None:
    people.backup(tmp_path / "copy.people")

    copied = SqlitePeople(tmp_path / "copy.people")
    assert copied.all_people() == people.all_people()
    assert copied.password("p1") == "argon2-form"
    assert copied.tokens() == people.tokens()
    assert [token.is_revoked for token in copied.tokens()] == [False, True]
    assert list(copied.all_noted()) == list(people.all_noted())
    assert copied.first_unsealed() is None
    copied.close()


@pytest.mark.parametrize(
    "kept_back",
    [
        "digest-of-a-session",
        "access-of-the-provider",
        "refresh-of-the-provider",
        "a-verifier",
        "a-key-of-tries",
    ],
)
def test_no_byte_of_what_lets_a_browser_in_is_in_the_copy(
    people: SqlitePeople, tmp_path: Path, kept_back: str
) -> None:
    people.backup(tmp_path / "copy.people")

    assert kept_back.encode() not in (tmp_path / "copy.people").read_bytes()
    assert people.sessions("p1"), "they stay where they are"


def test_the_copy_is_one_file_that_only_its_owner_may_read(people: SqlitePeople, tmp_path: Path) -> None:
    people.backup(tmp_path / "copy.people")

    assert (tmp_path / "copy.people").stat().st_mode & 0o777 == 0o600
    assert sorted(each.name for each in tmp_path.iterdir() if each.name.startswith("copy")) == ["copy.people"]


def test_a_file_that_is_there_is_left_as_it_is(people: SqlitePeople, tmp_path: Path) -> None:
    (tmp_path / "copy.people").write_text("mine")

    with pytest.raises(BadInput, match="exists"):
        people.backup(tmp_path / "copy.people")

    assert (tmp_path / "copy.people").read_text() == "mine"
