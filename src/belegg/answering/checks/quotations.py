"""Each quotation of a sentence: in the document and on the page that it names first, then elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import regex

from belegg.answering.checks.nearest import nearest_text
from belegg.answering.checks.of_figures import is_of_figures
from belegg.answering.checks.sources import Documents, Elsewhere, Source, Sources
from belegg.answering.checks.telling import called, for_the_model
from belegg.answering.placing import placed
from belegg.records import Claim, DocumentId, Quote, QuoteCheck, Span
from belegg.text.figure_lines import figure_line_at
from belegg.text.page_hints import named_pages
from belegg.text.quoted_pages import check_on_pages, labels_of, pages_told
from belegg.text.quotes import check_quote
from belegg.text.quotes.moving import moved
from belegg.text.quotes.sentence import beginning_of, end_of
from belegg.text.words import holds_digit, words

MOST_ELSEWHERE = 10
"""Documents tried when the named one does not hold a quotation."""
FEWEST_ELSEWHERE = 5
"""Words of a quotation that is looked for in other documents: fewer stand anywhere by chance."""
FEWEST_WORDS = 3
"""Words of a quotation that may stand anywhere; a shorter one must be a whole line, or a figure said once."""
MOST_WORDS_OF_A_NAME = 5
MOST_SHOWN = 160
"""Characters of a quotation that a message repeats."""
_BARE_PAGE = regex.compile(r"\s*[\divxlcIVXLC]{1,6}(?:\s?[-–—]\s?\d{1,4})?\s*")


@dataclass(frozen=True, slots=True)
class ClaimProof:
    """What became of one quotation: where it stands, or why it fails; what was put right about it."""

    claim: Claim
    quote: Quote | None = None
    failure: str = ""
    remark: str = ""


class Quotations:
    """Checks quotations against the documents that a reader gives."""

    def __init__(self, sources: Sources, documents: Documents, elsewhere: Elsewhere | None = None) -> None:
        self._sources = sources
        self._documents = documents
        self._elsewhere = elsewhere

    def check(self, claim: Claim) -> ClaimProof:
        named = self.named_by(claim)
        source = self._sources.of(named) if named is not None else None
        if source is not None and (found := _found_in(source, claim)) is not None:
            return found
        if (found := self._found_elsewhere(claim, named)) is not None:
            named_head = source.text.head if source else None
            there = called(found.quote.document, named_head) if found.quote else ""
            lacks = (
                f"not in {called(named_head, found.quote.document if found.quote else None)}"
                if named_head is not None
                else "and no document that was shown is named"
            )
            remark = f"“{short(claim.text)}”: found in {there}, {lacks}"
            return ClaimProof(claim, found.quote, found.failure, remark)
        return ClaimProof(claim, failure=_why(claim, source))

    def named_by(self, claim: Claim) -> DocumentId | None:
        """The document that a claim names."""
        return self._documents(claim.source_hint) if claim.source_hint else None

    def _found_elsewhere(self, claim: Claim, named: DocumentId | None) -> ClaimProof | None:
        if self._elsewhere is None or len(words(claim.text)) < FEWEST_ELSEWHERE:
            return None
        for document in islice(self._elsewhere(claim.text), MOST_ELSEWHERE):
            source = self._sources.of(document) if document != named else None
            found = _found_in(source, Claim(claim.text)) if source is not None else None
            if found is not None and found.quote is not None:
                return found
        return None


def _found_in(source: Source, claim: Claim) -> ClaimProof | None:
    text = source.text
    pages = named_pages(_as_page(claim.page_hint), text.head.language) if text.pages else frozenset()
    check = check_on_pages(text, claim.text, pages, source.prepared)
    if check.status == "not found" or check.span is None:
        return None
    if is_of_figures(text.head):
        check = _whole_lines(source, check, check.span)
    quote = placed(text, check, check.span or Span(0, 0), source.passages)
    if problem := _too_short(source, quote):
        return ClaimProof(claim, failure=problem)
    remark = ""
    if pages and pages.isdisjoint(labels_of(text, check)):
        stands = pages_told(text, check)
        remark = (
            f"“{short(claim.text)}”: {_as_page(claim.page_hint)} was named; it stands on {stands} of "
            f"{called(text.head)}"
        )
    return ClaimProof(claim, quote, remark=remark)


def _whole_lines(source: Source, check: QuoteCheck, span: Span) -> QuoteCheck:
    """Of figures the whole lines that are quoted: a line says of what its figure is."""
    text = source.text.text
    start, end = beginning_of(text, span.start), end_of(text, span.end)
    whole = moved(check_quote(text[start:end], text[start:end]), start)
    is_line = figure_line_at(text, span.start) is not None and whole.status == "exact"
    return whole if is_line and check.status != "shortened" else check


def _as_page(hint: str | None) -> str:
    """`4` is `page 4`: what a model gives for a page is often the bare number."""
    return f"page {hint.strip()}" if hint and _BARE_PAGE.fullmatch(hint) else hint or ""


def _too_short(source: Source, quote: Quote) -> str:
    """Why a quotation of one or two words cannot stand alone; empty when it can."""
    said = quote.check.text
    if quote.check.span is None or (len(words(said)) >= FEWEST_WORDS and not is_bare_name(said)):
        return ""
    if holds_digit(said) and quote.check.count == 1:
        return ""
    line = line_around(source.text.text, quote.check.span)
    if said.strip(" .|*_-") == line.strip(" .|*_-#"):
        return ""
    if holds_digit(said):
        return (
            f"“{said}” stands {quote.check.count:,} times in {called(source.text.head)}: "
            "quote it with its row or its line"
        )
    if len(words(said)) >= FEWEST_WORDS:
        return f"“{said}” only names something: quote what is said of it"
    return f"“{said}” is too short to be a quotation: quote at least {FEWEST_WORDS} words"


def is_bare_name(text: str) -> bool:
    """Whether a text is a few capitalised words and no more (`Libyan National Army`): it says nothing."""
    found = [word for word in text.split() if any(map(str.isalpha, word))]
    few = 0 < len(found) <= MOST_WORDS_OF_A_NAME
    return few and not holds_digit(text) and all(word.lstrip("“‘'\"(«")[:1].isupper() for word in found)


def line_around(text: str, span: Span) -> str:
    """The whole lines on which a span stands."""
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    return text[start : end if end >= 0 else len(text)]


def _why(claim: Claim, source: Source | None) -> str:
    """Why a quotation was not found, with what stands nearest."""
    said = f"“{short(claim.text)}”"
    if source is None:
        named = (
            f"`{claim.source_hint}` is no document that was shown" if claim.source_hint else "it names none"
        )
        return f"{said} was not checked: {named}; name the document that holds it"
    title = f"{called(source.text.head)}{for_the_model(claim.source_hint)}"
    reason = check_on_pages(source.text, claim.text, frozenset(), source.prepared).reason
    near = nearest_text(source.text.text, claim.text)
    nearest = f"; what stands nearest there: “{near}”" if near else ""
    return f"{said} does not stand in {title}: {reason}{nearest}"


def short(text: str) -> str:
    """A text on one line, cut where a message would become a wall."""
    line = " ".join(text.split())
    return line if len(line) <= MOST_SHOWN else line[: MOST_SHOWN - 1].rstrip() + "…"
