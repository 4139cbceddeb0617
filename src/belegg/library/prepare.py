"""One file on its way in: read, cut and analysed, or the reason why not. Touches no store."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from belegg.errors import ReadingError
from belegg.library.settings import Reading
from belegg.reading import read
from belegg.reading.passages import cut
from belegg.records import Document, DocumentHead, Fact, Passage, Report, Terms, document_id
from belegg.seams import Incoming, Known, Writer
from belegg.sources.access import AccessRules
from belegg.sources.files import SourceFile
from belegg.text.analysis import Analyser
from belegg.text.names import document_names
from belegg.text.passage_terms import passage_terms


@dataclass(frozen=True, slots=True)
class Same:
    """A file whose time changed and whose bytes did not."""

    file: SourceFile

    def store(self, writer: Writer) -> None:
        writer.touched(self.file.source, self.file.size_bytes, self.file.modified_ns)


@dataclass(frozen=True, slots=True)
class Arrived:
    """A document to store; `new` when nothing of its source was stored before."""

    incoming: Incoming
    new: bool

    def store(self, writer: Writer) -> None:
        writer.add(self.incoming)


@dataclass(frozen=True, slots=True)
class Failed:
    """A file that could not be read; it is remembered with its reason, and tried again next time."""

    document: Document
    report: Report
    sha256: str
    file: SourceFile

    def store(self, writer: Writer) -> None:
        writer.failed(self.document, self.report, self.sha256, self.file.size_bytes, self.file.modified_ns)


Prepared = Same | Arrived | Failed


@dataclass(frozen=True, slots=True)
class Preparation:
    """How every file of a run is prepared."""

    analyser: Analyser
    pack: str
    reading: Reading
    rules: AccessRules | None

    def prepare(self, file: SourceFile, known: Known | None, anew: bool) -> Prepared:
        """`anew` reads the file even when its bytes are the ones that are known."""
        started = time.perf_counter()
        digest = ""
        try:
            data = file.read()
            digest = sha256(data).hexdigest()
            if known is not None and not anew and not known.failed and known.sha256 == digest:
                return Same(file)
            document, passages, report = self.read(data, file.source)
        except ReadingError as error:
            return self.failed(file, digest, error, time.perf_counter() - started)
        terms = terms_of(self.analyser, document, passages)
        incoming = Incoming(
            document=document,
            passages=passages,
            terms=terms,
            names=document_names(document),
            report=replace(report, seconds=round(time.perf_counter() - started, 3)),
            sha256=digest,
            original=data if self.reading.originals else None,
            size_bytes=file.size_bytes,
            modified_ns=file.modified_ns,
        )
        return Arrived(incoming, known is None or known.failed)

    def read(self, data: bytes, source: str) -> tuple[Document, Sequence[Passage], Report]:
        """Raises ReadingError."""
        found = read(data, source, self.pack)
        document = found.document
        if self.reading.language:
            document = replace(document, language=self.reading.language)
        if found.access is not None:
            document = replace(document, facts=(*document.facts, stated_fact(found.access)))
        if self.rules is not None:
            document = replace(document, access=self.rules.access(source, found.access))
        passages = cut(document, self.reading.profile or found.profile)
        report = Report(
            source=source,
            reader=found.reader,
            pages=len(document.pages),
            passages=len(passages),
            languages=Counter(passage.language or "undecided" for passage in passages),
            warnings=found.warnings,
        )
        return document, passages, report

    def failed(self, file: SourceFile, digest: str, error: ReadingError, seconds: float) -> Failed:
        name = file.source.rpartition("/")[2]
        access = self.rules.access(file.source, None) if self.rules else frozenset[str]()
        document = Document(
            document_id(self.pack, file.source), file.source, self.pack, name, text="", access=access
        )
        report = Report(
            file.source,
            reader="",
            seconds=round(seconds, 3),
            failed=str(error),
            error=type(error).__name__,
        )
        return Failed(document, report, digest, file)


def stated_fact(access: frozenset[str]) -> Fact:
    """The access list that a document states, kept so that new rules apply without reading it again."""
    return Fact("access", ",".join(sorted(access)), "front matter")


def stated_access(head: DocumentHead) -> frozenset[str] | None:
    """The access list that a stored document states; None when it states none."""
    stated = head.fact("access")
    return None if stated is None else frozenset(name for name in stated.split(",") if name)


def terms_of(analyser: Analyser, document: Document, passages: Sequence[Passage]) -> list[Terms]:
    """The terms of a document's passages, in order."""
    return [passage_terms(analyser, document.title, passage) for passage in passages]
