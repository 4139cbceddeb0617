"""What people see of an answer: sentences, numbered sources, what is doubted, the verdict, what was done."""

from __future__ import annotations

from collections.abc import Iterable

from belegg.records import Abstained, Answer, Answered, Conflict, Ran, Sentence
from belegg.records.answers import DID_NOT_HOLD, NOTHING_READABLE, THE_DOCUMENTS_OWN
from belegg.serving.cli.render import (
    INDENT,
    MOST_OF_A_NOTE,
    MOST_SHOWN,
    Place,
    place_line,
    place_of,
    show_hit,
    show_notes,
    show_place,
    standing_of_quote,
)
from belegg.serving.cli.shown import shown
from belegg.serving.cli.terminal import one_line, say, shortened, styled, with_article, wrapped
from belegg.text.counted import counted

MOST_OF_A_QUOTATION = 300
MOST_OF_A_TITLE = 80
MOST_TOLD_TWICE = 60
"""Characters of what a quotation leaves out by which a doubt is known to tell it already."""
DATE = 12  # columns of a date and the blanks after it

VERDICTS = {  # what was checked is the words: that they answer the question no program has judged
    "verified": "Quotations verified. Whether they answer the question is yours to judge.",
    "downgraded": "The quotations stand word for word. What of your question is not in them, the notes say.",
}
VERDICT_STYLES = {"verified": "green", "downgraded": "yellow"}
BY_RULE = "No model answered; these are the documents' own sentences"
REASONS = {
    "not_covered": "no sentence found can be quoted as the answer",
    "sources_conflict": "the sources disagree",
    "likely_outdated": "what was found is likely outdated",
}
WRITTEN_REASONS = {"not_covered": "these documents do not settle it"}
"""Where a model searched and read, and not where a sentence was looked for."""
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


def show_answer(answer: Answer, *, steps: bool = True) -> None:
    """
    The answer with its quotations and verdict, or why there is none; what is lacking; notes; what was done.

    What a model wrote has its verdict first: what follows is read with it in mind.
    """
    if isinstance(answer, Abstained):
        show_abstained(answer)
    else:
        show_answered(answer)
        show_lacking(answer)
    show_notes(answer.notes)
    if steps:
        show_steps(answer)
    show_ran(answer)


def show_answered(answer: Answered) -> None:
    """The verdict of a model's answer, the sentences with the numbers of their sources, the sources."""
    is_written = answer.model is not None
    if is_written:
        word, told = verdict_told(answer)
        say(styled(word, VERDICT_STYLES[answer.verdict], "bold"))
        say(wrapped(told))
        say()
    elif answer.stopped:
        say(styled(wrapped(by_rule_told(answer)), "yellow", "bold"))
        say()
    numbers = place_numbers(answer)
    for sentence in answer.sentences:
        marks = "".join(f"[{numbers[place]}]" for place in dict.fromkeys(map(place_of, sentence.quotes)))
        for line in lines_of(sentence, marks):
            say(line)
        show_beside(sentence)
        say()
    for place, number in numbers.items():
        if is_written:
            show_source(number, place, answer)
        else:
            show_place(number, place)
    say()
    if not is_written:
        say(styled(wrapped(VERDICTS[answer.verdict]), "bold"))
    if answer.missing:
        say(styled(wrapped(f"Not settled: {one_line(answer.missing)}", 0, 2), "yellow"))


def by_rule_told(answer: Answered) -> str:
    """Why no model's sentences are shown where a model was to answer."""
    if answer.stopped.startswith(DID_NOT_HOLD):
        more = answer.stopped.removeprefix(DID_NOT_HOLD).removeprefix("; ")
        return f"{THE_DOCUMENTS_OWN.removesuffix('.')}{f' ({one_line(more)})' if more else ''}"
    return f"{BY_RULE} ({one_line(answer.stopped)})"


def verdict_told(answer: Answered) -> tuple[str, str]:
    """The verdict on what a model wrote, in a word and in a sentence that says what it is worth."""
    judge = next((one for one in answer.ran if one.step == "judge"), None)
    is_judged = judge is not None and judge.state == "ran"
    who = "the model that wrote it" if judge and judge.detail == answer.model else "a second model"
    not_judged = "That quotations mean what is said was judged by nobody: read them."
    if answer.verdict == "verified" and is_judged:
        return "VERIFIED", f"Every quotation stands word for word; that they mean what is said, {who} judged."
    if answer.verdict == "verified":
        return "QUOTATIONS VERIFIED", f"Every quotation stands word for word. {not_judged}"
    told = f"Not all of it can be relied on: {lacks_told(answer)}."
    return "DOWNGRADED", told if is_judged else f"{told} {not_judged}"


def lacks_told(answer: Answered) -> str:
    """What takes an answer down, in a line; where it stands below says more."""
    doubted = sum(bool(sentence.doubts) or not sentence.supported for sentence in answer.sentences)
    lacks = [f"{counted(doubted, 'sentence')} in doubt, marked below"] if doubted else []
    lacks += [f"{counted(len(answer.dropped), 'drafted sentence')} not shown"] if answer.dropped else []
    lacks += ["sources differ"] if answer.conflicts else []
    lacks += ["a part of the question is not settled"] if answer.missing else []
    lacks += ["the run ended early"] if answer.stopped else []
    return "; ".join(lacks) or "see the notes below"


