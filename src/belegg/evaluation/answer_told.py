"""What answers came to, in lines for people: of a run together, and of one question."""

from __future__ import annotations

from collections.abc import Iterator

from belegg.evaluation.answer_records import AnswerRecord, Took
from belegg.evaluation.answer_sums import Sums
from belegg.evaluation.outcomes import Outcome
from belegg.evaluation.told import LIES_TOLD, REASONS_TOLD
from belegg.text.counted import counted


def lines_of(sums: Sums, model: str | None, judge: str | None) -> list[tuple[str, str]]:
    """(what, told) of the answers of a run, in the order in which they are read."""
    return [
        ("answered by", model or "the documents' own sentences, no model"),
        ("judged by", judged_told(sums, judge)),
        ("verdicts", _verdicts(sums)),
        ("refused", _refusals(sums)),
        ("quotations", _quotations(sums)),
        ("took", took_told(sums.took, sums.asked)),
        *([("judging took", _judging(sums.judging))] if sums.judging.rounds else []),
    ]


def judged_told(sums: Sums, judge: str | None) -> str:
    """Who judged, how much, and loudly when a model judged itself."""
    if judge is None:
        return "nobody: faithfulness is not measured"
    parts = [f"{sums.unfaithful} of {counted(sums.judged, 'sentence')} not carried"] if sums.judged else []
    if sums.judged < sums.sentences:
        parts.append(f"{counted(sums.sentences - sums.judged, 'sentence')} not judged")
    itself = " JUDGED ITSELF" if sums.judged_itself else ""
    return f"{judge}{itself}: {', '.join(parts) or 'there was no sentence'}"


def _judging(took: Took) -> str:
    parts = [f"{took.tokens:,} tokens", dollars(took.cost_usd), counted(took.rounds, "request")]
    return ", ".join(part for part in (*parts, f"{took.seconds:.2f} s") if part)


def _verdicts(sums: Sums) -> str:
    told = [f"{count} {verdict}" for verdict, count in sums.verdicts.items()]
    return ", ".join([*told, *([f"{sums.failed} failed"] if sums.failed else [])])


def _refusals(sums: Sums) -> str:
    """Each reason with where nothing answers (right) and where something does (wrong)."""
    told = [
        f"{REASONS_TOLD[reason]} {right} rightly, {wrong} wrongly"
        for reason, (right, wrong) in sums.refusals.items()
        if right or wrong
    ]
    return "; ".join(told) or "nothing"


def _quotations(sums: Sums) -> str:
    where = [f"{count} {LIES_TOLD[lies]}" for lies, count in sums.lies.items() if count]
    checked = (
        f"{counted(len(sums.faults), 'fault')} among them" if sums.faults else "0 unchecked or misplaced"
    )
    return f"{sums.quotes}, {checked}" + (f": {', '.join(where)}" if where else "")


def took_told(took: Took, questions: int = 1) -> str:
    """`41,200 tokens, 0.12 USD, 3.1 rounds and 12.40 s a question`."""
    about = "about " if took.estimated else ""
    parts = [f"{about}{took.tokens:,} tokens" if took.tokens else "", dollars(took.cost_usd)]
    mean = " a question" if questions > 1 else ""
    rounds = f"{took.rounds / questions:.1f} rounds and " if took.rounds else ""
    parts.append(f"{rounds}{took.seconds / questions:.2f} s{mean}")
    return ", ".join(part for part in parts if part)


def dollars(cost: float | None) -> str:
    """`0.1200 USD`; what is not known is said, and nothing is nothing."""
    if cost is None:
        return "price not known"
    return f"{cost:.4f} USD" if cost else ""


def checks_of(outcome: Outcome, record: AnswerRecord) -> Iterator[tuple[str, str]]:
    """(what, told) of one answer: what its checks, and those of the measuring, said."""
    if outcome.points:
        yield "points", f"{outcome.met} of {outcome.points}"
    yield "model", record.model or "none: the documents' own sentences"
    if record.failed:
        yield "failed", record.failed
    if record.gold:
        yield "gold", f"{record.cited} of {record.gold} cited"
    yield "faults", "; ".join(record.faults) or "none: every quotation stands where it says"
    yield "judge", _judge_of(record)
    for name, told in (
        ("missing", record.missing),
        ("dropped", "; ".join(record.dropped)),
        ("stopped", record.stopped),
        ("ran", ", ".join(record.ran)),
    ):
        if told:
            yield name, told
    yield "took", took_told(record.took)


def _judge_of(record: AnswerRecord) -> str:
    if record.judge is None:
        return "none: faithfulness is not measured"
    itself = " JUDGED ITSELF" if record.judged_itself else ""
    return f"{record.judge}{itself}" + (f": {record.not_judged}" if record.not_judged else "")
