"""
The way of a question up to the passages that are kept, before any text is fetched.

    question ─ take_apart ▶ words, phrases ─ want, correct, weigh ▶ concepts ─ find_candidates
      ▶ 12 × the limit ─ rank ▶ order ─ look_up ▶ named sections first ─ cap ▶ two per document
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from belegg.records import Candidate, Concept, Note, Scope
from belegg.seams import Reader
from belegg.search.candidates import find_candidates
from belegg.search.cap import cap_per_document, rows_to_fetch
from belegg.search.concepts import Wanted, each_form_once, want
from belegg.search.days import notes_of_the_day
from belegg.search.filters import nothing_passes
from belegg.search.languages import language_shares, weigh
from belegg.search.lookup import look_up
from belegg.search.query import LONGEST_QUESTION, Question, take_apart
from belegg.search.rank import Ranked, named_first, rank, unranked
from belegg.search.settings import SearchSettings
from belegg.search.synonyms import Fired, fire, synonym_notes
from belegg.search.vocabulary import Unknown, correct
from belegg.text.analysis import AS_WRITTEN, Analyser
from belegg.text.normalise import normalise

RANKED_IN_FULL = 100
"""Candidates whose words' order counts. With 400 the first ten are the same (docs/explanation/ranking.md)."""


@dataclass(frozen=True, slots=True)
class Walk:
    """
    What a search did before it fetched a text. `concepts` are the wanted ones with their weights in the
    question's languages; `kept` are the places in `ranked` that passed the cap; `naming` are the words that
    named a document and section, `unknown` leaves them out. `fired` are the groups of synonyms set off.
    """

    question: Question
    wanted: Wanted
    concepts: tuple[Concept, ...]
    unknown: tuple[Unknown, ...]
    fired: tuple[Fired, ...]
    ranked: tuple[Ranked, ...]
    kept: tuple[int, ...]
    naming: frozenset[str]
    notes: tuple[Note, ...]


def walk(
    query: str, scope: Scope, reader: Reader, analyser: Analyser, settings: SearchSettings, limit: int
) -> Walk:
    """Go the whole way for one question."""
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
    concepts = weigh(wanted, shares, reader.collection())
    candidates, notes = find_candidates(
        question, wanted, concepts, reader, analyser, settings, rows_to_fetch(limit)
    )
    ordered = _in_order(candidates, wanted, reader, settings)
    named = look_up(question.text, reader, scope.as_of)
    ranked = named_first(ordered, named.keys)
    documents = reader.documents_of([r.key for r in ranked])
    at_most = settings.per_named_document if scope.documents else settings.per_document
    kept = cap_per_document(documents, at_most)
    shown = reader.heads_of(documents[place] for place in kept[:limit]) if scope.as_of else {}
    missed = tuple(one for one in unknown if one.word not in named.words)
    return Walk(
        question=question,
        wanted=wanted,
        concepts=concepts,
        unknown=() if filtered else missed,
        fired=tuple(fired),
        ranked=tuple(ranked),
        kept=tuple(kept),
        naming=named.words,
        notes=(
            *question.notes,
            *filtered,
            *synonym_notes(fired),
            *notes,
            *notes_of_the_day(reader, shown.values()),
        ),
    )


def _in_order(
    candidates: Sequence[Candidate], wanted: Wanted, reader: Reader, settings: SearchSettings
) -> list[Ranked]:
    if settings.ranking != "default":
        return unranked(candidates)
    ranked_in_full = candidates if settings.all_first else candidates[:RANKED_IN_FULL]
    sequences = reader.sequences([c.key for c in ranked_in_full])
    return rank(candidates, sequences, wanted.standing_for(), settings)
