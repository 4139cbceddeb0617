"""
Public stand-ins and builders for tests, Belegg's and yours.

`MemoryStore` is a whole store in dictionaries: every promise of `seams.Store` written the shortest way, by
brute force. It is the measure that the SQLite store is held against, and fast enough for small libraries.
`incoming` makes a document for a store out of a few words, `fetched` what one question fetched.
`FakeEmbedder` turns texts into vectors without a model, `ScriptedReranker` judges and `ScriptedChat`
writes as its script says.
"""

from belegg.testing.builders import fetched, incoming, term
from belegg.testing.chat import ScriptedChat
from belegg.testing.embedder import FakeEmbedder
from belegg.testing.memory_store import MemoryStore
from belegg.testing.reranker import ScriptedReranker

__all__ = ["FakeEmbedder", "MemoryStore", "ScriptedChat", "ScriptedReranker", "fetched", "incoming", "term"]
