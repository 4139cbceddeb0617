"""A PDF from its bytes to a text with blocks, pages and boxes: the walk through the steps of this room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from belegg.errors import Damaged, NotADocument, NoTextLayer, ParserFailed, ReadingError
from belegg.reading import owed
from belegg.reading.content import Content, Given, Said, silent
from belegg.reading.ocr import INSTALL
from belegg.reading.pdf.aside import contents, is_boilerplate
from belegg.reading.pdf.assemble import Assembled, assembled
from belegg.reading.pdf.faults import FAULTS, NO_SAMPLE, NO_STRUCTURE, fault
from belegg.reading.pdf.footnotes import Footnote, PageNotes, footnotes
from belegg.reading.pdf.furniture import Furniture, furniture
from belegg.reading.pdf.headings import set_headings
from belegg.reading.pdf.layout import with_recognised
from belegg.reading.pdf.loading import Loaded, loaded
from belegg.reading.pdf.metadata import FIRST_PAGES, metadata
from belegg.reading.pdf.ocr import PageReader
from belegg.reading.pdf.page import PageLines, page_lines
from belegg.reading.pdf.paragraphs import Paragraph, body_size, paragraphs
from belegg.reading.pdf.plainly import Lay
from belegg.reading.pdf.recognising import NO_PROGRAM, recognise
from belegg.reading.pdf.reporting import Outcome, PageOutcome, page_reports, warnings
from belegg.reading.pdf.sampling import unlike
from belegg.reading.pdf.unlocked import unlocked
from belegg.records import Page

_NOTHING = Given()


@dataclass(frozen=True, slots=True)
class _Structure:
    """What stands in the text; `gone` has the indexes of lines that are kept aside, by page."""

    running: Furniture
    outcome: Outcome
    gone: Sequence[set[int]]
    built: Assembled


def parse(
    data: bytes,
    said: Said = silent,
    given: Given = _NOTHING,
    reader: PageReader | None = None,
    lay: Lay = page_lines,
) -> Content:
    """
    `reader` recognises pages that are pictures (None: one of what is installed), `lay` sets a page's lines.

    A fault of the reader costs what it was at, and is told. Raises NotADocument (empty), Damaged,
    PasswordNeeded, NoTextLayer and TooLarge.
    """
    document = unlocked(data, given.passwords)
    found = loaded(document, data, said, lay)
    reader = reader or PageReader(given.languages)
    reader.hear("\n".join(line.text for page in found.pages for line in page.lines))
    recognise(found, document, reader, given, said)
    _compare(found, document, reader)
    document.close()
    made = _structure(found)
    if not made.built.text:
        raise _nothing(found)
    known = metadata(
        found.info,
        [line for page in found.pages[:FIRST_PAGES] for line in page.lines],
        found.pages[0].height,
        _running_heads(found.pages, made.running),
    )
    return Content(
        made.built.text,
        made.built.blocks,
        title=known.title,
        pages=tuple(_with_kept(made.built.pages, found)),
        facts=known.facts,
        furniture=_furniture_lines(found.pages, made.gone),
        warnings=tuple(warnings(found, made.outcome)),
        profile="reports",
        page_reports=page_reports(found, made.outcome),
        owed=_owed(found),
    )


def _compare(found: Loaded, document: Any, reader: PageReader) -> None:
    """The text layer with a sample of what the pages show, when nothing is left to be recognised."""
    if found.left:
        return
    try:
        found.unlike = unlike(found, document, reader)
    except (
        ParserFailed,
        MemoryError,
        *FAULTS,
    ) as error:  # what was read of the file stands without the sample
        found.faults.append(fault(0, NO_SAMPLE, error))


def _structure(found: Loaded) -> _Structure:
    """By all rules; by none where one fails: every line of every page then stands in the text, as it is."""
    try:
        running = furniture(found.pages)
        for n, page in enumerate(found.pages):
            page.label = page.label or running.printed.get(n)
        outcome = _nothing_yet(found)
        gone = _aside(found.pages, running, outcome)
        notes = footnotes(found.pages, gone, _body(found.pages, gone))
        built = _built(found, gone, notes)
    except FAULTS as error:
        found.faults.append(fault(0, NO_STRUCTURE, error))
        running, outcome, gone = Furniture(), _nothing_yet(found), [set() for _ in found.pages]
        notes = [PageNotes() for _ in found.pages]
        built = assembled([Paragraph(page.lines) for page in found.pages if page.lines], (), found.pages)
    _count(found, running, notes, built, outcome)
    return _Structure(running, outcome, gone, built)


def _nothing_yet(found: Loaded) -> Outcome:
    return Outcome({page.number: PageOutcome() for page in found.pages})


def _with_kept(pages: Sequence[Page], found: Loaded) -> Iterator[Page]:
    """What was recognised goes along with the first stretch of each page, where its layout is."""
    kept = dict(found.kept)
    for page in pages:
        recognised = kept.pop(page.number, b"")
        yield replace(page, layout=with_recognised(page.layout, recognised)) if recognised else page


def _owed(found: Loaded) -> str:
    if found.left or found.late:
        return owed.UNFINISHED
    if NO_PROGRAM in found.unread_pictures.values():
        return owed.WITHOUT
    return owed.lacking(found.lacks) if found.lacks else ""


def _nothing(found: Loaded) -> ReadingError:
    """Why a document has no text."""
    if len(found.unread) == len(found.pages):
        return Damaged("none of its pages can be opened")
    if found.unread_pictures:
        why = next(iter(found.unread_pictures.values()))
        remedy = f"install {INSTALL}, and ingest it again" if why == NO_PROGRAM else f"that failed: {why}"
        return NoTextLayer(f"its pages are pictures without text; to read them (OCR) {remedy}")
    if found.layers or any(page.picture_share for page in found.pages):
        return NoTextLayer("its pages hold pictures in which no text was recognised")
    return NotADocument("its pages are empty")


def _aside(pages: Sequence[PageLines], running: Furniture, outcome: Outcome) -> list[set[int]]:
    """By page: the indexes of lines that stay out of the text."""
    gone: list[set[int]] = []
    goes_on = False
    for n, page in enumerate(pages):
        mine = set(running.lines.get(n, ()))
        became = outcome.pages[page.number]
        listed = contents(page, mine, goes_on)
        goes_on = bool(listed)
        became.contents = len(listed)
        mine |= listed
        if is_boilerplate(page, mine, len(pages)):
            became.boilerplate = len(page.lines) - len(mine)
            mine = set(range(len(page.lines)))
        gone.append(mine)
    return gone


def _body(pages: Sequence[PageLines], gone: Sequence[set[int]]) -> float:
    return body_size(
        [
            line
            for page, out in zip(pages, gone, strict=True)
            for n, line in enumerate(page.lines)
            if n not in out and line.table < 0
        ]
    )


def _built(found: Loaded, gone: Sequence[set[int]], notes: Sequence[PageNotes]) -> Assembled:
    lines = [
        line
        for page, out, noted in zip(found.pages, gone, notes, strict=True)
        for n, line in enumerate(page.lines)
        if n not in out and n not in noted.lines and n not in noted.rules
    ]
    parts = paragraphs(lines)
    set_headings(parts, body_size([line for line in lines if line.table < 0]), found.outline)
    every: list[Footnote] = [note for page in notes for note in page.notes]
    return assembled(parts, every, found.pages)


def _count(
    found: Loaded, running: Furniture, notes: Sequence[PageNotes], built: Assembled, outcome: Outcome
) -> None:
    for n, (page, noted) in enumerate(zip(found.pages, notes, strict=True)):
        became = outcome.pages[page.number]
        became.furniture = len(running.lines.get(n, ()))
        became.line_numbers = len(page.numbers)
        became.footnotes = len(noted.notes)
        became.characters = built.characters.get(page.number, 0)
        became.label = page.label


def _furniture_lines(pages: Sequence[PageLines], gone: Sequence[set[int]]) -> tuple[str, ...]:
    """Everything that was taken out, as printed, in order."""
    lines: list[str] = []
    for page, out in zip(pages, gone, strict=True):
        lines += page.numbers
        lines += (page.lines[n].text for n in sorted(out))
    return tuple(lines)


def _running_heads(pages: Sequence[PageLines], running: Furniture) -> list[str]:
    return [
        page.lines[index].text
        for n, page in enumerate(pages[: 2 * FIRST_PAGES])
        for index in sorted(running.lines.get(n, ()))
    ]
