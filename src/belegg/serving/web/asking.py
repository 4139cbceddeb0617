"""The desk, a run while it goes on, and its answer: asked, streamed, stopped, looked at again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final, cast, get_args

from anyio import to_thread
from starlette.responses import Response, StreamingResponse

from belegg.errors import BadInput, NotAllowed, NotSignedIn, UnknownRun, UserError
from belegg.library.turns.looking_back import Form
from belegg.records import DocumentHead, Scope
from belegg.records.answers import verdict_of
from belegg.records.turns import TurnHead, asker_of
from belegg.serving.faults import fault_of
from belegg.serving.feedback import Says, take_feedback
from belegg.serving.http.live import GONE, Question
from belegg.serving.http.live_files import LiveEvent, LiveFile
from belegg.serving.web.finding import LONGEST_QUERY, scope_of
from belegg.serving.web.shown import shown
from belegg.serving.web.steps import now_of, steps_of, tally_of
from belegg.serving.web.told import KINDS, counted, headline
from belegg.serving.web.unaddressed import unaddressed
from belegg.serving.web.visit import Visit

EARLIER: Final = 5
LISTED: Final = 200
SAYS: Final = get_args(Says)
AT_FIRST_S: Final = 1.5
"""How long a question waits for its answer before the page of its run is given: most need no model."""


@dataclass(frozen=True, slots=True)
class PackChoice:
    name: str
    documents: int
    description: str
    on: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class EarlierRun:
    id: str
    question: str
    at: str
    kind: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Desk:
    """The empty desk, with the scope that the address states."""

    question: str
    packs: Sequence[PackChoice]
    documents: Sequence[DocumentHead]
    as_of: str
    line: str
    earlier: Sequence[EarlierRun]
    has_model: bool
    documents_here: bool


def desk_page(visit: Visit, problem: str = "", status: int = 200, why: str = "") -> Response:
    """`/`; with why a question was not asked: `problem` in the reader's language, `why` in ours."""
    told = {"desk": _desk(visit), "problem": problem, "why": why}
    return visit.page("ask.html", here="ask", status=status, **told)


def _desk(visit: Visit) -> Desk:
    chosen = visit.several("pack")
    packs = [
        PackChoice(
            each.pack.name,
            each.documents,
            each.pack.description,
            each.pack.on,
            each.pack.on and (not chosen or each.pack.name in chosen),
        )
        for each in visit.library.packs(visit.scope)
        if each.documents
    ]
    wanted = visit.several("document")
    with visit.library.store.reading(Scope(visit.who)) as reader:
        named = list(reader.heads_of(wanted).values()) if wanted else []  # type: ignore[arg-type]
    as_of = visit.one("as_of") or date.today().isoformat()
    inside = [pack for pack in packs if pack.chosen]
    line = visit.words.say(
        "scope.line",
        documents=visit.words.count("scope.pack_documents", sum(pack.documents for pack in inside)),
        packs=visit.words.count("scope.in_packs", len(inside)),
        date=visit.words.date(as_of),
    )
    if named:
        line = visit.words.say(
            "scope.line_documents",
            documents=visit.words.count("scope.documents", len(named)),
            date=visit.words.date(as_of),
        )
    return Desk(
        visit.one("q"),
        packs,
        named,
        visit.one("as_of"),
        line,
        _earlier(visit, EARLIER),
        bool(_models(visit)),
        any(pack.documents for pack in packs),
    )


def _models(visit: Visit) -> dict[Any, str]:
    try:
        return dict(visit.library.models_for())
    except UserError:  # a model is set that cannot be asked: `/ask` says so, with what to do
        return {}


def _earlier(visit: Visit, most: int) -> list[EarlierRun]:
    """The visitor's own questions, the newest first, each once."""
    found: dict[str, TurnHead] = {}
    with visit.library.store.reading(Scope(visit.who)) as reader:
        heads = [head for head in reader.turns() if head.asker == asker_of(visit.who)][: most * 4]
    for head in heads:
        found.setdefault(head.question, head)
    return _rows(visit, list(found.values())[:most])


