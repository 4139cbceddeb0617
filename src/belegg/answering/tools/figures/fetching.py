"""`get_statistics`: the cells that were asked for, as a document with a line for each figure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from belegg.answering.desk import Desk
from belegg.answering.memory import Memory
from belegg.answering.tools.figures.given import (
    LANGUAGE_TOLD,
    language_of,
    source_of,
    table_of,
)
from belegg.answering.tools.figures.selection import selection_of
from belegg.answering.tools.figures.shown import Shown, figures_counted
from belegg.answering.tools.fitting import Budgets, shortened
from belegg.answering.tools.read import Stretch
from belegg.answering.tools.room import Telling, Told
from belegg.records.chat import Tool
from belegg.records.runs import Used
from belegg.records.statistics import Selection

NAME: Final = "get_statistics"
LONGEST_TOLD: Final = 300


class GetStatisticsTool:
    """Fetches cells."""

    def __init__(self, budgets: Budgets) -> None:
        self.shown = Shown(budgets)

    def offered(self, desk: Desk) -> bool:
        return desk.gives_statistics

    def spec(self, desk: Desk) -> Tool:
        properties = {
            "source": {"type": "string", "description": "Its id, such as ssb."},
            "table": {"type": "string", "description": "The table's number or id."},
            "selection": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": {"type": "string"}},
                "description": 'Codes by dimension: {"Region": ["4601"], "Tid": ["last(3)"]}. Also "*" for '
                'all, and "2020..2024".',
            },
            "language": LANGUAGE_TOLD,
        }
        description = (
            "Fetch cells of a table of official statistics. Ask for just those that answer the question: one "
            "line comes for each. They become a document that you quote like any other, for this question "
            "alone."
        )
        required = ["source", "table", "selection"]
        return Tool(NAME, description, {"type": "object", "properties": properties, "required": required})

    def asked(self, arguments: Mapping[str, object], desk: Desk) -> Telling:
        said, outcome, stretch = self.fetched(arguments, desk)

        def telling(memory: Memory, round: int) -> Told:
            return self.shown.told(stretch, Used(round, NAME, said, outcome), memory)

        return telling

    def fetched(self, arguments: Mapping[str, object], desk: Desk) -> tuple[str, str, Stretch]:
        """
        What a call asks for and what came of it, in words, and the document. Raises BadArguments, UserError,
        SourceError.
        """
        statistics = desk.statistics
        assert statistics is not None
        language, selection = language_of(arguments), selection_of(arguments)
        source, table = source_of(arguments, statistics), table_of(arguments)
        id = statistics.get(source, table, selection, desk.scope, language)
        stretch = self.shown.stretch(id, desk)
        outcome = f"{figures_counted(stretch)} from {statistics.sources[source]}, table {table}"
        return f"{source} {table}: {selection_told(selection)}", outcome, stretch


def selection_told(selection: Selection) -> str:
    """`Region=4601; Tid=last(3)`."""
    return shortened(
        "; ".join(f"{name}={','.join(codes)}" for name, codes in selection.items()), LONGEST_TOLD
    )
