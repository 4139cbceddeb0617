"""What a Library does with one document's text: methods that it takes over from here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from belegg.records import DocumentHead, Note, Quote, Scope
from belegg.search.given_dates import day

if TYPE_CHECKING:
    from belegg.library.beside import Beside, Heading
    from belegg.library.excerpt import Excerpt
    from belegg.library.versions import DocumentDiff, Version
    from belegg.stores.engine.store import EngineStore


class ReadsDocuments:
    """An open library whose documents are read."""

    store: EngineStore

    def read(
        self,
        name: str,
        scope: Scope,
        *,
        section: str | None = None,
        pages: str | None = None,
        version: int | None = None,
        as_of: str | None = None,
    ) -> Excerpt:
        """
        A document by id, path, name or passage id: whole, one section, some pages, an earlier version, or the
        version that was the newest on the day `as_of`.
        """
        from belegg.library.excerpt import excerpt
        from belegg.search.succession import successions

        with self.store.reading(scope) as reader:
            part = excerpt(reader, name, section, pages, version, day(as_of))
            return replace(part, succession=successions(reader, part.document))

    def diff(
        self, name: str, scope: Scope, *, old: int | None = None, new: int | None = None
    ) -> DocumentDiff:
        """
        What changed from one version of a document to another: by default from the last but one to the last.

        Raises UnknownDocument, and BadInput when there is no such version, or none before it.
        """
        from belegg.library.versions import diff

        with self.store.reading(scope) as reader:
            return diff(reader, name, old, new)

    def beside(self, quotes: Sequence[Quote], scope: Scope) -> list[Beside | None]:
        """Each quotation in its place, with the words around it and the pages; None where it is not here."""
        from belegg.library.beside import beside

        with self.store.reading(scope) as reader:
            return beside(reader, quotes)

    def outline(self, name: str, scope: Scope) -> list[Heading]:
        """The headings of a document's newest text, in order. Raises UnknownDocument."""
        from belegg.library.beside import outline
        from belegg.search.called import document_called

        with self.store.reading(scope) as reader:
            return outline(reader, document_called(reader, name, removed=True).id)

    def versions(self, name: str, scope: Scope) -> list[Version]:
        """The versions that one may read, the oldest first. Raises UnknownDocument."""
        from belegg.library.versions import listed

        with self.store.reading(scope) as reader:
            return listed(reader, name)

    def notes_of_the_day(self, scope: Scope) -> list[Note]:
        """What a list of documents on a day (`Scope.as_of`) does not show; none for a scope without a day."""
        from belegg.search.days import notes_of_the_day

        with self.store.reading(scope) as reader:
            notes = notes_of_the_day(reader)
            heads = list(reader.heads()) if scope.as_of else []
        return [*notes, *self._succession(scope, heads)]

    def _succession(self, scope: Scope, heads: Iterable[DocumentHead]) -> list[Note]:
        """
        What was replaced by what, of documents shown for a day: the other one may be valid on another day,
        and outside of the scope's other filters.
        """
        from belegg.search.succession import notes_of_succession

        if scope.as_of is None:
            return []
        with self.store.reading(Scope(scope.principal)) as reader:
            return notes_of_succession(reader, heads)
