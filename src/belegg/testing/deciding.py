"""
Classifiers for tests: one that decides by a rule, and the answers of servers that do, by the same rule.

A rule is given the state, the name of a question and the question, and says how likely each answer is; None
leaves the question open.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence

from belegg.errors import ModelError
from belegg.records.deciding import DecidedBy, Decision, Level, OneOf, QuickQuestion, YesNo
from belegg.testing.model_server import Behaviour, Turn
from belegg.testing.model_shapes import Json

Rule = Callable[[str, str, QuickQuestion], Mapping[str, float] | None]


class ScriptedClassifier:
    """
    `seams.Classifier` that decides by a rule. `asked` lists state and questions as they came. `failing` may
    be set at any time to what the next calls raise.
    """

    def __init__(
        self,
        rule: Rule,
        id: str = "fake:classifier",
        *,
        source: DecidedBy = "systemone",
        option_mass: float | None = None,
        failing: ModelError | None = None,
    ) -> None:
        self.id = id
        self.failing = failing
        self.asked: list[tuple[str, dict[str, QuickQuestion]]] = []
        self._rule = rule
        self._source = source
        self._mass = option_mass

    def decide(
        self, state: str, questions: Mapping[str, QuickQuestion], timeout_s: float
    ) -> Mapping[str, Decision]:
        """What the rule says. Raises `failing`."""
        self.asked.append((state, dict(questions)))
        if self.failing is not None:
            raise self.failing
        found = {}
        for name, question in questions.items():
            if told := self._rule(state, name, question):
                best = max(told, key=lambda answer: told[answer])
                found[name] = Decision(best, told[best], self._source, dict(told), self._mass)
        return found


def deciding(rule: Rule, *, mass: float = 1.0) -> Behaviour:
    """
    A server that decides by a rule: `/systemone`, `/decisions`, or chat completions with logprobs, of whose
    probability `mass` falls on the letters. The name of a chat's question is empty: it is not sent.
    """

    def behave(turn: Turn) -> None:
        path, body = turn.asked.path, turn.asked.body
        if path.endswith("/systemone"):
            turn.send(200, system_one(rule, body))
        elif path.endswith("/decisions"):
            turn.send(200, decisions(rule, body))
        else:
            turn.send(200, logprobs(rule, body, mass))

    return behave


def system_one(rule: Rule, body: Json) -> Json:
    answers: dict[str, Json] = {}
    for name, asked in body["questions"].items():
        told, criteria = asked["instructions"], asked.get("criteria")
        question: QuickQuestion
        match asked["type"]:
            case "noul":
                question = YesNo(told)
            case "choice":
                question = OneOf(told, criteria)
            case _:
                question = Level(told, tuple(criteria))
        shares = rule(body["state"], name, question)
        if shares is not None:
            answers[name] = answer_in_system_one(question, shares)
    return {"model": body["model"], "answers": answers, "usage": {"input_tokens": 1, "output_tokens": 0}}


def answer_in_system_one(question: QuickQuestion, shares: Mapping[str, float]) -> Json:
    match question:
        case YesNo():
            return {"type": "noul", "noul": shares["yes"]}
        case OneOf():
            best = max(shares, key=lambda name: shares[name])
            return {"type": "choice", "choice": best, "probabilities": dict(shares), "confidence": 0.1}
        case Level(levels=levels):
            numbered = {str(number): shares[level] for number, level in enumerate(levels)}
            return {"type": "score", "score": 0.0, "probabilities": numbered, "confidence": 0.1}


def decisions(rule: Rule, body: Json) -> Json:
    """The answers come last first: only their names tell to which question they belong."""
    answers = []
    for asked in body["questions"]:
        name, told = asked["name"], asked["instructions"]
        question: QuickQuestion
        match asked["type"]:
            case "predicate":
                question = YesNo(told)
            case "choice":
                question = OneOf(told, {one["value"]: one["description"] for one in asked["choices"]})
            case _:
                question = Level(told, tuple(one["label"] for one in asked["levels"]))
        shares = rule(body["input"], name, question)
        answers.append({"name": name, **answer_in_decisions(question, shares)})
    return {"model": body["model"], "answers": answers[::-1], "usage": {"total_tokens": 1}}


def answer_in_decisions(question: QuickQuestion, shares: Mapping[str, float] | None) -> Json:
    if shares is None:
        return {"type": "refusal"}
    match question:
        case YesNo():
            return {"type": "predicate", "probability": shares["yes"]}
        case OneOf():
            listed = [{"value": name, "probability": share} for name, share in shares.items()]
            best = max(shares, key=lambda name: shares[name])
            return {"type": "choice", "choice": best, "probabilities": listed, "confidence": 0.1}
        case Level(levels=levels):
            scored = [
                {"value": number, "label": level, "probability": shares[level]}
                for number, level in enumerate(levels)
            ]
            return {"type": "score", "score": 0.0, "probabilities": scored, "confidence": 0.1}


def logprobs(rule: Rule, body: Json, mass: float) -> Json:
    """One token, with the logprob of each letter; the rest of the mass falls on another word."""
    asked = json.loads(body["messages"][-1]["content"])
    answers = {letter: told.partition(": ")[0] for letter, told in asked["answers"].items()}
    options: Sequence[str] = list(answers.values())
    is_yes_no = set(options) == {"yes", "no"}
    question = YesNo(asked["question"]) if is_yes_no else OneOf(asked["question"], dict.fromkeys(options, ""))
    shares = rule(asked["text"], "", question) or {}
    tops = [
        {"token": f" {letter}", "logprob": math.log(mass * shares[answer])}
        for letter, answer in answers.items()
        if shares.get(answer, 0) > 0
    ]
    if mass < 1 or not tops:
        tops.append({"token": "The", "logprob": math.log(max(1e-9, 1 - mass))})
    token = {**tops[0], "top_logprobs": tops}
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": tops[0]["token"]},
        "finish_reason": "length",
        "logprobs": {"content": [token]},
    }
    return {"id": "chat-1", "object": "chat.completion", "model": body["model"], "choices": [choice]}
