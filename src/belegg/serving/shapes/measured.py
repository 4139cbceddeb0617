"""Runs over golden sets as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from belegg.evaluation.answer_sums import sums_of
from belegg.evaluation.outcomes import Outcome, values
from belegg.evaluation.runs import Run, abstention, means, parts


def sums_json(made: Run) -> dict[str, Any] | None:
    """The sums as `--json` gives them; None where answers were not measured."""
    sums = sums_of(made.outcomes)
    if sums is None:
        return None
    told = asdict(sums)
    told["refusals"] = {
        reason: {"right": right, "wrong": wrong} for reason, (right, wrong) in sums.refusals.items()
    }
    told["faults"] = [{"question": question, "fault": fault} for question, fault in sums.faults]
    return told | {"model": made.conditions.models.get("answer"), "unasked": made.unasked}


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    told = asdict(outcome)
    if outcome.answer is not None:
        told["answer"]["way"] = [
            dict(zip(("action", "detail", "outcome"), each, strict=True)) for each in outcome.answer.way
        ]
    return told


def told(number: int, made: Run) -> dict[str, Any]:
    """A run as `--json` gives it."""
    return {
        **in_short(number, made),
        "conditions": {
            **asdict(made.conditions),
            "settings": settings_of(made),
            "answers": {name: json.dumps(value) for name, value in made.conditions.answers.items()},
        },
        "measures": measures_of(made.outcomes),
        "by_class": {name: measures_of(of) for name, of in parts(made.outcomes)["class"].items()},
        "by_language": {name: measures_of(of) for name, of in parts(made.outcomes)["language"].items()},
        "by_kind": {name: measures_of(of) for name, of in parts(made.outcomes)["kind"].items()},
        "answers": sums_json(made),
        "outcomes": [{**outcome_json(each), "values": values(each)} for each in made.outcomes],
        "warnings": list(made.warnings),
    }


def in_short(number: int, made: Run) -> dict[str, Any]:
    """A run as `eval runs --json` lists it."""
    return {
        "run": number,
        "set": made.golden_set,
        "when": made.when,
        "questions": len(made.outcomes),
        "asked": made.questions,
        "mode": made.conditions.mode,
        "corpus": made.conditions.corpus,
        "seconds": made.seconds,
        "cost": made.cost,
        "unasked": made.unasked,
        "abstention": asdict(abstention(made.outcomes)),
        "means": {name: round(mean.value, 4) for name, mean in means(made.outcomes).items()},
    }


def settings_of(made: Run) -> dict[str, str]:
    """The settings of the search as text: they are of many types."""
    return {name: json.dumps(value) for name, value in made.conditions.settings.items()}


def measures_of(outcomes: Iterable[Outcome]) -> dict[str, dict[str, float | int]]:
    return {name: mean.as_json() for name, mean in means(outcomes).items()}
