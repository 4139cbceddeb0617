"""A question as both arms and the gate know it, once its words were looked up and it was embedded."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.records import Concept
from belegg.search.concepts import Wanted
from belegg.search.meaning import Meaning
from belegg.search.query import Question
from belegg.search.spoken import Spoken


@dataclass(frozen=True, slots=True)
class Sought:
    """
    `concepts` are the wanted ones with their weights in the question's languages; `mass` is the sum of the
    rarities of its words (`languages.rarity_of_all`).
    """

    question: Question
    wanted: Wanted
    concepts: tuple[Concept, ...]
    mass: float
    spoken: Spoken
    meaning: Meaning
