"""
The agent: it searches again and again, and answers only what it can show.

    question ─ Before ▶ quick calls, understanding, searched once ─ nothing on the subject? ▶ no model
      round: limits ▶ fewer tools, or the end ─ ask ▶ the model's reply ─ act ▶ its calls, run
      draft ─ prove ▶ judge ─ failures? ▶ told once, exactly ▶ one more draft
    ─ Ending ▶ the answer: what is proven, or what the documents say without a model

A model proposes; this program looks things up for it, limits it, and has the last word. Text does not stop a
model, so limits take tools away. Nothing that was not checked is shown as checked.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from random import Random, SystemRandom
from time import perf_counter

from belegg.answering import nudges
from belegg.answering.before import Before
from belegg.answering.brake import STOPPED, Brake
from belegg.answering.calling import Calls, shortened
from belegg.answering.checking import Attempt
from belegg.answering.circling import Circling
from belegg.answering.conversation import Conversation
from belegg.answering.desk import Desk
from belegg.answering.doing import Doing, Stop
from belegg.answering.draft import Draft
from belegg.answering.drafting import ANSWER, draft_of, draft_of_text
from belegg.answering.ending import Ending
from belegg.answering.limits import Meter
from belegg.answering.marks import Marks
from belegg.answering.replying import replying
from belegg.answering.settings import AskSettings
from belegg.answering.shown import Aside, Memory
from belegg.answering.steps import Steps
from belegg.answering.tools.arguments import arguments_of
from belegg.answering.tools.room import BadArguments
from belegg.errors import ModelError, StoreError
from belegg.records import Hit, Note
from belegg.records.chat import ChatRole, Message, Reply, ToolCall, Usage
from belegg.records.runs import Asked, Ended, Event, FellBack, Nudged, NudgeKind, Sent, Stopped, Used, Writing
from belegg.seams import Chat

MOST_REPLY_TOKENS = 4_096
MOST_KEPT = 300
UNSAID = Message("assistant", "…")
"""Stands for a reply that said nothing, or was cut: many servers want user and assistant to take turns."""
FROM_TEXT = (
    "The model wrote its answer as plain text; its sentences and quotations were taken from it, and checked."
)
INTERRUPTED = "A reply of the model was interrupted. Nothing of it was used, and it was asked once more."


async def run(
    question: str,
    desk: Desk,
    chats: Mapping[ChatRole, Chat],
    settings: AskSettings,
    steps: Steps,
    *,
    day: str,
    conversation: Conversation | None = None,
    random: Random | None = None,
    brake: Brake | None = None,
) -> AsyncGenerator[Event, None]:
    """
    Answer a question; the events are given as they happen, and the last is `Ended`, whatever the models do.

    `chats` holds at least `answer`. `day` (ISO) is today. `random` draws the marks around documents: one with
    a seed gives the same messages again. Closing the iterator stops the models; `brake` stops the run with
    what is proven. Raises StoreError where nothing was done yet, or nothing can be read in the end.
    """
    marks, brake = Marks.drawn(random or SystemRandom()), brake or Brake()
    talk = conversation or Conversation()
    doing = Doing(question, desk, brake.on(chats), settings, steps, talk, day, marks, brake)
    work = Run(doing)
    yield Asked(question, day, {role: chat.id for role, chat in chats.items()})
    for part in (work.before, work.rounds):
        async with aclosing(part()) as walk:
            async for event in walk:
                work.ending.saw(event)
                yield event
    for event in work.ending.conclude(work.stop):
        yield event
    yield Stopped(work.stop.reason, work.stop.detail)
    yield Ended(work.ending.answer, work.meter.usage, work.meter.seconds)


class Run:
    """One run at work. Each step gives the events of what it did, and leaves here what the next needs."""

    def __init__(self, doing: Doing) -> None:
        self.doing = doing
        self.meter = Meter(doing.settings.limits)
        self.stop = Stop("answered")
        self._memory = Memory(
            doing.conversation.handles,
            doing.marks,
            send_less=doing.settings.send_less,
            irrelevant=self._irrelevant,
        )
        self._before = Before(doing, self._memory)
        self.ending = Ending(doing, self._memory, self._before)
        self._ended = False
        self._calls = Calls(doing.steps.tools, doing.desk, self._memory, self.meter)
        self._circling = Circling()
        self._messages: list[Message] = []
        self._sent = 0
        self._only_answer = False
        self._reply: Reply | None = None
        self._drafted: tuple[Draft, str] | None = None
        self._said: set[NudgeKind] = set()
        self._cut = 0

    async def before(self) -> AsyncGenerator[Event, None]:
        """What is done before the model is asked."""
        async for event in self._before.walk():
            self._count(event)
            yield event
        self._messages = self._before.messages
        if self._before.stop is not None:
            self._end(self._before.stop)

    async def rounds(self) -> AsyncGenerator[Event, None]:
        """Round by round, until the run ends. A library that cannot be read on ends it too."""
        try:
            while not self._ended:
                async with aclosing(self._round()) as round:
                    async for event in round:
                        yield event
        except StoreError as error:
            self._end(Stop("store failed", str(error)))

    async def _round(self) -> AsyncGenerator[Event, None]:
        for event in self._look_at_limits():
            yield event
        if self._ended:
            return
        async with aclosing(self._ask()) as asked:
            async for event in asked:
                yield event
        for event in self._act():
            yield event
        if self._drafted is None:
            return
        async with aclosing(self._check()) as checked:
            async for event in checked:
                self._count(event)
                yield event

    # ------------------------------------------------------------ a round

    def _look_at_limits(self) -> Iterator[Event]:
        """Before a round: go on, warn, leave `answer` alone, or stop."""
        standing = self.meter.standing()
        spent = self.meter.told(standing.limit)
        circling = self._circling.told
        self._only_answer = bool(circling) or standing.phase == "answer only"
        if self.doing.brake.pulled:
            self._end(Stop("cancelled", STOPPED))
        elif circling and self.meter.is_done_answering:
            self._end(Stop("model failed", f"{circling}, and it did not answer when only that was left"))
        elif standing.phase == "over":
            self._end(Stop(standing.limit, f"the limit was reached: {spent}"))
        elif standing.phase == "answer only":
            self.ending.hurried = f"only answering was left, for the limit was near: {spent}"
            yield from self._tell("answer now", nudges.answer_now(spent))
        elif circling:
            self.ending.hurried = f"only answering was left, for {circling}"
            yield from self._tell("answer now", nudges.no_further(circling))
        elif standing.phase == "near" and self.doing.settings.nudges:
            yield from self._tell("limit near", nudges.limit_near(spent))

    async def _ask(self) -> AsyncGenerator[Event, None]:
        """Send what is new, and take the reply as it comes. A model that fails ends the run."""
        round, started = self.meter.rounds + 1, perf_counter()
        new, self._sent = self._messages[self._sent :], len(self._messages)
        self._reply = None
        if self._only_answer:
            self.meter.asked_to_answer()
        stream = replying(
            self.doing.chats["answer"],
            self._messages,
            (ANSWER,) if self._only_answer else (*self._calls.specs, ANSWER),
            must_call=self._only_answer or "answer by the tool" in self._said,
            most_tokens=min(MOST_REPLY_TOKENS, self.meter.tokens_left),
            timeout_s=max(1.0, self.meter.seconds_left),
        )
        try:
            async with aclosing(stream):
                async for piece in stream:
                    if isinstance(piece, Reply):
                        self._reply = piece
                    elif piece.text:
                        yield Writing(round, piece.text)
        except ModelError as error:
            self._end(Stop("cancelled" if self.doing.brake.pulled else "model failed", str(error)))
        usage = self._reply.usage if self._reply else Usage(requests=1)
        self.meter.took(usage, answering=True)
        yield self._sent_now(round, new, usage, (perf_counter() - started) * 1000)

    def _sent_now(self, round: int, new: Sequence[Message], usage: Usage, took_ms: float) -> Sent:
        """What was sent and replied. What the model's maker keeps in its messages is not kept."""
        messages = tuple(message for message in new if message.by != "assistant" or message is UNSAID)
        if self._reply is None:
            return Sent(round, "answer", messages, usage, took_ms)
        reply = replace(self._reply.message, state=None)
        return Sent(round, "answer", messages, usage, took_ms, reply, self._reply.finish)

    def _act(self) -> Iterator[Event]:
        """Do what the reply asks for: run its calls, take its answer, or tell what is wrong with it."""
        reply = self._reply
        if reply is None:
            return
        if reply.finish in ("interrupted", "length", "filtered"):
            yield from self._not_whole(reply)
        elif reply.message.calls:
            yield from self._called(reply.message)
        else:
            yield from self._wrote(reply.message)

    def _not_whole(self, reply: Reply) -> Iterator[Event]:
        """Of a reply that is not whole no call is run and no word is taken; it is asked for once more."""
        whys = {
            "interrupted": "the reply was interrupted",
            "length": "the reply was cut at its limit of tokens",
            "filtered": "a content filter stopped the reply",
        }
        why = whys[reply.finish]
        self._cut += 1
        if reply.finish == "filtered" or self._cut > 1:
            self._end(Stop("model failed", why))
            return
        if reply.finish == "interrupted":
            self.ending.notes.append(Note("model", INTERRUPTED))
        yield FellBack("model", why, "nothing of it was used, and the model was asked once more")
        if reply.finish == "length":
            self._messages.append(UNSAID)
            yield from self._tell("cut short", nudges.CUT_SHORT)

    def _wrote(self, message: Message) -> Iterator[Event]:
        """Plain text, or nothing at all: told once that an answer goes by the tool, then taken as it is."""
        draft = draft_of_text(message.text)
        kind: NudgeKind = "answer by the tool" if draft else "said nothing"
        if kind not in self._said:
            self._messages.append(message if draft else UNSAID)
            yield from self._tell(kind, nudges.BY_THE_TOOL if draft else nudges.SAID_NOTHING)
        elif draft is None:
            self._end(Stop("model failed", "the model said nothing, twice"))
        else:
            self._messages.append(message)
            self.ending.notes.append(Note("model", FROM_TEXT))
            self._drafted = (draft, "")

    def _called(self, message: Message) -> Iterator[Event]:
        """Run the calls of a reply in their order. With an answer among them, the others are not needed."""
        self._messages.append(replace(message, calls=tuple(map(shortened, message.calls))))
        answer = next((call for call in message.calls if call.name.strip() == ANSWER.name), None)
        draft = (yield from self._take(answer)) if answer else None
        if self._ended:
            return
        made: list[tuple[ToolCall, bool]] = []
        for number, call in enumerate(call for call in message.calls if call is not answer):
            if draft is not None:
                self._messages.append(Message("tool", "Not run: you answered.", answers=call.id))
                continue
            done = self._calls.result(call, number, self.meter.rounds, only_answer=self._only_answer)
            self._messages.append(Message("tool", done.text, answers=call.id))
            made.append((call, done.is_new))
            yield from done.events
        self._circling.made(made)
        if draft is None and self.doing.settings.nudges and (titles := nudges.unopened(self._memory)):
            yield from self._tell("unopened", titles)

    # ------------------------------------------------------------ an answer

    def _take(self, call: ToolCall) -> Generator[Event, None, Draft | None]:
        """The draft in a call of `answer`; where its arguments hold none, the model is told once."""
        try:
            draft = draft_of(arguments_of(call.arguments, ANSWER))
        except BadArguments as error:
            self._messages.append(Message("tool", f"Not taken: {error}", answers=call.id))
            yield Used(self.meter.rounds, ANSWER.name, call.arguments[:MOST_KEPT], f"not taken: {error}")
            if "arguments" in self._said:
                self._end(Stop("model failed", "the model called `answer` twice, and gave none"))
            else:
                self._said.add("arguments")
                yield Nudged(self.meter.rounds, "arguments", str(error))
            return None
        self._drafted = (draft, call.id)
        return draft

    async def _check(self) -> AsyncGenerator[Event, None]:
        """Prove the draft, have it judged, and take it, or give it back once with what is wrong."""
        assert self._drafted is not None, "there is a draft to check"
        (draft, call), self._drafted = self._drafted, None
        attempt = Attempt(len(self.ending.attempts) + 1, draft)
        self.ending.attempts.append(attempt)
        for event in attempt.prove(self.doing, self._memory.found.values()):
            yield event
        if draft.settled == "no" and (lines := self._lines_already_read()):
            for event in self._give_back(call, "lines already read", lines):
                yield event
            return
        for event in await attempt.judge(self.doing, self.meter.rounds, max(1.0, self.meter.seconds_left)):
            yield event
        failures = attempt.failures() if self.doing.settings.regenerate else ""
        if failures and "checks failed" not in self._said:
            for event in self._give_back(call, "checks failed", failures):
                yield event
            return
        self._end(Stop("cancelled", STOPPED) if self.doing.brake.pulled else Stop("answered"))

    def _lines_already_read(self) -> str:
        """Before a "not settled" is taken: what the model was shown that mentions the question, once."""
        if not self.doing.settings.nudges or "lines already read" in self._said:
            return ""
        understood = self._before.understood
        asked = (self.doing.question, understood.standalone, *understood.translations.values())
        return nudges.lines_already_read(asked, self._memory, self.doing.desk.search.analyser)

    def _give_back(self, call: str, kind: NudgeKind, text: str) -> Iterator[Event]:
        """Tell the model, as the outcome of its call, or in words when it made none."""
        if call:
            self._messages.append(Message("tool", "", answers=call))
        yield from self._tell(kind, text)

    # ------------------------------------------------------------ beside the way

    def _tell(self, kind: NudgeKind, text: str) -> Iterator[Event]:
        """
        Tell the model something unasked, once in a run. It goes with the outcome of its last call, when there
        is one that was not sent: some servers refuse a user's message after those.
        """
        if kind in self._said:
            return
        self._said.add(kind)
        last = self._messages[-1] if len(self._messages) > self._sent else None
        if last is not None and last.by in ("tool", "user"):
            joined = f"{last.text}\n\n{text}" if last.text else text
            self._messages[-1] = replace(last, text=joined)
        else:
            self._messages.append(Message("user", text))
        yield Nudged(self.meter.rounds, kind, text)

    def _irrelevant(self, hits: Sequence[Hit]) -> Aside:
        """What a classifier is sure is irrelevant, where there is one and it is wanted."""
        settings, quick = self.doing.settings, self.doing.steps.quick
        if quick is None or not (settings.relevance and settings.use_classifier):
            return Aside()
        return quick.relevance(self._before.understood.standalone, hits)

    def _count(self, event: Event) -> None:
        """Count what other models than the answering one took."""
        if isinstance(event, Sent):
            self.meter.took(event.usage)

    def _end(self, stop: Stop) -> None:
        self.stop, self._ended = stop, True
