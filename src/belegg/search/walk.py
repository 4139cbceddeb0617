"""
The way of a question up to the passages that are kept, before any text is fetched.

    question ─ take_apart ▶ words, phrases ─ want, correct, weigh ▶ concepts ─ find_candidates
      ▶ 12 × the limit ─ rank ▶ order by words ─ look_up ▶ named sections first ─ cap ▶ two of one on a page

Where the passages have vectors, the question is embedded: order by words, 400 nearest ─ in_one_order ▶ one
order; after the cap a reranker may reorder the first, and a gate drop what is too far from the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from belegg.errors import VectorsDamaged
from belegg.records import Candidate, Concept, DocumentId, Mode, Note, PassageKey, Scope
from belegg.seams import Reader
from belegg.search.arms import in_one_order, nearest
from belegg.search.candidates import find_candidates, phrases_let_go
from belegg.search.cap import acts_among, cap_per_document, cap_per_page, rows_to_fetch
from belegg.search.concepts import Wanted, each_form_once, typed_alone, want
from belegg.search.days import notes_of_the_day
from belegg.search.filters import is_narrowed, nothing_passes
from belegg.search.gate import Judged, dropped_notes, through_gate
from belegg.search.languages import language_shares, rarity_of_all, weigh
from belegg.search.lookup import look_up
from belegg.search.meaning import Meaning, damaged, meaning_of
from belegg.search.models import NO_MODELS, Models
from belegg.search.phrases import MOST_CANDIDATES
from belegg.search.query import LONGEST_QUESTION, Question, take_apart
from belegg.search.rank import Ranked, named_first, rank, spread, unranked
from belegg.search.rerank import Order, rerank
from belegg.search.settings import SearchSettings
from belegg.search.sought import Sought
from belegg.search.spoken import UNTOLD, foreign_note, language_asked
from belegg.search.synonyms import Fired, fire, synonym_notes
from belegg.search.vocabulary import Unknown, correct
from belegg.text.analysis import AS_WRITTEN, Analyser
from belegg.text.normalise import normalise

RANKED_IN_FULL = 100
"""Candidates whose words' order counts. With 400 the first ten are the same (docs/explanation/ranking.md)."""


@dataclass(frozen=True, slots=True)
class Walk:
    """
    What a search did before it fetched a text. `kept` are the places in `ranked` that passed the cap and the
    gate, in their order; `capped` those before the gate. `naming` are the words that named a document and
    section, `unknown` leaves them out. `fired` are the groups of synonyms set off. `narrowed`: filters leave
    passages out.
    """

    sought: Sought
    unknown: tuple[Unknown, ...]
    fired: tuple[Fired, ...]
    ranked: tuple[Ranked, ...]
    kept: tuple[int, ...]
    capped: tuple[int, ...]
    judged: Judged
    naming: frozenset[str]
    notes: tuple[Note, ...]
    narrowed: bool

    @property
    def question(self) -> Question:
        return self.sought.question

    @property
    def wanted(self) -> Wanted:
        return self.sought.wanted

    @property
    def concepts(self) -> tuple[Concept, ...]:
        """The wanted ones with their weights in the question's languages."""
        return self.sought.concepts

    @property
    def meaning(self) -> Meaning:
        """The mode that was used, and the question's vector."""
        return self.sought.meaning


def walk(
    query: str,
    scope: Scope,
    reader: Reader,
    analyser: Analyser,
    settings: SearchSettings,
    limit: int,
    models: Models = NO_MODELS,
) -> Walk:
    """Go the whole way for one question."""
    sought, unknown, fired, filtered = _understand(query, scope, reader, analyser, settings, models)
    question = sought.question
    named = look_up(question.text, reader, scope.as_of)
    try:
        ranked, notes = _ranked(sought, named.keys, limit, reader, analyser, settings)
    except VectorsDamaged as error:
        sought = replace(sought, mass=0.0, spoken=UNTOLD, meaning=damaged(error))
        ranked, notes = _ranked(sought, named.keys, limit, reader, analyser, settings)
    documents = reader.documents_of([r.key for r in ranked])
    order = Order(ranked, _capped(documents, scope, limit, reader, settings))
    if models.reranker is not None and settings.mode != "keyword":
        order = rerank(question, ranked, order.kept, models.reranker, reader, settings)
    judged = through_gate(settings.gate, sought, order.model, order.ranked, order.kept, reader)
    kept = judged.kept(order.kept)
    shown = reader.heads_of(documents[place] for place in kept[:limit]) if scope.as_of else {}
    by_words = sought.meaning.mode != "vector"
    missed = tuple(one for one in unknown if one.word not in named.words)
    return Walk(
        sought=sought,
        unknown=missed if by_words and not filtered else (),
        fired=tuple(fired),
        ranked=tuple(order.ranked),
        kept=tuple(kept),
        capped=tuple(order.kept),
        judged=judged,
        naming=named.words,
        notes=(
            *question.notes,
            *filtered,
            *(synonym_notes(fired) if by_words else ()),
            *notes,
            *notes_of_the_day(reader, shown.values()),
            *sought.meaning.notes,
            *foreign_note(sought.spoken, sought.meaning.mode),
            *order.notes,
            *judged.notes,
            *dropped_notes(judged, order.kept[:limit], limit),
        ),
        narrowed=is_narrowed(scope),
    )


