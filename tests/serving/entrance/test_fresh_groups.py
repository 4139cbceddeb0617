"""Groups are those of five minutes ago at most; a silent provider leaves them for a quarter of an hour."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import NotSignedIn
from belegg.serving.entrance.team import TeamEntrance
from belegg.stores.people import SqlitePeople
from belegg.testing.oidc_server import Exchange, OidcServer, hangs_up, says, status
from extras import needs
from serving.entrance.coming_in import Clock, add, cookie_of, groups_of, signed_in, team_with

needs("sso")
pytestmark = pytest.mark.req("FAC-6")
MINUTE_S = 60.0


@pytest.fixture(params=["id_token", "userinfo"])
def provider(clock: Clock, request: pytest.FixtureRequest) -> Iterator[OidcServer]:
    with OidcServer(now=clock, groups_in=request.param) as server:
        server.knows("berit", groups=["hr", "it"])
        yield server


@pytest.fixture
def team(provider: OidcServer, tmp_path: Path, clock: Clock) -> Iterator[TeamEntrance]:
    opened = team_with(provider, tmp_path, clock)
    yield opened
    opened.close()


def both_ways(team: TeamEntrance, provider: OidcServer) -> list[tuple[dict[str, str], str | None]]:
    """Berit's session and an API token of hers."""
    cookies = cookie_of(signed_in(team, provider, "berit"))
    person = team.people.all_people()[0]
    token = team.tokens.make(person, "nightly", {"read", "admin"}).text
    return [(cookies, None), ({}, f"Bearer {token}")]


@pytest.mark.parametrize("left", [["it"], [], None])
def test_a_group_that_was_taken_away_is_gone_within_five_minutes(
    team: TeamEntrance, provider: OidcServer, clock: Clock, left: list[str] | None
) -> None:
    ways = both_ways(team, provider)
    assert all(groups_of(team.visitor(*way)) == {"hr", "it", "everyone"} for way in ways)
    provider.put_in("berit", left)

    clock.now_s += 5 * MINUTE_S

    for way in ways:
        visitor = team.visitor(*way)
        assert groups_of(visitor) == {*(left or ()), "everyone"}
        assert ("admin" in visitor.roles) == bool(left)


def test_until_they_are_nearly_five_minutes_old_the_provider_is_left_alone(
    team: TeamEntrance, provider: OidcServer, clock: Clock
) -> None:
    ways = both_ways(team, provider)
    asked = len(provider.asked)

    clock.now_s += 3.9 * MINUTE_S
    for way in ways:
        team.visitor(*way)

    assert len(provider.asked) == asked


def test_refresh_tokens_that_are_used_once_last_for_days(
    team: TeamEntrance, provider: OidcServer, clock: Clock
) -> None:
    ways = both_ways(team, provider)
    for _ in range(60):
        clock.now_s += 60 * MINUTE_S
        for way in ways:
            assert "hr" in (team.visitor(*way).principal.groups or ())


@pytest.mark.parametrize("place", ["token", "userinfo"])
@pytest.mark.parametrize("fault", [status(503), says("<html>"), hangs_up])
def test_a_provider_that_does_not_answer_leaves_what_is_known_for_a_quarter_of_an_hour(
    team: TeamEntrance, provider: OidcServer, clock: Clock, place: str, fault: object
) -> None:
    if place == "userinfo" and provider.groups_in == "id_token":
        pytest.skip("this provider is not asked there")
    ways = both_ways(team, provider)
    provider.always(place, fault)  # type: ignore[arg-type]

    clock.now_s += 14 * MINUTE_S
    for way in ways:
        assert "hr" in (team.visitor(*way).principal.groups or ())
    clock.now_s += 1 * MINUTE_S
    for way in ways:
        with pytest.raises(NotSignedIn, match="not answered"):
            team.visitor(*way)


def test_nobody_has_to_sign_in_again_when_a_provider_comes_back(
    team: TeamEntrance, provider: OidcServer, clock: Clock
) -> None:
    ways = both_ways(team, provider)
    provider.always("token", status(503))
    clock.now_s += 20 * MINUTE_S
    with pytest.raises(NotSignedIn):
        team.visitor(*ways[0])

    provider.always("token", None)
    provider.put_in("berit", ["archive"])
    clock.now_s += 0.5 * MINUTE_S

    for way in ways:
        assert groups_of(team.visitor(*way)) == {"archive", "everyone"}


def test_a_silent_provider_is_not_asked_at_every_request(
    team: TeamEntrance, provider: OidcServer, clock: Clock
) -> None:
    ways = both_ways(team, provider)
    provider.always("token", status(503))
    clock.now_s += 6 * MINUTE_S
    asked = len(provider.asked)

    for _ in range(20):
        team.visitor(*ways[0])

    assert len(provider.asked) == asked + 1


