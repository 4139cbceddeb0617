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
from belegg.text.figure_lines import FigureLine

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


def figures_counted(stretch: Stretch) -> str:
    """`3 figures`, `3 figures, 1 missing`: of the lines of a document of figures, after its head."""
    lines = [FigureLine.read(passage.text) for passage in stretch.opening.passages[1:]]
    missing = sum(line is None or line.figure is None for line in lines)
    return counted(len(lines) - missing, "figure") + (f", {missing} missing" if missing else "")


def rows_counted(stretch: Stretch) -> str:
    """`3 rows`: a passage each, after the head."""
    return counted(max(0, len(stretch.opening.passages) - 1), "row")
