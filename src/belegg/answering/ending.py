"""
How a run ends: with the best draft, as far as it is proven, or with what the documents say without a model.

It watches the events go by, so that the answer can say what was done, what ran, and what did not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from belegg.answering import without_model
from belegg.answering.before import Before
from belegg.answering.checking import Attempt
from belegg.answering.checks import SoFar
from belegg.answering.checks.asked_for import AskedFor
from belegg.answering.checks.conclude import NOT_PASSED_ON, SETTLES
from belegg.answering.checks.sources import Sources
from belegg.answering.doing import Doing, Stop
from belegg.answering.figures_told import figure_step
from belegg.answering.in_place import InPlaceOfADraft
from belegg.answering.memory import Memory
from belegg.records import Abstained, Answer, Answered, Note, Ran, Sentence, Step
from belegg.records.answers import DID_NOT_HOLD, NOTHING_READABLE, THE_DOCUMENTS_OWN
from belegg.records.runs import Event, FellBack, Loaded, Opened, PutAside, Searched, Sent, Used
from belegg.text.counted import counted

NEAREST = 5
NO_MODEL_CALLED = "no model was called"
INSTEAD = "no model: the best quotations of the documents, checked word for word"
NONE_BY_ITSELF = "No sentence of the documents that was found answers by itself."
NOTHING_ASKED_FOR = (
    "What comes nearest passes on an address, a number or a request that the question does not ask for."
)
CUT_SHORT = (
    "The run ended before the question was settled, and no sentence that was found answers it by itself. "
    "That says nothing of what the documents hold."
)
SETTLED_ITSELF = ("answered", "gate")
"""Stops after which a refusal is about the documents; after the others it is about the run."""
NOT_REPLIED = "it was asked, and had not replied when the run was stopped"


class Ending:
    """What the answer is made of. `hurried`: why only answering was left, empty when it was not."""

    def __init__(self, doing: Doing, memory: Memory, before: Before) -> None:
        self.attempts: list[Attempt] = []
        self.notes: list[Note] = []
        self.hurried = ""
        self._doing = doing
        self._memory = memory
        self._before = before
        self._trace: list[Step] = []
        self._searches: list[Searched] = []
        self._was_sent = False
        self._classifier_failed = ""
        self._replied = False
        self._answer: Answer | None = None

    @property
    def answer(self) -> Answer:
        """The answer, after `conclude`."""
        assert self._answer is not None, "the run has ended"
        return self._answer

    def saw(self, event: Event) -> None:
        """Remember what an answer tells of the way to it."""
        if isinstance(event, Searched):
            self._searches.append(event)
        if isinstance(event, FellBack) and event.step == "classifier":
            self._classifier_failed = event.why
        if isinstance(event, Sent) and event.role == "answer":
            self._was_sent, self._replied = True, self._replied or event.reply is not None
        if step := step_of(event):
            self._trace.append(step)

    def conclude(self, stop: Stop) -> Iterator[Event]:
        """Make the answer of what there is; gives a `FellBack` where no draft of the model is in it."""
        best = max(self.attempts, key=_worth, default=None)
        is_whole = stop.reason == "answered" or (best is not None and best.holding > 0)
        drafted = best.concluded(self._doing.question, self._so_far(stop)) if best is not None else None
        if drafted is not None and is_whole:
            self._answer = drafted
            if best is not None and best.is_without_ground:
                yield from self._documents_own(best.lacks, drafted, stop)
            return
        if stop.reason != "gate":
            yield self._fell_back(stop.detail or stop.reason)
        found = self._without_model(stop, in_place_of_a_draft=drafted is not None)
        if drafted is not None and drafted.dropped:
            found = replace(found, dropped=drafted.dropped)
            found = replace(found, verdict="downgraded") if isinstance(found, Answered) else found
        self._answer = found

    def _documents_own(self, lacks: str, drafted: Answer, stop: Stop) -> Iterator[Event]:
        """Where nothing of a draft holds, what the documents say themselves, beside what it lacks."""
        before = len(self._trace)
        found = self._without_model(stop, in_place_of_a_draft=True)
        if isinstance(found, Abstained):
            if isinstance(drafted, Abstained):
                self._answer = replace(drafted, explanation=f"{drafted.explanation} {NONE_BY_ITSELF}")
            return
        yield self._fell_back(f"{DID_NOT_HOLD}: {lacks}")
        told = next(one for one in found.ran if one.step == "quotations")
        self._answer = replace(
            found,
            verdict="downgraded",
            trace=(*self._trace, *found.trace[before:]),
            notes=(Note("answering", THE_DOCUMENTS_OWN), *found.notes),
            ran=tuple(told if one.step == told.step else one for one in drafted.ran),
            dropped=drafted.dropped,
            stopped="; ".join(filter(None, (DID_NOT_HOLD, lacks, found.stopped))),
        )

    def _fell_back(self, why: str) -> FellBack:
        """The event, remembered like those of the run: the trace of the answer tells it too."""
        event = FellBack("answer", why, INSTEAD)
        self.saw(event)
        return event

    def _without_model(self, stop: Stop, *, in_place_of_a_draft: bool) -> Answer:
        doing, so_far = self._doing, self._so_far(stop)
        found = without_model.answer(
            self._before.understood.standalone,
            doing.desk.scope,
            doing.desk.search,
            doing.desk.store,
            doing.day,
            InPlaceOfADraft(doing.question) if in_place_of_a_draft else None,
        )
        if isinstance(found, Answered):
            found = self._asked_for_only(found)
        if isinstance(found, Abstained) and stop.reason not in SETTLED_ITSELF:
            found = _cut_short(found, so_far)
        ran = (
            *so_far.ran,
            Ran("quotations", "ran", "each stands word for word"),
            Ran("figures", "did not run", "no sentence was written"),
            Ran("judge", "did not run", "no sentence was written"),
        )
        return replace(
            found,
            question=doing.question,
            trace=(*so_far.trace, *found.trace),
            notes=tuple(dict.fromkeys((*so_far.notes, *found.notes))),
            ran=ran,
            stopped=so_far.stopped,
        )

    def _asked_for_only(self, found: Answered) -> Answer:
        """Without the quotations that pass on what nobody asked for: the rule that drafts are held to."""
        desk = self._doing.desk
        asked_for = AskedFor(self._doing.question, desk.search.analyser)
        with desk.store.reading(desk.scope) as reader:
            sources = Sources(reader)
            kept = tuple(one for one in found.sentences if not _passes_on(one, asked_for, sources))
        if len(kept) == len(found.sentences):
            return found
        dropped = (*found.dropped, NOT_PASSED_ON)
        if kept:
            return replace(found, verdict="downgraded", sentences=kept, dropped=dropped)
        return Abstained(
            found.question,
            "not_covered",
            NOTHING_ASKED_FOR,
            found.nearest,
            found.trace,
            found.notes,
            dropped=dropped,
        )

    def _so_far(self, stop: Stop) -> SoFar:
        doing = self._doing
        return SoFar(
            day=doing.day,
            model=doing.chats["answer"].id,
            nearest=tuple(list(self._memory.hits.values())[:NEAREST]),
            trace=tuple(self._trace),
            notes=tuple(dict.fromkeys((*self.notes, *self._notes_of_searches()))),
            ran=(
                self._model(stop),
                *map(self._as_it_ended, self._before.ran),
                self._vectors(),
                self._reranker(),
            ),
            searched=tuple(dict.fromkeys(search.query for search in self._searches)),
            stopped=self._stopped(stop),
            outdated_after_months=doing.settings.outdated_months,
        )

    def _stopped(self, stop: Stop) -> str:
        if stop.reason == "answered":
            return self.hurried
        if stop.detail == NOTHING_READABLE:
            return ""  # the answer says so, and why else it ended does not matter
        if stop.reason == "gate":
            return f"{NO_MODEL_CALLED}: {stop.detail}"
        return stop.detail or stop.reason

    def _notes_of_searches(self) -> Sequence[Note]:
        """Of the first search, which is for the question as it was asked."""
        return self._searches[0].notes if self._searches else ()

    def _model(self, stop: Stop) -> Ran:
        model = self._doing.chats["answer"].id
        if not self._was_sent:
            return Ran("model", "did not run", NO_MODEL_CALLED)
        if stop.reason == "model failed":
            return Ran("model", "failed", f"{model}: {stop.detail}")
        if not self._replied:
            return Ran("model", "did not run", f"{model}: {NOT_REPLIED}")
        return Ran("model", "ran", model)

    def _as_it_ended(self, ran: Ran) -> Ran:
        """A step before the model; the classifier may have failed after that."""
        if ran.step == "classifier" and ran.state == "ran" and self._classifier_failed:
            return Ran("classifier", "failed", self._classifier_failed)
        return ran

    def _vectors(self) -> Ran:
        if any(search.mode != "keyword" for search in self._searches):
            return Ran("vectors", "ran")
        notes = (note.text for search in self._searches for note in search.notes if note.stage == "vectors")
        return Ran("vectors", "did not run", next(notes, "searched by words alone"))

    def _reranker(self) -> Ran:
        if not self._doing.desk.search.reranks:
            return Ran("reranker", "did not run", "none is set")
        failed = [note.text for search in self._searches for note in search.notes if note.stage == "rerank"]
        if failed:
            return Ran("reranker", "failed", failed[0])
        ran = any(search.mode != "keyword" for search in self._searches)
        return Ran("reranker", "ran") if ran else Ran("reranker", "did not run", "searched by words alone")


def _cut_short(found: Abstained, so_far: SoFar) -> Abstained:
    """A refusal of a run that did not come to its end, with what it had found so far."""
    return replace(
        found,
        reason="cut_short",
        explanation=CUT_SHORT,
        nearest=found.nearest or so_far.nearest,
        searched=so_far.searched,
        would_settle=SETTLES["cut_short"],
    )


def _passes_on(sentence: Sentence, asked_for: AskedFor, sources: Sources) -> bool:
    read = [(q, source) for q in sentence.quotes if (source := sources.of(q.document.id)) is not None]
    found = asked_for.check(sentence.text, [q for q, _ in read], [source for _, source in read])
    return next(found, None) is not None


def _worth(attempt: Attempt) -> tuple[int, bool, int]:
    """Of drafts, the one with most sentences that nothing mars; of those alike the one mended last."""
    return attempt.unmarred, attempt.holding > 0, attempt.number


def step_of(event: Event) -> Step | None:
    """What an event is called in the trace of an answer; None for one that says nothing to its reader."""
    match event:
        case Searched(query=query, found=found):
            documents = {seen.document for seen in found}
            again = sum(not seen.new for seen in found)
            seen_before = f", {again} seen before" if again else ""
            told = f"{counted(len(found), 'passage')} in {counted(len(documents), 'document')}{seen_before}"
            return Step("searched", query, told)
        case Opened(title=title, part=part):
            return Step("read", title, part)
        case Used(tool=tool, arguments=arguments, outcome=outcome):
            figures = figure_step(event)
            if figures is not None:
                return Step(figures.action, figures.what, outcome)
            return Step("used", f"{tool} {arguments}", outcome)
        case Loaded(role=role, took_ms=took):
            return Step("loaded", f"the model's client ({role})", f"{took / 1000:.1f} s")
        case PutAside(passages=passages):
            return Step("left out", "passages that are surely irrelevant", f"{len(passages)}")
        case FellBack(step=step, why=why, instead=instead):
            return Step("fell back", f"{step}: {why}", instead)
    return None
