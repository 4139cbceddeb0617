"""How documents were read, as JSON for programs."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any

from belegg.library.page_by_page import totals_of
from belegg.records import DocumentId, PageReport, Report


def page_json(page: PageReport) -> dict[str, Any]:
    return asdict(page)


def report_json(document: DocumentId, found: Report, page_by_page: bool) -> dict[str, Any]:
    return {
        "document": document,
        "source": found.source,
        "reader": found.reader,
        "pages": found.pages,
        "passages": found.passages,
        "languages": dict(Counter(found.languages)),
        "totals": asdict(totals_of(found.page_reports)),
        "page_reports": [page_json(page) for page in found.page_reports] if page_by_page else [],
        "warnings": [{"code": warned.code, "text": warned.text} for warned in found.warnings],
        "seconds": found.seconds,
        "failed": found.failed,
        "error": found.error,
    }
