"""What `[statistics]` in `belegg.toml` says: which sources are on, who asks, and where they are asked."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from belegg.errors import BadSetting
from belegg.models.chat.roles import config_file, known, told_in
from belegg.models.chat.settings import listed

TABLE: Final = "statistics"
NAMES: Final = ("sources", "contact", "live_search", "addresses")


@dataclass(frozen=True, slots=True)
class StatisticsSettings:
    """
    `sources` None: all there are. `contact` goes into the User-Agent, so that a publisher can write to who
    asks. `live_search`: whether a search also asks the sources that have one. `addresses` of mirrors take the
    place of sources' own.
    """

    sources: tuple[str, ...] | None = None
    contact: str = ""
    live_search: bool = True
    addresses: Mapping[str, str] = field(default_factory=dict)


def wanted(library: Path | None, there: tuple[str, ...]) -> StatisticsSettings:
    """The settings in the `belegg.toml` that counts; `there` are the sources there are. Raises BadSetting."""
    file = config_file(library, os.environ)
    told = {} if file is None else told_in(file).get(TABLE, {})
    where = f"`{file}` under `[{TABLE}]`"
    if not isinstance(told, dict):
        raise BadSetting(f"`{file}`: `{TABLE}` is no table; write `[{TABLE}]`")
    known(told, NAMES, where)
    sources = told.get("sources")
    if sources is not None:
        sources = _names(sources, there, f"{where}: `sources`")
    contact = told.get("contact", "")
    if not isinstance(contact, str) or not contact.isascii() or not all(map(str.isprintable, contact)):
        raise BadSetting(f"{where}: `contact` is an e-mail address or a web address, in ASCII")
    live_search = told.get("live_search", True)
    if not isinstance(live_search, bool):
        raise BadSetting(f"{where}: `live_search` is `true` or `false`, and not `{live_search}`")
    addresses = _addresses(told.get("addresses", {}), there, where)
    return StatisticsSettings(sources, contact, live_search, addresses)


def _names(told: Any, there: tuple[str, ...], where: str) -> tuple[str, ...]:
    if not isinstance(told, list) or not all(isinstance(each, str) for each in told):
        raise BadSetting(f'{where} is a list of names, such as ["ssb", "eurostat"]')
    for name in told:
        if name not in there:
            raise BadSetting(f"{where} names `{name}`; there are {listed(there)}")
    return tuple(dict.fromkeys(told))


def _addresses(told: Any, there: tuple[str, ...], where: str) -> dict[str, str]:
    if not isinstance(told, dict) or not all(isinstance(each, str) for each in told.values()):
        raise BadSetting(f'{where}: `addresses` is a table, such as {{ ssb = "https://mirror.example/ssb" }}')
    known(told, there, f"{where}, `addresses`")
    return dict(told)
