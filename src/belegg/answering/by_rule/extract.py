"""
An answer without a model: the sentences of the documents that answer best, quoted and checked.

    question ─ gather ▶ passages ─ weigh ▶ pieces ─ judge ▶ enough? ─ pick ▶ the best ─ check ▶ Answered
                                                     └ no ▶ Abstained, with what was searched and lies nearest

Nothing is written here but the notes: every sentence of an answer stands in a document, word for word. The
same question over the same documents gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import regex

from belegg.answering.by_rule.choose import Choice, Sieve, weigh
from belegg.answering.by_rule.covered import uncovered
from belegg.answering.by_rule.gather import Searched, counted, gather
from belegg.answering.by_rule.held import HOLDS
from belegg.answering.by_rule.quoting import quoted_sentence
from belegg.answering.by_rule.sections import missing_section
from belegg.answering.by_rule.selection import Picked, best_first, newest_first, pick
from belegg.answering.by_rule.verdict import NOT_IN_THESE_WORDS, NOT_SAID, Refusal, judge, named
from belegg.answering.question.kinds import asks_for_a_figure
from belegg.answering.question.needed import is_year
from belegg.records import (
    Abstained,
    Answer,
    Answered,
    DocumentHead,
    DocumentId,
    DocumentText,
    Hit,
    Note,
    PassageKey,
    Scope,
    Sentence,
    Step,
)
from belegg.records.answers import NOTHING_READABLE
from belegg.seams import Reader, Store
from belegg.search.search import Search
from belegg.search.walk import Walk
from belegg.text.analysis import Analyser

MOST_QUOTATIONS = 3
"""Of a question; each further question inside it has one more."""
MOST_OF_A_SECTION = 5
"""Of a section that was asked for by its number."""
NEAREST = 5
NO_MODEL = (
    "No model wrote this answer: every sentence is quoted from a document and was checked word for word."
)


OFF_SUBJECT = (
    "The documents hold nothing on this subject: what lies nearest is too far from the question in meaning, "
    "and holds too few of its words."
)
NO_FIGURE = "a figure is asked for, and the sentences that come nearest hold none."


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one question: the choices that may answer it, best first, or why there are none."""

    searched: Searched
    weighed: int
    choices: Sequence[Choice]
    refusal: Refusal | None


class Texts:
    """The texts of documents, each fetched once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._texts: dict[DocumentId, DocumentText | None] = {}

    def of(self, document: DocumentId) -> DocumentText | None:
        if document not in self._texts:
            self._texts[document] = self._reader.text(document)
        return self._texts[document]

    def hold(self, document: DocumentId, word: str) -> bool:
        """Whether a lower-case word stands anywhere in a document's text."""
        text = self.of(document)
        if text is None:
            return False
        return regex.search(rf"\b{regex.escape(word)}\b", text.text, regex.I) is not None


def answer(question: str, scope: Scope, search: Search, store: Store, sieve: Sieve | None = None) -> Answer:
    """
    Answer a question with a few quotations, best first, or abstain and say why. `sieve` leaves out what may
    not be quoted, before anything is picked.
    """
    with store.reading(scope) as reader:
        if not reader.pack_sizes():
            return Abstained(question, "not_covered", NOTHING_READABLE, (), (), ())
        texts = Texts(reader)
        by_meaning = search.walk_by_meaning(question, scope, reader, NEAREST)
        searched, steps = gather(question, scope, search, reader, _near(by_meaning))
        whole = searched[0]
        nearest = _nearest(by_meaning or whole.walk, search, reader)
        found_notes = [
            *search.notes(whole.walk, nearest, reader),
            *_notes_of_meaning(by_meaning),
        ]
        outcomes = [
            _consider(one, search.analyser, texts, scope.as_of, sieve) for one in searched[1:] or searched
        ]
        steps.append(_read(outcomes))
        picks, repeated = _picked(outcomes, search.analyser)
        outcomes, picks = _with_their_figures(outcomes, picks)
        if near := _nearest_in_meaning(nearest):
            outcomes = [_beside_meaning(outcome) for outcome in outcomes]
        years = {word.word for word in whole.asked if is_year(word.word)}
        ordered, differing = newest_first(_to_quote(picks), years)
        standing = _standing(ordered, texts)
        sentences = tuple(sentence for _, sentence in standing)
        refusal = (
            missing_section(whole.text, reader) or _off_subject(by_meaning) or _refused(outcomes, sentences)
        )
    if refusal is not None:
        trace, why = tuple(steps), _explained(refusal, near)
        return Abstained(question, refusal.reason, why, nearest, trace, tuple(found_notes))
    if repeated:
        steps.append(Step("left out", "sentences that say the same as one quoted before", f"{repeated:,}"))
    stand = f"{len(sentences)} of {len(ordered)} {'stands' if len(sentences) == 1 else 'stand'} as quoted"
    steps.append(Step("checked", "every quotation, word for word", stand))
    lacking = _lacking(outcomes, [one for one, _ in standing], search.analyser)
    told = [NO_MODEL, *lacking, *(_differ(newer, older) for newer, older in differing)]
    notes = (*(Note("answering", text) for text in told), *found_notes)
    verdict: Literal["verified", "downgraded"] = "downgraded" if lacking else "verified"
    return Answered(question, verdict, sentences, nearest, tuple(steps), notes)


