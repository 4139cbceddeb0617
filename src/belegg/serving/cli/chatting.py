"""`chat`: questions that follow one another, each answered and kept as `ask` does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from belegg.errors import BadInput, BadQuery
from belegg.library.library import Library
from belegg.serving.cli import ask_options, options
from belegg.serving.cli.one_turn import Asking
from belegg.serving.cli.options import DEFAULT_LIBRARY, scope_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.render_turns import show_sources, show_trace, show_turn
from belegg.serving.cli.terminal import one_line, say, say_aside, say_json_line, styled, visible
from belegg.serving.faults import INTERRUPTED, fault_of
from belegg.serving.shapes.turns import turn_json
from belegg.serving.turns import Turn, gone_on_with
from belegg.text.counted import counted

if TYPE_CHECKING:
    pass

PROMPT = "› "
TOLD = {
    "/sources": "the words that the last answer quotes, with document and page",
    "/trace": "what was done for it, step by step",
    "/quit": "leave; so does Ctrl-D",
}

GoOn = Annotated[
    str | None,
    typer.Option(
        "--continue",
        metavar="ID",
        help="Go on with a kept conversation: its id, that of a run in it, or `last`.",
    ),
]


def chat(
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: options.As = None,
    packs: options.Packs = None,
    documents: options.Documents = None,
    languages: options.Languages = None,
    organisations: options.Organisations = None,
    since: options.Since = None,
    until: options.Until = None,
    as_of: options.AsOf = None,
    goes_on: GoOn = None,
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
    Ask questions that follow one another. From a pipe, each line is a question.

    Every answer is checked as that of `ask`, and kept as a turn of one conversation. Ctrl-C stops the answer
    under way with what is proven until then. /sources, /trace and /quit stand for questions.

    $ belegg chat
    $ belegg chat --continue last
    $ cat questions.txt | belegg chat --json

    The limits are those of each question.
    """
    told = ask_options.switched_off(
        model=no_model, judge=no_judge, classifier=no_classifier, understanding=no_understanding
    ) | ask_options.limits(most_rounds, most_searches, most_tokens, most_seconds, most_cost)
    with Library.open(library, watch=watcher()) as opened:
        scope = scope_of(opened, groups, packs, documents, languages, organisations, since, until, as_of)
        history, conversation = gone_on_with(opened, scope.principal, goes_on)
        asking = Asking(
            opened, scope, told, keep=keep, traced=traced, history=history, conversation=conversation
        )
        if sys.stdin.isatty():
            greet(asking)
        talk(asking, lines(), as_json)


def greet(asking: Asking) -> None:
    """Who answers, and so who is sent what is found; what may be typed beside questions."""
    models = ", ".join(f"{role}: {visible(name)}" for role, name in asking.models.items())
    say_aside(f"Models: {models}." if models else "No model is set: the documents' own sentences answer.")
    say_aside(f"{'; '.join(f'{name}: {what}' for name, what in TOLD.items())}.")


def lines() -> Iterator[str]:
    """What is typed, or comes through a pipe, without empty lines. Ctrl-C at the prompt leaves."""
    if not sys.stdin.isatty():
        yield from filter(None, (line.strip() for line in sys.stdin))
        return
    if sys.stdout.isatty():
        with suppress(ImportError):  # Windows has its own
            import readline  # noqa: F401  (arrows and earlier lines, for `input`)
    while True:
        try:
            line = input(PROMPT).strip()
        except (EOFError, KeyboardInterrupt):
            say()
            return
        if line:
            yield line


def talk(asking: Asking, asked: Iterator[str], as_json: bool) -> None:
    """Answer each line. What is wrong with one question ends no conversation."""
    last: Turn | None = None
    for line in asked:
        if not (as_json or sys.stdin.isatty()):
            say(styled(f"{PROMPT}{visible(line)}", "bold"))
        if line.startswith("/") and not as_json:
            if line == "/quit":
                break
            obey(line, last)
            continue
        try:
            last = asking.ask(line)
        except (BadQuery, BadInput) as error:
            tell_fault(error, as_json)
            continue
        if as_json:
            say_json_line(turn_json(last))
        else:
            show_turn(last, brief=True)
            say()
        if last.was_stopped and not sys.stdin.isatty():
            raise typer.Exit(INTERRUPTED)
    if asking.kept and not as_json:
        kept = (
            f"{counted(asking.kept, 'answer')} kept: `belegg chat --continue {asking.conversation}` goes on."
        )
        say_aside(kept)


def obey(line: str, last: Turn | None) -> None:
    """Do what a line that begins with `/` says."""
    if line not in TOLD:
        say(f"There is no `{one_line(line)}`. {'; '.join(f'{name}: {what}' for name, what in TOLD.items())}.")
    elif last is None:
        say("There is no answer yet.")
    elif line == "/sources":
        show_sources(last)
    else:
        show_trace(last)
        say()


def tell_fault(error: BadQuery | BadInput, as_json: bool) -> None:
    fault = fault_of(error)
    if as_json:
        say_json_line({"error": {"kind": fault.kind, "message": fault.message}})
    else:
        say(styled(visible(fault.message), "yellow"))
