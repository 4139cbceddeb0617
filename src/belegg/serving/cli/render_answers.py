"""What people see of an answer: sentences, numbered sources, what is doubted, the verdict, what was done."""

from __future__ import annotations

from collections.abc import Iterable

from belegg.records import Abstained, Answer, Answered, Conflict, Ran, Sentence
from belegg.serving.cli.render import (
    INDENT,
    MOST_OF_A_NOTE,
    MOST_SHOWN,
    place_line,
    place_of,
    show_hit,
    show_notes,
    show_place,
    standing_of_quote,
)
from belegg.serving.cli.shown import shown
from belegg.serving.cli.terminal import one_line, say, shortened, styled, with_article, wrapped

VERDICTS = {  # what was checked is the words: that they answer the question no program has judged
    "verified": "Quotations verified. Whether they answer the question is yours to judge.",
    "downgraded": "The quotations stand word for word. What of your question is not in them, the notes say.",
}
WRITTEN = {
    "verified": "Verified: every sentence has quotations that stand word for word.",
    "downgraded": "Downgraded: what was found lacking stands with its sentence, or below.",
}
REASONS = {
    "not_covered": "no sentence found can be quoted as the answer",
    "sources_conflict": "the sources disagree",
    "likely_outdated": "what was found is likely outdated",
}
STEPS = {
    "model": "the model",
    "classifier": "the classifier",
    "understanding": "understanding the question",
    "vectors": "search by meaning",
    "reranker": "the reranker",
    "quotations": "the check of quotations",
    "figures": "the check of figures",
    "judge": "the judge",
}


def show_answer(answer: Answer) -> None:
    """The answer with its quotations and verdict, or why there is none; notes; what was done on the way."""
    if isinstance(answer, Abstained):
        show_abstained(answer)
    else:
        show_answered(answer)
    show_lacking(answer)
    show_notes(answer.notes)
    for step in answer.trace:
        detail = shortened(one_line(step.detail), MOST_SHOWN)
        told = f"· {one_line(step.action)}: {detail} → {shortened(one_line(step.outcome), MOST_SHOWN)}"
        say(styled(wrapped(told, 0, 2), "dim"))
    for line in ran_lines(answer.ran):
        say(styled(wrapped(line, 0, 2), "dim"))


def show_answered(answer: Answered) -> None:
    """The sentences with the numbers of their sources, the sources, the verdict."""
    places = list(dict.fromkeys(place_of(q) for sentence in answer.sentences for q in sentence.quotes))
    for sentence in answer.sentences:
        numbers = dict.fromkeys(places.index(place_of(quote)) + 1 for quote in sentence.quotes)
        marks = "".join(f"[{number}]" for number in numbers)
        for line in lines_of(sentence, marks):
            say(line)
        show_beside(sentence)
        say()
    for number, place in enumerate(places, 1):
        show_place(number, place)
    say()
    verdicts = VERDICTS if answer.model is None else WRITTEN
    say(styled(wrapped(verdicts[answer.verdict]), "bold"))
    if answer.missing:
        say(wrapped(f"Not settled: {one_line(answer.missing)}"))


def show_beside(sentence: Sentence) -> None:
    """What is to be known of a sentence: doubts, what quotations leave out, arithmetic done anew."""
    if not sentence.supported:
        say(styled(wrapped("No source carries this sentence.", INDENT), "red"))
    for doubt in sentence.doubts:
        say(styled(wrapped(f"Doubt: {one_line(doubt)}", INDENT, INDENT + 2), "yellow"))
    for cut in (cut for quote in sentence.quotes for cut in quote.check.cut if cut.holds != "none"):
        told = f"left out, and it holds {with_article(cut.holds)}: {one_line(cut.text)}"
        say(styled(wrapped(told, INDENT), "yellow"))
    for line in sentence.arithmetic:
        say(styled(wrapped(f"Computed anew: {one_line(line)}", INDENT), "dim"))


def show_lacking(answer: Answer) -> None:
    """Why a run ended early, what was drafted and is not shown, where sources differ."""
    if answer.stopped:
        say(styled(wrapped(f"Ended early: {one_line(answer.stopped)}."), "yellow"))
    for dropped in answer.dropped:
        told = shortened(one_line(dropped), MOST_OF_A_NOTE)
        say(styled(wrapped(f"Not shown as an answer: {told}", 0, 2), "yellow"))
    for conflict in answer.conflicts:
        show_conflict(conflict)


def show_conflict(conflict: Conflict) -> None:
    """One row for each source: date, words, place."""
    say(wrapped(f"Sources differ on {shortened(one_line(conflict.about), MOST_SHOWN)}:"))
    for side in conflict.sides:
        place = place_line(side.quote.document, *standing_of_quote(side.quote))
        words = shortened(one_line(side.quote.check.text), MOST_SHOWN)
        say(wrapped(f"{side.date or 'undated'}: “{words}” ({place})", INDENT, INDENT + 2))


def lines_of(sentence: Sentence, marks: str) -> list[str]:
    """A sentence as a reader sees it, the items of a list on lines of their own; its marks at the end."""
    source = sentence.quotes[0].document.source if sentence.quotes else ""
    written = sentence.text.splitlines()
    first, *items = (one_line(shown(line, source)) for line in written)
    bullets = ["- " if line[:1] in "-*+" else "" for line in written[1:]]
    said = [first, *(bullet + item.removeprefix(bullet) for bullet, item in zip(bullets, items, strict=True))]
    said[-1] = f"{said[-1]} {marks}".rstrip()
    return [wrapped(said[0]), *(wrapped(item, 2, INDENT) for item in said[1:])]


def show_abstained(answer: Abstained) -> None:
    """The reason, what would settle it, what lies nearest."""
    say(styled(wrapped(f"No answer: {REASONS[answer.reason]}."), "bold"))
    say(wrapped(one_line(answer.explanation)))
    if answer.would_settle:
        say(wrapped(f"What would settle it: {one_line(answer.would_settle)}"))
    if answer.nearest:
        say()
        say("Nearest in the library:")
        say()
        for hit in answer.nearest:
            show_hit(hit)


def ran_lines(ran: Iterable[Ran]) -> list[str]:
    """What ran, in one line, and what did not or failed, each in its own."""
    ran = list(ran)
    whole = ", ".join(STEPS[one.step] for one in ran if one.state == "ran")
    lines = [f"· ran: {whole}"] if whole else []
    rest = (one for one in ran if one.state != "ran")
    return lines + [f"· {one.state}: {STEPS[one.step]} ({one_line(one.detail)})" for one in rest]
