"""`ask` and `check`: answers in quotations, and the check of somebody's quotations."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from belegg.errors import BadInput
from belegg.library.given import given_path
from belegg.library.library import Library
from belegg.records import Abstained
from belegg.serving.cli import ask_options, options, render
from belegg.serving.cli.one_turn import Asking
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.render_turns import show_turn
from belegg.serving.cli.terminal import say_json
from belegg.serving.faults import INTERRUPTED, NOT_CARRIED
from belegg.serving.shapes import documents as shapes
from belegg.serving.shapes.turns import turn_json

if TYPE_CHECKING:
    from belegg.library.drafts import Draft


def ask(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="A question in your own words.")],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    packs: options.Packs = None,
    documents: options.Documents = None,
    languages: options.Languages = None,
    organisations: options.Organisations = None,
    since: options.Since = None,
    until: options.Until = None,
    as_of: options.AsOf = None,
    keep: ask_options.Keep = None,
    no_model: ask_options.NoModel = False,
    no_judge: ask_options.NoJudge = False,
    no_classifier: ask_options.NoClassifier = False,
    no_understanding: ask_options.NoUnderstanding = False,
    most_rounds: ask_options.MostRounds = None,
    most_searches: ask_options.MostSearches = None,
    most_tokens: ask_options.MostTokens = None,
    most_seconds: ask_options.MostSeconds = None,
    most_cost: ask_options.MostCost = None,
    traced: ask_options.Traced = False,
    as_json: options.Json = False,
) -> None:
    """
    Answer with checked quotations, or say that the documents hold no answer (exit code 6).

    With an answer model in belegg.toml it searches, reads and writes, and every quotation is checked. Ctrl-C
    stops it with what is proven until then.

    $ belegg ask "How long is the notice period?"
    $ belegg ask "Hvor lang er oppsigelsestiden?" --pack law --language no
    $ belegg ask "How long is the notice period?" --keep && belegg receipt last > answer.json
    """
    told = ask_options.switched_off(
        model=no_model, judge=no_judge, classifier=no_classifier, understanding=no_understanding
    ) | ask_options.limits(most_rounds, most_searches, most_tokens, most_seconds, most_cost)
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups, packs, documents, languages, organisations, since, until, as_of)
        turn = Asking(opened, scope, told, keep=keep, traced=traced).ask(question)
    if as_json:
        say_json(turn_json(turn))
    else:
        show_turn(turn)
    if turn.was_stopped:
        raise typer.Exit(INTERRUPTED)
    if isinstance(turn.answer, Abstained):
        raise typer.Exit(NOT_CARRIED)


def check(
    draft: Annotated[
        str,
        typer.Argument(
            metavar="DRAFT", help="A text, Markdown, DOCX, ODT or RTF file; `-` reads standard input."
        ),
    ],
    library: options.LibraryAt = DEFAULT_LIBRARY,
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
