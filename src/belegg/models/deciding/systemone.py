"""A decision model behind `POST /v1/systemone`: Jev's form, which many servers speak."""

from __future__ import annotations

from collections.abc import Mapping

from belegg.errors import ModelMalformed
from belegg.models.deciding.answers import likeliest, probability, yes_or_no
from belegg.models.http import Caller
from belegg.records.deciding import Decision, Level, OneOf, QuickQuestion, YesNo

PATH = "/systemone"


class SystemOneClassifier:
    """
    `seams.Classifier`: all questions in one request. State and questions leave this machine for the server.

    A question that the answer lacks, or answers in numbers that are none, stays open. A server without a
    decision model says 501: ModelRefused.
    """

    def __init__(self, id: str, model: str, caller: Caller) -> None:
        self.id = id
        self._model = model
        self._caller = caller

    def decide(
        self, state: str, questions: Mapping[str, QuickQuestion], timeout_s: float
    ) -> Mapping[str, Decision]:
        """Raises ModelTimeout, ModelRefused, and ModelMalformed for another form than this interface has."""
        asked = {name: written(question) for name, question in questions.items()}
        body = {"model": self._model, "state": state, "questions": asked}
        answer = self._caller.post(PATH, body, timeout_s)
        answers = answer.get("answers") if isinstance(answer, dict) else None
        if not isinstance(answers, dict):
            raise ModelMalformed(
                f"`{self._caller.server.address.shown}` answered in another form than `{PATH}` has; "
                "check the provider and base_url"
            )
        read = {name: decision_in(answers.get(name), question) for name, question in questions.items()}
        return {name: decision for name, decision in read.items() if decision is not None}


def written(question: QuickQuestion) -> dict[str, object]:
    match question:
        case YesNo(instructions):
            return {"type": "noul", "instructions": instructions}
        case OneOf(instructions, options):
            return {"type": "choice", "instructions": instructions, "criteria": dict(options)}
        case Level(instructions, levels):
            return {"type": "score", "instructions": instructions, "criteria": list(levels)}


def decision_in(answer: object, question: QuickQuestion) -> Decision | None:
    """The answer to one question; a score's probabilities go by the number of its level, from 0."""
    if not isinstance(answer, dict):
        return None
    if isinstance(question, YesNo):
        yes = probability(answer.get("noul"))
        return None if yes is None else yes_or_no(yes, "systemone")
    told = answer.get("probabilities")
    if not isinstance(told, dict):
        return None
    if isinstance(question, Level):
        told = {level: told.get(str(number)) for number, level in enumerate(question.levels)}
    return likeliest(told, question, "systemone")
