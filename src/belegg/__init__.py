"""
Belegg: search your documents, answer only with quotations that were checked word for word.

    from belegg import OWNER, Library, Scope

    with Library.open("belegg.db", create=True) as library:
        library.ingest("notes")
        found = library.search("notice period", Scope(OWNER))

Every name is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # that of `typing`, without its import: a command's first moments are its user's
if TYPE_CHECKING:
    from belegg.errors import BeleggError, ReadingError, StoreError, UserError
    from belegg.library.library import Library
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

HOMES = {
    "BeleggError": "belegg.errors",
    "Library": "belegg.library.library",
    "ReadingError": "belegg.errors",
    "StoreError": "belegg.errors",
    "UserError": "belegg.errors",
    "check_quote": "belegg.text.quotes",
}
"""The modules of the names that are no records."""


def __getattr__(name: str) -> object:
    """A public name, imported when first asked for."""
    if name not in __all__:
        raise AttributeError(f"module `belegg` has no `{name}`")
    return getattr(import_module(HOMES.get(name, "belegg.records")), name)
