"""What `health` says of the answers that a library keeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from belegg.library.findings import Finding
from belegg.records import OWNER
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.library import Library


def answer_findings(library: Library) -> Iterator[Finding]:
    """Whether the answers that are kept still hold. Nothing is said where none is kept."""
    kept = library.stored_runs(OWNER)
    if not kept:
        return
    unheld = library.unheld()
    if unheld:
        text = (
            f"{len(unheld):,} of {counted(len(kept), 'kept answer')} no longer hold: their documents changed"
        )
        yield Finding("answers", "look", text, "belegg runs --changed lists them with the words")
    else:
        yield Finding("answers", "well", f"all that is quoted in {counted(len(kept), 'kept answer')} stands")
