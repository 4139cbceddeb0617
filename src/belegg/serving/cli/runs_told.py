"""Kept runs as people see them: lists, a run event by event, what still holds, what was left open."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from belegg.library.turns.since import since
from belegg.library.turns.withheld import WITHHELD
from belegg.records import Answered
from belegg.records.runs import Checked, Ended, Judged, Sent, StoredRun
from belegg.serving.cli import render
from belegg.serving.cli.events_told import told
from belegg.serving.cli.render_answers import show_answer
from belegg.serving.cli.terminal import columns, one_line, say, shortened, styled, wrapped
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.differences import Run
    from belegg.library.turns.gaps import Gap
    from belegg.library.turns.unheld import Unheld
    from belegg.library.turns.verifying import Verified, VerifiedQuote
    from belegg.records.turns import TurnHead

INDENT = 4
MOST_OF_A_QUESTION = 60
MOST_OF_A_QUOTATION = 300
MOST_OF_A_TITLE = 80
MOST_OF_RUNS = 5  # ids of one question
MOST_OF_QUOTATIONS = 6  # of one question
SAME_WORDS = 6  # beside a change, to see where it is
STATE_STYLES = {"holds": "green", "changed": "yellow"}


def show_runs(heads: Sequence[TurnHead], over: Collection[str]) -> None:
    """A line for each run; those `over` no longer hold."""
    if not heads:
        say("No answers are kept yet.")
        return
    rows = [
        (
            head.id,
            head.at[:16].replace("T", " "),
            f"{head.verdict}, no longer holds" if head.id in over else head.verdict,
            one_line(head.asker) or "owner",
            f"{head.number}.",
            shortened(one_line(head.question), MOST_OF_A_QUESTION),
        )
        for head in heads
    ]
    say(columns([("run", "asked at", "verdict", "asker", "turn", "question"), *rows]))


def show_run(run: StoredRun, checked: Verified) -> None:
    """A run from its question to its answer; first what of it, as it was `checked`, does not hold today."""
    models = ", ".join(f"{role} {one_line(name)}" for role, name in run.models.items()) or "no model"
    turn = f"turn {run.number} of conversation {run.conversation}"
    say(styled(wrapped(f"Run {run.id} · {run.started_at} · {turn} · {models} · Belegg {run.belegg}"), "dim"))
    for name, values in run.filters.items():
        say(styled(wrapped(f"{name}: {one_line(', '.join(values))}"), "dim"))
    if run.answer.withheld:
        say(styled(wrapped(withheld_told(run)), "yellow"))
    outdated = since(checked)
    if outdated:
        say(styled(wrapped(one_line(outdated.told)), "red", "bold"))
        for line in outdated.lines:
            say(styled(wrapped(one_line(line), 2, INDENT), "red"))
    say()
    for event in run.events:
        if isinstance(event, Ended):
            continue
        first, *more = told(event)
        say(wrapped(first, 0, 2))
        for line in more:
            say(styled(wrapped(line, INDENT, INDENT + 2), "dim"))
    say()
    if outdated:
        say(styled(wrapped(f"As it was given on {run.started_at[:10]}; it no longer holds:"), "red", "bold"))
        say()
    show_answer(run.answer)
    usage = run.usage
    cost = "" if not usage.cost_usd else f", {usage.cost_usd:.4f} USD"
    tokens = f"{usage.input_tokens:,} tokens in, {usage.output_tokens:,} out{cost}"
    say(styled(f"{run.took_s:.1f} s, {counted(usage.requests, 'request')}, {tokens}", "dim"))


def withheld_told(run: StoredRun) -> str:
    """What is left out of a run that was shown a document which is not here: how much of what."""
    sentences = run.answer.sentences if isinstance(run.answer, Answered) else ()
    messages = [message for event in run.events if isinstance(event, Sent) for message in event.messages]
    outcomes = [event for event in run.events if isinstance(event, Checked | Judged)]
    texts_of = (
        ([each.text for each in sentences], "sentence", "of the answer"),
        ([each.text for each in messages], "message", "to models"),
        ([each.sentence for each in outcomes], "outcome", "of checks"),
    )
    parts = [
        f"{texts.count(WITHHELD)} of {counted(len(texts), noun)} {of}"
        for texts, noun, of in texts_of
        if WITHHELD in texts
    ]
    more = f" ({', '.join(parts)})" if parts else ""
    return (
        "Withheld: this run was shown a document that is not here for you. What it found and quoted there, "
        f"and what was written after it was shown, is left out{more}."
    )


def show_verified(outcome: Verified) -> None:
    """Each quotation with what became of it, and the outcome in a line."""
    say(wrapped(one_line(outcome.question)))
    say()
    for fault in outcome.faults:
        say(styled(wrapped(f"WRONG: {one_line(fault)}", 0, 2), "red"))
    for each in outcome.quotations:
        show_quotation(each)
    if outcome.withheld:
        text = f"{counted(outcome.withheld, 'sentence')} withheld: a document is not here for you"
        say(wrapped(text))
    say(styled(wrapped(outcome_of(outcome)), "bold"))


def outcome_of(outcome: Verified) -> str:
    """`3 of 4 quotations hold.`"""
    if not outcome.by_library:
        whole = "The receipt is whole and fits together" if not outcome.faults else "The receipt was changed"
        return f"{whole}. No library was at hand: its documents were not looked at."
    if not outcome.quotations:
        return "It quotes nothing."
    holding = sum(each.state == "holds" for each in outcome.quotations)
    hold = "holds" if 1 in (holding, len(outcome.quotations)) else "hold"
    return f"{holding} of {counted(len(outcome.quotations), 'quotation')} {hold}."


def show_quotation(each: VerifiedQuote) -> None:
    """The state, the words, where they were quoted from, and the words that changed."""
    say(styled(each.state.upper(), STATE_STYLES.get(each.state, "red"), "bold"))
    say(wrapped(f"“{shortened(one_line(each.quoted.text), MOST_OF_A_QUOTATION)}”", INDENT))
    page = each.page or each.quoted.page
    place = [
        shortened(each.quoted.title, MOST_OF_A_TITLE),
        each.quoted.source,
        f"page {page}" if page else "",
    ]
    say(styled(wrapped(" · ".join(one_line(p) for p in place if p), INDENT), "dim"))
    if each.told:
        say(wrapped(one_line(each.told), INDENT))
    if each.words:
        say(wrapped(words_told(each.words), INDENT, INDENT + 2))
    say()


def words_told(runs: Sequence[Run]) -> str:
    """`… may take [-sixteen-] {+eighteen+} weeks of …`, in colour on a terminal."""
    parts = []
    for number, run in enumerate(runs):
        text = one_line(run.text)
        if run.kind == "removed":
            parts.append(styled(f"[-{text}-]", "red"))
        elif run.kind == "added":
            parts.append(styled(f"{{+{text}+}}", "green"))
        else:
            parts.append(_around(text, first=number == 0, last=number == len(runs) - 1))
    return " ".join(parts)


def _around(text: str, first: bool, last: bool) -> str:
    words = text.split()
    if len(words) <= 2 * SAME_WORDS:
        return text
    before, after = " ".join(words[:SAME_WORDS]), " ".join(words[-SAME_WORDS:])
    if first:
        return f"… {after}"
    return f"{before} …" if last else f"{before} … {after}"


def show_unheld(unheld: Sequence[Unheld], most: int, how_to_go_on: str) -> None:
    """
    Answers that no longer hold, those of one question together, the question asked last first, with each
    quotation that does not hold once; of at most so many questions, and what is not shown counted.
    """
    if not unheld:
        say("Every answer that is kept holds.")
        return
    questions: dict[str, list[Unheld]] = {}
    for each in reversed(unheld):  # the oldest first, as they come
        questions.setdefault(" ".join(each.question.casefold().split()), []).append(each)
    groups = list(questions.values())
    for runs in groups[:most]:
        show_unheld_question(runs)
    left = groups[most:]
    if left:
        answers = counted(sum(map(len, left)), "answer")
        say(wrapped(f"… and {answers} to {counted(len(left), 'more question')}; {how_to_go_on}."))


def show_unheld_question(runs: Sequence[Unheld]) -> None:
    """The question, its runs by id, the newest first, and what of them does not hold: the same words once."""
    say(styled(wrapped(one_line(runs[0].question), 0, 2), "bold"))
    ids = ", ".join(f"{each.run} ({each.asked_at[:10]})" for each in runs[:MOST_OF_RUNS])
    more = f" and {len(runs) - MOST_OF_RUNS:,} more" if len(runs) > MOST_OF_RUNS else ""
    say(styled(wrapped(f"{counted(len(runs), 'answer')}: {ids}{more}", 0, 2), "dim"))
    shown: dict[tuple[str, str, str], VerifiedQuote] = {}
    for each in runs:
        for quotation in each.quotations:
            key = (quotation.quoted.document, quotation.quoted.text, quotation.state)
            shown.setdefault(key, quotation)
    for quotation in [*shown.values()][:MOST_OF_QUOTATIONS]:
        show_quotation(quotation)
    if len(shown) > MOST_OF_QUOTATIONS:
        say(wrapped(f"… and {counted(len(shown) - MOST_OF_QUOTATIONS, 'more quotation')}", INDENT))


def show_gaps(gaps: Sequence[Gap]) -> None:
    """Each question with how often it was asked, what was searched, what lies nearest."""
    if not gaps:
        say("No question was left open.")
    for gap in gaps:
        say(styled(wrapped(f"{gap.number}. {one_line(gap.question)}", 0, INDENT), "bold"))
        times = f"asked {counted(gap.asked, 'time')} by {counted(gap.askers, 'asker')}"
        closed = f" · closed {gap.closed_at[:10]}" if gap.closed_at else ""
        if gap.after:
            say(wrapped(f"asked after: {one_line(gap.after)}", INDENT, INDENT + 2))
        say(wrapped(f"{times}, last {gap.last_at[:10]}: {gap.told}{closed}", INDENT))
        if gap.searches:
            say(
                wrapped(f"searched: {'; '.join(one_line(each) for each in gap.searches)}", INDENT, INDENT + 2)
            )
        for hit in gap.nearest:
            place = render.place_line(hit.document, *render.standing_of(hit.passage))
            title = shortened(one_line(hit.document.title), MOST_OF_A_QUESTION)
            say(styled(wrapped(f"near: {title} · {place}", INDENT, INDENT + 2), "dim"))
        if gap.would_settle:
            say(wrapped(f"would settle it: {one_line(gap.would_settle)}", INDENT, INDENT + 2))
        say()
