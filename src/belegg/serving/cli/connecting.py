"""`mcp`: the library for other programs' models, and what they are told to find it."""

from __future__ import annotations

from typing import Annotated

import typer

from belegg.errors import BadInput, MissingExtra
from belegg.library.opening import see_that_it_is_there
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY, principal_of
from belegg.serving.cli.terminal import say, say_aside

app = typer.Typer(help="Give the library to an AI client as tools, by the Model Context Protocol.")


@app.callback(invoke_without_command=True)
def mcp(
    context: typer.Context,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
) -> None:
    """
    Give the library to an AI client as tools, by the Model Context Protocol.

    A client starts this itself and talks to it by standard input and output; belegg mcp config says what to
    write into the client's settings. For people of a team, belegg serve has the same at /mcp.

    $ belegg mcp --library team.db
    $ belegg mcp config claude-desktop --library team.db
    """
    if context.invoked_subcommand is not None:
        return
    try:
        from belegg.serving.mcp.stdio import serve_stdio
    except ImportError as missing:
        raise MissingExtra(
            f"`belegg mcp` needs `{missing.name}`; install it with `pip install 'belegg[serve]'`"
        ) from missing
    serve_stdio(library, principal_of(groups))


@app.command()
def config(
    client: Annotated[
        str, typer.Argument(metavar="CLIENT", help="claude-desktop, claude-code, cursor or vscode.")
    ],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Of a server that runs (`belegg serve`), instead of starting one."),
    ] = None,
) -> None:
    """
    Print what to write into a client's settings.

    $ belegg mcp config claude-desktop
    $ belegg mcp config vscode --url https://belegg.example.org
    """
    from belegg.serving.mcp.clients import CLIENTS, block_for, block_for_url, started

    known = next((each for each in CLIENTS if each == client), None)
    if known is None:
        raise BadInput(f"no client `{client}` is known; there are {', '.join(CLIENTS)}")
    if url is None:
        see_that_it_is_there(library)
    block = block_for(known, started(library, groups)) if url is None else block_for_url(known, url)
    say_aside(f"Write this into {block.where}:")
    say(block.text)
    for line in block.aside:
        say_aside(line)
