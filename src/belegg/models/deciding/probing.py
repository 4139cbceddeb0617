"""One quick call, whose answer is plain: whether a classifier decides, and how fast."""

from __future__ import annotations

import time

from belegg.errors import BadSetting, ModelError
from belegg.models.chat.probing import Probe
from belegg.models.chat.settings import ChatSettings
from belegg.models.deciding.opening import hosted_classifier
from belegg.models.http.secret import Secret
from belegg.records.deciding import OneOf

STATE = "The door is green."
QUESTION = OneOf("Which colour does the door have?", {"red": "It is red.", "green": "It is green."})


def decides(
    settings: ChatSettings, key: Secret | None, *, key_setting: str, timeout_s: float = 30.0
) -> Probe:
    """Raises MissingExtra; what else goes wrong stands in the probe."""
    begun = time.monotonic()
    try:
        classifier = hosted_classifier(settings, key, key_setting=key_setting)
        decision = classifier.decide(STATE, {"colour": QUESTION}, timeout_s).get("colour")
    except (ModelError, BadSetting) as error:
        return Probe("decide", False, str(error), time.monotonic() - begun)
    took_s = time.monotonic() - begun
    if decision is None:
        return Probe("decide", False, "it left the question open", took_s)
    mass = "" if decision.option_mass is None else f", {decision.option_mass:.2f} of its mind on the answers"
    return Probe("decide", True, f"`{decision.value}`, {decision.confidence:.2f} sure{mass}", took_s)
