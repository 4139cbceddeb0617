"""What a check of a library's database says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Checked:
    """
    One check. `sound`: nothing is to be done; `text` says what was found.

    What is not sound is `grave` when results cannot be trusted. `todo`: what to do about it, where that is
    not the same for every finding of the check.
    """

    name: str
    sound: bool
    text: str
    todo: str = ""
    grave: bool = True
