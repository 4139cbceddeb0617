"""Two runs side by side: what differs in their conditions, what got better or worse, what may be noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Final, Literal

from belegg.evaluation.answer_sums import judged_by
from belegg.evaluation.intervals import Mean, difference_of
from belegg.evaluation.measures import sign_flip_p
from belegg.evaluation.outcomes import MEASURES, Outcome, amounts, values
from belegg.evaluation.runs import Run

LEVEL: Final = 0.05  # below it chance is not believed
FEWEST: Final = 6  # questions that must differ: five that all differ one way are chance one time in sixteen

TURNS: Final = ("passed", "points", "cited", "recall@12", "ndcg@10", "mrr@10")
PARTS: Final = {"settings": "setting", "models": "model", "answers": "answering"}
AMOUNTS: Final = ("rounds", "tokens", "seconds", "usd")

Change = Literal["better", "worse", "noise", "too few", "same"]
"""What a difference is: `noise` may be chance, `too few` questions differ for chance to be excluded."""


@dataclass(frozen=True, slots=True)
class MeasureChange:
    """
    A measure over the questions of which both runs took it: both means, the mean difference with its
    interval, `p` of a two-sided sign-flip test, how many questions differ.
    """

    measure: str
    before: float
    after: float
    difference: Mean
    p: float
    differing: int
    change: Change


@dataclass(frozen=True, slots=True)
class AmountChange:
    """
    What answers took (`rounds`, `tokens`, `seconds`, `usd`), means over the questions of which both runs know
    it, and the mean difference with its interval. One that is 0 throughout is left out.
    """

    amount: str
    before: float
    after: float
    difference: Mean


@dataclass(frozen=True, slots=True)
class QuestionChange:
    """A question that fared otherwise."""

    before: Outcome
    after: Outcome


@dataclass(frozen=True, slots=True)
class Comparison:
    """
    `conditions` are (what, before, after) where they differ. `only_before` and `only_after` count questions
    that the other run did not ask in the same words; all else is over the `both`. `refused` are measures that
    both runs took and that cannot be compared, with the reason.
    """

    conditions: tuple[tuple[str, str, str], ...]
    both: int
    only_before: int
    only_after: int
    measures: tuple[MeasureChange, ...]
    better: tuple[QuestionChange, ...]
    worse: tuple[QuestionChange, ...]
    search_ms: tuple[float, float]
    amounts: tuple[AmountChange, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()


def compare(before: Run, after: Run) -> Comparison:
    """How the second run fares beside the first, on the questions that both asked."""
    earlier = {(each.id, each.text): each for each in before.outcomes}
    pairs = [(earlier[o.id, o.text], o) for o in after.outcomes if (o.id, o.text) in earlier]
    refused = tuple(_refused(before, after))
    measures = [name for name in MEASURES if name not in dict(refused)]
    turned = [(QuestionChange(old, new), _turn(old, new)) for old, new in pairs]
    return Comparison(
        conditions=tuple(_differing(before, after)),
        both=len(pairs),
        only_before=len(before.outcomes) - len(pairs),
        only_after=len(after.outcomes) - len(pairs),
        measures=tuple(change for name in measures if (change := _measure(name, pairs)) is not None),
        better=tuple(change for change, turn in turned if turn > 0),
        worse=tuple(change for change, turn in turned if turn < 0),
        search_ms=(_median([o.search_ms for o, _ in pairs]), _median([n.search_ms for _, n in pairs])),
        amounts=tuple(took for name in AMOUNTS if (took := _amount(name, pairs)) is not None),
        refused=refused,
    )


def _refused(before: Run, after: Run) -> list[tuple[str, str]]:
    """Judges do not agree with one another: what one said is not compared with what another said."""
    old, new = judged_by(before.outcomes), judged_by(after.outcomes)
    if old == new or not old or not new:
        return []
    named = (", ".join(f"`{judge}`" for judge in judges) for judges in (old, new))
    return [("faithful", f"the judges differ: {next(named)} before, {next(named)} after")]


def _amount(name: str, pairs: Sequence[tuple[Outcome, Outcome]]) -> AmountChange | None:
    taken = [(amounts(old), amounts(new)) for old, new in pairs]
    both = [(old[name], new[name]) for old, new in taken if name in old and name in new]
    if not any(value for pair in both for value in pair):
        return None
    before, after = fmean(old for old, _ in both), fmean(new for _, new in both)
    return AmountChange(name, before, after, difference_of([new - old for old, new in both]))


def _measure(name: str, pairs: Sequence[tuple[Outcome, Outcome]]) -> MeasureChange | None:
    taken = [(values(old), values(new)) for old, new in pairs]
    both = [(old[name], new[name]) for old, new in taken if name in old and name in new]
    if not both:
        return None
    olds, news = [old for old, _ in both], [new for _, new in both]
    differences = [new - old for old, new in both]
    differing = sum(difference != 0 for difference in differences)
    mean, p = difference_of(differences), sign_flip_p(news, olds)
    change: Change = "better" if mean.value > 0 else "worse"
    if differing == 0:
        change = "same"
    elif differing < FEWEST:
        change = "too few"
    elif p >= LEVEL:
        change = "noise"
    size = len(both)
    return MeasureChange(name, sum(olds) / size, sum(news) / size, mean, p, differing, change)


def _turn(old: Outcome, new: Outcome) -> float:
    """Above 0: it fares better. Passing counts first, then what the answer holds, then what is found."""
    before, after = values(old), values(new)
    for name in TURNS:
        if name in before and name in after and before[name] != after[name]:
            return after[name] - before[name]
    return 0.0


def _differing(before: Run, after: Run) -> list[tuple[str, str, str]]:
    old, new = ({**asdict(run.conditions), "questions": run.questions} for run in (before, after))
    found: list[tuple[str, str, str]] = []
    for part in PARTS:
        olds, news = old.pop(part), new.pop(part)
        found += [
            (f"{PARTS[part]} {name}", str(olds.get(name)), str(news.get(name)))
            for name in dict.fromkeys([*olds, *news])
            if olds.get(name) != news.get(name)
        ]
    plain = [(name, str(old[name]), str(new[name])) for name in old if old[name] != new[name]]
    return [*plain, *found]


def _median(numbers: Sequence[float]) -> float:
    ordered = sorted(numbers)
    return ordered[(len(ordered) - 1) // 2] if ordered else 0.0
