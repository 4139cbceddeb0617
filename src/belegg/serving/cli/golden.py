"""`eval add`, `eval sets`, `eval export`, `eval remove`: the golden sets that a library keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from belegg.errors import BadInput
from belegg.library.library import WAIT_S, Library
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.terminal import columns, one_line, say, say_aside, say_at_once, say_json, wrapped
from belegg.serving.faults import NOT_CARRIED
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.evaluating import ChangedSet

CLASSES = "single, synthesis, same_language, unanswerable, temporal"
SetName = Annotated[str, typer.Argument(metavar="SET", help="The name of a golden set.")]
Question = Annotated[str | None, typer.Argument(metavar="QUESTION", help="The question.")]
Documents = Annotated[
    list[str] | None,
    typer.Option(
        "--gold",
        metavar="DOCUMENT",
        help="The document that answers: id or the end of its path. With --quote; both may be repeated.",
    ),
]
Quotes = Annotated[
    list[str] | None, typer.Option("--quote", metavar="TEXT", help="What answers, word for word.")
]
Pages = Annotated[
    list[int] | None,
    typer.Option("--page", metavar="N", min=1, help="The page of each quotation, if there are pages."),
]
Class = Annotated[
    str | None,
    typer.Option("--class", metavar="CLASS", help=f"One of {CLASSES}; without it by the gold."),
]
Language = Annotated[str | None, typer.Option(metavar="CODE", help="The question's language.")]
Points = Annotated[
    list[str] | None,
    typer.Option("--point", metavar="TEXT", help="Words or figures that a right answer holds."),
]
Asker = Annotated[str | None, typer.Option(metavar="GROUP,GROUP", help="Who asks; without it the owner.")]
AsOf = Annotated[
    str | None, typer.Option("--as-of", metavar="DATE", help="The day that it is about: 2024-05-12.")
]
Remark = Annotated[str, typer.Option(metavar="TEXT", help="A remark.")]
Id = Annotated[str | None, typer.Option(metavar="ID", help="Its id; without it the next number.")]
From = Annotated[
    Path | None,
    typer.Option("--from", parser=options.path, metavar="FILE", help="Add the questions of a file."),
]
Replace = Annotated[
    bool, typer.Option("--replace", metavar="", help="Questions of the same id are replaced.")
]


def add(
    golden_set: SetName,
    question: Question = None,
    documents: Documents = None,
    quotes: Quotes = None,
    pages: Pages = None,
    question_class: Class = None,
    language: Language = None,
    points: Points = None,
    asker: Asker = None,
    as_of: AsOf = None,
    note: Remark = "",
    id: Id = None,
    file: From = None,
    replace: Replace = False,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Freeze a question as a case of a golden set, or add those of a file. The set is made when it is not there.

    $ belegg eval add mine "How long is the notice period?" --gold rules.md --quote "three months"
    $ belegg eval add mine "Who repairs the zeppelin?" --class unanswerable
    $ belegg eval add mine --from questions.jsonl
    """
    from belegg.evaluation.golden import parsed, read_questions, unknown_keys

    if (question is None) == (file is None):
        raise BadInput("give a question or a file of them (`--from FILE`), one of both")
    row: dict[str, object] = {
        "question": question,
        "class": question_class,
        "language": language,
        "gold": _golds(documents or [], quotes or [], pages or []),
        "points": points,
        "asker": asker,
        "as_of": as_of,
        "note": note,
    }
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        if file is not None:
            added, slips = read_questions(file), unknown_keys(file)
        else:
            taken = {one.id for one in opened.golden_sets().get(golden_set, [])}
            added, slips = parsed([(0, {"id": id or _next_id(taken), **_whole(row)})], "the question"), []
        changed = opened.add_questions(golden_set, added, replace=replace)
    if as_json:
        say_json(asdict(changed))
    else:
        show_changed(changed, slips)


def show_changed(changed: ChangedSet, slips: Sequence[str]) -> None:
    parts = [(changed.added, "added"), (changed.replaced, "replaced"), (changed.same, "there already")]
    said = ", ".join(f"{number} {what}" for number, what in parts if number)
    say(f"Set `{changed.name}`: {said}; {counted(changed.questions, 'question')} now.")
    for slip in slips:
        say_aside(f"warning: {one_line(slip)}")


