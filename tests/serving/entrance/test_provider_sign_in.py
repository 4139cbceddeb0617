"""Signing in at the organisation's provider, and everything that is not signing in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from belegg.errors import NotSignedIn, ProviderFailed
from belegg.serving.entrance.drawn import new_secret
from belegg.serving.entrance.sessions import BEGUN_COOKIE
from belegg.serving.entrance.team import TeamEntrance
from belegg.testing.oidc_server import OidcServer, hangs_up, says, status
from extras import needs
from serving.entrance.coming_in import Clock, cookie_of, cookies_of, groups_of, query_of, signed_in, team_with

needs("sso")
pytestmark = pytest.mark.req("FAC-6")


@pytest.fixture
def provider(clock: Clock) -> Iterator[OidcServer]:
    with OidcServer(now=clock) as server:
        server.knows("anna", groups=["sales"], name="Anna Ås")
        server.knows("eva", groups=["it"])
        yield server


@pytest.fixture
def team(provider: OidcServer, tmp_path: Path, clock: Clock) -> Iterator[TeamEntrance]:
    opened = team_with(provider, tmp_path, clock)
    yield opened
    opened.close()


def test_the_provider_says_who_somebody_is_and_in_which_groups(
    team: TeamEntrance, provider: OidcServer
) -> None:
    arrived = signed_in(team, provider, "anna", "/documents?pack=law")

    visitor = team.visitor(cookie_of(arrived), None)
    assert visitor.name == "Anna Ås"
    assert groups_of(visitor) == {"sales", "everyone"}
    assert visitor.roles == {"reader"}
    assert arrived.next == "/documents?pack=law"


def test_roles_come_from_groups(team: TeamEntrance, provider: OidcServer) -> None:
    visitor = team.visitor(cookie_of(signed_in(team, provider, "eva")), None)

    assert visitor.roles == {"reader", "admin"}
    assert groups_of(visitor) == {"it", "everyone"}


def test_who_signs_in_again_is_the_same_person(team: TeamEntrance, provider: OidcServer) -> None:
    first = team.visitor(cookie_of(signed_in(team, provider, "anna")), None)

    second = team.visitor(cookie_of(signed_in(team, provider, "anna")), None)

    assert first.principal.id == second.principal.id
    assert "anna" not in first.principal.id


def test_the_browser_is_sent_with_state_nonce_and_a_challenge(team: TeamEntrance) -> None:
    asked, again = query_of(team.begin(None, {}).url), query_of(team.begin(None, {}).url)

    assert asked["response_type"] == "code"
    assert asked["code_challenge_method"] == "S256"
    assert asked["redirect_uri"] == "https://belegg.example.org/auth/callback"
    assert "openid" in asked["scope"]
    for name in ("state", "nonce", "code_challenge"):
        assert len(asked[name]) >= 43
        assert asked[name] != again[name]


def test_the_cookie_of_a_sign_in_under_way_is_as_strict_as_a_sessions(team: TeamEntrance) -> None:
    line = team.begin(None, {}).cookie

    assert line.startswith("__Host-belegg-begun=")
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(line.split("; "))


def test_an_answer_that_another_browser_asked_for_is_refused(
    team: TeamEntrance, provider: OidcServer
) -> None:
    leaving = team.begin(None, {})
    back = query_of(provider.signs_in("eva", leaving.url))

    for cookies in ({}, {BEGUN_COOKIE: new_secret()}):
        with pytest.raises(NotSignedIn, match="this browser"):
            team.finish(back, cookies, "")


def test_an_answer_is_taken_once(team: TeamEntrance, provider: OidcServer) -> None:
    leaving = team.begin(None, {})
    back, cookies = query_of(provider.signs_in("anna", leaving.url)), cookies_of(leaving.cookie)
    team.finish(back, cookies, "")

    with pytest.raises(NotSignedIn):
        team.finish(back, cookies, "")


def test_an_answer_that_comes_late_is_refused(team: TeamEntrance, provider: OidcServer, clock: Clock) -> None:
    leaving = team.begin(None, {})
    back = query_of(provider.signs_in("anna", leaving.url))
    clock.now_s += 600

    with pytest.raises(NotSignedIn):
        team.finish(back, cookies_of(leaving.cookie), "")


def test_two_tabs_are_both_finished(team: TeamEntrance, provider: OidcServer) -> None:
    first = team.begin("/one", {})
    second = team.begin("/two", cookies_of(first.cookie))
    cookies = cookies_of(first.cookie, second.cookie)

    arrived = [
        team.finish(query_of(provider.signs_in("anna", each.url)), cookies, "") for each in (second, first)
    ]

    assert [each.next for each in arrived] == ["/two", "/one"]


def test_an_answer_in_the_name_of_another_provider_is_refused(
    team: TeamEntrance, provider: OidcServer
) -> None:
    for change in ({"iss": "https://evil.example"}, {"iss": None}):
        leaving = team.begin(None, {})
        back = {**query_of(provider.signs_in("anna", leaving.url)), **change}
        told = {name: value for name, value in back.items() if value is not None}
        with pytest.raises(NotSignedIn, match="another provider"):
            team.finish(told, cookies_of(leaving.cookie), "")


def test_who_is_not_let_through_is_told_so_without_the_providers_words(
    team: TeamEntrance, provider: OidcServer
) -> None:
    leaving = team.begin(None, {})
    told = {"state": query_of(leaving.url)["state"], "iss": provider.issuer, "error": "access_denied"}

    with pytest.raises(NotSignedIn) as refused:
        team.finish({**told, "error_description": "<b>call 555</b>"}, cookies_of(leaving.cookie), "")

    assert "555" not in str(refused.value)


def test_a_code_of_another_sign_in_is_refused(team: TeamEntrance, provider: OidcServer) -> None:
    mine, anothers = team.begin(None, {}), team.begin(None, {})
    stolen = query_of(provider.signs_in("eva", anothers.url))["code"]
    back = {**query_of(provider.signs_in("anna", mine.url)), "code": stolen}

    with pytest.raises(NotSignedIn):
        team.finish(back, cookies_of(mine.cookie), "")


@pytest.mark.parametrize(
    "query",
    [{}, {"code": "x"}, {"state": "x"}, {"state": "x", "code": "y"}, {"state": "\ud800", "code": "y"}],
)
def test_an_answer_out_of_the_blue_is_refused(team: TeamEntrance, query: dict[str, str]) -> None:
    with pytest.raises(NotSignedIn):
        team.finish(query, {BEGUN_COOKIE: new_secret()}, "")


def test_a_disabled_person_is_not_let_in_by_the_provider(team: TeamEntrance, provider: OidcServer) -> None:
    visitor = team.visitor(cookie_of(signed_in(team, provider, "anna")), None)
    team.people.disable(visitor.principal.id, True)

    with pytest.raises(NotSignedIn, match="disabled"):
        signed_in(team, provider, "anna")


@pytest.mark.parametrize("place", ["openid-configuration", "token", "jwks"])
@pytest.mark.parametrize("fault", [status(500), says("<html>"), says("[]"), says("{}"), hangs_up])
def test_a_provider_that_does_not_answer_as_agreed_lets_nobody_in(
    team: TeamEntrance, provider: OidcServer, place: str, fault: object
) -> None:
    provider.always(place, fault)  # type: ignore[arg-type]

    with pytest.raises(ProviderFailed):
        signed_in(team, provider, "anna")

    provider.always(place, None)
    assert signed_in(team, provider, "anna").visitor.name == "Anna Ås"


def test_an_answer_without_end_is_cut_off(team: TeamEntrance, provider: OidcServer) -> None:
    provider.will("openid-configuration", says('{"issuer": "' + "x" * 2_000_000 + '"}'))

    with pytest.raises(ProviderFailed, match="too much"):
        team.begin(None, {})


def test_a_provider_that_calls_itself_otherwise_is_not_believed(
    team: TeamEntrance, provider: OidcServer
) -> None:
    provider.will("openid-configuration", says('{"issuer": "https://evil.example"}'))

    with pytest.raises(ProviderFailed, match="calls itself otherwise"):
        team.begin(None, {})


def test_no_code_is_sent_in_the_open(team: TeamEntrance, provider: OidcServer) -> None:
    told = '{"issuer": "%s", "authorization_endpoint": "http://id.example.org/authorize"}'
    provider.will("openid-configuration", says(told % provider.issuer))

    with pytest.raises(ProviderFailed, match="https"):
        team.begin(None, {})


def test_a_wrong_client_secret_is_told_to_the_log_and_lets_nobody_in(
    team: TeamEntrance, provider: OidcServer
) -> None:
    provider.client_secret = "another-secret-drawn-by-lot-1b2c"

    with pytest.raises(ProviderFailed, match="client_id") as failed:
        signed_in(team, provider, "anna")

    assert "7f3a" not in str(failed.value)


@pytest.mark.parametrize("ways", [["client_secret_post"], ["client_secret_basic"], None])
def test_the_client_names_itself_as_the_provider_wants(
    team: TeamEntrance, provider: OidcServer, ways: list[str] | None
) -> None:
    import json

    description = {
        "issuer": provider.issuer,
        **{f"{name}_endpoint": f"{provider.issuer}/{name.removesuffix('ization')}" for name in ("token",)},
        "authorization_endpoint": f"{provider.issuer}/authorize",
        "jwks_uri": f"{provider.issuer}/jwks",
        **({} if ways is None else {"token_endpoint_auth_methods_supported": ways}),
    }
    provider.will("openid-configuration", says(json.dumps(description)))

    assert signed_in(team, provider, "anna").visitor.name == "Anna Ås"

    (asked,) = [form for place, form in provider.asked if place == "token"]
    assert ("client_secret" in asked) == (ways == ["client_secret_post"])


def test_groups_are_found_where_this_provider_says_them(
    provider: OidcServer, tmp_path: Path, clock: Clock
) -> None:
    provider.groups_in = "userinfo"
    team = team_with(provider, tmp_path, clock)

    visitor = signed_in(team, provider, "anna").visitor

    assert groups_of(visitor) == {"sales", "everyone"}


@pytest.mark.parametrize("groups", [None, []])
def test_who_is_in_no_group_reads_what_everyone_may(
    team: TeamEntrance, provider: OidcServer, groups: list[str] | None
) -> None:
    provider.put_in("anna", groups)

    assert groups_of(signed_in(team, provider, "anna").visitor) == {"everyone"}


def test_groups_that_are_no_list_let_nobody_in(team: TeamEntrance, provider: OidcServer) -> None:
    provider.put_in("anna", [{"name": "hr"}])  # type: ignore[list-item]

    with pytest.raises(ProviderFailed, match="groups_claim"):
        signed_in(team, provider, "anna")


def test_nothing_that_lets_in_stands_in_a_repr(team: TeamEntrance, provider: OidcServer) -> None:
    arrived = signed_in(team, provider, "anna")
    grant = team.people.grant(arrived.visitor.principal.id)

    assert grant is not None
    assert grant.access not in repr(grant)
    assert provider.client_secret is not None
    assert provider.client_secret not in repr(team.settings)


def test_the_provider_is_not_asked_for_more_than_it_was_given(
    team: TeamEntrance, provider: OidcServer
) -> None:
    """A redirect address that is not ours would send the code to somebody else."""
    import httpx

    url = team.begin(None, {}).url
    moved = url.replace(
        urlencode({"": "https://belegg.example.org/auth/callback"})[1:], "https%3A%2F%2Fevil.example"
    )
    assert moved != url

    assert httpx.get(moved, trust_env=False).status_code == 400
