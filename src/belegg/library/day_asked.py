"""The day that a question is about."""

from __future__ import annotations

from datetime import date

from belegg.records import Scope


def day_asked(scope: Scope) -> str:
    """The scope's day, else today (ISO): what is in force, and what is old, is so on that day."""
    return scope.as_of or date.today().isoformat()
