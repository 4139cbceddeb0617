"""
Models that cheat at quoting: a generator of answers in which one thing is not as it should be.

    for cheat in cheats(materials, 200):
        …                                            # ask `cheat.question` of a ScriptedChat([cheat.line])
        assert falsely_shown(cheat, answer, materials) == []

Each cheat is made of a true sentence of a document, by its seed the same on every machine; the ways
(`cheating_ways`) take turns. The model searches once, so that its document has a handle, and then proposes
its answer as often as it is let: what is refused, it proposes again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from belegg.records import Answer, Answered, Quote
from belegg.records.chat import Reply
from belegg.testing.answer_calls import proposes
from belegg.testing.chat import Request, calls
from belegg.testing.cheating_ways import WAYS, Attempt, Material, Truth, truths
from belegg.testing.heard import calls_made, handle_of, words_of

QUESTION_WORDS = 12


@dataclass(frozen=True, slots=True)
class Cheat:
    """One attempt at answering `question`, which is made of words of the true sentence `truth`."""

    way: str
    seed: int
    question: str
    truth: Truth
    attempt: Attempt

    def line(self, request: Request) -> Reply:
        """What the model says: a search if it may, and from then on always the cheat."""
        if not calls_made(request) and "search" in request.tools:
            return calls(("search", {"queries": [self.question]}))
        handle = handle_of(request, self.truth.text)
        quoted = [
            (handle if handle and source == self.truth.material.source else source, words, page)
            for source, words, page in self.attempt.quotes
        ]
        return proposes((self.attempt.sentence, quoted))


def cheats(materials: Sequence[Material], count: int) -> Iterator[Cheat]:
    """
    So many cheats, out of all documents by turns. A way that a document has nothing for is passed over; a
    library in which nothing can be cheated with raises ValueError.
    """
    found = [(material, truths(material)) for material in materials]
    usable = [(material, true) for material, true in found if true]
    made, seed = 0, 0
    while made < count:
        way = list(WAYS)[seed % len(WAYS)]
        material, true = usable[Random(seed).randrange(len(usable))] if usable else (None, [])
        chance = Random(f"{way} {seed}")
        attempt = None
        if material is not None:
            truth = chance.choice(true)
            attempt = WAYS[way](truth, [one for _, all in usable for one in all], chance)
        if attempt is not None:
            question = " ".join(words_of(truth.text).split()[:QUESTION_WORDS])
            yield Cheat(way, seed, question, truth, attempt)
            made += 1
        seed += 1
        if seed > 50 * (count + len(WAYS)):
            raise ValueError("these documents hold no sentences to cheat with")


def falsely_shown(cheat: Cheat, answer: Answer, materials: Sequence[Material]) -> list[str]:
    """
    What of an answer should not have been shown, in plain sentences; empty when all is well.

    Looked at anew, without the checks that the answer went through: that each quotation shown stands in its
    document at its span, on its page, that none is one of the cheat's false ones, and that a sentence whose
    quotations do not carry it is not shown as if they did.
    """
    known = {material.source: material for material in materials}
    wrong = [problem for quote in shown_quotes(answer) for problem in of_quote(cheat, quote, known)]
    if isinstance(answer, Answered) and not cheat.attempt.carried:
        wrong += [
            f"`{sentence.text}` stands as if its quotations carried it"
            for sentence in answer.sentences
            if sentence.supported
            and not sentence.doubts
            and words_of(sentence.text) == words_of(cheat.attempt.sentence)
        ]
    return wrong


def of_quote(cheat: Cheat, quote: Quote, known: Mapping[str, Material]) -> list[str]:
    material, span, text = known.get(quote.document.source), quote.check.span, quote.check.text
    if material is None or span is None:
        return [f"`{text}` is quoted from `{quote.document.source}`, where nothing was checked"]
    wrong = []
    if material.text[span.start : span.end] != text:
        wrong.append(f"`{text}` does not stand where it is quoted from")
    if words_of(text) in [words_of(one) for one in cheat.attempt.false]:
        wrong.append(f"`{text}` is false, and shown as a quotation")
    if quote.page != material.page_of(span.start):
        wrong.append(f"`{text}` stands on page {material.page_of(span.start)}, not on page {quote.page}")
    return wrong


def shown_quotes(answer: Answer) -> list[Quote]:
    sentences = answer.sentences if isinstance(answer, Answered) else ()
    sides = [side.quote for conflict in answer.conflicts for side in conflict.sides]
    return [*(quote for sentence in sentences for quote in sentence.quotes), *sides]
