"""Checking the quotations of a draft: the source it names first, then every document that could hold them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from belegg.answering.placing import placed
from belegg.library.citing import Misnamed, Named, checked_in, misnamed, named_beside
from belegg.library.removed import Gone, removed_told
from belegg.library.versions import Today, today_of
from belegg.records import Claim, DocumentId, DocumentText, Hit, Note, Quote, QuoteCheck
from belegg.seams import Reader
from belegg.text.counted import counted
from belegg.text.days import date_told
from belegg.text.drafts import find_claims, scare_quotes
from belegg.text.words import words

MOST_DOCUMENTS = 10
LEAST_IN_A_ROW = 3  # words
MOST_WORDS = 40  # of a quotation, to find where it could stand
BEST_FIRST = ("exact", "same words", "shortened", "not found")

Finder = Callable[[str], Iterable[Hit]]
"""Hits for a query, within the asker's scope."""


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """
    A quotation of a draft and where it stands. `quote` is None when no readable document holds it.

    `check` says why when it was not found. `note` tells what the status alone would hide: that it stands
    somewhere else than the draft says (`misnamed`), or only in an earlier version: `today` is what stands
    there in the newest one.
    """

    claim: Claim
    check: QuoteCheck
    quote: Quote | None
    note: str = ""
    misnamed: tuple[Misnamed, ...] = ()
    today: Today | None = None

    @property
    def is_right(self) -> bool:
        """Whether its words were found, and stand where the draft says."""
        return self.check.status != "not found" and not self.misnamed


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """Every quotation of a draft, in its order, and what the reader of the outcome should know."""

    claims: tuple[CheckedClaim, ...]
    notes: tuple[Note, ...]


def check_draft(reader: Reader, find: Finder, draft: str) -> CheckedDraft:
    """Check every quotation in a draft. Too few words in quotation marks to be one are passed over."""
    gone = Gone(reader)
    claims = tuple(check_claim(reader, find, claim, gone) for claim in find_claims(draft))
    passed_over = scare_quotes(draft)
    few = f"too short to be checked as quotations: {counted(passed_over, 'passage')} in quotation marks"
    notes = [few] if passed_over else []
    return CheckedDraft(claims, tuple(Note("check", text) for text in (*notes, *gone.told())))


def check_claim(reader: Reader, find: Finder, claim: Claim, gone: Gone) -> CheckedClaim:
    """Check one quotation against the documents that the reader may see, those that are gone last."""
    named = named_beside(reader, claim)
    places = list(dict.fromkeys([*named.documents, *found_by_words(find, claim)]))[:MOST_DOCUMENTS]
    best: CheckedClaim | None = None
    for current in (True, False):  # earlier versions only when no current text holds it
        for text in texts(reader, places, current):
            checked = checked_against(reader, claim, text, named)
            if best is None or worth(checked) < worth(best):
                best = checked
            if best.check.status == "exact" and best.is_right:
                return best
        if best is not None and best.quote is not None:
            return best
    for text in gone.holding(claim.text):
        checked = checked_against(reader, claim, text, named)
        if checked.quote is not None:
            return checked
    return best or CheckedClaim(claim, QuoteCheck("not found"), None, nowhere(claim, named))


def worth(checked: CheckedClaim) -> tuple[bool, int, int, int, int]:
    """
    Best first: found, where the draft says, by status; of two shortened ones, that which leaves out less;
    of two misses, the nearer.
    """
    status = BEST_FIRST.index(checked.check.status)
    left_out = sum(c.span.end - c.span.start for c in checked.check.cut)
    return checked.quote is None, len(checked.misnamed), status, left_out, -checked.check.agreed


def is_near(quotation: str, agreed: int) -> bool:
    """
    Whether a text comes near enough to a quotation that it lacks to be named beside it: a quarter of the
    words stand there in a row, and at least three (of three words two).
    """
    count = len(words(quotation))
    return agreed >= max(min(LEAST_IN_A_ROW, count - 1), count / 4, 1)


def found_by_words(find: Finder, claim: Claim) -> list[DocumentId]:
    """Documents that a search for the quotation's words finds. Nothing in it is read as a query's syntax."""
    query = " ".join(word.text for word in words(claim.text)[:MOST_WORDS])
    return [hit.passage.document for hit in find(query)] if query else []


def texts(reader: Reader, documents: Iterable[DocumentId], current: bool) -> Iterator[DocumentText]:
    """The documents' current texts, or their earlier ones, newest first."""
    for document in documents:
        text = reader.text(document)
        if text is not None and current:
            yield text
        elif text is not None:
            earlier = (reader.text(document, n) for n in range(text.version - 1, 0, -1))
            yield from (old for old in earlier if old is not None)


def checked_against(reader: Reader, claim: Claim, text: DocumentText, named: Named) -> CheckedClaim:
    check = checked_in(text, claim, named)
    if check.status == "not found" or check.span is None:
        tells = text.head.id in named.documents or is_near(claim.text, check.agreed)
        nearest = f"nearest, `{text.head.source}`: {check.reason}" if check.reason and tells else ""
        notes = [part for part in (nearest, nowhere(claim, named)) if part]
        return CheckedClaim(claim, check, None, "; ".join(notes))
    passages = reader.passages_of(text.head.id) if text.current else ()
    quote = placed(text, check, check.span, passages)
    wrong = tuple(misnamed(quote, text, claim, named))
    today = None if text.current else today_of(reader, text, check.span)
    return CheckedClaim(claim, check, quote, "; ".join(remarks(claim, text, named, wrong)), wrong, today)


def remarks(claim: Claim, text: DocumentText, named: Named, wrong: Sequence[Misnamed]) -> Iterator[str]:
    """What the status alone would hide."""
    yield from map(str, wrong)
    if claim.source_hint and not named.documents:
        yield f"the draft names `{claim.source_hint}`; it stands in `{text.head.source}`"
    if text.head.removed_at is not None:
        yield f"the document {removed_told(text.head)}; it stands in version {text.version}"
    elif not text.current:
        yield f"it stands in version {text.version} ({date_told(text.head)}); the document has changed since"
    if claim.page_hint and not text.pages:
        yield f"the draft names {claim.page_hint}; `{text.head.source}` has no pages"


def nowhere(claim: Claim, named: Named) -> str:
    """What to add when a quotation was found nowhere."""
    if claim.source_hint and not named.documents:
        return f"`{claim.source_hint}` names no document here; those with its words were tried"
    return ""
