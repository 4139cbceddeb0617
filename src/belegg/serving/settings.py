"""What `[serve]` in `belegg.toml` says: its names known, each read by the room whose it is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from belegg.errors import BadSetting
from belegg.models.chat.roles import config_file, known, told_in

NAMES: Final = ("sign_in", "url", "proxies", "metrics", "oidc", "roles", "sessions")
"""Of `[serve]`, in the order of the reference."""


def serve_table(library: Path | None) -> tuple[dict[str, Any], str]:
    """`[serve]` of the file that counts, empty where it says nothing, and how messages name it."""
    file = config_file(library, os.environ)
    told = {} if file is None else told_in(file).get("serve", {})
    where = f"`{file}` under `[serve]`"
    if not isinstance(told, dict):
        raise BadSetting(f"`{file}`: `serve` is no table; write `[serve]`")
    known(told, NAMES, where)
    return told, where


def wants_metrics(library: Path | None) -> bool:
    """Whether `metrics = true` stands there. Raises BadSetting."""
    told, where = serve_table(library)
    wanted = told.get("metrics", False)
    if not isinstance(wanted, bool):
        raise BadSetting(f"{where}: `metrics` is true or false, and not `{wanted}`")
    return wanted
