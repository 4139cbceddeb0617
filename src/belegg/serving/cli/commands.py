"""The list of commands, and how an error leaves one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Annotated, Any

# Belegg multiplies no large matrices; the threads that numpy would start cost 0.1 s CPU at every start.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from belegg import __version__
from belegg.errors import BadInput, BeleggError
from belegg.serving.cli import (
    ablating,
    accessing,
    asking,
    auditing,
    calibrating,
    chatting,
    comparing,
    connecting,
    copying,
    embedding,
    enriching,
    finding,
    golden,
    keeping,
    log,
    looking,
    lovdata,
    marking,
    measuring,
    modelling,
    packs,
    people,
    reports,
    reranking,
    runs,
    serving,
    setting_up,
    showing,
    statistics,
    stored_runs,
    tables,
    tokens,
    vocabulary,
    watching,
)
from belegg.serving.cli.options import JSON_ASKED
from belegg.serving.cli.terminal import say, say_aside, say_json, visible
from belegg.serving.faults import BROKEN_PIPE, INTERRUPTED, fault_of


class Commands(TyperGroup):
    """Runs one command and turns what ends it early into a sentence and an exit code."""

    def invoke(self, context: Any) -> Any:
        words = tuple(context.args)  # those of the command; running it empties the list
        try:
            outcome = super().invoke(context)
            sys.stdout.flush()
        except BeleggError as error:
            fault = fault_of(error)
            if context.meta.get(JSON_ASKED) or "--json" in words:
                say_json({"error": {"kind": fault.kind, "message": fault.message}})
            say_aside(f"belegg: {visible(fault.message)}")
            raise typer.Exit(fault.exit_code) from error
        except TyperException as misread:  # an unknown option, a word too many: typer tells people
            if "--json" in words:
                say_json({"error": {"kind": BadInput.__name__, "message": misread.format_message()}})
            hint_at_dashes(misread)
            hint_at_one(misread)
            raise
        except KeyboardInterrupt as stop:
            say_aside(f"\nbelegg: {str(stop) or 'stopped.'}")
            raise typer.Exit(INTERRUPTED) from stop
        except BrokenPipeError as closed:
            # Whoever read our output has closed it (`| head`). Python would complain at its own exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(BROKEN_PIPE) from closed
        return outcome


TAKES_WORDS = ("search", "ask", "explain", "discover", "related")


def hint_at_dashes(misread: TyperException) -> None:
    """A query that begins with `-word` was taken for an option: say how to write it."""
    command = getattr(getattr(misread, "ctx", None), "info_name", None)
    if command in TAKES_WORDS and getattr(misread, "option_name", None):
        told = f'belegg {command} … -- "-word words"'
        say_aside(f"A query that begins with - stands last, behind two dashes: {told}")


def hint_at_one(misread: TyperException) -> None:
    """Several folders were given, or one whose name has spaces: say how to write either."""
    command = getattr(getattr(misread, "ctx", None), "info_name", None)
    if command == "ingest" and "extra argument" in misread.format_message():
        say_aside(
            "`belegg ingest` takes one folder or file: give each a command of its own, and write a name "
            'that has spaces between quotation marks: "my folder"'
        )


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,  # they print local variables: text of documents
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="rich",
)


def print_version(asked: bool) -> None:
    if asked:
        say(f"belegg {__version__}")
        raise typer.Exit


@app.callback()
def belegg(
    version: Annotated[
        bool,
        typer.Option(
            "--version", metavar="", callback=print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """
    Search your documents, and get answers made of quotations that a program has checked word for word.

    Start with [bold]belegg demo[/bold], or with a folder of your own:

    $ belegg ingest ~/notes
    $ belegg search "notice period"
    $ belegg ask "How long is the notice period?"
    """


FIND, LOOK, KEEP = "Find and answer", "Look closer", "Look after the library"
COMMANDS: tuple[tuple[str, Callable[..., None]], ...] = (
    ("First steps", showing.demo),
    (FIND, keeping.ingest),
    (FIND, finding.search),
    (FIND, asking.ask),
    (FIND, chatting.chat),
    (FIND, finding.read),
    (FIND, asking.check),
    (FIND, marking.mark),
    (FIND, vocabulary.discover),
    (FIND, vocabulary.related),
    (FIND, finding.similar),
    (LOOK, stored_runs.replay),
    (LOOK, stored_runs.verify),
    (LOOK, stored_runs.receipt),
    (LOOK, stored_runs.export),
    (LOOK, stored_runs.gaps),
    (LOOK, looking.documents),
    (LOOK, comparing.diff),
    (LOOK, reports.report),
    (LOOK, finding.explain),
    (KEEP, embedding.embed),
    (KEEP, enriching.enrich),
    (KEEP, reranking.rerank),
    (KEEP, setting_up.setup),
    (KEEP, serving.serve),
    (KEEP, watching.watch),
    (KEEP, looking.health),
    (KEEP, calibrating.calibrate),
    (KEEP, auditing.audit_access),
    (KEEP, keeping.backup),
    (KEEP, copying.copy),
    (KEEP, keeping.compact),
    (KEEP, keeping.reanalyse),
    (KEEP, keeping.forget),
)
for panel, command in COMMANDS:
    app.command(rich_help_panel=panel)(command)
for command in (*runs.COMMANDS, *golden.COMMANDS, *ablating.COMMANDS):
    measuring.app.command()(command)
app.add_typer(measuring.app, name="eval", rich_help_panel=LOOK)
app.add_typer(stored_runs.app, name="runs", rich_help_panel=LOOK)
app.add_typer(statistics.app, name="statistics", rich_help_panel=LOOK)
app.add_typer(tables.app, name="tables", rich_help_panel=LOOK)
packs.app.command()(lovdata.lovdata)
app.add_typer(packs.app, name="pack", rich_help_panel=KEEP)
app.add_typer(modelling.app, name="models", rich_help_panel=KEEP)
app.add_typer(accessing.app, name="access", rich_help_panel=KEEP)
app.add_typer(people.app, name="people", rich_help_panel=KEEP)
app.add_typer(tokens.app, name="token", rich_help_panel=KEEP)
app.add_typer(log.app, name="audit", rich_help_panel=KEEP)
app.add_typer(connecting.app, name="mcp", rich_help_panel=KEEP)
