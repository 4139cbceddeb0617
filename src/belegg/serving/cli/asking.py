"""`ask` and `check`: answers in quotations, and the check of somebody's quotations."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from belegg.errors import BadInput
from belegg.library.library import Library
from belegg.records import Abstained
from belegg.serving.cli import options, render, shapes
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.terminal import say_json
from belegg.serving.faults import ABSTAINED


def ask(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="A question in your own words.")],
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
    Answer with checked quotations, or say that the documents hold no answer (exit code 6).

    $ belegg ask "How long is the notice period?"
    $ belegg ask "Hvor lang er oppsigelsestiden?" --pack law --language no
    """
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups, packs, documents, languages, organisations, since, until)
        answer = opened.ask(question, scope)
    if as_json:
        say_json(shapes.answer_json(answer))
    else:
        render.show_answer(answer)
    if isinstance(answer, Abstained):
        raise typer.Exit(ABSTAINED)


def check(
    draft: Annotated[
        str, typer.Argument(metavar="DRAFT", help="A text, Markdown or DOCX file; `-` reads standard input.")
    ],
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
    Check every quotation of a draft, word for word, against the library.

    $ belegg check letter.docx
    $ echo 'The policy says "four weeks of leave".' | belegg check -
    """
    text = text_of(draft)
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups, packs, documents, languages, organisations, since, until)
        checked = opened.check(text, scope)
    if as_json:
        say_json(shapes.checked_json(checked))
    else:
        render.show_checked(checked)


def text_of(draft: str) -> str:
    """The text of a draft on a file or standard input."""
    from belegg.library.drafts import draft_text

    if draft == "-":
        return draft_text(sys.stdin.buffer.read(), "standard input")
    try:
        return draft_text(Path(draft).read_bytes(), draft)
    except OSError as error:
        raise BadInput(f"the draft `{draft}` cannot be read: {error.strerror}") from error
