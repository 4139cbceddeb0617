"""Leaving out the steps of the agent in turn, each measured over one golden set with its answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from belegg.errors import BadSetting
from belegg.evaluation.agent_steps import AGENT_STEPS
from belegg.evaluation.steps import Bought, bought
from belegg.library.resuming import checked
from belegg.library.running import Wanted, asking_of, run_with

if TYPE_CHECKING:
    from belegg.answering.settings import AskSettings
    from belegg.evaluation.runs import Run
    from belegg.library.library import Library


def ablated_answers(library: Library, name: str, wanted: Wanted) -> tuple[Run, Iterator[Bought]]:
    """
    The run with every step, and what each step bought: the comparison with the run without it, in which the
    amounts are what it costs. Each asks the whole set. Raises BadInput, BadSetting, UnknownPack.
    """
    settings = wanted.answers
    if settings is None or not settings.use_model:
        raise BadSetting("the steps of the agent are those of a model: leave `--no-model` out")
    checked(library, wanted)
    asking = asking_of(library, name, wanted)

    def asked(changed: AskSettings) -> Run:
        how = replace(wanted, answers=changed)
        return run_with(library, name, asking.questions, asking.standings, how, asking.settings)

    whole = asked(settings)
    ran = {step for outcome in whole.outcomes if outcome.answer for step in outcome.answer.ran}

    def each() -> Iterator[Bought]:
        for step in AGENT_STEPS:
            if step.takes_part(settings, ran):
                yield bought(step.name, step.does, asked(step.without(settings)), whole, 0.0)
            else:
                yield Bought(step.name, step.does, None, idle=step.idle or "it is switched off")

    return whole, each()
