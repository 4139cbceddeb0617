"""The models that a search may use, opened when they are needed and not before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from belegg.search.meaning import OpenEmbedder
from belegg.search.rerank import OpenReranker


@dataclass(frozen=True, slots=True)
class Models:
    """None: there is none. Asked for at every question: whoever gives them keeps what was opened."""

    embedder: OpenEmbedder | None = None
    reranker: OpenReranker | None = None


NO_MODELS: Final = Models()
