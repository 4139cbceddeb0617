"""`diff`: what changed between two versions of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belegg.library.library import Library
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.render import heading_line
from belegg.serving.cli.terminal import one_line, say, say_json, styled, wrapped
from belegg.serving.shapes.versions import diff_json
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.differences import Change, Run
    from belegg.library.versions import DocumentDiff

INDENT = 4
AROUND = 12  # words of unchanged text on each side of a change
MARKS = {"removed": ("[-", "-]", "red"), "added": ("{+", "+}", "green")}


def diff(
    document: Annotated[
        str, typer.Argument(metavar="DOCUMENT", help="Its id, path, the end of its path, or its number.")
    ],
    old: Annotated[
        int | None,
        typer.Option("--from", min=1, metavar="N", help="The older version. Without it the one before."),
    ] = None,
    new: Annotated[
        int | None,
        typer.Option("--to", min=1, metavar="N", help="The newer version. Without it the newest."),
    ] = None,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Show what changed between two versions of a document, paragraph by paragraph.

    $ belegg diff policies/travel.md
    $ belegg diff LOV-2005-06-17-62 --from 1 --to 3

    Words taken out stand in [-…-], words put in in {+…+}. What did not change is left out.
    """
    with Library.open(library, watch=watcher()) as opened:
        found = opened.diff(document, scope_of(opened, groups), old=old, new=new)
    if as_json:
        say_json(diff_json(found))
    else:
        show_diff(found)


def show_diff(found: DocumentDiff) -> None:
    """The two versions with their dates, then each change under its headings."""
    between = f"from version {found.old.number} ({found.old.told}) to {found.new.number} ({found.new.told})"
    say(styled(wrapped(one_line(found.document.title)), "bold"))
    say(styled(wrapped(f"{one_line(found.document.source)} · {between}", 0, INDENT), "dim"))
    above: list[tuple[str, ...]] = []  # headings that a reader has just seen
    for change in found.changes:
        say()
        if change.unchanged_before:
            say(styled(f"… {counted(change.unchanged_before, 'paragraph')} unchanged", "dim"))
        headings = heading_line(found.new.head.title, change.path)
        if headings and change.path not in above:
            say(styled(wrapped(headings, 0, INDENT), "bold"))
        above = [change.path, (*change.path, change.runs[-1].text.lstrip("# "))]
        say(wrapped(change_line(change), INDENT))
    say()
    if found.unchanged_after:
        say(styled(f"… {counted(found.unchanged_after, 'paragraph')} unchanged", "dim"))
    say(summary(found))


def change_line(change: Change) -> str:
    """The paragraph with its marks, unchanged words far from a change left out."""
    last = len(change.runs) - 1
    said = " ".join(marked(run, at_start=n == 0, at_end=n == last) for n, run in enumerate(change.runs))
    return f"{said} (too long to be compared word by word)" if change.whole else said


def marked(run: Run, *, at_start: bool, at_end: bool) -> str:
    """A run of words as it is shown."""
    text = one_line(run.text)
    if run.kind != "same":
        opening, closing, style = MARKS[run.kind]
        # Each word in its style: the line is broken between them.
        return " ".join(styled(word, style) for word in f"{opening}{text}{closing}".split(" "))
    words = text.split(" ")
    before, after = (0 if at_start else AROUND), (0 if at_end else AROUND)
    if len(words) <= before + after + 1:
        return text
    return " ".join([*words[:before], "…", *(words[-after:] if after else [])])


def summary(found: DocumentDiff) -> str:
    """`2 paragraphs changed, 1 added, 3 removed.`"""
    counts = {kind: sum(c.kind == kind for c in found.changes) for kind in ("changed", "added", "removed")}
    told = [f"{count} {kind}" for kind, count in counts.items() if count]
    if not told:
        return "Nothing changed but white space."
    first, *others = told
    number, kind = first.split()
    return ", ".join([f"{counted(int(number), 'paragraph')} {kind}", *others]) + "."
