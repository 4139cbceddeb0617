"""
The relevance gate: each hit is judged by its evidence, never by its place or its fused score.

It can only say "nothing on this subject". A question near the subject passes every gate of retrieval, and is
refused after reading, if at all. Where the numbers come from: docs/explanation/ranking.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from belegg.records import Note, PassageKey
from belegg.records.gate import EVERY, Floor, Gate, Measure
from belegg.seams import Reader
from belegg.search.rank import Ranked
from belegg.search.sought import Sought
from belegg.text.counted import counted
from belegg.text.words import holds_digit

ENOUGH_WORDS = 0.35
"""The share of the question's words from which a hit passes whatever its cosine."""

NOTHING: Final = "nothing on this subject was found: what lies nearest is too far from the question"

RARE: Final = 0.001
"""The share of the readable passages that may hold a rare word (one passage at least)."""

RARE_SHARE: Final = 0.2
"""The share of the question's words from which a rare word among them is evidence; a code always is."""

Passes = Literal["named", "words", "rare word", "score", "no floor"]
"""Why a hit passes the gate."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """
    What speaks for one hit. `score` is what the floor's measure gives it (None: the passage has none),
    `word_share` 0 to 1, `named`: the question names its section, `rare_word`: it holds a code of the
    question, or a rare word of it beside enough others.
    """

    score: float | None
    word_share: float
    named: bool = False
    rare_word: bool = False


def judge(evidence: Evidence, floor: Floor | None) -> Passes | None:
    """
    Why a hit passes, the strongest reason first; None when it does not.

    A passage without a score (it has no vector) passes: nothing was measured that speaks against it.
    """
    if evidence.named:
        return "named"
    if evidence.word_share >= ENOUGH_WORDS:
        return "words"
    if evidence.rare_word:
        return "rare word"
    if floor is None or floor.value is None or evidence.score is None:
        return "no floor"
    reading = floor.reading(evidence.score, evidence.word_share)
    return "score" if reading >= floor.value else None


@dataclass(frozen=True, slots=True)
class Judged:
    """
    What a gate said of the passages found, by place. `floors` are those that counted, by pack; `passes` is
    empty when there is no gate.
    """

    passes: Mapping[int, Passes | None]
    floors: Mapping[str, Floor]
    notes: tuple[Note, ...] = ()

    def kept(self, places: Sequence[int]) -> list[int]:
        """Those of the places that pass."""
        return [place for place in places if self.passes.get(place, "no floor") is not None]


NOT_JUDGED: Final = Judged({}, {})


def through_gate(
    gate: Gate,
    sought: Sought,
    reranker: str,
    ranked: Sequence[Ranked],
    places: Sequence[int],
    reader: Reader,
) -> Judged:
    """
    Judge the passages at these places. `reranker`: the id of the one that judged them, empty without one.

    Without vectors there is nothing to judge by; a question in another language than the documents has no
    floor. A floor of another model's numbers is not used, and told.
    """
    spoken, meaning = sought.spoken, sought.meaning
    if not gate.floors or meaning.mode == "keyword" or spoken.foreign or not places:
        return NOT_JUDGED
    packs = _packs(gate, ranked, places, reader)
    found = {pack: gate.floor(pack, spoken.space) for pack in set(packs)}
    floors = {pack: floor for pack, floor in found.items() if floor is not None}
    models = {"cosine": meaning.model, "rerank": reranker}
    fitting = {pack: floor for pack, floor in floors.items() if floor.model == models[floor.measure]}
    rare = _holding_rare_words(sought, reader)
    passes = {
        place: judge(_evidence(ranked[place], floor.measure if floor else "cosine", rare), floor)
        for place, pack in zip(places, packs, strict=True)
        for floor in [fitting.get(pack)]
    }
    return Judged(passes, fitting, (*_refused(floors, fitting, models), *_off(fitting)))


def evidence(
    sought: Sought, ranked: Sequence[Ranked], places: Sequence[int], reader: Reader, measure: Measure
) -> list[Evidence]:
    """What speaks for the passages at these places, in their order, with the score that the measure names."""
    rare = _holding_rare_words(sought, reader)
    return [_evidence(ranked[place], measure, rare) for place in places]


def _packs(gate: Gate, ranked: Sequence[Ranked], places: Sequence[int], reader: Reader) -> list[str]:
    """The pack of each passage; not looked up where one floor is for all."""
    if all(floor.pack == EVERY for floor in gate.floors):
        return [EVERY] * len(places)
    documents = reader.documents_of([ranked[place].key for place in places])
    heads = reader.heads_of(set(documents))
    return [heads[document].pack for document in documents]


def _evidence(one: Ranked, measure: Measure, rare: _Rare) -> Evidence:
    score = one.judged if measure == "rerank" else one.cosine
    literal = one.key in rare.codes or (one.key in rare.words and one.word_share >= RARE_SHARE)
    return Evidence(score, one.word_share, bool(one.named), literal)


@dataclass(frozen=True, slots=True)
class _Rare:
    """The passages that hold a code of the question, and those that hold a rare word of it."""

    codes: frozenset[PassageKey]
    words: frozenset[PassageKey]


def _holding_rare_words(sought: Sought, reader: Reader) -> _Rare:
    """Words count as such only, not inside a compound and not by a neighbour."""
    most = max(1.0, RARE * reader.collection().passages)
    known = sought.wanted.frequencies
    codes, rare = [], []
    for word, forms in zip(sought.question.words, sought.wanted.forms, strict=True):
        terms = [term for term in forms if term in known]
        if holds_digit(word.text) and not word.text.isdigit() and not word.in_code:
            codes += terms
        elif sum(known[term] for term in terms) <= most:
            rare += terms
    return _Rare(
        frozenset(reader.matching(codes)) if codes else frozenset(),
        frozenset(reader.matching(rare)) if rare else frozenset(),
    )


def _refused(
    floors: Mapping[str, Floor], fitting: Mapping[str, Floor], models: Mapping[str, str]
) -> list[Note]:
    for pack, floor in sorted(floors.items()):
        if pack not in fitting:
            at_hand = models[floor.measure]
            told = f"not for `{at_hand}`" if at_hand else "which did not judge this question"
            return [
                _note(f"gate off: calibrated for `{floor.model}`, {told}; `belegg calibrate` sets it anew")
            ]
    return []


def _off(floors: Mapping[str, Floor]) -> list[Note]:
    off = sorted(pack for pack, floor in floors.items() if not floor.separable)
    if not off:
        return []
    named = ", ".join(f"`{pack}`" for pack in off if pack != EVERY)
    return [_note(f"gate off: not separable{f' in {named}' if named else ''}")]


def dropped_notes(judged: Judged, shown: Sequence[int], limit: int) -> list[Note]:
    """What the gate left out of a page of `limit`: `shown` are the places that stand there without it."""
    dropped = sum(judged.passes.get(place, "no floor") is None for place in shown)
    if not dropped or len(judged.kept(sorted(judged.passes))) >= limit:
        return []
    if dropped == len(shown):
        return [_note(NOTHING)]
    return [_note(f"{counted(dropped, 'passage')} left out, too far from the question to be on its subject")]


def _note(text: str) -> Note:
    return Note("gate", text)
