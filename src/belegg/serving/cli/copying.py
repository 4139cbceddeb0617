"""`copy`: a library moved between a file and PostgreSQL, and verified."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belegg.library.address import Address
from belegg.library.library import WAIT_S
from belegg.library.parity import QUERIES
from belegg.serving.cli import options
from belegg.serving.cli.progress import Remembering, spoken, watcher
from belegg.serving.cli.terminal import say, say_at_once, say_json, spoken_size, visible
from belegg.serving.faults import DIFFERS
from belegg.serving.shapes.copying import copied_json
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.copying import CopiedLibrary
    from belegg.library.parity import Parity

MOST_SHOWN = 10
Source = Annotated[
    Address,
    typer.Argument(parser=options.library, metavar="SOURCE", help="The library: a file, or a database."),
]
Target = Annotated[
    Address,
    typer.Argument(
        parser=options.library, metavar="TARGET", help="A file that is not there yet, or an empty database."
    ),
]
Queries = Annotated[
    int, typer.Option(min=0, max=10_000, metavar="N", help="How many queries to ask of both in the end.")
]
NoPeople = Annotated[
    bool, typer.Option("--no-people", metavar="", help="Copy the documents alone: a library to hand on.")
]


def copy(
    source: Source,
    target: Target,
    queries: Queries = QUERIES,
    no_people: NoPeople = False,
    wait: options.Wait = WAIT_S,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Copy a library between a file and PostgreSQL, and verify the copy.

    $ belegg copy belegg.db postgresql://belegg@db.example/belegg
    $ belegg copy postgresql://belegg@db.example/belegg belegg-copy.db

    Every row is copied, then read again in both and compared; then both are asked the same queries. Stop it
    whenever you like: the same command goes on where it stopped. Until its end the copy opens as no library.
    The source can be searched meanwhile; what is written to it is brought along, as long as that comes to an
    end. People and what they brought in go along, as in a backup; belegg.toml does not.

    Ends with exit code 3 when the copy is not sound, or does not find what its source finds.
    """
    from belegg.library.copying import copy_library

    watch = Remembering(watcher(progress), "row")
    try:
        copied = copy_library(
            source,
            target,
            queries=queries,
            people=not no_people,
            watch=watch,
            wait_s=wait,
            tell=say_at_once,
        )
    except KeyboardInterrupt as stop:
        raise KeyboardInterrupt("stopped; run the same command again to go on.") from stop
    if as_json:
        say_json(copied_json(copied))
    else:
        show(copied)
    if not copied.same:
        raise typer.Exit(DIFFERS)


def show(copied: CopiedLibrary) -> None:
    """What was copied, what stands beside it, and how the copy was held against its source."""
    pace = copied.size_bytes / 1e6 / max(copied.seconds, 1e-3)
    how = "the rest copied" if copied.went_on else "copied"
    say(
        f"{visible(copied.target)}: {counted(copied.rows, 'row')} of {len(copied.tables)} tables, "
        f"{spoken_size(copied.size_bytes)}, {how} in {spoken(copied.seconds)} ({pace:.1f} MB a second). "
        "Every table holds the same in both."
    )
    if copied.changed:
        say(f"Changed meanwhile, and brought along: {', '.join(copied.changed)}.")
    if copied.people is not None:
        say(f"{visible(str(copied.people))}: who may come in, and the audit log; verified.")
    if copied.brought is not None:
        say(f"{visible(str(copied.brought))}: what people brought in, and who may read it.")
    for place, why in copied.left:
        say(f"Left where it is: {visible(str(place))}, {why}.")
    for checked in copied.health:
        if not checked.sound:
            state = "wrong" if checked.grave else "look"
            say(f"{state}: {checked.name}: {visible(checked.text)}")
    if all(checked.sound for checked in copied.health):
        say("The copy is sound: " + ", ".join(checked.name for checked in copied.health) + ".")
    show_parity(copied.parity)


def show_parity(parity: Parity) -> None:
    """What came of asking both."""
    if not parity.searches:
        say("No query was asked of both.")
        return
    askers = "; ".join(visible(asker) for asker in parity.askers)
    say(
        f"Asked both {parity.queries:,} queries by words, {parity.by_vector:,} of them by vectors too, as: "
        f"{askers}. {counted(parity.hits, 'hit')}."
    )
    if parity.ties:
        say(f"Passages of equal scores stand in another order in {parity.ties:,} of the lists.")
    if not parity.differences:
        say("The same documents, in the same order, with the same scores.")
        return
    say(f"{len(parity.differences):,} of {parity.searches:,} lists differ:")
    for one in parity.differences[:MOST_SHOWN]:
        ours, theirs = (visible(found) or "nothing" for found in (one.source, one.target))
        say(f"  `{visible(one.query)}` ({one.arm}; {visible(one.asker)}), rank {one.at}:")
        say(f"    {ours}; in the copy {theirs}")
