"""`watch`: folders that are kept up to date."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from belegg.library.library import Library
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.terminal import say_at_once

Every = Annotated[
    float, typer.Option(metavar="SECONDS", min=1.0, help="How often the folders are looked at.")
]


def watch(
    folders: Annotated[
        list[Path], typer.Argument(parser=options.path, metavar="FOLDER…", help="Folders that were ingested.")
    ],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    every: Every = 10.0,
) -> None:
    """
    Keep folders up to date: ingest them again whenever something in them changed.

    $ belegg watch ~/notes

    Works on network drives too. A folder that is empty or not mounted removes nothing; a change that would
    remove many documents leaves them in and says so. Ctrl-C ends it at any moment.
    """
    from belegg.library.watching import Watch, ingest_apart, watch, ways_of

    with Library.open(library) as opened:
        ways = {folder: ways_of(opened.store, folder) for folder in folders}

    def run(folder: Path, again: bool) -> int:
        say_at_once(f"{datetime.now():%H:%M:%S} {folder} is brought up to date")
        return ingest_apart(folder, library, ways[folder], again)

    say_at_once(f"Watching {', '.join(map(str, folders))}; Ctrl-C ends it.")
    try:
        watch(Watch(folders, library.place, every, run, time.sleep, time.monotonic, say_at_once))
    except KeyboardInterrupt as stop:
        raise KeyboardInterrupt("no longer watching; what is stored stays.") from stop
