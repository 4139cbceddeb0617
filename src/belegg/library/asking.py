"""How a Library answers: by the agent where an answer model is set, else by the documents' own sentences."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from belegg.errors import BadQuery
from belegg.library.at_hand import Figures, figures_of
from belegg.library.day_asked import day_asked
from belegg.library.meaning import SearchesByMeaning
from belegg.library.turns.fetching import for_one_question
from belegg.library.unfinished import Unfinished, notes_of
from belegg.records import Abstained, Answer, Note, Principal, Ranking, Scope
from belegg.records.chat import ChatRole
from belegg.records.runs import Asked, Ended, Event, Understood
from belegg.text.normalise import normalise
from belegg.text.words import word_texts

if TYPE_CHECKING:
    from belegg.answering.brake import Brake
    from belegg.answering.conversation import Conversation
    from belegg.answering.desk import Desk
    from belegg.answering.settings import AskSettings
    from belegg.seams import Chat
    from belegg.seams.figures import CompanyTables, Statistics
    from belegg.search.search import Search

ROLES: tuple[ChatRole, ...] = ("answer", "judge", "understand")
"""Models that write on the way to an answer. The answer's is needed; the others' steps say when they lack."""
LEFT_OUT: dict[ChatRole, str] = {"judge": "use_judge", "understand": "use_understanding"}
"""The settings that leave a role's model out."""


