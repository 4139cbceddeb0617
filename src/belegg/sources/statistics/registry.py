"""The sources of official statistics that there are, by the name that settings give them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

from belegg.errors import BadSetting
from belegg.seams.figures import StatisticsSource
from belegg.sources.statistics.asking import Asking

WHERE: dict[str, tuple[str, str]] = {
    "ssb": ("ssb", "StatisticsNorway"),
    "eurostat": ("eurostat", "Eurostat"),
    "worldbank": ("worldbank", "WorldBank"),
    "owid": ("owid", "OurWorldInData"),
    "sodir": ("sodir", "Sodir"),
    "nve": ("nve", "Nve"),
    "brreg": ("brreg", "Brreg"),
    "oecd": ("oecd", "Oecd"),
    "imf": ("imf", "Imf"),
    "norges_bank": ("norges_bank", "NorgesBank"),
    "un_sdg": ("un_sdg", "UnSdg"),
}
"""Of each: the module in this package, and the class in it. Modules are loaded when their source is used."""

KNOWN = tuple(WHERE)


def source_of(id: str, asking: Asking, base: str = "") -> StatisticsSource:
    """
    A source; `base` in the place of its own address (for a mirror, or a server on this machine). Raises
    BadSetting for a name that is not known, and for a base that is neither https nor on this machine.
    """
    if id not in WHERE:
        raise BadSetting(f"there is no source of statistics `{id}`; there are {', '.join(WHERE)}")
    module, name = WHERE[id]
    make = cast("Callable[..., StatisticsSource]", getattr(import_module(f"{__package__}.{module}"), name))
    return make(asking, base) if base else make(asking)
