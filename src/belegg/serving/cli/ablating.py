"""`eval make`, `eval ablate`: query sets made by rule, and what each step of the search buys on one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belegg.errors import BadInput
from belegg.library.library import WAIT_S, Library
from belegg.serving.cli import options
from belegg.serving.cli.options import DEFAULT_LIBRARY, principal_of
from belegg.serving.cli.progress import watcher
from belegg.serving.cli.runs import AskedAs, GivenSet, Limit, answering, say_ahead
from belegg.serving.cli.terminal import (
    amount,
    columns,
    one_line,
    say,
    say_at_once,
    say_json,
    shortened,
    wrapped,
)
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.evaluation.runs import Run
    from belegg.evaluation.steps import Bought

SHOWN = ("recall@12", "ndcg@10", "passed")
OF_ANSWERS = ("passed", "points", "cited", "faithful", "refused")
MOST_EXAMPLES = 3


def make(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the names of the sets begin with.")],
    library: options.LibraryAt = DEFAULT_LIBRARY,
    packs: options.Packs = None,
    each: Annotated[int, typer.Option(min=1, metavar="N", help="Queries of each set, at most.")] = 50,
    seed: Annotated[int, typer.Option(metavar="N", help="Another seed makes other queries.")] = 1,
    wait: options.Wait = WAIT_S,
    as_json: options.Json = False,
) -> None:
    """
    Make three query sets from the library by rule: short terms, full questions, exact tokens.

    $ belegg eval make law
    """
    with Library.open(library, wait_s=wait, tell=say_at_once) as opened:
        sets = opened.make_sets(name, packs=packs or (), each=each, seed=seed)
    if as_json:
        say_json({"sets": [{"set": made, "questions": len(questions)} for made, questions in sets.items()]})
        return
    for made, questions in sets.items():
        say(f"Set `{made}`: {counted(len(questions), 'question')}, such as")
        for question in questions[:MOST_EXAMPLES]:
            say(f"  {shortened(one_line(question.text), 100)}")
    if not sets:
        say("No passage is fit to make a query from.")


def ablate(
    golden_set: GivenSet,
    library: options.LibraryAt = DEFAULT_LIBRARY,
    groups: AskedAs = None,
    packs: options.Packs = None,
    mode: options.SearchMode = None,
    limit: Limit = None,
    index: Annotated[
        bool,
        typer.Option(
            "--index", metavar="", help="Titles and headings too, on a copy of the library indexed anew."
        ),
    ] = False,
    answers: Annotated[
        bool,
        typer.Option(
            "--answers", metavar="", help="The steps of the agent instead: each asks the whole set again."
        ),
    ] = False,
    progress: options.ShowProgress = False,
    as_json: options.Json = False,
) -> None:
    """
    Switch each step of the search off in turn: what it buys on a golden set, and what it costs.

    $ belegg eval ablate questions.jsonl
    $ belegg eval ablate questions --answers --limit 10
    """
    if answers and (index or mode is not None):
        raise BadInput("`--index` and `--mode` are of the search; leave them out with `--answers`")
    from belegg.serving.shapes.measured import measures_of

    with Library.open(library, watch=watcher(progress)) as opened:
        asker = principal_of(groups) if groups is not None else None
        name = opened.taken_set(golden_set)
        if answers:
            whole, found = _ablated_answers(opened, name, asker=asker, packs=packs or (), limit=limit)
        else:
            whole, steps = opened.ablate(
                name, asker=asker, packs=packs or (), mode=mode, limit=limit, index=index
            )
            found = list(steps)
    if as_json:
        size, measures = len(whole.outcomes), measures_of(whole.outcomes)
        told = [_told(step) for step in found]
        say_json({"set": name, "questions": size, "measures": measures, "steps": told})
        return
    show(name, len(whole.outcomes), found, OF_ANSWERS if answers else SHOWN)


def _ablated_answers(opened: Library, name: str, **wanted: Any) -> tuple[Run, list[Bought]]:
    """The run with every step, and each step, once what that takes was said."""
    from belegg.evaluation.agent_steps import AGENT_STEPS

    settings = answering(opened, no_model=False)
    say_ahead(opened, name, settings, times=1 + len(AGENT_STEPS), anew=True, **wanted)
    whole, steps = opened.ablate_answers(name, settings, **wanted)
    return whole, list(steps)


def _told(step: Bought) -> dict[str, Any]:
    made = step.made
    measures = made.measures if made else ()
    return {
        "step": step.name,
        "does": step.does,
        "idle": step.idle,
        "measures": [{**asdict(each), "difference": each.difference.as_json()} for each in measures],
        "better": [each.after.id for each in (made.better if made else ())],
        "worse": [each.after.id for each in (made.worse if made else ())],
        "cost_ms": round(step.cost_ms, 3) if made else None,
        "amounts": [
            {**asdict(each), "difference": each.difference.as_json()}
            for each in (made.amounts if made else ())
        ],
    }


def show(name: str, size: int, steps: list[Bought], measures: Sequence[str] = SHOWN) -> None:
    """A row for each step that takes part: what it bought of each measure, and its time."""
    from belegg.evaluation.told import CHANGES_TOLD

    say(
        wrapped(
            f"What each step bought on `{name}` ({counted(size, 'question')}): the measure with the step "
            "less that without it, and the 95 % interval of the difference."
        )
    )
    say()
    rows = []
    for step in steps:
        if step.made is None:
            continue
        changes = {each.measure: each for each in step.made.measures}
        for place, measure in enumerate(name for name in measures if name in changes):
            change = changes[measure]
            rows.append((
                f"  {step.name}" if place == 0 else "",
                measure,
                f"{change.difference.value:+.3f}",
                f"{change.difference.low:+.3f} to {change.difference.high:+.3f}",
                _cost(step) if place == 0 else "",
                CHANGES_TOLD[change.change],
            ))  # fmt: skip
    if rows:
        say(columns([("  step", "measure", "bought", "95 % interval", "cost", ""), *rows]))
    for step in steps:
        if step.made is None:
            say(wrapped(f"{step.name}: {step.idle}", 2, 4))


def _cost(step: Bought) -> str:
    """What a step adds to a question: tokens and seconds where answers were measured, else milliseconds."""
    if step.made is None or not step.made.amounts:
        return f"{step.cost_ms:+.1f} ms"
    added = {each.amount: each.difference.value for each in step.made.amounts}
    usd = f", {amount(added['usd'], signed=True)} USD" if added.get("usd") else ""
    return f"{added['tokens']:+,.0f} tokens, {added['seconds']:+.2f} s{usd}"


COMMANDS = (make, ablate)
