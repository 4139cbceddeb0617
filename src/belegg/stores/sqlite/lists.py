"""The postings of a query's terms from every part of the index, and what the asker may count of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import apsw
import numpy as np

from belegg.records import Alternative, Concept
from belegg.stores.sqlite.arrays import Keys
from belegg.stores.sqlite.formula import Formula
from belegg.stores.sqlite.postings import Run
from belegg.stores.sqlite.scoring import NO_KEYS, Line, Weighed
from belegg.stores.sqlite.segments import Segments
from belegg.stores.sqlite.view import View


@dataclass(frozen=True, slots=True)
class Held:
    """One term in the whole index: its postings, and in how many readable passages it stands."""

    run: Run
    frequency: int


class Lists:
    """Postings through one connection, in one transaction."""

    def __init__(self, connection: apsw.Connection, view: View, formula: Formula) -> None:
        self._view = view
        self._formula = formula
        self._segments = Segments(connection, view.snapshot.state.side)

    def held(self, ids: Mapping[str, int]) -> dict[str, Held]:
        """The terms that stand in a readable passage, with all their postings."""
        runs = self._runs(list(ids.values()))
        known = dict(self._view.frequencies)
        counted = {n: known[n] if n in known else self._view.frequency(found) for n, found in runs.items()}
        self._view.remember(counted)
        return {
            term: Held(joined([run for _, run in runs[number]]), counted[number])
            for term, number in ids.items()
            if counted[number]
        }

    def frequencies(self, ids: Mapping[str, int]) -> dict[str, int]:
        """In how many readable passages each term stands; those that stand in none are left out."""
        known = dict(self._view.frequencies)
        runs = self._runs([number for number in ids.values() if number not in known])
        counted = {number: self._view.frequency(found) for number, found in runs.items()}
        self._view.remember(counted)
        known.update(counted)
        return {term: known[number] for term, number in ids.items() if known[number]}

    def _runs(self, ids: Sequence[int]) -> dict[int, list[tuple[int, Run]]]:
        """By term id, its runs with the number of their part, in ascending order of keys."""
        found: dict[int, list[tuple[int, Run]]] = {number: [] for number in ids}
        if not ids:
            return found
        snapshot = self._view.snapshot
        parts = [self._segments.runs(part, ids, snapshot.lengths) for part in snapshot.segments]
        parts += [part.runs(ids, snapshot.lengths) for part in snapshot.fresh]
        for place, part in enumerate(parts):
            for number, run in part.items():
                found[number].append((place, run))
        return found

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
        saturation = self._formula.doubled_saturation(line.run.shortest, self._view.mean_length or 1.0)
        return line.factor * line.run.greatest / (line.run.greatest + saturation)


def joined(runs: Sequence[Run]) -> Run:
    """Runs of one term from parts of the index in order, as one."""
    if len(runs) == 1:
        return runs[0]
    return Run(
        np.concatenate([run.keys for run in runs]),
        np.concatenate([run.frequencies for run in runs]),
        max(run.greatest for run in runs),
        min(run.shortest for run in runs),
    )


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
