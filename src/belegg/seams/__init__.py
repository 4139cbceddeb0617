"""
The protocols between the rooms: of storage (`stores`), and of models (`models`).
"""

from belegg.seams.models import Chat, Classifier, Embedder, Reranker
from belegg.seams.stores import Analyse, Incoming, Known, Reader, Store, Writer

__all__ = [
    "Analyse",
    "Chat",
    "Classifier",
    "Embedder",
    "Incoming",
    "Known",
    "Reader",
    "Reranker",
    "Store",
    "Writer",
]
