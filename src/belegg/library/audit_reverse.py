"""The reverse of a leak: what a person may read must be found, opened and quoted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from belegg.errors import UserError
from belegg.library.audit_plants import Garden, Plant
from belegg.library.library import Library
from belegg.records import DocumentHead, DocumentId, Principal, Scope

OWN_TRIED = 5  # of the library's own documents, for each person


def too_strict(
    library: Library,
    who: Principal,
    readable: Sequence[Plant],
    planted: Garden,
    heads: Sequence[DocumentHead],
) -> Iterator[tuple[str, str]]:
    """Where something readable was not given: the surface, and which document."""
    scope = Scope(who)
    listed = {head.id for head in library.documents(scope)}
    reported = {document for document, _ in library.reports(scope)}
    packs = {each.pack.name for each in library.packs(scope)}
    yield from _removed(library, scope, [plant for plant in readable if plant.state == "retired"])
    readable = [plant for plant in readable if plant.state != "retired"]
    for plant in readable:
        in_lists = (("documents", listed), ("reports", reported))
        yield from ((surface, plant.label) for surface, ids in in_lists if plant.id not in ids)
        if plant.pack not in packs:
            yield "packs", plant.label
        yield from ((surface, plant.label) for surface in _not_given(library, scope, plant))
    yield from _crowded_out(library, scope, readable, planted)
    own = [head for head in heads if who.may_read(head.access)]
    for head in own[:: max(1, len(own) // OWN_TRIED)][:OWN_TRIED]:
        if head.id not in listed:
            yield "documents", "document of the library"
        if not _opens(library, scope, head.id, ""):
            yield "read: id", "document of the library"


def _not_given(library: Library, scope: Scope, plant: Plant) -> Iterator[str]:
    for query, surface in ((plant.asked, "search: exact"), (f'"{plant.phrase}"', "search: phrase")):
        if plant.id not in {hit.document.id for hit in library.search(query, scope).hits}:
            yield surface
    for name, surface in ((plant.id, "read: id"), (plant.source, "read: path")):
        if not _opens(library, scope, name, plant.sentence):
            yield surface
    if _quoted(library, scope, plant) != [plant.id]:
        yield "check"


def _removed(library: Library, scope: Scope, gone: Iterable[Plant]) -> Iterator[tuple[str, str]]:
    """Documents whose files are gone are read by name, and quotations of them are found."""
    for plant in gone:
        for name, surface in ((plant.id, "read: id"), (plant.source, "read: path")):
            if not _opens(library, scope, name, plant.sentence):
                yield surface, plant.label
        if plant.id not in _quoted(library, scope, plant):
            yield "check", plant.label


def _quoted(library: Library, scope: Scope, plant: Plant) -> list[DocumentId]:
    quotes = [claim.quote for claim in library.check(f'It says "{plant.sentence}".', scope).claims]
    return [quote.document.id for quote in quotes if quote]


def _crowded_out(
    library: Library, scope: Scope, readable: Iterable[Plant], planted: Garden
) -> Iterator[tuple[str, str]]:
    """Better hits that are hidden must not take the places of those that may be read."""
    found = {hit.document.id for hit in library.search(planted.crowded, scope).hits}
    for plant in readable:
        if plant.kind == "near-duplicate" and plant.id not in found:
            yield "search: a crowded word", plant.label


def _opens(library: Library, scope: Scope, name: str, sentence: str) -> bool:
    try:
        return sentence in library.read(name, scope).text
    except UserError:
        return False
