"""Documents and their parts, as read and as stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, NewType

DocumentId = NewType("DocumentId", str)
PassageId = NewType("PassageId", str)
PassageKey = NewType("PassageKey", int)
"""A passage inside one store; never leaves it as an id. Order of keys = order of arrival."""

BlockKind = Literal["heading", "paragraph", "list", "table", "code", "quote", "footnote"]
PassageKind = Literal["text", "footnote"]

EmptyBecause = Literal[
    "not opened",
    "contents",
    "imprint",
    "no text layer",
    "hidden text",
    "nothing recognised",
    "running lines",
    "pictures",
    "blank",
]
"""
Why nothing of a page stands in the text: it could not be opened; it is a table of contents, an imprint or
disclaimer, and kept aside; a picture that was not recognised (OCR); its text cannot be seen; it was
recognised, and no text found; it holds running headers, footers and page numbers alone, or pictures; no text
is printed on it.
"""


def document_id(pack: str, source: str) -> DocumentId:
    """A document's id: 16 hex digits of the SHA-256 of its pack and source, the same on every machine."""
    return DocumentId(sha256(f"{pack}\0{source}".encode()).hexdigest()[:16])


def passage_id(document: DocumentId, ordinal: int) -> PassageId:
    """A passage's id: its document's id and its place in it, from 0."""
    return PassageId(f"{document}-{ordinal}")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters `start` to `end` (exclusive) of a text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Fact:
    """
    One piece of metadata and where it was found (`front matter`, `lovdata header`, `file name`, `text` …).

    Names in use: address, organisation, published, updated, in_force, valid_to (the last day), repealed (the
    first day without it), identifier, short_title, alias
    (may repeat), ministry, report_number, reference_period, status; others are kept as they came.
    Dates are ISO 8601 where they could be read as dates.
    """

    name: str
    value: str
    origin: str


@dataclass(frozen=True, slots=True)
class Page:
    """
    A physical page: its number from 1, its printed label when there is one, its part of the text.

    `width` and `height` are in points, as the page is shown; 0 when unknown. `layout` says where its words
    stand, in the form of whoever read it: a store keeps the bytes as they are and gives them back through
    `Reader.page_layout` alone, so that pages of a `DocumentText` come without.
    """

    number: int
    label: str | None
    span: Span
    width: float = 0.0
    height: float = 0.0
    layout: bytes = b""


@dataclass(frozen=True, slots=True)
class Block:
    """
    A block of the document's text, in reading order.

    `level` is 1 and up for headings, 0 otherwise. `name` is a heading as a reader would say it (no marks),
    `section` its number when it has one (`§ 15-7`, `2.1.1`), `address` its own address when it has one.
    """

    kind: BlockKind
    span: Span
    level: int = 0
    name: str = ""
    section: str | None = None
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """
    One source as read: the text that quotations are checked against, and what lies around it.

    `language` is an ISO 639-1 code (`nb`, `nn`, `sv` …) or None when undecided.
    `access` holds the groups that may read it; empty means nobody but the library's owner.
    `furniture` are lines that were taken out of the text (running headers, page numbers), in order.
    """

    id: DocumentId
    source: str
    pack: str
    title: str
    text: str
    language: str | None = None
    access: frozenset[str] = frozenset()
    blocks: tuple[Block, ...] = ()
    pages: tuple[Page, ...] = ()
    facts: tuple[Fact, ...] = ()
    furniture: tuple[str, ...] = ()

    def fact(self, name: str) -> str | None:
        """The first fact of that name."""
        return next((f.value for f in self.facts if f.name == name), None)

    @property
    def page_count(self) -> int:
        """Pages, each once: the text may come back to a page, for its notes stand at the end of a section."""
        return len({page.number for page in self.pages})


@dataclass(frozen=True, slots=True)
class DocumentHead:
    """A document without its text: what lists, hits and citations show."""

    id: DocumentId
    source: str
    pack: str
    title: str
    language: str | None
    version: int
    sha256: str
    ingested_at: str
    passages: int
    pages: int
    access: frozenset[str] = frozenset()
    facts: tuple[Fact, ...] = ()
    removed_at: str | None = None

    def fact(self, name: str) -> str | None:
        """The first fact of that name."""
        return next((f.value for f in self.facts if f.name == name), None)

    @property
    def date(self) -> str | None:
        """The date that a citation states: updated, published, in force, in this order."""
        return self.fact("updated") or self.fact("published") or self.fact("in_force")

    @property
    def organisation(self) -> str | None:
        """Who published it, as a citation states it."""
        return self.fact("organisation")

    @property
    def report_numbers(self) -> tuple[str, ...]:
        """The numbers by which it is cited: `A/79/797`, `S/2025/109`."""
        return tuple(fact.value for fact in self.facts if fact.name == "report_number")


@dataclass(frozen=True, slots=True)
class DocumentText:
    """One version of a document's text, with what a quotation check needs."""

    head: DocumentHead
    version: int
    current: bool
    text: str
    pages: tuple[Page, ...]
    furniture: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """
    A part of a document; `text == document.text[span.start:span.end]`.

    `path` are the headings above it, outermost first. `pages` is (first, last) or None.
    `context` is a line for search only, never shown in an answer, and so is `enriched`, which a model wrote.
    A footnote has its mark in `section` (`note 3`), a part of a sheet its rows in `address` (`rows 31–60`).
    `confidence` (0 to 1) is that of recognised text (OCR), None for text that was text.
    """

    id: PassageId
    document: DocumentId
    ordinal: int
    span: Span
    text: str
    path: tuple[str, ...] = ()
    section: str | None = None
    address: str | None = None
    pages: tuple[int, int] | None = None
    language: str | None = None
    kind: PassageKind = "text"
    context: str = ""
    confidence: float | None = None
    enriched: str = ""


@dataclass(frozen=True, slots=True)
class Warned:
    """One thing worth knowing about how a document was read: `code` for programs, `text` for people."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class PageReport:
    """
    What became of one physical page.

    `characters` stand in the text; `furniture` counts running lines, `footnotes` notes, `hidden` characters
    that the page does not show, `pictures` its images. `ocr` is the mean confidence (0 to 1) of a page read
    by OCR. `note` says what else a reader should know. `contents`, `imprint` and `line_numbers` count lines
    that are kept aside.

    `empty` says why nothing of the page stands in the text; None where something does, and in reports that an
    older Belegg wrote, whose `furniture` counts all lines kept aside.
    """

    number: int
    label: str | None = None
    characters: int = 0
    furniture: int = 0
    footnotes: int = 0
    tables: int = 0
    hidden: int = 0
    pictures: int = 0
    ocr: float | None = None
    note: str = ""
    empty: EmptyBecause | None = None
    contents: int = 0
    imprint: int = 0
    line_numbers: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """How one source was read; `failed` holds the reason when nothing could be stored."""

    source: str
    reader: str
    pages: int = 0
    passages: int = 0
    languages: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[Warned, ...] = ()
    seconds: float = 0.0
    failed: str | None = None
    error: str | None = None
    page_reports: tuple[PageReport, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """
    A passage as finished terms, ready for any store.

    Terms carry their name space: `no:oppsig` a stem, `=oppsigelse` a word as written (documents without a
    stemmer, codes and numbers in every document), `no~frist` a part of a compound. Parts stand beside the
    words, not among them: they have no position. Length of a passage = words of the three fields.
    """

    title: tuple[str, ...]
    heading: tuple[str, ...]
    body: tuple[str, ...]
    title_parts: tuple[str, ...] = ()
    heading_parts: tuple[str, ...] = ()
    body_parts: tuple[str, ...] = ()
