"""Runs made by hand: every kind of event, and an answer whose quotations stand in a library's documents."""

from __future__ import annotations

from dataclasses import replace

from belegg import Library
from belegg.records import OWNER, Abstained, Answered, Hit, Note, Ran, Scope, Sentence
from belegg.records.chat import Message, ToolCall, Usage
from belegg.records.runs import (
    Asked,
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
    Understood,
    Used,
    Writing,
)

AT = "2026-03-01T10:00:00Z"
TOOK = Usage(2, 900, 80, 0, None, True)


def seen(hits: tuple[Hit, ...]) -> tuple[Seen, ...]:
    handles = {document: f"D{n}" for n, document in enumerate(dict.fromkeys(h.document.id for h in hits), 1)}
    return tuple(
        Seen(handles[h.document.id], h.document.id, h.document.title, h.passage.id, None, True) for h in hits
    )


def events_of(library: Library, question: str, scope: Scope, standalone: str = "") -> list[Event]:
    """A run as a loop would tell it: the answer without a model, said by `scripted`."""
    hits = library.search(standalone or question, scope).hits
    found, answer = seen(hits), library.ask(standalone or question, scope)
    note = "\n".join(
        f"{s.handle} {h.document.title}: {h.passage.text}" for s, h in zip(found, hits, strict=True)
    )
    said = [sentence.text for sentence in answer.sentences] if isinstance(answer, Answered) else []
    if isinstance(answer, Answered):
        unquoted = Sentence("More may be known elsewhere.", False, (), ("no quotation carries it",))
        answer = replace(answer, sentences=(*answer.sentences, unquoted))
    answer = replace(answer, model="fake:scripted", ran=(Ran("judge", "ran", "fake:judge"),))
    events: list[Event] = [
        Asked(question, AT[:10], {"answer": "fake:scripted", "judge": "fake:judge"}),
        Decided("first move", "search", 0.93, True, "logprobs"),
        Understood(standalone or question, (), {"nb": "Hvor?"}, ("permission",), {"since": "2024"}, "model"),
        Searched(0, "belegg", standalone or question, "keyword", found, (Note("search", "a word"),), 3.5),
        Writing(1, "So far"),
        Sent(1, "answer", (Message("system", "Answer."), Message("user", note)), TOOK, 12.0),
    ]  # fmt: skip
    if found:
        first = found[0]
        call = ToolCall("c1", "read", '{"document": "D1"}')
        sent = (Message("assistant", "", (call,), state=b"own"), Message("tool", note, (), "c1"))
        events += [
            PutAside(1, found[-1:], 0.97),
            Opened(1, first.handle, first.document, hits[0].document.version, first.title, "whole"),
            Used(1, "related_terms", '{"word": "leave"}', "2 terms"),
            Nudged(1, "unopened", f"Not opened yet: {first.title}"),
            Sent(2, "answer", sent, TOOK),
        ]  # fmt: skip
    events += [Drafted(1, tuple(said), len(said))]
    events += [Checked(1, text, 1, ()) for text in said]
    events += [Judged(1, text, True, "", "fake:judge") for text in said]
    events += [
        FellBack("classifier", "no answer in 2 s", "the question was searched"),
        Stopped("answered", "settled"),
        Ended(answer, TOOK, 1.5),
    ]
    return events


def kept(
    library: Library, question: str, scope: Scope | None = None, conversation: str = "", standalone: str = ""
) -> StoredRun:
    """A run that the library keeps."""
    scope = scope or Scope(OWNER)
    run = library.new_run(
        events_of(library, question, scope, standalone), scope, started_at=AT, conversation=conversation
    )
    run, notes = library.keep_run(run)
    assert notes == ()
    return run


def texts_in(run: StoredRun) -> str:
    """All that a run says, to look for words in."""
    return repr(run)


def left_open(library: Library, question: str, scope: Scope | None = None) -> StoredRun:
    """A run that must have ended without an answer."""
    run = kept(library, question, scope)
    assert isinstance(run.answer, Abstained), run.answer
    return run
