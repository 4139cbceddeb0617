"""`pack lovdata`: Norwegian acts and regulations from Lovdata's open data, with everyday words for them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from belegg.library.library import WAIT_S, Library
from belegg.serving.cli import keeping, limits, options, overview
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.progress import Remembering, watcher
from belegg.serving.cli.terminal import say_at_once

Data = Annotated[
    Path,
    typer.Argument(
        parser=options.path,
        metavar="FOLDER_OR_ARCHIVE",
        help="Lovdata's archive as downloaded (`.tar.bz2`, `.zip`), or a folder of its files.",
    ),
]


def lovdata(
    data: Data,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    language: keeping.Language = None,
    no_originals: keeping.NoOriginals = False,
    no_embed: keeping.NoEmbed = False,
    allow_removals: keeping.AllowRemovals = False,
    workers: limits.Workers = None,
    wait: options.Wait = WAIT_S,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Bring in Norwegian acts and regulations, with synonyms and a dictionary of everyday words.

    $ belegg pack lovdata gjeldende-lover.tar.bz2
    $ belegg search "aml § 15-3" --pack lovdata
    $ belegg related sparken

    Reads Lovdata's own pages and their conversion to Markdown. A second run reads only what is new or
    changed; stop it whenever you like. Whoever has signed in may read the acts in the pack; `belegg pack
    set lovdata access` changes that. Other files among them come in for you alone.
    """
    from belegg.library.lovdata_pack import load_lovdata

    keeping.refuse_what_is_not_there(data)
    watch = Remembering(watcher(progress))
    with Library.open(library, create=True, watch=watch, wait_s=wait, tell=say_at_once) as opened:
        failed_before = opened.failures()
        try:
            outcome = load_lovdata(
                opened,
                data,
                language=language,
                originals=not no_originals,
                allow_removals=allow_removals,
                workers=workers,
            )
        except KeyboardInterrupt as stop:
            raise KeyboardInterrupt(watch.farewell()) from stop
        if not as_json:
            overview.show_ingested(outcome, failed_before)
        keeping.end_of_ingest(opened, outcome, failed_before, watch, no_embed, as_json)
