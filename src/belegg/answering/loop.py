"""
The agent: it searches again and again, and answers only what it can show.

    question ─ Before ▶ quick calls, understanding, searched once ─ nothing on the subject? ▶ no model
      round: outlook ▶ fewer tools, or the end ─ ask ▶ the model's reply ─ act ▶ its calls, run
      draft ─ prove ▶ judge ─ failures? ▶ told once, exactly ▶ one more draft
    ─ Ending ▶ the answer: what is proven, or what the documents say without a model

A model proposes; this program looks things up for it, limits it, and has the last word. Text does not stop a
model, so limits take tools away. Nothing that was not checked is shown as checked.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing
from dataclasses import replace
from random import Random, SystemRandom
from typing import Final

from belegg.answering import nudges
from belegg.answering.before import Before
from belegg.answering.brake import STOPPED, Brake
from belegg.answering.calling import MOST_TOLD, Calls, shortened
from belegg.answering.checking import Attempt
from belegg.answering.circling import Circling
from belegg.answering.conversation import Conversation
from belegg.answering.desk import Desk
from belegg.answering.dialogue import UNSAID, Dialogue
from belegg.answering.doing import Doing, Stop
from belegg.answering.draft import Draft
from belegg.answering.drafting import ANSWER, draft_of, draft_of_text
from belegg.answering.ending import Ending
from belegg.answering.limits import Meter
from belegg.answering.loading import loaded
from belegg.answering.marks import Marks
from belegg.answering.outlook import outlook
from belegg.answering.round import Round
from belegg.answering.settings import AskSettings
from belegg.answering.steps import Steps
from belegg.answering.tools.arguments import arguments_of
from belegg.answering.tools.room import BadArguments
from belegg.errors import StoreError
from belegg.records import Note
from belegg.records.chat import ChatRole, Finish, Message, Reply, ToolCall
from belegg.records.runs import Asked, Ended, Event, FellBack, Loaded, NudgeKind, Sent, Stopped, Used
from belegg.seams import Chat

FROM_TEXT = (
    "The model wrote its answer as plain text; its sentences and quotations were taken from it, and checked."
)
INTERRUPTED = "A reply of the model was interrupted. Nothing of it was used, and it was asked once more."
NOT_WHOLE: Final[Mapping[Finish, str]] = {
    "interrupted": "the reply was interrupted",
    "length": "the reply was cut at its limit of tokens",
    "filtered": "a content filter stopped the reply",
}
"""Why a reply is not whole, by how it finished."""


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
    assert work.stop is not None, "rounds end with a stop"
    for event in work.ending.conclude(work.stop):
        yield event
    yield Stopped(work.stop.reason, work.stop.detail)
    yield Ended(work.ending.answer, work.meter.usage, work.meter.seconds)


class Run:
    """
    One run at work. Each step gives the events of what it did. What holds for one round stands in its
    `Round`; here stands what outlives it: what is asked (`doing`), said (the dialogue), counted (meter,
    circling), and what the answer is made of (`ending`). `stop`: why it ended, None while it goes on.
    """

    def __init__(self, doing: Doing) -> None:
        self.doing = doing
        self.meter = Meter(doing.settings.limits)
        self.stop: Stop | None = None
        self._before = Before(doing)
        self._memory = self._before.memory
        self._dialogue = Dialogue()
        self._calls = Calls(doing, self._memory, self.meter)
        self._circling = Circling()
        self._asked_again = False
        self.ending = Ending(doing, self._memory, self._before)

    async def before(self) -> AsyncGenerator[Event, None]:
        """What is done before the model is asked."""
        async for event in self._before.walk():
            self._count(event)
            yield event
        self._dialogue.add(*self._before.messages)
        self.stop = self._before.stop

    async def rounds(self) -> AsyncGenerator[Event, None]:
        """Round by round, until the run ends. A library that cannot be read on ends it too."""
        try:
            while self.stop is None:
                async with aclosing(self._round()) as events:
                    async for event in events:
                        yield event
        except StoreError as error:
            self.stop = Stop("store failed", str(error))

    async def _round(self) -> AsyncGenerator[Event, None]:
        ahead = outlook(
            self.meter,
            self._circling.told,
            braked=self.doing.brake.pulled,
            warns=self.doing.settings.nudges,
        )
        if ahead.stop is not None:
            self.stop = ahead.stop
            return
        if ahead.nudge is not None:
            for event in self._nudge(*ahead.nudge):
                yield event
        for event in loaded("answer", self.doing.chats):
            self._count(event)
            yield event
        round = self._begun(ahead.only_answer)
        async with aclosing(round.ask(self.doing.chats["answer"], self._dialogue, self.meter)) as events:
            async for event in events:
                yield event
        async with aclosing(self._act(round)) as events:
            async for event in events:
                yield event
        if round.draft is not None:
            async with aclosing(self._check(round.draft, round.call)) as events:
                async for event in events:
                    self._count(event)
                    yield event

    # ------------------------------------------------------------ a round

    def _begun(self, only_answer: str) -> Round:
        """The next round; `only_answer` says why only that tool is offered, if it is."""
        number = self.meter.rounds + 1
        if not only_answer:
            must_call = self._dialogue.was_nudged("answer by the tool")
            return Round(number, (*self._calls.specs, ANSWER), must_call)
        self.ending.hurried = f"only answering was left, for {only_answer}"
        self.meter.asked_to_answer()
        return Round(number, (ANSWER,), must_call=True, only_answer=True)

    async def _act(self, round: Round) -> AsyncGenerator[Event, None]:
        """Do what the reply asks for: run its calls, take its answer, or tell what is wrong with it."""
        reply = round.reply
        if reply is None:
            self.stop = Stop("cancelled" if self.doing.brake.pulled else "model failed", round.failed)
        elif reply.finish not in NOT_WHOLE and reply.message.calls:
            async with aclosing(self._called(reply.message, round)) as events:
                async for event in events:
                    yield event
        else:
            whole = reply.finish not in NOT_WHOLE
            for event in self._wrote(reply.message, round) if whole else self._not_whole(reply):
                yield event

    def _not_whole(self, reply: Reply) -> Iterator[Event]:
        """Of a reply that is not whole no call is run and no word is taken; it is asked for once more."""
        why = NOT_WHOLE[reply.finish]
        if reply.finish == "filtered" or self._asked_again:
            self.stop = Stop("model failed", why)
            return
        self._asked_again = True
        if reply.finish == "interrupted":
            self.ending.notes.append(Note("model", INTERRUPTED))
        yield FellBack("model", why, "nothing of it was used, and the model was asked once more")
        if reply.finish == "length":
            self._dialogue.add(UNSAID)
            yield from self._nudge("cut short", nudges.CUT_SHORT)

    def _wrote(self, message: Message, round: Round) -> Iterator[Event]:
        """Plain text, or nothing at all: told once that an answer goes by the tool, then taken as it is."""
        draft = draft_of_text(message.text)
        kind: NudgeKind = "answer by the tool" if draft else "said nothing"
        if not self._dialogue.was_nudged(kind):
            self._dialogue.add(message if draft else UNSAID)
            yield from self._nudge(kind, nudges.BY_THE_TOOL if draft else nudges.SAID_NOTHING)
        elif draft is None:
            self.stop = Stop("model failed", "the model said nothing, twice")
        else:
            self._dialogue.add(message)
            self.ending.notes.append(Note("model", FROM_TEXT))
            round.draft = draft

    async def _called(self, message: Message, round: Round) -> AsyncGenerator[Event, None]:
        """Run the calls of a reply in their order. With an answer among them, the others are not needed."""
        self._dialogue.add(replace(message, calls=tuple(map(shortened, message.calls))))
        answer = next((call for call in message.calls if call.name.strip() == ANSWER.name), None)
        if answer is not None:
            for event in self._take(answer, round):
                yield event
        if self.stop is not None:
            return
        made: list[tuple[ToolCall, bool]] = []
        for place, call in enumerate(call for call in message.calls if call is not answer):
            if round.draft is not None:
                self._dialogue.outcome(call.id, "Not run: you answered.")
                continue
            done = await self._calls.result(call, place, round.number, only_answer=round.only_answer)
            self._dialogue.outcome(call.id, done.text)
            made.append((call, done.is_new))
            for event in done.events:
                yield event
        self._circling.made(made)
        if round.draft is None and self.doing.settings.nudges and (titles := nudges.unopened(self._memory)):
            for event in self._nudge("unopened", titles):
                yield event

    # ------------------------------------------------------------ an answer

    def _take(self, call: ToolCall, round: Round) -> Iterator[Event]:
        """The draft in a call of `answer`; where its arguments hold none, the model is told once."""
        try:
            round.draft, round.call = draft_of(arguments_of(call.arguments, ANSWER)), call.id
        except BadArguments as error:
            self._dialogue.outcome(call.id, f"Not taken: {error}")
            yield Used(round.number, ANSWER.name, call.arguments[:MOST_TOLD], f"not taken: {error}")
            if self._dialogue.was_nudged("arguments"):
                self.stop = Stop("model failed", "the model called `answer` twice, and gave none")
            else:
                yield self._dialogue.nudged("arguments", str(error), round.number)

    async def _check(self, draft: Draft, call: str) -> AsyncGenerator[Event, None]:
        """Prove the draft, have it judged, and take it, or give it back once with what is wrong."""
        attempt = Attempt(len(self.ending.attempts) + 1, draft)
        self.ending.attempts.append(attempt)
        for event in attempt.prove(self.doing, self._memory.found.values()):
            yield event
        if attempt.draft.settled == "no" and (lines := self._lines_already_read()):
            for event in self._give_back(call, "lines already read", lines):
                yield event
            return
        for event in await attempt.judge(self.doing, self.meter.rounds, max(1.0, self.meter.seconds_left)):
            yield event
        failures = attempt.failures() if self.doing.settings.regenerate else ""
        if failures and not self._dialogue.was_nudged("checks failed"):
            for event in self._give_back(call, "checks failed", failures):
                yield event
            return
        self.stop = Stop("cancelled", STOPPED) if self.doing.brake.pulled else Stop("answered")

    def _lines_already_read(self) -> str:
        """Before a "not settled" is taken: what the model was sent that mentions the question, once."""
        if not self.doing.settings.nudges or self._dialogue.was_nudged("lines already read"):
            return ""
        understood = self._before.understood
        asked = (self.doing.question, understood.standalone, *understood.translations.values())
        return nudges.lines_already_read(asked, self._memory, self.doing.desk.search.analyser)

    def _give_back(self, call: str, kind: NudgeKind, text: str) -> Iterator[Event]:
        """Tell the model, as the outcome of its call, or in words when it made none."""
        if call:
            self._dialogue.outcome(call, "")
        yield from self._nudge(kind, text)

    # ------------------------------------------------------------ beside the way

    def _nudge(self, kind: NudgeKind, text: str) -> Iterator[Event]:
        return self._dialogue.nudge(kind, text, self.meter.rounds)

    def _count(self, event: Event) -> None:
        """What other models took than the answering one, whose rounds count themselves; what loading did."""
        if isinstance(event, Sent):
            self.meter.took(event.usage)
        elif isinstance(event, Loaded):
            self.meter.leave_out(event.took_ms / 1000)
