"""
Belegg: search your documents, answer only with quotations that were checked word for word.

    from belegg import OWNER, Library, Scope

    with Library.open("belegg.db", create=True) as library:
        library.ingest("notes")
        found = library.search("notice period", Scope(OWNER))

What is heavy is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from belegg.errors import BeleggError, ReadingError, StoreError, UserError
from belegg.records import (
    OWNER,
    Abstained,
    Answer,
    Answered,
    Cut,
    Difference,
    DocumentHead,
    Found,
    Hit,
    Note,
    Passage,
    Principal,
    Quote,
    QuoteCheck,
    Report,
    Scope,
    Sentence,
    Span,
)

if TYPE_CHECKING:
    from belegg.library.library import Library
    from belegg.text.quotes import check_quote

__version__ = "0.1.0"

__all__ = [
    "OWNER",
    "Abstained",
    "Answer",
    "Answered",
    "BeleggError",
    "Cut",
    "Difference",
    "DocumentHead",
    "Found",
    "Hit",
    "Library",
    "Note",
    "Passage",
    "Principal",
    "Quote",
    "QuoteCheck",
    "ReadingError",
    "Report",
    "Scope",
    "Sentence",
    "Span",
    "StoreError",
    "UserError",
    "check_quote",
]

LATE = {"Library": "belegg.library.library", "check_quote": "belegg.text.quotes"}


def __getattr__(name: str) -> object:
    """`Library` and `check_quote`, imported when first asked for."""
    if name not in LATE:
        raise AttributeError(f"module `belegg` has no `{name}`")
    return getattr(import_module(LATE[name]), name)
