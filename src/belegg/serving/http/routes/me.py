"""Who asks, and their own sessions and API tokens."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path
from pydantic import Field

from belegg.errors import NotAllowed, NotSignedIn
from belegg.serving.entrance import own
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.entrance.tokens import DAYS, LONGEST_NAME, MOST_DAYS
from belegg.serving.entrance.visitor import Right, Visitor
from belegg.serving.http.house import Asker, Here, House
from belegg.serving.http.reading import API, Json, StrictBody, StrictRoute
from belegg.serving.shapes.people import me_json, session_json, token_json


async def known(asker: Asker) -> Visitor:
    """Raises NotSignedIn before anything of the request is looked at."""
    if asker.by == "nobody":
        raise NotSignedIn("sign in first, or send `Authorization: Bearer` with an API token")
    return asker


router = APIRouter(prefix=API, tags=["me"], route_class=StrictRoute)
Known = Annotated[Visitor, Depends(known)]
Key = Annotated[str, Path(min_length=1, max_length=80, description="As the list names it.")]


class NewToken(StrictBody):
    name: str = Field(min_length=1, max_length=LONGEST_NAME, description="To know it by.")
    rights: list[Right] = Field(min_length=1, max_length=10, description="What it is for.")
    days: int = Field(DAYS, ge=1, le=MOST_DAYS, description="How long it lives.")


def team_in(here: House) -> TeamEntrance:
    """Raises NotAllowed in local mode."""
    if not isinstance(here.entrance, TeamEntrance):
        raise NotAllowed("this server runs for its owner alone: nobody signs in, and there are no API tokens")
    return here.entrance


@router.get("/me")
def me(asker: Known) -> Json:
    """Who asks, in which groups, with which rights."""
    return Json(me_json(asker))


@router.get("/me/sessions")
def sessions(here: Here, asker: Known) -> Json:
    """The browsers in which you are signed in, last seen first."""
    found = own.own_sessions(team_in(here), asker)
    return Json({"sessions": [session_json(each, asker.session) for each in found]})


@router.delete("/me/sessions")
def end_others(here: Here, asker: Known) -> Json:
    """Sign out everywhere but here."""
    return Json({"ended": own.end_other_sessions(team_in(here), asker)})


@router.delete("/me/sessions/{session}")
def end_session(here: Here, asker: Known, session: Key) -> Json:
    """Sign out of one browser."""
    own.end_own_session(team_in(here), asker, session)
    return Json({"ended": 1})


@router.get("/me/tokens")
def tokens(here: Here, asker: Known) -> Json:
    """Your API tokens, newest first; nothing by which they could be used."""
    team = team_in(here)
    return Json({"tokens": [token_json(each, team.now()) for each in own.own_tokens(team, asker)]})


@router.post("/me/tokens", status_code=201)
def make_token(here: Here, asker: Known, asked: NewToken) -> Json:
    """Make an API token. Its `text` is told this once."""
    team = team_in(here)
    made = own.make_own_token(team, asker, asked.name, asked.rights, asked.days)
    return Json({**token_json(made.token, team.now()), "text": made.text}, 201)


@router.delete("/me/tokens/{token}")
def revoke_token(here: Here, asker: Known, token: Key) -> Json:
    """End one of your API tokens."""
    own.revoke_own_token(team_in(here), asker, token)
    return Json({"revoked": token})
