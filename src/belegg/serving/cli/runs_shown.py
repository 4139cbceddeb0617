"""Runs over golden sets, as JSON and for people."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from belegg.evaluation.intervals import Mean
from belegg.evaluation.outcomes import DEPTH, Outcome
from belegg.evaluation.runs import Run, abstention, means, parts
from belegg.evaluation.told import what_came
from belegg.serving.cli.answers_measured import show_sums
from belegg.serving.cli.terminal import columns, one_line, say, say_aside, shortened, wrapped
from belegg.serving.shapes.measured import settings_of

MOST_SHOWN = 200  # characters of a question
BY_PART = (f"recall@{DEPTH}", "hit@1", "mrr@10", "ndcg@10", "shown", "answered", "refused", "passed")


# ---------------------------------------------------------------- as JSON


# ---------------------------------------------------------------- for people


def show_run(number: int, made: Run) -> None:
    """The measures with their intervals, both ways of being wrong, the classes and languages, the missed."""
    conditions = made.conditions
    who = f" as `{one_line(conditions.asker.removeprefix('as:'))}`" if conditions.asker else ""
    say(
        wrapped(
            f"Run {number} over `{made.golden_set}`: {len(made.outcomes)} questions{who}, mode "
            f"{conditions.mode}, {conditions.documents:,} documents (corpus {conditions.corpus}), "
            f"{made.seconds:.1f} s."
        )
    )
    say()
    rows = [(f"  {name}", *interval(mean)) for name, mean in means(made.outcomes).items()]
    say(columns([("  measure", "mean", "95 % interval", "questions"), *rows]))
    say()
    say(wrapped(wrong_ways(made.outcomes), 2))
    show_sums(made)
    for by, names in parts(made.outcomes).items():
        if len(names) > 1:
            say()
            say(part_table(by, names))
    missed = [o for o in made.outcomes if o.expected != "nothing" and not o.passed]
    if missed:
        say()
        say("Not passed:")
    for each in missed:
        say(a_question(each))
    for warning in made.warnings:
        say_aside(f"warning: {one_line(warning)}")


def show_whole(made: Run) -> None:
    """What stands below the measures: the conditions, and every question."""
    say()
    say("Conditions")
    say(columns([(f"  {name}", one_line(value)) for name, value in conditions_of(made) if value]))
    say()
    say("Questions")
    for each in made.outcomes:
        say(a_question(each))


def a_question(outcome: Outcome) -> str:
    """A question and what came of it, wrapped."""
    text = shortened(one_line(outcome.text), MOST_SHOWN)
    return wrapped(f"{outcome.id}: {text} ({what_came(outcome)})", 2, 4)


def interval(mean: Mean) -> tuple[str, str, str]:
    return f"{mean.value:.3f}", f"{mean.low:.3f}–{mean.high:.3f}", str(mean.count)


def wrong_ways(outcomes: Sequence[Outcome]) -> str:
    """`False answers: 1 of 8 …`, and what became of questions whose gold is hidden from who asked."""
    both = abstention(outcomes)
    said = (
        f"False answers: {both.false_answers} of {both.unanswerable} that nothing answers. False refusals: "
        f"{both.false_refusals} of {both.answerable} that have an answer."
    )
    if both.hidden:
        said += (
            f" Of {both.hidden} whose gold is hidden from who asks, {both.hidden_answered} were answered "
            "from something else; they count in no measure."
        )
    if both.failed:
        said += f" The model failed {both.failed}, which are in neither."
    return said


def part_table(by: str, names: Mapping[str, Sequence[Outcome]]) -> str:
    """A row for each class, language or kind; what cannot be measured there stays empty."""
    rows = []
    for name, of in names.items():
        found = means(of)
        cells = (f"{found[measure].value:.2f}" if measure in found else "" for measure in BY_PART)
        rows.append(("  " + name, str(len(of)), *cells))
    return columns([(f"  {by}", "n", *BY_PART), *rows])


def conditions_of(made: Run) -> list[tuple[str, str]]:
    """The conditions, one a line, the settings last."""
    told = asdict(made.conditions)
    models = told.pop("models")
    answers = told.pop("answers")
    del told["settings"]
    rows = [("when", made.when), ("questions", made.questions), ("cost", f"{made.cost:g}")]
    rows += [(name, str(value)) for name, value in told.items()]
    rows += [(f"model: {what}", str(value)) for what, value in models.items()]
    rows += [(f"answering: {name}", json.dumps(value)) for name, value in answers.items()]
    return [*rows, *((f"setting: {name}", value) for name, value in settings_of(made).items())]


def in_a_row(number: int, made: Run) -> tuple[str, ...]:
    """A run in the list of runs."""
    found = means(made.outcomes)
    shown = (f"{found[name].value:.3f}" if name in found else "" for name in (f"recall@{DEPTH}", "passed"))
    conditions = made.conditions
    return (
        str(number),
        made.golden_set,
        made.when,
        asked_of(made),
        *shown,
        conditions.mode,
        answered_by(made),
        conditions.corpus,
    )


def asked_of(made: Run) -> str:
    """`40`, or `12 of 40` of a run that was interrupted."""
    asked = len(made.outcomes)
    return f"{asked} of {asked + made.unasked}" if made.unasked else str(asked)


def answered_by(made: Run) -> str:
    """The model whose answers were measured; empty where they were not."""
    return made.conditions.models.get("answer", "no model") if made.conditions.answers else ""