def _consider(
    searched: Searched, analyser: Analyser, texts: Texts, day: str | None, sieve: Sieve | None
) -> Outcome:
    """Weigh every piece read for a question, and judge whether they answer it."""
    weighed = [
        choice
        for material in searched.materials
        for choice in weigh(material, searched.asked, searched.kinds, analyser, sieve)
    ]
    if searched.is_look_up:
        return Outcome(searched, len(weighed), best_first(weighed, share=0.0), None)
    if searched.leans_on and not (
        weighed := [one for one in weighed if _is_on_what_it_leans_on(one, searched)]
    ):
        lacks = f"what comes nearest does not hold {named(sorted(searched.leans_on))}, which it is about."
        return Outcome(searched, 0, [], Refusal("not_covered", lacks, NOT_SAID))
    allowed, refusal = judge(searched.asked, weighed, texts.hold, day)
    return Outcome(searched, len(weighed), best_first(allowed), refusal)


def _is_on_what_it_leans_on(choice: Choice, searched: Searched) -> bool:
    """Whether a passage, its headings or its title hold a word that a question has from the one before it."""
    return any(
        held >= HOLDS and word.word in searched.leans_on
        for word, held in zip(searched.asked, choice.around, strict=True)
    )


def _nearest(walked: Walk, search: Search, reader: Reader) -> tuple[Hit, ...]:
    """What lies nearest, also what the gate would leave out of a search."""
    return tuple(search.hits(replace(walked, kept=walked.capped), reader, NEAREST))


def _near(by_meaning: Walk | None) -> frozenset[PassageKey]:
    """The passages of the first places in meaning."""
    ranked = by_meaning.ranked if by_meaning is not None else ()
    return frozenset(one.key for one in ranked if 1 <= one.vector_rank <= NEAREST)


def _nearest_in_meaning(nearest: Sequence[Hit]) -> Hit | None:
    """The hit that is nearest to the question in meaning; None when none has a cosine."""
    near = [hit for hit in nearest if hit.cosine is not None]
    return max(near, key=lambda hit: hit.cosine or 0.0, default=None)


def _beside_meaning(outcome: Outcome) -> Outcome:
    return replace(outcome, refusal=outcome.refusal.beside_meaning()) if outcome.refusal else outcome


def _explained(refusal: Refusal, near: Hit | None) -> str:
    """The refusal, and where only its words were lacking, what lies nearest in meaning."""
    if near is None or NOT_IN_THESE_WORDS not in refusal.explanation:
        return refusal.explanation
    title = near.document.title
    return f"{refusal.explanation} Nearest in meaning is `{title}`: judge whether it answers."


def _notes_of_meaning(by_meaning: Walk | None) -> list[Note]:
    """Why vectors or the gate were not used."""
    return [] if by_meaning is None else [*by_meaning.meaning.notes, *by_meaning.judged.notes]


def _off_subject(by_meaning: Walk | None) -> Refusal | None:
    """The refusal when passages were found and none passes the gate."""
    if by_meaning is None or by_meaning.kept or not by_meaning.capped:
        return None
    return Refusal("not_covered", OFF_SUBJECT)


def is_off_subject(question: str, scope: Scope, search: Search, reader: Reader) -> bool:
    """Whether passages lie near a question, and the gate drops them all. Without vectors it says nothing."""
    return _off_subject(search.walk_by_meaning(question, scope, reader, NEAREST)) is not None


