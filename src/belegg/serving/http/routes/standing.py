"""Whether this server stands: for whoever watches over it, without a word about what is in the library."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException
from starlette.responses import Response

from belegg.serving.entrance.visitor import Visitor
from belegg.serving.http.house import Here
from belegg.serving.http.measuring import Prometheus
from belegg.serving.http.reading import Json, who_may

router = APIRouter(tags=["standing"])


@router.get("/healthz")
async def healthz() -> Json:
    """The process answers."""
    return Json({"standing": True})


@router.get("/readyz")
def readyz(here: Here) -> Json:
    """The library can be read. 503 with the reason when it cannot."""
    here.library.store.settings()
    return Json({"ready": True})


@router.get("/metrics")
def metrics(here: Here, admin: Annotated[Visitor, Depends(who_may("admin"))]) -> Response:
    """Counts and times in the form of Prometheus, for admins. 404 where `metrics = true` is not set."""
    if not isinstance(here.measures, Prometheus):
        raise HTTPException(404)
    page, form = here.measures.page()
    return Response(page, media_type=form)
