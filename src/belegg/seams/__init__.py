"""
The protocols between the rooms: of storage (`stores`, `sources`, `keeping`), and of models (`models`).
"""

from belegg.seams.keeping import Keeper, Without
from belegg.seams.models import Chat, Classifier, Embedder, LoadsLate, Reranker
from belegg.seams.sources import Incoming, Known
from belegg.seams.stores import Analyse, Reader, Store, Writer

__all__ = [
    "Analyse",
    "Chat",
    "Classifier",
    "Embedder",
    "Incoming",
    "Keeper",
    "Known",
    "LoadsLate",
    "Reader",
    "Reranker",
    "Store",
    "Without",
    "Writer",
]
