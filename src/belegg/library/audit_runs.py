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
NO_SHA256 = "0" * 64


def question_of(plant: Plant) -> str:
    return f"Who answers for {plant.phrase}, and who keeps the {plant.asked}?"


def looked_at(library: Library, who: Principal, plant: Plant) -> object:
    """All that somebody is shown of a run of theirs that was shown a document and quotes it."""
    run = _run(plant, who)
    library.keep_run(run)
    try:
        lists = library.stored_runs(who), library.stored_runs(who, run.conversation)
        told = library.conversation(run.conversation, who), library.stored_run(run.id, who)
        checked = library.verify(run.id, who), library.export(run.id, "md", who)
        over = library.no_longer([run.id], who)
        return *lists, *told, *checked, over, _timeless(library.receipt(run.id, who))
    finally:
        library.remove_runs([run.id], OWNER)


def let_go(library: Library, who: Principal, plant: Plant) -> object:
    """Letting a run go that is somebody else's."""
    return library.remove_runs([plant.asked], who)


def begun(library: Library, who: Principal, plant: Plant) -> object:
    """What a new run knows of the library, its id aside, which is drawn."""
    made = library.new_run(_events(plant), Scope(who), started_at=AT)
    return made.corpus, made.carried, made.filters


def answered(library: Library, who: Principal, plant: Plant) -> object:
    """An answer without a model that is kept, and looked at."""
    question, scope = question_of(plant), Scope(who)
    answer = library.ask(question, scope)
    library.keep_answer(answer, scope, question=question, started_at=AT, took_s=1.0)
    try:
        run = library.stored_run("last", who)
        return run.answer, run.events, run.corpus
    finally:
        library.remove_runs(["last"], OWNER)


def receipt_verified(library: Library, who: Principal, plant: Plant) -> object:
    """A receipt that quotes a document, from whoever could read it."""
    quotation = {
        "document": plant.id,
        "source": plant.source,
        "title": plant.title,
        "version": NUMBER,
        "start": 0,
        "end": len(plant.sentence),
        "text": plant.sentence,
        "page": 1,
        "text_sha256": NO_SHA256,
        "file_sha256": NO_SHA256,
    }
    named = {"belegg_receipt": 1, "run": "r", "question": question_of(plant), "asked_at": AT}
    return library.verify_receipt({**named, "sentences": [], "quotations": [quotation]}, who)


def _timeless(receipt: object) -> object:
    """A receipt without what differs from one to the next: when it was made, and its digest."""
    if not isinstance(receipt, dict):
        return receipt
    return {name: value for name, value in receipt.items() if name not in ("made_at", "digest")}


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


def quote_of(plant: Plant) -> Quote:
    """A quotation of its sentence, as a run keeps it."""
    head = DocumentHead(
        plant.id, plant.source, plant.pack, plant.title, "en", NUMBER, "", AT, 1, 1, plant.access
    )
    check = QuoteCheck("exact", Span(0, len(plant.sentence)), (), plant.sentence, count=1)
    return Quote(head, NUMBER, (plant.sections[0][0],), None, 1, check)


def _events(plant: Plant) -> tuple[Event, ...]:
    question, text = question_of(plant), " ".join(text for _, text in plant.sections)
    seen = Seen("D1", plant.id, plant.title, passage_id(plant.id, 0), 1, True, NUMBER)
    quote = quote_of(plant)
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
