"""A stored document as it is by rule, whatever a model has added to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from belegg.library.enriching.voice import content_hash, origin_of
from belegg.reading.read import file_name
from belegg.records import Document, DocumentHead, DocumentId, Fact, Passage
from belegg.records.enriching import EnrichedDocument
from belegg.seams import Reader
from belegg.text.language import passage_language

PARTS = ("title", "organisation", "published", "reference_period", "report_number", "language")
"""What a model is asked about a document; which of it lacks decides what is used."""

OPENING_PAGES = 3
OPENING_CHARACTERS = 8_000


@dataclass(frozen=True, slots=True)
class Plain:
    """
    A document by rule: `title`, `language`, `facts` and `passages` as its reader made them. `stored` are head
    and passages as they stand now; `opening` its first pages; `content` names its whole `text`.
    """

    head: DocumentHead
    title: str
    language: str | None
    facts: tuple[Fact, ...]
    passages: tuple[Passage, ...]
    stored: tuple[Passage, ...]
    opening: str
    text: str
    content: bytes

    @property
    def file_name(self) -> str:
        return PurePosixPath(self.head.source).name

    @property
    def lacking(self) -> tuple[str, ...]:
        """What rules did not find. A title that is the file's name was not found."""
        known = {fact.name for fact in self.facts}
        if self.title != file_name(self.head.source):
            known.add("title")
        if self.language is not None:
            known.add("language")
        return tuple(name for name in PARTS if name not in known)

    def described(self, title: str, language: str | None, facts: tuple[Fact, ...]) -> Document:
        """The document without its text, under another description."""
        head = self.head
        return Document(head.id, head.source, head.pack, title, "", language, access=head.access, facts=facts)


def plain(reader: Reader, document: DocumentId, enriched: EnrichedDocument | None) -> Plain | None:
    """The document by rule; None when it is not there any more. `enriched`: what was made of it."""
    head, text = reader.head(document), reader.text(document)
    if head is None or text is None:
        return None
    stored = tuple(reader.passages_of(document))
    title = enriched.title if enriched else head.title
    language = enriched.language if enriched else head.language
    facts = head.facts
    if enriched is not None:
        facts = tuple(fact for fact in facts if fact.origin != origin_of(enriched.model))
    pages = [page.span.end for page in text.pages if page.number <= OPENING_PAGES]
    opening = text.text[: min(max(pages, default=OPENING_CHARACTERS), OPENING_CHARACTERS)]
    passages = tuple(replace(passage, enriched="") for passage in stored)
    if head.language != language:
        passages = spoken(passages, language)
    return Plain(head, title, language, facts, passages, stored, opening, text.text, content_hash(text.text))


def spoken(passages: tuple[Passage, ...], language: str | None) -> tuple[Passage, ...]:
    """The passages as those of a document of that language."""
    return tuple(replace(each, language=passage_language(each.text, language)) for each in passages)
