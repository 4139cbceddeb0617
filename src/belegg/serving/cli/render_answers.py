"""What people see of an answer: sentences, numbered sources, what is doubted, the verdict, what was done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from belegg.library.turns.said import Remark, Said, conflict_told, said
from belegg.records import Abstained, Answer, Answered, Conflict, Sentence
from belegg.records.answers import verdict_of
from belegg.serving.cli.as_printed import as_printed
from belegg.serving.cli.render import (
    INDENT,
    MOST_OF_A_NOTE,
    MOST_SHOWN,
    Place,
    place_line,
    place_of,
    show_hit,
    show_place,
    standing_of_quote,
)
from belegg.serving.cli.terminal import one_line, say, shortened, styled, wrapped

MOST_OF_A_QUOTATION = 300
MOST_BESIDE_A_SENTENCE = 200
MOST_OF_A_TITLE = 80
DATE = 12  # columns of a date and the blanks after it

VERDICT_STYLES = {
    "verified": "green",
    "quotations verified": "yellow",
    "downgraded": "yellow",
    "withheld": "yellow",
}
REMARK_STYLES = {
    "unsupported": "red",
    "doubt": "yellow",
    "left out": "yellow",
    "computed": "dim",
    "lacking": "yellow",
    "note": "dim",
    "ran": "dim",
}
HANGING = {"doubt": 2, "lacking": 2, "further": 2, "note": 6, "ran": 2}  # columns after the first line


def show_answer(answer: Answer, *, steps: bool = True) -> None:
    """
    The answer with its quotations and verdict, or why there is none; what is lacking; notes; what was done.

    What a model wrote has its verdict first: what follows is read with it in mind.
    """
    told = said(answer)
    if isinstance(answer, Abstained):
        show_abstained(answer, told)
    else:
        show_answered(answer, told)
    show_remarks(remark for remark in told.around if remark.kind != "ran")
    if steps:
        show_steps(answer)
    show_remarks(remark for remark in told.around if remark.kind == "ran")


def show_answered(answer: Answered, told: Said) -> None:
    """The verdict of a model's answer, the sentences with the numbers of their sources, the sources."""
    is_first = answer.model is not None or answer.withheld
    if is_first:
        say(styled(told.word, VERDICT_STYLES[verdict_of(answer)], "bold"))
        say(wrapped(one_line(told.told)))
        say()
    elif told.opening:
        say(styled(wrapped(one_line(told.opening)), "yellow", "bold"))
        say()
    numbers = place_numbers(answer)
    for sentence, remarks in zip(answer.sentences, told.beside, strict=True):
        marks = "".join(f"[{numbers[place]}]" for place in dict.fromkeys(map(place_of, sentence.quotes)))
        for line in lines_of(sentence, marks):
            say(line)
        show_carrying(sentence, numbers)
        show_remarks(remarks, INDENT)
        say()
    for place, number in numbers.items():
        show_place(number, place)
    say()
    if not is_first:
        say(styled(wrapped(" ".join(told.in_words)), "bold"))
    for conflict in told.conflicts:
        show_conflict(conflict)
    show_remarks(told.lacking)


def show_carrying(sentence: Sentence, numbers: Mapping[Place, int]) -> None:
    """The words that carry a sentence, each with its source's number; none that the sentence itself has."""
    said = one_line(sentence.text)
    told: dict[tuple[int, str], None] = {}
    for quote in sentence.quotes:
        words = one_line(as_printed(quote.check.text, quote.document.source))
        if words not in said and one_line(quote.check.text) not in said:
            told.setdefault((numbers[place_of(quote)], shortened(words, MOST_BESIDE_A_SENTENCE)))
    for number, words in told:
        mark = f"[{number}] "
        say(styled(wrapped(f"{mark}“{words}”", INDENT, INDENT + len(mark) + 1), "dim"))


def show_remarks(remarks: Iterable[Remark], indent: int = 0) -> None:
    """A line each; of a long one a part."""
    for remark in remarks:
        text = shortened(one_line(remark.text), MOST_OF_A_NOTE)
        line = wrapped(text, indent, indent + HANGING.get(remark.kind, 0))
        style = REMARK_STYLES.get(remark.kind)
        say(styled(line, style) if style else line)


def place_numbers(answer: Answer) -> dict[Place, int]:
    """The places that an answer quotes, numbered from 1 in the order of its sentences."""
    sentences = answer.sentences if isinstance(answer, Answered) else ()
    places = dict.fromkeys(place_of(quote) for sentence in sentences for quote in sentence.quotes)
    return {place: number for number, place in enumerate(places, 1)}


def show_source(number: int, place: Place, answer: Answer) -> None:
    """A source with all the words that are quoted from it, each once."""
    show_place(number, place)
    sentences = answer.sentences if isinstance(answer, Answered) else ()
    quoted = [q for sentence in sentences for q in sentence.quotes if place_of(q) == place]
    for words in dict.fromkeys(quote.check.text for quote in quoted):
        told = one_line(as_printed(words, place[0].source))
        say(wrapped(f"“{told}”", INDENT, INDENT + 1))


def show_steps(answer: Answer) -> None:
    """What was done on the way, a line each."""
    for step in answer.trace:
        detail = shortened(one_line(step.detail), MOST_SHOWN)
        told = f"· {one_line(step.action)}: {detail} → {shortened(one_line(step.outcome), MOST_SHOWN)}"
        say(styled(wrapped(told, 0, 2), "dim"))


def show_conflict(conflict: Conflict) -> None:
    """A row for each source, the newest first: date, words, document and page."""
    short = replace(conflict, about=shortened(one_line(conflict.about), MOST_SHOWN))
    say(styled(wrapped(f"{conflict_told(short)}:"), "yellow"))
    for side in conflict.sides:
        head = side.quote.document
        words = shortened(one_line(as_printed(side.quote.check.text, head.source)), MOST_OF_A_QUOTATION)
        date = side.date or "undated"
        say(wrapped(f"{date:<{DATE}}“{words}”", INDENT, INDENT + DATE))
        title = shortened(one_line(head.title), MOST_OF_A_TITLE)
        place = place_line(head, *standing_of_quote(side.quote), dated=False)
        say(styled(wrapped(f"{title} · {place}", INDENT + DATE), "dim"))
    say()


def lines_of(sentence: Sentence, marks: str) -> list[str]:
    """A sentence as a reader sees it, the items of a list on lines of their own; its marks at the end."""
    source = sentence.quotes[0].document.source if sentence.quotes else ""
    written = sentence.text.splitlines()
    first, *items = (one_line(as_printed(line, source)) for line in written)
    bullets = ["- " if line[:1] in "-*+" else "" for line in written[1:]]
    said = [first, *(bullet + item.removeprefix(bullet) for bullet, item in zip(bullets, items, strict=True))]
    said[-1] = f"{said[-1]} {marks}".rstrip()
    return [wrapped(said[0]), *(wrapped(item, 2, INDENT) for item in said[1:])]


def show_abstained(answer: Abstained, told: Said) -> None:
    """The reason, what was searched, what would settle it, what lies nearest."""
    if answer.withheld:
        say(styled(told.word, VERDICT_STYLES["withheld"], "bold"))
    say(styled(wrapped(told.told), "bold"))
    if not answer.withheld and answer.explanation not in told.told:
        say(wrapped(one_line(answer.explanation)))
    for conflict in told.conflicts:
        show_conflict(conflict)
    show_remarks(told.lacking)
    if answer.nearest:
        say()
        say("Nearest in the library:")
        say()
        for hit in answer.nearest:
            show_hit(hit)
