"""
Relevance without a classifier: a small model of what a search knows of its hits.

It weighs cosine, the gap to the best hit and the share of the question's words, and judges only passages in
the question's own language: across languages words say nothing, and cosines lie elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from belegg.answering.memory import Aside
from belegg.records import Hit
from belegg.records.quick_fits import Relevance
from belegg.records.runs import Decided
from belegg.text.small_words import languages_spoken
from belegg.text.words import word_texts

SURELY: Final = 0.98
"""
The probability of being irrelevant from which a passage is put aside: benchmarks/quick_calls.py. It is above
the 0.90 of classifiers that read the text, for at 0.90 three numbers lose 2 to 4 of 100 relevant passages.
"""


def local_relevance(model: Relevance, question: str, hits: Sequence[Hit]) -> Aside:
    """What is surely irrelevant among the hits of one search. Hits without a vector are not judged."""
    judged = judged_alike(question, hits)
    if not judged:
        return Aside()
    sure = {
        place: chance
        for place, features in judged.items()
        if (chance := model.irrelevant(*features)) >= SURELY
    }
    least = min(sure.values(), default=1.0)
    told = f"{len(sure)} irrelevant, {len(judged) - len(sure)} perhaps not"
    event = Decided("relevance", told, least if sure else 0.0, bool(sure), "local")
    return Aside(frozenset(sure), least, (event,))


def judged_alike(question: str, hits: Sequence[Hit]) -> dict[int, tuple[float, float, float]]:
    """Cosine, gap and word share of each hit, by place, that is in the question's language and has both."""
    spoken = languages_spoken(word_texts(question))
    best = max((hit.cosine for hit in hits if hit.cosine is not None), default=0.0)
    return {
        place: (hit.cosine, best - hit.cosine, hit.word_share)
        for place, hit in enumerate(hits)
        if hit.cosine is not None
        and hit.word_share is not None
        and (hit.passage.language or hit.document.language) in spoken
    }
