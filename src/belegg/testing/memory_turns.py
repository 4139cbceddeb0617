"""Stored runs of a `MemoryStore`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from belegg.errors import UnknownRun
from belegg.records import DocumentId
from belegg.records.turns import KeptGap, Turn
from belegg.seams import Without
from belegg.testing.memory_fetched import KeepsFetched, Kept, left_of

Turns = tuple[Turn, ...]
Gaps = tuple[KeptGap, ...]


class MemoryKeeper(KeepsFetched):
    """What `seams.Keeper` promises, on the oldest turn first."""

    def __init__(self, turns: Turns, gaps: Gaps, fetched: Kept, held: frozenset[DocumentId]) -> None:
        self.turns, self.gaps, self.fetched, self._held = turns, gaps, fetched, held

    def not_held(self, documents: Iterable[DocumentId]) -> frozenset[DocumentId]:
        return frozenset(documents) - self._held - self.fetched.keys()

    def keep(self, turn: Turn) -> int:
        before = [each.head for each in self.turns if each.head.conversation == turn.head.conversation]
        if before and before[-1].asker != turn.head.asker:
            raise UnknownRun(turn.head.conversation)
        number = before[-1].number + 1 if before else 1
        self.turns = (*self.turns, replace(turn, head=replace(turn.head, number=number)))
        gap, known = turn.head.gap, [each.gap for each in self.gaps]
        if gap in known:
            self.gaps = tuple(replace(g, closed_at="") if g.gap == gap else g for g in self.gaps)
        elif gap:
            last = max((each.number for each in self.gaps), default=0)
            self.gaps = (*self.gaps, KeptGap(last + 1, gap, ""))
        return number

    def remove(self, ids: Sequence[str]) -> int:
        return self._leave([turn for turn in self.turns if turn.head.id not in ids])

    def keep_newest(self, most: int) -> int:
        still_open = {each.gap for each in self.gaps if not each.closed_at}
        last = {turn.head.gap: turn.head.id for turn in self.turns if turn.head.gap in still_open}
        newest = self.turns[max(0, len(self.turns) - most) :]
        return self._leave([t for t in self.turns if t in newest or t.head.id in last.values()])

    def close_gap(self, number: int, at: str) -> bool:
        self.gaps = tuple(replace(g, closed_at=at) if g.number == number else g for g in self.gaps)
        return any(each.number == number for each in self.gaps)

    def _leave(self, turns: Sequence[Turn]) -> int:
        gone = len(self.turns) - len(turns)
        self.fetched = left_of(self.fetched, self.turns, turns)
        self.turns, self.gaps = tuple(turns), _with_runs(self.gaps, turns)
        return gone


def _with_runs(gaps: Gaps, turns: Sequence[Turn]) -> Gaps:
    held = {turn.head.gap for turn in turns}
    return tuple(each for each in gaps if each.gap in held)


class TakesOut:
    """The part of a writer that forgets what turns were shown."""

    turns: Turns
    gaps: Gaps
    fetched: Kept

    def take_out(self, document: DocumentId, without: Without | None) -> int:
        """Take a document out of the turns; how many quotations went."""
        left, gone = [], 0
        for turn in self.turns:
            if document not in {each.document for each in turn.touched}:
                left.append(turn)
            elif without is not None and (without_it := without(turn.record)) is not None:
                record, quotations = without_it
                gone += quotations
                touched = tuple(each for each in turn.touched if each.document != document)
                head = replace(turn.head, verdict="withheld")
                left.append(replace(turn, head=head, record=record, touched=touched))
        self.fetched = left_of(self.fetched, self.turns, left)
        self.turns, self.gaps = tuple(left), _with_runs(self.gaps, left)
        return gone
