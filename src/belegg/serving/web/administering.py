"""The administrator's pages: who may come in, what holds of theirs, and the audit log. Of a team alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from starlette.responses import Response

from belegg.errors import BadInput
from belegg.serving.entrance import directory
from belegg.serving.entrance.audit import DOINGS
from belegg.serving.entrance.directory import Listed
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.http.routes.me import team_in
from belegg.serving.shapes.people import noted_json, person_json, session_json, token_json
from belegg.serving.web.visit import Visit

ROLES: Final = ("reader", "curator", "admin")
AT_ONCE: Final = 100
"""Rows of the log on one page."""


@dataclass(frozen=True, slots=True)
class PersonShown:
    """Somebody as the list and their own page show them; `roles` are of today's settings."""

    told: dict[str, Any]
    roles: Sequence[str]
    is_oneself: bool


def people_page(visit: Visit) -> Response:
    """`/people`: everybody who was ever let in, or added."""
    team = team_in(visit.house)
    people = [_shown(visit, team, each) for each in directory.everybody(team, visit.visitor)]
    return visit.page("people.html", here="people", people=people)


def person_page(visit: Visit) -> Response:
    """`/people/ID`: one of them, with their sessions and API tokens."""
    team, id = team_in(visit.house), _id(visit)
    person = directory.somebody(team, visit.visitor, id)
    tokens = [token_json(each, team.now()) for each in directory.tokens_of(team, visit.visitor, id)]
    sessions = directory.sessions_of(team, visit.visitor, id)
    return visit.page(
        "person.html",
        here="people",
        person=_shown(visit, team, directory.listed(team, person)),
        tokens=[token for token in tokens if token["holds"]],
        sessions=[session_json(each, visit.visitor.session) for each in sessions],
    )


def _shown(visit: Visit, team: TeamEntrance, listed: Listed) -> PersonShown:
    held = team.settings.roles_of(listed.person.groups)
    roles = [role for role in ROLES if role in held]
    return PersonShown(person_json(listed), roles, listed.person.id == visit.who.id)


def _id(visit: Visit) -> str:
    return str(visit.request.path_params["id"])


def disable(visit: Visit) -> Response:
    """`POST /people/ID/disable`, with `disabled` as `yes` or `no`."""
    told = visit.one("disabled")
    if told not in ("yes", "no"):
        raise BadInput(f"`disabled` is `{told[:20]}`; it is `yes` or `no`")
    directory.disable(team_in(visit.house), visit.visitor, _id(visit), told == "yes", "web")
    return visit.go(f"/people/{_id(visit)}")


def end_sessions(visit: Visit) -> Response:
    """`POST /people/ID/sign-out`: everywhere."""
    directory.end_sessions(team_in(visit.house), visit.visitor, _id(visit), "web")
    return visit.go(f"/people/{_id(visit)}")


def end_session(visit: Visit) -> Response:
    """`POST /people/ID/sessions/SESSION/end`."""
    session = str(visit.request.path_params["session"])
    directory.end_session(team_in(visit.house), visit.visitor, _id(visit), session, "web")
    return visit.go(f"/people/{_id(visit)}")


def revoke_token(visit: Visit) -> Response:
    """`POST /people/ID/tokens/TOKEN/revoke`."""
    token = str(visit.request.path_params["token"])
    directory.revoke_token(team_in(visit.house), visit.visitor, _id(visit), token, "web")
    return visit.go(f"/people/{_id(visit)}")


# ---------------------------------------------------------------- the audit log


def audit_page(visit: Visit) -> Response:
    """`/audit`: who did what, newest first, as ids, narrowed by a form."""
    team = team_in(visit.house)
    names = {each.person.id: each.person.subject for each in directory.everybody(team, visit.visitor)}
    chosen = {name: visit.one(name) for name in ("person", "doing", "what", "since")}
    before = visit.number("before")
    if chosen["doing"] and chosen["doing"] not in DOINGS:
        raise BadInput(f"`{chosen['doing'][:40]}` is none of what is noted")
    rows = directory.log(
        team,
        visit.visitor,
        since=_day(chosen["since"]),
        person=chosen["person"] or None,
        what=chosen["what"] or None,
        most=AT_ONCE,
        doing=chosen["doing"] or None,
        before=before,
        door="web",
    )
    older = visit.address("/audit", **chosen, before=str(rows[-1].number)) if len(rows) == AT_ONCE else ""
    return visit.page(
        "audit.html",
        here="people",
        rows=[noted_json(row) for row in rows],
        names=names,
        doings=DOINGS,
        chosen=chosen,
        before=before,
        newest=visit.address("/audit", **chosen),
        older=older,
    )


def _day(told: str) -> float:
    """The beginning of a day, UTC, in seconds since 1970; 0 for none. Raises BadInput."""
    if not told:
        return 0.0
    try:
        return datetime.strptime(told, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise BadInput(f"`{told[:20]}` is no day; write it as 2026-11-30") from None
