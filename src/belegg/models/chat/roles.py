"""Which model has which role: from `belegg.toml` and the environment, which wins, with each origin."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, cast, get_args, get_type_hints

from belegg.errors import BadSetting
from belegg.models.chat.settings import DECIDERS, PROVIDERS, ChatSettings, Prices, Provider, listed
from belegg.models.http.secret import Secret
from belegg.models.http.written import fits
from belegg.records.chat import ChatRole

ROLES: tuple[ChatRole, ...] = get_args(ChatRole)
Place = ChatRole | Literal["default"]
DEFAULT: Literal["default"] = "default"
RERANK: Literal["rerank"] = "rerank"
RERANKS: tuple[Provider, ...] = ("openai", "ollama", "vllm", "llama.cpp")
"""The providers whose interface the reranker among the chat models speaks."""
FILE = "belegg.toml"
CONFIG = "BELEGG_CONFIG"
TABLES = ("models", "ask", "serve", "statistics", "tables", "postgres")
"""
Of the file; what stands under `[ask]` is read by whoever answers, under `[serve]` by the doors, under
`[statistics]` by whoever asks those sources, under `[tables]` by whoever asks the company's tables, under
`[postgres]` by whoever opens a library there.
"""
KEY_FILE = "key_file"
NAMED_KEYS = ("key", "api_key", "token", "secret", "password")
FIELDS = {field.name: field for field in fields(ChatSettings)}
HINTS = get_type_hints(ChatSettings)
SAID_BY_SETTINGS = ("provider", "acts_by")
"""ChatSettings says what these may be."""


@dataclass(frozen=True, slots=True)
class Configured:
    """
    A role's model: settings, and where each that was given came from (`BELEGG_ANSWER_MODEL`,
    `/srv/belegg.toml`). `key_setting` is the variable in which its key is looked for first.
    """

    role: ChatRole
    settings: ChatSettings
    origins: Mapping[str, str]
    key_setting: str
    key_file: Path | None = None

    def key(self, environment: Mapping[str, str]) -> Secret | None:
        """From the variable, the file that `…_FILE` names, or the settings' file. Raises BadSetting."""
        if value := environment.get(self.key_setting):
            return Secret(value)
        named = environment.get(f"{self.key_setting}_FILE")
        file = Path(named) if named else self.key_file
        if file is None:
            return None
        try:
            return Secret(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is no text"
            place = f"{self.key_setting}_FILE" if named else f"{KEY_FILE} of the role `{self.role}`"
            raise BadSetting(f"the file that {place} names cannot be read: {why}; check its path") from error

    def has_key(self, environment: Mapping[str, str]) -> bool:
        """Whether one is given, read or not."""
        names = (self.key_setting, f"{self.key_setting}_FILE")
        return self.key_file is not None or any(environment.get(name) for name in names)


def config_file(library: Path | None, environment: Mapping[str, str]) -> Path | None:
    """
    The one file that counts: what BELEGG_CONFIG names (empty: none), else `belegg.toml` beside the library,
    else in the working folder. Raises BadSetting when BELEGG_CONFIG names no file.
    """
    if (named := environment.get(CONFIG)) is not None:
        if named and not Path(named).is_file():
            raise BadSetting(f"{CONFIG} names no file: `{named}`; correct it, or take it away")
        return Path(named) if named else None
    beside = () if library is None else (library.parent / FILE,)
    return next((place for place in (*beside, Path(FILE)) if place.is_file()), None)


def configured(library: Path | None, environment: Mapping[str, str]) -> dict[ChatRole, Configured]:
    """
    The roles that have a model. A role without one takes that of `default`, if there is one, else none;
    `rerank` does not: its model would be asked at every search.
    """
    file = config_file(library, environment)
    tables = {} if file is None else tables_in(file)
    given = {place: values_of(place, tables, file, environment) for place in (*ROLES, DEFAULT)}
    found: dict[ChatRole, Configured] = {}
    for role in ROLES:
        place: Place = role if given[role] or role == RERANK else DEFAULT
        if values := given[place]:
            found[role] = role_of(role, place, values, file)
    return found


Values = dict[str, tuple[Any, str]]
"""Settings as given, each with its origin."""


def role_of(role: ChatRole, place: Place, values: Values, file: Path | None) -> Configured:
    told = {name: value for name, (value, _) in values.items()}
    kept_in = told.pop(KEY_FILE, None)
    origin = " and ".join(dict.fromkeys(where for _, where in values.values()))
    if "model" not in told:
        raise BadSetting(f"the role `{place}` has no model ({origin}); set {variable(place, 'MODEL')}")
    if "provider" not in told:
        if "base_url" not in told:
            raise BadSetting(
                f"the role `{place}` has no provider ({origin}); write `provider:model` with one of "
                f"{listed(PROVIDERS)}"
            )
        told["provider"] = "openai"
    try:
        settings = ChatSettings(**told)
    except BadSetting as error:
        raise BadSetting(f"the role `{place}` ({origin}): {error}") from None
    if settings.provider in DECIDERS and role != "classify":
        raise BadSetting(
            f"the role `{place}` ({origin}): `{settings.provider}` decides and does not write; it is for the "
            "role `classify`"
        )
    if role == RERANK and settings.provider not in RERANKS:
        raise BadSetting(
            f"the role `{place}` ({origin}): passages are ranked through `/v1/chat/completions`, which "
            f"`{settings.provider}` does not have; take one of {listed(RERANKS)}, or `belegg rerank` for "
            "Jina, Cohere and TEI"
        )
    key_file = None if kept_in is None else (file or Path()).parent / kept_in
    return Configured(
        role, settings, {n: o for n, (_, o) in values.items()}, variable(place, "KEY"), key_file
    )


def values_of(
    place: Place, tables: Mapping[str, Any], file: Path | None, environment: Mapping[str, str]
) -> Values:
    """What file and environment say of a role. Another provider in the environment makes the file's void."""
    values: Values = {name: (value, str(file)) for name, value in tables.get(place, {}).items()}
    if named := environment.get(name := variable(place, "MODEL")):
        split = provider_and_model(named)
        if split.get("provider", values.get("provider", ("", ""))[0]) != values.get("provider", ("", ""))[0]:
            values = {}
        values.update({key: (value, name) for key, value in split.items()})
    if base_url := environment.get(name := variable(place, "BASE_URL")):
        values["base_url"] = (base_url, name)
    return values


def provider_and_model(text: str) -> dict[str, str]:
    """`ollama:qwen3:8b` names both; `qwen3:8b`, whose beginning is no provider, the model alone."""
    provider, colon, model = text.strip().partition(":")
    return (
        {"provider": provider, "model": model} if colon and provider in PROVIDERS else {"model": text.strip()}
    )


def variable(place: Place, name: str) -> str:
    return f"BELEGG_{place.upper()}_{name}"


def told_in(file: Path) -> dict[str, Any]:
    """What the file says, its tables known. Raises BadSetting."""
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(f"`{file}` cannot be read: {error.strerror}; check its rights") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"`{file}` is no TOML: {error}; correct it there") from error
    known(told, TABLES, f"`{file}`")
    return told