def runs_page(visit: Visit) -> Response:
    """`/runs`: what the visitor asked, the newest first."""
    heads = [head for head in visit.library.stored_runs(visit.who) if head.asker == asker_of(visit.who)]
    return visit.page("runs.html", here="ask", runs=_rows(visit, heads[:LISTED]))


def _rows(visit: Visit, heads: Sequence[TurnHead]) -> list[EarlierRun]:
    over = visit.library.no_longer([head.id for head in heads], visit.who)
    return [
        EarlierRun(head.id, head.question, head.at, KINDS[head.verdict], head.id not in over)
        for head in heads
    ]


# ---------------------------------------------------------------- a question


async def ask(visit: Visit) -> Response:
    """
    `POST /ask`: begins a run and leads to its page, at once or with the answer when that is there soon. A
    question that cannot be asked comes back to the desk with the reason.
    """
    if not visit.one("q"):
        return await to_thread.run_sync(desk_page, visit, visit.words.say("ask.nothing_asked"), 400)
    if len(visit.one("q")) > LONGEST_QUERY:
        problem = visit.words.say("ask.too_long", most=LONGEST_QUERY)
        return await to_thread.run_sync(desk_page, visit, problem, 400)
    try:
        scope = await to_thread.run_sync(_scope, visit)
        asked = Question(visit.one("q"), scope, keep=True, conversation=visit.one("conversation") or None)
        run = await visit.house.live.start(asked)
        await to_thread.run_sync(visit.note, "ask", run.id)
    except UserError as error:
        if isinstance(error, NotAllowed | NotSignedIn):
            raise
        fault = fault_of(error)
        problem = visit.words.say("ask.not_asked")
        return await to_thread.run_sync(desk_page, visit, problem, fault.status, unaddressed(fault.message))
    await asyncio.wait([asyncio.wrap_future(run.done)], timeout=AT_FIRST_S)
    return visit.go(f"/runs/{run.id}")


def _scope(visit: Visit) -> Scope:
    """What the form states. All packs ticked are as none: packs that come later are searched too."""
    scope = scope_of(visit)
    on = {each.pack.name for each in visit.library.packs(visit.scope) if each.documents and each.pack.on}
    return replace(scope, packs=()) if set(scope.packs) == on else scope


def run_page(visit: Visit) -> Response:
    """`/runs/ID`: the run while it goes on, then its answer; the same address for both."""
    file = LiveFile(visit.house.live.folder, _id(visit))
    try:
        events = list(visit.house.live.opened(file.id, visit.who).events())
    except UnknownRun:
        return _answer(visit)
    if not events or not events[-1].is_last:
        file.touch(file.watched)
        return _working(visit, events) if file.is_alive() else _failed(visit, events, str(GONE["message"]))
    if events[-1].name == "failed":
        return _failed(visit, events, str(events[-1].data["message"]))
    try:
        return _answer(visit)
    except UnknownRun:  # it ended, and could not be kept
        notes = " ".join(str(note["text"]) for note in events[-1].data["notes"])
        return _failed(visit, events, notes, is_gone=True)


def _answer(visit: Visit) -> Response:
    """The kept run, as who looks may see it today. Raises UnknownRun."""
    kept = visit.library.stored_run(_id(visit), visit.who)
    if kept.id != _id(visit):  # by its id alone: an address is no search
        raise UnknownRun(_id(visit))
    visit.note("run", kept.id)
    checked = visit.library.verify(kept.id, visit.who)
    said = visit.query.get("said")
    thanked = visit.words.say(f"feedback.{said}_thanks") if said in SAYS else ""
    return visit.page("answer.html", here="ask", shown=shown(visit, kept, checked, thanked=thanked))


def _question(events: Sequence[LiveEvent]) -> str:
    return next((str(event.data["question"]) for event in events if event.name == "asked"), "")


