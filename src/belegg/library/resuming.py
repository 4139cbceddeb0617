"""Runs with answers are long and may cost money: told before they start, kept question by question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belegg.errors import BadInput, BadSetting
from belegg.evaluation.answer_sums import sums_of
from belegg.evaluation.runs import Conditions, Run, digest_of
from belegg.library.running import Asking, Wanted, asking_of, conditions_of, reranker_of, run_with

if TYPE_CHECKING:
    from belegg.answering.settings import Limits
    from belegg.library.evaluating import MeasuresItself


@dataclass(frozen=True, slots=True)
class Ahead:
    """
    What a run with answers will ask and take, before it starts: `questions` of which `kept` were answered by
    run `goes_on` that was interrupted (None: it begins anew). `model` None: no model answers.

    The estimates are for what is left, from the means of run `by`: None where there is no run of these
    models yet; then only `limits` are known, which hold for each question.
    """

    questions: int
    kept: int
    goes_on: int | None
    model: str | None
    judge: str | None
    limits: Limits
    by: int | None = None
    tokens: int | None = None
    seconds: float | None = None
    usd: float | None = None

    @property
    def left(self) -> int:
        return self.questions - self.kept


def checked(library: MeasuresItself, wanted: Wanted) -> None:
    """Raises BadSetting when no model is set that could answer, BadInput for a mode that nothing uses."""
    if wanted.answers is None:
        return
    if wanted.mode is not None:
        raise BadInput("answers are measured as people ask, in the mode that fits; leave `--mode` out")
    if wanted.answers.use_model and library.chat("answer") is None:
        raise BadSetting(
            "no model is set for the role `answer`: set one in belegg.toml (`belegg models` says how), or "
            "measure the answers without one by `--no-model`"
        )


def ahead(library: MeasuresItself, name: str, wanted: Wanted, *, anew: bool) -> Ahead:
    """What a run will take. Raises BadInput, BadSetting, UnknownPack."""
    assert wanted.answers is not None, "answers are measured"
    checked(library, wanted)
    asking = asking_of(library, name, wanted)
    conditions = _conditions(library, wanted, asking)
    found = None if anew else unfinished(library, name, asking, conditions)
    kept = sum(not each.failed for each in found[1].outcomes) if found else 0
    models = conditions.models
    told = Ahead(
        questions=len(asking.questions),
        kept=kept,
        goes_on=found[0] if found else None,
        model=models.get("answer"),
        judge=models.get("judge"),
        limits=wanted.answers.limits,
    )
    return _estimated(library, told)


def _estimated(library: MeasuresItself, told: Ahead) -> Ahead:
    """With the means of the last run of the same models."""
    for number, run in reversed(library.runs().items()):
        sums = sums_of(run.outcomes)
        models = run.conditions.models
        if sums is None or (models.get("answer"), models.get("judge")) != (told.model, told.judge):
            continue
        share = told.left / sums.asked
        costs = [sums.took.cost_usd, sums.judging.cost_usd]
        return replace(
            told,
            by=number,
            tokens=round(share * (sums.took.tokens + sums.judging.tokens)),
            seconds=share * (sums.took.seconds + sums.judging.seconds),
            usd=None if None in costs else share * sum(cost or 0.0 for cost in costs),
        )
    return told


def kept_run(library: MeasuresItself, name: str, wanted: Wanted, *, anew: bool) -> tuple[int, Run]:
    """
    Ask a set and keep the run after each question, going on with one that was interrupted under the same
    conditions, unless it shall begin `anew`; its number. Raises BadInput, BadSetting, ModelError.
    """
    checked(library, wanted)
    asking = asking_of(library, name, wanted)
    found = None if anew else unfinished(library, name, asking, _conditions(library, wanted, asking))
    number, keep = _keeper(library, name, found[0] if found else None)
    run = run_with(
        library,
        name,
        asking.questions,
        asking.standings,
        wanted,
        asking.settings,
        earlier=found[1] if found else None,
        keep=keep,
    )
    keep(run)
    return number(), run


def _keeper(
    library: MeasuresItself, name: str, number: int | None
) -> tuple[Callable[[], int], Callable[[Run], None]]:
    """The number of the run, and what keeps it as it stands, under that number."""
    numbers = [number] if number is not None else []

    def keep(run: Run) -> None:
        with library.store.writing(f"run over {name}") as writer:
            if numbers:
                writer.set_run(numbers[0], run.as_record())
            else:
                numbers.append(writer.add_run(name, run.as_record()))

    return lambda: numbers[0], keep


def unfinished(
    library: MeasuresItself, name: str, asking: Asking, conditions: Conditions
) -> tuple[int, Run] | None:
    """The last run over a set, when it was interrupted and asked the same under the same conditions."""
    number, run = next(reversed(library.runs(name).items()), (0, None))
    if run is None or not run.unasked or run.questions != digest_of(asking.questions):
        return None
    return (number, run) if _plain(run.conditions) == _plain(conditions) else None


def _conditions(library: MeasuresItself, wanted: Wanted, asking: Asking) -> Conditions:
    return conditions_of(library, wanted, asking.settings, reranker_of(library, asking.settings)[0])


def _plain(conditions: Conditions) -> Conditions:
    """Without what only the questions that were asked tell."""
    models = {what: id for what, id in conditions.models.items() if what != "embedder"}
    return replace(conditions, mode="", models=models)