def test_whom_the_provider_no_longer_vouches_for_is_out_at_once(
    team: TeamEntrance, provider: OidcServer, clock: Clock
) -> None:
    ways = both_ways(team, provider)
    provider.disable("berit")

    clock.now_s += 5 * MINUTE_S

    for way in ways:
        with pytest.raises(NotSignedIn):
            team.visitor(*way)
    assert team.people.sessions(team.people.all_people()[0].id) == []


def test_who_was_out_and_signs_in_again_has_their_token_again(
    team: TeamEntrance, provider: OidcServer, clock: Clock
) -> None:
    _, by_token = both_ways(team, provider)
    provider.disable("berit")
    clock.now_s += 5 * MINUTE_S
    with pytest.raises(NotSignedIn):
        team.visitor(*by_token)

    provider.knows("berit", groups=["archive"])
    signed_in(team, provider, "berit")

    assert groups_of(team.visitor(*by_token)) == {"archive", "everyone"}


def test_without_a_refresh_token_one_signs_in_again_when_the_access_token_ends(
    tmp_path: Path, clock: Clock
) -> None:
    with OidcServer(now=clock, groups_in="userinfo", with_refresh=False) as provider:
        provider.knows("berit", groups=["hr"])
        team = team_with(provider, tmp_path, clock)
        cookies = cookie_of(signed_in(team, provider, "berit"))
        provider.put_in("berit", ["archive"])
        clock.now_s += 4.5 * MINUTE_S
        assert groups_of(team.visitor(cookies, None)) == {"archive", "everyone"}

        clock.now_s += 5 * MINUTE_S

        with pytest.raises(NotSignedIn, match="sign in again"):
            team.visitor(cookies, None)


def test_of_many_requests_at_once_one_asks_and_all_are_answered_by_what_it_found(
    team: TeamEntrance, provider: OidcServer, clock: Clock
) -> None:
    ways = both_ways(team, provider)
    provider.put_in("berit", ["archive"])
    clock.now_s += 6 * MINUTE_S
    waiting, answering = threading.Event(), threading.Event()
    found: list[set[str]] = []

    def held(exchange: Exchange) -> None:
        waiting.set()
        assert answering.wait(20)
        provider.answer(exchange)

    provider.will("token", held)
    first = threading.Thread(target=lambda: found.append(groups_of(team.visitor(*ways[0]))))
    patient = team_of_another_process(team, provider, clock, answering, first)
    others = [
        threading.Thread(target=lambda: found.append(groups_of(patient.visitor(*ways[0])))) for _ in range(4)
    ]
    first.start()
    assert waiting.wait(20)
    for thread in others:
        thread.start()
    for thread in (first, *others):
        thread.join(30)

    assert found == [{"archive", "everyone"}] * 5
    assert [form.get("grant_type") for place, form in provider.asked if place == "token"].count(
        "refresh_token"
    ) == 2  # the one that was held is written down when it comes and when it is answered


def team_of_another_process(
    team: TeamEntrance,
    provider: OidcServer,
    clock: Clock,
    answering: threading.Event,
    asks: threading.Thread,
) -> TeamEntrance:
    """The same file through connections of its own; waiting there lets the first be answered."""

    def wait(_: float) -> None:
        answering.set()
        asks.join(20)

    assert isinstance(team.people, SqlitePeople)
    return team_with(provider, team.people.path.parent, clock, wait)


def test_a_reading_for_somebody_else_is_not_taken(
    team: TeamEntrance, provider: OidcServer, clock: Clock
) -> None:
    provider.knows("eva", groups=["board"])
    ways = both_ways(team, provider)
    clock.now_s += 6 * MINUTE_S
    provider.forge = lambda header, claims: honest(provider, header, {**claims, "sub": "eva"})

    assert "board" not in (team.visitor(*ways[0]).principal.groups or ())


def honest(provider: OidcServer, header: dict[str, object], claims: dict[str, object]) -> str:
    from joserfc import jwt

    return jwt.encode(header, claims, provider.keys[-1])


def test_people_who_are_known_here_alone_need_no_provider(
    team: TeamEntrance, provider: OidcServer, clock: Clock
) -> None:
    assert isinstance(team.people, SqlitePeople)
    robot = add(team.people, "robot", "archive", password=None)
    token = team.tokens.make(robot, "nightly", {"read"}).text
    provider.always("token", status(503))
    clock.now_s += 60 * MINUTE_S

    assert groups_of(team.visitor({}, f"Bearer {token}")) == {"archive", "everyone"}


def test_signing_out_everywhere_lets_what_the_provider_granted_go(
    team: TeamEntrance, provider: OidcServer
) -> None:
    cookies = cookie_of(signed_in(team, provider, "berit"))
    person = team.people.all_people()[0]
    assert team.people.grant(person.id) is not None

    team.sign_out(cookies)

    assert team.people.grant(person.id) is None
