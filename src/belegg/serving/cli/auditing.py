"""`audit-access`: who can learn what, tried out on a copy of the library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.render import show_notes
from belegg.serving.cli.terminal import columns, say, say_json, visible
from belegg.serving.faults import LEAKED
from belegg.serving.shapes.documents import note_json

if TYPE_CHECKING:
    from belegg.library.audit import Audited, Fault

MOST_SHOWN = 60  # faults; --json tells them all


def audit_access(
    library: options.LibraryAt = DEFAULT_LIBRARY,
    people: Annotated[
        Path | None,
        typer.Option(
            parser=options.path,
            metavar="FILE.tsv",
            help="Whom to try: lines of a name, a tab, groups. Without it, one person for each group.",
        ),
    ] = None,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Try out who can learn what: plant documents in a copy of the library, and do all that each person can do.

    $ belegg audit-access
    $ belegg audit-access --people people.tsv

    The library itself is not written to; the copies are gone afterwards. Ends with exit code 1 when something
    leaked, or when somebody was not given what they may read.
    """
    from belegg.library.audit import audit
    from belegg.library.audit_people import read_people

    outcome = audit(library, read_people(people) if people else (), watch=watcher(progress))
    if as_json:
        say_json(audited_json(outcome))
    else:
        show_audited(outcome)
    if outcome.faults:
        raise typer.Exit(LEAKED)


def show_audited(outcome: Audited) -> None:
    from belegg.library.audit import total_of

    if outcome.faults:
        rows = [("surface", "person", "document", "what")]
        rows += [(f.surface, f.person, f.document, told(f)) for f in outcome.faults[:MOST_SHOWN]]
        say(visible(columns(rows)))
        if len(outcome.faults) > MOST_SHOWN:
            say(f"and {len(outcome.faults) - MOST_SHOWN:,} more; --json lists them all")
        say()
    say(f"{total_of(outcome)}.")
    show_notes(outcome.notes)


def told(fault: Fault) -> str:
    """What is wrong, in words; no text of a document."""
    if fault.kind == "shown":
        return "LEAK: it is shown"
    if fault.kind == "told apart":
        return f"LEAK: {fault.where} tells that it is there"
    return "too strict: it may be read and was not given"


def audited_json(outcome: Audited) -> dict[str, Any]:
    return {
        "people": [{"person": person.id, "groups": sorted(person.groups or ())} for person in outcome.people],
        "access_lists": outcome.lists,
        "planted": outcome.planted,
        "calls": outcome.calls,
        "leaks": sum(fault.kind != "too strict" for fault in outcome.faults),
        "too_strict": sum(fault.kind == "too strict" for fault in outcome.faults),
        "faults": [
            {
                "kind": fault.kind,
                "surface": fault.surface,
                "person": fault.person,
                "document": fault.document,
                "where": fault.where,
            }
            for fault in outcome.faults
        ],
        "notes": [note_json(note) for note in outcome.notes],
    }
