"""The list of documents with how each was read, and the page of one: its text beside its pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from starlette.responses import Response

from belegg.errors import BadInput, UnknownDocument
from belegg.library.beside import Heading
from belegg.library.excerpt import Excerpt
from belegg.records import DocumentHead, DocumentId, PageReport, Report, Scope, Span
from belegg.serving.web.bringing import bring_form, brought_shown
from belegg.serving.web.compared import compared, versions
from belegg.serving.web.evidence import Words, of_excerpt
from belegg.serving.web.fetched import fetched_shown
from belegg.serving.web.places import SheetShown, facts_of_head, sheets, who_may_read
from belegg.serving.web.visit import Visit

AT_ONCE = 50
PART = 16_000  # characters of a text without pages that are shown at once
MOST_SPOKEN = 8  # languages that are named
FEW_WORDS = 400  # characters of a page below which the strip says so


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document in the list. `state` is how its reading went: verified, partly or fault."""

    id: str
    title: str
    language: str | None
    below: str
    state: str
    told: str
    why: str
    pages: int
    spoken: str
    date: str
    readers: str
    is_closed: bool
    versions: int


def documents_page(visit: Visit, problem: str = "") -> Response:
    """`/documents`: what the visitor may read, those with remarks first. `problem`: of a file."""
    wanted, only = visit.one("find").casefold(), visit.one("only")
    pack = visit.one("pack")
    heads = {head.id: head for head in visit.library.documents(visit.scope)}
    reports = dict(visit.library.reports(visit.scope))
    failed = [(source, report) for source, report in reports.items() if report.failed and source not in heads]
    rows = [_row(visit, head, reports.get(head.id)) for head in heads.values()]
    rows += [_failed(visit, report) for _, report in failed] if not pack else []
    remarks = sum(row.state != "verified" for row in rows)
    in_pack = {head.id for head in heads.values() if head.pack == pack}
    kept = [
        row
        for row in rows
        if (not wanted or wanted in f"{row.title} {row.below}".casefold())
        and (only != "remarks" or row.state != "verified")
        and (not pack or row.id in in_pack)
    ]
    kept.sort(key=lambda row: (("fault", "partly", "verified").index(row.state), row.title.casefold()))
    start = max(0, (visit.number("from") or 1) - 1)
    step: dict[str, object] = {"find": visit.one("find"), "only": only, "pack": pack}
    return visit.page(
        "documents.html",
        here="documents",
        status=400 if problem else 200,
        bring=bring_form(visit, problem),
        brought=brought_shown(visit),
        rows=kept[start : start + AT_ONCE],
        of=len(kept),
        start=start,
        total=len(heads),
        remarks=remarks,
        find=visit.one("find"),
        only=only,
        pack=pack,
        packs=sorted({head.pack for head in heads.values()}),
        figures=_figures(visit, list(heads.values()), len(failed), remarks),
        before=visit.address("/documents", **step, **{"from": max(1, start + 1 - AT_ONCE)}) if start else "",
        after=visit.address("/documents", **step, **{"from": start + 1 + AT_ONCE})
        if start + AT_ONCE < len(kept)
        else "",
    )


def _figures(
    visit: Visit, heads: Sequence[DocumentHead], failed: int, remarks: int
) -> list[tuple[str, str, str]]:
    words = visit.words
    spoken = sorted({words.language(head.language) for head in heads if head.language})
    return [
        (words.say("documents.documents"), words.number(len(heads)), ""),
        (
            words.say("documents.pages"),
            words.number(sum(head.pages for head in heads)),
            words.say("documents.with_pages"),
        ),
        (words.say("documents.passages"), words.number(sum(head.passages for head in heads)), ""),
        (
            words.say("documents.languages"),
            words.number(len(spoken)),
            ", ".join(spoken[:MOST_SPOKEN]) + (" …" if len(spoken) > MOST_SPOKEN else ""),
        ),
        (words.say("documents.remarks"), words.number(remarks - failed), ""),
        (words.say("documents.unread"), words.number(failed), ""),
    ]


def _row(visit: Visit, head: DocumentHead, report: Report | None) -> DocumentRow:
    words = visit.words
    readers, is_closed = who_may_read(words, head.access)
    warnings = report.warnings if report else ()
    named = visit.house.bringing.uploads.name_of(head.source, visit.who.id) or head.source.rpartition("/")[2]
    number = "-".join(head.report_numbers) or head.fact("identifier") or named
    return DocumentRow(
        head.id,
        title_of(visit, head),
        head.language,
        f"{number} · {head.pack}",
        "partly" if warnings else "verified",
        words.count("documents.n_remarks", len(warnings)) if warnings else words.say("documents.clean"),
        warnings[0].text if warnings else "",
        head.pages,
        words.language(head.language),
        words.date(head.date),
        readers,
        is_closed,
        head.version,
    )


def title_of(visit: Visit, head: DocumentHead) -> str:
    """Its title; of a file that was brought in and says none, what its owner called it, not what we do."""
    own = head.source.rpartition("/")[2].partition(".")[0]
    name = visit.house.bringing.uploads.name_of(head.source, visit.who.id) if head.title == own else ""
    return name.rpartition(".")[0] or name or head.title


def _failed(visit: Visit, report: Report) -> DocumentRow:
    title = (
        visit.house.bringing.uploads.name_of(report.source, visit.who.id) or report.source.rpartition("/")[2]
    )
    told = visit.words.say("documents.not_readable")
    return DocumentRow(
        "", title, None, report.source, "fault", told, report.failed or "", report.pages, "", "", "", False, 0
    )


# ---------------------------------------------------------------- one document


