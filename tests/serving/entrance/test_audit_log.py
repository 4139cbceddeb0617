"""The audit log: ids only, nothing that a document says, from whoever came in."""

from __future__ import annotations

import pytest

from belegg.library.library import Library
from belegg.serving.entrance.audit import Audit, NoAudit, audit_of, id_of_path
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.entrance.visitor import LOCAL_OWNER, LocalEntrance
from belegg.stores.people import SqlitePeople
from doors import client_of
from extras import needs
from serving.entrance.coming_in import PASSWORD, Clock, add, cookie_of, team_of

pytestmark = pytest.mark.req("FAC-6")


@pytest.fixture
def team(people: SqlitePeople, clock: Clock) -> TeamEntrance:
    needs("serve")
    add(people, "anna", "sales")
    return team_of(people, clock)


def test_who_read_what_through_which_door_is_noted(team: TeamEntrance, clock: Clock) -> None:
    visitor = team.visitor(cookie_of(team.sign_in("anna", PASSWORD, "192.0.2.1", "")), None)

    audit_of(team).note(visitor, "read", "d1a2b3", "web")

    row = team.people.noted()[0]
    assert (row.at, row.person, row.doing, row.what, row.door) == (clock(), "p-anna", "read", "d1a2b3", "web")
    assert row.session == visitor.session


def test_signing_in_and_out_is_noted(team: TeamEntrance) -> None:
    team.sign_out(cookie_of(team.sign_in("anna", PASSWORD, "192.0.2.1", "")))

    assert [row.doing for row in team.people.noted()] == ["sign-out", "sign-in"]


@pytest.mark.parametrize(
    "what", ["How long is the notice period?", "a b", "x" * 81, "line\nbreak", "møte", "<b>", " ", "#1"]
)
def test_text_cannot_be_noted(team: TeamEntrance, what: str) -> None:
    with pytest.raises(ValueError, match="only ids"):
        team.audit.note_of("p-anna", "ask", what)

    assert team.people.noted() == []


def test_what_is_no_doing_cannot_be_noted(team: TeamEntrance) -> None:
    with pytest.raises(ValueError, match="looked around"):
        team.audit.note_of("p-anna", "looked around")  # type: ignore[arg-type]


def test_a_path_stands_there_as_an_id_that_tells_no_word_of_it(team: TeamEntrance) -> None:
    team.audit.note_of("owner", "access changed", id_of_path("company/dismissal of a person.md"), "cli")

    (row,) = team.people.noted(what=id_of_path("company/dismissal of a person.md"))
    assert "dismissal" not in row.what


def test_a_server_for_its_owner_alone_keeps_no_log() -> None:
    audit = audit_of(LocalEntrance())

    audit.note(LOCAL_OWNER, "read", "d1")

    assert isinstance(audit, NoAudit)


def test_a_team_keeps_one(team: TeamEntrance) -> None:
    assert isinstance(audit_of(team), Audit)


def test_a_server_tells_its_own_log_the_last_row_when_it_starts_and_ends(
    team: TeamEntrance, company_library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    team.audit.note_of("p-anna", "read", "d1")
    with caplog.at_level("INFO", "belegg.audit"), client_of(company_library, team):
        team.audit.note_of("p-anna", "read", "d2")

    told = [record.fields["last"] for record in caplog.records if record.name == "belegg.audit"]  # type: ignore[attr-defined]
    seals = [row.seal[:16] for row in team.people.all_noted()]
    assert told == [f"1:{seals[0]}", f"2:{seals[1]}"]
