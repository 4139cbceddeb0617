"""
Answers of tools that fit: small first, with exact totals, how to go on, and what was cut said.

A text is counted in lines that both models and programs can name: those of the document, a very long one in
pieces that end between words. Line numbers stand beside a text and never in it, so that what is copied out of
it is what the document says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from belegg.errors import BadSetting
from belegg.records import Span

LONGEST_LINE: Final = 800  # characters
LEAST_CHARACTERS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Budgets:
    """
    The most that one call returns: characters of the passages of a search, of a reading, of a list, and how
    many passages a search shows.
    """

    search: int = 16_000
    read: int = 12_000
    listed: int = 5_000
    hits: int = 10

    def __post_init__(self) -> None:
        for name in ("search", "read", "listed"):
            if getattr(self, name) < LEAST_CHARACTERS:
                least = f"give {LEAST_CHARACTERS:,} characters or more"
                raise BadSetting(f"the budget of `{name}` is `{getattr(self, name)}`; {least}")
        if self.hits < 1:
            raise BadSetting(f"a search shows `{self.hits}` passages; give 1 or more")


def lines_of(text: str) -> list[Span]:
    """
    The lines of a text, without their ends. A word that goes on behind a hyphen on the next line (`three-`,
    `month absence`) holds both together: a quotation that began inside it would be refused. A line longer
    than 800 characters is several, cut after white space, or inside a word that is longer still.
    """
    found: list[Span] = []
    start = 0
    while start <= len(text):
        end = _line_end(text, start)
        at = start
        while end - at > LONGEST_LINE:
            cut = _cut(text, at, at + LONGEST_LINE)
            found.append(Span(at, cut))
            at = cut
        found.append(Span(at, end))
        start = end + 1
    return found


def whole_words(text: str, span: Span) -> Span:
    """The span, from the beginning of a word that goes on in it from the line before, to the end of one."""
    start, end = span.start, span.end
    if start > 0 and text[start - 1] == "\n" and _is_broken(text, start - 1):
        start -= 1
        while start > 0 and not text[start - 1].isspace():
            start -= 1
    if end < len(text) and text[end] == "\n" and _is_broken(text, end):
        end += 1
        while end < len(text) and not text[end].isspace():
            end += 1
    return Span(start, end)


def fitting(spans: Sequence[Span], lines: Sequence[Span], budget: int) -> tuple[list[Span], int | None]:
    """
    As much of the spans as the budget holds, cut at the end of a line, and the number of the line (from 1)
    that comes next; None when all fits. At least one line is given.
    """
    kept: list[Span] = []
    left = budget
    for span in spans:
        if span.end - span.start <= left:
            kept.append(span)
            left -= span.end - span.start
            continue
        inside = [line for line in lines if span.start < line.end and line.start < span.end]
        whole = [line for line in inside if line.end <= span.start + left]
        if not whole and kept:
            return kept, number_at(lines, span.start)
        last = whole[-1] if whole else inside[0]
        kept.append(Span(span.start, min(last.end, span.end)))
        return kept, number_at(lines, last.end) + 1 if last.end < span.end else None
    return kept, None


def number_at(lines: Sequence[Span], offset: int) -> int:
    """The number (from 1) of the line in which, or at whose end, a character stands."""
    low, high = 0, len(lines) - 1
    while low < high:
        middle = (low + high) // 2
        if lines[middle].end >= offset:
            high = middle
        else:
            low = middle + 1
    return low + 1


def shortened(text: str, most: int) -> str:
    """One line of at most `most` characters, cut between words, with `…` where it was cut."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    kept = line[: most - 1]
    whole = kept if line[most - 1] == " " else kept.rpartition(" ")[0]
    return f"{(whole or kept).rstrip(' ,;:')}…"


def _line_end(text: str, start: int) -> int:
    at = start
    while (end := text.find("\n", at)) >= 0:
        if not _is_broken(text, end) or end - start > LONGEST_LINE:
            return end
        at = end + 1
    return len(text)


def _is_broken(text: str, end: int) -> bool:
    """Whether a word goes on behind the end of a line that stands at this place."""
    return (
        end > 1
        and text[end - 1] in "-\u2010"
        and text[end - 2].isalnum()
        and text[end + 1 : end + 2].isalnum()
    )


def _cut(text: str, start: int, most: int) -> int:
    for place in range(most, start + LONGEST_LINE // 2, -1):
        if text[place - 1].isspace():
            return place
    while most < len(text) and text[most - 1].isalnum() and text[most].isalnum() and most - start < 4_000:
        most += 1
    return most
