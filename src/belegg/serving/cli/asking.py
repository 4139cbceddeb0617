"""`ask` and `check`: answers in quotations, and the check of somebody's quotations."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from belegg.errors import BadInput
from belegg.library.given import given_path
from belegg.library.library import Library
from belegg.records import Abstained
from belegg.records.chat import Usage
from belegg.records.runs import Ended, Event
from belegg.serving.cli import options, render, shapes
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.render_answers import show_answer
from belegg.serving.cli.shapes_answers import answer_json
from belegg.serving.cli.terminal import say_json
from belegg.serving.cli.tracing import trace
from belegg.serving.faults import NOT_CARRIED

if TYPE_CHECKING:
    from belegg.library.drafts import Draft


Keep = Annotated[
    bool,
    typer.Option("--keep", metavar="", help="Keep the answer: `belegg runs`, `verify`, `receipt`, `export`."),
]


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
    as_of: options.AsOf = None,
    keep: Keep = False,
    no_model: Annotated[
        bool, typer.Option("--no-model", metavar="", help="Answer with the documents' own sentences alone.")
    ] = False,
    traced: Annotated[
        bool, typer.Option("--trace", metavar="", help="Say each thing as it happens, on standard error.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """
    Answer with checked quotations, or say that the documents hold no answer (exit code 6).

    With an answer model in belegg.toml it searches, reads and writes, and every quotation is checked.

    $ belegg ask "How long is the notice period?"
    $ belegg ask "Hvor lang er oppsigelsestiden?" --pack law --language no
    $ belegg ask "How long is the notice period?" --keep && belegg receipt last > answer.json
    """
    from belegg.answering.settings import AskSettings

    events: list[Event] = []

    def told(event: Event) -> None:
        events.append(event)
        if traced:
            trace(event)

    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups, packs, documents, languages, organisations, since, until, as_of)
        started_at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        answer = opened.ask(question, scope, watch=told, settings=AskSettings(use_model=not no_model))
        if keep:
            _, notes = opened.keep_run(opened.new_run(events, scope, started_at=started_at))
            answer = replace(answer, notes=(*answer.notes, *notes))
    if as_json:
        say_json(answer_json(answer, usage_of(events)))
    else:
        show_answer(answer)
    if isinstance(answer, Abstained):
        raise typer.Exit(NOT_CARRIED)


def usage_of(events: Iterable[Event]) -> Usage | None:
    """What the models took, as the last event says."""
    return next((event.usage for event in events if isinstance(event, Ended)), None)


def check(
    draft: Annotated[
        str,
        typer.Argument(
            metavar="DRAFT", help="A text, Markdown, DOCX, ODT or RTF file; `-` reads standard input."
        ),
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

    Ends with exit code 6 when one is not found, or stands somewhere else than the draft says.

    $ belegg check letter.docx
    $ echo 'The policy says "four weeks of leave".' | belegg check -
    """
    given = draft_on(draft)
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups, packs, documents, languages, organisations, since, until)
        checked = opened.check(given.text, scope)
    checked = replace(checked, notes=(*given.notes, *checked.notes))
    if as_json:
        say_json(shapes.checked_json(checked))
    else:
        render.show_checked(checked)
    if not all(claim.is_right for claim in checked.claims):
        raise typer.Exit(NOT_CARRIED)


def draft_on(draft: str) -> Draft:
    """A draft on a file or standard input."""
    from belegg.library.drafts import read_draft

    if draft == "-":
        return read_draft(sys.stdin.buffer.read(), "standard input")
    try:
        return read_draft(given_path(draft).read_bytes(), draft)
    except OSError as error:
        raise BadInput(f"the draft `{draft}` cannot be read: {error.strerror}") from error
