"""Rows and JSON to records and back."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields
from functools import lru_cache

from belegg.errors import StoreUnhealthy
from belegg.records import (
    Document,
    DocumentHead,
    DocumentId,
    Fact,
    Page,
    PageReport,
    Passage,
    PassageKind,
    Report,
    Span,
    Warned,
    passage_id,
)
from belegg.stores.engine import statements

REPORTED = frozenset(field.name for field in fields(Report))
PAGE_REPORTED = len(fields(PageReport))
COMPRESSION = 3  # 6 takes twice the time and saves 8 %

PUT_DOCUMENT = (
    statements.put(
        "documents",
        ("id",),
        ("pack", "language", "date", "access", "version", "current", "first_key", "passages", "original",
         "generation"),
    )
    + " RETURNING number"
)  # fmt: skip
PUT_SOURCE = statements.put(
    "sources",
    ("document",),
    ("source", "sha256", "reader", "failed", "listed", "size_bytes", "modified_ns", "report"),
)
PUT_VERSION = statements.put(
    "versions",
    ("document", "version"),
    ("access", "title", "language", "sha256", "ingested_at", "passages", "pages", "facts", "page_spans",
     "furniture", "text_bytes", "text"),
)  # fmt: skip


def pack(data: bytes) -> bytes:
    """Compressed when that makes it smaller; `unpack` tells by the size."""
    packed = zlib.compress(data, COMPRESSION)
    return packed if len(packed) < len(data) else data


def unpack(size_bytes: int, data: bytes) -> bytes:
    """The bytes before compression; never more than promised, whatever the file holds."""
    if len(data) == size_bytes:
        return data
    unpacker = zlib.decompressobj()
    try:
        unpacked = unpacker.decompress(data, max(1, size_bytes))
    except zlib.error as error:
        raise StoreUnhealthy("a stored text cannot be read; restore a backup") from error
    if len(unpacked) != size_bytes or unpacker.unconsumed_tail:
        raise StoreUnhealthy("a stored text has the wrong size; restore a backup")
    return unpacked


def to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def facts_json(facts: Iterable[Fact]) -> str:
    return to_json([[fact.name, fact.value, fact.origin] for fact in facts])


def facts_of(text: str) -> tuple[Fact, ...]:
    return tuple(Fact(*row) for row in json.loads(text))


def pages_json(pages: Sequence[Page]) -> str:
    return to_json(
        [[page.number, page.label, page.span.start, page.span.end, page.width, page.height] for page in pages]
    )


def pages_of(text: str) -> tuple[Page, ...]:
    return tuple(
        Page(number, label, Span(start, end), width, height)
        for number, label, start, end, width, height in json.loads(text)
    )


def lines_of(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


def report_json(report: Report) -> str:
    return to_json(
        {
            "reader": report.reader,
            "pages": report.pages,
            "passages": report.passages,
            "languages": dict(report.languages),
            "warnings": [[warned.code, warned.text] for warned in report.warnings],
            "seconds": report.seconds,
            "failed": report.failed,
            "error": report.error,
            "page_reports": [astuple(page) for page in report.page_reports],
        }
    )


def report_of(source: str, text: str) -> Report:
    """
    A report grows fields without another layout of the file: those of an older one are empty, and what a
    newer Belegg says more is left out.
    """
    stored = json.loads(text)
    warnings = tuple(Warned(code, said) for code, said in stored.pop("warnings"))
    pages = tuple(PageReport(*values[:PAGE_REPORTED]) for values in stored.pop("page_reports", ()))
    plain = {name: value for name, value in stored.items() if name in REPORTED}
    return Report(source=source, warnings=warnings, page_reports=pages, **plain)


def groups_json(groups: frozenset[str]) -> str:
    return to_json(sorted(groups))


@lru_cache(maxsize=4_096)
def groups_of(text: str) -> frozenset[str]:
    return frozenset(json.loads(text))


def lists_of(texts: Sequence[str]) -> list[frozenset[str]]:
    """Many of them: parsed as one text, ten thousand take half the time (23 ms) that they take one by one."""
    return [frozenset(groups) for groups in json.loads(f"[{','.join(texts)}]")]


def date_of(document: Document) -> str | None:
    """The date that `DocumentHead.date` will state."""
    return date_in(document.facts)


def date_in(facts: Sequence[Fact]) -> str | None:
    """The same of a document's facts."""
    dated = (
        fact.value for name in ("updated", "published", "in_force") for fact in facts if fact.name == name
    )
    return next(filter(None, dated), None)


HEAD_COLUMNS = (
    "d.id, s.source, d.pack, v.title, v.language, v.version, v.sha256, v.ingested_at, v.passages, v.pages, "
    "a.groups, v.facts"
)
HEAD_TABLES = (
    "documents AS d CROSS JOIN versions AS v ON v.document = d.number "
    "CROSS JOIN sources AS s ON s.document = d.number CROSS JOIN access_lists AS a ON a.id = d.access"
)

HeadRow = tuple[str, str, str, str, str | None, int, str, str, int, int, str, str]


def head_of(row: HeadRow) -> DocumentHead:
    """A head from a row of HEAD_COLUMNS."""
    return DocumentHead(DocumentId(row[0]), *row[1:10], access=groups_of(row[10]), facts=facts_of(row[11]))


PASSAGE_VALUES = 16
PASSAGE_COLUMNS = (
    "p.key, d.id, p.ordinal, p.span_start, p.span_end, p.section, p.first_page, p.last_page, p.language, "
    "p.kind, p.address, p.path, p.context, p.text, p.confidence, p.enriched"
)

PassageRow = tuple[
    int,
    str,
    int,
    int,
    int,
    str | None,
    int | None,
    int | None,
    str | None,
    PassageKind,
    str | None,
    str,
    str,
    str,
    float | None,
    str,
]


def passage_of(row: PassageRow) -> Passage:
    """A passage from a row of PASSAGE_COLUMNS."""
    document = DocumentId(row[1])
    pages = (row[6], row[7]) if row[6] is not None and row[7] is not None else None
    return Passage(
        id=passage_id(document, row[2]),
        document=document,
        ordinal=row[2],
        span=Span(row[3], row[4]),
        text=row[13],
        path=tuple(json.loads(row[11])),
        section=row[5],
        address=row[10],
        pages=pages,
        language=row[8],
        kind=row[9],
        context=row[12],
        confidence=row[14],
        enriched=row[15],
    )


def passage_row(key: int, number: int, passage: Passage) -> tuple[object, ...]:
    """A row of the table `passages`."""
    first_page, last_page = passage.pages or (None, None)
    return (
        key,
        number,
        passage.ordinal,
        passage.span.start,
        passage.span.end,
        passage.section,
        first_page,
        last_page,
        passage.language,
        passage.kind,
        passage.confidence,
        passage.address,
        to_json(passage.path),
        passage.context,
        passage.text,
        passage.enriched,
    )
