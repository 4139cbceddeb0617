"""A model's hands for tests: a desk, a memory, and calls of tools as a model writes them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random

from belegg.answering.desk import Desk, desk_of
from belegg.answering.handles import Handles
from belegg.answering.marks import Marks
from belegg.answering.memory import Memory
from belegg.answering.tools.arguments import arguments_of
from belegg.answering.tools.fitting import Budgets
from belegg.answering.tools.named import tool_called
from belegg.answering.tools.room import BadArguments, Told, ToolRoom
from belegg.answering.tools.rooms import document_tools
from belegg.records import OWNER, Scope
from belegg.records.chat import Tool
from belegg.seams import Store
from belegg.search.search import Search

MARKS = Marks.drawn(Random(6))


class Toolbox:
    """The tools at one desk, in one run."""

    def __init__(
        self, search: Search, store: Store, scope: Scope | None = None, budgets: Budgets | None = None
    ) -> None:
        self.desk: Desk = desk_of(scope or Scope(OWNER), search, store)
        self.memory = Memory(Handles(), MARKS)
        rooms = [room for room in document_tools(budgets) if room.offered(self.desk)]
        self.specs: list[Tool] = [room.spec(self.desk) for room in rooms]
        self.rooms: dict[str, ToolRoom] = {
            spec.name: room for spec, room in zip(self.specs, rooms, strict=True)
        }
        self.round = 0

    def act(self, name: str, given: Mapping[str, object] | str = "") -> Told:
        """What a call gives; `given` as an object, or as the text that a model wrote."""
        self.round += 1
        spec = tool_called(name, self.specs)
        arguments = arguments_of(given if isinstance(given, str) else json.dumps(given), spec)
        return self.rooms[spec.name].act(arguments, self.desk, self.memory, self.round)

    def told(self, name: str, given: Mapping[str, object] | str = "") -> str:
        """What the model reads after a call, refused or not."""
        try:
            return self.act(name, given).text
        except BadArguments as refused:
            return f"refused: {refused}"


def texts_in(told: str) -> list[str]:
    """The texts of documents in what a model was told: what stands between the marks."""
    pieces = told.split(f"<<<{MARKS.word}\n")[1:]
    return [piece.partition(f"\n{MARKS.word}>>>")[0] for piece in pieces]
