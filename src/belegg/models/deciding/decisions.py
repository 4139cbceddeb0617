"""A decision model behind OpenAI's `POST /v1/decisions` (in public beta when this was written)."""

from __future__ import annotations

from collections.abc import Mapping

from belegg.errors import ModelMalformed
from belegg.models.deciding.answers import likeliest, probability, yes_or_no
from belegg.models.http import Caller
from belegg.records.deciding import Decision, Level, OneOf, QuickQuestion, YesNo

PATH = "/decisions"


class DecisionsClassifier:
    """
    `seams.Classifier`: all questions in one request. A question that the model refuses, or that is answered
    in numbers that are none, stays open.
    """

    def __init__(self, id: str, model: str, caller: Caller) -> None:
        self.id = id
        self._model = model
        self._caller = caller

    def decide(
        self, state: str, questions: Mapping[str, QuickQuestion], timeout_s: float
    ) -> Mapping[str, Decision]:
        """Raises ModelTimeout, ModelRefused, and ModelMalformed for another form than this interface has."""
        asked = [{**written(question), "name": name} for name, question in questions.items()]
        answer = self._caller.post(
            PATH, {"model": self._model, "input": state, "questions": asked}, timeout_s
        )
        answers = answer.get("answers") if isinstance(answer, dict) else None
        if not isinstance(answers, list):
            raise ModelMalformed(
                f"`{self._caller.server.address.shown}` answered in another form than `{PATH}` has; "
                "check the provider and base_url"
            )
        found: dict[str, Decision] = {}
        for one in answers:
            name = one.get("name") if isinstance(one, dict) else None
            if isinstance(name, str) and name in questions and name not in found:
                decision = decision_in(one, questions[name])
                if decision is not None:
                    found[name] = decision
        return {name: found[name] for name in questions if name in found}


def written(question: QuickQuestion) -> dict[str, object]:
    match question:
        case YesNo(instructions):
            return {"type": "predicate", "instructions": instructions}
        case OneOf(instructions, options):
            choices = [{"value": value, "description": told} for value, told in options.items()]
            return {"type": "choice", "instructions": instructions, "choices": choices}
        case Level(instructions, levels):
            labels = [{"label": level} for level in levels]
            return {"type": "score", "instructions": instructions, "levels": labels}


def decision_in(answer: Mapping[str, object], question: QuickQuestion) -> Decision | None:
    if isinstance(question, YesNo):
        yes = probability(answer.get("probability"))
        return None if yes is None else yes_or_no(yes, "decisions")
    told = answer.get("probabilities")
    if not isinstance(told, list):
        return None
    key = "label" if isinstance(question, Level) else "value"
    listed = {
        one[key]: one.get("probability")
        for one in told
        if isinstance(one, dict) and isinstance(one.get(key), str)
    }
    return likeliest(listed, question, "decisions")
