"""`statistics …`: official figures, found in catalogues, fetched cell by cell, and kept as documents."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Annotated

import typer

from belegg.errors import BadInput, StatisticsFailed
from belegg.library.library import WAIT_S, Library
from belegg.records import OWNER, Scope
from belegg.records.statistics import Dimension, Selection, StatisticsTable
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.statistics_shown import (
    show_codes,
    show_dimensions,
    show_fetched,
    show_found,
    show_list,
    show_synced,
    show_verified,
)
from belegg.serving.cli.terminal import say, say_at_once, say_json, visible
from belegg.serving.faults import NOT_CARRIED, SOURCE_FAILED
from belegg.serving.shapes.statistics import (
    described_json,
    fetched_json,
    found_json,
    listed_json,
    synced_json,
    verified_json,
)

app = typer.Typer(no_args_is_help=True, help="Official statistics: find tables, fetch figures, verify them.")

NO_FIGURE = "No figure was fetched."
MOST_FOUND = 20
Source = Annotated[str, typer.Argument(metavar="SOURCE", help="Its id: `ssb`, `eurostat`, `oecd` …")]
Table = Annotated[str, typer.Argument(metavar="TABLE", help="The table's number or id.")]
Language = Annotated[
    str, typer.Option("--language", metavar="CODE", help="Of titles and labels, where the source has it.")
]
Document = Annotated[str, typer.Argument(metavar="DOCUMENT", help="The id that `get` printed.")]


@app.command()
def sync(
    sources: Annotated[
        list[str] | None, typer.Argument(metavar="[SOURCE]…", help="These sources; without one, all.")
    ] = None,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Fetch the catalogues: which tables each source has. The first time switches statistics on.

    $ belegg statistics sync
    $ belegg statistics sync ssb eurostat

    `belegg pack off statistics` switches them off. A source that fails keeps the catalogue it had.
    """
    with Library.open(library, create=True, watch=watcher(progress), wait_s=wait, tell=say_at_once) as opened:
        done = opened.sync_statistics(sources or ())
        on = opened.has_statistics()
    if as_json:
        say_json(synced_json(done, on))
    else:
        show_synced(done, on)
    if any(each.failed for each in done):
        raise typer.Exit(SOURCE_FAILED)


@app.command()
def find(
    words: Annotated[list[str], typer.Argument(metavar="WORDS", help="What the table is about.")],
    sources: Annotated[
        list[str] | None, typer.Option("--source", metavar="SOURCE", help="Only this source.")
    ] = None,
    language: Language = "en",
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=100, metavar="N", help="How many tables.")
    ] = MOST_FOUND,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Find tables by any of the words, or by a table's number.

    $ belegg statistics find unemployment by age
    $ belegg statistics find --source ssb --language no befolkning
    """
    with Library.open(library) as opened:
        found = opened.statistics.find(" ".join(words), tuple(sources or ()), language, limit)
    if as_json:
        say_json(found_json(found))
    else:
        show_found(found)


@app.command()
def describe(
    source: Source,
    table: Table,
    dimension: Annotated[
        str | None, typer.Option("--dimension", metavar="DIMENSION", help="The codes of this one.")
    ] = None,
    words: Annotated[
        str, typer.Option("--find", metavar="WORDS", help="Codes whose labels hold these words.")
    ] = "",
    page: Annotated[int, typer.Option("--page", min=1, metavar="N", help="The next forty codes.")] = 1,
    language: Language = "en",
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Show a table's dimensions, and the codes by which its cells are asked for.

    $ belegg statistics describe ssb 07459
    $ belegg statistics describe ssb 07459 --dimension Region --find Bergen
    """
    with Library.open(library) as opened:
        described = asked_for(opened.statistics.describe(source, table, language), dimension)
    pages = {each.id: codes_of(each, words, page) for each in described.dimensions}
    if page > 1 and not any(shown.codes for _, shown in pages.values()):
        raise BadInput(f"there is no page {page} of these codes; `--page 1` has the first")
    if as_json:
        say_json(described_json(described, pages))
    elif dimension is None and not words:
        show_dimensions(described)
    else:
        show_codes(described, pages)


