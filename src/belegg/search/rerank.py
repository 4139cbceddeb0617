"""
Reranking: a model judges the best passages against the question, and reorders these and no others.

It has four seconds. When it does not answer as asked the order stays as it was, and a note says so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from belegg.errors import BadSetting, MissingExtra, ModelError
from belegg.records import DocumentHead, Note, Passage
from belegg.seams import Reader, Reranker
from belegg.search.query import Question
from belegg.search.rank import Ranked
from belegg.search.settings import SearchSettings

OpenReranker = Callable[[], Reranker]
"""Gives the reranker, loaded at the first call. Raises MissingExtra, BadSetting, ModelError."""


@dataclass(frozen=True, slots=True)
class Order:
    """
    Passages, and their places (from 0) in the order in which they stand. `model` is the id of the reranker
    that put them there, empty when none did.
    """

    ranked: Sequence[Ranked]
    kept: Sequence[int]
    model: str = ""
    notes: tuple[Note, ...] = ()


def rerank(
    question: Question,
    ranked: Sequence[Ranked],
    kept: Sequence[int],
    open_reranker: OpenReranker,
    reader: Reader,
    settings: SearchSettings,
) -> Order:
    """
    The passages with what the reranker said of the pool, and the pool in its order.

    `kept` are places in `ranked`, best first. Named sections stay first, what lies behind the pool stays
    behind; of equal scores the earlier one stays earlier.
    """
    pool = [place for place in kept if not ranked[place].named][: settings.rerank_pool]
    if len(pool) < 2 or not question.asked.strip():
        return Order(ranked, kept)
    passages = reader.passages([ranked[place].key for place in pool])
    heads = reader.heads_of(passage.document for passage in passages)
    texts = [as_judged(passage, heads[passage.document]) for passage in passages]
    try:
        reranker = open_reranker()
        scores = reranker.scores(question.asked, texts, settings.rerank_timeout_s)
        if len(scores) != len(texts) or not all(map(math.isfinite, scores)):
            raise ModelError(f"the reranker gave {len(scores):,} scores for {len(texts):,} passages")
    except (MissingExtra, BadSetting, ModelError) as error:
        told = f"not reranked, the order is the one before: {error}"
        return Order(ranked, kept, notes=(Note("rerank", told),))
    judged = list(ranked)
    for place, score in zip(pool, scores, strict=True):
        judged[place] = replace(ranked[place], judged=score)
    best_first = sorted(range(len(pool)), key=lambda number: -scores[number])
    first = [place for place in kept if ranked[place].named]
    behind = [place for place in kept if place not in set(pool) and not ranked[place].named]
    return Order(judged, [*first, *(pool[number] for number in best_first), *behind], reranker.id)


def as_judged(passage: Passage, head: DocumentHead) -> str:
    """What a reranker reads of a passage: the title, the headings above it, its text."""
    return "\n".join(part for part in (head.title, " › ".join(passage.path), passage.text) if part)
