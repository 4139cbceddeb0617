"""The check of somebody's quotations, and of receipts."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Body
from pydantic import ConfigDict, Field

from belegg.serving.http.description import answers
from belegg.serving.http.house import Here
from belegg.serving.http.reading import API, Filters, Json, Reads, StrictRoute
from belegg.serving.shapes.documents import checked_json
from belegg.serving.shapes.verified import verified_json

router = APIRouter(prefix=API, tags=["checking"], route_class=StrictRoute)


class Draft(Filters):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    draft: str = Field(min_length=1, max_length=1_000_000, description="A text with quotations.")


@router.post("/check", responses=answers("Checked"))
def check(here: Here, asker: Reads, asked: Draft) -> Json:
    """Every quotation of a draft, checked word for word against the documents."""
    here.note(asker, "check")
    return Json(checked_json(here.library.check(asked.draft, asked.scope(here, asker))))


@router.post("/receipts/verify", responses=answers("Verified"))
def verify_receipt(here: Here, asker: Reads, receipt: Annotated[dict[str, Any], Body()]) -> Json:
    """A receipt in itself, and its quotations against the documents that one may read."""
    from belegg.library.turns.receipts import read_receipt

    read = read_receipt(json.dumps(receipt).encode(), "the body")
    return Json(verified_json(here.library.verify_receipt(read, asker.principal)))
