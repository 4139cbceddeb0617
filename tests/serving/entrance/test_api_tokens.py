"""API tokens: shown once, kept as a digest, for some rights and days, and no way around anything."""

from __future__ import annotations

import apsw
import pytest

from belegg.errors import BadInput, NotAllowed, NotSignedIn
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.entrance.visitor import LOCAL_OWNER, LocalEntrance
from belegg.stores.people import SqlitePeople
from extras import needs
from serving.entrance.coming_in import PASSWORD, Clock, add, cookie_of, groups_of, team_of

needs("serve")
pytestmark = pytest.mark.req("FAC-6")
DAY_S = 86_400.0


@pytest.fixture
def team(people: SqlitePeople, clock: Clock) -> TeamEntrance:
    add(people, "anna", "sales")
    add(people, "cato", "archive")
    add(people, "robot", "sales", password=None)
    return team_of(people, clock)


def bearer(team: TeamEntrance, name: str, *rights: str, days: int = 90) -> str:
    person = team.people.known_as("", name)
    assert person is not None
    return f"Bearer {team.tokens.make(person, 'nightly', rights, days).text}"


def test_only_a_digest_of_a_token_is_kept(team: TeamEntrance, people: SqlitePeople) -> None:
    made = team.tokens.make(people.all_people()[0], "nightly", {"read"})

    people.close()
    apsw.Connection(str(people.path)).pragma("wal_checkpoint(truncate)")
    assert made.text.startswith("blg_")
    assert made.text.encode() not in people.path.read_bytes()
    assert made.text not in repr(made)


def test_a_token_tells_owner_scope_expiry_and_last_use(team: TeamEntrance, clock: Clock) -> None:
    authorization = bearer(team, "anna", "read", days=30)
    clock.now_s += 100
    team.visitor({}, authorization)

    (listed,) = team.tokens.all_of("p-anna")

    assert (listed.person, listed.name) == ("p-anna", "nightly")
    assert listed.rights == {"read"}
    assert listed.ends_at == listed.made_at + 30 * DAY_S
    assert listed.used_at == clock.now_s


def test_a_token_reads_as_its_owner(team: TeamEntrance) -> None:
    visitor = team.visitor({}, bearer(team, "anna", "read"))

    assert visitor.principal.id == "p-anna"
    assert groups_of(visitor) == {"sales", "everyone"}
    assert visitor.by == "token"


def test_a_token_to_read_does_not_bring_documents_in(team: TeamEntrance) -> None:
    visitor = team.visitor({}, bearer(team, "cato", "read"))

    visitor.need("read")
    with pytest.raises(NotAllowed):
        visitor.need("write")


def test_a_token_gives_no_right_that_its_owner_lacks(team: TeamEntrance) -> None:
    visitor = team.visitor({}, bearer(team, "anna", "read", "write", "admin"))

    assert visitor.may("read")
    assert not visitor.may("write")
    assert not visitor.may("admin")


def test_a_token_loses_what_its_owner_loses(team: TeamEntrance, people: SqlitePeople) -> None:
    authorization = bearer(team, "cato", "read", "write")
    assert team.visitor({}, authorization).may("write")

    add(people, "cato")

    visitor = team.visitor({}, authorization)
    assert not visitor.may("write")
    assert groups_of(visitor) == {"everyone"}


@pytest.mark.parametrize("what", ["unknown", "expired", "revoked"])
def test_a_token_that_does_not_hold_is_refused_beside_a_valid_cookie(
    team: TeamEntrance, clock: Clock, what: str
) -> None:
    cookies = cookie_of(team.sign_in("anna", PASSWORD, "192.0.2.1", ""))
    authorization = bearer(team, "anna", "read", days=1)
    if what == "unknown":
        authorization += "x"
    if what == "revoked":
        team.tokens.revoke(team.tokens.all_of("p-anna")[0].id)
    if what == "expired":
        clock.now_s += DAY_S
        cookies = cookie_of(team.sign_in("anna", PASSWORD, "192.0.2.1", ""))
    assert team.visitor(cookies, None).name == "Anna"

    with pytest.raises(NotSignedIn):
        team.visitor(cookies, authorization)


@pytest.mark.parametrize(
    "authorization",
    ["", "Bearer", "Bearer ", "Basic YW5uYTpwYXNz", "blg_x", "Bearer blg_", "Bearer a.b.c", "Digest x"],
)
def test_a_header_that_is_no_token_is_refused_beside_a_valid_cookie(
    team: TeamEntrance, authorization: str
) -> None:
    cookies = cookie_of(team.sign_in("anna", PASSWORD, "192.0.2.1", ""))

    with pytest.raises(NotSignedIn):
        team.visitor(cookies, authorization)


def test_a_token_names_a_person_and_no_cookie_changes_that(team: TeamEntrance) -> None:
    cookies = cookie_of(team.sign_in("cato", PASSWORD, "192.0.2.1", ""))

    assert team.visitor(cookies, bearer(team, "anna", "read")).name == "Anna"


def test_a_token_is_no_cookie_and_a_cookie_no_token(team: TeamEntrance) -> None:
    cookies = cookie_of(team.sign_in("anna", PASSWORD, "192.0.2.1", ""))
    text = bearer(team, "anna", "read").removeprefix("Bearer ")
    (name,) = cookies

    with pytest.raises(NotSignedIn):
        team.visitor({name: text}, None)
    with pytest.raises(NotSignedIn):
        team.visitor({}, f"Bearer {cookies[name]}")


def test_a_service_comes_in_by_token_and_by_no_password(team: TeamEntrance) -> None:
    assert team.visitor({}, bearer(team, "robot", "read")).name == "Robot"

    with pytest.raises(NotSignedIn):
        team.sign_in("robot", PASSWORD, "192.0.2.1", "")
    with pytest.raises(NotSignedIn):
        team.sign_in("robot", "", "192.0.2.1", "")


@pytest.mark.parametrize(
    ("name", "rights", "days"),
    [
        ("", {"read"}, 1),
        ("x" * 101, {"read"}, 1),
        ("a\nb", {"read"}, 1),
        ("n", set(), 1),
        ("n", {"everything"}, 1),
        ("n", {"read"}, 0),
        ("n", {"read"}, 367),
    ],
)
def test_a_token_has_a_name_rights_and_an_end(
    team: TeamEntrance, name: str, rights: set[str], days: int
) -> None:
    with pytest.raises(BadInput):
        team.tokens.make(team.people.all_people()[0], name, rights, days)


def test_nobody_revokes_anothers_token(team: TeamEntrance) -> None:
    authorization = bearer(team, "anna", "read")
    id = team.tokens.all_of("p-anna")[0].id

    assert not team.tokens.revoke(id, "p-cato")

    assert team.visitor({}, authorization).name == "Anna"


def test_a_server_for_its_owner_alone_takes_no_token() -> None:
    assert LocalEntrance().visitor({}, None) == LOCAL_OWNER
    with pytest.raises(NotSignedIn):
        LocalEntrance().visitor({}, "Bearer blg_x")
