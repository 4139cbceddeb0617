"""What a run has done so far, in documents, and how it is told while it goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from belegg.library.arrivals import Arrivals, Step
from belegg.library.prepare import Arrived, Failed, Gone
from belegg.library.progress import Pace, Progress, place_in
from belegg.records import DocumentId, Report
from belegg.records.queued import MetAs, Outcome


@dataclass(slots=True)
class Tally:
    """
    What a run has stored so far; `inside` are documents that came inside files of the folder, `opened` those
    that came with a text and that the pack's default opened, `touched` came, changed or went.
    """

    counts: Counter[str] = field(default_factory=Counter)
    inside: int = 0
    warnings: Counter[str] = field(default_factory=Counter)
    failures: list[Report] = field(default_factory=list)
    touched: set[DocumentId] = field(default_factory=set)
    opened: int = 0

    def count(self, outcome: Outcome) -> None:
        self.opened += outcome.opened
        if outcome.document is not None:
            self.touched.add(outcome.document)
        if outcome.partly:
            return
        self.inside += outcome.inside and outcome.met != "gone"
        if outcome.met == "failed" and outcome.report is not None:
            self.failures.append(outcome.report)
        else:
            self.counts["removed" if outcome.met == "gone" else outcome.met] += 1
            self.warnings.update(outcome.warnings)

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


def outcome_of(step: Step, opened: bool = False, piece: int = 0) -> Outcome:
    """What became of a source, as it was stored."""
    part = Outcome(step.source, "unchanged", piece, inside=step.inside, opened=opened, partly=step.partly)
    match step.prepared:
        case Arrived() as arrived:
            incoming = arrived.incoming
            codes = tuple(sorted({warned.code for warned in incoming.report.warnings}))
            met: MetAs = "added" if arrived.new else "changed"
            return replace(part, met=met, document=incoming.document.id, warnings=codes)
        case Failed() as failed:
            return replace(part, met="failed", report=failed.report)
        case Gone() as gone:
            return replace(part, met="gone", document=gone.known.document)
    return part


def progress_of(tally: Tally, pace: Pace, files: int, arrivals: Arrivals) -> Progress:
    """Where a run over that many files stands, with the place in the file that has been read longest."""
    half_done = sum(size * done / of for done, of, size in list(arrivals.under_way.values()) if of)
    told = " · ".join(filter(None, (tally.detail(), being_read(arrivals))))
    return Progress("ingest", tally.done, files + tally.inside, pace.left_s(half_done), told)


def being_read(arrivals: Arrivals) -> str:
    """The file that has been read longest, and how far; empty when none is."""
    for source, (done, of, _) in list(arrivals.under_way.items())[:1]:
        name = source.rpartition("/")[2]
        return f"{name}: {place_in(source, done, of)}" if of else name
    return ""
