"""The page of signing in, and one's own sessions and API tokens on the page of settings."""

from __future__ import annotations

from math import ceil
from typing import Any, Final, get_args

from starlette.requests import Request
from starlette.responses import Response

from belegg.errors import BadInput
from belegg.serving.entrance import own
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.entrance.tokens import DAYS
from belegg.serving.entrance.visitor import Right
from belegg.serving.http.routes.entering import Asked
from belegg.serving.http.routes.me import team_in
from belegg.serving.shapes.people import session_json, token_json
from belegg.serving.web.visit import Visit, stranger_at

RIGHTS: Final[tuple[Right, ...]] = get_args(Right)


def sign_in_page(request: Request, asked: Asked) -> Response:
    """The form, in the words of whoever looks; with what went wrong when it is shown again."""
    visit = stranger_at(request)
    minutes = ceil(asked.wait_s / 60)
    problem = visit.words.say(f"door.{asked.trouble}", minutes=minutes) if asked.trouble else ""
    return visit.page(
        "sign_in.html",
        here="",
        problem=problem,
        by_oidc=asked.ways.provider,
        by_password=asked.ways.passwords,
        provider=asked.ways.provider_name,
        next=asked.next,
        name=asked.name,
    )


def settings(visit: Visit) -> Response:
    """`/settings`."""
    return _settings(visit)


def make_token(visit: Visit) -> Response:
    """
    `POST /settings/tokens`: the page once more, this once with the token; it is in no address. A name is
    taken once, so that a page that is loaded again makes no second token.
    """
    days, name = visit.one("days") or str(DAYS), visit.one("name")
    if not days.isascii() or not days.isdigit() or len(days) > 4:
        raise BadInput(f"`{days[:20]}` is no number of days")
    team = team_in(visit.house)
    if any(each.name == name and team.tokens.holds(each) for each in own.own_tokens(team, visit.visitor)):
        return _settings(visit, problem=visit.words.say("settings.token_is_there"))
    made = own.make_own_token(team, visit.visitor, name, visit.several("right"), int(days), "web")
    return _settings(visit, made=made.text)


def revoke_token(visit: Visit) -> Response:
    """`POST /settings/tokens/ID/revoke`."""
    own.revoke_own_token(team_in(visit.house), visit.visitor, str(visit.request.path_params["id"]), "web")
    return visit.go("/settings")


def end_session(visit: Visit) -> Response:
    """`POST /settings/sessions/ID/end`."""
    own.end_own_session(team_in(visit.house), visit.visitor, str(visit.request.path_params["id"]), "web")
    return visit.go("/settings")


def _settings(visit: Visit, made: str = "", problem: str = "") -> Response:
    team = visit.house.entrance
    told: dict[str, Any] = {"tokens": None, "sessions": None}
    if isinstance(team, TeamEntrance) and visit.visitor.by == "session":
        told = _kept(team, visit)
    rights = [right for right in RIGHTS if visit.visitor.may(right)]
    status = 400 if problem else 200
    shown = {"made": made, "problem": problem, "rights": rights, **told}
    return visit.page("settings.html", here="settings", status=status, **shown)


def _kept(team: TeamEntrance, visit: Visit) -> dict[str, Any]:
    tokens = [token_json(each, team.now()) for each in own.own_tokens(team, visit.visitor)]
    sessions = own.own_sessions(team, visit.visitor)
    return {
        "tokens": [token for token in tokens if token["holds"]],
        "sessions": [session_json(each, visit.visitor.session) for each in sessions],
    }
