"""What a model is told when a source gave no figures."""

from __future__ import annotations

from typing import Final

from belegg.answering.marks import Marks
from belegg.answering.tools.fitting import shortened
from belegg.errors import SourceError

LONGEST: Final = 700
"""Characters of what a source's error says, the nearest codes among them."""
NO_FIGURE: Final = "No figure was fetched."


def failed(error: SourceError, marks: Marks) -> str:
    """
    `Eurostat did not answer within 20 s. No figure was fetched.`: in words, the source's name first. Labels
    of the source may stand in it, so what could be taken for a mark is broken up.
    """
    said = shortened(marks.defused(str(error)), LONGEST)
    stop = "" if said.endswith((".", "?", "!", "…")) else "."
    return f"{said}{stop} {NO_FIGURE}"
