"""What became of each page, and what a user should know of the whole file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from belegg.reading.ocr import INSTALL, missing
from belegg.reading.pdf.faults import told as told_faults
from belegg.reading.pdf.figures import told
from belegg.reading.pdf.loading import Loaded, hidden_by_reason
from belegg.reading.pdf.page import PageLines
from belegg.reading.pdf.recognising import LEFT, NO_PROGRAM
from belegg.reading.pdf.unlike import told as told_unlike
from belegg.records import EmptyBecause, PageReport, Warned
from belegg.text.counted import counted

_MOST_NUMBERS = 12
_LONGEST_SAMPLE = 60
_PICTURE_OF_A_PAGE = 0.5
_FEW_CHARACTERS = 80
_PICTURE_WORTH_A_WORD = 0.05  # of the page: a logo in the head is not what a page holds
_WITHOUT_TEXT = frozenset({"hidden text", "nothing recognised", "pictures", "blank"})
_FIGURE = (
    "mostly a map, chart or drawing; the words recognised on it stand as they are, not in headings or tables"
)
_NO_LETTER = "\ufffd"


@dataclass(slots=True)
class PageOutcome:
    """What was taken from a page's text, by kind: lines of furniture, contents …; line numbers, footnotes."""

    furniture: int = 0
    contents: int = 0
    boilerplate: int = 0
    line_numbers: int = 0
    footnotes: int = 0
    characters: int = 0
    label: str | None = None


@dataclass(slots=True)
class Outcome:
    """The pages' outcomes by page number."""

    pages: dict[int, PageOutcome] = field(default_factory=dict)


def page_reports(found: Loaded, outcome: Outcome) -> tuple[PageReport, ...]:
    """A report for every page, in order."""
    return tuple(_page_report(page, found, outcome.pages[page.number]) for page in found.pages)


def _page_report(page: PageLines, found: Loaded, became: PageOutcome) -> PageReport:
    hidden = hidden_by_reason(found.hidden.get(page.number, ()))
    return PageReport(
        number=page.number,
        label=became.label,
        characters=became.characters,
        furniture=became.furniture,
        footnotes=became.footnotes,
        tables=page.tables,
        hidden=sum(hidden.values()),
        pictures=page.pictures,
        ocr=found.read.get(page.number),
        note="; ".join(_notes(page, found, became, hidden)),
        empty=_empty_because(page, found, became),
        contents=became.contents,
        imprint=became.boilerplate,
        line_numbers=became.line_numbers,
    )


def _empty_because(page: PageLines, found: Loaded, became: PageOutcome) -> EmptyBecause | None:
    """The one reason why nothing of a page stands in the text, the weightiest first."""
    if became.characters:
        return None
    looked_at = page.number in found.read or page.number in found.wanting
    reasons: tuple[tuple[object, EmptyBecause], ...] = (
        (page.number in found.unread, "not opened"),
        (became.contents, "contents"),
        (became.boilerplate, "imprint"),
        (page.number in found.unread_pictures, "no text layer"),
        (found.hidden.get(page.number), "hidden text"),
        (looked_at and not became.furniture, "nothing recognised"),
        (page.picture_share >= _PICTURE_WORTH_A_WORD, "pictures"),
        (became.furniture, "running lines"),
        (page.pictures, "pictures"),
    )
    return next((because for holds, because in reasons if holds), "blank")


def _notes(page: PageLines, found: Loaded, became: PageOutcome, hidden: Mapping[str, int]) -> Iterator[str]:
    """What else is worth knowing of a page; why it is empty is said by `PageReport.empty` alone."""
    for _, what in told_faults([one for one in found.faults if one.page == page.number]):
        yield what
    for why, count in hidden.items():
        yield f"hidden text ({why}) left out: {counted(count, 'character')}"
    differing = [one for one in found.differing if one.page == page.number]
    if differing:
        yield f"the text layer says {told(differing)}"
    unlike = [one for one in found.unlike if one.page == page.number]
    if unlike:
        yield f"the text layer differs from the page (OCR of a sample): {told_unlike(unlike)}"
    if page.number in found.read:
        by, sure = found.read_by[page.number], found.read[page.number]
        without = f", without data for {missing(found.lacks)}" if found.lacks else ""
        yield f"read from its picture (OCR, {by}), sure to {sure:.0%}{without}"
        if page.number in found.figures_on:
            yield _FIGURE
    elif page.number in found.unread_pictures and became.characters < _FEW_CHARACTERS:
        why = found.unread_pictures[page.number]
        yield f"a picture without a text layer, not recognised (OCR): {why}" if became.characters else why
    elif found.layers[page.number]:
        yield "the text is a layer over a picture of the page, as recognition (OCR) leaves it"
    elif page.picture_share >= _PICTURE_OF_A_PAGE and 0 < became.characters < _FEW_CHARACTERS:
        yield "a picture fills the page, and no text was recognised in it (OCR)"


