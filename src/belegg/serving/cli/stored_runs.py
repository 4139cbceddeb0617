"""`runs`, `replay`, `verify`, `receipt`, `export`, `gaps`: answers that were kept, looked at again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from belegg.errors import BadInput
from belegg.library.given import given_path
from belegg.library.library import Library
from belegg.serving.cli import options, runs_told
from belegg.serving.cli.as_printed import as_printed
from belegg.serving.cli.options import DEFAULT_LIBRARY, principal_of
from belegg.serving.cli.terminal import say, say_json, visible
from belegg.serving.faults import NOT_CARRIED
from belegg.serving.shapes import runs as shapes_runs
from belegg.serving.shapes import verified as shapes_verified
from belegg.text.counted import counted

MOST_QUESTIONS = 20  # whose answers no longer hold, shown at once

app = typer.Typer(help="Answers that were kept: list them, let them go.")

RunName = Annotated[
    str,
    typer.Argument(metavar="RUN", help="Its id as `belegg runs` lists it, the beginning of one, or `last`."),
]
Changed = Annotated[
    bool, typer.Option("--changed", metavar="", help="Only answers that no longer hold, with the words.")
]
To = Annotated[
    Path,
    typer.Option(
        "--to", parser=options.path, metavar="FILE", help="`answer.md` or `answer.docx`; it must not exist."
    ),
]


@app.callback(invoke_without_command=True)
def runs(
    context: typer.Context,
    changed: Changed = False,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    List the answers that were kept, the newest first: those of who asks, all to the owner.

    $ belegg runs
    $ belegg runs --changed
    $ belegg runs remove 3f9a01c2
    """
    if context.invoked_subcommand is not None:
        return
    who = principal_of(groups)
    if changed and groups is not None:
        raise BadInput("`--changed` looks through the answers of all; it is the owner's, without `--as`")
    with Library.open(library) as opened:
        if changed:
            unheld = opened.unheld()
        else:
            kept = opened.stored_runs(who)
            over = opened.no_longer([each.id for each in kept], who)
    if changed and as_json:
        say_json({"changed": [shapes_verified.unheld_json(each) for each in unheld]})
    elif changed:
        runs_told.show_unheld(unheld, MOST_QUESTIONS, "`--json` has them all")
    elif as_json:
        say_json({"runs": [shapes_runs.head_json(each, each.id not in over) for each in kept]})
    else:
        runs_told.show_runs(kept, over)


@app.command()
def remove(
    names: Annotated[list[str], typer.Argument(metavar="RUN…", help="Ids as `belegg runs` lists them.")],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Let kept answers go, with all that was kept of how they came about.

    $ belegg runs remove 3f9a01c2 last
    """
    with Library.open(library) as opened:
        removed = opened.remove_runs(names, principal_of(groups))
    if as_json:
        say_json({"removed": removed})
    else:
        say(f"{counted(removed, 'run')} removed.")


@app.command()
def keep(
    most: Annotated[
        int | None, typer.Argument(metavar="NUMBER", help="How many; without it, says how many.")
    ] = None,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Say how many answers are kept: of more, the oldest goes when a new one comes.

    $ belegg runs keep
    $ belegg runs keep 500

    The last run of each open gap stays, however many there are.
    """
    with Library.open(library) as opened:
        removed = 0 if most is None else opened.keep_newest_runs(most)
        kept = opened.most_runs()
    if as_json:
        say_json({"kept": kept, "removed": removed})
    else:
        gone = f"; {counted(removed, 'run')} removed" if removed else ""
        say(f"The newest {counted(kept, 'run')} are kept{gone}.")


def replay(
    run: RunName,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Walk through a kept run again, event by event; no model is called.

    $ belegg replay last

    What one may not read today is withheld; what of it does not hold any more is said first.
    """
    who = principal_of(groups)
    with Library.open(library) as opened:
        stored = opened.stored_run(run, who)
        checked = opened.verify(stored.id, who)
    if as_json:
        say_json(shapes_runs.run_json(stored, checked))
    else:
        runs_told.show_run(stored, checked)


def verify(
    context: typer.Context,
    run: Annotated[
        str, typer.Argument(metavar="RUN", help="A kept run, or the file of a receipt (`answer.json`).")
    ],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Check the quotations of a kept run or a receipt against today's documents and the versions quoted.

    $ belegg verify last
    $ belegg verify answer.json --library handbook.db

    A receipt can be verified where there is no library: then whether it is whole, and fits together. Ends
    with exit code 6 when something does not hold.
    """
    who, file = principal_of(groups), given_path(run)
    if not file.is_file():
        with Library.open(library) as opened:
            outcome = opened.verify(run, who)
    else:
        from belegg.library.turns.receipts import read_receipt, verified_receipt

        receipt = read_receipt(file.read_bytes(), run)
        source = context.get_parameter_source("library")
        if source is not None and source.name == "DEFAULT" and not library.place.exists():
            outcome = verified_receipt(receipt, None)
        else:
            with Library.open(library) as opened:
                outcome = opened.verify_receipt(receipt, who)
    if as_json:
        say_json(shapes_verified.verified_json(outcome))
    else:
        runs_told.show_verified(outcome)
    if not outcome.holds:
        raise typer.Exit(NOT_CARRIED)


def receipt(
    run: RunName,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Print a kept run as a receipt: JSON with all that is needed to verify it later, also without the library.

    $ belegg receipt last > answer.json

    With `--json` an error is JSON too.
    """
    with Library.open(library) as opened:
        say_json(opened.receipt(run, principal_of(groups)))


def export(
    run: RunName,
    to: To,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Write a kept answer as a text with footnotes that name document, date, page and passage.

    $ belegg export last --to answer.docx
    $ belegg export last --to answer.md
    """
    form = to.suffix.lower().removeprefix(".")
    if form not in ("md", "docx"):
        raise BadInput(f"`{to.name}` is neither `.md` nor `.docx`; an answer is written as one of these")
    with Library.open(library) as opened:
        data = opened.export(run, "docx" if form == "docx" else "md", principal_of(groups), as_printed)
    try:
        with to.open("xb") as file:
            file.write(data)
    except FileExistsError as error:
        raise BadInput(f"`{to}` is there already; name another file") from error
    except OSError as error:
        raise BadInput(f"`{to}` cannot be written: {error.strerror}") from error
    if as_json:
        say_json({"file": str(to), "size_bytes": len(data)})
    else:
        say(f"{visible(str(to))}: written.")


def gaps(
    close: Annotated[
        int | None, typer.Option("--close", metavar="NUMBER", help="Close this one: it is settled.")
    ] = None,
    closed: Annotated[
        bool, typer.Option("--closed", metavar="", help="List those that were closed.")
    ] = False,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    List the questions that the documents left open, those asked by most first. The owner's.

    $ belegg gaps
    $ belegg gaps --close 3

    Each with what was searched, what lies nearest, and how many asked. A closed one opens again when its
    question is left open again.
    """
    with Library.open(library) as opened:
        if close is not None:
            opened.close_gap(close)
        found = opened.gaps(closed=closed)
    if as_json:
        say_json({"gaps": [shapes_runs.gap_json(each) for each in found]})
    else:
        if close is not None:
            say(f"Gap {close} is closed.")
        runs_told.show_gaps(found)
