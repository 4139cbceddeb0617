"""
A long document cannot fill the page.

On each ten hits stand two passages of a document at most; of an act, whose sections are answers of their own,
four. What finds no room on one page comes on the next: nothing is lost to who asks for a hundred.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from belegg.records import DocumentId
from belegg.seams import Reader
from belegg.search.settings import SearchSettings

PAGE = 10


def cap_per_document(documents: Sequence[DocumentId], at_most: int) -> list[int]:
    """The places (from 0) of the first `at_most` passages of each document, in the order given."""
    seen: Counter[DocumentId] = Counter()
    kept = []
    for place, document in enumerate(documents):
        seen[document] += 1
        if seen[document] <= at_most:
            kept.append(place)
    return kept


def cap_per_page(
    documents: Sequence[DocumentId], of_acts: frozenset[DocumentId], limit: int, settings: SearchSettings
) -> list[int]:
    """
    The places (from 0) page by page: in the order given, what a page has no room for before all others on the
    next. A page that cannot be filled stays short, and the last one of `limit` hits then ends the list.
    """
    waiting: Sequence[int] = range(len(documents))
    kept: list[int] = []
    pages = 0
    while waiting:
        page, waiting = _one_page(waiting, documents, of_acts, settings)
        kept += page
        pages += 1
        if len(page) < PAGE and pages * PAGE >= limit:
            break
    return kept


def _one_page(
    waiting: Sequence[int],
    documents: Sequence[DocumentId],
    of_acts: frozenset[DocumentId],
    settings: SearchSettings,
) -> tuple[list[int], list[int]]:
    """The places of one page, and those left for the next."""
    seen: Counter[DocumentId] = Counter()
    page: list[int] = []
    left: list[int] = []
    for number, place in enumerate(waiting):
        if len(page) == PAGE:
            return page, [*left, *waiting[number:]]
        document = documents[place]
        room = settings.per_page_of_act if document in of_acts else settings.per_page
        if seen[document] < room:
            seen[document] += 1
            page.append(place)
        else:
            left.append(place)
    return page, left


def acts_among(
    documents: Sequence[DocumentId], reader: Reader, settings: SearchSettings
) -> frozenset[DocumentId]:
    """Those documents of packs of law that have more passages than a page holds of others."""
    packs = {pack.name for pack in reader.packs() if pack.kind == "law"}
    if not packs:
        return frozenset()
    many = [document for document, n in Counter(documents).items() if n > settings.per_page]
    heads = reader.heads_of(many)
    return frozenset(document for document in many if document in heads and heads[document].pack in packs)


def rows_to_fetch(limit: int) -> int:
    """Twelve times the limit, up to 400 (never fewer than asked for), so that the cap leaves full pages."""
    return max(limit, min(12 * limit, 400))
