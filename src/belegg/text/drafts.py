"""
The quotations inside a draft, plain text or Markdown, with their places and the sources named beside them.

A quotation stands in «…», »…«, “…”, „…“, ”…” or "…" within one paragraph, or in a Markdown block quote.
Code is never quoted from. Fewer than three words without a digit in quotation marks are a way of speaking
(scare quotes), no claim about a source.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from belegg.records import Claim, Span
from belegg.text.hints import Hints
from belegg.text.page_hints import page_hint, without_pages

FEWEST_WORDS = 3
LONGEST_QUOTATION = 10_000
MOST_UNCLOSED = 10  # marks that open and never close, before the paragraph is given up

_FENCE = regex.compile(
    r"^ {0,3}(?:> ?)*(?P<mark>`{3,}|~{3,})[^\n]*\n(?s:.*?)(?:^ {0,3}(?:> ?)*(?P=mark)[`~]*[ \t]*$|\Z)",
    regex.M,
)
_INLINE_CODE = regex.compile(r"(?<!`)(`{1,3})(?!`)[^`\n]+(?<!`)\1(?!`)")
_BLOCK = regex.compile(r"(?:^ {0,3}>[^\n]*(?:\n|\Z))+", regex.M)
_BLOCK_MARK = regex.compile(r"^ {0,3}(?:>[ ]?)+", regex.M)
_CALLOUT = regex.compile(r"\s*\[!\w+\]")
_SIGNED = regex.compile(r"\n[ \t]*(?:—|–|--)[ \t]*([^\n]{1,200})\Z")
_DASHED_LINE = regex.compile(r"^[ \t]*[-—–]", regex.M)
_PARAGRAPH_END = regex.compile(r"\n[ \t\r]*\n")
_CLOSERS = {"«": "»", "»": "«»", "“": '”“"', "„": '“”"', "”": "”", '"': '"', "‟": "”"}
_OPENING = regex.compile("[" + "".join(_CLOSERS) + "]")
_BEFORE_OPENING = frozenset("([{—–-/:;,*_|>=")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’.,-][\p{L}\p{M}\p{N}]+)*")


@dataclass(frozen=True, slots=True)
class _Passage:
    """What stands between quotation marks: its place without them, and where the marks begin and end."""

    start: int
    end: int
    outer_start: int
    outer_end: int


def find_claims(draft: str) -> tuple[Claim, ...]:
    """The quotations of a draft in its order, with offsets in it, and source and page named beside each."""
    hints = Hints(draft)
    masked = _without_code(draft)
    blocks = list(_blocks(draft, masked))
    found = [
        Claim(
            text,
            span,
            (signed and without_pages(signed)) or hints.beside(span.start, span.end),
            (signed and page_hint(signed)) or hints.page_beside(span.start, span.end),
        )
        for text, span, signed in blocks
    ]
    for passage in _passages(_blanked(masked, [span for _, span, _ in blocks])):
        text = draft[passage.start : passage.end]
        if not _is_scare(text):
            place = passage.outer_start, passage.outer_end
            span = Span(passage.start, passage.end)
            found.append(Claim(text, span, hints.beside(*place), hints.page_beside(*place)))
    return tuple(sorted(found, key=lambda claim: claim.span or Span(0, 0)))


def scare_quotes(draft: str) -> int:
    """How many passages in quotation marks were passed over as no claims."""
    masked = _without_code(draft)
    spans = [span for _, span, _ in _blocks(draft, masked)]
    return sum(_is_scare(draft[p.start : p.end]) for p in _passages(_blanked(masked, spans)))


def _is_scare(text: str) -> bool:
    return len(_WORD.findall(text)) < FEWEST_WORDS and not any(char.isdigit() for char in text)


def _without_code(draft: str) -> str:
    """The draft with its code blanked, every other character in its place."""
    masked = _FENCE.sub(_blank, draft)
    return str(_INLINE_CODE.sub(_blank, masked))


def _blank(match: regex.Match[str]) -> str:
    return str(regex.sub(r"[^\n]", " ", match[0]))


def _blanked(text: str, spans: list[Span]) -> str:
    """The text with spaces for the spans, which stand in order."""
    kept, at = [], 0
    for span in spans:
        kept += [text[at : span.start], " " * (span.end - span.start)]
        at = span.end
    return "".join([*kept, text[at:]])


def _blocks(draft: str, masked: str) -> Iterator[tuple[str, Span, str | None]]:
    """Block quotes: their text without the marks, their place, and who signed them."""
    for match in _BLOCK.finditer(masked):
        raw = draft[match.start() : match.end()].rstrip("\n")
        text = _BLOCK_MARK.sub("", raw).strip()
        is_code = not masked[match.start() : match.end()].replace(">", "").strip()
        if is_code or not text or _CALLOUT.match(text):
            continue
        signed = _SIGNED.search(text) if len(_DASHED_LINE.findall(text)) == 1 else None
        if signed:
            text = text[: signed.start()].rstrip()
        yield text, Span(match.start(), match.start() + len(raw)), signed[1].strip() if signed else None


def _passages(text: str) -> Iterator[_Passage]:
    """What stands between quotation marks, the outer ones only."""
    at, unclosed = 0, 0
    while match := _OPENING.search(text, at):
        at = match.end()
        if not _opens(text, match.start()):
            continue
        end = _end_of_paragraph(text, match.start())
        closing = _closing(text, match.start(), end)
        if closing is not None:
            yield _Passage(match.end(), closing, match.start(), closing + 1)
            at, unclosed = closing + 1, 0
        elif (unclosed := unclosed + 1) > MOST_UNCLOSED:
            at, unclosed = end, 0


def _end_of_paragraph(text: str, at: int) -> int:
    farthest = min(len(text), at + LONGEST_QUOTATION)
    end = _PARAGRAPH_END.search(text, at, farthest)
    return end.start() if end else farthest


def _opens(text: str, at: int) -> bool:
    """A mark opens before a visible character; one that looks the same at both ends, after a space too."""
    beyond = text[at + 1 : at + 2]
    if not beyond or beyond.isspace():
        return False
    if text[at] in "«“„":
        return True
    before = text[at - 1 : at] if at else " "
    return before.isspace() or before in _BEFORE_OPENING


def _closing(text: str, opening: int, limit: int) -> int | None:
    """Where the passage that opens here ends; marks inside it are stepped over."""
    closers = _CLOSERS[text[opening]]
    depth = 0
    for match in _OPENING.finditer(text, opening + 1, limit):
        char, at = match[0], match.start()
        if char in closers and not (text[at - 1].isspace() and _opens(text, at)):
            if depth == 0:
                return int(at)
            depth -= 1
        elif char == text[opening]:
            depth += 1
    return None