def warnings(found: Loaded, outcome: Outcome) -> Iterator[Warned]:
    """What is worth knowing of the file as a whole."""
    count = len(found.pages)
    empty = [
        page.number
        for page in found.pages
        if _empty_because(page, found, outcome.pages[page.number]) in _WITHOUT_TEXT
    ]
    if found.unread:
        yield Warned("unread pages", f"{_numbers(sorted(found.unread))} of {count} could not be read")
    if empty:
        hold = "holds" if len(empty) == 1 else "hold"
        yield Warned(
            "pages without text", f"{_numbers(empty)} of {count} {hold} no text (pictures, or empty)"
        )
    for met, what in told_faults(found.faults):
        yield Warned("fault of the reader", f"{_numbers(met) if met else f'all {count} pages'}: {what}")
    yield from _unread_pictures(found, outcome)
    letterless = sum(line.text.count(_NO_LETTER) for page in found.pages for line in page.lines)
    if letterless:
        yield Warned(
            "unknown letters",
            f"{letterless:,} signs have no letter in the text layer and show as `{_NO_LETTER}`",
        )
    if found.layers:
        numbers = _numbers(sorted(found.layers))
        text = f"{numbers} of {count}: the text is a layer over a picture of the page (OCR)"
        yield Warned("text over pictures", text)
    if found.figures_on:
        pages = _numbers(sorted(found.figures_on))
        yield Warned("figure words", f"{pages} of {count}: {_FIGURE}")
    if found.read:
        yield Warned("recognised text", _recognised(found, count))
    if found.differing:
        text = f"the text layer says {told(found.differing)}; look at the page before you quote its figures"
        pages = _numbers(sorted({one.page for one in found.differing}))
        yield Warned("text layer differs", f"{pages}: {text}")
    if found.unlike:
        pages = _numbers(sorted({one.page for one in found.unlike}))
        text = f"the text layer says {told_unlike(found.unlike)}; look at the pages before you quote them"
        yield Warned("text layer differs", f"{pages} (OCR of a sample): {text}")
    yield from _hidden(found)
    yield from _aside(outcome)


def _unread_pictures(found: Loaded, outcome: Outcome) -> Iterator[Warned]:
    """Pages that are pictures and were not recognised, by the reason."""
    count = len(found.pages)
    by_reason: dict[str, list[int]] = {}
    for number, why in found.unread_pictures.items():
        if why == LEFT or outcome.pages[number].characters < _FEW_CHARACTERS:
            by_reason.setdefault(why, []).append(number)
    for why, pages in by_reason.items():
        what = "is a picture" if len(pages) == 1 else "are pictures"
        are = f"{_numbers(pages)} of {count} {what} without text"
        if why == LEFT:
            yield Warned("partly read", f"{are}, not recognised (OCR) yet; the next ingest goes on with them")
        elif why == NO_PROGRAM:
            yield Warned("no text layer", f"{are}; to read it (OCR) install {INSTALL}, then ingest again")
        else:
            yield Warned("no text layer", f"{are}, and recognition (OCR) failed: {why}")


def _recognised(found: Loaded, count: int) -> str:
    sure = sum(found.read.values()) / len(found.read)
    lacks = (
        f"; there is no data for {missing(found.lacks)}: letters may be wrong, unseen by the sureness"
        if found.lacks
        else ""
    )
    by = ", ".join(dict.fromkeys(found.read_by.values()))
    return (
        f"{_numbers(sorted(found.read))} of {count}: read from pictures (OCR, {by}), sure to "
        f"{sure:.0%} on average; the text may differ from what they show{lacks}"
    )


def _hidden(found: Loaded) -> Iterator[Warned]:
    counts: Counter[str] = Counter()
    places: dict[str, list[int]] = {}
    samples: dict[str, str] = {}
    for number, some in found.hidden.items():
        for one in some:
            counts[one.why] += one.characters
            samples.setdefault(one.why, one.sample[:_LONGEST_SAMPLE])
            if number not in places.setdefault(one.why, []):
                places[one.why].append(number)
    for why, count in counts.items():
        text = (
            f"left out, unseen by a reader ({why}): {counted(count, 'character')} "
            f"on {_numbers(places[why])}: `{samples[why]}`"
        )
        yield Warned("hidden text", text)


def _aside(outcome: Outcome) -> Iterator[Warned]:
    pages = outcome.pages.items()
    for code, of in (("table of contents", "contents"), ("boilerplate", "boilerplate")):
        numbers = [number for number, page in pages if getattr(page, of)]
        if numbers:
            yield Warned(code, f"{code} on {_numbers(numbers)} is kept aside, not searched")


def _numbers(pages: Sequence[int]) -> str:
    shown = ", ".join(str(number) for number in pages[:_MOST_NUMBERS])
    more = f" and {len(pages) - _MOST_NUMBERS} more" if len(pages) > _MOST_NUMBERS else ""
    return f"page{'s' if len(pages) > 1 else ''} {shown}{more}"
