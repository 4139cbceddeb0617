"""
Calibrating the relevance gate of a library: every question is searched without a gate, its hits' evidence is
what `evaluation.calibrate` reads the floors from, and the library keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from belegg.errors import BadInput
from belegg.evaluation.calibrate import Calibration, Judge, calibrate
from belegg.evaluation.curves import Asked
from belegg.evaluation.gibberish import is_gibberish
from belegg.evaluation.golden import GoldenQuestion, read_questions
from belegg.library.corpus import corpus_version
from belegg.records import OWNER, Principal, Scope
from belegg.records.gate import EVERY, Gate, Measure
from belegg.seams import Store
from belegg.search.gate import evidence
from belegg.text.small_words import is_small, languages_spoken
from belegg.text.word_lists import has_list
from belegg.text.words import word_texts

if TYPE_CHECKING:
    from belegg.search.meaning import Meaning
    from belegg.search.search import Search
    from belegg.search.walk import Walk
    from belegg.text.analysis import Analyser

NO_VECTORS = "no passage has a vector yet (`belegg embed` makes them)"
HITS = 12  # of a question, two of a document at most: what an answer reads


@dataclass(frozen=True, slots=True)
class _Told:
    """A question, whether it is answerable, and the class that its file names."""

    question: GoldenQuestion
    answerable: bool
    kind: str


def calibrated(
    store: Store,
    search: Search,
    scope_of: Callable[..., Scope],
    answerable: Path,
    unanswerable: Path | None,
    packs: Sequence[str],
    reranker: str,
) -> Calibration:
    """
    Ask the questions of one file with both kinds, or of one for each, in each pack, or in the whole library
    when none is named. `search` must be without a gate; with the id of its `reranker` (empty: none) the
    floors are read on that one's scores, else on cosines. `scope_of` is `Library.scope`.

    Raises BadInput, UnknownPack.
    """
    told = _questions(answerable, unanswerable)
    measure: Measure = "rerank" if reranker else "cosine"
    walked = {
        pack: [_walked(one, store, search, _scope(one, scope_of, pack), measure) for one in told]
        for pack in packs or (EVERY,)
    }
    meanings = [meaning for of_pack in walked.values() for _, meaning in of_pack]
    embedder = next((meaning.model for meaning in meanings if meaning.model), None)
    if embedder is None:
        why = next((note.text for meaning in meanings for note in meaning.notes), NO_VECTORS)
        raise BadInput(f"the gate reads vectors' scores, and there are none: {why}")
    judge = Judge(reranker or embedder, corpus_version(store, Scope(OWNER, packs=tuple(packs))), measure)
    return calibrate({pack: [asked for asked, _ in of_pack] for pack, of_pack in walked.items()}, judge)


def kept(gate: Gate, found: Calibration) -> Gate:
    """The gate with the floors of a run in place of the earlier ones of its packs."""
    for pack in {row.pack for row in found.rows}:
        gate = gate.without(pack)
    for floor in found.floors():
        gate = gate.with_floor(floor)
    return gate


def _questions(answerable: Path, unanswerable: Path | None) -> list[_Told]:
    if unanswerable is None:
        told = [_Told(one, one.answerable, _kind(one)) for one in read_questions(answerable)]
    else:
        files = ((answerable, True), (unanswerable, False))
        told = [_Told(one, good, _kind(one)) for file, good in files for one in read_questions(file)]
    for good, missing in ((True, "answerable"), (False, "unanswerable")):
        if all(one.answerable is not good for one in told):
            raise BadInput(
                f"there is no {missing} question; give a file of answerable and one of unanswerable "
                "questions, or one with both (`class` says which)"
            )
    return told


def _kind(question: GoldenQuestion) -> str:
    """Near the subject or far from it matters among the unanswerable; the author's word is taken for it."""
    return question.kind if question.kind in ("near_topic", "off_topic") else question.question_class


def _scope(told: _Told, scope_of: Callable[..., Scope], pack: str) -> Scope:
    """Who asks as the question says, the owner when it does not, on its day."""
    asker = told.question.asker
    principal = OWNER if asker is None else Principal.signed_in("calibrate", asker)
    return scope_of(principal, packs=[pack] if pack else [], as_of=told.question.as_of)


def _walked(
    told: _Told, store: Store, search: Search, scope: Scope, measure: Measure
) -> tuple[Asked, Meaning]:
    """
    The question with its evidence, and what vectors could do for it. Of words alone nothing is taken: an
    asker who may read nothing has no hits.
    """
    question = told.question
    with store.reading(scope) as reader:
        taken = search.walk(question.text, scope, reader, HITS)
        found = taken.capped[:HITS] if taken.meaning.model else ()
        hits = evidence(taken.sought, taken.ranked, found, reader, measure)
    if measure == "rerank" and hits and all(hit.score is None for hit in hits):
        raise BadInput(f"the reranker did not judge `{question.text}`; try again when it answers")
    asked = Asked(
        question=question.text,
        answerable=told.answerable,
        language=taken.sought.spoken.space,
        spoken=not taken.sought.spoken.foreign,
        hits=tuple(hits),
        kind=told.kind,
        gibberish=is_gibberish(question.text, _knower(question.text, taken, search.analyser)),
    )
    return asked, taken.meaning


def _knower(text: str, taken: Walk, analyser: Analyser) -> Callable[[str], bool]:
    """Whether anybody knows a word: small words of all languages, the library, then the lists of words."""
    asked = {word.text: number for number, word in enumerate(taken.question.words)}
    held = {word for word, number in asked.items() if not taken.wanted.is_unknown(number)}
    told = {analyser.name_space(code) for code in languages_spoken(word_texts(text))}
    spaces = [space for space in {*taken.wanted.spaces, *told, "en"} if has_list(space)]

    def knows(word: str) -> bool:
        return is_small(word) or word in held or any(word in analyser.lists.of(space) for space in spaces)

    return knows
