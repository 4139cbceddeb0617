"""What a draft names beside a quotation, and whether the quotation stands there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from belegg.errors import UserError
from belegg.records import Claim, DocumentId, DocumentText, Page, Quote, QuoteCheck, Span
from belegg.seams import Reader
from belegg.search.called import document_called
from belegg.text.names import find_look_up, normal_section
from belegg.text.page_hints import named_pages
from belegg.text.quotes import check_quote
from belegg.text.quotes.moving import moved

MARGIN = 600  # characters beside a page, where a quotation over its border begins or ends


@dataclass(frozen=True, slots=True)
class Misnamed:
    """
    What a draft names beside a quotation that stands somewhere else, both as a citation would say them:
    `page 99`, `page 3`; a document by its source.
    """

    what: Literal["document", "section", "page"]
    named: str
    stands: str

    def __str__(self) -> str:
        if self.what == "document":
            return f"`{self.named}` is named; it stands in `{self.stands}`"
        return f"{self.named} is named; it stands {'on' if self.what == 'page' else 'in'} {self.stands}"


@dataclass(frozen=True, slots=True)
class Named:
    """
    What a draft names beside a quotation: documents, readings of a section number (`§ 15-3`), and the page as
    written.
    """

    documents: tuple[DocumentId, ...] = ()
    sections: tuple[str, ...] = ()
    page: str = ""

    def pages(self, text: DocumentText) -> frozenset[str]:
        """The pages that are named, in a text that has pages and may be the one that is meant."""
        if not self.page or not text.pages or (self.documents and text.head.id not in self.documents):
            return frozenset()
        return named_pages(self.page, text.head.language)


def named_beside(reader: Reader, claim: Claim) -> Named:
    """The documents that the draft names, by path, title, name or number, the section, and the page."""
    page = claim.page_hint or ""
    if not claim.source_hint:
        return Named(page=page)
    held: dict[str, Sequence[DocumentId]] = {}

    def known(names: list[str]) -> set[str]:
        held.update(reader.named(names))
        return set(held)

    asked = find_look_up(claim.source_hint, known)
    sections = asked.every_section if asked else ()
    try:
        return Named((document_called(reader, claim.source_hint, removed=True).id,), sections, page)
    except UserError:  # nothing of just that name, or several: names inside it tell
        inside = tuple(dict.fromkeys(document for documents in held.values() for document in documents))
        is_of_another = not inside and " " not in claim.source_hint  # a file, a number: not one of ours
        return Named(inside, sections, "" if is_of_another else page)


def checked_in(text: DocumentText, claim: Claim, named: Named) -> QuoteCheck:
    """
    The check against a text; of the places where a quotation stands in it, that on the page which the draft
    names.
    """
    check = check_quote(text.text, claim.text, text.furniture)
    pages = named.pages(text)
    if check.status == "not found" or not pages or not pages.isdisjoint(labels_of(text, check)):
        return check
    for page in text.pages:
        if pages.isdisjoint(labels(page)):
            continue
        for margin in (0, MARGIN):
            start = max(0, page.span.start - margin)
            there = check_quote(text.text[start : page.span.end + margin], claim.text, text.furniture)
            if there.status == check.status:
                found = moved(there, start)
                if not pages.isdisjoint(labels_of(text, found)):
                    return found
    return check


def misnamed(quote: Quote, text: DocumentText, claim: Claim, named: Named) -> Iterator[Misnamed]:
    """What the draft names wrongly. Of another document its pages and sections say nothing."""
    if named.documents and text.head.id not in named.documents:
        yield Misnamed("document", claim.source_hint or "", text.head.source)
        return
    own = normal_section(quote.section or "")
    if named.sections and own.startswith("§") and own not in map(normal_section, named.sections):
        yield Misnamed("section", named.sections[0], quote.section or "")
    pages = named.pages(text)
    if pages and pages.isdisjoint(labels_of(text, quote.check)):
        yield Misnamed("page", claim.page_hint or "", pages_told(text, quote.check))


def labels(page: Page) -> frozenset[str]:
    """What a page may be called: its number among the pages, and the one printed on it."""
    return frozenset(filter(None, (str(page.number), (page.label or "").lower())))


def labels_of(text: DocumentText, check: QuoteCheck) -> frozenset[str]:
    """What the pages may be called on which a quotation stands."""
    return frozenset(label for page in pages_of(text, check) for label in labels(page))


def pages_of(text: DocumentText, check: QuoteCheck) -> list[Page]:
    """The pages on which a quotation stands, each once."""
    spans = check.spans or ((check.span,) if check.span else ())
    found = {page.number: page for page in text.pages if any(_meet(page.span, span) for span in spans)}
    return [found[number] for number in sorted(found)]


def pages_told(text: DocumentText, check: QuoteCheck) -> str:
    """`page 3`, `pages 3–4`, `page 9 (printed 7)`."""
    pages = pages_of(text, check)
    if not pages:
        return "no page"
    numbers = dict.fromkeys(str(page.number) for page in (pages[0], pages[-1]))
    printed = dict.fromkeys(page.label or str(page.number) for page in (pages[0], pages[-1]))
    told = f"{'pages' if len(numbers) > 1 else 'page'} {'–'.join(numbers)}"
    return told if list(numbers) == list(printed) else f"{told} (printed {'–'.join(printed)})"


def _meet(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
