"""Two runs side by side, as JSON and for people."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from belegg.evaluation.comparing import Comparison, QuestionChange, compare
from belegg.evaluation.runs import Run
from belegg.evaluation.told import AMOUNTS_TOLD, CHANGES_TOLD, what_came
from belegg.serving.cli.runs_shown import MOST_SHOWN
from belegg.serving.cli.terminal import amount, columns, one_line, say, shortened, wrapped
from belegg.text.counted import counted

LONGEST_VALUE = 60  # characters of a condition


def told(number: int, before: Run, after: Run) -> dict[str, Any]:
    """The comparison with an earlier run as `--json` gives it."""
    made = compare(before, after)
    return {
        "with": number,
        "conditions": [dict(zip(("what", "before", "after"), each, strict=True)) for each in made.conditions],
        "both": made.both,
        "only_before": made.only_before,
        "only_after": made.only_after,
        "measures": [{**asdict(each), "difference": each.difference.as_json()} for each in made.measures],
        "amounts": [{**asdict(each), "difference": each.difference.as_json()} for each in made.amounts],
        "refused": [{"measure": measure, "why": why} for measure, why in made.refused],
        "better": [_change(each) for each in made.better],
        "worse": [_change(each) for each in made.worse],
        "before_ms": made.search_ms[0],
        "after_ms": made.search_ms[1],
    }


def _change(each: QuestionChange) -> dict[str, str]:
    came = {"before": what_came(each.before), "after": what_came(each.after)}
    return {"id": each.after.id, "question": each.after.text, **came}


def show(number: int, before: Run, after: Run) -> None:
    """What differs between the runs, measure by measure and question by question."""
    made = compare(before, after)
    say()
    say(wrapped(f"Beside run {number} ({before.when}), over {counted(made.both, 'question')} of both:"))
    for only, what in ((made.only_before, "only the earlier"), (made.only_after, "only the later")):
        if only:
            say(f"  {counted(only, 'question')} {what} one asked")
    if not made.conditions:
        say("  under the same conditions")
    for what, old, new in made.conditions:
        values = (shortened(one_line(value), LONGEST_VALUE) for value in (old, new))
        say(wrapped(f"{what}: {' → '.join(values)}", 2, 4))
    say()
    rows = [
        (
            f"  {each.measure}",
            f"{each.before:.3f}",
            f"{each.after:.3f}",
            f"{each.difference.value:+.3f}",
            f"{each.difference.low:+.3f} to {each.difference.high:+.3f}",
            f"{each.p:.3f}",
            CHANGES_TOLD[each.change],
        )
        for each in made.measures
    ]
    say(columns([("  measure", "before", "after", "change", "95 % interval", "p", ""), *rows]))
    for measure, why in made.refused:
        say(wrapped(f"{measure}: not compared; {why}", 2, 4))
    if made.amounts:
        say()
        say(columns([("  a question took", "before", "after", "change", "95 % interval"), *amounts(made)]))
    say()
    say(f"  median search: {made.search_ms[0]:.0f} ms → {made.search_ms[1]:.0f} ms")
    _questions("Better", made.better)
    _questions("Worse", made.worse)


def amounts(made: Comparison) -> list[tuple[str, ...]]:
    """A row for each amount: rounds, tokens, seconds, dollars of a question."""
    return [
        (
            f"  {AMOUNTS_TOLD[each.amount]}",
            amount(each.before),
            amount(each.after),
            amount(each.difference.value, signed=True),
            f"{amount(each.difference.low, signed=True)} to {amount(each.difference.high, signed=True)}",
        )
        for each in made.amounts
    ]


def _questions(what: str, changes: tuple[QuestionChange, ...]) -> None:
    say()
    say(f"{what}: {counted(len(changes), 'question')}")
    for each in changes:
        text = shortened(one_line(each.after.text), MOST_SHOWN)
        say(wrapped(f"{each.after.id}: {text} ({what_came(each.before)} → {what_came(each.after)})", 2, 4))