def _working(visit: Visit, events: Sequence[LiveEvent]) -> Response:
    return visit.page(
        "working.html",
        here="ask",
        run=_id(visit),
        question=_question(events),
        steps=steps_of(events, visit.words),
        now=now_of(events, visit.words),
        tally=tally_of(events, visit.words),
    )


def _failed(visit: Visit, events: Sequence[LiveEvent], message: str, *, is_gone: bool = False) -> Response:
    """The page of a run without an answer: that failed, or (`is_gone`) whose answer was not kept."""
    told = unaddressed(message[:1].upper() + message[1:])
    status = 410 if is_gone else 502
    shown = {"question": _question(events), "message": told, "is_gone": is_gone}
    return visit.page("failed.html", here="ask", status=status, **shown)


async def steps_stream(visit: Visit) -> Response:
    """
    `/runs/ID/steps`: server-sent events, each all that the page shows of the run (`steps`, `now`, `tally`),
    then `whole` when the answer's page is there. Going on with it after a break needs no memory.
    """
    try:
        events = await visit.house.live.events(_id(visit), visit.who)
    except UnknownRun:
        return Response(status_code=204)  # over, or none of theirs: the browser asks no more
    headers = {"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_told(visit, events), media_type="text/event-stream", headers=headers)


async def _told(visit: Visit, events: AsyncIterator[LiveEvent | None]) -> AsyncGenerator[str, None]:
    so_far: list[LiveEvent] = []
    async for event in events:
        if event is None:
            yield ": still at it\n\n"
            continue
        if event.is_last:
            yield "event: whole\ndata: {}\n\n"
            return
        is_more = event.name != "writing" or not so_far or so_far[-1].name != "writing"
        so_far = [*so_far, event] if is_more else so_far
        if is_more:
            state = {
                "steps": [step.as_json() for step in steps_of(so_far, visit.words)],
                "now": now_of(so_far, visit.words),
                "tally": tally_of(so_far, visit.words),
            }
            yield f"event: state\ndata: {json.dumps(state, ensure_ascii=False)}\n\n"


async def stop(visit: Visit) -> Response:
    """`POST /runs/ID/stop`."""
    live = visit.house.live
    live.stop(_id(visit), visit.who)
    await to_thread.run_sync(visit.note, "stop", _id(visit))
    with suppress(TimeoutError):
        async with asyncio.timeout(AT_FIRST_S):
            async for _ in await live.events(_id(visit), visit.who):
                pass
    return visit.go(f"/runs/{_id(visit)}")


def export(visit: Visit) -> Response:
    """`/runs/ID/answer.md` and `.docx`, the verdict in the words of the page that they are taken from."""
    from belegg.serving.cli.as_printed import as_printed

    form: Form = "docx" if visit.request.path_params["form"] == "docx" else "md"
    name = _id(visit)
    answer = visit.library.stored_run(name, visit.who).answer
    word = visit.words.say(f"verdict.{KINDS[verdict_of(answer)]}") + "."
    told = " ".join(filter(None, (headline(visit.words, answer), counted(visit.words, answer))))
    data = visit.library.export(name, form, visit.who, as_printed, (word, told))
    visit.note("export", name)
    kinds = {
        "md": "text/markdown; charset=utf-8",
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    }
    headers = {"Content-Disposition": f'attachment; filename="belegg-{name[:16]}.{form}"'}
    return Response(data, media_type=kinds[form], headers=headers)


def feedback(visit: Visit) -> Response:
    """`POST /runs/ID/feedback`: what the reader says of the answer becomes a question of a golden set."""
    says = visit.one("says")
    if says not in SAYS:
        raise BadInput(f"`{says[:40]}` is nothing that can be said of an answer here")
    run = visit.library.stored_run(_id(visit), visit.who)
    take_feedback(visit.library, run, cast(Says, says), visit.who)
    return visit.go(f"/runs/{run.id}", said=says)


def _id(visit: Visit) -> str:
    return str(visit.request.path_params["id"])
