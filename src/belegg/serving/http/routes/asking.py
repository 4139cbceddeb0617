"""Questions: asked, watched as events, stopped."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Path, Request
from pydantic import ConfigDict, Field
from starlette.responses import Response, StreamingResponse

from belegg.errors import BadInput, UnknownRun
from belegg.records import Principal
from belegg.records.runs import Ended
from belegg.serving.http.description import answers
from belegg.serving.http.house import Here, House
from belegg.serving.http.live import LiveRun, Question
from belegg.serving.http.live_files import LiveEvent
from belegg.serving.http.reading import API, Asks, Filters, Json, Name, StrictRoute
from belegg.serving.shapes.answers import answer_json
from belegg.serving.shapes.events import event_json, event_named

router = APIRouter(prefix=API, tags=["asking"], route_class=StrictRoute)
Run = Annotated[str, Path(min_length=1, max_length=64, description="A run's id.")]
STREAM: Final = {"text/event-stream": {"schema": {"type": "string"}}}
EVENTS: Final[dict[int | str, dict[str, Any]]] = {200: {"content": STREAM}}
EITHER: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {**answers("Answer")[200]["content"], **STREAM}}
}


class Asked(Filters):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    question: str = Field(min_length=1, max_length=4_000, description="A question in your own words.")
    conversation: Name | None = Field(None, description="A conversation, or a run in one, to go on with.")
    keep: bool | None = Field(None, description="Keep the answer; else those that a model worked on.")
    model: bool = Field(True, description="False: answer with the documents' own sentences alone.")
    judge: bool = Field(True, description="False: let no second model judge the answer.")
    classifier: bool = Field(True, description="False: ask no quick classifier.")
    understanding: bool = Field(True, description="False: search the question as it stands.")
    most_rounds: int | None = Field(None, ge=1, le=1_000)
    most_searches: int | None = Field(None, ge=1, le=10_000)
    most_tokens: int | None = Field(None, ge=1, le=100_000_000)
    most_seconds: float | None = Field(None, gt=0, le=3_600)
    most_cost: float | None = Field(None, gt=0, le=10_000)

    def told(self) -> dict[str, Any]:
        """What is said over `[ask]` in belegg.toml: steps that are left out, limits."""
        steps = {"model": self.model, "judge": self.judge}
        steps |= {"classifier": self.classifier, "understanding": self.understanding}
        names = ("most_rounds", "most_searches", "most_tokens", "most_seconds", "most_cost")
        return {name: False for name, on in steps.items() if not on} | {n: getattr(self, n) for n in names}


@router.post("/ask", responses=EITHER)
async def ask(request: Request, here: Here, asker: Asks, asked: Asked) -> Response:
    """
    An answer in checked quotations, or an abstention with its reason.

    With `Accept: text/event-stream` each thing as it happens, `ended` last; the header `Belegg-Run` names the
    run, to read on from elsewhere or to stop it. Else the answer when it is there; closing the connection
    stops the run.
    """
    scope = await asyncio.to_thread(asked.scope, here, asker)
    question = Question(asked.question, scope, asked.told(), asked.keep, asked.conversation)
    run = await here.live.start(question)
    await asyncio.to_thread(here.note, asker, "ask", run.id)
    if "text/event-stream" in request.headers.get("accept", ""):
        events = await here.live.events(run.id, asker.principal)
        return stream(events, run.id)
    return Json(await answered(request, run), headers={"Belegg-Run": run.id})


async def answered(request: Request, run: LiveRun) -> dict[str, Any]:
    """The turn; who closes the connection has no use for it, and stops the run."""
    waiting = asyncio.wrap_future(run.done)
    while not waiting.done():
        await asyncio.wait([waiting], timeout=0.5)
        run.watched()
        if not waiting.done() and await request.is_disconnected():
            run.brake.pull()
    return waiting.result()


@router.get("/runs/{run}/events", responses=EVENTS)
async def events(
    here: Here, asker: Asks, run: Run, last_event_id: Annotated[str | None, Header(max_length=20)] = None
) -> Response:
    """
    The events of a run, going on or kept, after the one that `Last-Event-ID` names. Of a kept
    run whose events are not at hand any more only `ended` is told to who names one.
    """
    if last_event_id is not None and not (last_event_id.isascii() and last_event_id.isdigit()):
        raise BadInput(f"`Last-Event-ID` is `{last_event_id}`; it is a number, as the events told it")
    after = int(last_event_id or 0)
    try:
        return stream(await here.live.events(run, asker.principal, after), run)
    except UnknownRun:
        kept = await asyncio.to_thread(kept_events, here, asker.principal, run)
        return stream(kept_after(kept, after), run)


def kept_events(here: House, who: Principal, name: str) -> list[LiveEvent]:
    """Those of a kept run, as they were told. Raises UnknownRun."""
    run = here.library.stored_run(name, who)
    told = [
        LiveEvent(number, event_named(event), event_json(event))
        for number, event in enumerate(run.events, 1)
        if not isinstance(event, Ended)
    ]
    turn = {"run": run.id, "conversation": run.conversation, "number": run.number}
    return [*told, LiveEvent(len(told) + 1, "ended", {**answer_json(run.answer, run.usage), **turn})]


async def kept_after(told: list[LiveEvent], after: int) -> AsyncIterator[LiveEvent | None]:
    for event in told[-1:] if after else told:
        yield event


@router.post("/runs/{run}/stop")
async def stop(here: Here, asker: Asks, run: Run) -> Json:
    """Stop a run that goes on; what is proven until then is its answer."""
    here.live.stop(run, asker.principal)
    await asyncio.to_thread(here.note, asker, "stop", run)
    return Json({"stopped": run})


def stream(events: AsyncIterator[LiveEvent | None], run: str) -> StreamingResponse:
    """Server-sent events; a proxy between is asked to let each through at once."""
    headers = {"Belegg-Run": run, "X-Accel-Buffering": "no"}
    return StreamingResponse(lines(events), media_type="text/event-stream", headers=headers)


async def lines(events: AsyncIterator[LiveEvent | None]) -> AsyncIterator[bytes]:
    yield b": Belegg\n\n"
    async for event in events:
        if event is None:
            yield b": still at it\n\n"
            continue
        data = json.dumps(event.data, ensure_ascii=False, separators=(",", ":"))
        told = f"id: {event.number}\nevent: {event.name}\ndata: {data}\n\n"
        yield told.encode("utf-8", "backslashreplace")
