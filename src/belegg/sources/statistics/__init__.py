"""
Official statistics: eleven publishers behind one protocol (`seams.figures.StatisticsSource`).

    source = source_of("ssb", Asking())
    table = source.describe("14700", "en")
    fetch = source.fetch(source.plan(table, {"ContentsCode": ("KpiIndMnd",), "Tid": ("last(3)",)}))

How they are asked stands in `asking` (once for all), how their answers are read in the parsers; a source's
own module holds its addresses, its limits and its traps.
"""

from __future__ import annotations

from belegg.sources.statistics.asking import Answer, Asking
from belegg.sources.statistics.bodies import Bodies, KeptBody, MemoryBodies
from belegg.sources.statistics.clock import SYSTEM_CLOCK, Clock
from belegg.sources.statistics.pacing import Pace, Standing
from belegg.sources.statistics.publisher import Publisher
from belegg.sources.statistics.registry import KNOWN, source_of

__all__ = [
    "KNOWN",
    "SYSTEM_CLOCK",
    "Answer",
    "Asking",
    "Bodies",
    "Clock",
    "KeptBody",
    "MemoryBodies",
    "Pace",
    "Publisher",
    "Standing",
    "source_of",
]
