"""What limits, circles and the brake leave of a run, looked at before each round."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.answering import nudges
from belegg.answering.brake import STOPPED
from belegg.answering.doing import Stop
from belegg.answering.limits import Meter
from belegg.records.runs import NudgeKind


@dataclass(frozen=True, slots=True)
class Outlook:
    """
    What the next round may be. `stop`: there is none. `only_answer` says in words why only answering is left,
    empty when more is. `nudge`: what the model is told before it.
    """

    only_answer: str = ""
    nudge: tuple[NudgeKind, str] | None = None
    stop: Stop | None = None


def outlook(meter: Meter, circling: str, *, braked: bool, warns: bool) -> Outlook:
    """
    `circling`: why the model gets no further, empty when it does. `braked`: whoever asked stopped the run.
    `warns`: the model is told when a limit comes near.
    """
    standing = meter.standing()
    spent = meter.told(standing.limit)
    if braked:
        return Outlook(stop=Stop("cancelled", STOPPED))
    if circling and meter.is_done_answering:
        why = f"{circling}, and it did not answer when only that was left"
        return Outlook(stop=Stop("model failed", why))
    if standing.phase == "over":
        return Outlook(stop=Stop(standing.limit, f"the limit was reached: {spent}"))
    if standing.phase == "answer only":
        return Outlook(f"the limit was near: {spent}", ("answer now", nudges.answer_now(spent)))
    if circling:
        return Outlook(circling, ("answer now", nudges.no_further(circling)))
    if standing.phase == "near" and warns:
        return Outlook(nudge=("limit near", nudges.limit_near(spent)))
    return Outlook()
