"""
What may be set as a document's words: in serif, with marks. The templates set nothing else so.

A `Words` is made here alone: from a quotation that was checked, a hit, or a document's stored text.
What a model or a person wrote is plain text to every template, and text that holds markup stays text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from belegg.library.beside import Beside
from belegg.library.differences import Run
from belegg.library.excerpt import Excerpt
from belegg.records import Hit, Quote, Sentence, Span
from belegg.search.settings import SearchSettings
from belegg.text.as_read import as_read
from belegg.text.drafts import find_claims
from belegg.text.language import language_of
from belegg.text.quotes import check_quote

Kind = Literal["plain", "mark", "cut"]
LONGEST_GUESSED = 2_000
AROUND = 12  # unchanged words beside a change, to see where it is
_HEADING = re.compile(r"#{1,6}[ \t]+(?=\S)")
SPOKEN = frozenset({"en", "nb", "nn", "sv", "fi", "da", "de", "et", "is"})


@dataclass(frozen=True, slots=True)
class Stretch:
    """A run of a document's characters: quoted (`mark`), left out of a quotation (`cut`), or beside."""

    text: str
    kind: Kind = "plain"


@dataclass(frozen=True, slots=True)
class Words:
    """
    A document's own words. `language` is its language (ISO 639-1), None where it is not known. `is_lines`:
    its lines are its own, as of figures.
    """

    stretches: tuple[Stretch, ...]
    language: str | None = None
    is_heading: bool = False
    is_lines: bool = False

    @property
    def text(self) -> str:
        return "".join(stretch.text for stretch in self.stretches)

    @property
    def marked(self) -> str:
        """The marked words alone, in order."""
        return " … ".join(stretch.text for stretch in self.stretches if stretch.kind == "mark")


def of_beside(place: Beside) -> Words:
    """A quotation among the words around it: what is quoted marked, what was cut away dotted."""
    laid = _laid(place.text, place.start, place.marks, place.cuts)
    if not place.begins:
        laid = (Stretch("… "), *laid)
    if not place.ends:
        laid = (*laid, Stretch(" …"))
    document = place.quote.document
    return Words(laid, document.language, is_lines=document.fact("fetched") is not None)


def of_quote(quote: Quote) -> Words:
    """A checked quotation alone, marked."""
    return Words((Stretch(" ".join(quote.check.text.split()), "mark"),), quote.document.language)


def of_hit(hit: Hit) -> Words:
    """The part of a passage where the words stand that were searched for, with these marked."""
    opening, closing = (len(mark) for mark in _snippet_marks())
    pieces: list[Stretch] = []
    at = 0
    for span in hit.marked:
        pieces.append(Stretch(hit.snippet[at : span.start - opening]))
        pieces.append(Stretch(hit.snippet[span.start : span.end], "mark"))
        at = span.end + closing
    pieces.append(Stretch(hit.snippet[at:]))
    language = hit.passage.language or hit.document.language
    return Words(tuple(each for each in pieces if each.text), language)


def of_verified(text: str, language: str | None) -> Words:
    """What a kept answer quotes of a version that has it; unmarked, for it is in no document of today."""
    return Words((Stretch(" ".join(text.split())),), language)


# ---------------------------------------------------------------- what changed from one version to another


@dataclass(frozen=True, slots=True)
class Changed:
    """Words of two versions of a document in a row: in both, taken out, or put in."""

    runs: tuple[Run, ...]
    language: str | None = None


def of_runs(runs: Sequence[Run], language: str | None = None) -> Changed:
    """Runs of a comparison; of words that did not change those beside a change alone."""
    last = len(runs) - 1
    return Changed(tuple(_near(run, at > 0, at < last) for at, run in enumerate(runs)), language)


def _near(run: Run, is_after: bool, is_before: bool) -> Run:
    words = run.text.split()
    if run.kind != "same" or len(words) <= AROUND * (is_after + is_before):
        return run
    first = words[:AROUND] if is_after else []
    return replace(run, text=" ".join([*first, "…", *(words[-AROUND:] if is_before else [])]))


