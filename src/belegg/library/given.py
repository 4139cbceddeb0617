"""Paths as people and programs give them."""

from __future__ import annotations

from pathlib import Path

from belegg.errors import BadInput


def given_path(given: Path | str) -> Path:
    """
    The path that was given. Raises BadInput for an empty one: a script's unset variable would else mean the
    current folder. A `Path` cannot tell whether it was empty, so ask while it is still text.
    """
    if not str(given).strip():
        raise BadInput("the path given is empty (an unset variable?); write `.` for the current folder")
    return Path(given)
