"""The numbers of a search, with their measured defaults (docs/explanation/ranking.md)."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.records import Mode, Ranking
from belegg.records.gate import NO_GATE, Gate
from belegg.search.fuse import Fusion


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """
    How to search. Bonuses are in units of the question's best score; a weight of 0 switches its part off.

    `part_weight` is that of a compound's parts, `neighbour_weight` that of the words one typo away from a
    word that nothing readable holds (times Dice for those found by trigrams), `synonym_weight` that of the
    other words of a pack's group. `corrects_foreign`: words that nothing readable holds are corrected in a
    question in a language of no document too, when it is searched by words alone. `all_first` puts every
    passage with all words before the others (SEA-1's strict form).
    `per_page` passages of one document may stand on each ten hits, `per_page_of_act` when its pack is one of
    law; with `per_document` that many may be hits at all, `per_named_document` when the scope names some.

    `mode` None is `hybrid` where the passages have vectors, else `keyword`; `fusion` None is the one measured
    for the embedder. A reranker judges the best `rerank_pool` passages (30 to 50). `gate` drops what is too
    far from the question; without floors nothing.
    """

    mode: Mode | None = "keyword"
    fusion: Fusion | None = None
    gate: Gate = NO_GATE
    rerank_pool: int = 40
    rerank_timeout_s: float = 4.0
    ranking: Ranking = "default"
    all_first: bool = False
    order_bonus: float = 0.2
    all_words_bonus: float = 0.1
    part_weight: float = 0.3
    neighbour_weight: float = 0.85
    synonym_weight: float = 0.8
    corrects_foreign: bool = True
    per_page: int = 2
    per_page_of_act: int = 4
    per_document: int | None = None
    per_named_document: int = 40
    marks: tuple[str, str] = ("«", "»")
    snippet_words: int = 32
