"""The pages on which a quotation stands, and the place of it on those that are named beside it."""

from __future__ import annotations

from collections.abc import Set

from belegg.records import DocumentText, Page, QuoteCheck, Span
from belegg.text.quotes import PreparedSource, check_quote
from belegg.text.quotes.moving import moved

MARGIN = 600  # characters beside a page, where a quotation over its border begins or ends


def check_on_pages(
    text: DocumentText, quotation: str, pages: Set[str], prepared: PreparedSource | None = None
) -> QuoteCheck:
    """
    The check against a text; of the places where a quotation stands in it, that on one of the pages.

    `pages` are numbers or printed labels, none for any place.
    """
    source = prepared or PreparedSource(text.text, text.furniture)
    check = check_quote(source, quotation)
    if check.status == "not found" or not pages or not pages.isdisjoint(labels_of(text, check)):
        return check
    for page in text.pages:
        if pages.isdisjoint(labels(page)):
            continue
        for margin in (0, MARGIN):
            start = max(0, page.span.start - margin)
            there = check_quote(text.text[start : page.span.end + margin], quotation, text.furniture)
            if there.status == check.status:
                found = moved(there, start)
                if not pages.isdisjoint(labels_of(text, found)):
                    return found
    return check


def labels(page: Page) -> frozenset[str]:
    """What a page may be called: its number among the pages, and the one printed on it."""
    return frozenset(filter(None, (str(page.number), (page.label or "").lower())))


def labels_of(text: DocumentText, check: QuoteCheck) -> frozenset[str]:
    """What the pages may be called on which a quotation stands."""
    return frozenset(label for page in pages_of(text, check) for label in labels(page))


def pages_of(text: DocumentText, check: QuoteCheck) -> list[Page]:
    """The pages on which a quotation stands, each once."""
    spans = check.spans or ((check.span,) if check.span else ())
    found = {page.number: page for page in text.pages if any(_meet(page.span, span) for span in spans)}
    return [found[number] for number in sorted(found)]


def pages_told(text: DocumentText, check: QuoteCheck) -> str:
    """`page 3`, `pages 3–4`, `page 9 (printed 7)`."""
    pages = pages_of(text, check)
    if not pages:
        return "no page"
    numbers = dict.fromkeys(str(page.number) for page in (pages[0], pages[-1]))
    printed = dict.fromkeys(page.label or str(page.number) for page in (pages[0], pages[-1]))
    told = f"{'pages' if len(numbers) > 1 else 'page'} {'–'.join(numbers)}"
    return told if list(numbers) == list(printed) else f"{told} (printed {'–'.join(printed)})"


def _meet(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
