"""Pages: their text, their pictures, and where words stand on them."""

from __future__ import annotations

from typing import Annotated
from xml.sax.saxutils import quoteattr

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.responses import Response

from belegg.library.marking import MarkedPage
from belegg.records import Scope, Span
from belegg.serving.http.description import answers
from belegg.serving.http.house import Here
from belegg.serving.http.reading import API, LONGEST_QUERY, Json, Reads, Strict, StrictRoute
from belegg.serving.http.routes.documents import Document
from belegg.serving.shapes.documents import excerpt_json, marked_json, marked_page_json

router = APIRouter(prefix=API, tags=["pages"], route_class=StrictRoute)
Page = Annotated[int, Path(ge=1, le=1_000_000, description="The physical page, from 1.")]


@router.get("/documents/{document}/pages/{page}", responses=answers("Excerpt"))
def page_text(here: Here, asker: Reads, document: Document, page: Page) -> Json:
    """The text of one page."""
    found = here.library.read(document, Scope(asker.principal), pages=str(page))
    here.note(asker, "page", found.document.id)
    return Json(excerpt_json(found))


@router.get("/documents/{document}/pages/{page}/image", responses={200: {"content": {"image/png": {}}}})
def page_image(here: Here, asker: Reads, document: Document, page: Page) -> Response:
    """A picture of one page as it was ingested, 144 pixels to the inch, with nothing marked on it."""
    drawn = here.pictures.page(here.library, document, page, Scope(asker.principal))
    return Response(drawn, media_type="image/png")


class Marks(Strict):
    start: int = Field(ge=0, le=1 << 40, description="First character of the document's text, from 0.")
    end: int = Field(ge=1, le=1 << 40, description="Behind the last character.")
    version: int | None = Field(None, ge=1, le=1_000_000)


@router.get("/documents/{document}/marks")
def marks(here: Here, asker: Reads, document: Document, asked: Annotated[Marks, Query()]) -> Json:
    """The pages that hold a span of the text, with the boxes of its words in points from the top left."""
    span, scope = Span(asked.start, asked.end), Scope(asker.principal)
    found = here.library.marked_pages(document, span, scope, version=asked.version)
    return Json({"pages": [marked_page_json(each) for each in found]})


@router.get(
    "/documents/{document}/pages/{page}/marks.svg", responses={200: {"content": {"image/svg+xml": {}}}}
)
def page_marks(
    here: Here, asker: Reads, document: Document, page: Page, asked: Annotated[Marks, Query()]
) -> Response:
    """The same boxes on one page as a picture, to be laid over that of the page; it may be empty."""
    span, scope = Span(asked.start, asked.end), Scope(asker.principal)
    found = here.library.marked_pages(document, span, scope, version=asked.version)
    own = next((each for each in found if each.number == page), None)
    return Response(marks_svg(own), media_type="image/svg+xml")


class Quoted(Strict):
    quotation: str = Field(min_length=1, max_length=LONGEST_QUERY * 5, description="The words.")
    page: int | None = Field(None, ge=1, le=1_000_000, description="Of several places, the one on this page.")


@router.get("/documents/{document}/mark", responses=answers("Marked"))
def mark(here: Here, asker: Reads, document: Document, asked: Annotated[Quoted, Query()]) -> Json:
    """A quotation checked against one document, and where its words stand on the pages."""
    found = here.library.mark(document, asked.quotation, Scope(asker.principal), page=asked.page)
    return Json(marked_json(found, {}))


def marks_svg(page: MarkedPage | None) -> str:
    """The boxes as an SVG of the page's size in points. No script, no style: it is shown as a picture."""
    wide, high = (page.width, page.height) if page else (1.0, 1.0)
    size = quoteattr(f"0 0 {wide:.2f} {high:.2f}")
    boxes = "".join(
        f'<rect x="{box.x0 - 1:.2f}" y="{box.y0 - 1:.2f}" width="{box.x1 - box.x0 + 2:.2f}" '
        f'height="{box.y1 - box.y0 + 2:.2f}" rx="1.5"/>'
        for box in (page.boxes if page else ())
    )
    look = 'fill="#ffe840" fill-opacity="0.45" stroke="#b45f00" stroke-width="0.75"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox={size}><g {look}>{boxes}</g></svg>'
