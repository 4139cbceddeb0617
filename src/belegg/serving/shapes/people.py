"""The JSON of people, sessions, API tokens and the audit log. Times are ISO 8601, UTC, to the second."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, get_args

from belegg.serving.entrance.visitor import Right

if TYPE_CHECKING:
    from belegg.records.people import ApiToken, Noted, Person, Session
    from belegg.serving.entrance.directory import Listed
    from belegg.serving.entrance.visitor import Visitor


def at(s: float) -> str | None:
    """`2026-11-30T12:00:00Z`; None for 0, which is never."""
    return datetime.fromtimestamp(s, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if s else None


def me_json(visitor: Visitor) -> dict[str, Any]:
    """Who asks, as the server knows them."""
    return {
        "id": visitor.principal.id,
        "name": visitor.name,
        "by": visitor.by,
        "groups": sorted(visitor.groups),
        "roles": sorted(visitor.roles),
        "rights": [right for right in get_args(Right) if visitor.may(right)],
        "session": visitor.session or None,
    }


def session_json(session: Session, here: str = "") -> dict[str, Any]:
    """`here`: the session that asks."""
    return {
        "session": session.shown,
        "browser": session.agent,
        "made": at(session.made_at),
        "seen": at(session.seen_at),
        "here": session.shown == here,
    }


def token_json(token: ApiToken, now: float) -> dict[str, Any]:
    """Nothing of the token itself."""
    return {
        "token": token.id,
        "name": token.name,
        "person": token.person,
        "rights": [right for right in get_args(Right) if right in token.rights],
        "made": at(token.made_at),
        "ends": at(token.ends_at),
        "used": at(token.used_at),
        "holds": not token.is_revoked and now < token.ends_at,
    }


def person_json(listed: Listed) -> dict[str, Any]:
    person: Person = listed.person
    return {
        "person": person.id,
        "known_as": person.subject,
        "name": person.name,
        "by": person.by,
        "issuer": person.issuer or None,
        "groups": sorted(person.groups),
        "groups_at": at(person.groups_at),
        "disabled": person.is_disabled,
        "sessions": listed.sessions,
        "tokens": listed.tokens,
    }


def noted_json(row: Noted) -> dict[str, Any]:
    return {
        "number": row.number,
        "at": at(row.at),
        "person": row.person,
        "doing": row.doing,
        "what": row.what,
        "door": row.door,
        "session": row.session,
    }
