"""`mark`: where a quotation stands on its pages, and pictures that show it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belegg.errors import BadInput
from belegg.library.library import Library
from belegg.serving.cli import limits, options, render
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.terminal import one_line, say, say_json, styled, visible, wrapped
from belegg.serving.faults import NOT_CARRIED
from belegg.serving.shapes import documents as shapes

if TYPE_CHECKING:
    from belegg.library.marking import Marked


def mark(
    document: Annotated[
        str, typer.Argument(metavar="DOCUMENT", help="Its id, path, the end of its path, or its number.")
    ],
    quotation: Annotated[str, typer.Argument(metavar="QUOTATION", help="The words to mark.")],
    page: Annotated[int | None, typer.Option(min=1, help="Of several places, the one on this page.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            parser=options.path,
            metavar="FILE.png",
            help="Draw the page with the words marked. Of several pages each has its number in the name.",
        ),
    ] = None,
    passwords: limits.Passwords = None,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    as_json: options.Json = False,
) -> None:
    """
    Show where a quotation stands: page, place of its words, a picture of the page.

    $ belegg mark report.pdf "eleven of the twelve boats were insured" --out page.png

    Ends with exit code 6 when the words are not there, or not on that page.
    """
    if out is not None and out.suffix.lower() != ".png":
        raise BadInput(f"`{out}` is no name for a picture; it ends in `.png`")
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups)
        marked = opened.mark(document, quotation, scope, page=page)
        drawn = []
        if out is not None and marked.pages:
            drawn = opened.pictures(marked, scope, passwords=limits.passwords_in(passwords))
    written = {number: written_to(out, number, len(drawn), data) for number, data in drawn if out}
    if as_json:
        say_json(shapes.marked_json(marked, written))
    else:
        show_marked(marked, written)
    if not marked.checked.is_right:
        raise typer.Exit(NOT_CARRIED)


def written_to(out: Path, number: int, pages: int, data: bytes) -> str:
    """Write a picture; of several `page.png` becomes `page-3.png`. Raises BadInput."""
    file = out if pages == 1 else out.with_stem(f"{out.stem}-{number}")
    try:
        file.write_bytes(data)
    except OSError as error:
        raise BadInput(f"the picture `{file}` cannot be written: {error.strerror}") from error
    return str(file)


def show_marked(marked: Marked, written: dict[int, str]) -> None:
    """Status and place as `check` tells them, then each page with its boxes."""
    render.show_claim(marked.checked)
    for page in marked.pages:
        printed = f", printed {one_line(page.label)}" if page.label not in (None, str(page.number)) else ""
        say(styled(f"Page {page.number}{printed}", "bold") + f" ({page.width:g} × {page.height:g} points)")
        for box in page.boxes:
            say(f"    from {box.x0:.1f}, {box.y0:.1f} to {box.x1:.1f}, {box.y1:.1f}")
        if page.number in written:
            say(wrapped(f"drawn: {visible(written[page.number])}", 4))
    if marked.checked.quote and not marked.pages:
        say(wrapped("Where the words stand on a page is known of PDF files and scans only."))
