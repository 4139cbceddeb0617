"""Runs that somebody made while a planted document was theirs to read, looked at when it is not."""

from __future__ import annotations

from belegg import __version__
from belegg.library.audit_plants import Plant
from belegg.library.library import Library
from belegg.records import (
    OWNER,
    Answered,
    DocumentHead,
    Principal,
    Quote,
    QuoteCheck,
    Scope,
    Sentence,
    Span,
    passage_id,
)
from belegg.records.chat import Message, Usage
from belegg.records.runs import Asked, Ended, Event, Opened, Searched, Seen, Sent, StoredRun, Used
from belegg.records.turns import asker_of

AT = "2026-06-01T08:00:00Z"
NUMBER = 1


def question_of(plant: Plant) -> str:
    return f"Who answers for {plant.phrase}, and who keeps the {plant.asked}?"


def looked_at(library: Library, who: Principal, plant: Plant) -> object:
    """All that somebody is shown of a run of theirs that was shown a document and quotes it."""
    run = _run(plant, who)
    library.keep_run(run)
    try:
        lists = library.stored_runs(who), library.stored_runs(who, run.conversation)
        return *lists, library.conversation(run.conversation, who), library.stored_run(run.id, who)
    finally:
        library.remove_runs([run.id], OWNER)


def let_go(library: Library, who: Principal, plant: Plant) -> object:
    """Letting a run go that is somebody else's."""
    return library.remove_runs([plant.asked], who)


def begun(library: Library, who: Principal, plant: Plant) -> object:
    """What a new run knows of the library, its id aside, which is drawn."""
    made = library.new_run(_events(plant), Scope(who), started_at=AT)
    return made.corpus, made.carried, made.filters


def _run(plant: Plant, who: Principal) -> StoredRun:
    *before, ended = _events(plant)
    assert isinstance(ended, Ended)
    return StoredRun(
        id=plant.asked,
        conversation=plant.phrase,
        number=0,
        question=question_of(plant),
        asker=asker_of(who),
        filters={},
        models={},
        started_at=AT,
        belegg=__version__,
        corpus="",
        events=(*before, ended),
        answer=ended.answer,
        usage=ended.usage,
        took_s=ended.took_s,
    )


def _events(plant: Plant) -> tuple[Event, ...]:
    question, text = question_of(plant), " ".join(text for _, text in plant.sections)
    seen = Seen("D1", plant.id, plant.title, passage_id(plant.id, 0), 1, True, NUMBER)
    head = DocumentHead(
        plant.id, plant.source, plant.pack, plant.title, "en", NUMBER, "", AT, 1, 1, plant.access
    )
    check = QuoteCheck("exact", Span(0, len(plant.sentence)), (), plant.sentence, count=1)
    quote = Quote(head, NUMBER, (plant.sections[0][0],), None, 1, check)
    answer = Answered(
        question=question,
        verdict="downgraded",
        sentences=(Sentence(plant.sentence, True, (quote,)), Sentence(text, False, ())),
        nearest=(),
        trace=(),
        notes=(),
        model="audit",
        missing=text,
        dropped=(text,),
    )
    return (
        Asked(question, AT[:10]),
        Searched(0, "belegg", question, "keyword", (seen,)),
        Opened(1, "D1", plant.id, NUMBER, plant.title, "whole"),
        Used(1, "discover_terms", text, text),
        Sent(1, "answer", (Message("tool", text),), Usage()),
        Ended(answer, Usage(), 1.0),
    )
