"""Checking the quotations of a draft: the source it names first, then every document that could hold them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from belegg.errors import UserError
from belegg.library.lookup import document_called
from belegg.records import Claim, DocumentId, DocumentText, Hit, Passage, Quote, QuoteCheck, Span
from belegg.seams import Reader
from belegg.text.quotes import check_quote
from belegg.text.words import words

MOST_DOCUMENTS = 10
MOST_WORDS = 40  # of a quotation, to find where it could stand
BEST_FIRST = ("exact", "same words", "shortened", "not found")

Finder = Callable[[str], Iterable[Hit]]
"""Hits for a query, within the asker's scope."""


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """
    A quotation of a draft and where it stands. `quote` is None when no readable document holds it.

    `check` says why when it was not found. `note` tells what the status alone would hide: that another
    document holds it than the one named, or only an earlier version.
    """

    claim: Claim
    check: QuoteCheck
    quote: Quote | None
    note: str = ""


def check_claim(reader: Reader, find: Finder, claim: Claim) -> CheckedClaim:
    """Check one quotation against the documents that the reader may see."""
    hinted = named_document(reader, claim)
    places = candidates(find, claim, hinted)
    best: CheckedClaim | None = None
    for current in (True, False):  # earlier versions only when no current text holds it
        for text in texts(reader, places, current):
            checked = checked_against(reader, claim, text, hinted)
            if best is None or better(checked, best):
                best = checked
            if best.check.status == "exact":
                return best
        if best is not None and best.quote is not None:
            return best
    return best or CheckedClaim(
        claim, QuoteCheck("not found", reason="no document has words of it"), None, missing(claim, hinted)
    )


def candidates(find: Finder, claim: Claim, hinted: DocumentId | None) -> list[DocumentId]:
    """Documents that could hold the quotation: the named one, then by search on its words."""
    query = " ".join(word.text for word in words(claim.text)[:MOST_WORDS])
    found = [hit.passage.document for hit in find(query)] if query else []
    return list(dict.fromkeys([*([hinted] if hinted else []), *found]))[:MOST_DOCUMENTS]


def named_document(reader: Reader, claim: Claim) -> DocumentId | None:
    """The document that the draft names beside the quotation, when there is exactly one such."""
    if not claim.source_hint:
        return None
    try:
        return document_called(reader, claim.source_hint).id
    except UserError:  # nothing of that name, or several: the search decides, and the note says so
        return None


def texts(reader: Reader, documents: Iterable[DocumentId], current: bool) -> Iterator[DocumentText]:
    """The documents' current texts, or their earlier ones, newest first."""
    for document in documents:
        text = reader.text(document)
        if text is not None and current:
            yield text
        elif text is not None:
            earlier = (reader.text(document, n) for n in range(text.version - 1, 0, -1))
            yield from (old for old in earlier if old is not None)


def checked_against(
    reader: Reader, claim: Claim, text: DocumentText, hinted: DocumentId | None
) -> CheckedClaim:
    check = check_quote(text.text, claim.text, text.furniture)
    if check.status == "not found" or check.span is None:
        return CheckedClaim(claim, check, None, missing(claim, hinted))
    quote = placed(reader, text, check, check.span)
    notes = []
    if claim.source_hint and hinted != text.head.id:
        notes.append(f"the draft names `{claim.source_hint}`; it stands in `{text.head.source}`")
    if not text.current:
        notes.append(f"it stands in version {text.version}; the document has changed since")
    return CheckedClaim(claim, check, quote, "; ".join(notes))


def missing(claim: Claim, hinted: DocumentId | None) -> str:
    """What to add when a quotation was found nowhere."""
    if claim.source_hint and hinted is None:
        return f"`{claim.source_hint}` names no document here; those with its words were tried"
    return ""


def placed(reader: Reader, text: DocumentText, check: QuoteCheck, span: Span) -> Quote:
    """The quotation with its page and the headings above it; an earlier version has no headings stored."""
    page = next((p.number for p in text.pages if p.span.start <= span.start < p.span.end), None)
    passage = passage_at(reader, text, span) if text.current else None
    return Quote(
        document=replace(text.head, version=text.version),
        version=text.version,
        path=passage.path if passage else (),
        section=passage.section if passage else None,
        page=page,
        check=check,
    )


def passage_at(reader: Reader, text: DocumentText, span: Span) -> Passage | None:
    """The last passage that begins at or before the span."""
    before = [p for p in reader.passages_of(text.head.id) if p.span.start <= span.start]
    return max(before, key=lambda p: p.span.start, default=None)


def better(one: CheckedClaim, other: CheckedClaim) -> bool:
    return BEST_FIRST.index(one.check.status) < BEST_FIRST.index(other.check.status)
