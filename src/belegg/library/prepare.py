"""
One file on its way in: fetched (bytes, and what a reader behind the fence makes of them), then cut and
analysed, or the reason why not. Touches no store.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from belegg.errors import ReadingError
from belegg.library.kept import KeptOf, nothing_kept
from belegg.library.policy import Case, Policy, is_act
from belegg.library.settings import Reading
from belegg.reading.content import Kept, Said, silent
from belegg.reading.fenced import Parsing
from belegg.reading.passages import cut
from belegg.reading.read import Raw, Read, document_of, is_fenced, parsed
from belegg.reading.recognition import recognised
from belegg.records import Document, DocumentHead, Fact, Pack, Passage, Report, Terms, Warned, document_id
from belegg.seams import Incoming, Known, Writer
from belegg.sources.access import narrower
from belegg.sources.files import SourceFile
from belegg.text.analysis import Analyser
from belegg.text.names import document_names
from belegg.text.passage_terms import passage_terms


@dataclass(frozen=True, slots=True)
class Place:
    """
    Where a file lies when it came inside another one: the outermost container's source, the access list that
    the containers state (None: none does), and how deep.
    """

    container: str | None = None
    stated: frozenset[str] | None = None
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Wish:
    """
    A file to fetch. `anew` reads it even when its bytes are the ones that are known, `inside` looks again at
    the files inside it. `kept` are its pages as a lot before read them, None before the first.
    """

    file: SourceFile
    known: Known | None
    anew: bool = False
    inside: bool = False
    place: Place = field(default_factory=Place)
    kept: Kept | None = None


@dataclass(frozen=True, slots=True)
class Fetched:
    """
    A file's bytes with their SHA-256; `raw` when it was read behind the fence. `same`: the bytes are the ones
    that are known. `error` says why there is nothing.
    """

    wish: Wish
    data: bytes = b""
    digest: str = ""
    raw: Raw | None = None
    same: bool = False
    error: ReadingError | None = None
    seconds: float = 0.0

    @property
    def held_bytes(self) -> int:
        """About what it takes: its bytes, four for a letter of its text, the parts that came with it."""
        if self.raw is None:
            return len(self.data)
        content = self.raw.content
        layouts = sum(len(page.layout) for page in content.pages)
        parts = sum(len(part.data) for part in content.parts)
        return len(self.data) + 4 * len(content.text) + layouts + parts


@dataclass(frozen=True, slots=True)
class Same:
    """A file whose time changed and whose bytes did not."""

    file: SourceFile

    def store(self, writer: Writer) -> None:
        writer.touched(self.file.source, self.file.size_bytes, self.file.modified_ns)


@dataclass(frozen=True, slots=True)
class Arrived:
    """
    A document to store; `new` when nothing of its source was stored before. `case` is what decides who may
    read it.
    """

    incoming: Incoming
    new: bool
    case: Case

    @property
    def held_bytes(self) -> int:
        """About what it takes while it waits for its transaction."""
        return len(self.incoming.original or b"") + len(self.incoming.document.text)

    def under(self, policy: Policy) -> Arrived:
        """The same under another policy."""
        document = replace(self.incoming.document, access=policy.access(self.case))
        return replace(self, incoming=replace(self.incoming, document=document))

    def store(self, writer: Writer) -> None:
        writer.add(self.incoming)


@dataclass(frozen=True, slots=True)
class Failed:
    """A file that could not be read; it is remembered with its reason, and tried again next time."""

    document: Document
    report: Report
    sha256: str
    file: SourceFile
    case: Case

    def under(self, policy: Policy) -> Failed:
        """The same under another policy."""
        return replace(self, document=replace(self.document, access=policy.access(self.case)))

    def store(self, writer: Writer) -> None:
        writer.failed(self.document, self.report, self.sha256, self.file.size_bytes, self.file.modified_ns)


@dataclass(frozen=True, slots=True)
class Gone:
    """A file that is no more inside its container."""

    known: Known

    def store(self, writer: Writer) -> None:
        writer.retire(self.known.document)


Prepared = Same | Arrived | Failed | Gone


@dataclass(frozen=True, slots=True)
class Preparation:
    """
    How every file of a run is prepared. `fetch` may run in any thread, the rest in one. `kept` says what was
    recognised before in a file that is read again.
    """

    analyser: Analyser
    pack: Pack
    reading: Reading
    policy: Policy
    fence: Parsing
    kept: KeptOf = nothing_kept

    def fetch(self, wish: Wish, said: Said = silent) -> Fetched:
        """The bytes, and for a file that is read behind the fence what it holds. Raises no ReadingError."""
        started = time.perf_counter()
        file, known = wish.file, wish.known
        data, digest = b"", ""
        try:
            data = file.read()
            digest = sha256(data).hexdigest()
            same = known is not None and not known.failed and known.sha256 == digest and not wish.anew
            raw = None
            if (not same or wish.inside) and is_fenced(data, file.source):
                kept = wish.kept
                if kept is None:
                    kept = self.kept(known, digest) if known is not None else {}
                raw = parsed(data, file.source, self.fence, said, kept=kept)
        except ReadingError as error:
            return Fetched(wish, data, digest, error=error, seconds=time.perf_counter() - started)
        return Fetched(wish, data, digest, raw, same, seconds=time.perf_counter() - started)

    def more(self, fetched: Fetched, skip: int) -> Raw:
        """The next lot of the files inside a file. Raises ReadingError."""
        return parsed(fetched.data, fetched.wish.file.source, self.fence, skip=skip)

    def finish(self, fetched: Fetched, told: Sequence[Warned] = ()) -> Prepared:
        """What is to be stored; `told` joins the warnings of its report."""
        started = time.perf_counter()
        file, known = fetched.wish.file, fetched.wish.known
        if fetched.error is not None:
            return self.failed(fetched, fetched.error)
        if fetched.same:
            return Same(file)
        try:
            raw = fetched.raw or parsed(fetched.data, file.source, self.fence)
            document, passages, report, case = self.document(raw, fetched.wish)
        except ReadingError as error:
            return self.failed(fetched, error, time.perf_counter() - started)
        terms = terms_of(self.analyser, document, passages, self.pack.stemmer)
        seconds = fetched.seconds + time.perf_counter() - started
        incoming = Incoming(
            document=document,
            passages=passages,
            terms=terms,
            names=document_names(document),
            report=replace(report, seconds=round(seconds, 3), warnings=(*report.warnings, *told)),
            sha256=fetched.digest,
            original=fetched.data if self.reading.originals else None,
            size_bytes=file.size_bytes,
            modified_ns=file.modified_ns,
        )
        return Arrived(incoming, known is None or known.failed, case)

    def document(self, raw: Raw, wish: Wish) -> tuple[Document, Sequence[Passage], Report, Case]:
        """The last is what decides who may read it. Raises NotADocument."""
        source = wish.file.source
        found = document_of(raw, source, self.pack.name)
        stated = stated_by_both(wish.place.stated, found.access)
        case = case_of(wish, stated, is_act(found.document.facts))
        document = replace(found.document, access=self.policy.access(case))
        if self.reading.language:
            document = replace(document, language=self.reading.language)
        if stated is not None:
            document = replace(document, facts=(*document.facts, stated_fact(stated)))
        passages = recognised(cut(document, self.reading.profile or found.profile), found.page_reports)
        return document, passages, report_of(document, passages, found), case

    def failed(self, fetched: Fetched, error: ReadingError, seconds: float = 0.0) -> Failed:
        """A file that gives nothing but its reason."""
        file, place = fetched.wish.file, fetched.wish.place
        case = case_of(fetched.wish, place.stated)
        name = file.source.rpartition("/")[2]
        document = Document(
            document_id(self.pack.name, file.source),
            file.source,
            self.pack.name,
            name,
            text="",
            access=self.policy.access(case),
        )
        report = Report(
            file.source,
            reader="",
            seconds=round(fetched.seconds + seconds, 3),
            failed=str(error),
            error=type(error).__name__,
        )
        return Failed(document, report, fetched.digest, file, case)


def case_of(wish: Wish, stated: frozenset[str] | None, act: bool = False) -> Case:
    """What decides who may read a file; `stated` by it and by the files that it lies in."""
    place = wish.place
    in_silent = place.depth > 0 and place.stated is None
    return Case(wish.file.source, stated, place.container, in_silent, act)


def report_of(document: Document, passages: Sequence[Passage], found: Read) -> Report:
    """How a document was read."""
    return Report(
        source=document.source,
        reader=found.reader,
        pages=document.page_count,
        passages=len(passages),
        languages=Counter(passage.language or "undecided" for passage in passages),
        warnings=found.warnings,
        page_reports=found.page_reports,
    )


def stated_by_both(
    container: frozenset[str] | None, document: frozenset[str] | None
) -> frozenset[str] | None:
    """The list that a container and a file inside it state together: a file may only narrow it."""
    if container is None or document is None:
        return document if container is None else container
    return narrower(container, document)


def stated_fact(access: frozenset[str]) -> Fact:
    """The access list that a document states, kept so that new rules apply without reading it again."""
    return Fact("access", ",".join(sorted(access)), "front matter")


def stated_access(head: DocumentHead) -> frozenset[str] | None:
    """The access list that a stored document states; None when it states none."""
    return stated_in(head.fact("access"))


def stated_in(fact: str | None) -> frozenset[str] | None:
    """The access list in the fact `access`."""
    return None if fact is None else frozenset(name for name in fact.split(",") if name)


def terms_of(
    analyser: Analyser, document: Document, passages: Sequence[Passage], stemmer: str
) -> list[Terms]:
    """The terms of a document's passages, in order, by its pack's stemmer."""
    return [passage_terms(analyser, document.title, passage, stemmer) for passage in passages]