def of_excerpt(part: Excerpt, marks: Sequence[Span] = ()) -> list[Words]:
    """A part of a document's text, a `Words` for each paragraph, with the spans marked."""
    between = "\n" if part.document.fact("fetched") else "\n\n"  # a figure has a line, and no more
    found: list[Words] = []
    for span, text in _pieces(part):
        at = span.start
        for paragraph in text.split(between):
            if paragraph.strip():
                hashes = _HEADING.match(paragraph)
                begin = hashes.end() if hashes else 0
                laid = _laid(paragraph[begin:], at + begin, marks, ())
                found.append(Words(laid, part.document.language, bool(hashes)))
            at += len(paragraph) + len(between)
    return found


def _pieces(part: Excerpt) -> Iterable[tuple[Span, str]]:
    """The text of an excerpt as the spans it was put together from."""
    at = 0
    for span in part.spans:
        yield span, part.text[at : at + span.end - span.start]
        at += span.end - span.start + 2


def _laid(text: str, start: int, marks: Sequence[Span], cuts: Sequence[Span]) -> tuple[Stretch, ...]:
    """`text` begins at `start` of its document; marks go before cuts."""
    spans = [(span, kind) for kind, every in _kinds(marks, cuts) for span in every]
    edges = {0, len(text)}
    for span, _ in spans:
        edges |= {min(max(at - start, 0), len(text)) for at in (span.start, span.end)}
    ordered = sorted(edges)
    found: list[Stretch] = []
    for at, end in pairwise(ordered):
        inside = [kind for span, kind in spans if span.start <= at + start and end + start <= span.end]
        kind = inside[0] if inside else "plain"
        if found and found[-1].kind == kind:
            found[-1] = Stretch(found[-1].text + text[at:end], kind)
        else:
            found.append(Stretch(text[at:end], kind))
    return tuple(found)


def _kinds(marks: Sequence[Span], cuts: Sequence[Span]) -> tuple[tuple[Kind, Sequence[Span]], ...]:
    return ("mark", marks), ("cut", cuts)


@cache
def _snippet_marks() -> tuple[str, str]:
    return SearchSettings().marks


# ---------------------------------------------------------------- the words quoted inside a sentence


@dataclass(frozen=True, slots=True)
class Said:
    """A part of an answer's sentence: `words` where it is a document's, checked once more; else plain."""

    text: str
    words: Words | None = None


def parts_of(sentence: Sentence) -> tuple[Said, ...]:
    """
    A sentence of an answer with the documents' words in it told apart: all of it where it is a quotation,
    else what stands between quotation marks and was found in one of its own quotations, word for word.
    """
    text = sentence.text
    for quote in sentence.quotes:
        if _is_in(text, quote):
            return (Said(text, Words((Stretch(_read(text, quote)),), quote.document.language)),)
    found: list[Said] = []
    at = 0
    for claim in find_claims(text):
        own = next((each for each in sentence.quotes if _is_in(claim.text, each)), None)
        if own is None or claim.span is None or claim.span.start < at:
            continue
        found.append(Said(text[at : claim.span.start]))
        inner = text[claim.span.start : claim.span.end]
        found.append(Said(inner, Words((Stretch(inner),), own.document.language)))
        at = claim.span.end
    found.append(Said(text[at:]))
    return tuple(part for part in found if part.text)


def _is_in(text: str, quote: Quote) -> bool:
    return quote.check.text == text or check_quote(quote.check.text, text).status in ("exact", "same words")


def _read(text: str, quote: Quote) -> str:
    """A quotation as its reader sees it, without a source's marks of Markdown."""
    return as_read(text).strip() or text if quote.document.source.endswith((".md", ".markdown")) else text


@lru_cache(maxsize=512)
def language_guessed(text: str) -> str | None:
    """
    The language of a person's or a model's text by its small words, None where they do not tell. It stands in
    `lang` alone, for what reads pages aloud: a question is too short for the rule that documents are held to.
    """
    found = language_of(text[:LONGEST_GUESSED])
    if found.code or not found.counts:
        return found.code
    (first, most), *rest = found.counts.items()
    return first if first in SPOKEN and most > (rest[0][1] if rest else 0) else None
