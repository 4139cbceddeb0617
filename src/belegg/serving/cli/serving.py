"""`serve`: the web interface and the HTTP API."""

from __future__ import annotations

from typing import Annotated

import typer

from belegg.errors import BadInput, MissingExtra
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.terminal import say_aside


def serve(
    library: options.LibraryAt = DEFAULT_LIBRARY,
    host: Annotated[
        str, typer.Option(metavar="HOST", envvar="BELEGG_HOST", help="Where to listen.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="PORT", envvar="BELEGG_PORT", min=1, max=65535, help="On which port.")
    ] = 8484,
    base_path: Annotated[
        str,
        typer.Option(
            metavar="PATH",
            envvar="BELEGG_BASE_PATH",
            help="The path before all of ours behind a proxy: /belegg.",
        ),
    ] = "",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="A name by which the server may be called beside those of this machine."
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(metavar="N", envvar="BELEGG_WORKERS", min=1, max=64, help="Processes that serve.")
    ] = 1,
) -> None:
    """
    Serve the library to a browser and to programs, on this machine. Ctrl-C ends it.

    $ belegg serve
    $ belegg serve --port 9000 --library team.db

    Without a sign-in it listens on this machine alone, and whoever uses it is the library's owner.
    """
    try:
        from belegg.serving.http.house import Serving
        from belegg.serving.http.server import serve as serve_library
    except ImportError as missing:
        raise MissingExtra(
            f"`belegg serve` needs `{missing.name}`; install it with `pip install 'belegg[serve]'`"
        ) from missing
    if base_path and (not base_path.startswith("/") or base_path.endswith("/")):
        raise BadInput(f"`--base-path {base_path}` begins with a / and does not end with one: /belegg")
    hosts = tuple(name.casefold() for name in allow_host or ())
    serving = Serving(host, port, base_path, hosts)
    serve_library(library, serving, workers, lambda address: say_aside(f"{address} (Ctrl-C ends it)"))
