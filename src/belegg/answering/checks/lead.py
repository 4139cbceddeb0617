"""
A quotation under `**Finland.**` says nothing of Sweden.

The lead of a paragraph or list item (bold, or before a colon), the first cell of a row and the innermost
heading name what stands under them. A sentence that names another member of the same list, and quotes neither
it nor anything under it, is doubted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex
from regex import Match

from belegg.answering.checks.held_by import words_of
from belegg.answering.checks.sources import Source
from belegg.answering.placing import passage_at
from belegg.records import Quote, Span

MOST_LEADS = 40
"""Members of a list that are compared; a longer one is a table of data."""
MOST_WORDS = 3
"""Words of a lead that may be a name."""
NEAR = 6_000
"""Characters before and after a quotation in which the list is looked for."""
_LEAD = regex.compile(
    r"^[ \t]*(?:(?:[-*+•–][ \t]+)?\*\*(?P<bold>[^*\n]{2,50}?)[.:]?\*\*"
    r"|[-*+•–][ \t]+(?P<item>[^:.\n|*]{2,50}):|\|[ \t]*(?P<row>[^|\n]{2,50}?)[ \t]*\|)",
    regex.M,
)
_NUMBER = regex.compile(r"^[\W\d]*(?:\p{L}[.)]\s)?")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]{2,}(?:-[\p{L}\p{M}\p{N}]+)*")
_INSIDE = r"(?<=[\p{L}\p{N},;]\s)"


@dataclass(frozen=True, slots=True)
class Led:
    """The leads above a quotation, those of the same list, and the headings around both."""

    own: tuple[str, ...]
    siblings: tuple[str, ...]
    around: tuple[str, ...]


def lead_doubts(text: str, quotes: Sequence[Quote], sources: Sequence[Source]) -> list[str]:
    """
    What to doubt of the names of a sentence because its quotations stand under other ones.

    `sources` are those of the quotations, in their order. At most one doubt. Only what its document never
    writes with a small letter counts as a name.
    """
    said = frozenset(_plain(word) for word in _WORD.findall(text) if word[0].isupper())
    quoted = _words(" ".join(words_of(quote) for quote in quotes))
    found: list[str] = []
    for quote, source in zip(quotes, sources, strict=True):
        for led in leads_of(quote, source):
            if not led.own or not all(_is_name(lead, source.text.text) for lead in led.own):
                continue
            own = _words(" ".join(led.own))
            if own & _words(text):
                return []
            found += (
                f"the quotation stands under `{led.own[0]}`, not under `{sibling}`"
                for sibling in led.siblings
                if (names := _words(sibling))
                and names <= said
                and not names & (own | quoted)
                and not any(names <= _words(one) and not own & _words(one) for one in led.around)
                and _is_name(sibling, source.text.text)
                and _stands_inside(sibling, (text, quote.document.title, source.text.text))
            )
    return found[:1]


def leads_of(quote: Quote, source: Source) -> Iterator[Led]:
    """The leads in the text that a quotation stands under, then its innermost heading."""
    span = quote.check.span
    passage = passage_at(source.passages, span) if span else None
    if span is None or passage is None:
        return
    around = (quote.document.title, *passage.path)
    yield _in_text(span, source.text.text, around)
    if passage.path:
        *above, own = passage.path
        beside = dict.fromkeys(
            one.path[-1] for one in source.passages if list(one.path[:-1]) == above if one.path
        )
        siblings = tuple(_bare(one) for one in beside if one != own)
        if len(siblings) <= MOST_LEADS:
            yield Led((_bare(own),), siblings, (quote.document.title, *above))


def _in_text(span: Span, text: str, around: tuple[str, ...]) -> Led:
    """The leads of the paragraphs, items or rows that a quotation stands on, and others of the same form."""
    start = max(0, span.start - NEAR)
    found = list(_LEAD.finditer(text, start, min(len(text), span.end + NEAR)))
    own, others = list[Match[str]](), list[Match[str]]()
    for lead in found:
        end = text.find("\n" if lead.lastgroup == "row" else "\n\n", lead.end())
        following = min((one.start() for one in found if one.start() > lead.start()), default=len(text))
        end = min(following, end if end >= 0 else len(text))
        (own if lead.start() < span.end and span.start < end else others).append(lead)
    forms = {lead.lastgroup for lead in own}
    siblings = dict.fromkeys(_named(lead) for lead in others if lead.lastgroup in forms)
    return Led(tuple(map(_named, own)), tuple(siblings) if len(siblings) <= MOST_LEADS else (), around)


def _named(lead: Match[str]) -> str:
    return _bare(lead[lead.lastgroup or 0])


def _bare(heading: str) -> str:
    """Without its number and marks."""
    return str(_NUMBER.sub("", heading)).strip(" *_:.")


def _is_name(lead: str, text: str) -> bool:
    """Whether a lead is a few words that its text never writes with a small letter."""
    words = lead.split()
    return 0 < len(words) <= MOST_WORDS and all(
        word[0].isupper()
        and regex.search(rf"(?<!\p{{L}}){regex.escape(word.lower())}(?!\p{{L}})", text) is None
        for word in words
    )


def _stands_inside(name: str, texts: Sequence[str]) -> bool:
    """Whether a name stands inside a sentence, where only names have capitals."""
    written = regex.compile(rf"{_INSIDE}{regex.escape(name)}(?![\p{{L}}\p{{N}}])")
    return any(written.search(text) for text in texts)


def _words(text: str) -> frozenset[str]:
    return frozenset(map(_plain, _WORD.findall(text)))


def _plain(word: str) -> str:
    return word.casefold()
