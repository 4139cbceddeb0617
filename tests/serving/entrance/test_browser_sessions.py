"""Sessions of browsers: the cookie, how long they live, how they end."""

from __future__ import annotations

import apsw
import pytest

from belegg.errors import NotSignedIn
from belegg.records import EVERYONE
from belegg.serving.entrance.sessions import BEGUN_CLEARED, CLEARED, COOKIE, browser
from belegg.serving.entrance.team import Arrived, TeamEntrance
from belegg.serving.entrance.visitor import NOBODY_KNOWN
from belegg.stores.people import SqlitePeople
from extras import needs
from serving.entrance.coming_in import PASSWORD, Clock, add, cookie_of, cookies_of, groups_of, team_of

needs("serve")
pytestmark = pytest.mark.req("FAC-6")
HOUR_S = 3600.0


@pytest.fixture
def team(people: SqlitePeople, clock: Clock) -> TeamEntrance:
    add(people, "anna", "sales")
    add(people, "eva", "it")
    return team_of(people, clock)


def sign_in(team: TeamEntrance, name: str = "anna", cookies: dict[str, str] | None = None) -> Arrived:
    return team.sign_in(name, PASSWORD, "192.0.2.1", "Firefox/130 (X11; Linux)", "/documents", cookies)


def test_the_cookie_is_for_this_host_tls_and_no_script(team: TeamEntrance) -> None:
    line = sign_in(team).cookie

    named, *attributes = line.split("; ")
    name, _, value = named.partition("=")
    assert name == "__Host-belegg"
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(attributes)
    assert not any(attribute.startswith("Domain") for attribute in attributes)
    assert len(value) * 6 >= 256


def test_each_sign_in_has_a_value_of_its_own_and_ends_the_one_before(team: TeamEntrance) -> None:
    before = cookie_of(sign_in(team))

    after = cookie_of(sign_in(team, cookies=before))

    assert before != after
    with pytest.raises(NotSignedIn):
        team.visitor(before, None)
    assert team.visitor(after, None).name == "Anna"


def test_a_value_that_a_stranger_chose_is_not_taken_up(team: TeamEntrance) -> None:
    chosen = {COOKIE: "chosen-by-a-stranger"}

    arrived = cookie_of(sign_in(team, cookies=chosen))

    assert arrived != chosen
    with pytest.raises(NotSignedIn):
        team.visitor(chosen, None)


def test_the_value_stands_nowhere_in_the_file(team: TeamEntrance, people: SqlitePeople) -> None:
    value = cookie_of(sign_in(team))[COOKIE]

    people.close()
    apsw.Connection(str(people.path)).pragma("wal_checkpoint(truncate)")
    assert value.encode() not in people.path.read_bytes()


def test_who_has_signed_in_is_in_their_groups_and_in_everyone(team: TeamEntrance) -> None:
    visitor = team.visitor(cookie_of(sign_in(team)), None)

    assert groups_of(visitor) == {"sales", EVERYONE}
    assert visitor.by == "session"
    assert visitor.roles == {"reader"}
    assert visitor.may("ask")
    assert not visitor.may("admin")


def test_without_a_cookie_nobody_is_known(team: TeamEntrance) -> None:
    assert team.visitor({}, None) == NOBODY_KNOWN
    assert team.visitor({COOKIE: ""}, None) == NOBODY_KNOWN


def test_a_cookie_after_signing_out_opens_nothing(team: TeamEntrance) -> None:
    cookies = cookie_of(sign_in(team))

    team.sign_out(cookies)

    with pytest.raises(NotSignedIn):
        team.visitor(cookies, None)


def test_signing_out_twice_or_as_nobody_does_nothing(team: TeamEntrance) -> None:
    cookies = cookie_of(sign_in(team))
    team.sign_out(cookies)

    team.sign_out(cookies)
    team.sign_out({})

    assert team.people.sessions("p-anna") == []


def test_a_session_ends_after_eight_hours_without_a_request(team: TeamEntrance, clock: Clock) -> None:
    cookies = cookie_of(sign_in(team))
    clock.now_s += 7.9 * HOUR_S
    team.visitor(cookies, None)
    clock.now_s += 7.9 * HOUR_S
    team.visitor(cookies, None)

    clock.now_s += 8 * HOUR_S

    with pytest.raises(NotSignedIn):
        team.visitor(cookies, None)


