"""What a run has done so far, in documents, and how it is told while it goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from belegg.library.arrivals import Arrivals, Step
from belegg.library.prepare import Arrived, Failed, Gone
from belegg.library.progress import Pace, Progress, place_in
from belegg.records import Report


@dataclass(slots=True)
class Tally:
    """What a run has stored so far; `inside` are documents that came inside files of the folder."""

    counts: Counter[str] = field(default_factory=Counter)
    inside: int = 0
    warnings: Counter[str] = field(default_factory=Counter)
    failures: list[Report] = field(default_factory=list)

    def count(self, step: Step) -> None:
        prepared = step.prepared
        self.inside += step.inside and not isinstance(prepared, Gone)
        match prepared:
            case Arrived():
                self.counts["added" if prepared.new else "changed"] += 1
                self.warnings.update({warned.code for warned in prepared.incoming.report.warnings})
            case Failed():
                self.failures.append(prepared.report)
            case Gone():
                self.counts["removed"] += 1
            case _:
                self.counts["unchanged"] += 1

    @property
    def done(self) -> int:
        """Documents, without those that are gone."""
        return self.counts.total() - self.counts["removed"] + len(self.failures)

    def detail(self) -> str:
        parts = [f"{self.counts[name]} {name}" for name in ("added", "changed") if self.counts[name]]
        return ", ".join([*parts, *([f"{len(self.failures)} failed"] if self.failures else [])])


def arrived_in(batch: Sequence[Step]) -> int:
    """How many documents are done with a batch."""
    return sum(not step.partly and not isinstance(step.prepared, Gone) for step in batch)


def progress_of(tally: Tally, pace: Pace, files: int, arrivals: Arrivals) -> Progress:
    """Where a run over that many files stands, with the place in the file that has been read longest."""
    reading = list(arrivals.under_way.items())
    half_done = sum(size * done / of for _, (done, of, size) in reading if of)
    parts = [tally.detail()]
    for source, (done, of, _) in reading[:1]:
        name = source.rpartition("/")[2]
        parts.append(f"{name}: {place_in(source, done, of)}" if of else name)
    return Progress(
        "ingest", tally.done, files + tally.inside, pace.left_s(half_done), " · ".join(filter(None, parts))
    )
