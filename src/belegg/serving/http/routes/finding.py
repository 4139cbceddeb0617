"""Searching: passages for any text."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from belegg.records import Mode
from belegg.serving.http.house import Here
from belegg.serving.http.reading import LONGEST_QUERY, Filters, Json, Reads, StrictRoute
from belegg.serving.shapes.documents import found_json

router = APIRouter(tags=["finding"], route_class=StrictRoute)
Words = Annotated[str, Field(max_length=LONGEST_QUERY, description='Any words. "a phrase" must stand there.')]


class Searched(Filters):
    q: Words
    limit: int = Field(8, ge=1, le=100, description="How many passages.")
    mode: Mode | None = Field(None, description="By words and meaning, by meaning alone, by words alone.")
    ranking: Literal["default", "bm25", "cover"] | None = Field(None, description="Order by words.")


@router.get("/search")
def search(here: Here, asker: Reads, asked: Annotated[Searched, Query()]) -> Json:
    """The passages that fit best. Finding nothing is a result."""
    scope = asked.scope(here, asker)
    found = here.library.search(asked.q, scope, asked.limit, mode=asked.mode, ranking=asked.ranking)
    return Json(found_json(found))
