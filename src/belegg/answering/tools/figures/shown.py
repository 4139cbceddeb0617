"""A document of figures that was just fetched, as a model is told it: introduced, then its text."""

from __future__ import annotations

from typing import Final

from belegg.answering.desk import Desk
from belegg.answering.memory import Memory
from belegg.answering.tools.fitting import Budgets, fitting, lines_of
from belegg.answering.tools.read import Opening, ReadTool, Stretch
from belegg.answering.tools.room import BadArguments, Told
from belegg.records import DocumentId, Span
from belegg.records.runs import Event, Used
from belegg.text.counted import counted

HOW: Final = (
    "Quote a line whole, as it stands. What it has in common with the others stands above under Fixed."
)


class Shown:
    """Tells what was fetched; what does not fit is read on by `read`."""

    def __init__(self, budgets: Budgets) -> None:
        self._budget = budgets.read
        self._read = ReadTool(budgets)

    def stretch(self, document: DocumentId, desk: Desk) -> Stretch:
        """What was fetched, as much of it as fits. Raises BadArguments where it is not there any more."""
        with desk.store.reading(desk.scope) as reader:
            text = reader.text(document)
            if text is None:
                raise BadArguments("What was fetched cannot be read any more. Fetch it again.")
            opening = Opening(text, reader.passages_of(document), lines_of(text.text))
        kept, next_line = fitting([Span(0, len(text.text))], opening.lines, self._budget)
        return Stretch(opening, kept, "", next_line, is_whole=False, unused="")

    def told(self, stretch: Stretch, used: Used, memory: Memory) -> Told:
        """The same for the model. What it was for is told after the document, which may be hidden later."""
        told = self._read.told(stretch, memory, used.round)
        events: tuple[Event, ...] = (*told.events, used)
        return Told(f"{told.text}\n{HOW}", events)


def lines_counted(stretch: Stretch, what: str) -> str:
    """`3 figures`: the lines of a document of figures, one for each passage after its head."""
    return counted(max(0, len(stretch.opening.passages) - 1), what)
