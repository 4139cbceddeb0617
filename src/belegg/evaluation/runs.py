"""A run over a golden set: what was asked, under which conditions, and what came of every question."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from hashlib import blake2b
from typing import Any, Final

from belegg.errors import StoreUnhealthy
from belegg.evaluation.answer_records import answer_record_of
from belegg.evaluation.golden import GoldenQuestion, as_lines
from belegg.evaluation.intervals import Mean, mean_of
from belegg.evaluation.outcomes import MEASURES, Outcome, values

FORM: Final = 1  # of the record; a newer Belegg's is refused, not misread


@dataclass(frozen=True, slots=True)
class Conditions:
    """
    All that may make two runs differ, the questions aside. `corpus` is the digest of what is searched,
    `packs` that of their definitions; `settings` are those of the search, `mode` all that it used. `asker`
    names who asked, or is empty when each question's own did. `models` took part, by what they did: `judge`
    is the one that measured. `answers` are the settings of the agent; empty where answers were not measured.
    """

    belegg: str
    corpus: str
    documents: int
    passages: int
    packs: str
    analyser: str
    mode: str
    settings: Mapping[str, Any]
    models: Mapping[str, str]
    asker: str
    scope: str
    answers: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Run:
    """
    A run. `when` is ISO 8601 in UTC, `questions` the digest of those asked, `cost` what models charged, in
    US dollars as far as prices are known: 0 when none was called. `warnings` are what a reader of the figures
    must know. `unasked` questions are left of a run that was interrupted.
    """

    golden_set: str
    when: str
    questions: str
    conditions: Conditions
    seconds: float
    cost: float
    outcomes: tuple[Outcome, ...]
    warnings: tuple[str, ...]
    unasked: int = 0

    def as_record(self) -> str:
        """As a library keeps it."""
        told = {"form": FORM, **asdict(self)}
        for each in told["outcomes"]:
            each["search_ms"], each["answer_ms"] = round(each["search_ms"], 3), round(each["answer_ms"], 3)
        return json.dumps(told, ensure_ascii=False)


def run_of(record: str) -> Run:
    """A run as it was kept. Raises StoreUnhealthy."""
    try:
        told = json.loads(record)
        if told["form"] > FORM:
            raise StoreUnhealthy("this run was kept by a newer Belegg; update Belegg to look at it")
        outcomes = tuple(_outcome_of(each) for each in told["outcomes"])
        conditions = Conditions(**_known(Conditions, told["conditions"]))
        own = {"outcomes": outcomes, "conditions": conditions, "warnings": tuple(told["warnings"])}
        return Run(**(_known(Run, told) | own))
    except (ValueError, TypeError, KeyError) as error:
        raise StoreUnhealthy("this run cannot be read; `belegg eval remove --run` lets it go") from error


def _outcome_of(told: Mapping[str, Any]) -> Outcome:
    kept = told.get("answer")
    answer = answer_record_of(kept) if kept is not None else None
    return Outcome(**(_known(Outcome, told) | {"ranks": tuple(told["ranks"]), "answer": answer}))


def _known(kind: type, told: Mapping[str, Any]) -> dict[str, Any]:
    names = {each.name for each in fields(kind)}
    return {name: value for name, value in told.items() if name in names}


def digest(parts: Iterable[str]) -> str:
    """16 hex digits that tell two lists of texts apart."""
    made = blake2b(digest_size=8)
    for part in parts:
        made.update(part.encode() + b"\0")
    return made.hexdigest()


def digest_of(questions: Sequence[GoldenQuestion]) -> str:
    return digest([as_lines(questions)])


# ---------------------------------------------------------------- what a run says


def means(outcomes: Iterable[Outcome]) -> dict[str, Mean]:
    """Every measure that could be taken, over the questions of which it could."""
    taken: dict[str, list[float]] = {name: [] for name in MEASURES}
    for outcome in outcomes:
        for name, value in values(outcome).items():
            taken[name].append(value)
    return {name: mean_of(each) for name, each in taken.items() if each}


def parts(outcomes: Sequence[Outcome]) -> dict[str, dict[str, list[Outcome]]]:
    """The questions by class, by language and by kind, each in the order in which they come; `?`: unknown."""
    found: dict[str, dict[str, list[Outcome]]] = {"class": {}, "language": {}, "kind": {}}
    for outcome in outcomes:
        names = {"class": outcome.question_class, "language": outcome.language or "?", "kind": outcome.kind}
        for by, name in names.items():
            if name:
                found[by].setdefault(name, []).append(outcome)
    return found


@dataclass(frozen=True, slots=True)
class Abstention:
    """
    Refusing, scored both ways: `false_answers` of the `unanswerable`, `false_refusals` of the `answerable`.
    `hidden` questions have gold that who asks may not read; `hidden_answered` of them were answered from
    something else. Questions of which the model `failed` are in none of these.
    """

    unanswerable: int
    false_answers: int
    answerable: int
    false_refusals: int
    hidden: int
    hidden_answered: int
    failed: int = 0


def abstention(outcomes: Sequence[Outcome]) -> Abstention:
    """Both ways of being wrong about an answer, and what the hidden came to."""
    came = [outcome for outcome in outcomes if not outcome.failed]

    def count(expected: str, abstained: bool | None = None) -> int:
        return sum(
            o.expected == expected and (abstained is None or (o.verdict == "abstained") == abstained)
            for o in came
        )

    return Abstention(
        count("refusal"),
        count("refusal", abstained=False),
        count("answer"),
        count("answer", abstained=True),
        count("nothing"),
        count("nothing", abstained=False),
        len(outcomes) - len(came),
    )


def suspicions(outcomes: Sequence[Outcome]) -> list[str]:
    """What looks like a bug before it looks like a bad ranking."""
    found = [outcome for outcome in outcomes if outcome.is_found_measured]
    if found and not any(rank is not None for outcome in found for rank in outcome.ranks):
        return [
            f"no gold was found for any of {len(found)} questions: suspect a bug (wrong library, names of "
            "documents, who asks, a filter) before the ranking; `belegg eval check` looks at the set"
        ]
    return [
        f"no gold was found for any of the {len(of)} questions of {by} `{name}`: suspect a bug (a language "
        "that is read wrongly, a pack that is off, documents that were not read) before the ranking"
        for by, names in parts(found).items()
        for name, of in names.items()
        if len(of) > 1 and all(rank is None for each in of for rank in each.ranks)
    ]
