"""`report`: how documents were read, in sum, one by one, and page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from belegg.errors import BadInput
from belegg.library.library import Library
from belegg.library.page_by_page import PageTotals, page_numbered, told, totals_of, worth_a_look
from belegg.library.unfinished import notes_of
from belegg.records import DocumentId, PageReport, Report
from belegg.records.enriching import WrittenByModel
from belegg.serving.cli import options, overview
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import spoken, watcher
from belegg.serving.cli.render import show_notes
from belegg.serving.cli.terminal import columns, one_line, say, say_json, styled, wrapped
from belegg.serving.shapes.documents import note_json
from belegg.serving.shapes.reports import page_json, report_json
from belegg.text.counted import counted

MOST_PAGES_LISTED = 20
Reported = Sequence[tuple[DocumentId, Report]]


def report(
    document: Annotated[
        str | None,
        typer.Argument(
            metavar="DOCUMENT", help="One document. Without it, all: failed ones, odd ones, totals."
        ),
    ] = None,
    page: Annotated[
        int | None,
        typer.Option("--page", metavar="N", min=1, help="What became of one page of the document, from 1."),
    ] = None,
    failed: Annotated[
        bool, typer.Option("--failed", metavar="", help="Only what could not be read, with the reasons.")
    ] = False,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Say how documents were read: pages, passages, languages, warnings, and why some could not be.

    $ belegg report
    $ belegg report --failed
    $ belegg report annual-report.pdf --page 12
    """
    if page is not None and document is None:
        raise BadInput("a page belongs to a document; write `belegg report DOCUMENT --page N`")
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups)
        reports = opened.reports(scope, document)
        missing = notes_of(opened.unfinished(), opened.address, scope.principal, not reports)
        written = opened.written_by_model(reports[0][0], scope) if document is not None else None
    if failed:
        reports = [each for each in reports if each[1].failed is not None]
    if page is not None:
        show_page(reports[0][1], page_numbered(reports[0][1], page), as_json)
    elif as_json:
        single = document is not None
        made = None if written is None else asdict(written)
        listed = [report_json(id_, found, single) | {"enriched": made} for id_, found in reports]
        say_json({"reports": listed, "notes": [note_json(note) for note in missing]})
    elif document is not None and reports:
        show_document(reports[0][1])
        show_written(written)
    elif failed:
        overview.show_failed([found for _, found in reports])
        show_notes(missing)
    else:
        show_all(reports)
        show_notes(missing)


def show_written(written: WrittenByModel | None) -> None:
    if written is not None:
        parts = [counted(written.lines, "context line"), *written.facts]
        say(wrapped(f"{'':<10} {', '.join(parts)} by {written.model}", 0, 11))


def show_all(reports: Reported) -> None:
    """What could not be read, what was odd, then the sums over all documents."""
    overview.show_reports(reports)
    read = [found for _, found in reports if found.failed is None]
    pages = sum(found.pages for found in read)
    totals = totals_of(page for found in read for page in found.page_reports)
    if pages:
        say(wrapped(f"{counted(pages, 'page')}{''.join(f', {part}' for part in parts_of(totals))}."))
    say(f"Reading them took {spoken(sum(found.seconds for found in read))} of worker time.")


def parts_of(totals: PageTotals) -> list[str]:
    """What there is of the sums, in words."""
    sure = f" (mean confidence {totals.confidence:.0%})" if totals.confidence is not None else ""
    named = (
        (totals.footnotes, "footnote", ""),
        (totals.tables, "table", ""),
        (totals.furniture, "line", " of headers and footers left aside"),
        (totals.contents, "line", " of contents kept aside"),
        (totals.imprint, "line", " of imprint or disclaimer kept aside"),
        (totals.line_numbers, "line number", " left aside"),
        (totals.hidden, "hidden character", " left out"),
        (totals.recognised, "page", f" read by OCR{sure}"),
        (totals.empty, "empty page", ""),
    )
    return [f"{counted(number, noun)}{rest}" for number, noun, rest in named if number]


def show_document(found: Report) -> None:
    overview.show_report(found)
    pages = found.page_reports
    for part in parts_of(totals_of(pages)):
        say(wrapped(f"{'':<10} {part}", 0, 11))
    odd = worth_a_look(pages)
    if not odd:
        return
    say()
    say(styled(f"Pages worth a look ({len(odd)} of {len(pages)})", "bold"))
    say(columns([(f"{page.number:>6}", sentence(page)) for page in odd[:MOST_PAGES_LISTED]]))
    if len(odd) > MOST_PAGES_LISTED:
        say(f"  and {len(odd) - MOST_PAGES_LISTED} more; --json lists them all")


def sentence(page: PageReport) -> str:
    """A page in one line: its text, what else was met, the note."""
    rest = parts_of(totals_of([page]))
    shown = [told(page), *(part for part in rest if "empty page" not in part)]
    return one_line("; ".join([*shown, *([page.note] if page.note else [])]))


def show_page(found: Report, page: PageReport, as_json: bool) -> None:
    if as_json:
        say_json({"source": found.source, "page": page_json(page), "told": sentence(page)})
        return
    label = f" (printed {one_line(page.label)})" if page.label and page.label != str(page.number) else ""
    say(wrapped(f"Page {page.number}{label} of {one_line(found.source)}: {sentence(page)}."))
