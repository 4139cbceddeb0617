"""
Why a passage stands where it stands, and where a document was lost.

An explanation walks the same way as the search and shows what it met. It reads only what the asker may
read; a document that is not there and one that is hidden get the same words.
"""

from __future__ import annotations

from dataclasses import dataclass

from belegg.records import DocumentId, Mode, Note, Ranking, Scope
from belegg.seams import Store
from belegg.search.arms import fusion_used
from belegg.search.fate import Fate, fate_of
from belegg.search.fuse import Fusion
from belegg.search.models import NO_MODELS, Models
from belegg.search.reasons import PassageReasons, passage_reasons
from belegg.search.settings import SearchSettings
from belegg.search.told import notes_of_words
from belegg.search.walk import Walk, walk
from belegg.text.analysis import Analyser


@dataclass(frozen=True, slots=True)
class WordAsked:
    """A word of the question: its terms that some readable passage holds, each with how many passages."""

    word: str
    found_as: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """
    An explanation. `candidates` is how many passages were ranked before the cap; `passages` are the hits,
    then passages of the document asked for that were ranked and did not become hits. `mode` is the one that
    was used; `fusion` how its arms became one order (None where one arm decides).
    """

    query: str
    mode: Mode
    ranking: Ranking
    fusion: Fusion | None
    words: tuple[WordAsked, ...]
    candidates: int
    passages: tuple[PassageReasons, ...]
    fate: Fate | None
    notes: tuple[Note, ...]


def explain(
    query: str,
    scope: Scope,
    store: Store,
    analyser: Analyser,
    settings: SearchSettings,
    document: DocumentId | None = None,
    limit: int = 8,
    models: Models = NO_MODELS,
) -> Explained:
    """Explain the hits of a search, and the fate of one document in it when one is named."""
    with store.reading(scope) as reader:
        taken = walk(query, scope, reader, analyser, settings, limit, models)
        shown = [*taken.kept[:limit]]
        if document is not None:
            keys = set(reader.keys_of(document))
            shown += [n for n, one in enumerate(taken.ranked) if one.key in keys and n not in shown]
        passages = passage_reasons(taken, shown, limit, reader, analyser, settings)
        hits = [(p.passage, p.document) for p in passages if p.rank is not None]
        notes = notes_of_words(taken, hits, reader, analyser)
        fate = fate_of(document, taken, scope, store, reader, limit) if document is not None else None
    return Explained(
        query=query,
        mode=taken.meaning.mode,
        fusion=fusion_used(taken.meaning, settings) if taken.meaning.mode == "hybrid" else None,
        ranking=settings.ranking,
        words=_words_asked(taken),
        candidates=len(taken.ranked),
        passages=tuple(passages),
        fate=fate,
        notes=(*taken.notes, *notes),
    )


def _words_asked(taken: Walk) -> tuple[WordAsked, ...]:
    known = taken.wanted.frequencies
    return tuple(
        WordAsked(
            concept.word,
            tuple((t, known[t]) for alternative in concept.alternatives for t in alternative.terms),
        )
        for concept in taken.wanted.words
    )
