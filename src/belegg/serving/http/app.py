"""The application: routes, what stands around them, and in which order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, FastAPI
from starlette.middleware import Middleware

from belegg import __version__
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.entrance.visitor import Entrance
from belegg.serving.http import problems
from belegg.serving.http.description import describe
from belegg.serving.http.guards import BasePath, Bodies, Hosts, Origins
from belegg.serving.http.house import House, Serving
from belegg.serving.http.measuring import Measured, Measures, Unmeasured
from belegg.serving.http.reading import API
from belegg.serving.http.responses import Responses
from belegg.serving.http.routes import (
    asking,
    bringing,
    checking,
    documents,
    finding,
    looking_after,
    me,
    packs,
    pages,
    people,
    runs,
    standing,
)
from belegg.serving.mcp.mounting import mcp_routes
from belegg.serving.web.bringing import BRING
from belegg.serving.web.routes import routes as web_routes

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

    from belegg.library.library import Library

LOG: Final = logging.getLogger("belegg.audit")
ROOMS: tuple[APIRouter, ...] = (
    *(standing.router, finding.router, documents.router, pages.router, checking.router),
    *(asking.router, runs.router, bringing.router, packs.router, looking_after.router),
    *(me.router, people.router),
)
UPLOADS: tuple[str, ...] = (bringing.UPLOADS, BRING)
"""Paths whose bodies are files."""


def create_app(
    library: Library,
    entrance: Entrance,
    serving: Serving | None = None,
    measures: Measures | None = None,
    tracer: Tracer | None = None,
) -> FastAPI:
    """
    The server's application over an open library, which stays the caller's to close. `measures` and `tracer`
    are told of every request; without them nothing is measured.

    Works behind a proxy that strips `serving.base_path` as behind one that leaves it.
    """
    serving, measures = serving or Serving(), measures or Unmeasured()
    app = FastAPI(
        title="Belegg",
        version=__version__,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,  # those pages load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        middleware=guards(serving, measures, tracer),
        lifespan=open_house,
    )
    app.state.house = House(library, entrance, serving, measures)
    problems.add_to(app)
    describe(app)
    for room in ROOMS:
        app.router.routes.extend(room.routes)  # flat: the log and the tests name a route by its whole path
    app.router.routes.extend(mcp_routes(app.state.house))
    app.router.routes.extend(web_routes())
    return app


@asynccontextmanager
async def open_house(app: FastAPI) -> AsyncIterator[None]:
    """What stands while the server does."""
    house: House = app.state.house
    await asyncio.to_thread(tell_last_row, house)
    warming = asyncio.create_task(asyncio.to_thread(house.pictures.warm))
    looking = asyncio.create_task(house.live.look_after())
    try:
        yield
    finally:
        looking.cancel()
        await asyncio.to_thread(house.close)
        await asyncio.to_thread(tell_last_row, house)
        await warming


def tell_last_row(house: House) -> None:
    """The end of the audit log, into the server's own: against it a log that was sealed anew is seen."""
    if isinstance(house.entrance, TeamEntrance):
        number, seal = house.entrance.people.last_noted()
        LOG.info("audit log", extra={"fields": {"last": f"{number}:{seal[:16]}"}})


def guards(serving: Serving, measures: Measures, tracer: Tracer | None) -> list[Middleware]:
    """Outermost first: what is refused has its headers and its line in the log too."""
    return [
        Middleware(BasePath, path=serving.base_path),
        Middleware(Responses),
        Middleware(Measured, measures=measures, tracer=tracer),
        Middleware(Hosts, names=(*serving.hosts, serving.host)),
        Middleware(Origins),
        Middleware(
            Bodies,
            most_bytes=serving.most_body_bytes,
            most_upload_bytes=serving.most_upload_bytes,
            uploads=UPLOADS,
        ),
    ]
