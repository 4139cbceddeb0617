"""Faults of the reader itself: they cost what was done at that place, of one page, and are told by name."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    ctypes.ArgumentError,
)
"""What code that is wrong for a page raises. Memory, time and all that is raised on purpose end the file."""

NOT_READ = "not read"
PLAINLY = "laid out plainly"
"""In the order in which the file holds the text: no columns, tables or headings by their look."""

NO_FIGURES = "figures not compared with how they look"
NOT_RECOGNISED = "not recognised (OCR)"
NO_SAMPLE = "the text layer not compared with the pages (OCR of a sample)"
NO_STRUCTURE = "laid out plainly, page by page"


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of the reader: on which page (0: over all of them), what was not done for it, and its name."""

    page: int
    cost: str
    name: str


def fault(page: int, cost: str, error: BaseException) -> Fault:
    """The fault by the kind of error and the line of code that raised it; what errors say may be the text."""
    return Fault(page, cost, f"`{type(error).__name__}`, {_place(error.__traceback__)}")


def told(faults: Sequence[Fault]) -> Iterator[tuple[tuple[int, ...], str]]:
    """Each fault once, with the pages that it met (none: all of them)."""
    for cost, name in dict.fromkeys((one.cost, one.name) for one in faults):
        pages = {one.page for one in faults if (one.cost, one.name) == (cost, name) and one.page}
        yield tuple(sorted(pages)), f"{cost}: a fault of the reader ({name})"


def _place(trace: TracebackType | None) -> str:
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "unknown"