def tables_in(file: Path) -> dict[str, dict[str, Any]]:
    """The settings of each role in the file, checked. Raises BadSetting; keys are not repeated."""
    told = told_in(file)
    models = told.get("models", {})
    if not isinstance(models, dict):
        raise BadSetting(f"`{file}`: `models` is no table; write `[models.answer]`")
    known(models, (*ROLES, DEFAULT), f"`{file}` under `[models]`")
    return {place: settings_in(place, value, file) for place, value in models.items()}


def settings_in(place: str, value: object, file: Path) -> dict[str, Any]:
    where = f"`{file}` under `[models.{place}]`"
    if isinstance(value, str):
        return dict(provider_and_model(value))
    if not isinstance(value, dict):
        raise BadSetting(f"{where} is neither a table nor `provider:model`; write one of them")
    for name in NAMED_KEYS:
        if name in value:
            raise BadSetting(
                f"{where} holds a key as `{name}`; take it out, and set "
                f"{variable(cast(Place, place), 'KEY')} or name a file as `{KEY_FILE}`"
            )
    known(value, (*FIELDS, KEY_FILE), where)
    for name, given in value.items():
        if name == "prices" or (name in SAID_BY_SETTINGS and isinstance(given, str)):
            continue
        if name == KEY_FILE:
            if not isinstance(given, str) or not given:
                raise BadSetting(f"{where}: `{KEY_FILE}` is no path")
        elif not fits({name: given}, FIELDS[name], HINTS[name]):
            raise BadSetting(
                f"{where}: `{name}` has a value that it cannot have; look it up in the reference"
            )
    prices = {"prices": prices_in(value["prices"], where)} if "prices" in value else {}
    return {**value, **prices}


def prices_in(value: object, where: str) -> Prices:
    if isinstance(value, dict):
        known(value, ("input", "output", "cached"), f"{where}, `prices`")
        numbers = {name: each for name, each in value.items() if type(each) in {int, float} and each >= 0}
        if len(numbers) == len(value) and {"input", "output"} <= numbers.keys():
            return Prices(**numbers)
    raise BadSetting(
        f"{where}: `prices` are US dollars for a million tokens; write `{{ input = 2.5, output = 10.0 }}`"
    )


def known(told: Mapping[str, object], names: tuple[str, ...], where: str) -> None:
    """Raises BadSetting for a name that is none of these, with the nearest that is."""
    for name in told:
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            hint = f"`{near[0]}` is meant?" if near else f"known are {listed(names)}"
            raise BadSetting(f"{where} has an unknown setting `{name}`; {hint}")
