"""What somebody does with their own sessions and API tokens; with a browser alone, never with a token."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import get_args

from belegg.errors import NotAllowed, NotSignedIn, UnknownKey
from belegg.records.people import ApiToken, Person, Session
from belegg.serving.entrance.audit import Door
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.entrance.tokens import DAYS, NewToken
from belegg.serving.entrance.visitor import Right, Visitor

RIGHTS = get_args(Right)


def signed_in(team: TeamEntrance, visitor: Visitor) -> Person:
    """
    Who is signed in with a browser. Raises NotSignedIn for nobody, NotAllowed for a token: one that was
    stolen must not be able to make others, nor to end what could revoke it.
    """
    if visitor.by == "nobody":
        raise NotSignedIn("sign in first")
    person = team.people.person(visitor.principal.id)
    if visitor.by != "session" or person is None:
        raise NotAllowed("this is done in a browser that is signed in; an API token cannot do it")
    return person


def own_sessions(team: TeamEntrance, visitor: Visitor) -> Sequence[Session]:
    """Last seen first."""
    return team.sessions.all_of(signed_in(team, visitor).id)


def end_own_session(team: TeamEntrance, visitor: Visitor, shown: str, door: Door = "http") -> None:
    """Raises UnknownKey for one that is not theirs."""
    person = signed_in(team, visitor)
    if not team.sessions.end(person.id, shown):
        raise UnknownKey(shown)
    team.audit.note(visitor, "session ended", shown, door)


def end_other_sessions(team: TeamEntrance, visitor: Visitor) -> int:
    """All but this one; gives how many."""
    person = signed_in(team, visitor)
    others = [each for each in team.people.sessions(person.id) if each.shown != visitor.session]
    for each in others:
        team.people.end_session(each.digest)
    team.audit.note(visitor, "sessions ended", person.id)
    return len(others)


def own_tokens(team: TeamEntrance, visitor: Visitor) -> Sequence[ApiToken]:
    """Newest first; those that no longer hold too."""
    return team.tokens.all_of(signed_in(team, visitor).id)


def make_own_token(
    team: TeamEntrance,
    visitor: Visitor,
    name: str,
    rights: Collection[str],
    days: int = DAYS,
    door: Door = "http",
) -> NewToken:
    """Raises NotAllowed for a right that they do not have, BadInput as `ApiTokens.make`."""
    person = signed_in(team, visitor)
    for right in RIGHTS:
        if right in rights:
            visitor.need(right)
    made = team.tokens.make(person, name, rights, days)
    team.audit.note(visitor, "token made", made.token.id, door)
    return made


def revoke_own_token(team: TeamEntrance, visitor: Visitor, id: str, door: Door = "http") -> None:
    """Raises UnknownKey for one that is not theirs."""
    person = signed_in(team, visitor)
    if not team.tokens.revoke(id, person.id):
        raise UnknownKey(id)
    team.audit.note(visitor, "token revoked", id, door)
