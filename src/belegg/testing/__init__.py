"""
Public stand-ins for tests, Belegg's and yours.

`MemoryStore` is a whole store in dictionaries: every promise of `seams.Store` written the shortest way, by
brute force. It is the measure that the SQLite store is held against, and fast enough for small libraries.
"""

from belegg.testing.memory_store import MemoryStore

__all__ = ["MemoryStore"]