def test_a_session_ends_after_seven_days_however_much_it_is_used(team: TeamEntrance, clock: Clock) -> None:
    cookies = cookie_of(sign_in(team))
    for _ in range(27):
        clock.now_s += 6 * HOUR_S
        team.visitor(cookies, None)

    clock.now_s += 6 * HOUR_S

    with pytest.raises(NotSignedIn):
        team.visitor(cookies, None)


def test_what_ran_out_is_not_listed_and_goes_with_the_next_sign_in(team: TeamEntrance, clock: Clock) -> None:
    sign_in(team)
    clock.now_s += 9 * HOUR_S

    assert team.sessions.all_of("p-anna") == []
    sign_in(team)
    assert len(team.people.sessions("p-anna")) == 1


def test_ones_sessions_are_listed_and_one_is_ended_by_the_name_shown(team: TeamEntrance) -> None:
    here, there = cookie_of(sign_in(team)), cookie_of(sign_in(team))
    shown = {session.shown for session in team.sessions.all_of("p-anna")}
    ending = team.visitor(there, None).session
    assert ending in shown
    assert len(shown) == 2

    assert team.sessions.end("p-anna", ending)

    assert team.visitor(here, None).name == "Anna"
    with pytest.raises(NotSignedIn):
        team.visitor(there, None)


def test_nobody_ends_anothers_session_by_its_name(team: TeamEntrance) -> None:
    cookies = cookie_of(sign_in(team))
    shown = team.visitor(cookies, None).session

    assert not team.sessions.end("p-eva", shown)

    assert team.visitor(cookies, None).name == "Anna"


def test_disabling_somebody_ends_what_they_have_at_the_next_request(team: TeamEntrance) -> None:
    cookies = cookie_of(sign_in(team))
    token = team.tokens.make(team.people.all_people()[0], "nightly", {"read"}).text

    team.people.disable("p-anna", True)

    with pytest.raises(NotSignedIn):
        team.visitor(cookies, None)
    with pytest.raises(NotSignedIn):
        team.visitor({}, f"Bearer {token}")
    with pytest.raises(NotSignedIn):
        sign_in(team)


def test_enabling_somebody_brings_no_session_and_no_token_back(team: TeamEntrance) -> None:
    cookies = cookie_of(sign_in(team))
    token = team.tokens.make(team.people.all_people()[0], "nightly", {"read"}).text
    team.people.disable("p-anna", True)

    team.people.disable("p-anna", False)

    with pytest.raises(NotSignedIn):
        team.visitor(cookies, None)
    with pytest.raises(NotSignedIn):
        team.visitor({}, f"Bearer {token}")
    assert team.visitor(cookie_of(sign_in(team)), None).name == "Anna"


def test_groups_that_were_changed_hold_at_the_next_request(team: TeamEntrance, people: SqlitePeople) -> None:
    cookies = cookie_of(sign_in(team))

    add(people, "anna")

    assert groups_of(team.visitor(cookies, None)) == {EVERYONE}


def test_a_group_called_as_what_belegg_keeps_for_itself_opens_nothing(
    team: TeamEntrance, people: SqlitePeople
) -> None:
    add(people, "anna", "nobody", "owner", "anonymous")

    principal = team.visitor(cookie_of(sign_in(team)), None).principal

    assert principal.groups is not None
    assert not principal.may_read(frozenset({"nobody"}))


def test_the_lines_that_clear_a_cookie_are_as_strict_as_those_that_set_it() -> None:
    for line in (CLEARED, BEGUN_CLEARED):
        assert "Max-Age=0" in line
        assert {"Secure", "HttpOnly", "Path=/"} <= set(line.split("; "))
        assert list(cookies_of(line).values()) == [""]


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Windows"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1 Version/18 Safari/605.1",
            "Safari, macOS",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537 Chrome/150.0 Safari/537 Edg/150", "Edge, Linux"),
        ("curl/8.9", "curl"),
        ("<script>alert(1)</script>", "unknown"),
        ("", "unknown"),
    ],
)
def test_of_a_browser_only_its_kind_is_kept(agent: str, name: str) -> None:
    assert browser(agent) == name
