"""Answers to golden questions: asked as people ask, then judged, where there is a judge."""

from __future__ import annotations

import asyncio
from random import SystemRandom
from typing import TYPE_CHECKING

from belegg.evaluation.answer_scoring import Given, failure
from belegg.records import Answered, Scope
from belegg.records.runs import Event

if TYPE_CHECKING:
    from belegg.answering.checks import Judging
    from belegg.answering.settings import AskSettings
    from belegg.library.evaluating import MeasuresItself
    from belegg.seams import Chat


class MeasuredAnswers:
    """
    Asks through `Library.ask`, and has each answer judged anew, whether or not a judge took part in it: what
    is measured is what a reader sees. `judge` None measures no faithfulness.
    """

    def __init__(self, library: MeasuresItself, settings: AskSettings) -> None:
        self.judge: Chat | None = library.chat("judge")
        self._library = library
        self._settings = settings

    def __call__(self, question: str, scope: Scope) -> Given:
        """The answer, the events on its way, and what the judge said. Raises StoreError."""
        events: list[Event] = []
        answer = self._library.ask(question, scope, watch=events.append, settings=self._settings)
        judge = self.judge.id if self.judge else None
        if self.judge is None or not isinstance(answer, Answered) or failure(events):
            return Given(answer, tuple(events), judge, details=True)
        judging = self._judged(answer, scope, self.judge)
        return Given(answer, tuple(events), judge, judging, details=True)

    def _judged(self, answer: Answered, scope: Scope, judge: Chat) -> Judging:
        from belegg.answering.checks import Proof, judged
        from belegg.answering.draft import DraftSentence
        from belegg.answering.marks import Marks

        proofs = [
            Proof(DraftSentence(each.text, ()), each.quotes, arithmetic=each.arithmetic)
            for each in answer.sentences
        ]
        marks, timeout_s = Marks.drawn(SystemRandom()), self._settings.limits.seconds
        with self._library.store.reading(scope) as reader:
            return asyncio.run(
                judged(
                    proofs,
                    judge,
                    reader,
                    answer.question,
                    marks,
                    written_by=answer.model or "",
                    timeout_s=timeout_s,
                )
            )
