"""Coming in and going out with a browser: `/sign-in`, the way to the provider and back, `/sign-out`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Final, Literal

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute

from belegg.errors import NotSignedIn, ProviderFailed, TooManyRequests
from belegg.serving.entrance.address import client_address
from belegg.serving.entrance.next_page import next_page
from belegg.serving.entrance.sessions import CLEARED, COOKIE
from belegg.serving.entrance.team import Arrived, TeamEntrance, Ways
from belegg.serving.http.house import House
from belegg.serving.http.routing import Route

MOST_FIELDS: Final = 10
LONGEST_AGENT: Final = 500
Trouble = Literal["", "wrong", "wait", "refused", "provider"]
"""Why the page is shown again: a wrong name or password; too many tries; the provider let nobody through, or
the answer was not asked for; the provider did not answer."""
STATUS: Final[dict[Trouble, int]] = {"": 200, "wrong": 401, "wait": 429, "refused": 401, "provider": 502}


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page of signing in shows. `next` is below the base path; `wait_s` is 0 but with `wait`."""

    ways: Ways
    next: str
    trouble: Trouble = ""
    name: str = ""
    wait_s: int = 0


Page = Callable[[Request, Asked], Response]
NO_WAYS: Final = Ways(False, False, "")


def routes(page: Page) -> list[BaseRoute]:
    """`page` draws the form."""
    entering = Entering(page)
    return [
        Route("/sign-in", entering.form, methods=["GET"]),
        Route("/sign-in", entering.sign_in, methods=["POST"]),
        Route("/sign-in/organisation", entering.leave, methods=["GET"]),
        Route("/auth/callback", entering.come_back, methods=["GET"]),
        Route("/sign-out", entering.sign_out, methods=["POST"]),
    ]


def house_at(request: Request) -> House:
    house = request.app.state.house
    assert isinstance(house, House)
    return house


class Entering:
    """The endpoints. What they do is done in a thread: it looks into a file, or asks the provider."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def form(self, request: Request) -> Response:
        """A cookie that no longer holds goes with it."""
        entrance = house_at(request).entrance
        wanted = next_page(request.query_params.get("next"))
        ways = entrance.ways if isinstance(entrance, TeamEntrance) else NO_WAYS
        response = await to_thread.run_sync(self._page, request, Asked(ways, wanted))
        if COOKIE in request.cookies and not await to_thread.run_sync(holds, request):
            response.headers.append("Set-Cookie", CLEARED)
        return response

    async def sign_in(self, request: Request) -> Response:
        form = await request.form(max_files=0, max_fields=MOST_FIELDS)
        given = {name: value for name, value in form.items() if isinstance(value, str)}
        return await to_thread.run_sync(self._signed_in, request, given)

    def _signed_in(self, request: Request, given: dict[str, str]) -> Response:
        team = team_at(request)
        if team is None:
            return onward(request, "/")
        name, wanted = given.get("name", ""), next_page(given.get("next"))
        try:
            arrived = team.sign_in(
                name,
                given.get("password", ""),
                address_of(request, team),
                agent_of(request),
                wanted,
                request.cookies,
            )
        except TooManyRequests as error:
            wait_s = ceil(error.wait_s)
            response = self._again(request, Asked(team.ways, wanted, "wait", name, wait_s))
            response.headers["Retry-After"] = str(wait_s)
            return response
        except NotSignedIn:
            return self._again(request, Asked(team.ways, wanted, "wrong", name))
        return arriving(request, arrived)

    async def leave(self, request: Request) -> Response:
        return await to_thread.run_sync(self._left, request)

    def _left(self, request: Request) -> Response:
        team, wanted = team_at(request), next_page(request.query_params.get("next"))
        if team is None or not team.ways.provider:
            return onward(request, "/sign-in")
        try:
            leaving = team.begin(wanted, request.cookies)
        except ProviderFailed:
            return self._again(request, Asked(team.ways, wanted, "provider"))
        response = RedirectResponse(leaving.url, 303)
        response.headers.append("Set-Cookie", leaving.cookie)
        return response

    async def come_back(self, request: Request) -> Response:
        return await to_thread.run_sync(self._came_back, request)

    def _came_back(self, request: Request) -> Response:
        team = team_at(request)
        if team is None or not team.ways.provider:
            return onward(request, "/sign-in")
        try:
            arrived = team.finish(dict(request.query_params), request.cookies, agent_of(request))
        except NotSignedIn:
            return self._again(request, Asked(team.ways, "/", "refused"))
        except ProviderFailed:
            return self._again(request, Asked(team.ways, "/", "provider"))
        return arriving(request, arrived)

    async def sign_out(self, request: Request) -> Response:
        team = team_at(request)
        if team is not None:
            await to_thread.run_sync(team.sign_out, request.cookies)
        response = onward(request, "/sign-in")
        response.headers.append("Set-Cookie", CLEARED)
        return response

    def _again(self, request: Request, asked: Asked) -> Response:
        response = self._page(request, asked)
        response.status_code = STATUS[asked.trouble]
        return response


def team_at(request: Request) -> TeamEntrance | None:
    """None in local mode, where nobody signs in."""
    entrance = house_at(request).entrance
    return entrance if isinstance(entrance, TeamEntrance) else None


def holds(request: Request) -> bool:
    try:
        house_at(request).entrance.visitor(request.cookies, None)
    except NotSignedIn:
        return False
    return True


def onward(request: Request, path: str) -> Response:
    """On to a page of ours, below the base path."""
    return RedirectResponse(f"{house_at(request).serving.base_path}{path}", 303)


def arriving(request: Request, arrived: Arrived) -> Response:
    response = onward(request, arrived.next)
    response.headers.append("Set-Cookie", arrived.cookie)
    return response


def address_of(request: Request, team: TeamEntrance) -> str:
    peer = request.client.host if request.client is not None else ""
    return client_address(peer, request.headers.getlist("x-forwarded-for"), team.settings.proxies)


def agent_of(request: Request) -> str:
    return request.headers.get("user-agent", "")[:LONGEST_AGENT]
