"""Searching: passages for any text, why they stand where they stand, words for the next search."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from belegg.records import Mode
from belegg.serving.http.description import answers
from belegg.serving.http.house import Here
from belegg.serving.http.reading import API, LONGEST_QUERY, Filters, Json, Name, Reads, Strict, StrictRoute
from belegg.serving.shapes.documents import discovered_json, found_json
from belegg.serving.shapes.explained import explained_json
from belegg.serving.shapes.terms import related_json

router = APIRouter(prefix=API, tags=["finding"], route_class=StrictRoute)
Words = Annotated[str, Field(max_length=LONGEST_QUERY, description='Any words. "a phrase" must stand there.')]


class Searched(Filters):
    q: Words
    limit: int = Field(8, ge=1, le=100, description="How many passages.")
    mode: Mode | None = Field(None, description="By words and meaning, by meaning alone, by words alone.")
    ranking: Literal["default", "bm25", "cover"] | None = Field(None, description="Order by words.")


@router.get("/search", responses=answers("Found"))
def search(here: Here, asker: Reads, asked: Annotated[Searched, Query()]) -> Json:
    """The passages that fit best. Finding nothing is a result."""
    scope = asked.scope(here, asker)
    here.note(asker, "search")
    found = here.library.search(asked.q, scope, asked.limit, mode=asked.mode, ranking=asked.ranking)
    return Json(found_json(found))


class Explained(Filters):
    q: Words
    mode: Mode | None = Field(None, description="As a search.")
    of: Name | None = Field(None, description="A document: where it was lost, or why it is a hit.")


@router.get("/explain", responses=answers("Explained"))
def explain(here: Here, asker: Reads, asked: Annotated[Explained, Query()]) -> Json:
    """Why the hits stand where they stand."""
    scope = asked.scope(here, asker)
    return Json(explained_json(here.library.explain(asked.q, scope, asked.of, mode=asked.mode)))


class Discovering(Filters):
    q: Words


@router.get("/terms", responses=answers("Discovered"))
def discover(here: Here, asker: Reads, asked: Annotated[Discovering, Query()]) -> Json:
    """Words that stand in what a query finds and seldom elsewhere, for the next search. Never quoted."""
    return Json(discovered_json(here.library.discover_terms(asked.q, asked.scope(here, asker))))


class Relating(Strict):
    word: Words
    pack: list[Name] = Field([], max_length=50, description="Only these packs.")


@router.get("/terms/related", responses=answers("Related"))
def related(here: Here, asker: Reads, asked: Annotated[Relating, Query()]) -> Json:
    """What the packs' dictionaries say of a word. Never quoted."""
    scope = here.library.scope(asker.principal, packs=asked.pack)
    return Json(related_json(here.library.related_terms(asked.word, scope)))