def document_page(visit: Visit) -> Response:
    """
    `/documents/ID`: what is known of it, and its text: a page beside its picture, or a part. `start` and
    `end` mark characters of the text.
    """
    name = visit.request.path_params["id"]
    head = visit.library.document(name, visit.scope, removed=True)
    if head.id != name:  # by its id alone: an address is no search
        raise UnknownDocument(name)
    visit.note("read", head.id)
    uploads = visit.house.bringing.uploads
    version = visit.number("version")
    span = _span(visit)
    numbers = _page_numbers(head, _pages_then(visit, head, version))
    asked = visit.number("page") or 0
    part, number, marked, length = _part(visit, head, numbers, asked, span, version)
    fetched = fetched_shown(visit, head, part.text)
    readers, is_closed = who_may_read(visit.words, head.access)
    if fetched is not None and fetched.is_bound:
        readers, is_closed = visit.words.say("fetched.readers"), True
    is_newest = part.version == head.version  # also of a document whose file is gone
    report = next((each for _, each in _reports(visit, head)), None) if is_newest else None
    sheet = _sheet(visit, head, number, part, span) if is_newest else None
    return visit.page(
        "document.html",
        here="documents",
        head=head,
        title=title_of(visit, head),
        facts=[
            *facts_of_head(visit.words, head),
            *filter(None, [uploads.name_of(head.source, visit.who.id)]),
        ],
        readers=readers,
        is_closed=is_closed,
        version=part.version,
        current=is_newest,
        report=report,
        warnings=report.warnings if report else (),
        numbers=_strip(report, numbers),
        number=number,
        lacks=asked if numbers and asked > numbers[-1] else 0,
        sheet=sheet,
        page_report=_page_report(report, number),
        paragraphs=marked,
        marks=span is not None,
        outline=_outline(visit, head) if not numbers else [],
        shown=part,
        fetched=fetched,
        before=_at(visit, part, part.spans[0].start - PART) if not numbers and part.spans[0].start else "",
        after=_at(visit, part, part.spans[0].end + 2) if not numbers and part.spans[0].end < length else "",
        versions=versions(visit, head),
        compared=compared(visit, head),
        is_pdf=head.source.lower().endswith(".pdf"),
    )


def _span(visit: Visit) -> Span | None:
    start, end = visit.number("start"), visit.number("end")
    return Span(start, end) if start is not None and end is not None and start < end else None


def _reports(visit: Visit, head: DocumentHead) -> list[tuple[DocumentId, Report]]:
    with visit.library.store.reading(Scope(visit.who, documents=(head.id,))) as reader:
        return list(reader.reports())


def _pages_then(visit: Visit, head: DocumentHead, version: int | None) -> int:
    """How many pages a version has; those of the newest where there is none of that number."""
    if version is None or version == head.version:
        return head.pages
    with visit.library.store.reading(visit.scope) as reader:
        text = reader.text(head.id, version)
    return len({page.number for page in text.pages}) if text else head.pages


def _page_numbers(head: DocumentHead, pages: int) -> list[int]:
    return list(range(1, pages + 1)) if pages > 1 or head.source.lower().endswith(".pdf") else []


def _part(
    visit: Visit,
    head: DocumentHead,
    numbers: Sequence[int],
    asked: int,
    span: Span | None,
    version: int | None,
) -> tuple[Excerpt, int, list[Words], int]:
    """The part shown, its page (0: none), its paragraphs with what is marked, the whole text's length."""
    marks = [span] if span else []
    if numbers:
        number = asked if 1 <= asked <= numbers[-1] else 1
        part = visit.library.read(head.id, visit.scope, pages=str(number), version=version)
        return part, number, of_excerpt(part, marks), 0
    whole = visit.library.read(head.id, visit.scope, version=version)
    at = visit.number("at")
    is_given, at = at is not None, (span.start if span else 0) if at is None else at
    text = whole.text
    if at > len(text):
        raise BadInput(f"the text has {len(text):,} characters, and not `{at}`")
    start = _paragraph_before(text, max(0, at - (PART // 4 if span and not is_given else 0)))
    end = text.find("\n\n", min(len(text), start + PART))
    end = len(text) if end < 0 else end
    cut = replace(whole, spans=(Span(start, end),), text=text[start:end])
    return cut, 0, of_excerpt(cut, marks), len(text)


def _paragraph_before(text: str, at: int) -> int:
    found = text.rfind("\n\n", 0, at + 1)
    return 0 if found < 0 else found + 2


def _at(visit: Visit, part: Excerpt, start: int) -> str:
    """The address of the part of the same text that begins about there."""
    version = "" if part.current else part.version
    return visit.address(f"/documents/{part.document.id}", at=str(max(0, start)), version=version) + "#text"


def _sheet(
    visit: Visit, head: DocumentHead, number: int, part: Excerpt, span: Span | None
) -> SheetShown | None:
    """The page's picture with the span marked, without marks where it holds none of it; None without one."""
    if not number:
        return None
    marked = [span, *part.spans[:1]] if span else part.spans[:1]
    for each in marked:
        if each.start >= each.end:
            continue
        pages = visit.library.marked_pages(head.id, each, visit.scope)
        found = [page for page in sheets(visit, head, pages) if page.number == number]
        if found:
            return found[0] if each is span else replace(found[0], hits=())
    return None


def _page_report(report: Report | None, number: int) -> PageReport | None:
    return next((page for page in report.page_reports if page.number == number), None) if report else None


def _strip(report: Report | None, numbers: Sequence[int]) -> list[tuple[int, bool]]:
    """Each page's number, and whether few of its words were read."""
    read = {page.number: page.characters for page in report.page_reports} if report else {}
    return [(number, read.get(number, FEW_WORDS) < FEW_WORDS) for number in numbers]


def _outline(visit: Visit, head: DocumentHead) -> list[Heading]:
    return [each for each in visit.library.outline(head.id, visit.scope) if each.name != head.title]
