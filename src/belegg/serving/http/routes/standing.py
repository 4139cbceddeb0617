"""Whether this server stands: for whoever watches over it, without a word about what is in the library."""

from __future__ import annotations

from fastapi import APIRouter

from belegg.serving.http.house import Here
from belegg.serving.http.reading import Json

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
