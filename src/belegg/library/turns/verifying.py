"""Whether the quotations of an answer still stand: in the documents of today, and in the versions quoted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

from belegg.library.differences import Run
from belegg.library.removed import removed_told
from belegg.library.turns.withheld import WITHHELD, quotes_of
from belegg.library.versions import changed_words
from belegg.records import Answered, DocumentHead, DocumentId, DocumentText, Quote, Span
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
    newest = newest_of(reader, quoted)
    if newest is None:
        return VerifiedQuote(quoted, "not here", None, (), "its document is not here for you")
    check = check_quote(newest.text, quoted.text, newest.furniture)
    gone = newest.head.removed_at is not None
    if check.status in STANDS and check.span is not None and not gone:
        page = page_at(newest, check.span)
        return VerifiedQuote(quoted, "holds", page, (), _moved(quoted, page, newest))
    then = version_quoted(reader, quoted, newest)
    if then is None:
        told = "neither the version quoted nor today's text holds its words"
        return VerifiedQuote(quoted, "nowhere", None, (), told)
    if gone:
        told = f"it stands in version {then.version}; the document {removed_told(newest.head)}"
        return VerifiedQuote(quoted, "removed", quoted.page, (), told)
    words = changed_words(reader, then, quoted.span, newest)
    now = f", now at `{newest.head.source}`" if newest.head.source != quoted.source else ""
    told = (
        f"it stands in version {then.version} ({date_told(then.head)}); today's is version {newest.version} "
        f"({date_told(newest.head)}){now}"
    )
    return VerifiedQuote(quoted, "changed", None, words, told)


def newest_of(reader: Reader, quoted: Quoted) -> DocumentText | None:
    """
    Today's text of what is quoted: of its own document; of one whose file has the same bytes, where that one
    is gone or was never here (a file that was renamed, a receipt from elsewhere), as its newest version or as
    an earlier one; of the document that is gone. None: no such document is here for who asks.
    """
    own = reader.text(quoted.document)
    if own is not None and own.head.removed_at is None:
        return own
    bytes_known = {quoted.file_sha256, *([own.head.sha256] if own is not None else [])} - {""}
    twin = next((head for sha in sorted(bytes_known) for head in by_bytes(reader).get(sha, ())), None)
    return own if twin is None else reader.text(twin.id)


def by_bytes(reader: Reader) -> Mapping[str, Sequence[DocumentHead]]:
    """Today's documents by the SHA-256 of every version's file; those that have it today come first."""

    def made() -> dict[str, list[DocumentHead]]:
        heads, found = list(reader.heads()), dict[str, list[DocumentHead]]()
        for head in heads:
            found.setdefault(head.sha256, []).append(head)
        for head in heads:
            for number in range(head.version - 1, 0, -1):
                earlier = reader.text(head.id, number)
                if earlier is not None:
                    found.setdefault(earlier.head.sha256, []).append(head)
        return found

    return reader.once("documents by the bytes of their files", made)


def version_quoted(reader: Reader, quoted: Quoted, newest: DocumentText) -> DocumentText | None:
    """
    The version that a quotation names, when its words stand at their place in it. A receipt knows it by its
    text, and it may be one of the document that has the same bytes here.
    """
    own = (quoted.document, quoted.version)
    every = [(newest.head.id, number) for number in range(newest.version, 0, -1)]
    for document, number in dict.fromkeys((own, *every)) if quoted.text_sha256 else [own]:
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
    if newest.head.id != quoted.document:
        parts.append(f"now at `{newest.head.source}`")
    elif newest.version != quoted.version:
        parts.append(
            f"it was quoted from version {quoted.version}, and stands in version {newest.version} too"
        )
    if page is not None and quoted.page is not None and page != quoted.page:
        parts.append(f"on page {page} now, on page {quoted.page} then")
    return "; ".join(parts)


def failing(checked: Verified) -> Sequence[VerifiedQuote]:
    """The quotations that do not hold today."""
    return [each for each in checked.quotations if each.state != "holds"]
