"""What a model wrote about documents and their passages, on its way into a store and out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belegg.records.documents import DocumentId, Fact, Passage, Terms


@dataclass(frozen=True, slots=True)
class Enrichment:
    """
    How a document is to be described and found: title, language and facts, passages with the lines of
    `model`, and their terms and the document's names. An empty `model`: as it is by rule. `by_rule` are title
    and language without the model. The passages are those that are there, but for language and `enriched`.
    """

    model: str
    title: str
    language: str | None
    facts: tuple[Fact, ...]
    passages: Sequence[Passage]
    terms: Sequence[Terms]
    names: Sequence[str]
    by_rule: tuple[str, str | None]

    @property
    def lines(self) -> int:
        """Passages with a line of the model."""
        return sum(bool(passage.enriched) for passage in self.passages)


@dataclass(frozen=True, slots=True)
class EnrichedDocument:
    """A current document as a model enriched it: how many lines it has, title and language by rule."""

    document: DocumentId
    model: str
    lines: int
    title: str
    language: str | None


@dataclass(frozen=True, slots=True)
class WrittenByModel:
    """What of a document a model wrote: how many context lines, and which facts, by name."""

    model: str
    lines: int
    facts: tuple[str, ...]
