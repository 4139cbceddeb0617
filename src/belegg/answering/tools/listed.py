"""Lists of documents for a model: one a line, as many as fit, how many there are, and how to go on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from belegg.answering.memory import Memory
from belegg.answering.tools.fitting import shortened
from belegg.records import DocumentHead, DocumentId
from belegg.seams import Reader
from belegg.text.counted import counted
from belegg.text.normalise import normalise

ONE_LIST = 20  # documents
LONGEST_NUMBER = 40  # characters
MOST_NUMBERS = 3


@dataclass(frozen=True, slots=True)
class Listed:
    """
    What lists need of a document before it is told. `date` is empty for none, `plain` the organisation as it
    is compared.
    """

    id: DocumentId
    pack: str
    date: str
    organisation: str
    plain: str
    passages: int

    def is_of(self, organisation: str) -> bool:
        """Whether its organisation holds these words; any does where none are given."""
        return normalise(organisation).casefold() in self.plain if organisation else True


def listed(reader: Reader) -> Sequence[Listed]:
    """Every document in scope, the newest first, in one look at their heads for a state of the library."""
    return reader.once("documents listed", lambda: _listed(reader.heads()))


def _listed(heads: Iterable[DocumentHead]) -> tuple[Listed, ...]:
    every = []
    for head in heads:
        organisation = head.organisation or ""
        plain = normalise(organisation).casefold()
        every.append(Listed(head.id, head.pack, head.date or "", organisation, plain, head.passages))
    every.sort(key=lambda each: each.date, reverse=True)
    return tuple(every)


def _heads_from(reader: Reader, documents: Sequence[DocumentId], skip: int) -> list[DocumentHead]:
    shown = documents[skip : skip + ONE_LIST]
    heads = reader.heads_of(shown)
    return [heads[id] for id in shown]


@dataclass(frozen=True, slots=True)
class ListPage:
    """`heads`, from `skip` on, of the `total` documents that a call finds, and the line of each."""

    heads: Sequence[DocumentHead]
    lines: Sequence[str]
    skip: int
    total: int

    @property
    def next(self) -> int | None:
        """From where the next page begins; None when this is the last."""
        end = self.skip + len(self.heads)
        return end if end < self.total else None

    @property
    def text(self) -> str:
        """The lines, and how to go on."""
        if not self.lines:
            return f"None is left after {self.skip:,}; there are {self.total:,}." if self.total else ""
        if self.next is None:
            return "\n".join(self.lines)
        shown = f"{self.skip + 1:,} to {self.next:,} of {counted(self.total, 'document')}"
        return "\n".join((*self.lines, f"{shown}; skip={self.next} shows the next."))


def list_page(
    reader: Reader, documents: Sequence[DocumentId], skip: int, budget: int, memory: Memory
) -> ListPage:
    """The documents, all in scope, from `skip` on: one at least, and twenty while the budget holds."""
    heads: list[DocumentHead] = []
    lines: list[str] = []
    left = budget
    for head in _heads_from(reader, documents, skip):
        line = line_of(head, memory)
        left -= len(line) + 1
        if left < 0 and lines:
            break
        heads.append(head)
        lines.append(line)
    return ListPage(heads, lines, skip, len(documents))


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
