"""`demo`: the whole walk on a company that ships with Belegg."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.serving.cli import options
from belegg.serving.cli.overview import show_ingested
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.render_answers import show_answer
from belegg.serving.cli.terminal import say, say_json, styled, visible, width, wrapped
from belegg.serving.shapes import documents as shapes
from belegg.serving.shapes.answers import answer_json


def demo(
    folder: Annotated[
        Path | None,
        typer.Argument(
            parser=options.path,
            metavar="FOLDER",
            help="Where to put the demo library. Without it, a new temporary folder.",
        ),
    ] = None,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    See it work: a library of a small company, four questions, no key and no network.

    $ belegg demo
    """
    from belegg.answering.settings import BY_RULE
    from belegg.library.demo import access_rules, company_folder, demo_questions, place_tables

    started = time.monotonic()
    place = folder or Path(tempfile.mkdtemp(prefix="belegg-demo-"))
    place.mkdir(parents=True, exist_ok=True)
    place_tables(place)
    file, company, rules = place / "belegg.db", company_folder(), access_rules()
    with Library.open(file, create=True, watch=watcher(progress)) as library:
        if as_json:
            ingested = shapes.ingested_json(library.ingest(company, access=rules))
            answers = [
                library.ask(each.question, Scope(OWNER), settings=BY_RULE) for each in demo_questions()
            ]
            told = [answer_json(answer) for answer in answers]
            say_json({"library": str(file), "ingested": ingested, "answers": told})
            return
        say(
            styled(
                wrapped("A small company's handbook, contracts, minutes and reviews go into one file."),
                "bold",
            )
        )
        command("ingest", str(company), "--access", str(rules), "--library", str(file))
        show_ingested(library.ingest(company, access=rules))
        for each in demo_questions():
            rule(each.why)
            command("ask", f'"{each.question}"')
            show_answer(library.ask(each.question, Scope(OWNER), settings=BY_RULE))
    rule(f"That took {time.monotonic() - started:.0f} s. Now you")
    farewell(file)


def command(*words: str) -> None:
    say(styled(f"$ belegg {visible(' '.join(words))}", "cyan"))
    say()


def rule(text: str) -> None:
    say()
    say(styled(f"── {text} ".ljust(width(), "─"), "dim"))
    say()


def farewell(file: Path) -> None:
    say(f"export BELEGG_LIBRARY={visible(str(file))}")
    say('belegg search "notice period"')
    say('belegg ask "…"')
    say("belegg tables list")
    say("belegg ingest YOUR-FOLDER --library yours.db")
