"""
The tools for figures, as Belegg's own model has them. Each call is a question of its own: what it fetches is
a document that the same person reads and checks by its id, and that no question finds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from belegg.answering.desk import Desk
from belegg.answering.tools.figures.company import DescribeTableTool, ListTablesTool, QueryTableTool
from belegg.answering.tools.figures.describing import DescribeStatisticsTool
from belegg.answering.tools.figures.failing import failed
from belegg.answering.tools.figures.fetching import GetStatisticsTool
from belegg.answering.tools.figures.finding import FindStatisticsTool
from belegg.answering.tools.figures.shown import Shown
from belegg.answering.tools.fitting import Budgets
from belegg.answering.tools.read import Stretch
from belegg.answering.tools.room import BadArguments, OutsideRoom
from belegg.errors import SourceError
from belegg.records.runs import Used
from belegg.serving.entrance.audit import Doing
from belegg.serving.entrance.visitor import Right
from belegg.serving.mcp.caller import Caller, memory
from belegg.serving.mcp.tool import Given, Json, Spec
from belegg.serving.shapes import statistics as of_statistics
from belegg.serving.shapes.tables import table_json

KEPT: Final = (
    " It becomes a document of yours: `read` and `check_quotes` take its id. Quote a line whole, and fetch "
    "anew for another question."
)
FETCHED: Final[dict[str, Json]] = {
    "document": {"type": "string", "description": "Its id: for `read`, and beside quotations."},
    "title": {"type": "string"},
    "licence": {"type": ["string", "null"]},
    "retrieved_at": {"type": ["string", "null"]},
    "text": {"type": "string", "description": "Copy lines out of this, letter by letter."},
    "lines": {"type": "array", "items": {"type": "object"}, "description": "A figure or a row each."},
    "next_lines": {"type": ["string", "null"], "description": "Give it to `read` as `lines` to go on."},
}
_MANY: Final[Json] = {"type": "array", "items": {"type": "object"}}


class _Outside:
    """What all of them do: told to a client as to Belegg's own model, and what a source says of itself."""

    name: str
    title: str
    returns: Mapping[str, Json]
    right: Right = "read"
    more = ""

    def __init__(self, room: OutsideRoom) -> None:
        self._room = room

    def offered(self, desk: Desk) -> bool:
        return self._room.offered(desk)

    def spec(self, desk: Desk) -> Spec:
        own = self._room.spec(desk)
        properties, required = own.parameters["properties"], own.parameters.get("required", ())
        assert isinstance(properties, Mapping)
        assert isinstance(required, list | tuple)
        description = f"{own.description}{self.more}"
        return Spec(
            self.name,
            self.title,
            description,
            dict(properties),
            tuple(required),
            self.returns,
            asks_outside=True,
        )

    def _asked(self, ask: Callable[[], Given]) -> Given:
        try:
            return ask()
        except SourceError as error:
            raise BadArguments(failed(error, memory().marks)) from None


class FindStatistics(_Outside):
    """Finds tables of official statistics."""

    name, title = "find_statistics", "Find official statistics"
    doing: Doing = "search"
    returns: Mapping[str, Json] = {"tables": _MANY, "notes": _MANY}

    def __init__(self) -> None:
        self._tool = FindStatisticsTool()
        super().__init__(self._tool)

    def call(self, arguments: Mapping[str, object], caller: Caller) -> Given:
        def ask() -> Given:
            query, found = self._tool.found(arguments, caller.desk())
            return Given(self._tool.told(query, found, memory()), of_statistics.found_json(found))

        return self._asked(ask)


class DescribeStatistics(_Outside):
    """Describes a table."""

    name, title = "describe_statistics", "Describe a table of statistics"
    doing: Doing = "search"
    returns: Mapping[str, Json] = {
        "source": {"type": "string"},
        "table": {"type": "string"},
        "title": {"type": "string"},
        "dimensions": {**_MANY, "description": "With the codes that were asked for, 40 at most."},
        "table_notes": _MANY,
    }

    def __init__(self) -> None:
        self._tool = DescribeStatisticsTool()
        super().__init__(self._tool)

    def call(self, arguments: Mapping[str, object], caller: Caller) -> Given:
        def ask() -> Given:
            described = self._tool.described(arguments, caller.desk())
            return Given(self._tool.told(described, memory()), of_statistics.asked_json(described))

        return self._asked(ask)


class GetStatistics(_Outside):
    """Fetches cells."""

    name, title = "get_statistics", "Fetch official figures"
    doing: Doing = "fetch"
    returns: Mapping[str, Json] = FETCHED
    more = KEPT

    def __init__(self, budgets: Budgets) -> None:
        self._tool = GetStatisticsTool(budgets)
        super().__init__(self._tool)

    def call(self, arguments: Mapping[str, object], caller: Caller) -> Given:
        return self._asked(lambda: _fetched(self._tool.fetched(arguments, caller.desk()), self._tool.shown))


class ListTables(_Outside):
    """Lists the company's tables."""

    name, title = "list_tables", "List the company's tables"
    doing: Doing = "search"
    returns: Mapping[str, Json] = {"tables": _MANY}

    def __init__(self) -> None:
        self._tool = ListTablesTool()
        super().__init__(self._tool)

    def call(self, arguments: Mapping[str, object], caller: Caller) -> Given:
        def ask() -> Given:
            tables = self._tool.tables(caller.desk())
            told = {"tables": [table_json(each) for each in tables]}
            return Given(self._tool.told(tables, memory()), told)

        return self._asked(ask)


class DescribeTable(_Outside):
    """Describes one of them."""

    name, title = "describe_table", "Describe a company table"
    doing: Doing = "search"
    returns: Mapping[str, Json] = {
        "database": {"type": "string"},
        "name": {"type": ["string", "null"]},
        "columns": _MANY,
    }

    def __init__(self) -> None:
        self._tool = DescribeTableTool()
        super().__init__(self._tool)

    def call(self, arguments: Mapping[str, object], caller: Caller) -> Given:
        def ask() -> Given:
            table = self._tool.table(arguments, caller.desk())
            return Given(self._tool.told(table, memory()), table_json(table))

        return self._asked(ask)


class QueryTable(_Outside):
    """Asks one."""

    name, title = "query_table", "Ask the company's tables"
    doing: Doing = "fetch"
    returns: Mapping[str, Json] = FETCHED
    more = KEPT

    def __init__(self, budgets: Budgets) -> None:
        self._tool = QueryTableTool(budgets)
        super().__init__(self._tool)

    def call(self, arguments: Mapping[str, object], caller: Caller) -> Given:
        return self._asked(lambda: _fetched(self._tool.fetched(arguments, caller.desk()), self._tool.shown))


def _fetched(done: tuple[str, str, Stretch], shown: Shown) -> Given:
    said, outcome, stretch = done
    told = shown.told(stretch, Used(1, "", said, outcome), memory())
    opening = stretch.opening
    head = opening.text.head
    structured: Json = {
        "document": head.id,
        "source": head.source,
        "title": head.title,
        "organisation": head.organisation,
        "licence": head.fact("licence"),
        "retrieved_at": head.fact("fetched"),
        "updated": head.fact("updated"),
        "text": "\n\n".join(opening.text.text[span.start : span.end] for span in stretch.spans),
        "lines": [of_statistics.line_json(passage.text) for passage in opening.passages[1:]],
        "next_lines": f"{stretch.next_line}-" if stretch.next_line else None,
    }
    return Given(told.text, structured, head.id)
