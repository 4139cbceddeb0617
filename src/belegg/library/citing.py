"""What a draft names beside a quotation, and whether the quotation stands there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from belegg.errors import UserError
from belegg.records import Claim, DocumentId, DocumentText, Quote, QuoteCheck
from belegg.seams import Reader
from belegg.search.called import document_called
from belegg.text.names import find_look_up, normal_section
from belegg.text.page_hints import named_pages
from belegg.text.quoted_pages import check_on_pages, labels_of, pages_told


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
    return check_on_pages(text, claim.text, named.pages(text))


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
