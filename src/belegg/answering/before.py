"""Before the model: quick calls, understanding, the first search, and the gate (AGE-2, AGE-3, ANS-4)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence

from belegg.answering.by_rule.extract import OFF_SUBJECT, is_off_subject
from belegg.answering.conversation import told
from belegg.answering.doing import Doing, Stop
from belegg.answering.loading import loaded
from belegg.answering.memory import Aside, Memory
from belegg.answering.note import queries_of, question_message, search_first, system_message
from belegg.answering.quick_calls import OUT
from belegg.answering.steps import NO_CLASSIFIER, FirstCalls
from belegg.answering.understanding import by_rule
from belegg.answering.within import desk_within
from belegg.records import Hit, Ran
from belegg.records.answers import NOTHING_READABLE
from belegg.records.chat import Message
from belegg.records.runs import Event, Searched, Understood

OUT_OF_SCOPE = (
    "A classifier is sure that the question is out of scope, and none of its words stands in the documents."
)
OFF = "it is switched off"


class Before:
    """
    What is done before the model is asked, and what it left: how the question is understood, the memory of
    what was found, the first messages; or `stop`, when no model is to be asked.
    """

    def __init__(self, doing: Doing) -> None:
        self.understood: Understood = Understood(doing.question)
        self.ran: list[Ran] = []
        self.messages: list[Message] = []
        self.stop: Stop | None = None
        self.memory = Memory(
            doing.conversation.handles,
            doing.marks,
            send_less=doing.settings.send_less,
            irrelevant=self._irrelevant,
        )
        self._doing = doing
        self._first: FirstCalls = NO_CLASSIFIER

    async def walk(self) -> AsyncIterator[Event]:
        """The steps in their order, each with its events."""
        for event in self._quick_calls():
            yield event
        for event in await self._understand():
            yield event
        for event in self._search():
            yield event

    def _quick_calls(self) -> tuple[Event, ...]:
        doing, quick = self._doing, self._doing.steps.quick
        if quick is not None and not doing.settings.use_classifier:
            self._first = FirstCalls(Ran("classifier", "did not run", OFF))
        elif quick is not None:
            self._first = quick.first(doing.question, doing.conversation.turns, doing.desk.packs)
        self.ran.append(self._first.ran)
        return self._first.events

    async def _understand(self) -> tuple[Event, ...]:
        doing, understanding = self._doing, self._doing.steps.understanding
        turns, chat = doing.conversation.turns, doing.chats.get("understand")
        if understanding is None or chat is None or not doing.settings.use_understanding:
            why = "no model is set for it" if doing.settings.use_understanding else OFF
            self.understood = by_rule(doing.question, turns, self._first)
            self.ran.append(Ran("understanding", "did not run", why))
            return (self.understood,)
        began = tuple(loaded("understand", doing.chats))
        self.understood, events, ran = await understanding(
            doing.question, turns, self._first, doing.desk, chat
        )
        self.ran.append(ran)
        return (*began, *events, self.understood)

    def _search(self) -> Iterator[Event]:
        """Search, look whether anything is on the subject, and put the first messages together."""
        doing, desk = self._doing, self._doing.desk
        history = told(doing.conversation.turns, self.memory, desk.store, desk.scope)
        queries = queries_of(self.understood) if doing.settings.search_first else ()
        within = desk_within(desk, self.understood.filters)
        searched, events = search_first(queries, desk, self.memory, doing.settings.hits, within)
        yield from events
        found = any(isinstance(event, Searched) and event.found for event in events)
        gates = doing.settings.gate and not desk.gives_figures
        if gates and not found:
            self.stop = self._gate()
        elif gates and self._first.move == OUT and not self._stands_a_word():
            self.stop = Stop("gate", OUT_OF_SCOPE)
        self.messages = [
            system_message(desk, doing.marks, doing.day),
            question_message(doing.question, self.understood, searched, history, self._first.hint),
        ]

    def _irrelevant(self, hits: Sequence[Hit]) -> Aside:
        """What a classifier is sure is irrelevant, where there is one and it is wanted."""
        settings, quick = self._doing.settings, self._doing.steps.quick
        if quick is None or not (settings.relevance and settings.use_classifier):
            return Aside()
        return quick.relevance(self.understood.standalone, hits)

    def _stands_a_word(self) -> bool:
        """Whether a passage in scope holds any word of the question."""
        desk = self._doing.desk
        with desk.store.reading(desk.scope) as reader:
            walked = desk.search.walk(self.understood.standalone, desk.scope, reader, 1, by_words=True)
        return bool(walked.ranked)

    def _gate(self) -> Stop | None:
        """Why the model is not called: nothing that may be read is on the subject."""
        desk = self._doing.desk
        with desk.store.reading(desk.scope) as reader:
            if not reader.pack_sizes():
                return Stop("gate", NOTHING_READABLE)
            if self._doing.conversation.turns and self.understood.by == "rule":
                return None  # a follow-up that nobody rewrote, "and in winter?", says little by itself
            off = is_off_subject(self.understood.standalone, desk.scope, desk.search, reader)
        return Stop("gate", OFF_SUBJECT) if off else None
