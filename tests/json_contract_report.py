"""What `belegg report --json` prints."""

from __future__ import annotations

from typing import get_args

from belegg.records import EmptyBecause


def page_reports(name: str, kind: str, what: str) -> dict[str, tuple[str, str]]:
    each = f"{name}[]" if kind == "list" else name
    return {
        name: (kind, what),
        f"{each}.number": ("integer", "physical page, from 1"),
        f"{each}.label": ("text?", "the page number as printed"),
        f"{each}.characters": ("integer", "that stand in the text"),
        f"{each}.furniture": ("integer", "lines of headers and footers left aside"),
        f"{each}.footnotes": ("integer", ""),
        f"{each}.tables": ("integer", ""),
        f"{each}.hidden": ("integer", "characters that the page does not show, left out"),
        f"{each}.pictures": ("integer", ""),
        f"{each}.ocr": ("number?", "mean confidence (0 to 1) of a page read by OCR"),
        f"{each}.note": ("text", "what else is worth knowing"),
        f"{each}.empty": (
            "text?",
            f"why nothing of it stands in the text: {', '.join(get_args(EmptyBecause))}",
        ),
        f"{each}.contents": ("integer", "lines of a table of contents, kept aside"),
        f"{each}.imprint": ("integer", "lines of an imprint or disclaimer, kept aside"),
        f"{each}.line_numbers": ("integer", "numbers of lines in the margin, left aside"),
    }


REPORT = {
    "reports": ("list", "how each source was read, the failed ones first"),
    "reports[].document": ("text", "its id"),
    "reports[].source": ("text", ""),
    "reports[].reader": ("text", "the reader and its version; empty when it failed"),
    "reports[].pages": ("integer", ""),
    "reports[].passages": ("integer", ""),
    "reports[].languages": ("object", "passages by language"),
    "reports[].languages{}": ("integer", ""),
    "reports[].totals": ("object", "sums over the pages; see `page_reports` for each"),
    "reports[].totals.furniture": ("integer", "lines of headers and footers left aside"),
    "reports[].totals.footnotes": ("integer", ""),
    "reports[].totals.tables": ("integer", ""),
    "reports[].totals.hidden": ("integer", "characters that the pages do not show, left out"),
    "reports[].totals.pictures": ("integer", ""),
    "reports[].totals.contents": ("integer", ""),
    "reports[].totals.imprint": ("integer", ""),
    "reports[].totals.line_numbers": ("integer", ""),
    "reports[].totals.empty": ("integer", "pages of which nothing stands in the text"),
    "reports[].totals.recognised": ("integer", "pages read by OCR"),
    "reports[].totals.confidence": ("number?", "their mean confidence, 0 to 1; null without OCR"),
    "reports[].enriched": ("object?", "of the document that was named, what a model wrote; else null"),
    "reports[].enriched.model": ("text", "its id"),
    "reports[].enriched.lines": ("integer", "passages with a context line of the model"),
    "reports[].enriched.facts": ("list", "which of the document's facts are the model's, by name"),
    "reports[].enriched.facts[]": ("text", ""),
    **page_reports("reports[].page_reports", "list", "page by page, when a document was named"),
    "reports[].warnings": ("list", "what was odd"),
    "reports[].warnings[].code": ("text", "for programs"),
    "reports[].warnings[].text": ("text", "for people"),
    "reports[].seconds": ("number", "time to read, cut and analyse"),
    "reports[].failed": ("text?", "why it could not be read; null: it was"),
    "reports[].error": ("text?", "the same for programs: a class of belegg.errors"),
}
PAGE = {
    "source": ("text", ""),
    "told": ("text", "what became of the page, in words"),
    **page_reports("page", "object", "the page"),
}