def _refused(outcomes: Sequence[Outcome], sentences: Sequence[Sentence]) -> Refusal | None:
    """The refusal of the whole question: none when any of the questions inside it is answered."""
    refusals = [outcome.refusal for outcome in outcomes if outcome.refusal is not None]
    if len(refusals) == len(outcomes):
        return Refusal(refusals[0].reason, " ".join(dict.fromkeys(one.explanation for one in refusals)))
    if not sentences:
        return Refusal("not_covered", "What was found holds no sentence that can be quoted.")
    return None


def _picked(outcomes: Sequence[Outcome], analyser: Analyser) -> tuple[dict[int, list[Picked]], int]:
    """The choices to quote for each answered question, by its number: they share the places."""
    answered = [number for number, outcome in enumerate(outcomes) if outcome.refusal is None]
    named = any(outcome.searched.is_look_up for outcome in outcomes)
    places = MOST_OF_A_SECTION if named else MOST_QUOTATIONS + len(answered) - 1
    picks: dict[int, list[Picked]] = {}
    repeated = 0
    for turn, number in enumerate(answered):
        before = _to_quote(picks)
        if before and _is_settled(outcomes[number].searched, before, analyser):
            picks[number] = []
            continue
        most = (places - len(before)) // (len(answered) - turn)
        picks[number], same = pick(outcomes[number].choices, most, before, analyser)
        repeated += same
    return picks, repeated


def _to_quote(picks: Mapping[int, Sequence[Picked]]) -> list[Picked]:
    """Each pick once: for a later question one may be picked that is quoted for an earlier one."""
    return [one for picked in picks.values() for one in picked if not one.again]


def _is_settled(searched: Searched, before: Sequence[Picked], analyser: Analyser) -> bool:
    """Whether what is quoted for the questions before holds all of this one too, with its figure."""
    if uncovered(searched, before, analyser):
        return False
    return not asks_for_a_figure(searched.text) or any(one.holds_a_figure() for one in before)


def _with_their_figures(
    outcomes: Sequence[Outcome], picks: Mapping[int, list[Picked]]
) -> tuple[list[Outcome], dict[int, list[Picked]]]:
    """The outcomes and picks, those refused that ask for a figure and have none in any quotation."""
    judged, kept = list(outcomes), dict(picks)
    for number, picked in picks.items():
        searched = outcomes[number].searched
        needs = asks_for_a_figure(searched.text) and not searched.is_look_up
        if needs and picked and not any(one.holds_a_figure() for one in picked):
            judged[number] = replace(outcomes[number], refusal=Refusal("not_covered", NO_FIGURE, NOT_SAID))
            del kept[number]
    return judged, kept


def _standing(picked: Iterable[Picked], texts: Texts) -> list[tuple[Picked, Sentence]]:
    """The quotations that stand in their documents as they are in this moment; others are dropped."""
    standing = []
    for one in picked:
        text = texts.of(one.choice.material.document.id)
        if text is not None and (sentence := quoted_sentence(one, text)) is not None:
            standing.append((one, sentence))
    return standing


def _lacking(outcomes: Sequence[Outcome], quoted: Sequence[Picked], analyser: Analyser) -> list[str]:
    """
    What was asked and is not in the quotations, in plain sentences: questions inside it, words of them.

    Each question is judged by all that is quoted, for whichever of them it was picked.
    """
    refused = [_not_answered(outcome) for outcome in outcomes if outcome.refusal]
    answered = [outcome.searched for outcome in outcomes if outcome.refusal is None]
    words = [text for searched in answered for text in uncovered(searched, quoted, analyser)]
    return list(dict.fromkeys([*refused, *words]))


def _read(outcomes: Sequence[Outcome]) -> Step:
    passages = {m.passage.id for outcome in outcomes for m in outcome.searched.materials}
    documents = {m.document.id for outcome in outcomes for m in outcome.searched.materials}
    weighed = sum(outcome.weighed for outcome in outcomes)
    return Step(
        "read",
        f"{counted(passages, 'passage')} of {counted(documents, 'document')}",
        f"{weighed:,} {'piece' if weighed == 1 else 'pieces'} weighed: sentences, list items, table rows",
    )


def _not_answered(outcome: Outcome) -> str:
    assert outcome.refusal is not None, "only what is refused is not answered"
    return f"Not answered: `{outcome.searched.text}` {outcome.refusal.explanation}"


def _differ(newer: DocumentHead, older: DocumentHead) -> str:
    return (
        f"`{newer.title}` ({newer.date}) and `{older.title}` ({older.date}) give different figures "
        "for the same thing; the newer counts unless it says otherwise."
    )
