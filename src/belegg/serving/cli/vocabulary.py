"""`discover`: words for the next search. Nothing printed here is text of a document."""

from __future__ import annotations

from typing import Annotated

import typer

from belegg.library.library import Library
from belegg.serving.cli import options, render, shapes
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.terminal import say_json


def discover(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What you would search for.")],
    library: options.LibraryFile = DEFAULT_LIBRARY,
    groups: options.As = None,
    packs: options.Packs = None,
    documents: options.Documents = None,
    languages: options.Languages = None,
    organisations: options.Organisations = None,
    since: options.Since = None,
    until: options.Until = None,
    as_json: options.Json = False,
) -> None:
    """
    Find the words that documents use for what you ask.

    They stand in what the query finds and seldom elsewhere. Best after a first good search.

    $ belegg discover "notice period"
    """
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups, packs, documents, languages, organisations, since, until)
        found = opened.discover_terms(query, scope)
    if as_json:
        say_json(shapes.discovered_json(found))
    else:
        render.show_discovered(found)
