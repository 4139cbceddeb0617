"""`token …`: API tokens of the people who may come in, for whoever holds the library's file."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from belegg.errors import UnknownKey
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.people import named, team_of
from belegg.serving.cli.terminal import columns, say, say_aside, say_json, visible
from belegg.serving.entrance.audit import OWNER_OF_FILE

app = typer.Typer(no_args_is_help=True, help="API tokens: who comes in by one, and what for.")
DAYS = 90


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="PERSON", help="Whose token: as whom it reads.")],
    what_for: Annotated[str, typer.Option("--for", metavar="TEXT", help="A name to know it by.")],
    rights: Annotated[
        list[str] | None,
        typer.Option("--right", metavar="RIGHT", help="read, ask, write, curate or admin; read without it."),
    ] = None,
    days: Annotated[int, typer.Option(metavar="N", help="How long it lives.")] = DAYS,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Make an API token and print it, this once. Only a digest of it is kept.

    $ belegg token new nightly --for "nightly report" --right read --right ask --days 30

    It reads what its person may read at the moment it is used, and does no more than its rights and that
    person's roles allow.
    """
    from belegg.serving.shapes.people import token_json

    with team_of(library) as team:
        made = team.tokens.make(named(team, name), what_for, frozenset(rights or ["read"]), days)
        team.audit.note_of(OWNER_OF_FILE, "token made", made.token.id, "cli")
        if as_json:
            say_json({**token_json(made.token, team.now()), "text": made.text})
            return
    say(made.text)
    sys.stdout.flush()  # before what stands aside, also into a pipe
    say_aside(f"Keep it: it is not shown again. `belegg token revoke {made.token.id}` ends it.")


@app.command(name="list")
def list_(
    name: Annotated[str | None, typer.Option("--person", metavar="PERSON", help="Of this person.")] = None,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    List API tokens: whose, for what, until when, when they were last used.

    $ belegg token list
    """
    from belegg.serving.shapes.people import token_json

    with team_of(library) as team:
        whose = None if name is None else named(team, name).id
        found = [token_json(each, team.now()) for each in team.tokens.all_of(whose)]
        people = {person.id: person.subject for person in team.people.all_people()}
    if as_json:
        say_json({"tokens": found})
        return
    rows = [("id", "person", "rights", "ends", "last used", "for")]
    for each in found:
        ends = each["ends"][:10] if each["holds"] else "over"
        used = (each["used"] or "never")[:10]
        rows.append(
            (each["token"], people[each["person"]], ", ".join(each["rights"]), ends, used, each["name"])
        )
    say(visible(columns(rows)) if found else "There are no API tokens.")


@app.command()
def revoke(
    id: Annotated[str, typer.Argument(metavar="ID", help="The token's id, as `belegg token list` shows it.")],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    End an API token. It is refused from the next request on.

    $ belegg token revoke t0123456789abcdef
    """
    from belegg.serving.shapes.people import token_json

    with team_of(library) as team:
        if not team.tokens.revoke(id):
            raise UnknownKey(id)
        team.audit.note_of(OWNER_OF_FILE, "token revoked", id, "cli")
        found = next(each for each in team.tokens.all_of(None) if each.id == id)
        if as_json:
            say_json(token_json(found, team.now()))
            return
    say(f"Revoked: {id}.")
