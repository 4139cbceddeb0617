"""
The quick calls: small decisions of every question that are not worth a round of a large model.

`CALLS` is the one table of them. A decision is acted on only when the classifier is as sure as the table
says; when it is slow, down, unsure or leaves it open, everything is as if there were no classifier, and the
run says so. A classifier only takes away or hints: it answers nothing and refuses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from belegg.answering.conversation import Earlier
from belegg.answering.memory import Aside
from belegg.answering.relevance import SURELY, local_relevance
from belegg.answering.steps import FirstCalls
from belegg.errors import ModelError
from belegg.records import Hit, Pack, Ran
from belegg.records.deciding import Decision, OneOf, QuickQuestion, YesNo
from belegg.records.quick_fits import NO_FITS, QuickFits, Relevance
from belegg.records.runs import Decided, Event, FellBack
from belegg.seams import Classifier

CALL_S = 1.5
ALL_S = 4.0
"""The most that one request, and all requests of a run, may take: nothing else goes on meanwhile."""
LEAST_MASS = 0.5
"""Of a chat model's probability that has to fall on the answers at all."""
BATCH = 12
LONGEST_PASSAGE = 1_500
"""Characters of a passage that a classifier reads."""
LONGEST_MESSAGE = 2_000
LAST_TURNS = 3
AS_WITHOUT = "everything as if there were no classifier"

SEARCH, FIND, DEFINE, OUT = "search", "find a document", "define a term", "out of scope"
RELEVANT, PARTIAL, IRRELEVANT = "relevant", "partial", "irrelevant"


@dataclass(frozen=True, slots=True)
class Call:
    """
    A decision: its name in events and settings, from which probability it is acted on, what is then done,
    and where the threshold is from.
    """

    name: str
    threshold: float
    does: str
    measured: str


STANDS_ALONE: Final = Call(
    "stands alone",
    0.80,
    "a follow-up is rewritten by the understand model, or searched together with the question before it; a "
    "message that stands alone is left as it is",
    "set by hand; `belegg calibrate --quick-calls` counts what the classifier at hand gets right",
)
PACK: Final = Call(
    "pack",
    0.90,
    "the question is searched in this pack first, then in all",
    "set by hand; `belegg calibrate --quick-calls` counts what the classifier at hand gets right",
)
MOVE: Final = Call(
    "first move",
    0.80,
    "a line tells the model how to begin",
    "set by hand; `belegg calibrate --quick-calls` counts what the classifier at hand gets right",
)
OUT_OF_SCOPE: Final = Call(
    "out of scope",
    0.95,
    "shortens, and refuses nothing by itself: where no passage holds a word of the question either, no model "
    "is called; else the model is told to look once and say so",
    "set by hand: taking a good question for a bad one costs the most",
)
LOCAL_RELEVANCE: Final = Call(
    "relevance, local",
    SURELY,
    "as above; only passages in the question's language, only where no classifier is set",
    "benchmarks/quick_calls.py: at 0.90 it lost 2 to 4 of 100 relevant passages, at 0.98 0.3 to 2",
)
RELEVANCE: Final = Call(
    "relevance",
    0.90,
    "the passage is left out of what the model is shown, with a line that says so; of a search that found "
    "nothing else, all are shown",
    "the requirement; with a classifier of your own `belegg calibrate --quick-calls` counts it",
)
CALLS: Final = (STANDS_ALONE, PACK, MOVE, OUT_OF_SCOPE, RELEVANCE, LOCAL_RELEVANCE)

HINTS: Final = {
    FIND: "The question seems to name a document: `find_documents` may be the shortest way.",
    DEFINE: "The question seems to ask what a term means: look for the place that defines it.",
    OUT: "This seems to be outside of what the documents are about. Look once; if nothing is on it, say so.",
}


def stands_alone_question() -> QuickQuestion:
    return YesNo(
        "Can the message be understood by somebody who has not read the earlier questions? Yes when it "
        "stands by itself; no when it leans on them (and in winter?, what about part-time, why)."
    )


def pack_question(packs: Sequence[Pack]) -> QuickQuestion | None:
    """None where there is no choice, or nothing to choose by."""
    if len(packs) < 2 or not all(pack.description.strip() for pack in packs):
        return None
    told = {pack.name: " ".join(pack.description.split()) for pack in packs}
    return OneOf("Which collection of documents is the message about?", told)


