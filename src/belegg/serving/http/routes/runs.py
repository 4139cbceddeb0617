"""Kept runs: listed, walked through again, verified, taken along, let go, told to be wrong."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field
from starlette.responses import Response

from belegg.serving.feedback import GOLDEN_SET, Says, take_feedback
from belegg.serving.http.description import answers
from belegg.serving.http.files import download
from belegg.serving.http.house import Here
from belegg.serving.http.reading import API, Asks, Json, Reads, Strict, StrictBody, StrictRoute
from belegg.serving.shapes.runs import head_json, run_json
from belegg.serving.shapes.verified import verified_json

router = APIRouter(prefix=API, tags=["runs"], route_class=StrictRoute)
Run = Annotated[str, Path(min_length=1, max_length=64, description="A kept run's id, its beginning, `last`.")]
MEDIA = {
    "md": "text/markdown; charset=utf-8",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}


class Listed(Strict):
    conversation: str | None = Field(None, max_length=64, description="Only those of this conversation.")
    limit: int = Field(100, ge=1, le=1_000)
    offset: int = Field(0, ge=0, le=1_000_000)


@router.get("/runs", responses=answers("Runs"))
def runs(here: Here, asker: Reads, asked: Annotated[Listed, Query()]) -> Json:
    """One's own kept runs, the newest first; `total` counts all of them."""
    kept = here.library.stored_runs(asker.principal, asked.conversation)
    shown = kept[asked.offset : asked.offset + asked.limit]
    over = here.library.no_longer([each.id for each in shown], asker.principal)
    return Json({"runs": [head_json(each, each.id not in over) for each in shown], "total": len(kept)})


@router.get("/runs/{run}", responses=answers("Run"))
def replay(here: Here, asker: Reads, run: Run) -> Json:
    """
    A kept run, event by event. What one may not read today is withheld; what does not hold any more is told.
    """
    found = here.library.stored_run(run, asker.principal)
    here.note(asker, "run", found.id)
    return Json(run_json(found, here.library.verify(found.id, asker.principal)))


@router.delete("/runs/{run}", responses=answers("RunsRemoved"))
def remove(here: Here, asker: Asks, run: Run) -> Json:
    """Let a kept run go, with all that was kept of how it came about."""
    removed = here.library.remove_runs([run], asker.principal)
    here.note(asker, "forgotten")
    return Json({"removed": removed})


@router.get("/runs/{run}/verification", responses=answers("Verified"))
def verify(here: Here, asker: Reads, run: Run) -> Json:
    """Its quotations against today's documents and the versions quoted."""
    return Json(verified_json(here.library.verify(run, asker.principal)))


@router.get("/runs/{run}/receipt", responses=answers("Receipt"))
def receipt(here: Here, asker: Reads, run: Run) -> Json:
    """All that is needed to verify it later, also without the library."""
    return Json(here.library.receipt(run, asker.principal))


class Form(Strict):
    form: Literal["md", "docx"] = "md"


@router.get("/runs/{run}/export")
def export(request: Request, here: Here, asker: Reads, run: Run, asked: Annotated[Form, Query()]) -> Response:
    """It as a text with footnotes that name document, date, page and passage."""
    written = here.library.export(run, asked.form, asker.principal)
    here.note(asker, "export")
    return download(request, written, f"belegg-{run}.{asked.form}", MEDIA[asked.form])


class Told(StrictBody):
    says: Says = Field(description="What is wrong with the answer, or that it is right.")
    note: str = Field("", max_length=2_000, description="In one's own words; kept with the case.")


@router.post("/runs/{run}/feedback")
def feedback(here: Here, asker: Asks, run: Run, told: Told) -> Json:
    """What one says of an answer becomes a question of the golden set `feedback`."""
    kept = here.library.stored_run(run, asker.principal)
    take_feedback(here.library, kept, told.says, asker.principal, told.note)
    return Json({"run": kept.id, "set": GOLDEN_SET, "question": f"run-{kept.id}"})
