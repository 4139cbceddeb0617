"""An answer to a golden question as a run keeps it: what was said and quoted, and what it took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from belegg.records import AbstentionReason

Lies = Literal["gold", "gold page", "gold document", "elsewhere"]
"""
Where a quotation lies: over gold (half of the shorter of both), on a page of gold, elsewhere in a document of
gold, or in another document. The last three may answer too: the set's author named no more than the gold.
"""


@dataclass(frozen=True, slots=True)
class SaidQuote:
    """
    A quotation that the answer shows. `fault` says what is wrong with it when it is looked up anew (the words
    do not stand at its place, the page is another); empty when it stands as shown.
    """

    text: str
    document: str
    source: str
    title: str
    page: int | None
    section: str
    lies: Lies
    fault: str = ""


@dataclass(frozen=True, slots=True)
class SaidSentence:
    """
    A sentence of the answer. `judged` is what the measuring judge said of it: None when it said nothing,
    which is not support; `why_not` its doubt.
    """

    text: str
    supported: bool
    quotes: tuple[SaidQuote, ...]
    doubts: tuple[str, ...] = ()
    arithmetic: tuple[str, ...] = ()
    judged: bool | None = None
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Took:
    """
    What an answer took: the answer model's rounds, seconds, tokens of all models on the way. `cost_usd` None:
    a price is not known. `estimated`: a server counted no tokens. The judge that measures is not in it.
    """

    rounds: int = 0
    seconds: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = 0.0
    estimated: bool = False

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """
    An answer and its checks. `failed` says why the model gave none (what is kept then is the documents' own,
    and counts neither as an answer nor as a refusal); empty when it did. `model` None: no model wrote it.

    `judge` measured, None when none did; `not_judged` says why sentences lack its word. `unchecked` stand in
    quotation marks in a sentence and in no document that it quotes. `cited` of the `gold` quotations have a
    quotation over them. `way` is (what was done, with what, what came of it). `ran` are the steps that did.
    """

    model: str | None
    judge: str | None
    reason: AbstentionReason | None
    explanation: str
    sentences: tuple[SaidSentence, ...]
    missing: str
    dropped: tuple[str, ...]
    stopped: str
    failed: str
    not_judged: str
    unchecked: tuple[str, ...]
    gold: int
    cited: int
    ran: tuple[str, ...]
    way: tuple[tuple[str, str, str], ...]
    took: Took = field(default_factory=Took)
    judging: Took = field(default_factory=Took)

    @property
    def judged_itself(self) -> bool:
        """Whether the model that wrote it was also asked to measure it."""
        return bool(self.sentences) and self.judge is not None and self.judge == self.model

    @property
    def quotes(self) -> tuple[SaidQuote, ...]:
        return tuple(quote for sentence in self.sentences for quote in sentence.quotes)

    @property
    def faults(self) -> tuple[str, ...]:
        """Quotations that are shown and are not what they seem. None is the promise."""
        return (*self.unchecked, *(quote.fault for quote in self.quotes if quote.fault))


def answer_record_of(told: Mapping[str, Any]) -> AnswerRecord:
    """A record as JSON gives it. Raises TypeError, KeyError."""
    sentences = tuple(
        _made(
            SaidSentence,
            each,
            quotes=tuple(_made(SaidQuote, quote) for quote in each["quotes"]),
            doubts=tuple(each["doubts"]),
            arithmetic=tuple(each["arithmetic"]),
        )
        for each in told["sentences"]
    )
    texts = {name: tuple(told[name]) for name in ("dropped", "unchecked", "ran")}
    way = tuple((action, detail, outcome) for action, detail, outcome in told["way"])
    took, judging = _made(Took, told["took"]), _made(Took, told["judging"])
    made: AnswerRecord = _made(
        AnswerRecord, told, sentences=sentences, way=way, took=took, judging=judging, **texts
    )
    return made


def _made(kind: Any, told: Mapping[str, Any], **own: object) -> Any:
    """A record of this kind, what it does not know left out."""
    names = {each.name for each in fields(kind)}
    return kind(**({name: value for name, value in told.items() if name in names} | own))
