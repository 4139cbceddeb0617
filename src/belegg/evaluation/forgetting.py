"""
The words of a document that is forgotten, taken out of runs that measured answers. Their figures stay.

An answer goes when it quotes the document, names it, or has some words in a row of it anywhere. Of one that
goes only the sentences stay that quote other documents alone. What a model put quite otherwise, in an answer
that neither quotes nor names the document, no program finds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from belegg.evaluation.answer_records import AnswerRecord, SaidQuote, SaidSentence
from belegg.evaluation.outcomes import Outcome
from belegg.evaluation.runs import Run
from belegg.records import DocumentId
from belegg.text.words import word_texts

TAKEN_OUT: Final = "[taken out: it may hold words of a document that was forgotten]"
IN_A_ROW: Final = 5
"""Words in a row that tell a document: fewer stand in many."""


@dataclass(frozen=True, slots=True)
class Traces:
    """By what an answer is known to have words of a document: its id, its names, its words in a row."""

    document: DocumentId
    names: tuple[tuple[str, ...], ...]
    rows: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, document: DocumentId, names: Iterable[str], texts: Iterable[str]) -> Traces:
        named = (tuple(word_texts(name)) for name in names)
        rows = {row for text in texts for row in _rows(word_texts(text), IN_A_ROW)}
        return cls(document, tuple(filter(None, named)), frozenset(rows))

    def stand_in(self, text: str) -> bool:
        """Whether a text names the document or has words of it in a row."""
        words = word_texts(text)
        if any(row in self.rows for row in _rows(words, IN_A_ROW)):
            return True
        return any(name in _rows(words, len(name)) for name in self.names)


def _rows(words: Iterable[str], length: int) -> Collection[tuple[str, ...]]:
    listed = list(words)
    return [tuple(listed[at : at + length]) for at in range(len(listed) - length + 1)]


def without(run: Run, traces: Traces) -> tuple[Run, int]:
    """The run without the words of the document, and how many answers had some."""
    outcomes = tuple(_outcome_without(outcome, traces) for outcome in run.outcomes)
    changed = sum(new is not old for new, old in zip(outcomes, run.outcomes, strict=True))
    return (replace(run, outcomes=outcomes) if changed else run), changed


def _outcome_without(outcome: Outcome, traces: Traces) -> Outcome:
    answer = outcome.answer
    if answer is None or not _holds(answer, traces):
        return outcome
    return replace(outcome, answer=_answer_without(answer, outcome.text, traces))


def _holds(answer: AnswerRecord, traces: Traces) -> bool:
    if any(quote.document == traces.document for quote in answer.quotes):
        return True
    texts = [answer.explanation, answer.missing, answer.stopped, *answer.dropped, *answer.unchecked]
    texts += [part for step in answer.way for part in step]
    for sentence in answer.sentences:
        texts += [sentence.text, *sentence.doubts, *sentence.arithmetic, sentence.why_not]
    return any(map(traces.stand_in, texts))


def _answer_without(answer: AnswerRecord, question: str, traces: Traces) -> AnswerRecord:
    def gone(text: str) -> str:
        return TAKEN_OUT if text and text != question else text

    return replace(
        answer,
        explanation=gone(answer.explanation),
        sentences=tuple(_sentence_without(sentence, traces) for sentence in answer.sentences),
        missing=gone(answer.missing),
        dropped=tuple(map(gone, answer.dropped)),
        stopped=gone(answer.stopped),
        unchecked=tuple(map(gone, answer.unchecked)),
        way=tuple((action, gone(detail), gone(outcome)) for action, detail, outcome in answer.way),
    )


def _sentence_without(sentence: SaidSentence, traces: Traces) -> SaidSentence:
    quotes = tuple(_quote_without(quote, traces) for quote in sentence.quotes)
    beside = (sentence.text, *sentence.arithmetic)
    if quotes == sentence.quotes and quotes and not any(map(traces.stand_in, beside)):
        return replace(
            sentence,
            doubts=tuple(TAKEN_OUT for _ in sentence.doubts),
            why_not=TAKEN_OUT if sentence.why_not else "",
        )
    return replace(
        sentence,
        text=TAKEN_OUT,
        quotes=quotes,
        doubts=tuple(TAKEN_OUT for _ in sentence.doubts),
        arithmetic=tuple(TAKEN_OUT for _ in sentence.arithmetic),
        why_not=TAKEN_OUT if sentence.why_not else "",
    )


def _quote_without(quote: SaidQuote, traces: Traces) -> SaidQuote:
    """A quotation that is not the document's as it was; of one that is, where it lies and that it failed."""
    if quote.document != traces.document:
        return quote
    fault = TAKEN_OUT if quote.fault else ""
    return SaidQuote(TAKEN_OUT, "", "", "", None, "", quote.lies, fault)