class Answers(SearchesByMeaning):
    """An open library that answers questions."""

    if TYPE_CHECKING:
        address: str

        def unfinished(self) -> list[Unfinished]: ...
        def _ranking_in(self, scope: Scope) -> Ranking: ...
        def _off_notes(self, principal: Principal) -> tuple[Note, ...]: ...
        def _waiting_notes(self, who: Principal) -> tuple[Note, ...]: ...
        def has_statistics(self) -> bool: ...
        @property
        def statistics(self) -> Statistics: ...
        @property
        def tables(self) -> CompanyTables: ...

    def ask(
        self,
        question: str,
        scope: Scope,
        *,
        watch: Callable[[Event], None] | None = None,
        settings: AskSettings | None = None,
        history: Conversation | None = None,
        brake: Brake | None = None,
    ) -> Answer:
        """
        An answer in checked quotations, or an abstention with its reason. Where an answer model is set, it
        searches, reads and writes, and a program checks what it quotes; else no model is called.

        `watch` is told each event as it happens. `history` is the conversation that the question belongs to,
        and has this turn when it is answered. `brake` stops a run with what is proven. Whoever is in an event
        loop, with a model, takes `asking`. `settings` None are those of `[ask]` in belegg.toml. The question
        has a name of its own (`Scope.question`): of what was fetched, it reads what was fetched for it.

        Raises BadQuery for a question without a word, MissingExtra, BadSetting, StoreError; a model that
        fails raises nothing, the answer says so.
        """
        _refuse_without_words(question)
        told, wanted, scope = watch or _nobody, self._wanted(settings), for_one_question(scope)

        async def drained() -> Answer:
            async for event in self.asking(question, scope, settings=wanted, history=history, brake=brake):
                told(event)
            return _ended(event)

        if self._chats_for(wanted):
            return asyncio.run(drained())
        for event in self._by_rule(question, scope, history):
            told(event)
        return _ended(event)

    async def asking(
        self,
        question: str,
        scope: Scope,
        *,
        settings: AskSettings | None = None,
        history: Conversation | None = None,
        brake: Brake | None = None,
    ) -> AsyncGenerator[Event, None]:
        """As `ask`, for an event loop: each event as it happens, `Asked` first and `Ended` last."""
        _refuse_without_words(question)
        wanted, scope = self._wanted(settings), for_one_question(scope)
        if not self._chats_for(wanted):
            for event in self._by_rule(question, scope, history):
                yield event
            return
        async with aclosing(self._by_model(question, scope, wanted, history, brake)) as events:
            async for event in events:
                yield self._noted(event, question, scope, history)

    def desk(self, scope: Scope, *, corrects_foreign: bool = True) -> Desk:
        """
        The library as who asks sees it, for the tools by which a model searches, reads and fetches figures.
        Without `corrects_foreign` a word of another language is never taken for a misspelled one.
        """
        return self._desk(scope, figures_of(self, scope), corrects_foreign=corrects_foreign)

    def _desk(self, scope: Scope, figures: Figures, *, corrects_foreign: bool = True) -> Desk:
        from belegg.answering.desk import desk_of

        search = self._searcher(scope, corrects_foreign=corrects_foreign)
        return desk_of(scope, search, self.store, figures.statistics, figures.tables)

    def _wanted(self, settings: AskSettings | None) -> AskSettings:
        from belegg.library.preferring import preferred

        return settings or preferred(self.path).settings

    def models_for(self, settings: AskSettings | None = None) -> dict[ChatRole, str]:
        """
        Which models would work on a question, by role; none where no model answers. Raises MissingExtra and
        BadSetting, as `ask` would before it does anything.
        """
        return {role: chat.id for role, chat in self._chats_for(self._wanted(settings)).items()}

    def _chats_for(self, wanted: AskSettings) -> dict[ChatRole, Chat]:
        if not wanted.use_model or self._late_chat("answer") is None:
            return {}
        roles = [role for role in ROLES if role not in LEFT_OUT or getattr(wanted, LEFT_OUT[role])]
        return {role: chat for role in roles if (chat := self._late_chat(role)) is not None}

    async def _by_model(
        self,
        question: str,
        scope: Scope,
        wanted: AskSettings,
        history: Conversation | None,
        brake: Brake | None,
    ) -> AsyncGenerator[Event, None]:
        """The agent's events. The first is told before the agent is imported (0.3 s of processor time)."""
        day, chats = day_asked(scope), self._chats_for(wanted)
        yield Asked(question, day, {role: chat.id for role, chat in chats.items()})

        from belegg.answering.loop import run
        from belegg.answering.steps import Steps
        from belegg.answering.tools.figures.rooms import figure_tools
        from belegg.answering.tools.rooms import document_tools
        from belegg.answering.understanding import Understand

        figures = await asyncio.to_thread(figures_of, self, scope)
        events = run(
            question,
            self._desk(scope, figures, corrects_foreign=False),
            chats,
            wanted,
            Steps((*document_tools(), *figure_tools()), self._quick_calls(scope), Understand(day)),
            day=day,
            conversation=history,
            brake=brake,
        )
        async with aclosing(events):
            await anext(events)  # `Asked`, told above
            async for event in events:
                yield _beside(event, figures.notes)

    def _by_rule(self, question: str, scope: Scope, history: Conversation | None) -> Iterator[Event]:
        from belegg.answering.question.following import standing_alone
        from belegg.answering.without_model import answer
        from belegg.library.turns.without_model import events_of

        started, day = perf_counter(), day_asked(scope)
        yield Asked(question, day)
        alone = standing_alone(question, [turn.question for turn in history.turns] if history else [])
        if alone != question:
            yield Understood(alone)
        given = answer(alone, scope, self._searcher(scope), self.store, day)
        _, *done = events_of(alone, replace(given, question=question), day, perf_counter() - started)
        for event in done:
            yield self._noted(event, question, scope, history)

    def _searcher(self, scope: Scope, *, corrects_foreign: bool = True) -> Search:
        settings = self._settings(None, None, self._ranking_in(scope))
        return self._search(replace(settings, corrects_foreign=corrects_foreign))

    def _noted(self, event: Event, question: str, scope: Scope, history: Conversation | None) -> Event:
        """The last event with what is to be known of the library beside the answer; it is the turn's end."""
        if not isinstance(event, Ended):
            return event
        answer, abstained = event.answer, isinstance(event.answer, Abstained)
        missing: Sequence[Note] = notes_of(self.unfinished(), self.address, scope.principal, abstained)
        off = self._off_notes(scope.principal) if abstained else ()
        waiting = self._waiting_notes(scope.principal) if abstained else ()
        answer = replace(answer, notes=(*off, *answer.notes, *missing, *waiting))
        if off and isinstance(answer, Abstained):
            told = f"Not all was searched: {'; '.join(note.text for note in off)}."
            answer = replace(answer, explanation=f"{answer.explanation} {told}")
        if history is not None:
            history.add(question, answer)
        return replace(event, answer=answer)


def _beside(event: Event, notes: tuple[Note, ...]) -> Event:
    """The last event with these notes beside its answer."""
    if not notes or not isinstance(event, Ended):
        return event
    return replace(event, answer=replace(event.answer, notes=(*event.answer.notes, *notes)))


def _refuse_without_words(question: str) -> None:
    if not word_texts(normalise(question)):
        raise BadQuery(f"the question `{question.strip()[:60]}` holds no word; ask in your own words")


def _nobody(event: Event) -> None:
    """Nobody watches."""


def _ended(event: Event) -> Answer:
    assert isinstance(event, Ended), "the last event is `Ended`"
    return event.answer