def move_question(packs: Sequence[Pack]) -> QuickQuestion:
    """`out of scope` is an answer only where every pack says what it is about."""
    options = {
        SEARCH: "It asks for a fact, a rule or an explanation that has to be looked for.",
        FIND: "It wants a certain document, which it names by title, number or file.",
        DEFINE: "It asks what a word or an abbreviation means.",
    }
    described = [" ".join(pack.description.split()) for pack in packs]
    if described and all(described):
        about = "; ".join(described)
        options[OUT] = f"It has nothing to do with documents like these: {about}"
    return OneOf("What is the best first move for this message?", options)


def relevance_question(passage: str) -> QuickQuestion:
    return OneOf(
        f"Does this passage help to answer the question?\n\nPassage:\n{passage}",
        {
            RELEVANT: "It holds the answer, or a part of it.",
            PARTIAL: "It is on the subject and may help.",
            IRRELEVANT: "It does not help to answer the question.",
        },
    )


def at_temperature(decision: Decision, temperature: float) -> Decision:
    """The same with its probabilities made flatter (above 1) or sharper; the order of answers stays."""
    if temperature == 1.0 or not decision.probabilities:
        return decision
    raised = {name: value ** (1 / temperature) for name, value in decision.probabilities.items()}
    whole = sum(raised.values())
    told = {name: value / whole for name, value in raised.items()}
    return Decision(decision.value, told[decision.value], decision.source, told, decision.option_mass)


