"""Which reranker a library has: remembered in the file without its key, opened at the first question."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from belegg.errors import BadSetting
from belegg.library.embedders import key_of

if TYPE_CHECKING:
    from belegg.models.chat.roles import Configured
    from belegg.models.rerank.settings import RerankerSettings
    from belegg.seams import Reranker
    from belegg.search.rerank import OpenReranker

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


def of_role(library: Path) -> OpenReranker | None:
    """
    The model of the role `rerank` in `belegg.toml` or the environment, opened where a search asks it; None
    for none. Settings that cannot be read fail there too: a search goes on without, and says so.
    """
    from belegg.library.chats import roles

    try:
        chosen = roles(library).get("rerank")
    except BadSetting as error:
        return partial(_refused, error)
    return None if chosen is None else partial(_opened_for, chosen)


def _refused(error: BadSetting) -> Reranker:
    raise error


def _opened_for(chosen: Configured) -> Reranker:
    from belegg.models.rerank.settings import RerankerSettings, hosted_reranker

    wanted = chosen.settings
    settings = RerankerSettings("chat", wanted.model, wanted.base_url or wanted.offer.base_url)
    return hosted_reranker(settings, chosen.key(os.environ), key_setting=chosen.key_setting)


def tried(value: str) -> None:
    """Two sentences of ours judged once. Raises MissingExtra, BadSetting, ModelError."""
    question, texts = TRIED_WITH
    opened(value).scores(question, texts, TRIED_FOR_S)
