"""Packs: what there is, switched on and off, words that are offered and accepted."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field

from belegg.errors import BadInput
from belegg.records import Scope
from belegg.serving.http.description import answers
from belegg.serving.http.house import Here
from belegg.serving.http.reading import API, Curates, Json, Name, Reads, StrictBody, StrictRoute
from belegg.serving.shapes.packs import changed_json, listed_json, suggestion_json, words_json

router = APIRouter(prefix=API, tags=["packs"], route_class=StrictRoute)
Pack = Annotated[str, Path(max_length=200)]


@router.get("/packs", responses=answers("Packs"))
def packs(here: Here, asker: Reads) -> Json:
    """The packs in which one may read something."""
    return Json({"packs": [listed_json(each) for each in here.library.packs(Scope(asker.principal))]})


@router.get("/packs/{pack}", responses=answers("Pack"))
def pack(here: Here, asker: Reads, pack: Pack) -> Json:
    """One pack, with its synonyms, dictionary and names."""
    found = here.library.pack(pack, Scope(asker.principal))
    return Json({**listed_json(found), **words_json(found.pack)})


class On(StrictBody):
    on: bool


@router.put("/packs/{pack}/on", responses=answers("PackChanged"))
def turn(here: Here, curator: Curates, pack: Pack, asked: On) -> Json:
    """Search a pack again, or no more."""
    here.library.pack(pack, Scope(curator.principal))  # a pack that one may not see cannot be switched either
    changed = here.library.turn(pack, asked.on)
    here.note(curator, "pack changed")
    return Json(changed_json(changed, False))


@router.get("/packs/{pack}/suggestions")
def suggestions(here: Here, curator: Curates, pack: Pack) -> Json:
    """Words that helped where others had not, offered as synonyms."""
    scope = Scope(curator.principal)
    here.library.pack(pack, scope)
    found = here.library.suggestions(pack, scope)
    return Json({"suggestions": [suggestion_json(n, each) for n, each in enumerate(found, 1)]})


class Words(StrictBody):
    words: list[Name] = Field(min_length=2, max_length=20, description="Words that stand for one thing.")


@router.post("/packs/{pack}/synonyms")
def accept(here: Here, curator: Curates, pack: Pack, asked: Words) -> Json:
    """Take a suggestion, called by its words, up as a synonym group."""
    scope = Scope(curator.principal)
    here.library.pack(pack, scope)
    offered = [set(each.group.words) for each in here.library.suggestions(pack, scope)]
    if set(asked.words) not in offered:  # how many others there are is not theirs to know
        raise BadInput(f"pack `{pack}` offers no group of just these words; its suggestions list them")
    now, group = here.library.accept_words(pack, asked.words)
    here.note(curator, "pack changed")
    return Json({"pack": now.name, "words": list(group.words), "synonym_groups": len(now.synonyms)})
