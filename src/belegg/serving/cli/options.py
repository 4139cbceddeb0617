"""Options that several commands share, and what they become: who asks, and within what."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from belegg.errors import BadInput
from belegg.library.address import LIBRARY, Address, address_of
from belegg.library.given import given_path
from belegg.library.library import Library
from belegg.records import ANONYMOUS, OWNER, Note, Principal, Scope
from belegg.serving.cli.terminal import say_aside, visible

JSON_ASKED = "belegg.json"  # where a call remembers that its errors are wanted as JSON too


def remember_json(context: typer.Context, asked: bool) -> bool:
    context.meta[JSON_ASKED] = asked
    return asked


def path(given: str | Path) -> Path:
    """Reads a path on the command line; its name is what `--help` calls the kind of value."""
    return given_path(given)


def library(given: str | Path | Address) -> Address:
    """Reads where a library is."""
    return address_of(given)


FILTERS = "Filters"

LibraryAt = Annotated[
    Address,
    typer.Option(
        "--library",
        "-l",
        parser=library,
        metavar="LIBRARY",
        envvar=LIBRARY,
        help="The library: a file, or a database of PostgreSQL (`postgresql://USER@HOST/DATABASE`).",
    ),
]
Json = Annotated[
    bool,
    typer.Option("--json", metavar="", callback=remember_json, help="Print JSON for programs, errors too."),
]
As = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="GROUP,GROUP",
        help="Ask as somebody in these groups and `everyone`, or as `anonymous`. Without it the owner asks, "
        "who reads everything.",
    ),
]
Packs = Annotated[
    list[str] | None, typer.Option("--pack", metavar="NAME", help="Only this pack.", rich_help_panel=FILTERS)
]
Documents = Annotated[
    list[str] | None,
    typer.Option(
        "--document",
        "-d",
        metavar="DOCUMENT",
        help="Only this document: id, path or name.",
        rich_help_panel=FILTERS,
    ),
]
Languages = Annotated[
    list[str] | None,
    typer.Option(
        "--language", metavar="CODE", help="Only this language: nb, sv, fi, en …", rich_help_panel=FILTERS
    ),
]
Organisations = Annotated[
    list[str] | None,
    typer.Option("--organisation", metavar="NAME", help="Only this publisher.", rich_help_panel=FILTERS),
]
Since = Annotated[
    str | None,
    typer.Option(
        metavar="DATE", help="Dated on or after: 2024, 2024-05, 2024-05-12.", rich_help_panel=FILTERS
    ),
]
Until = Annotated[
    str | None, typer.Option(metavar="DATE", help="Dated on or before.", rich_help_panel=FILTERS)
]
AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="DATE",
        help="Only what was valid on this day: 2024-05-12.",
        rich_help_panel=FILTERS,
    ),
]
SearchMode = Annotated[
    Literal["hybrid", "vector", "keyword"] | None,
    typer.Option(
        "--mode",
        help="By words and meaning, by meaning alone, by words alone. Without it hybrid where the passages "
        "are embedded, else keyword.",
    ),
]
HowFused = Annotated[
    str | None,
    typer.Option(
        "--fusion",
        metavar="HOW",
        help="How words and vectors become one order: sum:0.15, scaled:8, or rrf:20:1:2 (k, words, vectors). "
        "Without it as measured for the embedder.",
    ),
]
ShowProgress = Annotated[
    bool,
    typer.Option("--progress", metavar="", help="Show progress even when standard error is no terminal."),
]

Wait = Annotated[
    float,
    typer.Option(
        "--wait",
        metavar="SECONDS",
        envvar="BELEGG_WAIT",
        min=0,
        help="How long to wait for another command that writes to the library.",
    ),
]

DEFAULT_LIBRARY = address_of("belegg.db")


def principal_of(groups: str | None) -> Principal:
    """
    Who asks. None is the owner; an empty list is somebody who has signed in and is in no group but
    `everyone`; `anonymous` has not signed in.
    """
    if groups is None:
        return OWNER
    named = frozenset(name for part in groups.split(",") if (name := part.strip()))
    if named == {ANONYMOUS}:
        return Principal.anonymous()
    if ANONYMOUS in {name.casefold() for name in named}:
        raise BadInput(
            f"`--as {groups}`: who has not signed in is in no group; write `--as {ANONYMOUS}` alone, or the "
            "groups alone"
        )
    return Principal.signed_in(f"as:{','.join(sorted(named))}", named)


def show_aside(notes: Sequence[Note]) -> None:
    """What the user should know, on standard error."""
    for note in notes:
        say_aside(f"Note: {visible(note.text)}")


def scope_of(
    library: Library,
    groups: str | None,
    packs: list[str] | None = None,
    documents: list[str] | None = None,
    languages: list[str] | None = None,
    organisations: list[str] | None = None,
    since: str | None = None,
    until: str | None = None,
    as_of: str | None = None,
) -> Scope:
    """The scope that the options describe. A group spelled as no list spells it is told aside."""
    who = principal_of(groups)
    show_aside(library.groups_alike(who.groups or ()))
    return library.scope(
        who,
        packs=packs or (),
        documents=documents or (),
        languages=languages or (),
        organisations=organisations or (),
        since=since,
        until=until,
        as_of=as_of,
    )
