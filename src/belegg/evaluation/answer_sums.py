"""What the answers of a run come to together: verdicts, refusals, quotations, the judge, what they took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from belegg.evaluation.answer_records import AnswerRecord, Lies, Took
from belegg.evaluation.outcomes import Outcome
from belegg.records import AbstentionReason, Verdict

VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)
REASONS: Final[tuple[AbstentionReason, ...]] = get_args(AbstentionReason)
LIES: Final[tuple[Lies, ...]] = get_args(Lies)


@dataclass(frozen=True, slots=True)
class Sums:
    """
    Counts over `asked` questions. `failed`: the model gave no answer; all below leaves those out. `refusals`
    counts each reason: where nothing answers (right), and where something does (wrong). `lies` counts
    quotations by where they lie; `faults` are those that are not what they seem, each with its question.

    `judged` of the `sentences` have the judge's word, `unfaithful` of them are not supported. `judges` are
    those that measured; `judged_itself` answers were measured by the model that wrote them; `unjudged`
    answers lack its word in part or whole, with the reason of the first.
    """

    asked: int
    failed: int
    verdicts: Mapping[Verdict, int]
    refusals: Mapping[AbstentionReason, tuple[int, int]]
    quotes: int
    lies: Mapping[Lies, int]
    faults: tuple[tuple[str, str], ...]
    sentences: int
    judged: int
    unfaithful: int
    judges: tuple[str, ...]
    judged_itself: int
    unjudged: int
    not_judged: str
    took: Took
    judging: Took


def sums_of(outcomes: Sequence[Outcome]) -> Sums | None:
    """The sums of a run; None where answers were not measured."""
    kept = [(outcome, outcome.answer) for outcome in outcomes if outcome.answer is not None]
    if not kept:
        return None
    came = [(outcome, answer) for outcome, answer in kept if not answer.failed]
    quotes = Counter(quote.lies for _, answer in came for quote in answer.quotes)
    sentences = [sentence for _, answer in came for sentence in answer.sentences]
    verdicts = Counter(outcome.verdict for outcome, _ in came)
    judged = [sentence.judged for sentence in sentences if sentence.judged is not None]
    unjudged = [answer.not_judged for _, answer in came if answer.not_judged]
    return Sums(
        asked=len(kept),
        failed=len(kept) - len(came),
        verdicts={verdict: verdicts[verdict] for verdict in VERDICTS},
        refusals={reason: _refusals(came, reason) for reason in REASONS},
        quotes=quotes.total(),
        lies={each: quotes[each] for each in LIES},
        faults=tuple((outcome.id, fault) for outcome, answer in kept for fault in answer.faults),
        sentences=len(sentences),
        judged=len(judged),
        unfaithful=judged.count(False),
        judges=judged_by(outcomes),
        judged_itself=sum(answer.judged_itself for _, answer in came),
        unjudged=len(unjudged),
        not_judged=next(iter(unjudged), ""),
        took=took_in_all(answer.took for _, answer in kept),
        judging=took_in_all(answer.judging for _, answer in kept),
    )


def _refusals(came: Iterable[tuple[Outcome, AnswerRecord]], reason: AbstentionReason) -> tuple[int, int]:
    """How often a reason was given where nothing answers, and where something does."""
    expected = Counter(outcome.expected for outcome, answer in came if answer.reason == reason)
    return expected["refusal"], expected["answer"]


def judged_by(outcomes: Iterable[Outcome]) -> tuple[str, ...]:
    """The judges that measured, each once."""
    return tuple(sorted({o.answer.judge for o in outcomes if o.answer is not None and o.answer.judge}))


def took_in_all(each: Iterable[Took]) -> Took:
    """The sum; its cost is unknown where one is."""
    all_of = list(each)
    costs = [took.cost_usd for took in all_of]
    known = [cost for cost in costs if cost is not None]
    return Took(
        sum(took.rounds for took in all_of),
        sum(took.seconds for took in all_of),
        sum(took.input_tokens for took in all_of),
        sum(took.output_tokens for took in all_of),
        sum(known) if len(known) == len(costs) else None,
        any(took.estimated for took in all_of),
    )


def warnings_of(outcomes: Sequence[Outcome]) -> list[str]:
    """What a reader of the answers' figures must know before the figures."""
    sums = sums_of(outcomes)
    if sums is None:
        return []
    told = []
    if sums.faults:
        question, fault = sums.faults[0]
        told.append(
            f"{len(sums.faults)} shown that should not be, which must never happen: question `{question}`: "
            f"{fault}; please report it"
        )
    if sums.failed:
        why = next(o.answer.failed for o in outcomes if o.answer is not None and o.answer.failed)
        told.append(
            f"the model gave no answer to {sums.failed} of {sums.asked} questions ({why}); they are "
            "failures, neither answers nor refusals, and pass nothing"
        )
    if sums.judged_itself:
        told.append(
            f"judged itself: `{sums.judges[0]}` wrote {sums.judged_itself} of the answers and judged them "
            "too; a model is lenient with its own words: give the role `judge` another"
        )
    if not sums.judges:
        told.append("faithfulness is not measured: no model is set for the role `judge`")
    elif sums.unjudged:
        told.append(
            f"{sums.unjudged} answers were not judged, or not whole ({sums.not_judged}); `faithful` is "
            "of what was"
        )
    return told
