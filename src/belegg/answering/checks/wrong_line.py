"""
A figure taken from the wrong line: it is quoted to the letter, from a line that speaks of something else.

A draft says `The notice of the lease is 90 days` and quotes a line that has `90 days` and nothing of the
lease; another line of the same passage has the lease, its notice, and another number of days. Each part of a
drafted sentence is looked at alone. A quoted line that holds any word of the sentence which the other one
lacks is believed: what a line is about, a program cannot tell better than that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from belegg.answering.checks.held_by import Held, named_around, words_of
from belegg.answering.checks.quotations import short
from belegg.answering.checks.sources import Source
from belegg.answering.placing import passage_at
from belegg.answering.question.asked import terms_of
from belegg.records import Passage, Quote
from belegg.text.analysis import Analyser
from belegg.text.figures import Figure, figures_in, same_unit, units_in
from belegg.text.normalise import normalise
from belegg.text.sentences import sentences
from belegg.text.small_words import languages_spoken
from belegg.text.words import word_texts

FEWEST_MORE = 2
FEWEST_MORE_ROW = 1
"""
Words of the sentence that the other line holds beyond those of what is quoted, at least; rows of a table
differ by the one word that names them.
"""


def check_lines(
    text: str,
    languages: Sequence[str],
    quotes: Sequence[Quote],
    sources: Sequence[Source],
    analyser: Analyser,
) -> Iterator[str]:
    """
    What fails of the figures with a unit of a sentence because another line of the passage says another.
    `sources` are those of the quotations, in their order. Quotations in a language that the sentence is not
    in are passed over.
    """
    said = Held(((text, tuple(languages)),))
    for quote, source in zip(quotes, sources, strict=True):
        passage = passage_at(source.passages, quote.check.span) if quote.check.span else None
        shared = set(languages) & _languages_of(passage, quote) if passage else set()
        if passage is None or not shared:
            continue
        quoted = Held(((words_of(quote), tuple(sorted(shared))),))
        others = _Others(passage, quotes, said, min(shared), analyser)
        for part in _parts(text, languages):
            for figure in figures_in(part, languages):
                if figure.unit and not figure.is_one and quoted.holds(figure):
                    yield from others.against(part, figure)


class _Others:
    """The lines of a passage that hold nothing quoted."""

    def __init__(
        self, passage: Passage, quotes: Sequence[Quote], said: Held, language: str, analyser: Analyser
    ) -> None:
        self._said = said
        self._analyser = analyser
        self._language = language
        self._space = analyser.name_space(language)
        self._around = self._terms("\n".join(named for quote in quotes for named in named_around(quote)))
        self._quoted: list[str] = []
        self._lines: list[str] = []
        spans = [quote.check.span for quote in quotes if quote.document.id == passage.document]
        for line in sentences(passage.text, self._language):
            start, end = passage.span.start + line.start, passage.span.start + line.end
            is_quoted = any(span and span.start < end and start < span.end for span in spans)
            words = passage.text[line.start : line.end]
            (self._quoted if is_quoted else self._lines).append(words)
        self._is_row = bool(self._quoted) and all(line.startswith("|") for line in self._quoted)
        self._quoted += [quote.check.text for quote in quotes]

    def against(self, part: str, figure: Figure) -> Iterator[str]:
        """Why a figure of a part of the sentence is not what the passage says; at most one reason."""
        for line in self._lines:
            stated = figures_in(line, (self._language,))
            alike = [one for one in stated if one.unit and same_unit(one.unit, figure.unit)]
            if not alike or any(
                set(one.values) & set(figure.values) or self._said.holds(one) for one in alike
            ):
                continue
            if self._is_nearer(part, figure, line):
                yield (
                    f"`{figure.text}` is quoted from a line on something else; the line on what the sentence "
                    f"says, “{short(line)}”, has `{alike[0].text}`"
                )
                return

    def _is_nearer(self, part: str, figure: Figure, line: str) -> bool:
        """Whether a line has what is quoted of a part's words, and more. Title and headings hold for all."""
        words = {word for word in self._words_of_weight(part, figure) if word.isdisjoint(self._around)}
        quoted, other = self._terms("\n".join(self._quoted)), self._terms(line)
        here = {word for word in words if not word.isdisjoint(quoted)}
        there = {word for word in words if not word.isdisjoint(other)}
        least = FEWEST_MORE_ROW if line.startswith("|") and self._is_row else FEWEST_MORE
        return here <= there and len(there - here) >= least

    def _words_of_weight(self, text: str, figure: Figure) -> set[frozenset[str]]:
        """The words of a text as terms, without small words, units and the figure itself."""
        own = set(word_texts(normalise(figure.text)))
        kept = (
            word
            for word in word_texts(normalise(text))
            if word not in own and not self._analyser.is_small(word) and not units_in(word)
        )
        return {
            frozenset((self._analyser.word_term(w, self._space), *self._analyser.part_terms(w, self._space)))
            for w in kept
        }

    def _terms(self, text: str) -> frozenset[str]:
        return terms_of(normalise(text), self._space, self._analyser)


def _languages_of(passage: Passage, quote: Quote) -> frozenset[str]:
    """The language of a passage, or those that its small words tell where nothing is known."""
    if known := passage.language or quote.document.language:
        return frozenset((known,))
    return languages_spoken(word_texts(passage.text))


def _parts(text: str, languages: Sequence[str]) -> list[str]:
    """The sentences that are written as one."""
    spans = sentences(text, languages[0] if len(languages) == 1 else None)
    return [text[span.start : span.end] for span in spans]
