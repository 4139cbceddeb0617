"""`eval run`, `eval runs`, `eval show`: asking golden sets, and looking at what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belegg.errors import BadInput
from belegg.library.library import Library
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY, principal_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.terminal import columns, say, say_json, spoken_size, visible

if TYPE_CHECKING:
    from belegg.evaluation.runs import Run

GivenSet = Annotated[
    str,
    typer.Argument(
        metavar="SET",
        help="A golden set that the library keeps, or a file of questions, which is kept under its name.",
    ),
]
AskedAs = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="GROUP,GROUP",
        help="Ask everything as somebody in these groups and `everyone`, or as `anonymous`. Without it "
        "each question's own `asker` asks, else the owner.",
    ),
]
Limit = Annotated[
    int | None, typer.Option(min=1, metavar="N", help="A sample of the questions, the same every time.")
]
Compare = Annotated[
    int | None,
    typer.Option(
        "--compare", metavar="RUN", min=1, help="Say what got better and worse since this run, and by chance."
    ),
]
RunNumber = Annotated[int, typer.Argument(metavar="RUN", min=1, help="A run's number: `belegg eval runs`.")]


def run(
    golden_set: GivenSet,
    library: options.LibraryFile = DEFAULT_LIBRARY,
    groups: AskedAs = None,
    packs: options.Packs = None,
    mode: options.SearchMode = None,
    compare: Compare = None,
    limit: Limit = None,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Ask a golden set: what is found, shown, rightly refused, by class and language. The run is kept.

    $ belegg eval run questions.jsonl
    """
    with Library.open(library, watch=watcher(progress)) as opened:
        asker = principal_of(groups) if groups is not None else None
        before = opened.run(compare) if compare else None
        name = opened.taken_set(golden_set)
        number, made = opened.measure(name, asker=asker, packs=packs or (), mode=mode, limit=limit)
    shown(number, made, as_json, compare, before)


def runs(
    golden_set: Annotated[str | None, typer.Argument(metavar="SET", help="Only runs over this set.")] = None,
    library: options.LibraryFile = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    List the runs that are kept, the last one last.

    $ belegg eval runs
    """
    from belegg.serving.cli.runs_shown import in_a_row, in_short

    with Library.open(library) as opened:
        kept = opened.runs(golden_set)
    if as_json:
        say_json({"runs": [in_short(number, each) for number, each in kept.items()]})
        return
    if not kept:
        say("No run is kept; `belegg eval run SET` makes one.")
        return
    head = ("run", "set", "when", "questions", "recall@12", "passed", "mode", "corpus")
    say(columns([head, *(in_a_row(number, each) for number, each in kept.items())]))


def show(
    number: RunNumber,
    compare: Compare = None,
    library: options.LibraryFile = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Show a kept run: its measures, its conditions, and every question.

    $ belegg eval show 1
    """
    with Library.open(library) as opened:
        kept = opened.run(number)
        before = opened.run(compare) if compare else None
    shown(number, kept, as_json, compare, before, whole=True)


def report(
    numbers: Annotated[
        list[int], typer.Argument(metavar="RUN...", min=1, help="Runs; the last is shown, beside the others.")
    ],
    html: Annotated[
        Path, typer.Option("--html", parser=options.path, metavar="FILE", help="The page to write.")
    ],
    library: options.LibraryFile = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Write a page with charts and tables of runs: one file that needs nothing else.

    $ belegg eval report 1 2 --html report.html
    """
    from belegg.evaluation.report import report as page

    with Library.open(library) as opened:
        text = page({number: opened.run(number) for number in numbers})
    try:
        html.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"`{html}` cannot be written: {error.strerror}") from error
    size = len(text.encode())
    if as_json:
        say_json({"file": str(html), "size_bytes": size, "runs": numbers})
    else:
        say(f"Wrote {visible(str(html))} ({spoken_size(size)}).")


def shown(
    number: int,
    made: Run,
    as_json: bool,
    compare: int | None,
    before: Run | None,
    whole: bool = False,
) -> None:
    """
    A run as JSON or for people, beside an earlier one when there is one; `whole` with its conditions and
    every question.
    """
    from belegg.serving.cli import compared
    from belegg.serving.cli.runs_shown import show_run, show_whole, told

    beside = (compare, before) if compare and before else None
    if as_json:
        say_json({**told(number, made), "comparison": compared.told(*beside, made) if beside else None})
        return
    show_run(number, made)
    if beside:
        compared.show(*beside, made)
    if whole:
        show_whole(made)


COMMANDS = (run, runs, show, report)
