"""Whether the quotations of an answer still stand: in the documents of today, and in the versions quoted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

from belegg.library.differences import Run
from belegg.library.removed import removed_told
from belegg.library.turns.withheld import WITHHELD, quotes_of
from belegg.library.versions import changed_words
from belegg.records import Answered, DocumentId, DocumentText, Quote, Span
from belegg.records.runs import StoredRun
from belegg.seams import Reader
from belegg.text.days import date_told
from belegg.text.quotes import check_quote

State = Literal["holds", "changed", "removed", "not here", "nowhere"]
"""
`holds`: today's text has its words. `changed`: the version quoted has them, today's has not. `removed`: the
version quoted has them, the document's file is gone. `not here`: no such document for who asks. `nowhere`:
the document is here, and neither the version quoted nor today's has the words.
"""

STANDS: Final = ("exact", "same words")


@dataclass(frozen=True, slots=True)
class Quoted:
    """
    A quotation as a run or a receipt has it. `text_sha256` is that of the version's whole text, empty where
    the library itself knows the version.
    """

    document: DocumentId
    source: str
    title: str
    version: int
    span: Span
    text: str
    page: int | None
    text_sha256: str = ""
    file_sha256: str = ""


@dataclass(frozen=True, slots=True)
class VerifiedQuote:
    """
    What became of a quotation. `words`: those of its paragraphs that changed since, beside those that did
    not. `page` is where it stands today; `told` says the rest in words.
    """

    quoted: Quoted
    state: State
    page: int | None
    words: tuple[Run, ...]
    told: str


@dataclass(frozen=True, slots=True)
class Verified:
    """
    An answer verified. `withheld` sentences rest on documents that are not here for who asks. `faults` are
    what is wrong with a receipt by itself; `by_library`: its quotations were looked up too.
    """

    name: str
    question: str
    asked_at: str
    quotations: tuple[VerifiedQuote, ...]
    withheld: int = 0
    faults: tuple[str, ...] = ()
    by_library: bool = True

    @property
    def holds(self) -> bool:
        """Whether nothing was found that does not hold."""
        return not self.faults and not self.withheld and all(q.state == "holds" for q in self.quotations)


def quoted_of(quote: Quote) -> Quoted:
    head, span = quote.document, quote.check.span or Span(0, 0)
    return Quoted(
        document=head.id,
        source=head.source,
        title=head.title,
        version=quote.version,
        span=span,
        text=quote.check.text,
        page=quote.page,
        file_sha256=head.sha256,
    )


def verified(reader: Reader, run: StoredRun) -> Verified:
    """A run, as the reader's principal sees it, against the documents that they may read."""
    quotes = dict.fromkeys(quoted_of(quote) for quote in quotes_of(run.answer))
    withheld = 0
    if isinstance(run.answer, Answered):
        withheld = sum(sentence.text == WITHHELD for sentence in run.answer.sentences)
    checked = tuple(verified_quote(reader, quoted) for quoted in quotes)
    return Verified(run.id, run.question, run.started_at, checked, withheld)


def verified_quote(reader: Reader, quoted: Quoted) -> VerifiedQuote:
    """One quotation against today's text, then against the version that it quotes."""
    document = document_of(reader, quoted)
    newest = reader.text(document) if document is not None else None
    if document is None or newest is None:
        return VerifiedQuote(quoted, "not here", None, (), "its document is not here for you")
    check = check_quote(newest.text, quoted.text, newest.furniture)
    gone = newest.head.removed_at is not None
    if check.status in STANDS and check.span is not None and not gone:
        page = page_at(newest, check.span)
        return VerifiedQuote(quoted, "holds", page, (), _moved(quoted, page, newest))
    then = version_quoted(reader, document, quoted)
    if then is None:
        told = "neither the version quoted nor today's text holds its words"
        return VerifiedQuote(quoted, "nowhere", None, (), told)
    if gone:
        told = f"it stands in version {then.version}; the document {removed_told(newest.head)}"
        return VerifiedQuote(quoted, "removed", quoted.page, (), told)
    words = changed_words(reader, then, quoted.span)
    told = (
        f"it stands in version {then.version} ({date_told(then.head)}); today's is version {newest.version} "
        f"({date_told(newest.head)})"
    )
    return VerifiedQuote(quoted, "changed", None, words, told)


def document_of(reader: Reader, quoted: Quoted) -> DocumentId | None:
    """The document by its id; of a receipt from another library that with the same bytes."""
    if reader.text(quoted.document) is not None:
        return quoted.document
    if not quoted.text_sha256:
        return None
    same = (head.id for head in reader.heads() if head.sha256 == quoted.file_sha256)
    return next(same, None)


def version_quoted(reader: Reader, document: DocumentId, quoted: Quoted) -> DocumentText | None:
    """The version that a quotation names, when its words stand at their place in it."""
    newest = reader.text(document)
    numbers = range(newest.version, 0, -1) if newest is not None and quoted.text_sha256 else [quoted.version]
    for number in numbers:
        text = reader.text(document, number)
        if text is None or (quoted.text_sha256 and sha256_of(text.text) != quoted.text_sha256):
            continue
        if text.text[quoted.span.start : quoted.span.end] == quoted.text:
            return text
    return None


def sha256_of(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def page_at(text: DocumentText, span: Span) -> int | None:
    return next((p.number for p in text.pages if p.span.start <= span.start < p.span.end), None)


def _moved(quoted: Quoted, page: int | None, newest: DocumentText) -> str:
    """What changed around words that still hold."""
    parts = []
    if newest.version != quoted.version:
        parts.append(
            f"it was quoted from version {quoted.version}, and stands in version {newest.version} too"
        )
    if page is not None and quoted.page is not None and page != quoted.page:
        parts.append(f"on page {page} now, on page {quoted.page} then")
    return "; ".join(parts)


def failing(checked: Verified) -> Sequence[VerifiedQuote]:
    """The quotations that do not hold today."""
    return [each for each in checked.quotations if each.state != "holds"]
