"""What a run of the agent may take, and which of its steps are taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from belegg.errors import BadSetting

LimitName = Literal["rounds", "searches", "tokens", "seconds", "cost"]


@dataclass(frozen=True, slots=True)
class Limits:
    """
    The most that one run may take; at the first of them it ends.

    `rounds` are the answer model's turns, `searches` the phrasings that it searches, `tokens` all that any
    model was sent and wrote, `seconds` from the question on, `cost_usd` counts where prices are known; None
    sets none.
    """

    rounds: int = 16
    searches: int = 48
    tokens: int = 400_000
    seconds: float = 240.0
    cost_usd: float | None = 2.0

    def __post_init__(self) -> None:
        for name in ("rounds", "searches", "tokens", "seconds"):
            if getattr(self, name) <= 0:
                raise BadSetting(f"the limit of {name} is `{getattr(self, name)}`; give a number above 0")
        if self.cost_usd is not None and self.cost_usd <= 0:
            raise BadSetting(f"the limit of cost is `{self.cost_usd}`; give dollars above 0, or none")


@dataclass(frozen=True, slots=True)
class AskSettings:
    """
    How a question is answered. Each step can be left out by itself, which is how it is measured. Without
    `use_model` the documents' own sentences answer.

    `search_first`: the question is searched before the model sees it. `gate`: the model is not called when
    nothing found is on the subject. `send_less`: a passage goes out once. `relevance`: a classifier leaves
    out what is surely irrelevant. `nudges`: what Belegg tells the model unasked. `regenerate`: a draft that
    fails its checks is written anew once. `hits`: passages that a search shows. `outdated_months`: age from
    which information about now is likely outdated.
    """

    limits: Limits = field(default_factory=Limits)
    use_model: bool = True
    use_classifier: bool = True
    use_understanding: bool = True
    use_judge: bool = True
    search_first: bool = True
    gate: bool = True
    send_less: bool = True
    relevance: bool = True
    nudges: bool = True
    regenerate: bool = True
    hits: int = 8
    outdated_months: int = 24


BY_RULE = AskSettings(use_model=False)
"""No model is called, whichever is set."""
