"""`documents`, `health`: what is in a library, whether it is sound."""

from __future__ import annotations

from collections.abc import Sequence
from time import sleep
from typing import TYPE_CHECKING, Annotated

import typer

from belegg.library.library import Library
from belegg.serving.cli import options, overview, render
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.terminal import say_json
from belegg.serving.shapes import documents as shapes

if TYPE_CHECKING:
    from belegg.library.findings import Finding

Keep = Annotated[
    bool, typer.Option("--keep", metavar="", help="Keep what is found in the library, for `--history`.")
]
Removed = Annotated[
    bool,
    typer.Option(
        "--removed", metavar="", help="Those instead whose files are gone: not searched, still readable."
    ),
]
Every = Annotated[
    float | None,
    typer.Option(metavar="MINUTES", min=0.1, help="Check again and again, and keep what is found."),
]
History = Annotated[
    bool,
    typer.Option("--history", metavar="", help="Show what was kept, the newest first; check nothing."),
]


def documents(
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    packs: options.Packs = None,
    languages: options.Languages = None,
    organisations: options.Organisations = None,
    since: options.Since = None,
    until: options.Until = None,
    as_of: options.AsOf = None,
    removed: Removed = False,
    as_json: options.Json = False,
) -> None:
    """
    List the documents: date, language, passages, source; where it is told, the last day, and the version.

    $ belegg documents --language sv

    `--document`, `read` and `report` take a source, or the end of one; `--json` tells the ids as well.
    """
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups, packs, None, languages, organisations, since, until, as_of)
        heads, notes = opened.documents(scope), opened.notes_of_the_day(scope)
        if removed:
            heads, notes = opened.removed(scope), []
    if as_json:
        listed = [shapes.head_json(head) for head in heads]
        say_json({"documents": listed, "notes": [shapes.note_json(note) for note in notes]})
    else:
        overview.show_documents(heads)
        render.show_notes(notes)


def health(
    library: options.LibraryAt = DEFAULT_LIBRARY,
    keep: Keep = False,
    every: Every = None,
    history: History = False,
    as_json: options.Json = False,
) -> None:
    """
    Check the library: the file, the index, the analyser, what failed, and live searches by words and meaning.

    $ belegg health
    $ belegg health --every 60
    $ belegg health --history

    Ends with exit code 3 when something is wrong that makes results wrong.
    """
    from belegg.library.health import health_at
    from belegg.library.kept_health import history as before
    from belegg.library.kept_health import keep as kept

    if history:
        with Library.open(library) as opened:
            told = before(opened)
        if as_json:
            say_json({"history": [shapes.kept_health_json(one) for one in told]})
        else:
            overview.show_health_history(told)
        return
    while True:
        findings = health_at(library, watcher())
        if keep or every is not None:
            with Library.open(library) as opened:
                kept(opened, findings)
        if as_json:
            say_json({"healthy": is_healthy(findings), "checks": [shapes.finding_json(f) for f in findings]})
        else:
            overview.show_health(findings)
        if every is None:
            break
        sleep(60 * every)
    if not is_healthy(findings):
        raise typer.Exit(3)


def is_healthy(findings: Sequence[Finding]) -> bool:
    return all(finding.state != "wrong" for finding in findings)
