"""
Earlier turns of a conversation, as a model is told them: questions, answers, and what was cited.

What else was sent and found then is dropped. When the turns grow too long, the oldest lose the words of their
answers and keep their quotations: those are the evidence, and were checked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from belegg.answering.handles import Handles
from belegg.answering.memory import Memory
from belegg.records import Abstained, Answer, DocumentHead, DocumentId, Quote, Scope, Sentence
from belegg.seams import Store

MOST_CHARACTERS = 8_000
MOST_TURNS = 12
FETCH_AGAIN = (
    "It quoted figures, which are not told here: figures of an earlier question must be fetched again."
)


@dataclass(frozen=True, slots=True)
class Earlier:
    """One question of a conversation and its answer."""

    question: str
    answer: Answer


@dataclass(slots=True)
class Conversation:
    """The turns so far, and the handles that hold for all of them."""

    turns: list[Earlier] = field(default_factory=list)
    handles: Handles = field(default_factory=Handles)

    def add(self, question: str, answer: Answer) -> None:
        """The turn that has ended."""
        self.turns.append(Earlier(question, answer))


def told(
    turns: Sequence[Earlier],
    memory: Memory,
    store: Store,
    scope: Scope,
    most_characters: int = MOST_CHARACTERS,
) -> str:
    """
    The last turns in their order, compact; empty for none. Only sentences that quotations carry go on, and of
    these none whose quotations are not all readable to the asker any more: rights may have changed since.
    The documents that they quote are introduced above them, as they are now. What an earlier question fetched
    is not told: each question fetches its own.
    """
    turns = turns[-MOST_TURNS:]
    readable, fetched = _readable(turns, store, scope)
    for compacted in range(len(turns) + 1):
        parts = [
            _turn(turn, memory, readable, fetched, cited_alone=number < compacted)
            for number, turn in enumerate(turns)
        ]
        if sum(map(len, parts)) <= most_characters:
            break
    cited = dict.fromkeys(
        quote.document.id for turn in turns for one in _kept(turn, readable) for quote in one.quotes
    )
    introduced = "\n".join(memory.introduced(readable[document]) for document in cited)
    return "\n\n".join(filter(None, (introduced, *parts)))


def _readable(
    turns: Sequence[Earlier], store: Store, scope: Scope
) -> tuple[Mapping[DocumentId, DocumentHead], frozenset[DocumentId]]:
    """
    Of the documents that were cited, those that the asker may read now, as they are now; and those of them
    that they may read, but not for this question.
    """
    cited = {quote.document.id for turn in turns for quote in _quotes(turn.answer)}
    with store.reading(Scope(scope.principal, question=scope.question)) as reader:
        readable = reader.heads_of(cited)
    with store.reading(Scope(scope.principal)) as reader:
        return readable, frozenset(reader.heads_of(cited.difference(readable)))


def _quotes(answer: Answer) -> tuple[Quote, ...]:
    if isinstance(answer, Abstained):
        return ()
    return tuple(quote for sentence in answer.sentences for quote in sentence.quotes)


def _kept(turn: Earlier, readable: Mapping[DocumentId, DocumentHead]) -> list[Sentence]:
    """The sentences of a turn's answer that go on."""
    if isinstance(turn.answer, Abstained):
        return []
    return [
        sentence
        for sentence in turn.answer.sentences
        if sentence.supported
        and sentence.quotes
        and all(quote.document.id in readable for quote in sentence.quotes)
    ]


def _turn(
    turn: Earlier,
    memory: Memory,
    readable: Mapping[DocumentId, DocumentHead],
    fetched: Collection[DocumentId],
    *,
    cited_alone: bool,
) -> str:
    if isinstance(turn.answer, Abstained):
        return f"Asked before: {turn.question}\nNot answered: {turn.answer.reason}."
    kept = _kept(turn, readable)
    lines = [f"Asked before: {turn.question}"]
    if not cited_alone and kept:
        lines.append(f"Answered: {' '.join(map(_said, kept))}")
    cited = dict.fromkeys(line for sentence in kept for line in _cited(sentence, memory.handles))
    if cited:
        lines.append(f"With these words of documents:\n{memory.marks.around(chr(10).join(cited))}")
    if any(quote.document.id in fetched for quote in _quotes(turn.answer)):
        lines.append(FETCH_AGAIN)
    return "\n".join(lines)


def _said(sentence: Sentence) -> str:
    """A doubted sentence says that it is; the doubt itself may name what the asker may not read any more."""
    return f"{sentence.text} (in doubt)" if sentence.doubts else sentence.text


def _cited(sentence: Sentence, handles: Handles) -> list[str]:
    """`D1, page 3: the words`, for each quotation of a sentence."""
    lines = []
    for quote in sentence.quotes:
        page = f"page {quote.page}" if quote.page is not None else ""
        place = ", ".join(filter(None, (handles.of(quote.document), page)))
        lines.append(f"{place}: {' '.join(quote.check.text.split())}")
    return lines
