"""From the settings of the role `classify` to a classifier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belegg.errors import BadSetting
from belegg.models.chat.settings import ChatSettings
from belegg.models.http.clock import SYSTEM_CLOCK, Clock
from belegg.models.http.secret import Secret

if TYPE_CHECKING:
    from belegg.seams import Classifier

MOST_BYTES_OF_AN_ANSWER = 2**20
TELL_LOGPROBS = ("openai", "ollama", "vllm", "llama.cpp")
"""Providers whose chat completions have `logprobs`; not every model behind them tells any."""


def hosted_classifier(
    settings: ChatSettings,
    key: Secret | None = None,
    *,
    key_setting: str = "BELEGG_CLASSIFY_KEY",
    clock: Clock = SYSTEM_CLOCK,
) -> Classifier:
    """
    The classifier of these settings; its server is not asked yet. Raises MissingExtra, and BadSetting for a
    service that wants a key and has none, and for a provider without logprobs.
    """
    from belegg.models.deciding.decisions import DecisionsClassifier
    from belegg.models.deciding.logprobs import LogprobsClassifier
    from belegg.models.deciding.systemone import SystemOneClassifier
    from belegg.models.http import Caller, Server

    if key is None and settings.is_at_maker:
        raise BadSetting(
            f"`{settings.id}` wants a key; set `{key_setting}`, or the file `{key_setting}_FILE`"
        )
    server = Server(settings.address, settings.model, key, key_setting=key_setting)
    caller = Caller(server, most_bytes=MOST_BYTES_OF_AN_ANSWER, clock=clock)
    match settings.provider:
        case "systemone":
            return SystemOneClassifier(settings.id, settings.model, caller)
        case "decisions":
            return DecisionsClassifier(settings.id, settings.model, caller)
        case provider if provider in TELL_LOGPROBS:
            most = "max_completion_tokens" if settings.is_at_maker else "max_tokens"
            return LogprobsClassifier(settings.id, settings.model, caller, most)
        case provider:
            raise BadSetting(
                f"`{provider}` tells no probabilities through its interface, so it makes no quick calls; for "
                "`classify` take `systemone`, `decisions`, or a server with logprobs"
            )
