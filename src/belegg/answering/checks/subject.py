"""
A quotation that begins behind the subject of its sentence does not say of whom it speaks.

`Employees bear the cost` is quoted to the letter from `bears the cost of damage`, and the document says it of
the company. Where a quotation begins inside its sentence with a small letter, behind a few words that the
drafted sentence has none of, and the draft puts words of its own before the same beginning, the words that
were cut are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from belegg.answering.checks.held_by import named_around, words_of
from belegg.answering.checks.sources import Source
from belegg.answering.checks.wording import Wording, shared_language
from belegg.records import Quote
from belegg.text.analysis import Analyser
from belegg.text.quotes.sentence import beginning_of

MOST_CUT = 3
"""Words before a quotation that can be the subject and no more."""
_CLOSED = regex.compile(r"[|]|[,;:–—(\[>][\s*_\"“«]*\Z")
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+")


def subject_doubts(
    text: str,
    languages: Sequence[str],
    quotes: Sequence[Quote],
    sources: Sequence[Source],
    analyser: Analyser,
) -> Iterator[str]:
    """What to doubt of the subject of a sentence. `sources` are those of the quotations, in their order."""
    known = "\n".join(words_of(quote) for quote in quotes)
    for quote, source in zip(quotes, sources, strict=True):
        head = _cut_head(quote, source)
        language = shared_language(languages, quote, source)
        if head and language is not None:
            wording = Wording(analyser, language)
            beside = "\n".join((known, *named_around(quote)))
            if subject := _own_subject(text, head, words_of(quote), beside, wording):
                yield f"the quotation leaves out of whom it speaks, `{head} …`; the sentence has `{subject}`"


def _cut_head(quote: Quote, source: Source) -> str:
    """The few words of its sentence before a quotation that goes on with a small letter; else empty."""
    span, text = quote.check.span, source.text.text
    if span is None or not (text[span.start].islower() and text[span.start - 1].isspace()):
        return ""
    cut = text[beginning_of(text, span.start) : span.start]
    head = " ".join(cut.split()).lstrip("-*+•–#>_ ")
    if _CLOSED.search(head) or not 0 < len(_WORD.findall(head)) <= MOST_CUT:
        return ""
    return head if any(char.isalpha() for char in head) else ""


def _own_subject(text: str, head: str, quoted: str, beside: str, wording: Wording) -> str:
    """
    The words that a sentence has before the first word of the quotation, when they are neither of what was
    cut nor of what is quoted, titles and headings; else empty.
    """
    said, cut = wording.words(text), wording.words(head)
    first = next(iter(wording.words(quoted)), None)
    if first is None or not cut or any(word.stands_in(wording.terms(text)) for word in cut):
        return ""
    place = next((n for n, word in enumerate(said) if word.stands_in(first.terms)), None)
    if not place:
        return ""
    known = wording.terms(beside)
    own = [word for word in said[:place] if not word.stands_in(known)]
    return " ".join(word.text for word in own) if own else ""
