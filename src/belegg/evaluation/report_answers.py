"""The part of a report that shows measured answers: what they came to, and each with its quotations."""

from __future__ import annotations

from collections.abc import Iterator

from belegg.evaluation.answer_records import AnswerRecord, SaidSentence
from belegg.evaluation.answer_sums import sums_of
from belegg.evaluation.answer_told import checks_of, lines_of
from belegg.evaluation.comparing import Comparison
from belegg.evaluation.markup import Markup, joined, table, tag
from belegg.evaluation.outcomes import Outcome
from belegg.evaluation.runs import Run
from belegg.evaluation.told import AMOUNTS_TOLD, LIES_TOLD, REASONS_TOLD, what_came

NUMBER = "num"


def answers_of(run: Run, made: Comparison | None) -> Iterator[Markup]:
    """The sums, what a question took beside the run before, every answer; nothing when none were measured."""
    sums = sums_of(run.outcomes)
    if sums is None:
        return
    models = run.conditions.models
    rows = []
    for what, told in lines_of(sums, models.get("answer"), models.get("judge")):
        loud = (what == "quotations" and sums.faults) or (what == "judged by" and sums.judged_itself)
        rows.append((what.capitalize(), tag("span", told, class_="worse") if loud else told))
    inside: list[object] = [table("Answers, a table", [("What", ""), ("Came to", "")], rows)]
    if made and made.amounts:
        inside += [tag("h3", "What a question took"), _amounts(made)]
    if made:
        inside += [tag("p", f"{measure}: not compared; {why}") for measure, why in made.refused]
    yield tag("section", tag("h2", "Answers"), *inside)
    each = [_answer(outcome, outcome.answer) for outcome in run.outcomes if outcome.answer is not None]
    yield tag("section", tag("details", tag("summary", f"All {len(each)} answers"), *each))


def _amounts(made: Comparison) -> Markup:
    heads = [("Amount", ""), ("Was", NUMBER), ("Now", NUMBER), ("Change", NUMBER), ("95 % interval", NUMBER)]
    rows = [
        (
            AMOUNTS_TOLD[each.amount].capitalize(),
            f"{each.before:,.2f}",
            f"{each.after:,.2f}",
            f"{each.difference.value:+,.2f}",
            f"{each.difference.low:+,.2f} to {each.difference.high:+,.2f}",
        )
        for each in made.amounts
    ]
    return table("What a question took, a table", heads, rows)


def _answer(outcome: Outcome, record: AnswerRecord) -> Markup:
    """One answer: the question, what came, the sentences with their quotations, the checks."""
    passed = outcome.passed and outcome.expected != "nothing"
    head = tag("h3", tag("span", outcome.text, **({"lang": outcome.language} if outcome.language else {})))
    came = tag(
        "p",
        tag("span", outcome.id, class_="quiet small"),
        " ",
        tag("span", what_came(outcome), class_="better" if passed else "worse"),
    )
    said: list[object] = [_sentence(sentence) for sentence in record.sentences]
    if record.reason is not None:
        said.append(tag("p", f"Refused ({REASONS_TOLD[record.reason]}): {record.explanation}"))
    checks = [tag("div", tag("dt", what), tag("dd", told)) for what, told in checks_of(outcome, record)]
    return tag("article", head, came, *said, tag("dl", *checks, class_="checks"), class_="answer")


def _sentence(sentence: SaidSentence) -> Markup:
    quotes = []
    for quote in sentence.quotes:
        place = f"page {quote.page}" if quote.page else quote.section
        where = ", ".join(part for part in (quote.title, place, LIES_TOLD[quote.lies]) if part)
        fault = [tag("span", f" {quote.fault}", class_="worse")] if quote.fault else []
        quotes.append(tag("blockquote", quote.text, " ", tag("span", where, class_="quiet small"), *fault))
    told = [tag("p", each, class_="small") for each in (*sentence.arithmetic, *sentence.doubts)]
    if sentence.judged is not None:
        said = "carried" if sentence.judged else f"not carried: {sentence.why_not or 'no reason given'}"
        kind = "quiet small" if sentence.judged else "worse small"
        told.append(tag("p", f"Judge: {said}", class_=kind))
    return joined([tag("p", sentence.text), *quotes, *told])
