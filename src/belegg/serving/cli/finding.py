"""`search`, `read`, `explain`: finding passages and reading documents."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated, Literal

import typer

from belegg.errors import BadInput
from belegg.library.library import Library
from belegg.serving.cli import options, render
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.suggesting import learnt_note
from belegg.serving.cli.terminal import say_json
from belegg.serving.shapes import documents as shapes


def search(
    query: Annotated[
        str, typer.Argument(metavar="QUERY", help='Any words. "a phrase" must stand there, -word must not.')
    ],
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="How many passages.")] = 8,
    mode: options.SearchMode = None,
    fusion: options.HowFused = None,
    ranking: Annotated[
        Literal["default", "bm25", "cover"] | None,
        typer.Option(help="Order by words: bm25 and cover are for comparison. Without it, as the pack says."),
    ] = None,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    packs: options.Packs = None,
    documents: options.Documents = None,
    languages: options.Languages = None,
    organisations: options.Organisations = None,
    since: options.Since = None,
    until: options.Until = None,
    as_of: options.AsOf = None,
    after: Annotated[
        str | None,
        typer.Option(
            metavar="EARLIER",
            help="What was searched before, in vain: what helped now is kept for `belegg pack suggest`.",
        ),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """
    Find the passages that fit best.

    $ belegg search "notice period"
    $ belegg search '"written notice" -tenant' --since 2023
    $ belegg search "aml § 15-3"
    """
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups, packs, documents, languages, organisations, since, until, as_of)
        found = opened.search(query, scope, limit, mode=mode, fusion=fusion, ranking=ranking)
        if after is not None:
            found = replace(found, notes=(*found.notes, learnt_note(opened, after, found, scope)))
    if as_json:
        say_json(shapes.found_json(found))
    else:
        render.show_found(found)


def read(
    document: Annotated[
        str,
        typer.Argument(
            metavar="DOCUMENT", help="Its id, path, the end of its path, its number, or a passage's id."
        ),
    ],
    section: Annotated[str | None, typer.Option(help="One section: `§ 15-7`, `2.1`, or a heading.")] = None,
    pages: Annotated[str | None, typer.Option(help="Pages: `3` or `3-5`.")] = None,
    version: Annotated[
        int | None, typer.Option(min=1, help="An earlier version of the text, from 1.")
    ] = None,
    as_of: Annotated[
        str | None,
        typer.Option(
            "--as-of", metavar="DATE", help="The version that was the newest on this day: 2024-05-12."
        ),
    ] = None,
    raw: Annotated[
        bool, typer.Option("--raw", metavar="", help="Write the original file's bytes to standard output.")
    ] = False,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Read a document's text, or a part of it.

    $ belegg read leave.md
    $ belegg read LOV-2005-06-17-62 --section "§ 15-3"
    $ belegg read report.pdf --pages 3-5
    """
    if raw and (as_json or section or pages or version or as_of):
        raise BadInput(
            "`--raw` writes the whole original file; it goes with no other part and not with --json"
        )
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups)
        if raw:
            sys.stdout.buffer.write(opened.original(document, scope))
            return
        part = opened.read(document, scope, section=section, pages=pages, version=version, as_of=as_of)
    if as_json:
        say_json(shapes.excerpt_json(part))
    else:
        render.show_excerpt(part)


def explain(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="The words that were searched.")],
    document: Annotated[
        str | None,
        typer.Option("--document", "-d", help="Say where this document was lost, or why it stands there."),
    ] = None,
    mode: options.SearchMode = None,
    fusion: options.HowFused = None,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_of: options.AsOf = None,
    as_json: options.Json = False,
) -> None:
    """
    Say why passages stand where they stand, or where a document was lost.

    $ belegg explain "notice period"
    $ belegg explain "notice period" --document contract.md
    """
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups, as_of=as_of)
        explained = opened.explain(query, scope, document, mode=mode, fusion=fusion)
    # What says it knows the whole search, which other commands need not load.
    from belegg.serving.cli.render_explained import show_explained
    from belegg.serving.shapes.explained import explained_json

    if as_json:
        say_json(explained_json(explained))
    else:
        show_explained(explained)


def similar(
    document: Annotated[
        str,
        typer.Argument(metavar="DOCUMENT", help="Its id, path, the end of its path, or a passage's id."),
    ],
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="How many.")] = 8,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    packs: options.Packs = None,
    documents: options.Documents = None,
    languages: options.Languages = None,
    organisations: options.Organisations = None,
    since: options.Since = None,
    until: options.Until = None,
    as_of: options.AsOf = None,
    as_json: options.Json = False,
) -> None:
    """
    Find what is like a document (other documents), or like a passage (other passages).

    $ belegg similar leave.md
    $ belegg similar 2024-117.pdf --pack incidents --since 2023

    They are compared by meaning when both have vectors of one model (`belegg embed`); what has none is left
    out. When the one that is given has none, telling words compare them, and a note says so.
    """
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups, packs, documents, languages, organisations, since, until, as_of)
        found = opened.similar(document, scope, limit)
    from belegg.serving.cli.render_explained import show_similar
    from belegg.serving.shapes.explained import similar_json

    if as_json:
        say_json(similar_json(found))
    else:
        show_similar(found)
