"""
What was recognised on pages that are pictures, kept with the document: a file that is read again goes on from
there, after a lot of a long scan as after a newer reader. Recognition takes seconds a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from belegg.reading.content import Kept
from belegg.records import OWNER, Page, Scope
from belegg.seams import Known, Store

KeptOf = Callable[[Known, str], Kept]
"""The pages of a known source that were recognised, when its text came from the bytes of that SHA-256."""


def nothing_kept(known: Known, sha256: str) -> Kept:
    """For a store that remembers nothing."""
    return {}


def kept_by(store: Store) -> KeptOf:
    """As a store remembers them. Each look is one short reading of it, from any thread."""

    def kept(known: Known, sha256: str) -> Kept:
        with store.reading(Scope(OWNER)) as reader:
            head = reader.head(known.document)
            if head is None or head.sha256 != sha256:
                return {}
            layouts = ((n, reader.page_layout(known.document, n) or b"") for n in range(1, head.pages + 1))
            return recognised_of(layouts)

    return kept


def recognised_in(pages: Iterable[Page]) -> Kept:
    """The pages of a document that were recognised."""
    return recognised_of((page.number, page.layout) for page in pages if page.layout)


def recognised_of(layouts: Iterable[tuple[int, bytes]]) -> Kept:
    from belegg.reading.pdf.layout import recognised_in

    return {number: layout for number, layout in layouts if recognised_in(layout)}
