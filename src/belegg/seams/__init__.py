"""
The protocols between the rooms: of storage (`stores`), and of models (`models`).
"""

from belegg.seams.models import Chat, Classifier, Embedder, Reranker
from belegg.seams.stores import (
    Analyse,
    Incoming,
    Keeper,
    Known,
    Reader,
    Store,
    Without,
    Writer,
)

__all__ = [
    "Analyse",
    "Chat",
    "Classifier",
    "Embedder",
    "Incoming",
    "Keeper",
    "Known",
    "Reader",
    "Reranker",
    "Store",
    "Without",
    "Writer",
]
