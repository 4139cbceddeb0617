"""What an enrichment has to ask, counted before anything is sent: requests, tokens, money, time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Protocol

from belegg.answering.marks import Marks
from belegg.library.enriching.asking import facts_text, lines_text, task
from belegg.library.enriching.known import Known, known
from belegg.library.enriching.lines import batches
from belegg.library.enriching.using import plain_in
from belegg.library.enriching.voice import Voice
from belegg.records import DocumentHead
from belegg.seams import Store

CHARACTERS_A_TOKEN = 3
"""A low estimate, for Nordic text: the estimate of tokens is rather too high."""
LINE_TOKENS = 50
"""What a line of thirty words takes to write, with the form around it."""
FACTS_TOKENS = 120
ASSUMED_TOKENS_A_SECOND = 40.0
ASSUMED_WAIT_S = 1.0
"""Of a request, before its reply begins. Both stand in for a pace until a run has measured one."""
PACE = "enrich pace"
"""The setting with the seconds that a passage took, by model, in its last run of some length."""
_MARKS = Marks.drawn(Random(0))  # as long as those of a run


class Priced(Protocol):
    """Prices of a model, as its settings say them."""

    def cost_usd(self, input_tokens: int, output_tokens: int, cached_tokens: int) -> float:
        """For these tokens, in US dollars."""


@dataclass(frozen=True, slots=True)
class Plan:
    """
    What is to be asked: `facts` is the number of documents that are asked about as such. `of` counts all
    passages of `documents`.
    """

    documents: int
    of: int
    facts: int
    passages: int
    requests: int
    input_tokens: int
    output_tokens: int

    @property
    def steps(self) -> int:
        """What a run counts its progress in: passages, and documents that are asked about."""
        return self.passages + self.facts


@dataclass(frozen=True, slots=True)
class Estimate:
    """
    What an enrichment will take, tokens counted by characters. `cost_usd` is None without prices in the
    settings. `measured`: the time is by the pace of an earlier run, else by an assumed one.
    """

    model: str
    plan: Plan
    cost_usd: float | None
    seconds: float
    measured: bool


def planned(store: Store, heads: Iterable[DocumentHead], voice: Voice) -> Plan:
    """What is left to ask about these documents. Facts that a model is yet to find are not foreseen."""
    documents = of = facts = passages = requests = characters = 0
    for head in heads:
        document = plain_in(store, head.id)
        if document is None:
            continue
        found = known(store, document, voice)
        documents += 1
        of += len(document.passages)
        facts += found.lacks_facts
        passages += len(found.unknown)
        sizes = _sizes(found)
        requests += len(sizes)
        characters += sum(sizes)
    written = LINE_TOKENS * passages + FACTS_TOKENS * facts
    return Plan(documents, of, facts, passages, requests, -(-characters // CHARACTERS_A_TOKEN), written)


def _sizes(found: Known) -> list[int]:
    """The characters of each request about a document."""
    sizes = [
        len(task("lines", _MARKS)) + len(lines_text(found.about, batch, _MARKS))
        for batch in batches(found.unknown)
    ]
    if found.lacks_facts:
        sizes.append(len(task("facts", _MARKS)) + len(facts_text(found.document, _MARKS)))
    return sizes


def estimate(
    plan: Plan, model: str, prices: Priced | None, settings: Mapping[str, str], at_once: int
) -> Estimate:
    """The plan in money and time."""
    cost = None if prices is None else prices.cost_usd(plan.input_tokens, plan.output_tokens, 0)
    pace = paces(settings).get(model)
    if pace is not None:
        return Estimate(model, plan, cost, pace * plan.steps, True)
    assumed = plan.output_tokens / ASSUMED_TOKENS_A_SECOND + plan.requests * ASSUMED_WAIT_S
    return Estimate(model, plan, cost, assumed / max(1, min(at_once, plan.requests)), False)


def paces(settings: Mapping[str, str]) -> dict[str, float]:
    """Seconds for a passage, by model."""
    return dict(json.loads(settings.get(PACE) or "{}"))
