"""`audit …`: who read and asked what, for whoever holds the library's file."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated

import typer

from belegg.errors import BadInput
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.people import named, team_of
from belegg.serving.cli.terminal import columns, say, say_json, visible
from belegg.serving.entrance.audit import OWNER_OF_FILE
from belegg.serving.faults import LEAKED
from belegg.text.counted import counted

app = typer.Typer(no_args_is_help=False)
SEAL_TOLD = 16  # characters of a seal that are told
SEAL = re.compile(r"[0-9a-f]{8,64}")


@app.callback(invoke_without_command=True)
def audit(
    context: typer.Context,
    name: Annotated[str | None, typer.Option("--person", metavar="PERSON", help="What they did.")] = None,
    what: Annotated[
        str | None,
        typer.Option("--what", metavar="ID", help="What was done with it: a document's id, a run's."),
    ] = None,
    path: Annotated[
        str | None, typer.Option("--path", metavar="PATH", help="Changes of who may read what lies there.")
    ] = None,
    since: Annotated[str | None, typer.Option(metavar="DAY", help="From this day on: 2026-11-30.")] = None,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="The newest N rows.")] = 50,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Who signed in, read, searched and asked, and who changed who may: newest first, ids only.

    $ belegg audit
    $ belegg audit --person anna --since 2026-11-01
    $ belegg audit check

    The log is kept by a server with a sign-in. It holds no question and no word of a document.
    """
    if context.invoked_subcommand is not None:
        return
    if what is not None and path is not None:
        raise BadInput("say `--what` or `--path`, and not both")
    from belegg.serving.entrance.audit import id_of_path
    from belegg.serving.shapes.people import noted_json

    with team_of(library) as team:
        person = None if name is None else named(team, name).id
        about = what if path is None else id_of_path(path)
        found = team.people.noted(0.0 if since is None else day(since), person, about, limit)
        people = {each.id: each.subject for each in team.people.all_people()}
    if as_json:
        say_json({"rows": [noted_json(row) for row in found]})
        return
    rows = [
        (str(told["at"]), people.get(row.person, row.person or "?"), row.doing, row.door, row.what)
        for row in found
        for told in [noted_json(row)]
    ]
    say(visible(columns([("at", "who", "did", "door", "what"), *rows])) if rows else "Nothing was noted.")


@app.command()
def check(
    known: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBER:SEAL", help="A last row that an earlier check, or the server's log, told."
        ),
    ] = None,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Look whether a row was changed or taken out since it was written, also at the end. Exit code 1 when so.

    $ belegg audit check
    $ belegg audit check --known 1204:9f86d081884c7d65

    Keep the last row that it tells elsewhere: with it a log is noticed that was sealed anew by somebody who
    can write the file.
    """
    mark = None if known is None else row_known(known)
    with team_of(library) as team:
        number, wrong = sum(1 for _ in team.people.all_noted()), team.people.first_unsealed(mark)
        last, seal = team.people.last_noted()
    told = f"{last}:{seal[:SEAL_TOLD]}"
    if as_json:
        say_json({"rows": number, "first_wrong": wrong, "last": told})
    elif wrong is None:
        say(f"{counted(number, 'row')}: each follows from the one before. The last is {told}.")
    else:
        say(
            f"Row {wrong} does not follow from the one before: one of them was changed, or rows are gone "
            "from there on. Compare with a backup."
        )
    if wrong is not None:
        raise typer.Exit(LEAKED)


@app.command()
def shorten(
    before: Annotated[str, typer.Option("--before", metavar="DAY", help="Rows from before this day go.")],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Drop the oldest rows: who read what is personal data, and is kept no longer than it is needed.

    $ belegg audit shorten --before 2026-01-01

    How many went, and when, stays in the file.
    """
    with team_of(library) as team:
        gone = team.people.forget_noted(day(before), team.now())
        team.audit.note_of(OWNER_OF_FILE, "log shortened", door="cli")
    if as_json:
        say_json({"gone": gone})
    else:
        say(f"{counted(gone, 'row')} went.")


def row_known(told: str) -> tuple[int, str]:
    """Raises BadInput."""
    number, _, seal = told.strip().partition(":")
    if not (number.isascii() and number.isdigit() and len(number) < 16 and SEAL.fullmatch(seal)):
        raise BadInput(
            f"`{told}` is no row; write it as `belegg audit check` tells the last one: 12:9f86d081"
        )
    return int(number), seal


def day(told: str) -> float:
    """The beginning of a day, UTC. Raises BadInput."""
    try:
        return datetime.strptime(told, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
    except ValueError:
        raise BadInput(f"`{told}` is no day; write it as 2026-11-30") from None
