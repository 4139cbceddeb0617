"""Who may come in, for admins; and the audit log. An admin opens no document by any of this."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from belegg.serving.entrance import directory
from belegg.serving.http.house import Here
from belegg.serving.http.reading import API, Administers, Json, StrictBody, StrictRoute
from belegg.serving.http.routes.me import Key, team_in
from belegg.serving.shapes.people import noted_json, person_json, session_json, token_json

router = APIRouter(prefix=API, tags=["people"], route_class=StrictRoute)


class Change(StrictBody):
    disabled: bool


@router.get("/people")
def people(here: Here, asker: Administers) -> Json:
    """Everybody who was ever let in, or added."""
    return Json({"people": [person_json(each) for each in directory.everybody(team_in(here), asker)]})


@router.patch("/people/{person}")
def change(here: Here, asker: Administers, person: Key, asked: Change) -> Json:
    """Disable somebody: they are out at their next request. Or enable them again."""
    return Json(person_json(directory.disable(team_in(here), asker, person, asked.disabled)))


@router.get("/people/{person}/sessions")
def sessions(here: Here, asker: Administers, person: Key) -> Json:
    """The browsers in which somebody is signed in."""
    found = directory.sessions_of(team_in(here), asker, person)
    return Json({"sessions": [session_json(each, asker.session) for each in found]})


@router.delete("/people/{person}/sessions")
def end_sessions(here: Here, asker: Administers, person: Key) -> Json:
    """Sign somebody out everywhere."""
    return Json({"ended": directory.end_sessions(team_in(here), asker, person)})


@router.delete("/people/{person}/sessions/{session}")
def end_session(here: Here, asker: Administers, person: Key, session: Key) -> Json:
    """End one session of a person."""
    directory.end_session(team_in(here), asker, person, session)
    return Json({"ended": 1})


@router.get("/people/{person}/tokens")
def tokens(here: Here, asker: Administers, person: Key) -> Json:
    """Somebody's API tokens; nothing by which they could be used."""
    team = team_in(here)
    found = directory.tokens_of(team, asker, person)
    return Json({"tokens": [token_json(each, team.now()) for each in found]})


@router.delete("/people/{person}/tokens/{token}")
def revoke_token(here: Here, asker: Administers, person: Key, token: Key) -> Json:
    """Revoke one API token of a person."""
    directory.revoke_token(team_in(here), asker, person, token)
    return Json({"revoked": token})


@router.get("/audit")
def audit(
    here: Here,
    asker: Administers,
    since: Annotated[float, Query(ge=0, description="Seconds since 1970.")] = 0.0,
    person: Annotated[str | None, Query(max_length=80, description="What they did.")] = None,
    what: Annotated[str | None, Query(max_length=80, description="What was done with it.")] = None,
    doing: Annotated[str | None, Query(max_length=80, description="`read`, `ask`, `sign-in` …")] = None,
    before: Annotated[int | None, Query(ge=1, le=2**53, description="Of rows with a lower number.")] = None,
    limit: Annotated[int, Query(ge=1, le=directory.MOST_ROWS)] = 100,
) -> Json:
    """Who did what, newest first: ids only. Reading it is noted in it."""
    rows = directory.log(team_in(here), asker, since, person, what, limit, doing, before)
    return Json({"rows": [noted_json(row) for row in rows]})
