"""The postings of a query's terms from every part of the index, and what the asker may count of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from belegg.records import Alternative, Concept
from belegg.stores.engine.arrays import Keys
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.postings import NOTHING, Run, joined, read
from belegg.stores.engine.scoring import NO_KEYS, Line, Weighed
from belegg.stores.engine.segments import Segments
from belegg.stores.engine.view import View


@dataclass(frozen=True, slots=True)
class Held:
    """One term in the whole index: its postings, and in how many readable passages it stands."""

    run: Run
    frequency: int


class Lists:
    """Postings through one connection, in one transaction."""

    def __init__(self, connection: Connection, view: View, formula: Formula) -> None:
        self._view = view
        self._formula = formula
        self._segments = Segments(connection, view.snapshot.state.side)
        self._read: dict[int, Held | None] = {}  # a question first counts its terms, then ranks by them

    def held(self, ids: Mapping[str, int]) -> dict[str, Held]:
        """The terms that stand in a readable passage, with all their postings."""
        runs = self._runs(list(ids.values()))
        return {term: runs[number] for term, number in ids.items() if number in runs}

    def frequencies(self, ids: Mapping[str, int]) -> dict[str, int]:
        """In how many readable passages each term stands; those that stand in none are left out."""
        kept = self._view.frequencies
        known = {number: kept[number] for number in ids.values() if number in kept}
        runs = self._runs([number for number in ids.values() if number not in known])
        known.update({number: held.frequency for number, held in runs.items()})
        return {term: known[number] for term, number in ids.items() if known.get(number)}

    def _runs(self, ids: Sequence[int]) -> dict[int, Held]:
        """By term id, what stands in a readable passage."""
        new = [number for number in ids if number not in self._read]
        if new:
            self._read.update(dict.fromkeys(new) | self._read_runs(new))
        return {number: held for number in ids if (held := self._read[number]) is not None}

    def _read_runs(self, ids: Sequence[int]) -> dict[int, Held]:
        snapshot = self._view.snapshot
        stored = self._segments.pieces(snapshot.segments, ids)
        fresh = [part.runs(ids, snapshot.lengths) for part in snapshot.fresh]
        counted: dict[int, int] = {}
        held = {}
        for number in ids:
            pieces = stored[number]
            runs = [read([piece for _, piece in pieces])] if pieces else []
            sizes = [(place, piece.size) for place, piece in pieces]
            for place, part in enumerate(fresh, len(snapshot.segments)):
                if number in part:
                    runs.append(part[number])
                    sizes.append((place, part[number].keys.size))
            run = runs[0] if len(runs) == 1 else joined(runs) if runs else NOTHING
            counted[number] = self._view.frequency(number, run.keys, sizes)
            if counted[number]:
                held[number] = Held(run, counted[number])
        if not any(stored.values()):
            self._segments.refuse_lost(snapshot.segments)
        self._view.remember(counted)
        return held

    def weigh(self, concepts: Sequence[Concept], held: Mapping[str, Held]) -> list[Weighed]:
        """Concepts with their postings, factors and bounds; those that stand nowhere are left out."""
        weighed = []
        for concept in concepts:
            lines: list[Line] = []
            total = 0
            for alternative in concept.alternatives:
                present = [held[term] for term in alternative.terms if term in held]
                frequency = sum(term.frequency for term in present)
                idf = self._formula.idf(self._view.passages, frequency)
                factor = alternative.weight * idf * (self._formula.k1 + 1)
                lines += [Line(term.run, factor) for term in present]
                total += frequency
            if lines:
                weighed.append(Weighed(lines, total, max(map(self._bound, lines))))
        return weighed

    def _bound(self, line: Line) -> float:
        """The most that a line can give: its greatest frequency in its shortest passage."""
        saturation = float(self._view.saturations[line.run.shortest])
        return line.factor * line.run.greatest / (line.run.greatest + saturation)


def holding(terms: Sequence[str], held: Mapping[str, Held]) -> Keys:
    """The passages that hold any of the terms; may repeat."""
    keys = [held[term].run.keys for term in terms if term in held]
    return np.concatenate(keys) if keys else NO_KEYS


def all_terms(
    concepts: Sequence[Concept], all_of: Sequence[Alternative], none_of: Sequence[str]
) -> list[str]:
    """Every term of a query, once."""
    asked = [term for c in concepts for a in c.alternatives for term in a.terms]
    required = [term for a in all_of for term in a.terms]
    return list(dict.fromkeys([*asked, *required, *none_of]))
