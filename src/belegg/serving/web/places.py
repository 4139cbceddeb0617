"""Where a quotation or a passage stands, as a page tells it, and the address that opens it there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belegg.library.marking import MarkedPage
from belegg.reading.pdf.layout import Box
from belegg.records import DocumentHead, Hit, Passage, Quote, Span
from belegg.serving.http.reading import API
from belegg.serving.web.catalogue import Catalogue
from belegg.serving.web.evidence import Words, of_hit
from belegg.serving.web.visit import Visit
from belegg.text.row_numbers import row_numbers, rows_told

LONGEST_SECTION = 28


def place_short(words: Catalogue, quote: Quote) -> str:
    """What stands on a marker: `§ 15-7`, `p. 6`, `row 12`; empty where nothing is known."""
    if quote.kind == "footnote" and quote.section:
        return words.say("place.footnote_short", n=quote.section.removeprefix("note").strip())
    if quote.section and quote.section.startswith("§"):
        return quote.section
    if quote.page is not None:
        return words.say("place.page_short", n=str(quote.page))
    if quote.rows:
        return quote.rows
    heading = quote.section or next(
        (step for step in reversed(quote.path) if step != quote.document.title), ""
    )
    return heading if len(heading) <= LONGEST_SECTION else heading[: LONGEST_SECTION - 1].rstrip() + "…"


def place_long(words: Catalogue, quote: Quote) -> str:
    """`§ 15-7`, `page 6 of 17`, the footnote or the rows, behind the document's title."""
    section = quote.section if quote.section and quote.section.startswith("§") else ""
    return section or (quote.rows if quote.rows else "")


def facts_of_quote(words: Catalogue, quote: Quote) -> list[str]:
    """Page of how many, footnote, date, OCR: what a reader weighs a quotation by."""
    told: list[str] = []
    if quote.page is not None:
        told.append(page_of(words, quote.page, quote.document.pages))
    if quote.kind == "footnote" and quote.section:
        told.append(words.say("place.footnote", n=quote.section.removeprefix("note").strip()))
    if quote.document.date:
        told.append(words.date(quote.document.date))
    if quote.confidence is not None:
        told.append(words.say("place.recognised", share=words.share(quote.confidence)))
    return told


def page_of(words: Catalogue, number: int, of: int) -> str:
    return words.say("place.page_of", n=number, of=of) if of else words.say("place.page", n=number)


def facts_of_head(words: Catalogue, head: DocumentHead) -> list[str]:
    """Publisher, numbers, date, language: the line below a document's title."""
    numbers = "-".join(head.report_numbers) or head.fact("identifier") or ""
    told = [numbers, head.organisation or "", words.date(head.date), ""]
    told[-1] = words.language(head.language) if head.language else ""
    return [part for part in told if part]


def who_may_read(words: Catalogue, access: frozenset[str]) -> tuple[str, bool]:
    """Who may read it, in words, and whether it is closed to some who have signed in."""
    if "everyone" in access:
        return words.say("document.everyone"), False
    return (", ".join(sorted(access)) if access else words.say("document.owner_only")), True


def address_of(visit: Visit, document: str, *, page: int | None, span: Span | None, version: int = 0) -> str:
    """The document's page at a place, with the words marked."""
    return visit.address(
        f"/documents/{document}",
        page=page or "",
        start="" if span is None else str(span.start),
        end="" if span is None else str(span.end),
        version=version or "",
    ) + ("#page" if page else "#marked" if span else "")


def address_of_quote(visit: Visit, quote: Quote) -> str:
    """
    Where the quotation stands, in the version that was quoted: of another text the same characters are
    other words.
    """
    return address_of(visit, quote.document.id, page=quote.page, span=quote.check.span, version=quote.version)


def page_image(visit: Visit, document: str, number: int) -> str:
    """Where the picture of a page is got, without any mark: marks are drawn over it."""
    return visit.address(f"{API}/documents/{document}/pages/{number}/image")


@dataclass(frozen=True, slots=True)
class SheetShown:
    """A page as printed, with boxes over it: `hits` the words found, `near` what was left out."""

    number: int
    width: float
    height: float
    hits: Sequence[Box]
    near: Sequence[Box]
    image: str
    before: str
    after: str
    as_text: str


def sheets(
    visit: Visit, head: DocumentHead, pages: Sequence[MarkedPage], near: Sequence[MarkedPage] = ()
) -> list[SheetShown]:
    """
    Pages that can be shown: those of which we know how large they are. They are the newest version's: of an
    earlier one the file was not kept, and boxes of its words would lie on others.
    """
    beside = {page.number: page.boxes for page in near}
    return [
        SheetShown(
            page.number,
            page.width,
            page.height,
            page.boxes,
            beside.get(page.number, ()),
            page_image(visit, head.id, page.number),
            address_of(visit, head.id, page=page.number - 1, span=None),
            address_of(visit, head.id, page=page.number + 1, span=None),
            address_of(visit, head.id, page=page.number, span=None),
        )
        for page in pages
        if page.width and page.height
    ]


@dataclass(frozen=True, slots=True)
class HitShown:
    """A passage found: its section as a title, the document and headings above it, its place, its words."""

    rank: int
    title: str
    path: tuple[str, ...]
    place: str
    facts: tuple[str, ...]
    words: Words
    language: str | None
    address: str
    document: str


def hit_shown(visit: Visit, hit: Hit) -> HitShown:
    words, head = visit.words, hit.document
    steps = tuple(step for step in hit.passage.path if step != head.title)
    title, path = (steps[-1], (head.title, *steps[:-1])) if steps else (head.title, ())
    language = hit.passage.language or head.language
    return HitShown(
        hit.rank,
        title,
        path,
        passage_place(words, hit.passage, head),
        tuple(facts_of_head(words, head)),
        of_hit(hit),
        language,
        address_of(
            visit,
            head.id,
            page=hit.passage.pages[0] if hit.passage.pages else None,
            span=hit.passage.span,
        ),
        head.id,
    )


def passage_place(words: Catalogue, passage: Passage, head: DocumentHead) -> str:
    parts: list[str] = []
    if passage.pages:
        first, last = passage.pages
        parts.append(
            page_of(words, first, head.pages)
            if first == last
            else words.say("place.pages", first=first, last=last)
        )
    if passage.kind == "footnote" and passage.section:
        parts.append(words.say("place.footnote", n=passage.section.removeprefix("note").strip()))
    rows = rows_told(row_numbers(passage.address))
    if rows:
        parts.append(rows)
    if passage.confidence is not None:
        parts.append(words.say("place.recognised", share=words.share(passage.confidence)))
    return " · ".join(parts)
