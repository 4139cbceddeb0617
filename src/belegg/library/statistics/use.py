"""How sources did when they were last asked, from whatever process: remembered beside the catalogue."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Final

from belegg.errors import SourceError

_USE: Final = "use:"


@dataclass(frozen=True, slots=True)
class Use:
    """When a source last gave what was asked, and what it last failed with; times as ISO 8601 in UTC."""

    success: str = ""
    error: str = ""
    error_at: str = ""


def uses(settings: Mapping[str, str]) -> dict[str, Use]:
    """Of each source that was asked."""
    return {
        name.removeprefix(_USE): Use(**json.loads(value))
        for name, value in settings.items()
        if name.startswith(_USE)
    }


def after(before: Use, error: SourceError | None, at: str) -> Use:
    """What is remembered of a source that just gave what was asked, or failed."""
    if error is None:
        return replace(before, success=at)
    return replace(before, error=str(error), error_at=at)


def use_setting(source: str, use: Use) -> tuple[str, str]:
    """The name and value under which it is remembered."""
    return f"{_USE}{source}", json.dumps(asdict(use), ensure_ascii=False)
