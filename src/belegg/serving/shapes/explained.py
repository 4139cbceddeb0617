"""The JSON of `explain` and `similar`, from their records; the rules are those of `shapes`."""

from __future__ import annotations

from dataclasses import asdict

from belegg.search.explain import Explained
from belegg.search.reasons import PassageReasons
from belegg.search.similar import Similar
from belegg.serving.shapes.documents import Json, hit_json, note_json, rounded


def explained_json(explained: Explained) -> Json:
    return {
        "query": explained.query,
        "mode": explained.mode,
        "ranking": explained.ranking,
        "fusion": asdict(explained.fusion) if explained.fusion else None,
        "words": [
            {"word": asked.word, "found_as": [{"term": term, "passages": n} for term, n in asked.found_as]}
            for asked in explained.words
        ],
        "candidates": explained.candidates,
        "passages": [reasons_json(reasons) for reasons in explained.passages],
        "fate": asdict(explained.fate) if explained.fate else None,
        "notes": [note_json(note) for note in explained.notes],
    }


def reasons_json(reasons: PassageReasons) -> Json:
    return {
        "rank": reasons.rank,
        "before_cap": reasons.before_cap,
        "document": reasons.document.id,
        "source": reasons.document.source,
        "title": reasons.document.title,
        "path": list(reasons.passage.path),
        "score": round(reasons.ranked.score, 6),
        "first_score": round(reasons.ranked.first_score, 6),
        "order_bonus": round(reasons.order_bonus, 6),
        "all_words_bonus": round(reasons.all_words_bonus, 6),
        "named": reasons.ranked.named > 0,
        "word_score": round(reasons.ranked.word_score, 6),
        "word_share": round(reasons.ranked.word_share, 6),
        "cosine": rounded(reasons.ranked.cosine),
        "arms": {"words": reasons.ranked.word_rank, "vectors": reasons.ranked.vector_rank},
        "reranked": rounded(reasons.ranked.judged),
        "gate": "left out" if reasons.ranked.gate is None else reasons.ranked.gate,
        "words": [
            {
                "word": use.word,
                "is_part": use.is_part,
                "is_synonym": use.is_synonym,
                "score": round(use.score, 6),
                "terms": [asdict(term) for term in use.terms],
            }
            for use in reasons.concepts
        ],
    }


def similar_json(found: Similar) -> Json:
    passage = found.passage
    return {
        "document": found.document.id,
        "source": found.document.source,
        "title": found.document.title,
        "passage": passage.id if passage else None,
        "path": list(passage.path) if passage else [],
        "by": found.by,
        "hits": [hit_json(hit) for hit in found.hits],
        "words": list(found.words),
        "notes": [note_json(note) for note in found.notes],
        "took_ms": round(found.took_ms, 2),
    }