def check(
    golden_set: Annotated[
        str, typer.Argument(metavar="SET", help="A golden set, or a file of questions, which is kept.")
    ],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Check a golden set against the library: every quotation word for word, its page, section and readers.

    $ belegg eval check questions.jsonl

    Ends with 6 when the set says something that is not so.
    """
    with Library.open(library) as opened:
        name = opened.taken_set(golden_set)
        found, size = opened.check_set(name), len(opened.golden_set(name))
    faults = [each for each in found if each.is_fault]
    if as_json:
        say_json({"set": name, "questions": size, "findings": [asdict(each) for each in found]})
    else:
        wrong = counted(len({each.question for each in faults}), "question")
        said = f"{wrong} with something that is not so" if faults else "all gold stands as it says"
        say(f"Set `{name}`: {counted(size, 'question')}, {said}.")
        for each in found:
            kind = "fault" if each.is_fault else "note"
            say(wrapped(one_line(f"{each.question}: {kind}: {each.text}"), 2, 4))
    if faults:
        raise typer.Exit(NOT_CARRIED)


def sets(library: options.LibraryAt = DEFAULT_LIBRARY, as_json: options.Json = False) -> None:
    """
    List the golden sets that are kept, with their questions by class.

    $ belegg eval sets
    """
    from belegg.evaluation.golden import CLASSES

    with Library.open(library) as opened:
        kept, made = opened.golden_sets(), opened.store.runs()
    listed = [
        {
            "set": name,
            "questions": len(questions),
            "runs": sum(run.golden_set == name for run in made),
            "classes": {c: sum(q.question_class == c for q in questions) for c in CLASSES},
        }
        for name, questions in kept.items()
    ]
    if as_json:
        say_json({"sets": listed})
        return
    if not listed:
        say("No golden set is kept; `belegg eval add` and `belegg eval run` make one.")
        return
    rows = [
        (
            str(each["set"]),
            str(each["questions"]),
            *map(str, cast(dict[str, int], each["classes"]).values()),
            str(each["runs"]),
        )
        for each in listed
    ]
    say(columns([("set", "questions", *CLASSES, "runs"), *rows]))


def export(
    golden_set: SetName,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    as_json: options.Json = False,
) -> None:
    """
    Print a golden set, one JSON object a line, as `eval run` and `eval add --from` read it.

    $ belegg eval export mine > mine.jsonl
    """
    from belegg.evaluation.golden import as_lines

    with Library.open(library) as opened:
        questions = opened.golden_set(golden_set)
    if as_json:
        say_json({"set": golden_set, "questions": [question.as_json() for question in questions]})
    else:
        print(as_lines(questions), end="")


def remove(
    golden_set: Annotated[str | None, typer.Argument(metavar="SET", help="A golden set.")] = None,
    run: Annotated[int | None, typer.Option(metavar="RUN", min=1, help="Only this run.")] = None,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Let a golden set go with its runs, or one run.

    $ belegg eval remove mine
    $ belegg eval remove --run 3
    """
    if (golden_set is None) == (run is None):
        raise BadInput("give a set or a run (`--run 3`), one of both")
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        if run is not None:
            opened.remove_run(run)
            gone: dict[str, Any] = {"set": None, "runs": [run]}
        else:
            name = cast(str, golden_set)
            gone = {"set": name, "runs": list(opened.runs(name))}
            opened.remove_set(name)
    if as_json:
        say_json(gone)
    elif run is not None:
        say(f"Run {run} is gone.")
    else:
        say(f"Set `{golden_set}` is gone, and {counted(len(gone['runs']), 'run')} over it.")


def _golds(documents: list[str], quotes: list[str], pages: list[int]) -> list[dict[str, object]]:
    if len(documents) != len(quotes) or len(pages) not in (0, len(quotes)):
        raise BadInput("give as many `--quote` as `--gold`, and as many `--page` or none")
    return [
        {"document": document, "quote": quote, "page": page}
        for document, quote, page in zip_longest(documents, quotes, pages)
    ]


def _whole(row: dict[str, object]) -> dict[str, object]:
    """The row, when it says what answers or that nothing does."""
    if not row["gold"] and row["class"] is None:
        raise BadInput(
            "a question needs what answers it (`--gold DOCUMENT --quote TEXT`); say `--class unanswerable` "
            "when nothing in the library does"
        )
    return row


def _next_id(taken: set[str]) -> str:
    """The first number from 1 that is no question's id."""
    number = 1
    while str(number) in taken:
        number += 1
    return str(number)


COMMANDS = (add, check, sets, export, remove)
