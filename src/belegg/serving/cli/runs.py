"""`eval run`, `eval runs`, `eval show`: asking golden sets, and looking at what came of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belegg.errors import BadInput
from belegg.library.library import Library
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY, principal_of
from belegg.serving.cli.progress import Remembering, watcher
from belegg.serving.cli.terminal import columns, say, say_aside, say_json, spoken_size, visible, wrapped

if TYPE_CHECKING:
    from belegg.answering.settings import AskSettings
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
Answers = Annotated[
    bool,
    typer.Option(
        "--answers", metavar="", help="Ask the answer model, measure what it answers. It may cost money."
    ),
]
NoModel = Annotated[
    bool, typer.Option("--no-model", metavar="", help="Measure the answers that are given without a model.")
]
Anew = Annotated[
    bool, typer.Option("--anew", metavar="", help="Do not go on with a run that was interrupted.")
]
RunNumber = Annotated[int, typer.Argument(metavar="RUN", min=1, help="A run's number: `belegg eval runs`.")]


def run(
    golden_set: GivenSet,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: AskedAs = None,
    packs: options.Packs = None,
    mode: options.SearchMode = None,
    compare: Compare = None,
    limit: Limit = None,
    answers: Answers = False,
    no_model: NoModel = False,
    anew: Anew = False,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Ask a golden set: what is found, shown, rightly refused, by class and language. The run is kept.

    $ belegg eval run questions.jsonl
    $ belegg eval run questions --answers

    Without --answers no model writes, whichever is set. With it, what that will take is said before it
    starts, each answer is kept as it comes, and the same command goes on with a run that was interrupted.
    """
    if (no_model or anew) and not answers:
        raise BadInput("`--no-model` and `--anew` say how answers are measured; give `--answers` too")
    watch = Remembering(watcher(progress), "question")
    with Library.open(library, watch=watch) as opened:
        asker = principal_of(groups) if groups is not None else None
        before = opened.run(compare) if compare else None
        name = opened.taken_set(golden_set)
        settings = answering(opened, no_model) if answers else None
        if settings is not None:
            say_ahead(opened, name, settings, asker=asker, packs=packs or (), limit=limit, anew=anew)
        elif "answer" in opened.chat_roles():
            say_aside("Measured without the answer model, which costs nothing; `--answers` asks it.")
        try:
            number, made = opened.measure(
                name, asker=asker, packs=packs or (), mode=mode, limit=limit, answers=settings, anew=anew
            )
        except KeyboardInterrupt as stop:
            raise KeyboardInterrupt(watch.farewell() if answers else "stopped; nothing was kept.") from stop
    shown(number, made, as_json, compare, before)


def answering(opened: Library, no_model: bool) -> AskSettings:
    """The settings of `[ask]` in belegg.toml, by which people ask."""
    from belegg.library.preferring import preferred

    settings = preferred(opened.path).settings
    return replace(settings, use_model=False) if no_model else settings


def say_ahead(opened: Library, name: str, settings: AskSettings, *, times: int = 1, **wanted: Any) -> None:
    """What asking will take, on standard error, before it starts."""
    from belegg.serving.cli.answers_measured import ahead_told

    say_aside(wrapped(ahead_told(opened.answers_ahead(name, settings, **wanted), times)))


def runs(
    golden_set: Annotated[str | None, typer.Argument(metavar="SET", help="Only runs over this set.")] = None,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    List the runs that are kept, the last one last.

    $ belegg eval runs
    """
    from belegg.serving.cli.runs_shown import in_a_row
    from belegg.serving.shapes.measured import in_short

    with Library.open(library) as opened:
        kept = opened.runs(golden_set)
    if as_json:
        say_json({"runs": [in_short(number, each) for number, each in kept.items()]})
        return
    if not kept:
        say("No run is kept; `belegg eval run SET` makes one.")
        return
    head = ("run", "set", "when", "questions", "recall@12", "passed", "mode", "answers", "corpus")
    say(columns([head, *(in_a_row(number, each) for number, each in kept.items())]))


def show(
    number: RunNumber,
    question: Annotated[
        str | None,
        typer.Argument(
            metavar="QUESTION", help="The id of a question: its answer, and what the checks said."
        ),
    ] = None,
    compare: Compare = None,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Show a kept run: its measures, its conditions, and every question; or one answer of it with its checks.

    $ belegg eval show 1
    $ belegg eval show 2 golden-07
    """
    with Library.open(library) as opened:
        kept = opened.run(number)
        before = opened.run(compare) if compare else None
    if question is not None:
        show_one(kept, question, as_json)
        return
    shown(number, kept, as_json, compare, before, whole=True)


def show_one(kept: Run, question: str, as_json: bool) -> None:
    """One answer of a run."""
    from belegg.evaluation.outcomes import values
    from belegg.serving.cli import answers_measured
    from belegg.serving.shapes.measured import outcome_json

    outcome, record = answers_measured.answer_of(kept, question)
    if as_json:
        say_json({**outcome_json(outcome), "values": values(outcome)})
    else:
        answers_measured.show_answer(outcome, record)


def report(
    numbers: Annotated[
        list[int], typer.Argument(metavar="RUN...", min=1, help="Runs; the last is shown, beside the others.")
    ],
    html: Annotated[
        Path, typer.Option("--html", parser=options.path, metavar="FILE", help="The page to write.")
    ],
    library: options.LibraryAt = DEFAULT_LIBRARY,
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
    from belegg.serving.cli.runs_shown import show_run, show_whole
    from belegg.serving.shapes.measured import told

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
