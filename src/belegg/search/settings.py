"""The numbers of a search, with their measured defaults (docs/explanation/ranking.md)."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.records import Ranking


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """
    How to search. Bonuses are in units of the question's best score; a weight of 0 switches its part off.

    `part_weight` is that of a compound's parts, `neighbour_weight` that of the words one typo away from a
    word that nothing readable holds (times Dice for those found by trigrams), `synonym_weight` that of the
    other words of a pack's group. `all_first` puts every
    passage with all words before the others (SEA-1's strict form).
    `per_document` passages of one document may be hits, `per_named_document` when the scope names documents.
    """

    ranking: Ranking = "default"
    all_first: bool = False
    order_bonus: float = 0.2
    all_words_bonus: float = 0.1
    part_weight: float = 0.3
    neighbour_weight: float = 0.85
    synonym_weight: float = 0.8
    per_document: int = 2
    per_named_document: int = 40
    marks: tuple[str, str] = ("«", "»")
    snippet_words: int = 32
