"""
Fitting the quick calls of a library: relevance from golden questions and what their searches find, the first
decisions from messages that come with Belegg, packs from where the gold stands.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import Any, Final

from belegg.answering import quick_calls as quick
from belegg.answering.relevance import SURELY, judged_alike
from belegg.errors import BadInput
from belegg.evaluation.golden import GoldenQuestion
from belegg.evaluation.questions import holds
from belegg.evaluation.quick_fits import Judged, Labelled, fitted_relevance, fitted_temperature
from belegg.records import Hit, Pack
from belegg.records.deciding import QuickQuestion
from belegg.records.quick_fits import QuickFits, Relevance
from belegg.seams import Classifier

HITS: Final = 8
TIMEOUT_S: Final = 30.0
"""For one request: fitting may take its time."""
MOST_ASKED: Final = 100
"""Golden questions whose hits a classifier labels."""


@dataclass(frozen=True, slots=True)
class FittedCall:
    """
    One decision of one judge: its labelled `rows`, the `temperature` (None: too few rows, or the local
    model), how many it gets right, how many it is sure enough of, and how many of those are right.
    """

    decision: str
    judge: str
    rows: int
    temperature: float | None
    right: int
    sure: int
    sure_and_right: int


@dataclass(frozen=True, slots=True)
class FittedCalls:
    """What is to be kept, and each decision that was looked at."""

    fits: QuickFits
    calls: tuple[FittedCall, ...]

    def as_json(self) -> dict[str, Any]:
        """The record of `belegg calibrate --quick-calls --json`."""
        return {"calls": [asdict(call) for call in self.calls]}


def fitted_calls(
    questions: Sequence[GoldenQuestion],
    search: Callable[[GoldenQuestion], Sequence[Hit]],
    packs: Sequence[Pack],
    pack_of: Callable[[GoldenQuestion], str | None],
    classifier: Classifier | None,
    model: str,
    before: QuickFits,
) -> FittedCalls:
    """
    Fit what there are labels for. `model`: the embedder of the hits' cosines, empty without vectors. What
    was fitted `before` for other models stays. Raises BadInput without a question that has gold; ModelError.
    """
    golden = [question for question in questions if question.answerable and question.gold]
    if not golden:
        raise BadInput("no question has a gold quotation, so nothing says what is relevant")
    found = [(question, search(question)) for question in golden]
    calls: list[FittedCall] = []
    relevance = _local(found, model, calls) if model else None
    temperatures = dict(before.temperatures)
    if classifier is not None:
        labelled = {
            quick.RELEVANCE: list(_relevance_rows(found[:MOST_ASKED], classifier)),
            quick.PACK: list(_pack_rows(golden[:MOST_ASKED], packs, pack_of, classifier)),
            **_first_rows(classifier),
        }
        told = [_call(call, rows, classifier.id) for call, rows in labelled.items() if rows]
        calls += told
        temperatures[classifier.id] = {
            call.decision: call.temperature for call in told if call.temperature is not None
        }
    return FittedCalls(QuickFits(temperatures, relevance or before.relevance), tuple(calls))


def _label(hit: Hit, question: GoldenQuestion) -> bool | None:
    """Whether a hit is relevant; None for another passage of a gold document, which may help."""
    of_gold = [gold for gold in question.gold if gold.is_source(hit.document.source)]
    if any(holds(hit.passage.text, gold) for gold in of_gold):
        return True
    return None if of_gold else False


def _local(
    found: Sequence[tuple[GoldenQuestion, Sequence[Hit]]], model: str, calls: list[FittedCall]
) -> Relevance | None:
    rows = [
        Judged(*features, label)
        for question, hits in found
        for place, features in judged_alike(question.text, hits).items()
        if (label := _label(hits[place], question)) is not None
    ]
    fit = fitted_relevance(rows, model, len(found))
    if fit is not None:
        chances = [(fit.irrelevant(row.cosine, row.gap, row.word_share), row.relevant) for row in rows]
        right = sum((chance >= 0.5) is not relevant for chance, relevant in chances)
        sure = [relevant for chance, relevant in chances if chance >= SURELY]
        calls.append(
            FittedCall(
                quick.LOCAL_RELEVANCE.name, model, len(rows), None, right, len(sure), sure.count(False)
            )
        )
    return fit


def _relevance_rows(
    found: Sequence[tuple[GoldenQuestion, Sequence[Hit]]], classifier: Classifier
) -> Iterator[Labelled]:
    for question, hits in found:
        labels = {str(place): _label(hit, question) for place, hit in enumerate(hits)}
        wanted: dict[str, QuickQuestion] = {
            name: quick.relevance_question(quick.text_of(hits[int(name)]))
            for name, label in labels.items()
            if label is not None
        }
        if not wanted:
            continue
        for name, decision in classifier.decide(
            quick.relevance_state(question.text), wanted, TIMEOUT_S
        ).items():
            right = {quick.RELEVANT, quick.PARTIAL} if labels[name] else {quick.IRRELEVANT}
            yield Labelled(decision.probabilities, frozenset(right))


def _pack_rows(
    golden: Sequence[GoldenQuestion],
    packs: Sequence[Pack],
    pack_of: Callable[[GoldenQuestion], str | None],
    classifier: Classifier,
) -> Iterator[Labelled]:
    asked = quick.pack_question(packs)
    for question in golden if asked is not None else ():
        truth = pack_of(question)
        if asked is None or truth is None:
            continue
        made = classifier.decide(quick.state_of(question.text, ()), {quick.PACK.name: asked}, TIMEOUT_S)
        if quick.PACK.name in made:
            yield Labelled(made[quick.PACK.name].probabilities, frozenset({truth}))


def _first_rows(classifier: Classifier) -> dict[quick.Call, list[Labelled]]:
    """What the classifier says to the messages that come with Belegg."""
    rows: dict[quick.Call, list[Labelled]] = {quick.STANDS_ALONE: [], quick.MOVE: []}
    for message in messages():
        earlier = [message["earlier"]] if message["earlier"] else []
        wanted: dict[str, QuickQuestion] = {quick.MOVE.name: quick.move_question(())}
        truth = {quick.MOVE.name: message["move"]}
        if earlier:
            wanted[quick.STANDS_ALONE.name] = quick.stands_alone_question()
            truth[quick.STANDS_ALONE.name] = "yes" if message["stands_alone"] else "no"
        made = classifier.decide(quick.state_of(message["message"], earlier), wanted, TIMEOUT_S)
        for call, of_call in rows.items():
            if call.name in made:
                of_call.append(Labelled(made[call.name].probabilities, frozenset({truth[call.name]})))
    return rows


def messages() -> list[dict[str, Any]]:
    """Messages with what they are, in six languages, of our own."""
    text = files("belegg.evaluation").joinpath("data", "messages.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def _call(call: quick.Call, rows: Sequence[Labelled], judge: str) -> FittedCall:
    temperature = fitted_temperature(rows)
    sure = [row for row in rows if row.sure(temperature or 1.0) >= call.threshold]
    return FittedCall(
        call.name,
        judge,
        len(rows),
        temperature,
        sum(row.is_right for row in rows),
        len(sure),
        sum(row.is_right for row in sure),
    )