def _understand(
    query: str,
    scope: Scope,
    reader: Reader,
    analyser: Analyser,
    settings: SearchSettings,
    models: Models,
) -> tuple[Sought, Sequence[Unknown], Sequence[Fired], Sequence[Note]]:
    """The question as it is looked for, its unknown words, its synonyms, notes of filters nothing passes."""
    spaces = reader.languages()
    filtered = [] if spaces else nothing_passes(scope)
    plain = normalise(query[:LONGEST_QUESTION])
    question = take_apart(query, analyser.small_words(plain, spaces).__contains__)
    question = replace(question, words=each_form_once(question.words, spaces, analyser))
    typed = want(question.words, spaces, reader, analyser, settings.part_weight)
    shares = language_shares(typed, question.words, analyser)
    # Text as written may be in any language.
    best = [space for space, share in shares.items() if share == 1 or space == AS_WRITTEN]
    fired, frequencies = fire(question, spaces, reader.packs(), reader, analyser, settings)
    meant = {word for one in fired if one.words for word in one.typed}
    wanted, unknown = correct(typed, question.words, best, reader, analyser, settings.neighbour_weight, meant)
    wanted = replace(
        wanted,
        synonyms=tuple(one.concept for one in fired),
        frequencies={**frequencies, **wanted.frequencies},
    )
    collection = reader.collection()
    concepts = weigh(wanted, shares, collection)
    meaning = meaning_of(question, settings.mode, reader, models.embedder)
    mass, spoken = 0.0, UNTOLD
    if meaning.mode != "keyword":
        mass = rarity_of_all(wanted, concepts, shares, collection)
    if meaning.mode != "keyword" or not settings.corrects_foreign:
        spoken = language_asked(question, wanted, analyser)
    if not spoken.is_corrected(meaning.mode):
        wanted, unknown = replace(wanted, words=typed_alone(typed).words, parts=()), []
        concepts = weigh(wanted, shares, collection)
    return Sought(question, wanted, concepts, mass, spoken, meaning), unknown, fired, filtered


def _capped(
    documents: Sequence[DocumentId], scope: Scope, limit: int, reader: Reader, settings: SearchSettings
) -> list[int]:
    """The places in the ranking that may be hits, in order."""
    at_most = settings.per_named_document if scope.documents else settings.per_document
    if at_most is not None:
        return cap_per_document(documents, at_most)
    return cap_per_page(documents, acts_among(documents, reader, settings), limit, settings)


def _ranked(
    sought: Sought,
    named: Sequence[PassageKey],
    limit: int,
    reader: Reader,
    analyser: Analyser,
    settings: SearchSettings,
) -> tuple[list[Ranked], Sequence[Note]]:
    """What the arms of the mode find, in one order, and notes on what ruled passages out."""
    question, mode = sought.question, sought.meaning.mode
    by_words: list[Ranked] = []
    notes: Sequence[Note] = ()
    if mode != "vector" or question.phrases:
        candidates, notes = find_candidates(
            question, sought.wanted, sought.concepts, reader, analyser, settings, _rows(question, mode, limit)
        )
        if question.quotes_in_passing and not candidates and mode != "keyword":
            # A sentence may quote a title or a saying, and a translation never holds the very words.
            free = replace(question, phrases=())
            sought = replace(sought, question=free)
            candidates, notes = find_candidates(
                free, sought.wanted, sought.concepts, reader, analyser, settings, _rows(free, mode, limit)
            )
            notes = [*notes, phrases_let_go(question)]
        by_words = _in_order(candidates, sought.wanted, reader, settings)
    if mode == "keyword":
        return named_first(by_words, named), notes
    by_vector = nearest(sought, by_words, reader, analyser)
    if mode == "vector":
        return in_one_order(sought, by_words, by_vector, (), reader, settings), notes
    ordered = in_one_order(sought, by_words, by_vector, named, reader, settings)
    return named_first(ordered, named, lift=spread(ordered)), notes


def _rows(question: Question, mode: Mode, limit: int) -> int:
    """How many passages the words give: all that match, when vectors order those with a phrase."""
    if mode == "keyword":
        return rows_to_fetch(limit)
    return MOST_CANDIDATES if question.phrases else max(rows_to_fetch(limit), RANKED_IN_FULL)


def _in_order(
    candidates: Sequence[Candidate], wanted: Wanted, reader: Reader, settings: SearchSettings
) -> list[Ranked]:
    if settings.ranking != "default":
        return unranked(candidates)
    ranked_in_full = candidates if settings.all_first else candidates[:RANKED_IN_FULL]
    sequences = reader.sequences([c.key for c in ranked_in_full])
    return rank(candidates, sequences, wanted.standing_for(), settings)
