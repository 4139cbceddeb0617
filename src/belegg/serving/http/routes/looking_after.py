"""What curators and administrators look after: health, questions left open, what was measured."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field

from belegg.serving.http.description import answers
from belegg.serving.http.house import Here
from belegg.serving.http.reading import API, Administers, Curates, Json, Strict, StrictRoute
from belegg.serving.looked_after import finding_for, gap_for, is_owner
from belegg.serving.shapes.documents import finding_json, kept_health_json
from belegg.serving.shapes.measured import in_short, told
from belegg.serving.shapes.runs import gap_json

router = APIRouter(prefix=API, tags=["looking after"], route_class=StrictRoute)


@router.get("/health", responses=answers("HealthHistory"))
def health(here: Here, admin: Administers) -> Json:
    """What checks of the library found and kept, the newest first; nothing is checked now."""
    from belegg.library.kept_health import history

    kept = [
        replace(each, findings=tuple(finding_for(admin, f) for f in each.findings))
        for each in history(here.library)
    ]
    return Json({"history": [kept_health_json(each) for each in kept]})


@router.post("/health", responses=answers("Health"))
def check_health(here: Here, admin: Administers) -> Json:
    """Check the library now, and keep what is found."""
    from belegg.library.kept_health import keep

    findings = here.library.health()
    keep(here.library, findings)
    healthy = all(finding.state != "wrong" for finding in findings)
    return Json({"healthy": healthy, "checks": [finding_json(finding_for(admin, each)) for each in findings]})


class Gaps(Strict):
    closed: bool = Field(False, description="Those instead that were closed.")


@router.get("/gaps", responses=answers("Gaps"))
def gaps(here: Here, curator: Curates, asked: Annotated[Gaps, Query()]) -> Json:
    """Questions that the documents left open, those asked by most first."""
    found = here.library.gaps(closed=asked.closed)
    return Json({"gaps": [gap_json(gap_for(curator, gap, here.library)) for gap in found]})


@router.post("/gaps/{number}/close")
def close_gap(here: Here, curator: Curates, number: Annotated[int, Path(ge=1, le=1 << 40)]) -> Json:
    """Close a gap: it is settled. It opens again when its question is left open again."""
    here.library.close_gap(number)
    here.note(curator, "gap changed", str(number))
    return Json({"closed": number})


@router.get("/evaluation/sets")
def golden_sets(here: Here, curator: Curates) -> Json:
    """The golden sets, with how many questions each has."""
    return Json(
        {"sets": [{"set": name, "questions": len(of)} for name, of in here.library.golden_sets().items()]}
    )


@router.get("/evaluation/runs", responses=answers("EvaluationRuns"))
def evaluation_runs(here: Here, curator: Curates) -> Json:
    """Runs over golden sets: when, over what, and the means."""
    return Json({"runs": [in_short(number, run) for number, run in here.library.runs().items()]})


@router.get("/evaluation/runs/{number}")
def evaluation_run(here: Here, curator: Curates, number: Annotated[int, Path(ge=1, le=1 << 40)]) -> Json:
    """One run. Questions, answers and the documents they rest on are shown to the owner alone."""
    run = here.library.run(number)
    if not is_owner(curator):
        return Json(in_short(number, run))
    return Json(told(number, run))
