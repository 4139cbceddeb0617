"""
The plain, frozen values that travel from a file to an answer.

Offsets count characters of `Document.text` from 0, end exclusive. Ranks and pages start at 1.
Nothing here reads, writes or computes more than a line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, NewType

DocumentId = NewType("DocumentId", str)
PassageId = NewType("PassageId", str)
PassageKey = NewType("PassageKey", int)
"""A passage inside one store; never leaves it as an id. Order of keys = order of arrival."""

BlockKind = Literal["heading", "paragraph", "list", "table", "code", "quote", "footnote"]
PassageKind = Literal["text", "footnote"]
Mode = Literal["keyword"]
Ranking = Literal["default", "bm25", "cover"]
QuoteStatus = Literal["exact", "same words", "shortened", "not found"]
Verdict = Literal["verified", "downgraded", "abstained"]
AbstentionReason = Literal["not_covered", "sources_conflict", "likely_outdated"]


# ---------------------------------------------------------------- documents


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

    Names in use: address, organisation, published, updated, in_force, identifier, short_title, alias
    (may repeat), ministry, report_number, reference_period, status; others are kept as they came.
    Dates are ISO 8601 where they could be read as dates.
    """

    name: str
    value: str
    origin: str


@dataclass(frozen=True, slots=True)
class Page:
    """A physical page: its number from 1, its printed label when there is one, its part of the text."""

    number: int
    label: str | None
    span: Span


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

    def fact(self, name: str) -> str | None:
        """The first fact of that name."""
        return next((f.value for f in self.facts if f.name == name), None)

    @property
    def date(self) -> str | None:
        """The date that a citation states: updated, published, in force, in this order."""
        return self.fact("updated") or self.fact("published") or self.fact("in_force")


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
    `context` is a line for search only, never shown in an answer.
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


@dataclass(frozen=True, slots=True)
class Warned:
    """One thing worth knowing about how a document was read: `code` for programs, `text` for people."""

    code: str
    text: str


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


# ---------------------------------------------------------------- who asks, and where


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks. `groups` None is the owner of the file, who reads everything in it."""

    id: str
    groups: frozenset[str] | None

    def may_read(self, access: frozenset[str]) -> bool:
        return self.groups is None or not self.groups.isdisjoint(access)


OWNER = Principal("owner", None)


@dataclass(frozen=True, slots=True)
class Scope:
    """
    What one question may touch: the asker's rights and the asker's own filters. Empty tuples do not filter.

    `documents` hold ids; `since`/`until` are ISO dates against `DocumentHead.date` (inclusive).
    """

    principal: Principal
    packs: tuple[str, ...] = ()
    documents: tuple[DocumentId, ...] = ()
    languages: tuple[str, ...] = ()
    organisations: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """What a stage did that a user should know (a word corrected, an arm that found nothing)."""

    stage: str
    text: str


# ---------------------------------------------------------------- search


@dataclass(frozen=True, slots=True)
class Alternative:
    """
    Terms that stand for one query word with one weight.

    `terms` are the word's forms in several languages; a passage holds at most the form of its own
    language, so their document frequencies add up, and the idf is that of the sum.
    """

    terms: tuple[str, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Concept:
    """
    One query word: its score in a passage is the best of its alternatives (max, never the sum).

    `position` is the word's place in the query as typed (small words left out), or None for concepts
    that take no part in the order (compound parts, synonyms).
    """

    word: str
    alternatives: tuple[Alternative, ...]
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Collection:
    """What ranking needs to know of the passages that the asker may see: their number and mean length."""

    passages: int
    mean_length: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage and its first score, as a store returns it."""

    key: PassageKey
    score: float


@dataclass(frozen=True, slots=True)
class Hit:
    """
    A passage found. `rank` counts from 1; `arms` hold each arm's own rank (`{"words": 3}`).

    `snippet` has the matched words marked. `document` is the document's head.
    """

    rank: int
    passage: Passage
    document: DocumentHead
    score: float
    snippet: str
    arms: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Found:
    """The outcome of one search."""

    query: str
    mode: Mode
    hits: tuple[Hit, ...]
    notes: tuple[Note, ...]
    took_ms: float


# ---------------------------------------------------------------- quotations and answers


@dataclass(frozen=True, slots=True)
class Claim:
    """A quotation as somebody gave it, unchecked: its text, its place in the draft, the source it names."""

    text: str
    span: Span | None = None
    source_hint: str | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """What a quotation leaves out of its sentence, and what that holds."""

    text: str
    span: Span
    holds: Literal["negation", "condition", "exception", "none"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One allowed difference between a quotation and its source."""

    kind: str
    in_quote: str
    in_source: str
    offset: int


@dataclass(frozen=True, slots=True)
class QuoteCheck:
    """
    What the check of one quotation against one text said. Made by `text.quotes` only.

    `span` reaches from the first quoted character of the source to the last; `spans` are its pieces.
    `text` is the source's own wording of `span`. `count` is how often the quotation stands there.
    """

    status: QuoteStatus
    span: Span | None = None
    spans: tuple[Span, ...] = ()
    text: str = ""
    differences: tuple[Difference, ...] = ()
    cut: tuple[Cut, ...] = ()
    count: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """A checked quotation of a document: what may be printed as one. `page` is physical, from 1."""

    document: DocumentHead
    version: int
    path: tuple[str, ...]
    section: str | None
    page: int | None
    check: QuoteCheck


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an answer with the quotations that carry it."""

    text: str
    supported: bool
    quotes: tuple[Quote, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done on the way to an answer, in the user's words."""

    action: str
    detail: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer: sentences with their quotations. `model` is None when no model wrote it."""

    question: str
    verdict: Literal["verified", "downgraded"]
    sentences: tuple[Sentence, ...]
    nearest: tuple[Hit, ...]
    trace: tuple[Step, ...]
    notes: tuple[Note, ...]
    model: str | None = None


@dataclass(frozen=True, slots=True)
class Abstained:
    """No answer, and why: the reason, what was searched, and the nearest material."""

    question: str
    reason: AbstentionReason
    explanation: str
    nearest: tuple[Hit, ...]
    trace: tuple[Step, ...]
    notes: tuple[Note, ...]
    model: str | None = None


Answer = Answered | Abstained


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What `forget` removed, counted."""

    document: DocumentId
    versions: int
    passages: int
    postings: int
    original_bytes: int
    quotations: int


Vector = Sequence[float]
