"""
What Belegg tells a model unasked, so that it does not stop early (AGE-6). Each at most once in a run.

The rule is often in one document and the exception in another; and a model that gives up has often read past
the deciding sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from belegg.answering.memory import Lines, Memory
from belegg.answering.question.asked import terms_of
from belegg.answering.tools.fitting import shortened
from belegg.text.analysis import Analyser
from belegg.text.normalise import normalise
from belegg.text.sentences import sentences
from belegg.text.words import word_texts

FOUND_BEFORE_TOLD = 4
MOST_TITLES = 8
MOST_LINES = 8
LONGEST_LINE = 320
LONGEST_TITLE = 60
"""Characters: the whole of it stands where the document was introduced."""
NEAR_THE_MOST = 0.5
"""Of the words of the question that the best line mentions, how many another one mentions at least."""

BY_THE_TOOL = (
    "That was plain text, and nobody sees it. Give your answer by calling the tool `answer`: each sentence "
    "with the quotations that carry it, copied word for word from the documents."
)
SAID_NOTHING = (
    "Your reply was empty. Search on, or call the tool `answer`; with `settled` `no` when the documents do "
    "not say it."
)
NO_NUMBER = "A title is not a number: fetch the cells."
CUT_SHORT = (
    "Your reply was cut at the limit of its length, and nothing of it was used. Say it in fewer words."
)


def limit_near(spent: str) -> str:
    return (
        f"Most of what this question may take is spent ({spent}). Look up only what is still missing, then "
        "answer."
    )


def answer_now(spent: str) -> str:
    return (
        f"The limit is near ({spent}): only the tool `answer` is left. Answer what the documents that you "
        "have seen settle, and say in `missing` what they do not."
    )


def no_further(why: str) -> str:
    return (
        f"You get no further ({why}): only the tool `answer` is left. Answer what the documents that you "
        "have seen settle, and say in `missing` what they do not."
    )


def unopened(memory: Memory) -> str:
    """The titles of near documents that were not opened; empty with fewer than four found."""
    left = memory.unopened()
    if len(memory.found) < FOUND_BEFORE_TOLD or not left:
        return ""
    titles = [
        f"{memory.handles.of(head)} {memory.marks.name(shortened(head.title or head.source, LONGEST_TITLE))}"
        for head in left
    ]
    more = f" and {len(titles) - MOST_TITLES} more" if len(titles) > MOST_TITLES else ""
    return (
        f"Of the {len(memory.found)} documents found, these are among the nearest, and not opened: "
        f"{', '.join(titles[:MOST_TITLES])}{more}. A rule is often in one document and its exception in "
        "another: open those that may matter."
    )


@dataclass(frozen=True, slots=True)
class _Line:
    place: str
    text: str
    words: int


def lines_already_read(asked: Iterable[str], memory: Memory, analyser: Analyser) -> str:
    """
    The sentences already sent that mention most words of the question (`asked`: it, and its translations),
    at most eight, in the order in which they were sent; empty when none mentions any.
    """
    words = _content_words(asked, analyser)
    found = [line for lines in memory.lines for line in _mentioning(words, lines, analyser)]
    most = max((line.words for line in found), default=0)
    telling = [line for line in dict.fromkeys(found) if line.words >= NEAR_THE_MOST * most]
    best = sorted(telling, key=lambda line: -line.words)[:MOST_LINES]
    if not best:
        return ""
    told = "\n".join(dict.fromkeys(f"{line.place}: {line.text}" for line in found if line in best))
    return (
        "Before that is taken as not settled, here are the lines that you were shown and that mention what "
        f"is asked:\n{memory.marks.around(told)}\nIf one of them settles it, wholly or in part, answer with "
        "it. If not, give the same answer again."
    )


def _content_words(asked: Iterable[str], analyser: Analyser) -> frozenset[str]:
    return frozenset(
        word for text in asked for word in word_texts(normalise(text)) if not analyser.is_small(word)
    )


def _mentioning(words: frozenset[str], lines: Lines, analyser: Analyser) -> Sequence[_Line]:
    """The sentences of a text that mention words, each with how many."""
    space = analyser.name_space(lines.language)
    by_word = [{analyser.word_term(word, space), *analyser.part_terms(word, space)} for word in words]
    place = ", ".join(filter(None, (lines.handle, lines.standing)))
    met = []
    for span in sentences(lines.text, lines.language):
        text = lines.text[span.start : span.end]
        if text.startswith("#"):
            continue  # a heading settles nothing
        terms = terms_of(normalise(text), space, analyser)
        if count := sum(not terms.isdisjoint(of_word) for of_word in by_word):
            met.append(_Line(place, " ".join(text.split())[:LONGEST_LINE], count))
    return met
