"""Passwords: how they are kept, how often they may be tried, and that names are not told."""

from __future__ import annotations

import re
import statistics
import threading
import time

import pytest

from belegg.errors import BadInput, NotAllowed, NotSignedIn, TooManyRequests
from belegg.serving.entrance import passwords
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.entrance.trying import keys, neighbourhood
from belegg.stores.people import SqlitePeople
from extras import needs
from serving.entrance.coming_in import PASSWORD, Clock, add, cookie_of, hashed, team_of

needs("serve")
pytestmark = pytest.mark.req("FAC-6")


@pytest.fixture
def team(people: SqlitePeople, clock: Clock) -> TeamEntrance:
    add(people, "anna", "sales")
    return team_of(people, clock)


def fails(team: TeamEntrance, name: str = "anna", address: str = "192.0.2.1") -> str:
    with pytest.raises(NotSignedIn) as refused:
        team.sign_in(name, "wrong wrong wrong", address, "")
    return str(refused.value)


def is_slowed(team: TeamEntrance, name: str = "anna", address: str = "192.0.2.1") -> bool:
    try:
        team.sign_in(name, "wrong wrong wrong", address, "")
    except TooManyRequests:
        return True
    except NotSignedIn:
        return False
    raise AssertionError("the password is wrong")


def test_a_password_is_kept_as_argon2id_with_salt_and_cost(people: SqlitePeople) -> None:
    add(people, "anna")

    kept = people.password("p-anna")

    assert kept is not None
    assert re.match(r"\$argon2id\$v=19\$m=65536,t=3,p=4\$", kept)
    assert PASSWORD not in kept


def test_the_right_password_lets_in_and_any_writing_of_the_name(team: TeamEntrance) -> None:
    for name in ("anna", " Anna ", "ANNA", "\uff21nna"):  # a wide A is an A
        arrived = team.sign_in(name, PASSWORD, "192.0.2.1", "")
        assert team.visitor(cookie_of(arrived), None).principal.id == "p-anna"


def test_a_wrong_password_and_a_name_that_nobody_has_are_told_the_same(team: TeamEntrance) -> None:
    assert fails(team, "anna") == fails(team, "nobody-has-this")


def test_a_name_that_nobody_has_takes_as_long(people: SqlitePeople) -> None:
    kept = hashed(PASSWORD)
    took: dict[str, list[float]] = {"known": [], "unknown": []}
    passwords.nobodys()
    for _ in range(5):
        for who, hash_ in (("known", kept), ("unknown", None)):
            begun = time.process_time_ns()
            assert not passwords.matches("wrong wrong wrong", hash_)
            took[who].append(time.process_time_ns() - begun)

    known, unknown = (statistics.median(took[who]) for who in ("known", "unknown"))

    assert 0.4 < unknown / known < 2.5


def test_the_sixth_wrong_try_within_a_quarter_of_an_hour_waits(team: TeamEntrance, clock: Clock) -> None:
    for _ in range(5):
        fails(team)

    assert is_slowed(team)
    with pytest.raises(TooManyRequests) as slowed:
        team.sign_in("anna", PASSWORD, "192.0.2.1", "")
    assert slowed.value.wait_s == 900

    clock.now_s += 900.5
    assert team.sign_in("anna", PASSWORD, "192.0.2.1", "").next == "/"


def test_of_a_thousand_wrong_tries_five_are_looked_at(team: TeamEntrance) -> None:
    slowed = [is_slowed(team) for _ in range(1000)]

    assert slowed.count(False) == 5


def test_of_many_tries_at_once_no_more_are_looked_at(team: TeamEntrance) -> None:
    slowed: list[bool] = []
    threads = [threading.Thread(target=lambda: slowed.append(is_slowed(team))) for _ in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert slowed.count(False) == 5


def test_a_name_that_nobody_has_is_slowed_alike(team: TeamEntrance) -> None:
    slowed = [is_slowed(team, "nobody-has-this") for _ in range(8)]

    assert slowed == [False] * 5 + [True] * 3


def test_tries_at_many_names_from_one_address_are_slowed(team: TeamEntrance) -> None:
    slowed = [is_slowed(team, f"name{number}") for number in range(52)]

    assert slowed == [False] * 50 + [True] * 2
    assert not is_slowed(team, "name99", "192.0.2.2")


def test_tries_at_one_name_from_many_addresses_are_slowed(team: TeamEntrance) -> None:
    slowed = [is_slowed(team, "anna", f"192.0.2.{number}") for number in range(22)]

    assert slowed == [False] * 20 + [True] * 2


def test_who_gets_it_right_after_some_tries_begins_anew(team: TeamEntrance) -> None:
    for _ in range(4):
        fails(team)
    team.sign_in("anna", PASSWORD, "192.0.2.1", "")

    assert [is_slowed(team) for _ in range(6)] == [False] * 5 + [True]


def test_signing_in_rightly_never_slows_an_office_behind_one_address(team: TeamEntrance) -> None:
    for _ in range(3):
        team.sign_in("anna", PASSWORD, "192.0.2.1", "")

    near = keys("anna", "192.0.2.1")
    assert [team.people.count_try({key: 1}, 1.0, 0.0) for key in near.values()] == [0.0, 0.0, 0.0]


def test_one_household_of_ipv6_is_one_address() -> None:
    assert neighbourhood("2001:db8:1:2::1") == neighbourhood("2001:db8:1:2:ffff::9")
    assert neighbourhood("2001:db8:1:2::1") != neighbourhood("2001:db8:1:3::1")
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("192.0.2.1")
    assert neighbourhood("unix socket") == "unix socket"


@pytest.mark.parametrize(
    "password",
    [
        "short",
        "changeme1234",
        "password1234",
        "annaannaanna",
        "aaaaaaaaaaaaaaa",
        "123456789012",
        "x" * 201,
        "",
    ],
)
def test_a_password_that_is_guessed_first_is_not_taken(password: str) -> None:
    with pytest.raises(BadInput):
        passwords.check_new(password, "anna")


def test_words_in_a_row_are_taken() -> None:
    passwords.check_new(PASSWORD, "anna")
    passwords.check_new("Æøå er tre gode bokstaver", "anna")


def test_an_endless_password_is_not_hashed(team: TeamEntrance) -> None:
    with pytest.raises(NotSignedIn):
        team.sign_in("anna", PASSWORD * 100_000, "192.0.2.1", "")


def test_a_refused_try_is_noted_without_what_was_typed(team: TeamEntrance) -> None:
    fails(team, "anna")
    fails(team, "my-password-in-the-wrong-field")

    rows = team.people.noted()

    assert [(row.person, row.doing, row.what) for row in rows] == [
        ("", "sign-in refused", ""),
        ("p-anna", "sign-in refused", ""),
    ]


def test_where_passwords_are_not_taken_none_lets_in(people: SqlitePeople, clock: Clock) -> None:
    from dataclasses import replace

    add(people, "anna")
    team = team_of(people, clock)
    cookies = cookie_of(team.sign_in("anna", PASSWORD, "192.0.2.1", ""))
    later = TeamEntrance(people, replace(team.settings, sign_in="oidc"), None, clock)

    with pytest.raises(NotAllowed):
        later.sign_in("anna", PASSWORD, "192.0.2.1", "")
    with pytest.raises(NotSignedIn):
        later.visitor(cookies, None)
