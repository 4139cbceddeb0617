"""Lists of documents for a model: one a line, as many as fit, how many there are, and how to go on."""

from __future__ import annotations

from collections.abc import Sequence

from belegg.answering.shown import Memory
from belegg.answering.tools.fitting import shortened
from belegg.records import DocumentHead
from belegg.text.counted import counted

ONE_LIST = 20  # documents
LONGEST_NUMBER = 40  # characters
MOST_NUMBERS = 3


def listing(heads: Sequence[DocumentHead], skip: int, budget: int, memory: Memory) -> str:
    """At most twenty documents from `skip` on, as many as the budget holds and one at least."""
    lines: list[str] = []
    left = budget
    for head in heads[skip : skip + ONE_LIST]:
        line = line_of(head, memory)
        left -= len(line) + 1
        if left < 0 and lines:
            break
        lines.append(line)
    total = len(heads)
    if not lines:
        return f"None is left after {skip:,}; there are {total:,}." if total else ""
    end = skip + len(lines)
    if end < total:
        lines.append(f"{skip + 1:,} to {end:,} of {counted(total, 'document')}; skip={end} shows the next.")
    return "\n".join(lines)


def line_of(head: DocumentHead, memory: Memory) -> str:
    """A document in a line: whole where it is first met, later by handle and title."""
    handle = memory.handles.of(head)
    introduced = memory.introduced(head)
    if introduced == handle:
        return f"{handle} {memory.marks.name(head.title or head.source)} (introduced above)"
    numbers = [shortened(number, LONGEST_NUMBER) for number in head.report_numbers[:MOST_NUMBERS]]
    extent = counted(head.pages, "page") if head.pages else counted(head.passages, "passage")
    told = [introduced, memory.marks.name(", ".join(numbers))[1:-1] if numbers else "", extent]
    return " · ".join(filter(None, told))