class QuickCaller:
    """
    The quick calls of one run. `local` judges relevance where no classifier is set.

    A classifier whose probabilities are a chat model's own (`needs_fit`) is asked only what `fits` has a
    temperature for: chat models are surer than they are right. `clock` gives seconds.
    """

    def __init__(
        self,
        classifier: Classifier | None,
        fits: QuickFits = NO_FITS,
        *,
        needs_fit: bool = False,
        local: Relevance | None = None,
        model: str = "",
        why_not: str = "none is set",
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """`model`: the embedder whose cosines hits have. `why_not`: why there is no classifier."""
        self._classifier = classifier
        self._fits = fits
        self._needs_fit = needs_fit
        self._local = local if local is not None and local.model == model else None
        self._why_not = why_not
        self._clock = clock
        self._left_s = ALL_S
        self._failed = ""

    def first(self, question: str, earlier: Sequence[Earlier], packs: Sequence[Pack]) -> FirstCalls:
        """Before the first model call, all in one request."""
        if self._classifier is None:
            return FirstCalls(self._without())
        asked: dict[str, QuickQuestion | None] = {
            STANDS_ALONE.name: stands_alone_question() if earlier else None,
            PACK.name: pack_question(packs),
            MOVE.name: move_question(packs),
        }
        wanted = {name: one for name, one in asked.items() if one is not None and self._may_ask(name)}
        if not wanted:
            return FirstCalls(Ran("classifier", "did not run", self._unfitted()))
        decisions, failure = self._decide(state_of(question, [turn.question for turn in earlier]), wanted)
        if failure:
            return FirstCalls(Ran("classifier", "failed", self._failed), events=failure)
        return self._acted(decisions, wanted)

    def relevance(self, question: str, hits: Sequence[Hit]) -> Aside:
        """Which passages are surely irrelevant; none where nobody can say."""
        if self._classifier is None:
            return Aside() if self._local is None else local_relevance(self._local, question, hits)
        if self._failed or not self._may_ask(RELEVANCE.name):
            return Aside()
        labels: dict[int, Decision] = {}
        for start in range(0, len(hits), BATCH):
            lot = hits[start : start + BATCH]
            wanted = {str(start + place): relevance_question(text_of(hit)) for place, hit in enumerate(lot)}
            decisions, failure = self._decide(relevance_state(question), wanted, RELEVANCE.name)
            if failure:
                return Aside(events=failure)
            labels |= {int(name): decision for name, decision in decisions.items()}
        return aside_of(labels)

    def _without(self) -> Ran:
        if self._local is not None:
            return Ran(
                "classifier", "ran", f"the local model, for relevance alone; no other: {self._why_not}"
            )
        return Ran("classifier", "did not run", self._why_not)

    def _may_ask(self, name: str) -> bool:
        return not self._needs_fit or self._fits.temperature(self._id, name) is not None

    @property
    def _id(self) -> str:
        return self._classifier.id if self._classifier else ""

    def _unfitted(self) -> str:
        return f"no temperature is fitted for `{self._id}`; `belegg calibrate --quick-calls` does"

    def _decide(
        self, state: str, wanted: Mapping[str, QuickQuestion], fitted_as: str = ""
    ) -> tuple[dict[str, Decision], tuple[Event, ...]]:
        """The decisions that were made surely enough to be read; or what is told once it fails, for good."""
        assert self._classifier is not None, "asked only where there is one"
        started = self._clock()
        try:
            if self._left_s <= 0:
                raise ModelError(f"the {ALL_S:g} s that quick calls may take in a run are used up")
            made = self._classifier.decide(state, wanted, min(CALL_S, self._left_s))
        except ModelError as error:
            self._failed = f"{self._id}: {error}"
            return {}, (FellBack("classifier", str(error), AS_WITHOUT),)
        finally:
            self._left_s -= self._clock() - started
        scaled = {
            name: at_temperature(decision, self._fits.temperature(self._id, fitted_as or name) or 1.0)
            for name, decision in made.items()
            if name in wanted
        }
        return scaled, ()

    def _acted(self, decisions: Mapping[str, Decision], wanted: Mapping[str, QuickQuestion]) -> FirstCalls:
        alone = surely(decisions.get(STANDS_ALONE.name), STANDS_ALONE.threshold)
        pack = surely(decisions.get(PACK.name), PACK.threshold)
        move = decisions.get(MOVE.name)
        least = OUT_OF_SCOPE.threshold if move is not None and move.value == OUT else MOVE.threshold
        moved = surely(move, least)
        acted = {STANDS_ALONE.name: alone, PACK.name: pack, MOVE.name: moved}
        events = tuple(
            Decided(name, one.value, one.confidence, acted[name] is not None, one.source)
            for name, one in decisions.items()
        )
        open_ones = len(wanted) - len(decisions)
        unsure = sum(value is None for name, value in acted.items() if name in decisions)
        told = ", ".join(
            filter(
                None, (f"{open_ones} left open" if open_ones else "", f"{unsure} unsure" if unsure else "")
            )
        )
        return FirstCalls(
            Ran("classifier", "ran", f"{self._id}{f' ({told})' if told else ''}"),
            None if alone is None else alone == "yes",
            pack,
            moved,
            HINTS.get(moved or "", ""),
            events,
        )


def surely(decision: Decision | None, threshold: float) -> str | None:
    """The value, when it is sure enough and was meant as an answer at all."""
    if decision is None or decision.confidence < threshold:
        return None
    mass = decision.option_mass
    return decision.value if mass is None or mass >= LEAST_MASS else None


def aside_of(labels: Mapping[int, Decision]) -> Aside:
    """From the labels of passages, by place, to those that are put aside, and one event for all."""
    places = {
        place: decision.confidence
        for place, decision in labels.items()
        if surely(decision, RELEVANCE.threshold) == IRRELEVANT
    }
    least = min(places.values(), default=1.0)
    if not labels:
        return Aside()
    counts = {kind: sum(d.value == kind for d in labels.values()) for kind in (RELEVANT, PARTIAL, IRRELEVANT)}
    told = ", ".join(f"{number} {kind}" for kind, number in counts.items() if number)
    source = next(iter(labels.values())).source
    sure = least if places else max(d.confidence for d in labels.values())
    return Aside(frozenset(places), least, (Decided(RELEVANCE.name, told, sure, bool(places), source),))


def relevance_state(question: str) -> str:
    """What passages are judged beside."""
    return f"Question: {question[:LONGEST_MESSAGE]}"


def state_of(question: str, earlier: Sequence[str]) -> str:
    """The message, after the last questions before it."""
    told = "".join(f"Earlier question: {one[:LONGEST_MESSAGE]}\n" for one in earlier[-LAST_TURNS:])
    return f"{told}Message: {question[:LONGEST_MESSAGE]}"


def text_of(hit: Hit) -> str:
    """A passage as a classifier reads it: title and headings, then its text, cut."""
    lead = " › ".join(dict.fromkeys(filter(None, (hit.document.title, *hit.passage.path))))
    return f"{lead}\n{hit.passage.text}"[:LONGEST_PASSAGE]
