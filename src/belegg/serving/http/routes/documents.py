"""What documents there are, their text, their versions, and how they were read."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field
from starlette.responses import Response

from belegg.records import Scope
from belegg.serving.http.description import answers
from belegg.serving.http.files import download
from belegg.serving.http.house import Here
from belegg.serving.http.reading import API, Filters, Json, Name, Reads, Strict, StrictRoute
from belegg.serving.shapes.documents import excerpt_json, head_json, note_json
from belegg.serving.shapes.explained import similar_json
from belegg.serving.shapes.reports import report_json
from belegg.serving.shapes.versions import diff_json, version_json

router = APIRouter(prefix=API, tags=["documents"], route_class=StrictRoute)
Document = Annotated[str, Path(max_length=500, description="Its id; its number or name without a slash.")]


class Listed(Filters):
    removed: bool = Field(False, description="Those whose files are gone: not searched, still readable.")
    limit: int = Field(500, ge=1, le=5_000)
    offset: int = Field(0, ge=0, le=100_000_000)


@router.get("/documents", responses=answers("Documents"))
def documents(here: Here, asker: Reads, asked: Annotated[Listed, Query()]) -> Json:
    """The documents that one may read, by source; `total` counts all of them."""
    scope = asked.scope(here, asker)
    heads = here.library.removed(scope) if asked.removed else here.library.documents(scope)
    notes = [] if asked.removed else here.library.notes_of_the_day(scope)
    shown = heads[asked.offset : asked.offset + asked.limit]
    listed = {"documents": [head_json(head) for head in shown], "notes": [note_json(note) for note in notes]}
    return Json({**listed, "total": len(heads)})


@router.get("/documents/{document}", responses=answers("Document"))
def document(here: Here, asker: Reads, document: Document) -> Json:
    """One document without its text."""
    return Json(head_json(here.library.document(document, Scope(asker.principal), removed=True)))


class Part(Strict):
    section: str | None = Field(None, max_length=500, description="A section: `§ 15-7`, `2.1`, a heading.")
    pages: str | None = Field(None, max_length=20, description="Pages: `3` or `3-5`.")
    version: int | None = Field(None, ge=1, le=1_000_000, description="An earlier version, from 1.")
    as_of: str | None = Field(None, max_length=10, description="The version that was the newest on this day.")


@router.get("/documents/{document}/text", responses=answers("Excerpt"))
def text(here: Here, asker: Reads, document: Document, part: Annotated[Part, Query()]) -> Json:
    """Its text, or a part of it."""
    scope = Scope(asker.principal)
    found = here.library.read(
        document, scope, section=part.section, pages=part.pages, version=part.version, as_of=part.as_of
    )
    here.note(asker, "read", found.document.id)
    return Json(excerpt_json(found))


@router.get("/documents/{document}/versions")
def versions(here: Here, asker: Reads, document: Document) -> Json:
    """The versions that one may read, the oldest first."""
    found = here.library.versions(document, Scope(asker.principal))
    return Json({"versions": [version_json(each) for each in found]})


class Sides(Strict):
    old: int | None = Field(None, ge=1, le=1_000_000, description="From which version; else the one before.")
    new: int | None = Field(None, ge=1, le=1_000_000, description="To which version; else the newest.")


@router.get("/documents/{document}/changes", responses=answers("Changes"))
def changes(here: Here, asker: Reads, document: Document, sides: Annotated[Sides, Query()]) -> Json:
    """What changed from one version to another."""
    return Json(diff_json(here.library.diff(document, Scope(asker.principal), old=sides.old, new=sides.new)))


@router.get("/documents/{document}/report")
def report(here: Here, asker: Reads, document: Document) -> Json:
    """How it was read: pages, passages, languages, warnings, or why it could not be."""
    scope = Scope(asker.principal)
    ((found_id, found),) = here.library.reports(scope, document)
    written = here.library.written_by_model(found_id, scope)
    return Json(report_json(found_id, found, True) | {"enriched": asdict(written) if written else None})


class Reported(Strict):
    failed: bool = Field(False, description="Only what could not be read.")


@router.get("/reports", responses=answers("Reports"))
def reports(here: Here, asker: Reads, asked: Annotated[Reported, Query()]) -> Json:
    """How each source was read, the failed ones first."""
    found = here.library.reports(Scope(asker.principal))
    wanted = [each for each in found if each[1].failed is not None or not asked.failed]
    return Json({"reports": [report_json(*each, False) | {"enriched": None} for each in wanted], "notes": []})


class Near(Filters):
    limit: int = Field(8, ge=1, le=100)
    passage: Name | None = Field(None, description="A passage's id: what is like it, not like the document.")


@router.get("/documents/{document}/similar", responses=answers("Similar"))
def similar(here: Here, asker: Reads, document: Document, near: Annotated[Near, Query()]) -> Json:
    """Other documents that are like it."""
    scope = near.scope(here, asker)
    return Json(similar_json(here.library.similar(near.passage or document, scope, near.limit)))


@router.get("/documents/{document}/original")
def original(request: Request, here: Here, asker: Reads, document: Document) -> Response:
    """The file as it was ingested, as a download; one range of it at most."""
    scope = Scope(asker.principal)
    head = here.library.document(document, scope, removed=True)
    here.note(asker, "original", head.id)
    own = here.bringing.uploads.name_of(head.source, asker.principal.id)
    name = own or head.source.rpartition("/")[2]
    return download(request, here.library.original(head.id, scope), name)