def place_numbers(answer: Answer) -> dict[Place, int]:
    """The places that an answer quotes, numbered from 1 in the order of its sentences."""
    sentences = answer.sentences if isinstance(answer, Answered) else ()
    places = dict.fromkeys(place_of(quote) for sentence in sentences for quote in sentence.quotes)
    return {place: number for number, place in enumerate(places, 1)}


def show_source(number: int, place: Place, answer: Answer, *, whole: bool = False) -> None:
    """A source with the words that are quoted from it, each once; of long ones a part, unless `whole`."""
    show_place(number, place)
    sentences = answer.sentences if isinstance(answer, Answered) else ()
    quoted = [q for sentence in sentences for q in sentence.quotes if place_of(q) == place]
    for words in dict.fromkeys(quote.check.text for quote in quoted):
        told = one_line(shown(words, place[0].source))
        say(wrapped(f"“{told if whole else shortened(told, MOST_OF_A_QUOTATION)}”", INDENT, INDENT + 1))


def show_steps(answer: Answer) -> None:
    """What was done on the way, a line each."""
    for step in answer.trace:
        detail = shortened(one_line(step.detail), MOST_SHOWN)
        told = f"· {one_line(step.action)}: {detail} → {shortened(one_line(step.outcome), MOST_SHOWN)}"
        say(styled(wrapped(told, 0, 2), "dim"))


def show_ran(answer: Answer) -> None:
    """Which steps ran, which did not, which failed."""
    for line in ran_lines(answer.ran):
        say(styled(wrapped(line, 0, 2), "dim"))


def show_beside(sentence: Sentence) -> None:
    """What is to be known of a sentence: doubts, what quotations leave out, arithmetic done anew."""
    if not (sentence.supported or (sentence.quotes and sentence.doubts)):
        say(styled(wrapped("No source carries this sentence.", INDENT), "red"))
    for doubt in sentence.doubts:
        say(styled(wrapped(f"Careful: {one_line(doubt)}", INDENT, INDENT + 2), "yellow"))
    doubted = one_line(" ".join(sentence.doubts))
    for cut in (cut for quote in sentence.quotes for cut in quote.check.cut if cut.holds != "none"):
        if one_line(cut.text)[:MOST_TOLD_TWICE] in doubted:
            continue
        told = f"left out, and it holds {with_article(cut.holds)}: {one_line(cut.text)}"
        say(styled(wrapped(told, INDENT), "yellow"))
    for line in sentence.arithmetic:
        say(styled(wrapped(f"Computed anew: {one_line(line)}", INDENT), "dim"))


def show_lacking(answer: Answer) -> None:
    """Why a run ended early, what was drafted and is not shown, where sources differ."""
    for conflict in answer.conflicts:
        show_conflict(conflict)
    if answer.stopped and (answer.model is not None or isinstance(answer, Abstained)):
        say(styled(wrapped(f"Ended early: {one_line(answer.stopped).removesuffix('.')}."), "yellow"))
    for dropped in answer.dropped:
        told = shortened(one_line(dropped), MOST_OF_A_NOTE)
        say(styled(wrapped(f"Not shown as an answer: {told}", 0, 2), "yellow"))


def show_conflict(conflict: Conflict) -> None:
    """A row for each source, the newest first: date, words, document and page."""
    say(styled(wrapped(f"Sources differ on {shortened(one_line(conflict.about), MOST_SHOWN)}:"), "yellow"))
    for side in conflict.sides:
        head = side.quote.document
        words = shortened(one_line(shown(side.quote.check.text, head.source)), MOST_OF_A_QUOTATION)
        date = side.date or "undated"
        say(wrapped(f"{date:<{DATE}}“{words}”", INDENT, INDENT + DATE))
        title = shortened(one_line(head.title), MOST_OF_A_TITLE)
        place = place_line(head, *standing_of_quote(side.quote))
        say(styled(wrapped(f"{title} · {place}", INDENT + DATE), "dim"))
    say()


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
    """The reason, what was searched, what would settle it, what lies nearest."""
    reasons = REASONS if answer.model is None else REASONS | WRITTEN_REASONS
    if answer.explanation == NOTHING_READABLE:
        say(styled(wrapped(f"No answer. {NOTHING_READABLE}"), "bold"))
        return
    say(styled(wrapped(f"No answer: {reasons[answer.reason]}."), "bold"))
    say(wrapped(one_line(answer.explanation)))
    show_lacking(answer)
    if answer.searched:
        searched = "; ".join(f"“{shortened(one_line(query), MOST_SHOWN)}”" for query in answer.searched)
        say(wrapped(f"Searched: {searched}", 0, 2))
    if answer.would_settle:
        say(wrapped(f"What would settle it: {one_line(answer.would_settle)}", 0, 2))
    if answer.nearest:
        say()
        say("Nearest in the library:")
        say()
        for hit in answer.nearest:
            show_hit(hit)


def ran_lines(ran: Iterable[Ran]) -> list[str]:
    """A line for what ran, one for what failed, one for what did not run, each with the reasons."""
    ran = list(ran)
    whole = ", ".join(STEPS[one.step] for one in ran if one.state == "ran")
    lines = [f"· ran: {whole}"] if whole else []
    for state in ("failed", "did not run"):
        whys: dict[str, list[str]] = {}
        for one in ran:
            if one.state == state:
                whys.setdefault(one_line(one.detail), []).append(STEPS[one.step])
        told = "; ".join(
            f"{', '.join(steps)} ({why})" if why else ", ".join(steps) for why, steps in whys.items()
        )
        lines += [f"· {state}: {told}"] if told else []
    return lines
