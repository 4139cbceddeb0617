"""
A chat model as classifier: the probabilities of single letters that stand for the answers.

Models like a letter for its place: every question is asked in two orders, and the two are averaged. How much
of the model's probability fell on the letters at all is told; little says that it meant to say something
else. The probabilities are the model's own, and chat models are surer than they are right: whoever acts on
them fits a temperature first.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from string import ascii_uppercase

from belegg.errors import ModelMalformed
from belegg.models.deciding.answers import answers_of, likeliest
from belegg.models.http import Caller
from belegg.records.deciding import Decision, OneOf, QuickQuestion

PATH = "/chat/completions"
TOP = 20
"""Alternatives of a token that a server tells: OpenAI's most."""
AT_ONCE = 12
"""Requests at a time: each is some hundred tokens in and one out, and servers answer them together."""
PROMPT = "logprobs.md"


class LogprobsClassifier:
    """
    `seams.Classifier` over `/v1/chat/completions` with `logprobs`: two requests for each question, all at
    once. A question of more than 26 answers stays open, and so does one of which no letter came back.
    """

    def __init__(self, id: str, model: str, caller: Caller, most_tokens: str = "max_tokens") -> None:
        """`most_tokens`: what the server calls the limit of a reply."""
        self.id = id
        self._prompt = files("belegg.models.deciding").joinpath(PROMPT).read_text(encoding="utf-8").strip()
        self._model = model
        self._caller = caller
        self._most_tokens = most_tokens

    def decide(
        self, state: str, questions: Mapping[str, QuickQuestion], timeout_s: float
    ) -> Mapping[str, Decision]:
        """All within `timeout_s`. Raises ModelTimeout, ModelRefused, and ModelMalformed without logprobs."""
        clock = self._caller.clock
        deadline = clock.now() + timeout_s
        orders = [
            (name, order)
            for name, question in questions.items()
            if len(answers_of(question)) <= len(ascii_uppercase)
            for order in (answers_of(question), answers_of(question)[::-1])
        ]
        if not orders:
            return {}

        def ask(asked: tuple[str, Sequence[str]]) -> dict[str, float]:
            name, order = asked
            return self._ask(state, questions[name], order, max(0.0, deadline - clock.now()))

        with ThreadPoolExecutor(min(AT_ONCE, len(orders)), "belegg logprobs") as pool:
            shares = list(pool.map(ask, orders))
        found: dict[str, Decision] = {}
        for (name, _), first, second in zip(orders[::2], shares[::2], shares[1::2], strict=True):
            if decision := averaged(first, second, questions[name]):
                found[name] = decision
        return found

    def _ask(
        self, state: str, question: QuickQuestion, order: Sequence[str], timeout_s: float
    ) -> dict[str, float]:
        """The probability of each answer's letter, as the model has it."""
        body = {
            "model": self._model,
            "messages": [
                {"role": "system", "content": self._prompt},
                {"role": "user", "content": material(state, question, order)},
            ],
            self._most_tokens: 1,
            "temperature": 0,
            "logprobs": True,
            "top_logprobs": TOP,
        }
        letters = first_token(self._caller.post(PATH, body, timeout_s), self._caller.server.address.shown)
        return {
            answer: letters.get(letter, 0.0) for answer, letter in zip(order, ascii_uppercase, strict=False)
        }


def material(state: str, question: QuickQuestion, order: Sequence[str]) -> str:
    """Text, question and answers by letter, in one JSON object that no text can end."""
    told = question.options if isinstance(question, OneOf) else {}
    answers = {
        letter: f"{answer}: {told[answer]}" if told.get(answer) else answer
        for answer, letter in zip(order, ascii_uppercase, strict=False)
    }
    asked = {"text": state, "question": question.instructions, "answers": answers}
    return json.dumps(asked, ensure_ascii=False)


def first_token(answer: object, source: str) -> dict[str, float]:
    """By letter, the probability of the first token: tokens that differ in spaces and case are one letter."""
    choices = answer.get("choices") if isinstance(answer, dict) else None
    choice = choices[0] if isinstance(choices, list) and choices else None
    logprobs = choice.get("logprobs") if isinstance(choice, dict) else None
    content = logprobs.get("content") if isinstance(logprobs, dict) else None
    token = content[0] if isinstance(content, list) and content else None
    tops = token.get("top_logprobs") if isinstance(token, dict) else None
    if not isinstance(tops, list) or not tops:
        raise ModelMalformed(
            f"`{source}` tells no logprobs, so its model makes no quick calls; take another for `classify`"
        )
    found: dict[str, float] = {}
    for one in tops:
        text = one.get("token") if isinstance(one, dict) else None
        value = one.get("logprob") if isinstance(one, dict) else None
        if isinstance(text, str) and isinstance(value, int | float) and value <= 0 and not math.isnan(value):
            letter = text.strip().upper()
            found[letter] = min(1.0, found.get(letter, 0.0) + math.exp(value))
    return found


def averaged(
    first: Mapping[str, float], second: Mapping[str, float], question: QuickQuestion
) -> Decision | None:
    """The mean of both orders, each made to add up to 1; None when no letter came in one of them."""
    masses = (sum(first.values()), sum(second.values()))
    if min(masses) <= 0:
        return None
    both = {answer: (first[answer] / masses[0] + second[answer] / masses[1]) / 2 for answer in first}
    decision = likeliest(both, question, "logprobs")
    if decision is None:
        return None
    return Decision(
        decision.value, decision.confidence, "logprobs", decision.probabilities, min(1.0, *masses)
    )
