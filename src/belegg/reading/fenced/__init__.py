"""
Readers of strangers' files in processes of their own: limited, without network, ended when they hang.

`fence` waits for `process`es and says in words what became of a file; `worker` is what runs in them, behind
the `cage`; `frames` and `form` are what the two say to each other.
"""

from __future__ import annotations

from belegg.reading.fenced.fence import NOTHING, Fence, Held, Here, Parsed, Parsing, the_fence
from belegg.reading.fenced.limits import Limits

__all__ = ["NOTHING", "Fence", "Held", "Here", "Limits", "Parsed", "Parsing", "the_fence"]
