"""Tokens that no honest provider signs: all of them are refused, at the sign-in and as API tokens."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from belegg.errors import NotSignedIn
from belegg.serving.entrance.team import TeamEntrance
from belegg.testing.oidc_server import OidcServer
from extras import needs
from serving.entrance.coming_in import Clock, signed_in, team_with

needs("sso")
pytestmark = pytest.mark.req("FAC-6")
Json = dict[str, Any]
AUDIENCE = "https://belegg.example.org/mcp"


def part(told: Json) -> str:
    return base64.urlsafe_b64encode(json.dumps(told).encode()).rstrip(b"=").decode()


@pytest.fixture(scope="module")
def stranger() -> Any:
    """A key that the provider does not publish."""
    from joserfc.jwk import RSAKey

    return RSAKey.generate_key(2048, {"kid": "stranger"})


@pytest.fixture
def provider(clock: Clock) -> Iterator[OidcServer]:
    with OidcServer(now=clock) as server:
        server.knows("anna", groups=["sales"])
        yield server


@pytest.fixture
def team(provider: OidcServer, tmp_path: Path, clock: Clock) -> Iterator[TeamEntrance]:
    opened = team_with(provider, tmp_path, clock, audience=AUDIENCE)
    yield opened
    opened.close()


Way = Callable[[OidcServer, Any, Json, Json], str]


def honest(provider: OidcServer, claims: Json, header: Json) -> str:
    from joserfc import jwt

    return jwt.encode(header, claims, provider.keys[-1])


def claiming(**changed: Any) -> Way:
    def forge(provider: OidcServer, stranger: Any, header: Json, claims: Json) -> str:
        told = {name: value for name, value in {**claims, **changed}.items() if value is not None}
        return honest(provider, told, header)

    return forge


def unsigned(provider: OidcServer, stranger: Any, header: Json, claims: Json) -> str:
    return f"{part({**header, 'alg': 'none'})}.{part(claims)}."


def unsigned_as_signed(provider: OidcServer, stranger: Any, header: Json, claims: Json) -> str:
    return f"{part(header)}.{part(claims)}."


def by_a_stranger(provider: OidcServer, stranger: Any, header: Json, claims: Json) -> str:
    from joserfc import jwt

    return jwt.encode({**header, "kid": "stranger"}, claims, stranger)


def by_a_stranger_under_a_known_name(provider: OidcServer, stranger: Any, header: Json, claims: Json) -> str:
    from joserfc import jwt

    return jwt.encode(header, claims, stranger)


def by_the_public_key_as_a_secret(provider: OidcServer, stranger: Any, header: Json, claims: Json) -> str:
    import hashlib
    import hmac

    public = provider.keys[-1].as_pem(private=False)
    told = f"{part({**header, 'alg': 'HS256'})}.{part(claims)}"
    mac = hmac.new(public, told.encode(), hashlib.sha256).digest()
    return f"{told}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"


def with_its_own_key(provider: OidcServer, stranger: Any, header: Json, claims: Json) -> str:
    from joserfc import jws

    told = {**header, "kid": "stranger", "jwk": stranger.as_dict(private=False)}
    signed = jws.serialize_compact({"alg": "RS256"}, json.dumps(claims), stranger)
    return f"{part(told)}.{part(claims)}.{signed.rpartition('.')[2]}"


def naming(kid: Any) -> Way:
    def forge(provider: OidcServer, stranger: Any, header: Json, claims: Json) -> str:
        signature = honest(provider, claims, header).rpartition(".")[2]
        return f"{part({**header, 'kid': kid})}.{part(claims)}.{signature}"

    return forge


def changed_afterwards(provider: OidcServer, stranger: Any, header: Json, claims: Json) -> str:
    head, _, signature = honest(provider, claims, header).split(".")
    return f"{head}.{part({**claims, 'groups': ['it']})}.{signature}"


def as_text(text: str) -> Way:
    return lambda provider, stranger, header, claims: text


NOW = 1_800_000_000
FORGED: dict[str, Way] = {
    "alg none": unsigned,
    "no signature": unsigned_as_signed,
    "another key": by_a_stranger,
    "another key under a published name": by_a_stranger_under_a_known_name,
    "the public key as a shared secret": by_the_public_key_as_a_secret,
    "its own key in the header": with_its_own_key,
    "kid is a path": naming("../../../../dev/null"),
    "kid is an address": naming("https://evil.example/jwks"),
    "kid is a list": naming(["a"]),
    "kid is a number": naming(7),
    "kid is SQL": naming("x' UNION SELECT 'key"),
    "claims changed afterwards": changed_afterwards,
    "another audience": claiming(aud="another-client"),
    "no audience": claiming(aud=None),
    "another issuer": claiming(iss="https://evil.example"),
    "no issuer": claiming(iss=None),
    "expired": claiming(exp=NOW - 31),
    "never ends": claiming(exp=None),
    "exp is a text": claiming(exp="tomorrow"),
    "not yet valid": claiming(nbf=NOW + 60),
    "made in the future": claiming(iat=NOW + 600),
    "of nobody": claiming(sub=None),
    "of a list of people": claiming(sub=["anna"]),
    "empty": as_text(""),
    "no token": as_text("a.b.c"),
    "two parts": as_text("eyJhbGciOiJSUzI1NiJ9.e30"),
    "five parts": as_text("a.b.c.d.e"),
    "too long": as_text("e" * 40_000 + ".e.e"),
    "deeply nested": as_text(base64.urlsafe_b64encode(b"[" * 20_000).decode() + ".e.e"),
}
OF_SIGN_INS: dict[str, Way] = {
    "another nonce": claiming(nonce="replayed"),
    "no nonce": claiming(nonce=None),
    "of another access token": claiming(at_hash="AAAAAAAAAAAAAAAAAAAAAA"),
    "for us and by another client": claiming(aud=["belegg", "other"], azp="other"),
    "for us and others and by nobody": claiming(aud=["belegg", "other"]),
}


@pytest.mark.parametrize("way", [*FORGED, *OF_SIGN_INS])
def test_an_id_token_that_does_not_hold_lets_nobody_in(
    team: TeamEntrance, provider: OidcServer, stranger: Any, way: str
) -> None:
    forged = {**FORGED, **OF_SIGN_INS}[way]
    provider.forge = lambda header, claims: forged(provider, stranger, header, claims)

    with pytest.raises(NotSignedIn):
        signed_in(team, provider, "anna")

    assert team.people.all_people() == []


def access_token(provider: OidcServer, stranger: Any, way: Way | None = None, **changed: Any) -> str:
    claims = {
        "iss": provider.issuer,
        "sub": "anna",
        "aud": AUDIENCE,
        "iat": NOW,
        "exp": NOW + 300,
        **changed,
    }
    header = {"alg": "RS256", "kid": provider.keys[-1].kid, "typ": "at+jwt"}
    if way is None:
        return honest(provider, claims, header)
    return way(provider, stranger, header, claims)


@pytest.mark.parametrize("way", FORGED)
def test_an_access_token_that_does_not_hold_is_refused_beside_a_valid_cookie(
    team: TeamEntrance, provider: OidcServer, stranger: Any, way: str
) -> None:
    from serving.entrance.coming_in import cookie_of

    cookies = cookie_of(signed_in(team, provider, "anna"))
    assert team.visitor(cookies, None).name == "Anna"

    with pytest.raises(NotSignedIn):
        team.visitor(cookies, f"Bearer {access_token(provider, stranger, FORGED[way])}")


def test_an_access_token_for_us_reads_and_asks_as_its_person(
    team: TeamEntrance, provider: OidcServer, stranger: Any
) -> None:
    provider.put_in("anna", ["it"])
    known = signed_in(team, provider, "anna").visitor

    visitor = team.visitor({}, f"Bearer {access_token(provider, stranger)}")

    assert visitor.principal == known.principal
    assert visitor.may("ask")
    assert not visitor.may("write")
    assert not visitor.may("admin")


def test_an_id_token_is_no_access_token(team: TeamEntrance, provider: OidcServer, stranger: Any) -> None:
    signed_in(team, provider, "anna")

    with pytest.raises(NotSignedIn):
        team.visitor({}, f"Bearer {access_token(provider, stranger, aud='belegg')}")


def test_an_access_token_of_who_was_never_here_is_refused(
    team: TeamEntrance, provider: OidcServer, stranger: Any
) -> None:
    with pytest.raises(NotSignedIn, match="browser"):
        team.visitor({}, f"Bearer {access_token(provider, stranger)}")


def test_an_access_token_of_a_disabled_person_is_refused(
    team: TeamEntrance, provider: OidcServer, stranger: Any
) -> None:
    known = signed_in(team, provider, "anna").visitor
    team.people.disable(known.principal.id, True)

    with pytest.raises(NotSignedIn):
        team.visitor({}, f"Bearer {access_token(provider, stranger)}")


def test_without_an_audience_of_ours_no_access_token_is_taken(
    provider: OidcServer, stranger: Any, tmp_path: Path, clock: Clock
) -> None:
    team = team_with(provider, tmp_path, clock)
    signed_in(team, provider, "anna")

    for audience in (AUDIENCE, "belegg", "None"):
        with pytest.raises(NotSignedIn):
            team.visitor({}, f"Bearer {access_token(provider, stranger, aud=audience)}")


def test_a_new_key_of_the_provider_is_found_and_the_old_one_forgotten(
    team: TeamEntrance, provider: OidcServer, stranger: Any, clock: Clock
) -> None:
    signed_in(team, provider, "anna")
    old = access_token(provider, stranger)
    clock.now_s += 31

    provider.rotate_keys()

    assert signed_in(team, provider, "anna").visitor.name == "Anna"
    with pytest.raises(NotSignedIn):
        team.visitor({}, f"Bearer {old}")


def test_unknown_keys_do_not_make_us_ask_the_provider_again_and_again(
    team: TeamEntrance, provider: OidcServer, stranger: Any
) -> None:
    signed_in(team, provider, "anna")

    for _ in range(20):
        with pytest.raises(NotSignedIn):
            team.visitor({}, f"Bearer {access_token(provider, stranger, by_a_stranger)}")

    assert [place for place, _ in provider.asked].count("jwks") == 1