@app.command()
def get(
    source: Source,
    table: Table,
    cells: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[DIM=CODES]…",
            help="`Region=4601,1103`, `Tid=last(3)`, `Tid=2020..`, `Sex=*`; none for a table of one choice.",
        ),
    ] = None,
    language: Language = "en",
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Fetch cells of a table, and keep them as a document with one line for each figure.

    $ belegg statistics get ssb 07459 Region=4601 Kjonn=1,2 ContentsCode=Personer1 "Tid=last(3)"

    The document is read by its id, and no search finds it until it is pinned.
    """
    selection = selection_of(cells or [])
    with Library.open(library) as opened:
        scope = replace(scope_of(opened, groups), question=secrets.token_hex(8))
        try:
            id = opened.statistics.get(source, table, selection, scope, language)
        except StatisticsFailed as error:
            error.args = (f"{str(error).rstrip('.')}. {NO_FIGURE}", *error.args[1:])
            raise
        part = opened.read(id, scope)
    if as_json:
        say_json(fetched_json(part))
    else:
        show_fetched(part)


@app.command()
def verify(
    document: Document,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Derive every line of fetched figures again from what the source answered.

    $ belegg statistics verify 3f2b9c5e8a7d6e41

    The answers were kept with their SHA-256, which is compared first. No network is needed.
    """
    with Library.open(library) as opened:
        found = opened.verify_figures(document, scope_of(opened, groups))
    if as_json:
        say_json(verified_json(found))
    else:
        show_verified(found)
    if not found.holds:
        raise typer.Exit(NOT_CARRIED)


@app.command()
def pin(
    document: Document,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Make fetched figures an ordinary document, which everybody who has signed in finds and may quote.

    $ belegg statistics pin 3f2b9c5e8a7d6e41

    It is of the pack `statistics`; `belegg forget` removes it.
    """
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        head = opened.pin_figures(document, Scope(OWNER))
    if as_json:
        say_json({"document": head.id, "source": head.source, "title": head.title, "version": head.version})
    else:
        say(f"Pinned as {head.id}: {visible(head.title)}")


@app.command("list")
def list_fetched(library: options.LibraryAt = DEFAULT_LIBRARY, as_json: options.Json = False) -> None:
    """
    List the figures that questions fetched, the oldest first.

    $ belegg statistics list
    """
    with Library.open(library) as opened:
        found = opened.fetched_figures()
    if as_json:
        say_json({"fetched": [listed_json(head) for head in found]})
    else:
        show_list(found)


@app.command()
def forget(
    document: Document,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Remove fetched figures for good, with what stored answers quote of them.

    $ belegg statistics forget 3f2b9c5e8a7d6e41

    What no stored answer was shown goes by itself after thirty days.
    """
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        head = next((each for each in opened.fetched_figures() if each.id == document.strip()), None)
        if head is None:
            raise BadInput(
                f"no figures were fetched as `{document}`; `belegg statistics list` lists those that were, "
                "`belegg forget` removes a document"
            )
        outcome = opened.forget(head.id)
    if as_json:
        say_json({"document": head.id, "title": head.title, "quotations": outcome.quotations})
    else:
        say(f"Forgotten: {visible(head.title)}")


def selection_of(cells: list[str]) -> Selection:
    """`Region=4601,1103` … as a selection; a dimension named twice has the codes of both. Raises BadInput."""
    found: dict[str, tuple[str, ...]] = {}
    for cell in cells:
        name, sign, codes = cell.partition("=")
        chosen = tuple(code.strip() for code in codes.split(",") if code.strip())
        if not (name.strip() and sign and chosen):
            raise BadInput(
                f"`{cell}` selects nothing; write a dimension and codes, such as `Region=4601,1103`"
            )
        found[name.strip()] = tuple(dict.fromkeys((*found.get(name.strip(), ()), *chosen)))
    return found


def asked_for(table: StatisticsTable, dimension: str | None) -> StatisticsTable:
    """The table, with one of its dimensions alone when one is named. Raises BadInput."""
    if dimension is None:
        return table
    wanted = dimension.strip().casefold()
    named = tuple(each for each in table.dimensions if wanted in (each.id.casefold(), each.label.casefold()))
    if not named:
        names = ", ".join(f"`{each.id}`" for each in table.dimensions)
        raise BadInput(f"table `{table.ref.id}` has no dimension `{dimension}`; it has {names}")
    return replace(table, dimensions=named)


def codes_of(dimension: Dimension, words: str, page: int) -> tuple[int, Dimension]:
    """How many codes are asked for, and the dimension with a page of them."""
    from belegg.answering.tools.figures.describing import MOST_CODES, found_in

    codes = tuple(found_in(dimension, words)) if words else dimension.codes
    first = (page - 1) * MOST_CODES
    return len(codes), replace(dimension, codes=codes[first : first + MOST_CODES])
