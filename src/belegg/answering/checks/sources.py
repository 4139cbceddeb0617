"""The documents that a draft quotes, each fetched once, as far as the asker may read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import regex

from belegg.records import DocumentId, DocumentText, Passage
from belegg.seams import Reader
from belegg.text.quotes import PreparedSource

Documents = Callable[[str], DocumentId | None]
"""The document that a draft calls by a name: its handle, its title."""
Elsewhere = Callable[[str], Iterable[DocumentId]]
"""Documents in the asker's scope that may hold some words, the likeliest first."""

_MARKS = regex.compile(r"^\s*(?:#{1,6}\s+|[-*+•▪–]\s+|>\s*|\|)|[*_`]+|\|?\s*$")
_NUMBER = regex.compile(r"^(?:§+\s*)?[\dIVXivx]+(?:[.-]\d+)*[.)]?\s+")


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A document's newest text, ready to be checked against, with its passages."""

    text: DocumentText
    prepared: PreparedSource
    passages: Sequence[Passage]
    lines_that_name: frozenset[str]
    """Its title, headings and page furniture, plain: they say nothing by themselves."""

    def names_only(self, line: str) -> bool:
        """Whether a line is a heading, the title, or furniture."""
        plain = plain_line(line)
        return line.lstrip().startswith("#") or (bool(plain) and plain in self.lines_that_name)


class Sources:
    """
    What a reader gives of documents; None for one that is absent or was removed, or that the asker may not
    read.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._held: dict[DocumentId, Source | None] = {}

    def of(self, document: DocumentId) -> Source | None:
        if document not in self._held:
            text = self._reader.text(document)
            self._held[document] = None if text is None or text.head.removed_at else self._source(text)
        return self._held[document]

    def _source(self, text: DocumentText) -> Source:
        passages = self._reader.passages_of(text.head.id)
        headings = {heading for passage in passages for heading in passage.path}
        prepared = PreparedSource(text.text, text.furniture)
        lines = (text.head.title, *headings, *prepared.lines)
        plain = {form for line in lines for form in (plain_line(line), plain_line(_NUMBER.sub("", line)))}
        return Source(text, prepared, passages, frozenset(plain - {""}))


def plain_line(line: str) -> str:
    """A line without marks of headings, lists and emphasis, its spaces single, in lower case."""
    return " ".join(_MARKS.sub(" ", line).split()).casefold().rstrip(" .:")
