"""`tables …`: the company's own tables, asked in SQL that can only read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belegg.errors import SourceError
from belegg.library.library import Library
from belegg.seams.figures import CompanyTable
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.terminal import columns as aligned
from belegg.serving.cli.terminal import one_line, say, say_aside, say_json, shortened, styled, wrapped
from belegg.serving.shapes.tables import rows_json, table_json
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.sources.tables.engine import Selected

app = typer.Typer(no_args_is_help=True, help="Ask the company's own tables, in SQL that can only read.")

Database = Annotated[str, typer.Argument(metavar="DATABASE", help="Its name in the settings.")]
WIDEST_CELL = 40


@app.command("list")
def list_tables(
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    List the tables that may be asked.

    $ belegg tables list --as sales
    """
    with Library.open(library) as opened:
        found = list(opened.tables.tables(scope_of(opened, groups)))
    if as_json:
        say_json({"tables": [table_json(table) for table in found]})
    elif not found:
        say("No table may be asked; `[tables.NAME]` in `belegg.toml` names databases.")
    else:
        show_list(found)


@app.command("describe")
def describe_table(
    database: Database,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Its name.")],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Show the columns of a table, with values that stand in them.

    $ belegg tables describe deals contracts
    """
    with Library.open(library) as opened:
        found = opened.tables.describe(database, table, scope_of(opened, groups))
    if as_json:
        say_json(table_json(found))
    else:
        show_table(found)


@app.command("query")
def query_table(
    database: Database,
    statement: Annotated[
        str, typer.Argument(metavar="SELECT", help="One SELECT, in the SQL of its database.")
    ],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    keep: Annotated[
        bool,
        typer.Option("--keep", metavar="", help="Keep the rows as a document that can be read and quoted."),
    ] = False,
    as_json: options.Json = False,
) -> None:
    """
    Run one SELECT and show its rows, 200 at most.

    $ belegg tables query deals "SELECT customer, sum(amount_nok) FROM revenue GROUP BY customer"
    """
    with Library.open(library) as opened:
        tables = opened.tables
        fetched, found = tables.fetched(database, statement, scope_of(opened, groups))
        if keep:
            tables.keep(fetched)
    if as_json:
        say_json(rows_json(fetched, found, keep))
        return
    show_rows(found)
    if keep:
        say(f"Kept as {fetched.document.id}: `belegg read {fetched.document.id}`")


def show_list(found: list[CompanyTable]) -> None:
    there = [table for table in found if table.name]
    rows = [
        (
            one_line(table.database),
            one_line(table.name),
            "?" if table.rows is None else f"{table.rows:,}",
            shortened(one_line(", ".join(column.name for column in table.columns)), 70),
        )
        for table in there
    ]
    if rows:
        say(aligned([("database", "table", "rows", "columns"), *rows]))
    for table in found:
        if not table.name:
            say_aside(f"Note: {one_line(table.about)}")
    if not there:
        raise SourceError("no database answered; `belegg health` says more")


def show_table(table: CompanyTable) -> None:
    rows = "" if table.rows is None else f", {counted(table.rows, 'row')}"
    say(f"{styled(one_line(table.name), 'bold')} in {one_line(table.database)}{rows}")
    if table.about:
        say(wrapped(one_line(table.about), 2))
    say()
    for column in table.columns:
        examples = "; ".join(shortened(one_line(value), WIDEST_CELL) for value in column.examples)
        kind = f" {styled(one_line(column.type), 'dim')}" if column.type else ""
        say(f"  {one_line(column.name)}{kind}" + (f": {examples}" if examples else ""))
        if column.about:
            say(wrapped(one_line(column.about), 6))


def show_rows(found: Selected) -> None:
    head = [one_line(column) for column in found.columns]
    rows = [[cell_shown(value) for value in row] for row in found.rows]
    if rows:
        say(aligned([head, *rows]))
    say(rows_counted(found))


def cell_shown(value: str | None) -> str:
    return styled("missing", "dim") if value is None else shortened(one_line(value), WIDEST_CELL)


def rows_counted(found: Selected) -> str:
    shown = counted(len(found.rows), "row")
    if not found.more:
        return shown
    more = f"more than {found.more:,}" if found.uncounted else f"{found.more:,}"
    return f"{shown}, and {more} not shown; ask for fewer, or for sums"
