"""`documents`, `health`: what is in a library, whether it is sound."""

from __future__ import annotations

import typer

from belegg.library.library import Library
from belegg.serving.cli import options, overview, render, shapes
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.terminal import say_json


def documents(
    library: options.LibraryFile = DEFAULT_LIBRARY,
    groups: options.As = None,
    packs: options.Packs = None,
    languages: options.Languages = None,
    organisations: options.Organisations = None,
    since: options.Since = None,
    until: options.Until = None,
    as_of: options.AsOf = None,
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
    if as_json:
        listed = [shapes.head_json(head) for head in heads]
        say_json({"documents": listed, "notes": [shapes.note_json(note) for note in notes]})
    else:
        overview.show_documents(heads)
        render.show_notes(notes)


def health(library: options.LibraryFile = DEFAULT_LIBRARY, as_json: options.Json = False) -> None:
    """
    Check the library: the file, the index, the analyser, what failed, and a live search.

    $ belegg health

    Ends with exit code 3 when something is wrong that makes results wrong.
    """
    from belegg.library.health import health_at

    findings = health_at(library, watcher())
    if as_json:
        say_json(
            {
                "healthy": all(f.state != "wrong" for f in findings),
                "checks": [shapes.finding_json(f) for f in findings],
            }
        )
    else:
        overview.show_health(findings)
    if any(finding.state == "wrong" for finding in findings):
        raise typer.Exit(3)
