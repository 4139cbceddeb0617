"""`list_tables`, `describe_table`, `query_table`: the company's own tables, asked in read-only SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from belegg.answering.desk import Desk
from belegg.answering.memory import Memory
from belegg.answering.tools.arguments import text_of, written
from belegg.answering.tools.figures.shown import Shown, rows_counted
from belegg.answering.tools.fitting import Budgets, shortened
from belegg.answering.tools.read import Stretch
from belegg.answering.tools.room import BadArguments, Telling, Told
from belegg.records.chat import Tool
from belegg.records.runs import Used
from belegg.seams.figures import Column, CompanyTable
from belegg.text.counted import counted

LIST, DESCRIBE, QUERY = "list_tables", "describe_table", "query_table"
DATABASE: Final = ("database", "db", "source", "schema")
TABLE: Final = ("table", "name", "table_name")
STATEMENT: Final = ("statement", "sql", "query", "select")
MOST_TABLES: Final = 60
MOST_COLUMNS: Final = 60
MOST_EXAMPLES: Final = 4
LONGEST_NAME: Final = 80
LONGEST_ABOUT: Final = 240
LONGEST_EXAMPLE: Final = 40
LONGEST_STATEMENT: Final = 2_000
_DATABASE: Final = {"type": "string", "description": "Its name, as `list_tables` gives it."}


class ListTablesTool:
    """Lists the tables that the asker may ask."""

    def offered(self, desk: Desk) -> bool:
        return desk.gives_tables

    def spec(self, desk: Desk) -> Tool:
        description = (
            "See which of the company's own tables you may ask, for a figure that stands in a database and "
            "in no document: deals, invoices, hours. Then `describe_table`, then `query_table`."
        )
        return Tool(LIST, description, {"type": "object", "properties": {}})

    def asked(self, arguments: Mapping[str, object], desk: Desk) -> Telling:
        tables = self.tables(desk)

        def telling(memory: Memory, round: int) -> Told:
            used = Used(round, LIST, "", counted(len(tables), "table"))
            return Told(self.told(tables, memory), (used,))

        return telling

    def told(self, tables: Sequence[CompanyTable], memory: Memory) -> str:
        """Them for a model."""
        lines = [_table_told(each) for each in tables[:MOST_TABLES]]
        left = len(tables) - len(lines)
        told = [f"{counted(len(tables), 'table')}:", memory.marks.around("\n".join(lines))]
        return "\n".join(told + ([f"({left} more tables; ask for one by its name.)"] if left else []))

    def tables(self, desk: Desk) -> Sequence[CompanyTable]:
        assert desk.tables is not None
        return desk.tables.tables(desk.scope)


class DescribeTableTool:
    """Describes one of them."""

    def offered(self, desk: Desk) -> bool:
        return desk.gives_tables

    def spec(self, desk: Desk) -> Tool:
        properties = {
            "database": _DATABASE,
            "table": {"type": "string", "description": "The table's name."},
        }
        description = (
            "See the columns of one of the company's tables, with a few values that stand in each, before "
            "you write a statement."
        )
        return Tool(
            DESCRIBE, description, {"type": "object", "properties": properties, "required": ["table"]}
        )

    def asked(self, arguments: Mapping[str, object], desk: Desk) -> Telling:
        table = self.table(arguments, desk)
        said = written(arguments, "database", "table")

        def telling(memory: Memory, round: int) -> Told:
            used = Used(round, DESCRIBE, said, counted(len(table.columns), "column"))
            return Told(self.told(table, memory), (used,))

        return telling

    def told(self, table: CompanyTable, memory: Memory) -> str:
        """It for a model."""
        lines = [_table_told(table), *map(_column_told, table.columns[:MOST_COLUMNS])]
        left = len(table.columns) - MOST_COLUMNS
        told = memory.marks.around("\n".join(lines))
        return f"{told}\n({left} more columns.)" if left > 0 else told

    def table(self, arguments: Mapping[str, object], desk: Desk) -> CompanyTable:
        """The table that a call names. Raises BadArguments, UserError, SourceError."""
        assert desk.tables is not None
        name = text_of(arguments, *TABLE)
        if not name:
            raise BadArguments("`table` is missing: its name, as `list_tables` gives it.")
        database, dot, rest = name.partition(".")
        known = {each.database for each in desk.tables.tables(desk.scope)}
        if dot and database in known and not text_of(arguments, *DATABASE):
            return desk.tables.describe(database, rest, desk.scope)
        return desk.tables.describe(database_of(arguments, desk), name, desk.scope)


class QueryTableTool:
    """Runs one SELECT."""

    def __init__(self, budgets: Budgets) -> None:
        self.shown = Shown(budgets)

    def offered(self, desk: Desk) -> bool:
        return desk.gives_tables

    def spec(self, desk: Desk) -> Tool:
        properties = {
            "database": _DATABASE,
            "statement": {
                "type": "string",
                "description": "One SELECT, in the SQL of SQLite, or of PostgreSQL where the table says so.",
            },
        }
        description = (
            "Ask the company's own tables: one SELECT, read-only, at most 200 rows. Let the statement sum, "
            "count and group, and name each result with its unit (AS total_won_nok). Select what you filter "
            "by too (customer, year): a row must say by itself of what its figure is. The rows become a "
            "document that you quote like any other, for this question alone."
        )
        return Tool(
            QUERY, description, {"type": "object", "properties": properties, "required": ["statement"]}
        )

    def asked(self, arguments: Mapping[str, object], desk: Desk) -> Telling:
        said, outcome, stretch = self.fetched(arguments, desk)

        def telling(memory: Memory, round: int) -> Told:
            return self.shown.told(stretch, Used(round, QUERY, said, outcome), memory)

        return telling

    def fetched(self, arguments: Mapping[str, object], desk: Desk) -> tuple[str, str, Stretch]:
        """
        What a call asks for and what came of it, in words, and the document. Raises BadArguments, UserError
        (StatementRefused among them), SourceError.
        """
        assert desk.tables is not None
        statement = text_of(arguments, *STATEMENT)
        if not statement:
            raise BadArguments(
                "`statement` is missing: one SELECT, such as SELECT count(*) AS deals FROM deals."
            )
        if len(statement) >= LONGEST_STATEMENT:
            raise BadArguments(f"`statement` is longer than {LONGEST_STATEMENT:,} characters; ask for less.")
        database = database_of(arguments, desk)
        stretch = self.shown.stretch(desk.tables.query(database, statement, desk.scope), desk)
        said = f"{database}: {' '.join(statement.split())}"
        return said, f"{rows_counted(stretch)} of {database}", stretch


def database_of(arguments: Mapping[str, object], desk: Desk) -> str:
    """
    The database that a call names, the only one where it names none. One that the asker may ask nothing of is
    not there. Raises BadArguments.
    """
    assert desk.tables is not None
    names = list(dict.fromkeys(each.database for each in desk.tables.tables(desk.scope)))
    asked = text_of(arguments, *DATABASE)
    if not asked and len(names) == 1:
        return names[0]
    for name in names:
        if name.casefold() == asked.casefold():
            return name
    there = ", ".join(f"`{name}`" for name in names) or "none"
    met = f"There is no database `{shortened(asked, 60)}`" if asked else "`database` is missing"
    raise BadArguments(f"{met}; you may ask {there}.")


def _table_told(table: CompanyTable) -> str:
    """`deals, table won_deals (1,204 rows): what was sold`."""
    rows = f" ({counted(table.rows, 'row')})" if table.rows is not None else ""
    about = f": {shortened(table.about, LONGEST_ABOUT)}" if table.about else ""
    return f"{table.database}, table {shortened(table.name, LONGEST_NAME)}{rows}{about}"


def _column_told(column: Column) -> str:
    """`  stage (TEXT), such as won; lost`."""
    examples = "; ".join(shortened(each, LONGEST_EXAMPLE) for each in column.examples[:MOST_EXAMPLES] if each)
    kind = f" ({shortened(column.type, 30)})" if column.type else ""
    about = f": {shortened(column.about, LONGEST_ABOUT)}" if column.about else ""
    such = f", such as {examples}" if examples else ""
    return f"  {shortened(column.name, LONGEST_NAME)}{kind}{about}{such}"
