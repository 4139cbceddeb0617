"""
What a run was sent, and a run without documents that its reader may not read, or that were forgotten.

A model that was sent a document may write its words anywhere: after a document was sent that is hidden now,
all free text of the run is withheld, queries and messages among it. What names or quotes a hidden document
goes by itself. Of a check or a judge's word on a sentence that goes, the outcome goes too: nothing that is
left says that all was well. Who asked keeps the question. Absent and forbidden read the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from belegg.records import Abstained, Answer, Answered, Conflict, DocumentId, Note, Quote, Sentence, Step
from belegg.records.chat import Message
from belegg.records.runs import (
    Checked,
    Decided,
    Drafted,
    Ended,
    Event,
    FellBack,
    Judged,
    Nudged,
    Opened,
    PutAside,
    Searched,
    Seen,
    Sent,
    Stopped,
    StoredRun,
    Touched,
    Understood,
    Used,
)

WITHHELD: Final = "[withheld: it may hold words of a document that is not here for you]"

Hidden = Callable[[DocumentId, int], bool]
"""Whether a version of a document is not to be shown; 0: a version that is not known."""


def touched(run: StoredRun) -> frozenset[Touched]:
    """Every version of a document of which a run was sent something, itself or in the turns before it."""
    return frozenset((*run.carried, *_in_events(run.events), *_in_answer(run.answer)))


def _in_events(events: Iterable[Event]) -> Iterator[Touched]:
    for event in events:
        if isinstance(event, Ended):
            yield from _in_answer(event.answer)
        else:
            yield from (Touched(document, version) for document, version in _sent_in(event))


def _in_answer(answer: Answer) -> Iterator[Touched]:
    for quote in quotes_of(answer):
        yield Touched(quote.document.id, quote.version, quoted=True)
    for hit in answer.nearest:
        yield Touched(hit.document.id, hit.document.version)


def quotes_of(answer: Answer) -> list[Quote]:
    """Every quotation of an answer, in its order, those of conflicts last."""
    sentences = answer.sentences if isinstance(answer, Answered) else ()
    sides = (side for conflict in answer.conflicts for side in conflict.sides)
    return [*(quote for sentence in sentences for quote in sentence.quotes), *(side.quote for side in sides)]


def _sent_in(event: Event) -> list[tuple[DocumentId, int]]:
    if isinstance(event, Searched):
        return [(seen.document, seen.version) for seen in event.found]
    if isinstance(event, PutAside):
        return [(seen.document, seen.version) for seen in event.passages]
    return [(event.document, event.version)] if isinstance(event, Opened) else []


@dataclass(frozen=True, slots=True)
class Without:
    """A run without what is hidden: how many quotations went, and whether anything did."""

    run: StoredRun
    quotations: int
    changed: bool


def without(run: StoredRun, is_hidden: Hidden) -> Without:
    """A run as one may see it from whom these documents are hidden."""
    hidden = {t.document for t in touched(run) if is_hidden(t.document, t.version)}
    if not hidden:
        return Without(run, 0, changed=False)
    told = {document for event in run.events for document, _ in _sent_in(event)}
    taint = not hidden <= told or any(each.document in hidden for each in run.carried)
    events: list[Event] = []
    for event in run.events:
        shows = any(document in hidden for document, _ in _sent_in(event))
        if isinstance(event, Ended):
            events.append(replace(event, answer=answer_without(event.answer, hidden, run.question)))
        else:
            events.append(_event_without(event, hidden, taint, shows))
        taint = taint or shows
    before = len(quotes_of(run.answer))
    answer = answer_without(run.answer, hidden, run.question)
    carried = tuple(each for each in run.carried if each.document not in hidden)
    redacted = replace(run, events=tuple(events), answer=answer, carried=carried)
    return Without(redacted, before - len(quotes_of(answer)), changed=True)


def _left(seen: Iterable[Seen], hidden: set[DocumentId]) -> tuple[Seen, ...]:
    return tuple(each for each in seen if each.document not in hidden)


def _event_without(event: Event, hidden: set[DocumentId], taint: bool, shows: bool) -> Event:
    if isinstance(event, Searched):
        notes = (Note("runs", WITHHELD),) if shows or (taint and event.notes) else event.notes
        query = WITHHELD if taint else event.query
        return replace(event, query=query, found=_left(event.found, hidden), notes=notes)
    if isinstance(event, PutAside):
        return replace(event, passages=_left(event.passages, hidden))
    if isinstance(event, Opened):
        return Used(event.round, "read", "", WITHHELD) if shows else event
    return _text_without(event) if taint else event


def _text_without(event: Event) -> Event:
    """An event that came after a document was sent which is hidden now."""
    if isinstance(event, Sent):
        messages = tuple(Message(each.by, WITHHELD) for each in event.messages)
        reply = Message(event.reply.by, WITHHELD) if event.reply else None
        return replace(event, messages=messages, reply=reply)
    if isinstance(event, Used):
        return replace(event, arguments="", outcome=WITHHELD)
    if isinstance(event, Nudged):
        return replace(event, text=WITHHELD)
    if isinstance(event, Drafted):
        return replace(event, sentences=(WITHHELD,) * len(event.sentences))
    if isinstance(event, Checked):
        return replace(event, sentence=WITHHELD, failures=(WITHHELD,))
    if isinstance(event, Judged):
        return replace(event, sentence=WITHHELD, supported=False, doubt=WITHHELD)
    if isinstance(event, FellBack):
        return replace(event, why=WITHHELD)
    if isinstance(event, Stopped):
        return replace(event, detail=WITHHELD if event.detail else "")
    if isinstance(event, Decided):
        return replace(event, value=WITHHELD)
    if isinstance(event, Understood):
        return Understood(WITHHELD, by=event.by)
    return event


def answer_without(answer: Answer, hidden: set[DocumentId], question: str) -> Answer:
    """An answer without hidden documents. Of what a model wrote only what others carry stays."""
    notes = (Note("runs", WITHHELD),)
    nearest = tuple(hit for hit in answer.nearest if hit.document.id not in hidden)
    trace = tuple(_step_without(step, question) for step in answer.trace)
    conflicts = tuple(each for each in answer.conflicts if not _is_of(each, hidden))
    dropped = (WITHHELD,) if answer.dropped else ()
    if isinstance(answer, Abstained):
        searched = tuple(query for query in answer.searched if query == question)
        return replace(
            answer,
            question=question,
            explanation=WITHHELD,
            nearest=nearest,
            trace=trace,
            notes=notes,
            ran=tuple(replace(each, detail="") for each in answer.ran),
            searched=searched,
            would_settle="",
            dropped=dropped,
            conflicts=conflicts,
            stopped=WITHHELD if answer.stopped else "",
            withheld=True,
        )
    return replace(
        answer,
        question=question,
        sentences=tuple(_sentence_without(each, hidden) for each in answer.sentences),
        nearest=nearest,
        trace=trace,
        notes=notes,
        ran=tuple(replace(each, detail="") for each in answer.ran),
        missing=WITHHELD if answer.missing else "",
        dropped=dropped,
        conflicts=conflicts,
        stopped=WITHHELD if answer.stopped else "",
        withheld=True,
    )


def _sentence_without(sentence: Sentence, hidden: set[DocumentId]) -> Sentence:
    quotes = tuple(quote for quote in sentence.quotes if quote.document.id not in hidden)
    if len(quotes) == len(sentence.quotes) and sentence.supported and quotes and not sentence.doubts:
        return sentence
    return Sentence(WITHHELD, False, quotes)


def _step_without(step: Step, question: str) -> Step:
    return Step(step.action, step.detail if step.detail == question else WITHHELD, WITHHELD)


def _is_of(conflict: Conflict, hidden: set[DocumentId]) -> bool:
    return any(side.quote.document.id in hidden for side in conflict.sides)
