"""An answer as a text with footnotes, for any kind of file: each names document, date, page and passage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from belegg.library.turns.said import Remark, conflict_told, said
from belegg.library.turns.since import Since
from belegg.records import Abstained, Answer, Answered, DocumentId, Hit, Quote
from belegg.records.runs import StoredRun
from belegg.text.headings import section_beside

AsPrinted = Callable[[str, str], str]
"""A text of a source (the second) as a reader would see it: without the marks of Markdown …"""


Kind = Literal["text", "verdict", "warning", "aside"]
WARNINGS = ("unsupported", "doubt", "left out", "lacking")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """
    A paragraph and the numbers (from 1) of its footnotes. Not of the answer itself but about it are its
    `verdict`, a `warning` of what may mislead, and an `aside`. `lead` stands before the text, as what counts.
    """

    text: str
    notes: tuple[int, ...] = ()
    kind: Kind = "text"
    lead: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """A question as title, paragraphs, footnotes in their order, and how the answer came about."""

    title: str
    paragraphs: tuple[Paragraph, ...]
    footnotes: tuple[str, ...]
    about: tuple[str, ...]


def written(
    run: StoredRun,
    as_printed: AsPrinted,
    since: Since | None = None,
    verdict: tuple[str, str] | None = None,
) -> Written:
    """
    A run as a text; `since`: what of it does not hold any more, which stands above all. `verdict`: a word,
    and what is said with it, as the door that asks has shown them.
    """
    notes: dict[str, int] = {}
    known: dict[str, str] = {}  # each footnote in full, and as it stands
    places: set[tuple[DocumentId, int, str]] = set()

    def numbers(quotes: tuple[Quote, ...]) -> tuple[int, ...]:
        told = []
        for quote in quotes:
            whole, place = footnote(quote, as_printed), (quote.document.id, quote.version, _place(quote))
            if whole not in known:
                known[whole] = footnote(quote, as_printed, again=True) if place in places else whole
            places.add(place)
            told.append(notes.setdefault(known[whole], len(notes) + 1))
        return tuple(dict.fromkeys(told))

    verdict = verdict or said(run.answer).in_words
    paragraphs = [*_outdated(since), *_body(run.answer, numbers, as_printed, since, verdict)]
    return Written(run.question, tuple(paragraphs), tuple(notes), _about(run))


def _outdated(since: Since | None) -> list[Paragraph]:
    if since is None:
        return []
    lead, _, rest = since.told.partition(": ")
    return [
        Paragraph(rest, kind="verdict", lead=f"{lead}:"),
        *(Paragraph(line, kind="warning") for line in since.lines),
    ]


def _body(
    answer: Answer,
    numbers: Callable[[tuple[Quote, ...]], tuple[int, ...]],
    as_printed: AsPrinted,
    since: Since | None,
    verdict: tuple[str, str],
) -> list[Paragraph]:
    told = said(answer)
    word, rest = verdict
    found = [Paragraph(told.opening, kind="warning")] if told.opening else []
    found.append(Paragraph(rest, kind="verdict", lead=f"When it was given: {word}" if since else word))
    if isinstance(answer, Answered):
        for sentence, remarks in zip(answer.sentences, told.beside, strict=True):
            source = sentence.quotes[0].document.source if sentence.quotes else ""
            found.append(Paragraph(as_printed(sentence.text, source), numbers(sentence.quotes)))
            found += map(_remark, remarks)
    elif answer.explanation not in told.told:
        found.append(Paragraph(answer.explanation))
    for conflict in told.conflicts:
        found.append(Paragraph(f"{conflict_told(conflict)}:", kind="warning"))
        for side in conflict.sides:
            text = as_printed(side.quote.check.text, side.quote.document.source)
            found.append(Paragraph(f"{side.date or 'undated'}: “{text}”", numbers((side.quote,))))
    found += map(_remark, told.lacking)
    if isinstance(answer, Abstained):
        near: dict[DocumentId, Hit] = {}
        for hit in answer.nearest:
            near.setdefault(hit.document.id, hit)
        found += [Paragraph(f"Nearest: {_near(hit)}", kind="aside") for hit in near.values()]
    return [*found, *map(_remark, told.around)]


def _remark(remark: Remark) -> Paragraph:
    return Paragraph(remark.text, kind="warning" if remark.kind in WARNINGS else "aside")


def footnote(quote: Quote, as_printed: AsPrinted, *, again: bool = False) -> str:
    """
    `Libya. United Nations, S/2025/223. 2025-05-01. Page 3, § 4. “the words”. un/libya.pdf, version 1.`;
    `again`, of a place that a footnote before has told in full: `Libya, page 3, § 4, as above. “the words”.`
    """
    head = quote.document
    cut = "; ".join(f"left out: “{each.text}”" for each in quote.check.cut)
    words = f"“{' '.join(as_printed(quote.check.text, head.source).split())}”"
    if again:
        section = quote.section or next(reversed(quote.path), "")
        short = ", ".join(filter(None, (head.title, _page(quote), section or quote.rows, "as above")))
        parts = [short, words, cut]
    else:
        published = ", ".join(filter(None, (head.organisation, "-".join(head.report_numbers))))
        place = _place(quote)
        version = f"{head.source}, version {quote.version}"
        date = head.date or "undated"
        parts = [head.title, published, date, place[:1].upper() + place[1:], words, cut, version]
    return " ".join(_ended(" ".join(part.split())) for part in parts if part)


def _page(quote: Quote) -> str:
    return f"page {quote.page}" if quote.page is not None else ""


def _place(quote: Quote) -> str:
    """Page, section where no heading says it, rows, headings, and how the words came to be known."""
    heading = " › ".join(each for each in quote.path if each != quote.document.title)
    known = "" if quote.confidence is None else f"read by OCR, confidence {quote.confidence:.0%}"
    section = section_beside(quote.section, quote.path)
    return ", ".join(filter(None, (_page(quote), section, quote.rows, heading, known)))


def _ended(part: str) -> str:
    """With a full stop, unless it has one, or a quotation that ends in one."""
    return part if part.removesuffix("”").endswith((".", "!", "?", "…")) else f"{part}."


def _near(hit: Hit) -> str:
    page = f", page {hit.passage.pages[0]}" if hit.passage.pages else ""
    return f"{hit.document.title} ({hit.document.source}{page})"


def _about(run: StoredRun) -> tuple[str, ...]:
    models = ", ".join(f"{role} {name}" for role, name in run.models.items()) or "none"
    filters = ", ".join(f"{name} {' '.join(values)}" for name, values in run.filters.items())
    told = {
        "Asked": run.started_at,
        "Within": filters,
        "Models": models,
        "Run": f"{run.id if run.number else 'not kept'} (Belegg {run.belegg})",
    }
    return tuple(f"{name}: {value}" for name, value in told.items() if value)
