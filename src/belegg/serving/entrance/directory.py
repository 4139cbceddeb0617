"""
What an admin does for others: see who may come in, end their sessions and tokens, disable them, read the log.

No admin signs in as somebody else, nor looks as somebody else: there is no such door (decisions). What
somebody in some groups finds is tried by the owner of the file, on the machine, with `--as`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belegg.errors import BadInput, UnknownKey, UnknownPerson
from belegg.records.people import ApiToken, Noted, Person, Session
from belegg.serving.entrance.audit import Door
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.entrance.visitor import Visitor

MOST_ROWS = 1000


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody, with how many sessions and API tokens of theirs hold."""

    person: Person
    sessions: int
    tokens: int


def listed(team: TeamEntrance, person: Person) -> Listed:
    tokens = sum(team.tokens.holds(each) for each in team.tokens.all_of(person.id))
    return Listed(person, len(team.sessions.all_of(person.id)), tokens)


def everybody(team: TeamEntrance, visitor: Visitor) -> Sequence[Listed]:
    """Raises NotAllowed for who is no admin; so do all here."""
    visitor.need("admin")
    return [listed(team, person) for person in team.people.all_people()]


def somebody(team: TeamEntrance, visitor: Visitor, id: str) -> Person:
    """Raises UnknownPerson."""
    visitor.need("admin")
    person = team.people.person(id)
    if person is None:
        raise UnknownPerson(id)
    return person


def sessions_of(team: TeamEntrance, visitor: Visitor, id: str) -> Sequence[Session]:
    return team.sessions.all_of(somebody(team, visitor, id).id)


def tokens_of(team: TeamEntrance, visitor: Visitor, id: str) -> Sequence[ApiToken]:
    return team.tokens.all_of(somebody(team, visitor, id).id)


def disable(team: TeamEntrance, visitor: Visitor, id: str, disabled: bool, door: Door = "http") -> Listed:
    """
    Disabled, somebody is out at their next request; enabled, they sign in anew and make new tokens. Raises
    BadInput for oneself: a team whose only admin is out has to go to the machine.
    """
    person = somebody(team, visitor, id)
    if disabled and person.id == visitor.principal.id:
        raise BadInput("you cannot disable yourself; another admin can, or `belegg people disable`")
    team.people.disable(person.id, disabled)
    team.audit.note(visitor, "person disabled" if disabled else "person enabled", person.id, door=door)
    return listed(team, somebody(team, visitor, id))


def end_sessions(team: TeamEntrance, visitor: Visitor, id: str, door: Door = "http") -> int:
    """All of somebody's; gives how many."""
    person = somebody(team, visitor, id)
    ended = team.people.end_sessions(person.id)
    team.audit.note(visitor, "sessions ended", person.id, door=door)
    return ended


def end_session(team: TeamEntrance, visitor: Visitor, id: str, shown: str, door: Door = "http") -> None:
    person = somebody(team, visitor, id)
    if not team.sessions.end(person.id, shown):
        raise UnknownKey(shown)
    team.audit.note(visitor, "session ended", shown, door=door)


def revoke_token(team: TeamEntrance, visitor: Visitor, id: str, token: str, door: Door = "http") -> None:
    person = somebody(team, visitor, id)
    if not team.tokens.revoke(token, person.id):
        raise UnknownKey(token)
    team.audit.note(visitor, "token revoked", token, door=door)


def log(
    team: TeamEntrance,
    visitor: Visitor,
    since: float = 0.0,
    person: str | None = None,
    what: str | None = None,
    most: int = MOST_ROWS,
    doing: str | None = None,
    before: int | None = None,
    door: Door = "http",
) -> Sequence[Noted]:
    """The newest rows, newest first; that somebody read them is a row too."""
    visitor.need("admin")
    found = team.people.noted(since, person, what, min(most, MOST_ROWS), doing, before)
    team.audit.note(visitor, "log read", door=door)
    return found
