"""What people see on a terminal: hits, answers, checked quotations. Every line is within the width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from belegg.library.removed import removed_told
from belegg.records import (
    Discovered,
    DocumentHead,
    Found,
    Hit,
    Note,
    Passage,
    PassageKind,
    Quote,
)
from belegg.serving.cli.terminal import (
    one_line,
    say,
    shortened,
    styled,
    visible,
    width,
    with_article,
    wrapped,
)
from belegg.text.row_numbers import row_numbers, rows_told

if TYPE_CHECKING:
    from belegg.library.check import CheckedClaim, CheckedDraft
    from belegg.library.excerpt import Excerpt

INDENT = 4
Standing = tuple[str, ...]
MOST_SHOWN = 200  # characters of a question
MOST_OF_A_NOTE = 600
STATUS_STYLES = {"exact": "green", "same words": "green", "shortened": "yellow", "not found": "red"}


def show_found(found: Found) -> None:
    """The hits of a search and its notes, or what to try when there is none."""
    for hit in found.hits:
        show_hit(hit)
    if not found.hits:
        say(wrapped("Nothing found. Try other words, fewer of them, or fewer filters."))
    show_notes(found.notes)


def show_hit(hit: Hit, told: str = "") -> None:
    """Rank and title, headings, where it stands and what else is told of it, the snippet."""
    rank = f"{hit.rank}."
    title = shortened(one_line(hit.document.title), width() - INDENT)
    say(f"{rank:<{INDENT}}{styled(title, 'bold')}")
    headings = heading_line(hit.document.title, hit.passage.path)
    if headings:
        say(wrapped(headings, INDENT))
    place = place_line(hit.document, *standing_of(hit.passage))
    say(styled(wrapped(f"{place} · {told}" if told else place, INDENT), "dim"))
    say(wrapped(one_line(hit.snippet), INDENT))
    say()


def heading_line(title: str, path: Iterable[str]) -> str:
    """`Leave › Parents`, without a heading that repeats the title."""
    return " › ".join(one_line(heading) for heading in path if heading != title)


def place_line(head: DocumentHead, *standing: str, dated: bool = True) -> str:
    """`United Nations, S/2025/223 · reports/libya.pdf · page 3 · 2025-05-01`: what there is of them."""
    cited = ", ".join(filter(None, (head.organisation, "-".join(head.report_numbers))))
    parts = [one_line(cited), one_line(head.source), *standing, (dated and head.date) or ""]
    return " · ".join(part for part in parts if part)


def standing_of(passage: Passage) -> Standing:
    """Where a passage stands in its document, and how its words came to be known."""
    rows = rows_told(row_numbers(passage.address))
    return standing(passage.pages, passage.kind, passage.section, passage.confidence, rows)


def standing(
    pages: tuple[int, int] | None,
    kind: PassageKind,
    section: str | None,
    confidence: float | None,
    rows: str = "",
) -> Standing:
    """`pages 3–4`, `row 7`, `footnote 28`, `read by OCR, confidence 87%`: what there is of them."""
    parts = [rows] if rows else []
    if pages is not None:
        first, last = pages
        parts.append(f"page {first}" if first == last else f"pages {first}–{last}")
    if kind == "footnote":
        parts.append(f"foot{one_line(section or 'note')}")
    if confidence is not None:
        parts.append(f"read by OCR, confidence {confidence:.0%}")
    return tuple(parts)


def show_notes(notes: Sequence[Note]) -> None:
    for note in notes:
        say(styled(wrapped(f"Note: {shortened(one_line(note.text), MOST_OF_A_NOTE)}", 0, 6), "dim"))


Place = tuple[DocumentHead, tuple[str, ...], Standing]


def place_of(quote: Quote) -> Place:
    """Where a quotation stands, as a citation tells it: several of one section share a number."""
    return quote.document, quote.path, standing_of_quote(quote)


def standing_of_quote(quote: Quote) -> Standing:
    """The same of a quotation."""
    pages = None if quote.page is None else (quote.page, quote.page)
    return standing(pages, quote.kind, quote.section, quote.confidence, quote.rows)


def show_place(number: int, place: Place) -> None:
    """`[1] title`, the headings, source, page, date."""
    head, path, stands = place
    say(wrapped(f"[{number}] {one_line(head.title)}", 0, INDENT))
    headings = heading_line(head.title, path)
    if headings:
        say(wrapped(headings, INDENT))
    say(styled(wrapped(place_line(head, *stands), INDENT), "dim"))


def show_checked(checked: CheckedDraft) -> None:
    """Each quotation of a draft with its status and place, then notes."""
    if not checked.claims:
        say(wrapped("No quotation found: nothing of three words or more in quotation marks, no block quote."))
    for claim in checked.claims:
        show_claim(claim)
    show_notes(checked.notes)


def show_claim(claim: CheckedClaim) -> None:
    """A quotation with its status, its place, and what to know of it."""
    status = claim.check.status
    elsewhere = ", BUT NOT WHERE NAMED" if claim.misnamed else ""
    style = "red" if claim.misnamed else STATUS_STYLES[status]
    say(styled(f"{status.upper()}{elsewhere}", style, "bold"))
    say(wrapped(f"“{shortened(one_line(claim.claim.text), 400)}”", INDENT))
    if claim.quote:
        place = place_line(claim.quote.document, *standing_of_quote(claim.quote))
        headings = heading_line(claim.quote.document.title, claim.quote.path)
        say(wrapped(" · ".join(p for p in (place, headings) if p), INDENT))
    for line in remarks(claim):
        say(wrapped(line, INDENT, INDENT + 2))
    say()


def remarks(claim: CheckedClaim) -> list[str]:
    """What to know of a checked quotation beside its status and place."""
    lines = [
        f"{d.kind}: “{visible(d.in_quote)}” for “{visible(d.in_source)}”" for d in claim.check.differences
    ]
    for cut in claim.check.cut:
        held = f", which holds {with_article(cut.holds)}" if cut.holds != "none" else ""
        lines.append(f"left out{held}: “{shortened(one_line(cut.text), 200)}”")
    if claim.note:
        lines.append(one_line(claim.note))
    if claim.today:
        newest = f"today (version {claim.today.version}, {claim.today.told})"
        now = claim.today.text
        lines.append(
            f"{newest}: “{shortened(one_line(now), MOST_OF_A_NOTE)}”" if now else f"{newest}: it is gone"
        )
    return lines


def show_excerpt(part: Excerpt) -> None:
    """The text as it stands, below a line that says what it is."""
    gone = part.document.removed_at is not None
    since = removed_told(part.document) if gone else "since replaced"
    version = "" if part.current else f"version {part.version}, {since}"
    if part.chosen:
        version = part.chosen if part.current else f"{part.chosen}; {since}"
    pages = "" if part.pages is None else f"pages {part.pages[0]}–{part.pages[1]}"
    if part.pages and part.pages[0] == part.pages[1]:
        pages = f"page {part.pages[0]}"
    succession = [str(one) for one in part.succession]
    parts = [one_line(part.document.title), place_line(part.document, pages), version, *succession]
    say(styled(wrapped(" · ".join(p for p in parts if p)), "dim"))
    say()
    say(visible(part.text) or f"No text stands there; `belegg report {part.document.id} --page N` says why.")


def show_discovered(found: Discovered) -> None:
    """Words for the next search, the most telling first."""
    for term in found.terms:
        passages = f"in {term.hits} of the {found.searched} best passages, {term.passages:,} in all"
        say(f"{one_line(term.word):<28} {styled(passages, 'dim')}")
    if not found.terms:
        say("No telling words; ask with a word that documents use, or search first.")
    else:
        say()
        say(styled("Words for the next search. They are no quotations.", "dim"))
    show_notes(found.notes)
