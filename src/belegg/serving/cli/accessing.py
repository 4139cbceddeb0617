"""`access …`: who may read what, changed at once and without the files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belegg.errors import BadInput
from belegg.library.library import WAIT_S, Library
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.people import note_of_owner
from belegg.serving.cli.terminal import columns, say, say_at_once, say_json, styled, visible
from belegg.serving.entrance.audit import id_of_path
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.access import ChangedAccess, RootAccess

app = typer.Typer(no_args_is_help=True, help="Who may read what, changed at once and without the files.")


@app.command()
def show(library: options.LibraryAt = DEFAULT_LIBRARY, as_json: options.Json = False) -> None:
    """
    List the access rules and limits of every folder that was ingested.

    $ belegg access show
    """
    with Library.open(library) as opened:
        found = opened.access()
    if as_json:
        say_json({"roots": [root_json(each) for each in found]})
    elif not found:
        say("Nothing was ingested yet.")
    else:
        for each in found:
            show_root(each)


@app.command(name="set")
def set_(
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="A folder or document, as `belegg documents` names it.")
    ],
    groups: Annotated[
        str | None,
        typer.Argument(metavar="GROUPS", help="Who may read it at most, commas between; or `nobody`."),
    ] = None,
    unset: Annotated[bool, typer.Option("--unset", metavar="", help="Take the limit off.")] = False,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Let at most these groups read what lies at a path, whatever rules, pages and packs say.

    $ belegg access set company/hr nobody
    $ belegg access set company/hr/pay.md hr,management
    $ belegg access set company/hr --unset

    It holds at once and in every later ingest, and opens nothing; what `--unset` opens waits for the next
    `belegg ingest`. The files need not be there.
    """
    if (groups is None) != unset:
        raise BadInput("say which groups, or `nobody`, or `--unset`, and not both")
    given = None if groups is None else groups.split(",")
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        options.show_aside(opened.groups_alike(given or ()))
        changed = opened.limit_access(path, given)
    note_of_owner(library, "access changed", id_of_path(changed.path))
    told(changed, as_json)


@app.command()
def rules(
    root: Annotated[
        str,
        typer.Argument(metavar="ROOT", help="What was ingested: its name, or its folder, be it gone."),
    ],
    file: Annotated[
        Path,
        typer.Argument(
            parser=options.path,
            metavar="RULES.tsv",
            help="Lines of a path's beginning, a tab, groups.",
        ),
    ],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Give a folder other access rules without reading it, also when it is not there.

    $ belegg access rules company rules.tsv

    What they close is closed at once. What they open is opened by the next `belegg ingest`.
    """
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        changed = opened.set_rules(root, file)
        by_rules = {name for each in opened.access() for _, groups in each.rules for name in groups}
        options.show_aside(opened.groups_alike(by_rules))
    note_of_owner(library, "access changed", id_of_path(changed.path))
    told(changed, as_json)


def show_root(each: RootAccess) -> None:
    gone = "" if each.there else ", which is not there"
    say(styled(visible(each.root), "bold"))
    say(visible(f"  {each.location}{gone}; pack {each.pack}"))
    rows = [("  rule", prefix or "(everything)", named(groups)) for prefix, groups in each.rules]
    rows += [("  limit", path, named(groups)) for path, groups in each.limits]
    say(visible(columns(rows)) if rows else "  no rules")


def named(groups: frozenset[str]) -> str:
    return ", ".join(sorted(groups)) or "nobody"


def told(changed: ChangedAccess, as_json: bool) -> None:
    """What a change did, as people or programs read it."""
    if as_json:
        say_json(changed_json(changed))
        return
    there = counted(changed.documents, "document")
    closed = f"{changed.closed:,} open to fewer people than before"
    say(visible(f"{changed.path}: {there}; {closed}."))
    if changed.waiting:
        say(f"To be opened: {counted(changed.waiting, 'document')}, once their files are found unchanged:")
        say(visible(f"  belegg ingest {changed.folder}"))


def root_json(each: RootAccess) -> dict[str, Any]:
    return {
        "root": each.root,
        "location": each.location,
        "there": each.there,
        "pack": each.pack,
        "rules": [{"prefix": prefix, "groups": sorted(groups)} for prefix, groups in each.rules],
        "limits": [{"path": path, "groups": sorted(groups)} for path, groups in each.limits],
    }


def changed_json(changed: ChangedAccess) -> dict[str, Any]:
    return {
        "path": changed.path,
        "documents": changed.documents,
        "documents_closed": changed.closed,
        "documents_to_open": changed.waiting,
        "folder_to_ingest": changed.folder,
    }
