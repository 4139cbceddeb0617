"""Measured answers, as JSON and for people: of a run together, one by one, and what is ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belegg.errors import BadInput
from belegg.evaluation.answer_sums import sums_of
from belegg.evaluation.answer_told import checks_of, dollars, lines_of
from belegg.evaluation.outcomes import Outcome
from belegg.evaluation.runs import Run
from belegg.evaluation.told import LIES_TOLD, REASONS_TOLD, what_came
from belegg.serving.cli.progress import spoken
from belegg.serving.cli.terminal import columns, one_line, say, styled, wrapped
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.evaluation.answer_records import AnswerRecord, SaidSentence
    from belegg.library.resuming import Ahead

INDENT = 4


def show_sums(made: Run) -> None:
    """The answers of a run in a few lines; nothing where they were not measured."""
    sums = sums_of(made.outcomes)
    if sums is None:
        return
    models = made.conditions.models
    say()
    say("Answers")
    told = lines_of(sums, models.get("answer"), models.get("judge"))
    width = max(len(what) for what, _ in told) + 4
    for what, text in told:
        loud = (sums.faults and what == "quotations") or (sums.judged_itself and what == "judged by")
        line = wrapped(f"{what:<{width - 4}}  {one_line(text)}", 2, width)
        say(styled(line, "red") if loud else line)
    if made.unasked:
        say(wrapped(f"Interrupted: {counted(made.unasked, 'question')} not asked yet.", 2))


def answer_of(made: Run, question: str) -> tuple[Outcome, AnswerRecord]:
    """A question of a run with its answer. Raises BadInput."""
    found = next((each for each in made.outcomes if each.id == question), None)
    if found is None:
        raise BadInput(f"the run asked no question `{question}`; `belegg eval show RUN` lists them by id")
    if found.answer is None:
        raise BadInput("this run kept no answers: only those of `belegg eval run SET --answers` do")
    return found, found.answer


def show_answer(outcome: Outcome, record: AnswerRecord) -> None:
    """The question, the answer sentence by sentence, and what the checks said of it."""
    say(styled(wrapped(f"{outcome.id}: {one_line(outcome.text)}"), "bold"))
    say(wrapped(f"{outcome.question_class}, {what_came(outcome)}"))
    say()
    if record.reason is not None:
        say(wrapped(f"Refused ({REASONS_TOLD[record.reason]}): {one_line(record.explanation)}"))
    for sentence in record.sentences:
        _show_sentence(sentence)
    say()
    say(columns([(f"  {what}", one_line(told)) for what, told in checks_of(outcome, record)]))
    if record.way:
        say()
        for action, detail, came in record.way:
            say(styled(wrapped(one_line(f"{action} {detail}: {came}"), 2, INDENT), "dim"))


def _show_sentence(sentence: SaidSentence) -> None:
    say(wrapped(one_line(sentence.text)))
    for quote in sentence.quotes:
        place = f"page {quote.page}" if quote.page else quote.section
        where = ", ".join(part for part in (one_line(quote.source), one_line(place)) if part)
        say(styled(wrapped(f"“{one_line(quote.text)}”", INDENT, INDENT), "green"))
        say(styled(wrapped(f"{where} · {LIES_TOLD[quote.lies]}", INDENT, INDENT), "dim"))
        if quote.fault:
            say(styled(wrapped(f"FAULT: {one_line(quote.fault)}", INDENT, INDENT), "red"))
    for told in (*sentence.arithmetic, *sentence.doubts):
        say(wrapped(one_line(told), INDENT, INDENT))
    if sentence.judged is not None:
        said = "carried" if sentence.judged else f"NOT carried: {sentence.why_not or 'no reason given'}"
        say(wrapped(f"judge: {one_line(said)}", INDENT, INDENT))


def ahead_told(ahead: Ahead, times: int = 1) -> str:
    """What a run will take, for who is about to start it; `times`: as many runs, at most."""
    who = f"through `{ahead.model}`" if ahead.model else "without a model"
    judge = f"judged by `{ahead.judge}`" if ahead.judge else "with no judge, so without faithfulness"
    runs = f"up to {times} times " if times > 1 else ""
    told = f"Asking {counted(ahead.left, 'question')} {runs}{who}, {judge}"
    if ahead.goes_on is not None:
        told += f"; going on with run {ahead.goes_on}, which has {ahead.kept} of {ahead.questions}"
    if ahead.model is None and ahead.judge is None:
        return f"{told}."
    if ahead.by is None or ahead.tokens is None or ahead.seconds is None:
        limits = ahead.limits
        usd = f", {limits.cost_usd:.2f} USD" if limits.cost_usd is not None else ""
        return (
            f"{told}. No earlier run of these models to go by; each question may take at most "
            f"{limits.tokens:,} tokens{usd} and {spoken(limits.seconds)}, and its judging."
        )
    cost = dollars(None if ahead.usd is None else times * ahead.usd)
    parts = [f"{times * ahead.tokens:,} tokens", cost, spoken(times * ahead.seconds)]
    return f"{told}. By run {ahead.by} about {', '.join(part for part in parts if part)}."
