"""The steps of the agent that can be left out by a setting, each of which `ablate --answers` measures."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from belegg.answering.settings import AskSettings


@dataclass(frozen=True, slots=True)
class AgentStep:
    """
    A step: its name, what it does, the settings that leave it out. It takes part when the step `needs` ran in
    any answer (empty: always); `idle` says why it did not.
    """

    name: str
    does: str
    off: Mapping[str, Any]
    needs: str = ""
    idle: str = ""

    def without(self, settings: AskSettings) -> AskSettings:
        return replace(settings, **self.off)

    def takes_part(self, settings: AskSettings, ran: Collection[str]) -> bool:
        """Whether leaving it out changes anything, by the settings and the steps that `ran`."""
        is_on = any(getattr(settings, name) != value for name, value in self.off.items())
        return is_on and (not self.needs or self.needs in ran)


NO_CLASSIFIER: Final = "no classifier answered"

AGENT_STEPS: Final = (
    AgentStep(
        "classifier",
        "small decisions before the first call, and passages left out",
        {"use_classifier": False},
        "classifier",
        NO_CLASSIFIER,
    ),
    AgentStep(
        "relevance",
        "passages that are surely irrelevant are left out",
        {"relevance": False},
        "classifier",
        NO_CLASSIFIER,
    ),
    AgentStep(
        "understanding",
        "a model reads the question before it is searched",
        {"use_understanding": False},
        "understanding",
        "no model read the question (role `understand`)",
    ),
    AgentStep(
        "search first",
        "the question is searched before the model is called",
        {"search_first": False},
    ),
    AgentStep("sending less", "a passage is sent once", {"send_less": False}),
    AgentStep("nudges", "what Belegg tells the model unasked", {"nudges": False}),
    AgentStep(
        "judge",
        "another model doubts sentences, and they are written anew",
        {"use_judge": False},
        "judge",
        "no judge ran (role `judge`)",
    ),
    AgentStep(
        "regeneration",
        "a draft that fails its checks is written anew once",
        {"regenerate": False},
    ),
)
"""
In the order of the walk. The checks of quotations and figures are no step: an answer without them is none.
`judge` is the one on the way to an answer; the one that measures faithfulness stays, and is the same model.
"""
