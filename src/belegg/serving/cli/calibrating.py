"""`belegg calibrate`: the gate's two curves on questions with and without an answer, and its floor."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belegg.library.library import WAIT_S, Library
from belegg.records.gate import EVERY
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.terminal import (
    columns,
    one_line,
    say,
    say_aside,
    say_at_once,
    say_json,
    shortened,
    visible,
    wrapped,
)

if TYPE_CHECKING:
    from belegg.evaluation.calibrate import Calibrated, Calibration
    from belegg.evaluation.curves import Point, Share
    from belegg.library.calibrating_quick import FittedCalls

BAR = 20  # characters of a whole bar
MOST_SHOWN = 5  # questions
ENOUGH_FOR_A_CURVE = 20  # questions of one language: fewer have their sentence, and in JSON their curve


QuickCalls = Annotated[
    bool, typer.Option("--quick-calls", help="Fit the quick calls on golden questions, and not the gate.")
]
OnReranker = Annotated[
    bool, typer.Option("--rerank", help="Read the floor on the reranker's scores, not on cosines.")
]


def calibrate(
    answerable: Annotated[
        Path | None,
        typer.Argument(
            parser=options.path,
            metavar="ANSWERABLE",
            help="Questions that the library answers, one JSON object a line; or questions of both kinds.",
        ),
    ] = None,
    unanswerable: Annotated[
        Path | None,
        typer.Argument(
            parser=options.path,
            metavar="UNANSWERABLE",
            help="Questions that it does not answer, near its subject and far from it.",
        ),
    ] = None,
    packs: Annotated[
        list[str] | None,
        typer.Option("--pack", metavar="NAME", help="Calibrate this pack by itself. May be repeated."),
    ] = None,
    rerank: OnReranker = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the curves, keep nothing.")] = False,
    quick_calls: QuickCalls = False,
    off: Annotated[bool, typer.Option("--off", help="Take the gate away: nothing is dropped.")] = False,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Set the gate that says "nothing on this subject", from questions with and without an answer.

    Prints for each floor how many unanswerable questions would be answered and how many answerable ones
    refused, by pack and language. A floor is kept only where it separates them.

    With `--quick-calls`: how sure the local model and the classifier are, and may be, on questions with gold
    quotations and on messages that come with Belegg; what is fitted is kept.

    $ belegg calibrate answerable.jsonl unanswerable.jsonl
    $ belegg calibrate golden.jsonl --pack law --dry-run
    $ belegg calibrate golden.jsonl --quick-calls
    $ belegg calibrate --off
    """
    if off == (answerable is not None):
        raise typer.BadParameter("give a file of questions, or `--off` alone")
    with Library.open(library, watch=watcher(), wait_s=wait, tell=say_at_once) as opened:
        if answerable is not None and quick_calls:
            show_quick(opened.fit_quick_calls(answerable, keep=not dry_run), not dry_run, as_json)
            return
        if answerable is None:
            opened.gate_off()
            say_json({"off": True}) if as_json else say("The gate is off: nothing is dropped.")
            return
        found = opened.calibrate(answerable, unanswerable, packs=packs or [], rerank=rerank, keep=not dry_run)
    if as_json:
        say_json({**found.as_json(), "kept": not dry_run})
    else:
        show(found, kept=not dry_run)


def show_quick(found: FittedCalls, kept: bool, as_json: bool) -> None:
    """A line for each decision that was looked at."""
    if as_json:
        say_json({**found.as_json(), "kept": kept})
        return
    for call in found.calls:
        told = "" if call.temperature is None else f", temperature {call.temperature:g}"
        say(f"{call.decision} by `{visible(call.judge)}`: {call.rows} labelled rows{told}")
        say(f"  {call.right} right; sure of {call.sure}, {call.sure_and_right} of them right")
    if not found.calls:
        say("Nothing could be fitted: too few labels, or neither vectors nor a classifier.")
    elif not kept:
        say("Nothing was kept (`--dry-run`).")


def show(found: Calibration, *, kept: bool) -> None:
    """Every row with its curve, then what became of it; warnings on standard error."""
    for row in found.rows:
        say(headline(row, found.judge.measure))
        say(wrapped(verdict(row), 2))
        if row.language != EVERY and row.answerable + row.unanswerable < ENOUGH_FOR_A_CURVE:
            say()
            continue
        say(columns([("", "stopped of", ""), *(("", kind, of(part)) for kind, part in row.by_kind.items())]))
        for question in found.refused(row)[:MOST_SHOWN]:
            say(wrapped(f"refused though answerable: {shortened(one_line(question), 200)}", 2, 4))
        if row.curve:
            say()
            say(curve_of(row))
        say()
    say(wrapped(f"Scores of `{visible(found.judge.model)}`. {outcome(found, kept)}"))
    for warning in found.warnings:
        say_aside(f"warning: {warning}")


def headline(row: Calibrated, measure: str) -> str:
    pack = "the library" if row.pack == EVERY else f"pack {visible(row.pack)}"
    language = {EVERY: "all its languages", "other": "other languages"}.get(row.language, row.language)
    counts = f"{row.answerable} answerable, {row.unanswerable} unanswerable"
    return f"{pack}, questions in {language}: {counts}, {measure}"


def verdict(row: Calibrated) -> str:
    """The floor and what it does, in one sentence."""
    set_to = None if row.floor is None else row.floor.value
    told = row.why if set_to is None else f"floor {set_to:.3f}: {row.why}"
    if row.value is not None:
        told += "; it" if set_to is not None else f"; {row.value:.3f}"
        told += f" stops {of(row.rejected)} of the unanswerable, loses {of(row.lost)} of the answerable"
    return f"{told}; area {row.area.value:.3f} ({row.area.low:.3f} to {row.area.high:.3f})"


def of(part: Share) -> str:
    """`41 of 58 (71%, 58 to 81)`."""
    if part.of == 0:
        return "0 of 0"
    interval = f"{100 * part.low:.0f} to {100 * part.high:.0f}"
    return f"{part.count} of {part.of} ({part.count / part.of:.0%}, {interval})"


def curve_of(row: Calibrated) -> str:
    """A line for each floor with both shares as bars; a mark at the last one below the floor that is set."""
    lines = [("floor", "false answers", "", "false refusals", "")]
    chosen = row.floor.value if row.floor is not None and row.floor.fitted is None else None
    for place, point in enumerate(row.curve):
        after = row.curve[place + 1].floor if place + 1 < len(row.curve) else float("inf")
        here = chosen is not None and point.floor <= chosen < after
        lines.append(line_of(point, row, here))
    return columns(lines)


def line_of(point: Point, row: Calibrated, here: bool) -> tuple[str, str, str, str, str]:
    wrong = point.false_answers / row.unanswerable if row.unanswerable else 0.0
    lost = point.false_refusals / row.answerable if row.answerable else 0.0
    mark = "  <- here or just above" if here else ""
    return (f"{point.floor:.3f}", f"{wrong:4.0%}", bar(wrong), f"{lost:4.0%}", f"{bar(lost)}{mark}")


def bar(share: float) -> str:
    """A bar as long as the share, at least one mark for anything above nothing."""
    return "█" * max(round(BAR * share), int(share > 0))


def outcome(found: Calibration, kept: bool) -> str:
    values = [floor for floor in found.floors() if floor.value is not None]
    if not kept:
        return "Nothing was kept (`--dry-run`)."
    if values:
        return "The library keeps the floors; hits below them are left out, and a note says so."
    if found.floors():
        return "The library remembers that nothing separates them: searches say that the gate is off."
    return "There is no floor, so nothing is dropped."
