"""How questions are answered here: what `[ask]` in `belegg.toml` says, and what whoever asks says over it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from belegg.answering.settings import AskSettings
from belegg.errors import BadSetting
from belegg.models.chat.roles import config_file, known, told_in

SWITCHES: Final = {
    "model": "use_model",
    "judge": "use_judge",
    "classifier": "use_classifier",
    "understanding": "use_understanding",
}
"""Steps that may be left out, by what `[ask]` calls them and how `AskSettings` does."""

LIMITS: Final = {
    "most_rounds": "rounds",
    "most_searches": "searches",
    "most_tokens": "tokens",
    "most_seconds": "seconds",
    "most_cost": "cost_usd",
}
KEEP: Final = "keep"
OUTDATED: Final = "outdated_months"
NAMES: Final = (*SWITCHES, *LIMITS, OUTDATED, KEEP)
FRACTIONS: Final = ("most_seconds", "most_cost")


@dataclass(frozen=True, slots=True)
class Preferred:
    """How a question is answered unless it is said otherwise; `keep` None: kept when a model may write."""

    settings: AskSettings = field(default_factory=AskSettings)
    keep: bool | None = None


def preferred(library: Path | None) -> Preferred:
    """What `[ask]` says in the `belegg.toml` that counts. Raises BadSetting."""
    file = config_file(library, os.environ)
    told = {} if file is None else told_in(file).get("ask", {})
    where = f"`{file}` under `[ask]`"
    if not isinstance(told, dict):
        raise BadSetting(f"`{file}`: `ask` is no table; write `[ask]`")
    known(told, NAMES, where)
    for name, value in told.items():
        if not is_usable(name, value):
            raise BadSetting(f"{where}: `{name}` is {wanted(name)}, and not `{value}`")
    try:
        return Preferred(said_over(AskSettings(), told), told.get(KEEP))
    except BadSetting as error:
        raise BadSetting(f"{where}: {error}") from None


def said_over(settings: AskSettings, told: Mapping[str, Any]) -> AskSettings:
    """The settings with what is said by the names of `[ask]`; None says nothing. Raises BadSetting."""
    said = {name: value for name, value in told.items() if value is not None}
    limits = {LIMITS[name]: value for name, value in said.items() if name in LIMITS}
    switched = {SWITCHES[name]: value for name, value in said.items() if name in SWITCHES}
    months = said.get(OUTDATED, settings.outdated_months)
    if months <= 0:
        raise BadSetting(f"`{OUTDATED}` is `{months}`; give a number above 0")
    return replace(settings, limits=replace(settings.limits, **limits), outdated_months=months, **switched)


def is_usable(name: str, value: object) -> bool:
    """Whether the value is of the kind that the setting has."""
    if name in SWITCHES or name == KEEP:
        return isinstance(value, bool)
    return type(value) is int or (name in FRACTIONS and type(value) is float)


def wanted(name: str) -> str:
    if name in SWITCHES or name == KEEP:
        return "`true` or `false`"
    return "a number" if name in FRACTIONS else "a whole number"
