"""Which reranker a library has: remembered in the file without its key, opened at the first question."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from belegg.library.embedders import key_of

if TYPE_CHECKING:
    from belegg.models.rerank.settings import RerankerSettings
    from belegg.seams import Reranker

RERANKER = "reranker"
"""The setting of a library that names its reranker; empty: none."""

KEY = "BELEGG_RERANK_KEY"
TRIED_FOR_S = 30.0  # a server that was just started loads its model at the first question
TRIED_WITH = ("Who waters the plants?", ("The porter waters the plants.", "Lamps are green."))


def settings_of(value: str) -> RerankerSettings:
    """What a library remembers. Raises BadSetting."""
    from belegg.models.rerank.settings import RerankerSettings

    return RerankerSettings.from_json(value)


def opened(value: str) -> Reranker:
    """The reranker that a library remembers; its server is not asked yet. Raises MissingExtra, BadSetting."""
    from belegg.models.rerank.settings import hosted_reranker

    return hosted_reranker(settings_of(value), key_of(os.environ, KEY), key_setting=KEY)


def tried(value: str) -> None:
    """Two sentences of ours judged once. Raises MissingExtra, BadSetting, ModelError."""
    question, texts = TRIED_WITH
    opened(value).scores(question, texts, TRIED_FOR_S)
